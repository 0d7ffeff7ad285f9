"""Two versions of a schema in, what differs in what they say out, each change classed by what it means to a file.

The classes are those of an author who has files that the old version let pass:

- *breaking*: such a file may be refused by the new version, or what it says may have no effect any more;
- *compatible*: every such file passes, and means what it meant, but for defaults, deprecations and the like;
- *wording*: only texts changed, or only the way in which the schema says the same.

:mod:`.walk` meets each pair of subschemas once; :mod:`.values`, :mod:`.limits`, :mod:`.objects`, :mod:`.arrays`,
:mod:`.rules`, :mod:`.outcomes` and :mod:`.annotations` compare one group of keywords each; :mod:`.words` says a change
in a language. Where two things cannot be compared (two patterns, two conditions), the worst is assumed.
"""

from __future__ import annotations

from sphinx_agentcfg.reference.changes.comparison import compare
from sphinx_agentcfg.reference.changes.model import Change, ChangeClass, Changes, Kind, LineEnds, State

__all__ = ["Change", "ChangeClass", "Changes", "Kind", "LineEnds", "State", "compare"]
