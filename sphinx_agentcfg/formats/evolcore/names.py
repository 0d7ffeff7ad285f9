"""Keys and ids of evolcore in, what they stand for out: permission fields, model policies, roles, wildcards."""

from __future__ import annotations

import json
import re
from enum import IntEnum
from functools import lru_cache
from typing import Any, Final

from sphinx_agentcfg.resources import schemas_dir

__all__ = [
    "RANKS",
    "ROLE_ID",
    "USUAL_AGENTS",
    "Kind",
    "agent_of",
    "enum_fields",
    "fields",
    "is_model",
    "kind_of",
    "model_key",
    "rank_of",
]

#: The base agents that the schema names; any other one may have a model policy too.
USUAL_AGENTS: Final = ("claude", "codex", "gemini")
#: Built-in roles and their ranks: our reading, no source states it (``spec/formats.md`` → evolcore).
RANKS: Final = {"owner": 900, "admin": 700, "member": 500, "guest": 300, "visitor": 100}
_CUSTOM_RANK = 500
#: As ECMA-262 reads the pattern of ``role-registry``: to be matched wholly.
ROLE_ID: Final = re.compile(r"[a-z0-9_-]+", re.ASCII)
_MODEL = re.compile(r"baseagents\.[a-z0-9_-]+\.model", re.ASCII)
_AGENT = re.compile(r"baseagents\.([a-z0-9_-]+)\.[^.]+", re.ASCII)


def fields() -> tuple[str, ...]:
    """Return the governable fields, in the order of ``x-permission-fields``."""
    return tuple(each["value"] for each in _governed())


def enum_fields() -> tuple[str, ...]:
    """Return those whose ``allowedValues`` must hold the default (``facts/evolcore-rules.yaml``, EV03).

    Those of ``permissionMode`` are reserved, so they need not.
    """
    return tuple(
        each["value"] for each in _governed() if each["valueType"] == "enum" and each["value"] != "permissionMode"
    )


@lru_cache(maxsize=1)
def _governed() -> tuple[dict[str, Any], ...]:
    """Return what the schema says of them; it is the one that we ship, byte for byte."""
    schema = schemas_dir() / "evolcore" / "role-config.schema.json"
    return tuple(json.loads(schema.read_text(encoding="utf-8"))["x-permission-fields"])


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
