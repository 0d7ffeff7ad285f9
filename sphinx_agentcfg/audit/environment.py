"""An audit in, a row for each variable of the environment that a profile names out; no value of one is ever shown."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx_agentcfg.audit.model import Audit

__all__ = ["environment_rows"]


def environment_rows(audit: Audit) -> list[dict[str, Any]]:
    """Return a row for each place that names a variable; ``set`` says whether it is set where the audit runs."""
    return [
        {
            "profile": need.profile,
            "variable": need.variable,
            "set": need.variable in os.environ,
            "replaced": need.replaced,
            "reason": need.reason.text("en") if need.reason else None,
            "reason_zh": need.reason.text("zh_CN") if need.reason else None,
            "path": need.origin.path or None,
            "line": audit.line(need.origin),
        }
        for resolved in audit.resolved
        for need in resolved.needs
    ]
