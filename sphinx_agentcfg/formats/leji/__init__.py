"""Leji: a repository in; its profiles, what they inherit and what they must ask or refuse out (``facts/leji.md``).

The rooms, in the order in which they are used:

1. ``manifest`` reads a ``leji.json``; ``places`` turns what it declares into paths; ``layers`` finds the layers
   (``unmanaged``: those without a manifest) and ``members`` reads their profiles; ``overlooked`` says which of them
   Leji's own tool does not take.
2. ``inheritance`` resolves ``inherits``; ``derivations`` tell where each item of a list comes from.
3. The rules: ``lists``, ``required_reading``, ``freshness``, ``prompts``, ``links`` (with ``markdown``) look at one
   profile, ``bindings``, ``actors`` and ``layer_rules`` at a whole layer.
4. ``resolution`` puts it all together; ``permissions`` and ``bodies`` answer when somebody asks.
"""

from __future__ import annotations

from sphinx_agentcfg.formats.leji.bodies import effective_body
from sphinx_agentcfg.formats.leji.permissions import permissions
from sphinx_agentcfg.formats.leji.resolution import resolve

__all__ = ["TELLS_OF_EQUAL_NAMES", "effective_body", "permissions", "resolve"]

#: These say already that two profiles have one id.
TELLS_OF_EQUAL_NAMES = True
