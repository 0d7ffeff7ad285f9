"""What libyaml says about a broken YAML text in, the likely cause and the next step in plain words out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from yaml import MarkedYAMLError

from sphinx_agentcfg.documents import causes
from sphinx_agentcfg.messages import Message, message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Callable

    from yaml import YAMLError

__all__ = ["yaml_cause"]

# All that is not "c-printable" (YAML 1.2.2, 5.1); lone surrogates, which no UTF-8 file has, are among them.
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# A block scalar has its text indented, so these lines cannot be meant as text.
_CONFLICT = re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE)
_NO_SPACE = re.compile(r"[ \t]*(?:- +)*[^\s:#]+:(?=\S)")
_KEY_IN_LINE = re.compile(r":[ \t]+\S")
_LINE_BREAK = re.compile(r"[\r\n]")

Place = tuple[Message, int]


class _Trouble(NamedTuple):
    """libyaml's words, the offset ``at`` where it stopped, and ``since`` where the construct began (else ``at``)."""

    text: str
    problem: str
    context: str
    at: int
    since: int

    @property
    def char(self) -> str:
        return self.text[self.at : self.at + 1]

    def line_start(self, at: int) -> int:
        return max(self.text.rfind("\n", 0, at), self.text.rfind("\r", 0, at)) + 1

    @property
    def line(self) -> str:
        """The whole line that libyaml stopped in."""
        end = _LINE_BREAK.search(self.text, self.at)
        return self.text[self.line_start(self.at) : end.start() if end else None]

    @property
    def head(self) -> str:
        """The part of the line before the place."""
        return self.text[self.line_start(self.at) : self.at]

    @property
    def above(self) -> tuple[int, str]:
        """The last line above that is not blank: where it starts, and its text."""
        end = len(self.text[: self.line_start(self.at)].rstrip())
        start = self.line_start(end)
        return start, self.text[start:end]


def yaml_cause(text: str, error: YAMLError | UnicodeError) -> tuple[str, Message, int]:
    """Return the rule that *text* breaks, what to say about it, and at which offset."""
    if not isinstance(error, MarkedYAMLError) or error.problem_mark is None:
        return "syntax", *_unprintable(text)
    at = error.problem_mark.index
    since = at if error.context_mark is None else error.context_mark.index
    trouble = _Trouble(text, error.problem or "", error.context or "", min(at, len(text)), min(since, len(text)))
    if "nesting depth" in trouble.problem:  # libyaml reads ahead, so its own limit (1,000) may come before ours
        return "too-deep", causes.too_deep(), trouble.at
    return "syntax", *next(place for look in _LOOKS if (place := look(trouble)))


def _unprintable(text: str) -> Place:
    match = _UNPRINTABLE.search(text)
    if match is None:
        return message("this is not YAML; compare the file with an example"), 0
    return message("YAML does not allow the character {char}; remove it", char=_code(match.group())), match.start()


def _code(char: str) -> str:
    return f"U+{ord(char):04X}"


def _conflict(trouble: _Trouble) -> Place | None:
    mark = _CONFLICT.search(trouble.text)
    if mark is None:
        return None
    return message("a merge conflict was left in the file; choose one side and remove the marks"), mark.start()


def _tab(trouble: _Trouble) -> Place | None:
    indent = re.match(r"[ \t]*", trouble.line)
    if indent is None or "\t" not in indent.group() or "quoted scalar" in trouble.context:
        return None
    offset = trouble.line_start(trouble.at) + indent.group().index("\t")
    return message("a tab is used for indentation; indent with spaces"), offset


def _colon(trouble: _Trouble) -> Place | None:
    if not trouble.problem.startswith("mapping values are not allowed"):
        return None
    if _KEY_IN_LINE.search(trouble.head):
        return message('an unquoted ": " in a one-line value; quote the value'), trouble.at
    above_start, above = trouble.above
    no_space = _NO_SPACE.match(above)
    if no_space is not None and ": " not in above:
        cause = message("a space is missing after this colon; write key: value")
        return cause, above_start + no_space.end() - 1
    if ":" not in above and _indent(above) == _indent(trouble.head):
        return _without_colon(above_start + _indent(above))
    offset = trouble.line_start(trouble.at) + _indent(trouble.head)
    return message("this key is not in line with the keys above; give it their indentation"), offset


