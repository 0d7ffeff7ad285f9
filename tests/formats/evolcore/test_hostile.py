"""Whatever a file holds, nothing raises: one finding for what cannot be read, and the role beside it intact."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.audit.rows import field_rows, permission_rows
from sphinx_agentcfg.formats.model import State
from tests.formats.evolcore.agents import ROLES, agent_of, cells, registry, role
from tests.formats.repositories import audit_of, profile_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sphinx_agentcfg.audit.model import Audit

RULE = {
    "allow": True,
    "dangerous": True,
    "permissionMode": "auto",
    "scopes": ["agent"],
    "constraints": {
        "privateOnly": True,
        "groupOnly": False,
        "requireFieldOverride": "chatmode.private",
        "allowedArgs": {"n": [1]},
        "deniedArgs": {"n": [2]},
        "allowedConfigKeys": ["baseagents.codex.model"],
    },
    "reason": "r",
}
FULL = role(
    {
        "chatmode.private": {"default": "interactive", "allowOverride": True, "allowedValues": ["interactive"]},
        "baseagents.claude.model": {"default": "m", "allowOverride": True, "allowedModels": ["m", "m-*"]},
    },
    allowAccess=True,
    commandPermissions={"a.b": RULE, "a.*": {"allow": True}, "*": {"allow": True}},
    usageLimits={"enabled": True, "limitAmount": 5, "currency": "CNY"},
)
VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1.5,
    10**30,
    "",
    "x" * 5_000,
    "\u202e\x1b[31m{field}\ud800",
    [],
    [None],
    [[1]],
    [{"a": 1}],
    ["visitor", 1, "visitor"],
    {},
    {"": None},
    {"a": [1]},
    {"default": [], "allowOverride": {}, "allowedValues": "x", "allowedModels": {}},
)


def _replaced(data: Any) -> Iterator[Any]:
    """Give *data* with each of its values in turn replaced by each of VALUES, and with each key gone or renamed."""
    for path in list(_paths(data, ())):
        for value in VALUES:
            yield _with(data, path, value)
        changed = copy.deepcopy(data)
        parent = _at(changed, path[:-1])
        value = parent.pop(path[-1])
        yield copy.deepcopy(changed)
        if isinstance(parent, dict):
            parent["\u202e ~/\x00"] = value
            yield changed


def _paths(data: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from _paths(value, (*path, key))


def _at(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def _with(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    changed = copy.deepcopy(data)
    _at(changed, path[:-1])[path[-1]] = value
    return changed


def _looked_at(folder: Path, files: dict[str, str]) -> None:
    audit = audit_of(folder, files, only=["evolcore"])
    rows = permission_rows(audit)
    json.dumps([rows, field_rows(audit)])
    assert all("\n" not in f.text() and "\x1b" not in f.text("zh_CN") for f in audit.findings)
    assert {row["profile"] for row in rows} == {profile.id for profile in audit.profiles}


def test_a_role_of_any_shape(tmp_path: Path) -> None:
    variants = [*VALUES, *_replaced(FULL)]
    files = {f"agents/a{i}/roles/ops.json": json.dumps(variant) for i, variant in enumerate(variants)}
    index = json.dumps(registry("ops", private="ops"))
    files |= {f"agents/a{i}/roles/index.json": index for i in range(len(variants))}
    _looked_at(tmp_path, files)


def test_a_registry_of_any_shape(tmp_path: Path) -> None:
    variants = [*VALUES, *_replaced(registry("ops", "crew", private="ops", group="owner"))]
    files = {f"agents/a{i}/roles/index.json": json.dumps(variant) for i, variant in enumerate(variants)}
    files |= {f"agents/a{i}/roles/ops.json": json.dumps(FULL) for i in range(len(variants))}
    _looked_at(tmp_path, files)


def test_parameters_of_any_shape(tmp_path: Path) -> None:
    whole = {"responseModeParams": {"single-session": {"tool_use_reminder": True, "pre_tool_1stmsgchk": True}}}
    variants = [*VALUES, *_replaced(whole), *_replaced(whole["responseModeParams"]["single-session"])]
    files = {f"agents/a{i}/config.json": json.dumps(variant) for i, variant in enumerate(variants)}
    files |= {f"agents/a{i}/single-session.params.json": json.dumps(variant) for i, variant in enumerate(variants)}
    files |= {f"agents/a{i}/roles/ops.json": json.dumps(role()) for i in range(len(variants))}
    _looked_at(tmp_path, files)


def test_many_wildcards_and_long_names_cost_little(tmp_path: Path) -> None:
    rules = {f"n{i}:*": {"allow": True} for i in range(2_000)} | {"a." * 200_000 + "b": {"allow": True}}
    spaces = {"a." * n + "*": {"allow": False} for n in range(1, 300)} | {
        f"o{i}.x": {"allow": True} for i in range(2_000)
    }
    files = {"ops": role(commandPermissions=rules), "crew": role(commandPermissions=spaces)}
    audit = agent_of(tmp_path, files)
    assert cells(audit, "crew")["a." * 200_000 + "b", ""]["decision"] == "deny"
    assert cells(audit, "ops")["o7.x", ""]["decision"] == "unknown"


GOOD = json.dumps(role())
DEEP = 10_000
BROKEN: dict[str, tuple[bytes, str, int | None]] = {
    "not UTF-8": (b'{"description": "\xc9diteur"}', "file/not-utf8", 1),
    "UTF-16": (GOOD.encode("utf-16"), "file/not-utf8", 1),
    "deep mappings": (b'{"a":' * DEEP + b"1" + b"}" * DEEP, "file/too-deep", 1),
    "deep lists": (b"[" * DEEP + b"]" * DEEP, "file/too-deep", 1),
    "a number of 5,000 digits": (b'{\n"rank": ' + b"9" * 5_000 + b"}", "file/long-number", 2),
    "NUL": (b'{"description":\n "a\x00b"}', "file/syntax", 2),
    "a trailing comma": (b'{"rank": 500\n,}', "file/trailing-comma", 2),
    "a comment": (b'{"rank": 500 // five\n}', "file/comment", 1),
    "empty": (b"", "file/empty", None),
    "blanks only": (b" \n\n", "file/empty", None),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_file_that_cannot_be_read_is_one_finding_and_an_unknown_role(case: str, tmp_path: Path) -> None:
    content, rule, line = BROKEN[case]
    audit = _beside(tmp_path, content)
    (found,) = (f for f in audit.findings if f.path == f"{ROLES}/ops.json")
    assert (found.rule, found.severity.value, found.line) == (rule, "error", line)
    assert found.profile == "evolcore:demo/ops"
    assert profile_of(audit, "evolcore:demo/ops").state is State.UNREADABLE
    rows = cells(audit, "ops")
    assert {row["decision"] for row in rows.values()} == {"unknown"}
    assert ("a.b", "") in rows
    _intact(audit)


@pytest.mark.parametrize("content", [b"[]", b'[{"rank": 500}]', b"null", b'"role"', b"1"])
def test_a_file_that_holds_no_mapping_is_one_finding_too(content: bytes, tmp_path: Path) -> None:
    audit = _beside(tmp_path, content)
    (found,) = (f for f in audit.findings if f.path == f"{ROLES}/ops.json")
    assert (found.rule, found.severity.value, found.line) == ("evolcore/schema", "error", 1)
    assert {row["decision"] for row in cells(audit, "ops").values()} == {"unknown"}
    _intact(audit)


def _text(before: str, after: str) -> bytes:
    assert before in GOOD
    return GOOD.replace(before, after).encode()


READABLE: dict[str, tuple[bytes, str, str]] = {
    "a byte order mark": (b"\xef\xbb\xbf" + GOOD.encode(), "file/byte-order-mark", "deny"),
    "the same key twice": (_text('"rank": 500', '"rank": 900, "rank": 500'), "file/duplicate-key", "deny"),
    "NaN": (_text('"rank": 500', '"usageLimits": {"limitAmount": NaN}, "rank": 500'), "file/not-a-number", "unknown"),
}


@pytest.mark.parametrize("case", READABLE)
def test_a_file_that_can_be_read_all_the_same(case: str, tmp_path: Path) -> None:
    content, rule, mode = READABLE[case]
    audit = _beside(tmp_path, content)
    found = [f for f in audit.findings if f.path == f"{ROLES}/ops.json" and f.rule.startswith("file/")]
    assert [(f.rule, f.line) for f in found] == [(rule, 1)]
    assert profile_of(audit, "evolcore:demo/ops").state is State.OK
    assert cells(audit, "ops")["permissionMode", ""]["decision"] == mode
    _intact(audit)


def test_a_lone_surrogate_is_harmless(tmp_path: Path) -> None:
    audit = _beside(tmp_path, _text('"description": "d"', r'"description": "\ud800"'))
    assert profile_of(audit, "evolcore:demo/ops").state is State.OK
    _intact(audit)


def test_a_lone_surrogate_in_a_key_is_shown_as_text(tmp_path: Path) -> None:
    audit = _beside(tmp_path, _text('"rank": 500', r'"rank": 500, "\ud800": 1'))
    (found,) = (f for f in audit.findings if f.rule == "evolcore/schema")
    assert r"\ud800" in found.text()
    found.text().encode()
    _intact(audit)


def _beside(folder: Path, content: bytes) -> Audit:
    """Return the audit of a role with that content beside a good one."""
    good = json.dumps(role(commandPermissions={"a.b": {"allow": True}}))
    index = json.dumps(registry("ops", "crew"))
    files: dict[str, str | bytes] = {f"{ROLES}/ops.json": content, f"{ROLES}/crew.json": good}
    return audit_of(folder, {**files, f"{ROLES}/index.json": index}, only=["evolcore"])


def _intact(audit: Audit) -> None:
    assert profile_of(audit, "evolcore:demo/crew").state is State.OK
    assert cells(audit, "crew")["a.b", ""]["decision"] == "allow"
    warned = {f.rule for f in audit.findings if f.path == f"{ROLES}/crew.json"}
    assert warned == {"evolcore/model-policy-missing"}
