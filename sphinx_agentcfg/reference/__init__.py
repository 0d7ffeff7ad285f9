"""JSON Schema in, field reference out; knows no Sphinx and no repository.

The stages, in order:

1. :mod:`.loading` reads the schema and resolves its ``$ref``; :mod:`.checking` asks the metaschema.
2. :mod:`.definitions` finds what is shared and what is recursive.
3. :mod:`.shapes` gathers every view of one value; :mod:`.conditions` says when a view counts.
4. :mod:`.types` and :mod:`.facets` turn views into what a reader is told; :mod:`.build` walks the whole tree.
5. :mod:`.translations` finds each text in the other language; :mod:`.wording` says types, limits and conditions.
6. :mod:`.skeletons` (with :mod:`.samples` and :mod:`.comments`) writes templates; :mod:`.rows` lists every path.
7. :mod:`.validation` checks documents: :mod:`.keyword_checks` finds what is wrong, :mod:`.explaining` which of it to
   tell, :mod:`.violations` and :mod:`.clauses` how.
8. :mod:`.revisions` and :mod:`.changes` compare two versions of a schema.

:mod:`.annotations`, :mod:`.sections` and :mod:`.governing` read what our own keywords and evolcore's add. The values in
between are in :mod:`.model` and :mod:`.expressions`, the names of things in :mod:`.paths`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx_agentcfg.reference.build import PointerToNowhere, build_reference, read_reference
    from sphinx_agentcfg.reference.model import Field, Reference

__all__ = ["Field", "PointerToNowhere", "Reference", "build_reference", "read_reference"]

_HOME = {"Field": "model", "Reference": "model"}


def __getattr__(name: str) -> object:
    """Import a public name where it is first used: :mod:`.paths` must not cost what reading schemas costs."""
    if name not in __all__:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOME.get(name, 'build')}"), name)