def _quote(trouble: _Trouble) -> Place | None:
    if "quoted scalar" in trouble.context and "unexpected" in trouble.problem:
        cause = message("the quote {quote} that opens here is never closed; close it", quote=_at(trouble.text, trouble))
        return cause, trouble.since
    if "escape" in trouble.problem or "hexdecimal" in trouble.problem:
        cause = message(
            "YAML does not know the escape that starts here; write \\\\ for a backslash, or use single quotes"
        )
        return cause, max(trouble.text.rfind("\\", 0, trouble.at + 1), trouble.since)
    if trouble.problem.startswith("did not find expected") and trouble.head.rstrip(" \t")[-1:] in ("'", '"'):
        cause = message("text follows the closing quote; quote the whole value and double the quotes inside it")
        return cause, trouble.at
    return None


def _at(text: str, trouble: _Trouble) -> str:
    return text[trouble.since : trouble.since + 1]


def _indicator(trouble: _Trouble) -> Place | None:
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
    return message("a value cannot start with {char} unless it is quoted; quote the value", char=excerpt(char)), offset


def _directive(trouble: _Trouble) -> Place | None:
    if "directive" in trouble.problem + trouble.context or "<document start>" in trouble.problem:
        if trouble.text.startswith("%") or "directive" in trouble.context:
            cause = message("a line that starts with % is a YAML directive, and this one cannot be used; remove it")
            return cause, trouble.since if "directive" in trouble.context else 0
        return message("text stands after the end of the document; remove it, or correct its indentation"), trouble.at
    if "incompatible YAML" in trouble.problem:
        return message("this file asks for a YAML version that we do not read; remove the %YAML line"), trouble.at
    return None


def _block_scalar(trouble: _Trouble) -> Place | None:
    if "block scalar" not in trouble.context:
        return None
    if "comment or line break" in trouble.problem:
        return message("text stands after | or > on the same line; start the text on the next line"), trouble.at
    return message("the first line after | or > has the wrong indentation; indent all its lines alike"), trouble.at


def _no_colon(trouble: _Trouble) -> Place | None:
    if "could not find expected ':'" not in trouble.problem:
        return None
    return _without_colon(trouble.since)


def _without_colon(offset: int) -> Place:
    cause = message('this line has no ": " after a key; write key: value, or indent it to continue the text above')
    return cause, offset


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def _flow(trouble: _Trouble) -> Place | None:
    if "flow" not in trouble.context or "expected ','" not in trouble.problem:
        return None
    bracket = _at(trouble.text, trouble)
    if trouble.char in ("", ":", "]", "}") or "\n" in trouble.text[trouble.since : trouble.at]:
        return message("the {bracket} that opens here is not closed; close it", bracket=bracket), trouble.since
    return message(
        "a comma or a closing bracket is missing after the {bracket} of this line; add it", bracket=bracket
    ), trouble.at


def _stray(trouble: _Trouble) -> Place | None:
    if trouble.char in ("]", "}", ",") and trouble.problem.startswith("did not find expected"):
        return message("this {char} closes or separates nothing; remove it, or quote the value", char=trouble.char), (
            trouble.at
        )
    return None


def _list_item(trouble: _Trouble) -> Place | None:
    if not trouble.problem.startswith(("block sequence entries are not", "mapping keys are not")):
        return None
    cause = message("a list or a mapping cannot start on this line; start it on the next line, or quote the value")
    return cause, trouble.at


def _indentation(trouble: _Trouble) -> Place | None:
    if "block mapping" not in trouble.context and "block collection" not in trouble.context:
        return None
    return message("the indentation does not fit the lines above; indent it like the lines it belongs to"), trouble.at


def _anything(trouble: _Trouble) -> Place:
    cause = message("this is not YAML ({problem}); compare the line with the ones above it", problem=trouble.problem)
    return cause, trouble.at


# In this order: the first one that knows a cause is right.
_LOOKS: tuple[Callable[[_Trouble], Place | None], ...] = (
    _conflict,
    _tab,
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
    _anything,
)
