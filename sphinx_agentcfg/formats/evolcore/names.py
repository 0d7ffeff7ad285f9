"""Keys and ids of evolcore in, what they stand for out: permission fields, model policies, roles, wildcards."""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Any, Final

__all__ = [
    "ENUM_FIELDS",
    "FIELDS",
    "RANKS",
    "ROLE_ID",
    "USUAL_AGENTS",
    "Kind",
    "agent_of",
    "is_model",
    "kind_of",
    "mapping",
    "model_key",
    "rank_of",
    "texts",
]

#: The governable fields in the order of ``x-permission-fields`` (``seeds/role-config.schema.1.json``).
FIELDS: Final = (
    "permissionMode",
    "chatmode.private",
    "chatmode.group",
    "mentionMode",
    "baseagents.claude.model",
    "baseagents.claude.effort",
    "baseagents.codex.model",
    "baseagents.codex.effort",
    "baseagents.gemini.model",
)
#: Those whose ``allowedValues`` must hold the default (``facts/evolcore-rules.yaml``, EV03).
ENUM_FIELDS: Final = (
    "chatmode.private",
    "chatmode.group",
    "mentionMode",
    "baseagents.claude.effort",
    "baseagents.codex.effort",
)
#: The base agents that the schema names; any other one may have a model policy too.
USUAL_AGENTS: Final = ("claude", "codex", "gemini")
#: Built-in roles and their ranks: our reading, no source states it (``spec/formats.md`` → evolcore).
RANKS: Final = {"owner": 900, "admin": 700, "member": 500, "guest": 300, "visitor": 100}
_CUSTOM_RANK = 500
#: As ECMA-262 reads the pattern of ``role-registry``: to be matched wholly.
ROLE_ID: Final = re.compile(r"[a-z0-9_-]+", re.ASCII)
_MODEL = re.compile(r"baseagents\.[a-z0-9_-]+\.model", re.ASCII)
_AGENT = re.compile(r"baseagents\.([a-z0-9_-]+)\.[^.]+", re.ASCII)


class Kind(IntEnum):
    """What a key of ``commandPermissions`` matches, the most exact first (``facts/agentfs-evolcore.md`` B.1)."""

    EXACT = 0
    NAMESPACE = 1
    CATEGORY = 2
    DANGEROUS = 3
    ALL = 4
    #: A wildcard of which no source says what it matches.
    ODD = 5


def kind_of(key: str) -> Kind:
    """Return what *key* of ``commandPermissions`` is: an operation, or one of the wildcards of the predecessor."""
    if key == "*":
        return Kind.ALL
    if key == "dangerous:*":
        return Kind.DANGEROUS
    if key.startswith("category:"):
        return Kind.ODD if "*" in key or key == "category:" else Kind.CATEGORY
    if key.endswith(".*") and key.count("*") == 1 and len(key) > len(".*"):
        return Kind.NAMESPACE
    return Kind.ODD if "*" in key else Kind.EXACT


def rank_of(role: str) -> int:
    """Return the rank that a role should have: that of a built-in one, else 500."""
    return RANKS.get(role, _CUSTOM_RANK)


def is_model(key: str) -> bool:
    """Say whether a key of ``permissions`` is a model policy (``baseagents.<name>.model``)."""
    return _MODEL.fullmatch(key) is not None


def agent_of(key: str) -> str | None:
    """Return the base agent that a dotted key is about, None for other keys."""
    found = _AGENT.fullmatch(key)
    return found.group(1) if found else None


def model_key(agent: str) -> str:
    """Return the key of the model policy of a base agent."""
    return f"baseagents.{agent}.model"


def mapping(value: Any) -> dict[str, Any]:
    """Return *value* where it is a mapping, else an empty one: the schema tells of the wrong type."""
    return value if isinstance(value, dict) else {}


def texts(value: Any) -> list[str]:
    """Return the strings in *value*; none where it is no list."""
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
