"""The values that the other rooms hand on: one profile's file, and the layer that it belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.formats.leji.overlooked import refusal
from sphinx_agentcfg.formats.workspace import data_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.leji.manifest import Binding, Manifest
    from sphinx_agentcfg.formats.leji.overlooked import Refusal
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["FIELDS", "POSTURE", "TYPE", "Layer", "Member", "read_member"]

#: The lists that are inherited, in the order in which the base's join the effective fields (``facts/leji.md`` §1.4).
POSTURE: Final = ("requiredRead", "defaultContext", "mustAskWhen", "mustRefuseWhen")
TYPE: Final = "agent-profile"
#: A file that nothing but its place makes a profile is one if it has these.
FIELDS: Final = ("id", "name", "role")


class Member(NamedTuple):
    """The file of a profile."""

    path: str
    document: Document
    #: What reading and the schema have against it.
    findings: tuple[Finding, ...]
    #: The fields; None where they cannot be read.
    data: dict[str, Any] | None
    #: One of the findings is an error, so the tool refuses the profile.
    faulty: bool
    #: Whether the tool's scan takes the file (``facts/leji.md`` §1.7); it still has a row if not.
    seen: bool = True
    #: Why the tool cannot read a file that we can.
    refusal: Refusal | None = None

    @property
    def id(self) -> str | None:
        """The ``id`` in the file, if it is a string."""
        value = self.data.get("id") if self.data else None
        return value if isinstance(value, str) else None

    @property
    def counts(self) -> bool:
        """Whether the tool reads its fields, so that they count among those of the layer."""
        return self.seen and self.refusal is None and self.data is not None


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer and its profiles.

    ``folder`` is where its ``leji.json`` lies, from which its paths count; ``profiles`` is the profile folder (None
    where there is none in the repository). ``members`` are the profiles that have their row here, in the order of
    their paths; ``guests`` belong to a layer inside this one, and this one's ``agents`` names them too.
    """

    folder: str
    manifest: Manifest | None
    profiles: str | None
    members: tuple[Member, ...] = ()
    guests: tuple[Member, ...] = ()
    #: The entries of ``agents`` that lead to a file, with its path from the root of the repository.
    bound: tuple[tuple[Binding, str], ...] = ()


def read_member(workspace: Workspace, path: str, *, seen: bool = True) -> Member:
    """Read the profile at *path* and check it against the schema."""
    document = workspace.document(path, TYPE)
    findings = workspace.check(document, TYPE)
    if findings and document.findings:
        findings = tuple(_once(findings))
    faulty = bool(findings) and any(f.severity is Severity.ERROR for f in findings)
    data = data_of(document)
    return Member(path, document, findings, data, faulty, seen, None if data is None else refusal(document))


def _once(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Leave out what the schema has against a value that reading has an error for (a tag, a number that is none)."""
    findings = tuple(findings)
    told = {f.pointer for f in findings if f.rule.startswith("file/") and f.severity is Severity.ERROR and f.pointer}
    return (f for f in findings if not (f.pointer in told and f.name == "schema"))
