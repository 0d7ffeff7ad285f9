"""What the cells of tables are called, in words that are translated."""

from __future__ import annotations

from sphinx_agentcfg.messages import N_

__all__ = ["DECISION_WORDS", "PROVENANCE_WORDS"]

DECISION_WORDS = {
    "unknown": N_("unknown"),
    "unset": N_("unset"),
    "deny": N_("deny"),
    "ask": N_("ask"),
    "allow": N_("allow"),
}
PROVENANCE_WORDS = {
    "own": N_("own"),
    "inherited": N_("inherited"),
    "merged": N_("merged"),
    "default": N_("default"),
    "builtin": N_("built in"),
    "missing": N_("missing"),
    "empty": N_("empty"),
    "unknown": N_("unknown"),
}
