"""What libyaml says about a broken YAML text in, the likely cause and the next step in plain words out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from yaml import MarkedYAMLError

from sphinx_agentcfg.documents import causes
from sphinx_agentcfg.documents.causes import Cause, Change
from sphinx_agentcfg.documents.yaml_lines import key_line, line_at, next_line, owner, quoting
from sphinx_agentcfg.documents.yaml_trouble import Trouble
from sphinx_agentcfg.messages import Message, message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Callable

    from yaml import YAMLError

    from sphinx_agentcfg.documents.source import Source
    from sphinx_agentcfg.documents.yaml_lines import Line

__all__ = ["yaml_cause"]

# All that is not "c-printable" (YAML 1.2.2, 5.1); lone surrogates, which no UTF-8 file has, are among them.
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# A block scalar has its text indented, so these lines cannot be meant as text.
_CONFLICT = re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
_NO_SPACE = re.compile(r"[ \t]*(?:- +)*[^\s:#]+:(?=\S)")
# No value but a text can be meant by what starts like this and is not YAML.
_SURELY_TEXT = tuple("@`%*")
_KEY_IN_LINE = re.compile(r":[ \t]+\S")

# What to say, the offset where a person should look, and the mending where one is certain.
Place: TypeAlias = "tuple[Message, int] | tuple[Message, int, Change | None]"


def yaml_cause(source: Source, error: YAMLError | UnicodeError) -> Cause:
    """Say what is wrong with the text of *source*, which *error* is about."""
    text = source.text
    if not isinstance(error, MarkedYAMLError) or error.problem_mark is None:
        return Cause("syntax", *_unprintable(text))
    at = error.problem_mark.index
    since = at if error.context_mark is None else error.context_mark.index
    places = min(at, len(text)), min(since, len(text))
    trouble = Trouble(source, text, error.problem or "", error.context or "", *places)
    if "nesting depth" in trouble.problem:  # libyaml reads ahead, so its own limit (1,000) may come before ours
        return Cause("too-deep", causes.too_deep(), trouble.at)
    return Cause("syntax", *next(place for look in _LOOKS if (place := look(trouble))))


def _unprintable(text: str) -> Place:
    match = _UNPRINTABLE.search(text)
    if match is None:
        return message("this is not YAML; compare the file with an example"), 0
    return message("YAML does not allow the character {char}; remove it", char=_code(match.group())), match.start()


def _code(char: str) -> str:
    return f"U+{ord(char):04X}"


def _conflict(trouble: Trouble) -> Place | None:
    mark = _CONFLICT.search(trouble.text)
    if mark is None:
        return None
    return message("a merge conflict was left in the file; choose one side and remove the marks"), mark.start()


def _tab(trouble: Trouble) -> Place | None:
    line = trouble.line
    indent = line.text[: line.indent]
    if "\t" not in indent or "quoted scalar" in trouble.context:
        return None
    return message("a tab is used for indentation; indent with spaces"), line.start + indent.index("\t")


def _unindented(trouble: Trouble) -> Place | None:
    """Look for a text that goes on at the start of a line: it ends the value above it, and is no entry itself."""
    line = _loose_line(trouble)
    found = line and owner(trouble.text, line)
    if line is None or found is None:
        return None
    where = {"key": found.key, "line": trouble.source.position(found.line.start).line}
    if found.is_block:
        cause = message(
            "this line goes on with the text of `{key}` (line {line}) and is not indented; indent all of that text",
            **where,
        )
    else:
        cause = message(
            "this line goes on with the text of `{key}` (line {line}) and is not indented; write `{key}: |` and indent "
            "all of that text",
            **where,
        )
    return cause, line.start + line.indent


def _loose_line(trouble: Trouble) -> Line | None:
    """Return the line that may go on with a text: this one, or the next where libyaml stopped in the text before it."""
    if "could not find expected ':'" in trouble.problem:
        return line_at(trouble.text, trouble.since)
    if trouble.problem.startswith("mapping values are not allowed") and key_line(trouble.line):
        return next_line(trouble.text, trouble.line)
    return None if trouble.head.strip(" \t") else trouble.line


def _colon(trouble: Trouble) -> Place | None:
    if not trouble.problem.startswith("mapping values are not allowed"):
        return None
    if _KEY_IN_LINE.search(trouble.head):
        cause = message('an unquoted ": " in a one-line value; quote the value')
        return cause, trouble.at, quoting(trouble.text, trouble.at)
    above, indent = trouble.above, trouble.line.indent
    no_space = _NO_SPACE.match(above.text)
    if no_space is not None and ": " not in above.text:
        cause = message("a space is missing after this colon; write key: value")
        return cause, above.start + no_space.end() - 1
    if ":" not in above.text and above.indent == indent:
        return _without_colon(above.start + indent)
    cause = message("this key is not in line with the keys above; give it their indentation")
    return cause, trouble.line.start + indent


def _quote(trouble: Trouble) -> Place | None:
    if "quoted scalar" in trouble.context and "unexpected" in trouble.problem:
        cause = message("the quote {quote} that opens here is never closed; close it", quote=trouble.opener)
        return cause, trouble.since
    if "escape" in trouble.problem or "hexdecimal" in trouble.problem:
        start = max(trouble.text.rfind("\\", 0, trouble.at + 1), trouble.since)
        half = _SURROGATE.match(trouble.text, start)
        if half is not None:
            return causes.lone_surrogate(half.group()), start
        cause = message(
            "YAML does not know the escape that starts here; write \\\\ for a backslash, or use single quotes"
        )
        return cause, start
    if trouble.problem.startswith("did not find expected") and trouble.head.rstrip(" \t")[-1:] in ("'", '"'):
        cause = message("text follows the closing quote; quote the whole value and double the quotes inside it")
        return cause, trouble.at
    return None


def _indicator(trouble: Trouble) -> Place | None:
    starts = {"found character that cannot start any token": trouble.at}
    if trouble.context in ("while scanning an alias", "while scanning an anchor", "while scanning a tag"):
        starts[trouble.problem] = trouble.since
    if trouble.context in ("while parsing a node", "while parsing a tag") and "tag handle" in trouble.problem:
        starts[trouble.problem] = trouble.since
    if trouble.problem == "did not find expected node content" and trouble.char in (",", "]", "}", "|", ">"):
        starts[trouble.problem] = trouble.at
    offset = starts.get(trouble.problem)
    if offset is None:
        return None
    char = trouble.text[offset : offset + 1]
    cause = message("a value cannot start with {char} unless it is quoted; quote the value", char=excerpt(char))
    return cause, offset, quoting(trouble.text, offset, faulty=True) if char in _SURELY_TEXT else None


def _directive(trouble: Trouble) -> Place | None:
    if "directive" in trouble.problem + trouble.context or "<document start>" in trouble.problem:
        if trouble.text.startswith("%") or "directive" in trouble.context:
            cause = message("a line that starts with % is a YAML directive, and this one cannot be used; remove it")
            return cause, trouble.since if "directive" in trouble.context else 0
        return message("text stands after the end of the document; remove it, or correct its indentation"), trouble.at
    if "incompatible YAML" in trouble.problem:
        return message("this file asks for a YAML version that we do not read; remove the %YAML line"), trouble.at
    return None


def _block_scalar(trouble: Trouble) -> Place | None:
    if "block scalar" not in trouble.context:
        return None
    if "comment or line break" in trouble.problem:
        return message("text stands after | or > on the same line; start the text on the next line"), trouble.at
    return message("the first line after | or > has the wrong indentation; indent all its lines alike"), trouble.at


def _no_colon(trouble: Trouble) -> Place | None:
    if "could not find expected ':'" not in trouble.problem:
        return None
    return _without_colon(trouble.since)


def _without_colon(offset: int) -> Place:
    cause = message('this line has no ": " after a key; write key: value, or indent it to continue the text above')
    return cause, offset


def _flow(trouble: Trouble) -> Place | None:
    if "flow" not in trouble.context or "expected ','" not in trouble.problem:
        return None
    bracket = trouble.opener
    if trouble.char in ("", ":", "]", "}") or "\n" in trouble.text[trouble.since : trouble.at]:
        return message("the {bracket} that opens here is not closed; close it", bracket=bracket), trouble.since
    return message(
        "a comma or a closing bracket is missing after the {bracket} of this line; add it", bracket=bracket
    ), trouble.at


def _stray(trouble: Trouble) -> Place | None:
    if trouble.char in ("]", "}", ",") and trouble.problem.startswith("did not find expected"):
        return message("this {char} closes or separates nothing; remove it, or quote the value", char=trouble.char), (
            trouble.at
        )
    return None


def _list_item(trouble: Trouble) -> Place | None:
    if not trouble.problem.startswith(("block sequence entries are not", "mapping keys are not")):
        return None
    cause = message("a list or a mapping cannot start on this line; start it on the next line, or quote the value")
    return cause, trouble.at


def _indentation(trouble: Trouble) -> Place | None:
    if "block mapping" not in trouble.context and "block collection" not in trouble.context:
        return None
    return message("the indentation does not fit the lines above; indent it like the lines it belongs to"), trouble.at


def _flow_value(trouble: Trouble) -> Place | None:
    if trouble.problem == "found unexpected ':'":
        return message("a colon in brackets wants a space after it; write key: value, or quote the text"), trouble.at
    if trouble.problem != "did not find expected node content" or "flow" not in trouble.context:
        return None
    if trouble.char == "":
        return message("the file ends inside brackets; close them"), trouble.at
    return message("{found} stands where a value should; quote it, or write a value", found=trouble.char), trouble.at


def _document_end(trouble: Trouble) -> Place | None:
    if not trouble.text.startswith("...", trouble.at):
        return None
    return message("the line ... ends the document before it has begun; remove the line"), trouble.at


def _anything(trouble: Trouble) -> Place:
    """Say the little that is sure; libyaml's own words are English, and seldom name what a person did."""
    return message("from here on, this is not YAML; compare the line with the ones above it"), trouble.at


# In this order: the first one that knows a cause is right.
_LOOKS: tuple[Callable[[Trouble], Place | None], ...] = (
    _conflict,
    _tab,
    _unindented,
    _colon,
    _quote,
    _indicator,
    _directive,
    _block_scalar,
    _no_colon,
    _flow,
    _stray,
    _list_item,
    _indentation,
    _flow_value,
    _document_end,
    _anything,
)
