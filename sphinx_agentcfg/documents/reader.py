"""A path or a text in, one ``Document`` out, whatever the file holds: this is where the stages are put together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_agentcfg.documents import causes
from sphinx_agentcfg.documents.bytes_reader import check_size, check_text, decode, read_bytes
from sphinx_agentcfg.documents.frontmatter import Frontmatter, split_frontmatter
from sphinx_agentcfg.documents.json_reader import locate_json, read_json
from sphinx_agentcfg.documents.model import Document, Located
from sphinx_agentcfg.documents.source import Reading, Source
from sphinx_agentcfg.documents.toml_reader import locate_toml, read_toml
from sphinx_agentcfg.documents.yaml_reader import locate_yaml, locate_yaml_part, read_yaml
from sphinx_agentcfg.findings import Finding

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["SYNTAXES", "parse_document", "read_document"]

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
    syntax = syntax or _BY_SUFFIX.get(path.suffix.lower())
    content = read_bytes(path, name, root)
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
    document = Document(name, path, syntax, whole, None, readable=False, findings=findings)
    source = Source(name, whole)
    if not whole.strip(_BLANKS):
        return _with(document, source.failure("empty", causes.empty()))
    if syntax == "markdown":
        return _read_prose(document, source)
    if syntax == "frontmatter":
        return _read_frontmatter(document, source)
    read, locator = _READERS[syntax]
    return replace(_with(document, read(source)), locator=locator)


def _read_frontmatter(document: Document, source: Source) -> Document:
    parts = split_frontmatter(source)
    if isinstance(parts, Frontmatter):
        document = replace(document, body=parts.body, body_line=parts.body_line, locator=_locate_frontmatter)
        return _with(document, read_yaml(parts.yaml))
    if parts.name == "no-frontmatter":
        document = replace(document, body=source.text, body_line=1)
    return replace(document, findings=(*document.findings, parts))


def _read_prose(document: Document, source: Source) -> Document:
    """Return prose: all of it is body, but for a header that somebody put there all the same. There are no fields."""
    parts = split_frontmatter(source)
    body, line = (parts.body, parts.body_line) if isinstance(parts, Frontmatter) else (source.text, 1)
    return replace(document, readable=True, body=body, body_line=line)


def _locate_frontmatter(text: str) -> dict[str, Located]:
    parts = split_frontmatter(Source("", text))
    return locate_yaml_part(parts.yaml) if isinstance(parts, Frontmatter) else {}


_READERS: dict[str, tuple[Callable[[Source], Reading], Callable[[str], dict[str, Located]]]] = {
    "json": (read_json, locate_json),
    "yaml": (read_yaml, locate_yaml),
    "toml": (read_toml, locate_toml),
}


def _with(document: Document, reading: Reading) -> Document:
    findings = (*document.findings, *reading.findings)
    return replace(document, data=reading.data, readable=reading.readable, findings=findings)


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
