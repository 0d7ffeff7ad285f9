"""The original file of a schema, for download: the bytes as they are, beside the pages that show it.

Sphinx's own ``download`` copies every file again with every build; fifty schemas made that a measurable part of a build
with nothing to do. Ours go into the same folder, and only when they differ.
"""

from __future__ import annotations

import shutil
from posixpath import join
from typing import TYPE_CHECKING
from urllib.parse import quote

from docutils import nodes

from sphinx_agentcfg.reference.paths import anchor

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.writers.html5 import HTML5Translator

__all__ = ["original", "original_file", "setup_originals"]


class original_file(nodes.inline):  # noqa: N801  # docutils names nodes so
    """A link to the file ``name`` in the folder of downloads; plain words for builders that have none."""


def original(env: BuildEnvironment, type_id: str, schema: Path, *words: nodes.Node) -> original_file:
    """Return *words* as a link to *schema*, and note that its page wants a copy."""
    name = f"{anchor(type_id)}/{schema.name}"
    wanted: dict[str, dict[str, Path]] = env.domaindata["agentcfg"]["originals"]
    wanted.setdefault(env.docname, {})[name] = schema
    return original_file("", "", *words, name=name)


def _visit_html(translator: HTML5Translator, node: original_file) -> None:
    builder = translator.builder
    if builder.download_support:
        address = join(builder.dlpath, quote(node["name"]))
        translator.body.append(f'<a class="reference download internal" download="" href="{address}">')


def _depart_html(translator: HTML5Translator, _node: original_file) -> None:
    if translator.builder.download_support:
        translator.body.append("</a>")


def _copy(app: Sphinx, error: Exception | None) -> None:
    """Copy what pages offer and what is not there yet as it is."""
    if error or not getattr(app.builder, "download_support", False):
        return
    for files in app.env.domaindata["agentcfg"]["originals"].values():
        for name, source in files.items():
            target = app.outdir / "_downloads" / name
            wanted = _stamp(source)
            if wanted and wanted != _stamp(target):
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def setup_originals(app: Sphinx) -> None:
    """Register the node and the copying."""
    app.add_node(original_file, html=(_visit_html, _depart_html))
    app.connect("build-finished", _copy)
