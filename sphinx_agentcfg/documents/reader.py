"""A path or a text in, one ``Document`` out, whatever the file holds: this is where the stages are put together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinx_agentcfg.documents import causes
from sphinx_agentcfg.documents.bytes_reader import check_size, check_text, decode, read_bytes, read_known
from sphinx_agentcfg.documents.frontmatter import Frontmatter, split_frontmatter
from sphinx_agentcfg.documents.json_reader import locate_json, read_json
from sphinx_agentcfg.documents.model import Document, Located
from sphinx_agentcfg.documents.source import Reading, Source
from sphinx_agentcfg.documents.toml_reader import locate_toml, read_toml
from sphinx_agentcfg.documents.yaml_reader import locate_yaml, locate_yaml_part, read_yaml
from sphinx_agentcfg.findings import Finding

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["SYNTAXES", "parse_document", "read_document", "read_known_document"]

SYNTAXES = ("json", "yaml", "toml", "frontmatter", "markdown")
_BY_SUFFIX = {
    ".json": "json",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".toml": "toml",
    ".md": "frontmatter",
    ".markdown": "frontmatter",
}
_BLANKS = " \t\r\n"


def read_document(
    path: Path, *, name: str | None = None, syntax: str | None = None, root: Path | None = None
) -> Document:
    """Read one file.

    *name* is what findings call it (without one: its path, below *root* where there is one); *syntax* is guessed from
    the suffix, then from the first character; a file that lies outside *root* after all symlinks is not read.
    Raises nothing for what is in the file or where it is, and ValueError for a syntax that we do not know.
    """
    path = Path(path)
    name = name or _name(path, root)
    return _document(read_bytes(path, name, root), name, syntax or _BY_SUFFIX.get(path.suffix.lower()), path)


def read_known_document(path: str, *, name: str, syntax: str | None = None) -> Document:
    """Read a file that a walk of its repository has just seen as a regular file (:func:`.bytes_reader.read_known`)."""
    suffix = name[name.rfind(".") :].lower() if syntax is None and "." in name else ""
    return _document(read_known(path, name), name, syntax or _BY_SUFFIX.get(suffix), None)


def _document(content: bytes | Finding, name: str, syntax: str | None, path: Path | None) -> Document:
    if isinstance(content, Finding):
        return _unreadable(name, path, _known(syntax or "yaml"), content)
    return parse_document(content, name=name, syntax=syntax or _guess(content), path=path)


def parse_document(text: str | bytes, *, name: str, syntax: str, path: Path | None = None) -> Document:
    """Read a text that is already here; raises as :func:`read_document` does."""
    _known(syntax)
    decoded = decode(text, name) if isinstance(text, bytes) else check_size(text, name)
    if isinstance(decoded, Finding):
        return _unreadable(name, path, syntax, decoded)
    whole, findings = check_text(decoded, name)
    source = Source(name, whole)
    read = _PARSERS[syntax](source) if whole.strip(_BLANKS) else _Read(_nothing(source))
    reading = read.reading
    return Document(
        name,
        path,
        syntax,
        whole,
        reading.data,
        reading.readable,
        read.body,
        findings + reading.findings if findings or reading.findings else (),
        read.body_line,
        read.locator,
        reading.lines,
        read.first_line,
    )


class _Read(NamedTuple):
    """What one syntax makes of a text."""

    reading: Reading
    body: str | None = None
    body_line: int | None = None
    locator: Callable[[str], dict[str, Located]] | None = None
    first_line: int = 1


def _nothing(source: Source) -> Reading:
    return source.failure("empty", causes.empty())


def _read_frontmatter(source: Source) -> _Read:
    parts = split_frontmatter(source)
    if isinstance(parts, Frontmatter):
        return _Read(read_yaml(parts.yaml), parts.body, parts.body_line, _locate_frontmatter, parts.yaml_line)
    reading = Reading(None, readable=False, findings=(parts,))
    return _Read(reading, source.text, 1) if parts.name == "no-frontmatter" else _Read(reading)


def _read_prose(source: Source) -> _Read:
    """Return prose: all of it is body, but for a header that somebody put there all the same. There are no fields."""
    parts = split_frontmatter(source)
    body, line = (parts.body, parts.body_line) if isinstance(parts, Frontmatter) else (source.text, 1)
    return _Read(Reading(None, readable=True), body, line)


def _locate_frontmatter(text: str) -> dict[str, Located]:
    parts = split_frontmatter(Source("", text))
    return locate_yaml_part(parts.yaml) if isinstance(parts, Frontmatter) else {}


_PARSERS: dict[str, Callable[[Source], _Read]] = {
    "json": lambda source: _Read(read_json(source), locator=locate_json),
    "yaml": lambda source: _Read(read_yaml(source), locator=locate_yaml),
    "toml": lambda source: _Read(read_toml(source), locator=locate_toml),
    "frontmatter": _read_frontmatter,
    "markdown": _read_prose,
}


def _unreadable(name: str, path: Path | None, syntax: str, finding: Finding) -> Document:
    return Document(name, path, syntax, "", None, readable=False, findings=(finding,))


def _name(path: Path, root: Path | None) -> str:
    if root is not None and path.is_relative_to(root):
        return path.relative_to(root).as_posix()
    return path.as_posix()


def _known(syntax: str) -> str:
    if syntax not in SYNTAXES:
        raise ValueError(f"no syntax {syntax!r}; known: {', '.join(SYNTAXES)}")
    return syntax


def _guess(content: bytes) -> str:
    start = content.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    return "json" if start in (b"{", b"[") else "yaml"
