"""A workspace in; the findings of its receipts, and those that lie where no receipt should be, out.

Nobody says how the files of receipts are called (``schemas/agentfs/format.toml``). So below ``runs/`` every YAML file
is looked at, elsewhere only one whose path speaks of receipts; and it is one only if its content says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.file_types import fits
from sphinx_agentcfg.formats.agentfs.known_keys import unknown_fields
from sphinx_agentcfg.formats.workspace import data_of
from sphinx_agentcfg.messages import message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["check_receipts"]

_SUFFIXES = (".yaml", ".yml")
_WORDS = ("rcpt", "receipt")
_RUNS = "runs/"
#: What a receipt has beside its id (``seeds/agentfs-file-formats.zh.txt``).
_REST = ("repo_ref", "session", "task", "step_types", "time_metrics")


def check_receipts(workspace: Workspace, documents: dict[str, Document]) -> Iterator[Finding]:
    """Check each receipt, and note it in *documents*; to be called only where there is an agent."""
    patterns = workspace.type("receipt").files
    for path in workspace.tree.files:
        if not path.endswith(_SUFFIXES):
            continue
        in_runs = any(fits(path, pattern) for pattern in patterns)
        speaking = any(word in path.casefold() for word in _WORDS)
        if not (in_runs or speaking):
            continue
        document = workspace.document(path, "receipt")
        if not document.readable and in_runs and speaking:
            documents[path] = document
            yield from workspace.check(document, "receipt")
        data = data_of(document)
        if data is None or not _is_receipt(data):
            continue
        documents[path] = document
        yield from workspace.check(document, "receipt")
        yield from unknown_fields(workspace, document, "receipt")
        if not in_runs:
            text = message(
                "receipts belong in `{folder}`, where the client writes them; remove this copy", folder=_RUNS
            )
            yield workspace.report("receipt-outside-runs", document, text, line=1, column=1)


def _is_receipt(data: dict[str, Any]) -> bool:
    own = data.get("receipt_id")
    return isinstance(own, str) and (own.casefold().startswith("rcpt") or any(key in data for key in _REST))
