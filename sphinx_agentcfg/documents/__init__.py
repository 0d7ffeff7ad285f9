"""Files in, ``Document`` values out; knows no format and no Sphinx.

``discovery`` walks a folder, and ``gitignore`` (with ``wildcards``) says what to leave out of it. Then, in order:

1. ``bytes_reader`` (with ``encodings``): a path becomes bytes, bytes become text; nothing here blocks.
2. ``frontmatter``: a Markdown file becomes YAML and body.
3. ``json_reader``, ``yaml_reader``, ``toml_reader``: a text becomes data and findings. What goes wrong is put into
   words by ``json_causes``, ``yaml_causes`` (with ``yaml_trouble`` and ``yaml_lines``), ``toml_causes`` and ``causes``;
   ``fixes`` adds what is sure to mend it, ``limits`` and ``crowd`` say how much is too much.
   For YAML, ``yaml_fast`` reads what is ordinary and ``yaml_tree`` (with ``yaml_oddities``) all the rest;
   ``yaml_scalars`` holds the types.
4. ``json_scan``, ``yaml_tree`` and ``tree``: only when somebody asks, a text becomes the places of its values.
   ``recovery``: only when somebody asks, a broken header gives what it plainly says, for display.
5. ``reader`` puts the stages together; ``model`` is what comes out; ``source`` turns offsets into lines and columns.

``pointers`` are the names of the values (RFC 6901).
"""

from __future__ import annotations

from sphinx_agentcfg.documents import pointers
from sphinx_agentcfg.documents.frontmatter import Frontmatter, split_frontmatter
from sphinx_agentcfg.documents.limits import MAX_BYTES, MAX_DEPTH, MAX_DIGITS, MAX_NODES
from sphinx_agentcfg.documents.model import Document, Located, Position
from sphinx_agentcfg.documents.reader import SYNTAXES, parse_document, read_document, read_known_document
from sphinx_agentcfg.documents.source import Source

__all__ = [
    "MAX_BYTES",
    "MAX_DEPTH",
    "MAX_DIGITS",
    "MAX_NODES",
    "SYNTAXES",
    "Document",
    "Frontmatter",
    "Located",
    "Position",
    "Source",
    "parse_document",
    "pointers",
    "read_document",
    "read_known_document",
    "split_frontmatter",
]
