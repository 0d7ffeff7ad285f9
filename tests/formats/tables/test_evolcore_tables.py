"""An evolcore agent with four roles: every table, cell by cell, as a person reads it from the files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.formats.repositories import write
from tests.formats.tables.expecting import cells, matrix, repository

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.audit import Repository

INDEX = """\
{
  "$schema_version": 1,
  "roles": ["member", "guest", "visitor"],
  "defaultRoles": { "private": "member", "group": null }
}
"""
MEMBER = """\
{
  "$schema_version": 1,
  "description": "A reader.",
  "rank": 500,
  "permissions": {
    "permissionMode": { "default": "readonly", "allowOverride": false },
    "chatmode.private": { "default": "interactive", "allowOverride": true, "allowedValues": ["interactive"] },
    "baseagents.claude.model": { "default": "opus", "allowOverride": true, "allowedModels": ["opus", "haiku"] }
  },
  "commandPermissions": {
    "msg.send": { "allow": true, "scopes": ["relation", "agent"], "constraints": { "ownPeerOnly": true } },
    "cli.exec": { "allow": true, "dangerous": true, "constraints": { "ownPeerOnly": true } }
  }
}
"""
GUEST = """\
{
  "$schema_version": 1,
  "description": "A guest.",
  "permissions": {
    "permissionMode": { "default": "request", "allowOverride": false }
  },
  "commandPermissions": {
    "msg.*": { "allow": true },
    "cli.exec": { "allow": true }
  }
}
"""
VISITOR = """\
{
  "$schema_version": 1,
  "description": "A stranger.",
  "rank": 100,
  "allowAccess": false,
  "permissions": {
    "permissionMode": { "default": "readonly", "allowOverride": false }
  }
}
"""
TRAINEE = """\
{
  "$schema_version": 1,
  "description": "Learns.",
  "allowAccess": true,
  "permissions": {
    "permissionMode": { "default": "auto", "allowOverride": false }
  },
  "commandPermissions": {
    "msg.send": { "allow": true }
  }
}
"""
FOLDER = "agents/desk/roles"
PATHS = {name: f"{FOLDER}/{name}.json" for name in ("index", "guest", "member", "trainee", "visitor")}
GUEST_ID, MEMBER_ID, TRAINEE_ID, VISITOR_ID = ROLES = tuple(
    f"evolcore:desk/{name}" for name in ("guest", "member", "trainee", "visitor")
)
TYPE = "evolcore/role-config"
MODE, CHAT, MODEL = (
    "permissions.permissionMode",
    'permissions["chatmode.private"]',
    "permissions.baseagents.<name>.model",
)
RULE = "commandPermissions.<operation>"
SETTINGS = (
    *("permissionMode", "chatmode.private", "chatmode.group", "mentionMode", "baseagents.claude.model"),
    *("baseagents.claude.effort", "baseagents.codex.model", "baseagents.codex.effort", "baseagents.gemini.model"),
)
OPERATIONS = ("msg.send", "msg.*", "cli.exec")

# The values of the member, as JSON text.
OWN_PEER = '{"ownPeerOnly": true}'
READONLY = '{"default": "readonly", "allowOverride": false}'
PRIVATE = '{"default": "interactive", "allowOverride": true, "allowedValues": ["interactive"]}'
CLAUDE = '{"default": "opus", "allowOverride": true, "allowedModels": ["opus", "haiku"]}'
SEND = f'{{"allow": true, "scopes": ["relation", "agent"], "constraints": {OWN_PEER}}}'
EXEC = f'{{"allow": true, "dangerous": true, "constraints": {OWN_PEER}}}'

# Guest, member, trainee, visitor: o own, b built in, d default, - missing; how often needed, always required or not
WRITTEN = {
    "$schema_version": ("oooo", 4),
    "description": ("oooo", 4),
    "rank": ("bobo", None),
    "allowAccess": ("ddoo", None),
    "permissions": ("oooo", 4),
    MODE: ("oooo", 4),
    f"{MODE}.default": ("oooo", 4),
    f"{MODE}.allowOverride": ("oooo", 4),
    CHAT: ("-o--", None),
    f"{CHAT}.default": ("-o--", 1),
    f"{CHAT}.allowOverride": ("dodd", 1),
    f"{CHAT}.allowedValues": ("-o--", None),
    MODEL: ("-o--", None),
    f"{MODEL}.default": ("-o--", 1),
    f"{MODEL}.allowOverride": ("dodd", 1),
    f"{MODEL}.allowedModels": ("-o--", 1),
    "commandPermissions": ("ooo-", None),
    RULE: ("ooo-", None),
    f"{RULE}.allow": ("ooo-", 3),
    f"{RULE}.dangerous": ("dodd", None),
    f"{RULE}.scopes": ("-o--", None),
    f"{RULE}.constraints": ("-o--", None),
    f"{RULE}.constraints.ownPeerOnly": ("-o--", None),
}
# The defaults of the schema that nobody takes the place of.
DEFAULTS = {
    *('permissions["chatmode.group"].allowOverride', "permissions.mentionMode.allowOverride"),
    *(f'permissions["baseagents.{name}.effort"].allowOverride' for name in ("claude", "codex")),
    "usageLimits.enabled",
}
COUNTED = {"own": "o", "default": "d", "builtin": "b", "missing": "-"}


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    files = {"index": INDEX, "member": MEMBER, "guest": GUEST, "visitor": VISITOR, "trainee": TRAINEE}
    return repository(write(tmp_path, {PATHS[name]: text for name, text in files.items()}), "evolcore")


def test_profiles(repo: Repository) -> None:
    # What each must have is $schema_version, description, permissions, permissionMode and its two parts: 18. Four more
    # are at the top, two in permissionMode, six in permissions: 30, of which the visitor fills 20.
    # A rule adds itself 1, allow 3 and five more: 39, and of these the guest fills 23 and the trainee 24.
    # The member has in constraints 22 more, in a chat mode 8 and in a model policy 10: 79, and fills 46 of them.
    profiles = repo.profiles()
    assert cells(profiles, "profile", "name", "role", "path", "model", "coverage", "warnings") == [
        (GUEST_ID, "desk/guest", "guest", PATHS["guest"], None, 23 / 39, 1),
        (MEMBER_ID, "desk/member", "member", PATHS["member"], "opus", 46 / 79, 1),
        (TRAINEE_ID, "desk/trainee", "trainee", PATHS["trainee"], None, 24 / 39, 1),
        (VISITOR_ID, "desk/visitor", "visitor", PATHS["visitor"], None, 20 / 30, 0),
    ]
    rest = ("format", "type", "kind", "parent", "line", "state", "errors")
    assert set(cells(profiles, *rest)) == {("evolcore", TYPE, "role", None, 1, "ok", 0)}


def test_fields_of_the_member_are_its_own(repo: Repository) -> None:
    fields = repo.fields()
    chosen = fields[(fields.profile == MEMBER_ID) & ~fields.provenance.isin(["missing", "default"])]
    send, run = "/commandPermissions/msg.send", "/commandPermissions/cli.exec"
    private, claude = "/permissions/chatmode.private", "/permissions/baseagents.claude.model"
    assert cells(chosen, "field", "pointer", "value", "line") == [
        ("$schema_version", "/$schema_version", "1", 2),
        ("description", "/description", '"A reader."', 3),
        ("rank", "/rank", "500", 4),
        (
            *("permissions", "/permissions"),
            f'{{"permissionMode": {READONLY}, "chatmode.private": {PRIVATE}, "baseagents.claude.model": {CLAUDE}}}',
            5,
        ),
        (MODE, "/permissions/permissionMode", READONLY, 6),
        (f"{MODE}.default", "/permissions/permissionMode/default", '"readonly"', 6),
        (f"{MODE}.allowOverride", "/permissions/permissionMode/allowOverride", "false", 6),
        (CHAT, private, PRIVATE, 7),
        (f"{CHAT}.default", f"{private}/default", '"interactive"', 7),
        (f"{CHAT}.allowOverride", f"{private}/allowOverride", "true", 7),
        (f"{CHAT}.allowedValues", f"{private}/allowedValues", '["interactive"]', 7),
        (MODEL, claude, CLAUDE, 8),
        (f"{MODEL}.default", f"{claude}/default", '"opus"', 8),
        (f"{MODEL}.allowOverride", f"{claude}/allowOverride", "true", 8),
        (f"{MODEL}.allowedModels", f"{claude}/allowedModels", '["opus", "haiku"]', 8),
        ("commandPermissions", "/commandPermissions", f'{{"msg.send": {SEND}, "cli.exec": {EXEC}}}', 10),
        (RULE, send, SEND, 11),
        (RULE, run, EXEC, 12),
        (f"{RULE}.allow", f"{send}/allow", "true", 11),
        (f"{RULE}.allow", f"{run}/allow", "true", 12),
        (f"{RULE}.dangerous", f"{run}/dangerous", "true", 12),
        (f"{RULE}.scopes", f"{send}/scopes", '["relation", "agent"]', 11),
        (f"{RULE}.constraints", f"{send}/constraints", OWN_PEER, 11),
        (f"{RULE}.constraints", f"{run}/constraints", OWN_PEER, 12),
        (f"{RULE}.constraints.ownPeerOnly", f"{send}/constraints/ownPeerOnly", "true", 11),
        (f"{RULE}.constraints.ownPeerOnly", f"{run}/constraints/ownPeerOnly", "true", 12),
    ]
    rest = ("provenance", "origin", "path", "known", "assumed")
    assert set(cells(chosen, *rest)) == {("own", MEMBER_ID, PATHS["member"], True, False)}


def test_a_rank_that_is_missing_is_filled_in_by_the_loader(repo: Repository) -> None:
    fields = repo.fields()
    assert cells(fields[fields.field == "rank"], "profile", "value", "provenance", "origin", "line", "assumed") == [
        (GUEST_ID, "300", "builtin", None, None, True),  # a built-in role: our reading
        (MEMBER_ID, "500", "own", MEMBER_ID, 4, False),
        (TRAINEE_ID, "500", "builtin", None, None, False),  # one of the agent's own: the schema says so
        (VISITOR_ID, "100", "own", VISITOR_ID, 4, False),
    ]


def test_lineage_of_lists(repo: Repository) -> None:
    lineage = repo.lineage("desk/member")
    lists = lineage[lineage.position.notna()]
    assert cells(lists, "field", "item", "position", "line") == [
        (f"{CHAT}.allowedValues", '"interactive"', 0, 7),
        (f"{MODEL}.allowedModels", '"opus"', 0, 8),
        (f"{MODEL}.allowedModels", '"haiku"', 1, 8),
        (f"{RULE}.scopes", '"relation"', 0, 11),
        (f"{RULE}.scopes", '"agent"', 1, 11),
    ]
    assert set(cells(lists, "change", "provenance", "origin")) == {("kept", "own", MEMBER_ID)}


def test_coverage_of_fields_that_somebody_fills(repo: Repository) -> None:
    coverage = repo.coverage()
    chosen = coverage[coverage.field.isin(list(WRITTEN))]
    assert cells(chosen, "type", "field", "required", "needed") == [
        (TYPE, name, "no" if needed is None else "always", needed or 0) for name, (_, needed) in WRITTEN.items()
    ]
    assert cells(chosen, "field", *COUNTED, "inherited", "merged", "empty", "unknown", "coverage") == [
        (name, *map(by.count, COUNTED.values()), 0, 0, 0, 0, by.count("o") / 4) for name, (by, _) in WRITTEN.items()
    ]


def test_coverage_of_all_other_fields(repo: Repository) -> None:
    coverage = repo.coverage()
    assert set(cells(coverage, "type", "profiles")) == {(TYPE, 4)}  # the registry is no profile's document
    counted = [*COUNTED, "inherited", "merged", "empty", "unknown"]
    assert coverage[counted].sum(axis=1).tolist() == [4] * len(coverage)
    rest = coverage[~coverage.field.isin(list(WRITTEN))]
    assert set(cells(rest, "needed", "own", "coverage")) == {(0, 0, 0.0)}
    assert set(rest[rest.default == 4].field) == DEFAULTS
    assert set(rest[rest.missing == 4].field) == set(rest.field) - DEFAULTS


def test_coverage_matrix(repo: Repository) -> None:
    words = {letter: word for word, letter in COUNTED.items()}
    found = matrix(repo.coverage_matrix(TYPE))
    assert list(found) == list(ROLES)
    for place, name in enumerate(ROLES):
        expected = {field: words[by[place]] for field, (by, _) in WRITTEN.items()}
        assert {field: found[name][field] for field in WRITTEN} == expected
        rest = {field: word for field, word in found[name].items() if field not in WRITTEN}
        assert rest == {field: "default" if field in DEFAULTS else "missing" for field in rest}


def test_nobody_inherits_and_no_variable_is_needed(repo: Repository) -> None:
    assert cells(repo.inheritance()) == []
    assert cells(repo.environment()) == []


TOLD = (
    *("subject", "kind", "decision", "declared", "scope", "value", "may_override", "allowed"),
    *("dangerous", "constraints", "conflict", "assumed", "line"),
)


def told(repo: Repository, profile: str, *columns: str) -> list[tuple[Any, ...]]:
    """Return the cells of the permissions of a profile."""
    permissions = repo.permissions()
    return cells(permissions[permissions.profile == profile], *columns)


def plain(line: int) -> tuple[Any, ...]:
    """Return the last cells of a setting: no danger, no constraints, no conflict, nothing assumed."""
    return (None, None, False, False, line)


def no_policy(line: int, *names: str) -> list[tuple[Any, ...]]:
    """Return the rows of settings without a policy: a model may be any, for the others nobody says."""
    return [
        (name, "setting", *(("allow", True) if name.endswith(".model") else ("unset", False)), line) for name in names
    ]


def test_permissions_of_the_member(repo: Repository) -> None:
    rows = told(repo, MEMBER_ID, *TOLD)
    override, sent = "allowOverride: true", ("operation", "allow", "allow: true")
    assert [row for row in rows if row[3] is not None] == [
        ("permissionMode", "setting", "deny", "allowOverride: false", None, '"readonly"', False, None, *plain(6)),
        ("chatmode.private", "setting", "allow", override, None, '"interactive"', True, '["interactive"]', *plain(7)),
        ("baseagents.claude.model", "setting", "allow", override, None, '"opus"', True, '["opus", "haiku"]', *plain(8)),
        ("msg.send", *sent, "relation", None, None, None, False, OWN_PEER, False, False, 11),
        ("msg.send", *sent, "agent", None, None, None, False, OWN_PEER, False, False, 11),
        ("cli.exec", *sent, None, None, None, None, True, OWN_PEER, False, False, 12),
    ]
    rest = [row for row in rows if row[3] is None]
    assert [(*row[:3], row[-2], row[-1]) for row in rest] == [
        *no_policy(5, "chatmode.group", "mentionMode", *SETTINGS[5:]),
        ("msg.*", "operation", "deny", True, 10),  # the guest's: of every other `msg` operation no rule matches
        ("*", "operation", "deny", True, 10),
    ]
    assert {row[4:10] for row in rest} == {(None,) * 6}
    assert [row[0] for row in rows] == [*SETTINGS, "msg.send", "msg.send", "cli.exec", "msg.*", "*"]
    assert set(told(repo, MEMBER_ID, "origin", "enforced", "path")) == {(MEMBER_ID, True, PATHS["member"])}


def test_permissions_of_the_guest(repo: Repository) -> None:
    columns = ("subject", "kind", "decision", "declared", "value", "conflict", "assumed", "line")
    rows = {row[0]: row[1:] for row in told(repo, GUEST_ID, *columns)}
    assert rows["permissionMode"] == ("setting", "deny", "allowOverride: false", '"request"', False, False, 5)
    # The member calls it dangerous, and the guest has no grant of that kind; that this denies is the predecessor's way.
    assert rows["cli.exec"] == ("operation", "deny", "allow: true", None, True, True, 9)
    # A wildcard decides, and how these match is assumed.
    assert rows["msg.send"] == rows["msg.*"] == ("operation", "allow", "allow: true", None, False, True, 8)
    assert rows["*"] == ("operation", "deny", None, None, False, True, 7)
    rest = [(name, kind, decision, assumed, line) for name, (kind, decision, *_, assumed, line) in rows.items()]
    assert [row for row in rest if row[0] in SETTINGS[1:]] == no_policy(4, *SETTINGS[1:])
    rest_of = {
        row[0]: row[1:] for row in told(repo, GUEST_ID, "subject", "dangerous", "scope", "constraints", "reason")
    }
    assert rest_of["cli.exec"] == (
        *(True, None, None),
        "another role marks the operation as dangerous, and this rule allows it without `dangerous: true`",
    )


SHUT_OUT, UNREGISTERED = (
    "`allowAccess` is `false`, so the role may do nothing",
    "unregistered: `roles` of the registry does not list the role",
)


@pytest.mark.parametrize(
    ("profile", "mode", "where"),
    [
        (VISITOR_ID, '"readonly"', (VISITOR_ID, PATHS["visitor"], 5, SHUT_OUT)),
        (TRAINEE_ID, '"auto"', (None, PATHS["index"], 3, UNREGISTERED)),
    ],
)
def test_who_is_shut_out_or_not_registered_may_do_nothing(
    repo: Repository, profile: str, mode: str, where: tuple[Any, ...]
) -> None:
    names = [name for (name,) in told(repo, profile, "subject")]
    assert names[:9] == list(SETTINGS)
    assert set(names[9:-1]) == set(OPERATIONS)
    assert names[-1] == "*"
    assert [value for (value,) in told(repo, profile, "value")] == [mode, *[None] * (len(names) - 1)]
    assert set(told(repo, profile, "decision", "enforced", "conflict", "assumed")) == {("deny", True, False, False)}
    assert set(told(repo, profile, "origin", "path", "line", "reason")) == {where}


def test_the_matrix_shows_decisions(repo: Repository) -> None:
    found = matrix(repo.permission_matrix())
    assert set(found[VISITOR_ID].values()) == set(found[TRAINEE_ID].values()) == {"deny"}
    models = {name: "allow" for name in SETTINGS if name.endswith(".model")}
    unset = dict.fromkeys(SETTINGS, "unset") | models | {"permissionMode": "deny"}
    columns = {*SETTINGS, *OPERATIONS}
    assert {name: found[MEMBER_ID][name] for name in columns} == {
        **unset,
        "chatmode.private": "allow",
        "msg.send": "allow",
        "msg.*": "deny",
        "cli.exec": "allow",
    }
    assert {name: found[GUEST_ID][name] for name in columns} == {
        **unset,
        "msg.send": "allow",
        "msg.*": "allow",
        "cli.exec": "deny",
    }
    assert set(found[MEMBER_ID]) == columns
    assert set(repo.permission_matrix(kind="operation").columns) == set(OPERATIONS)


def test_the_matrix_shows_values(repo: Repository) -> None:
    values = matrix(repo.permission_matrix("value").fillna("-"))
    given = {name: {key: value for key, value in row.items() if value != "-"} for name, row in values.items()}
    assert given == {
        GUEST_ID: {"permissionMode": '"request"'},
        MEMBER_ID: {
            "permissionMode": '"readonly"',
            "chatmode.private": '"interactive"',
            "baseagents.claude.model": '"opus"',
        },
        TRAINEE_ID: {"permissionMode": '"auto"'},
        VISITOR_ID: {"permissionMode": '"readonly"'},
    }


def test_questions(repo: Repository) -> None:
    assert repo.who_can("cli.exec") == [MEMBER_ID]
    assert repo.who_can("msg.send") == [GUEST_ID, MEMBER_ID]
    assert repo.who_can("chatmode.private", "unset") == [GUEST_ID]
    assert repo.can("desk/guest", "cli.exec") == "deny"
    assert repo.can("desk/member", "file.read") == "deny"  # that no rule names
    assert cells(repo.why("desk/member", "cli.exec"), "result", "text", "path", "line", "excerpt") == [
        (
            *("allow", "cli.exec: allow, since the rule `cli.exec` allows it", PATHS["member"], 12),
            '"cli.exec": { "allow": true, "dangerous": true, "constraints": { "ownPeerOnly": true } }',
        )
    ]
    guest = cells(repo.why("desk/guest", "msg.send"), "result", "path", "line", "excerpt")
    assert guest[0] == ("allow", PATHS["guest"], 8, '"msg.*": { "allow": true },')
    assert cells(repo.why("desk/guest", "msg.send"), "text")[-1] == ("this is assumed: no source settles it",)


def test_findings(repo: Repository) -> None:
    assert cells(repo.findings(), "rule", "severity", "path", "line", "column", "profile", "pointer") == [
        ("evolcore/rank-filled-by-loader", "info", PATHS["guest"], 1, 1, GUEST_ID, ""),
        ("evolcore/model-policy-missing", "warning", PATHS["guest"], 4, 3, GUEST_ID, "/permissions"),
        ("evolcore/model-policy-missing", "warning", PATHS["member"], 5, 3, MEMBER_ID, "/permissions"),
        ("evolcore/rank-filled-by-loader", "info", PATHS["trainee"], 1, 1, TRAINEE_ID, ""),
        ("evolcore/role-unregistered", "warning", PATHS["trainee"], 1, 1, TRAINEE_ID, ""),
    ]
    assert cells(repo.suppressed()) == []
