"""Fields in, the text of a profile out; the texts that most of these tests begin with."""

from __future__ import annotations

import json
from typing import Any

__all__ = ["CORE", "MANIFEST", "manifest", "profile", "role"]


def profile(body: str = "", **fields: Any) -> str:
    """Return a profile with *fields* in their order, each on a line of its own, the first on line 2."""
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in fields.items()]
    return f"---\n{''.join(lines)}---\n{body}"


def role(name: str, body: str = "", **fields: Any) -> str:
    """Return a profile of the role *name* whose id is its role."""
    return profile(body, id=name, name=name.title(), role=name, **fields)


def manifest(**keys: Any) -> str:
    """Return a manifest whose context is ``docs/``."""
    return json.dumps({"rootPath": "docs/", **keys})


MANIFEST = manifest()
CORE = role("core", requiredRead=["docs/"], mustAskWhen=["unsure"])
