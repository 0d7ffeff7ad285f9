"""JSON Schema in, field reference out; knows no Sphinx and no repository.

The stages, in order:

1. :mod:`.loading` reads the schema and resolves its ``$ref``; :mod:`.checking` asks the metaschema.
2. :mod:`.definitions` finds what is shared and what is recursive.
3. :mod:`.shapes` gathers every view of one value; :mod:`.conditions` says when a view counts.
4. :mod:`.types` and :mod:`.facets` turn views into what a reader is told; :mod:`.build` walks the whole tree.
5. :mod:`.translations` finds each text in the other language; :mod:`.wording` puts types, limits and conditions into words.
6. :mod:`.skeletons` and :mod:`.validation` make and check examples.

The values in between are in :mod:`.model`, the names of things in :mod:`.paths`.
"""

from __future__ import annotations

from sphinx_agentcfg.reference.build import PointerToNowhere, build_reference, read_reference
from sphinx_agentcfg.reference.model import Field, Reference

__all__ = ["Field", "PointerToNowhere", "Reference", "build_reference", "read_reference"]
