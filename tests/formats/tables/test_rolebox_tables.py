"""A rolebox role, two subagents, a grandchild: every table, cell by cell, as a person reads it from the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.formats.repositories import write
from tests.formats.tables.expecting import cells, matrix, repository

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.audit import Repository

ROLE = """\
name: Lead
description: Leads.
model: "{env:LEAD_MODEL}"
temperature: 0.3
prompt: Lead.
functions:
  - plan
  - outline
disable_functions:
  - loop
permission:
  allow: [Read, Bash]
  deny: [Bash]
tools:
  websearch: false
  read: false
subagents:
  - name: Kid
    description: Helps.
    prompt: Help.
    subagents:
      - name: Grand
        description: Counts.
        prompt: "Count {env:UNIT}."
  - name: Sole
    description: Writes.
    prompt: Write.
    temperature: null
    functions: [outline]
    permission:
      deny: [Write]
"""
PATH = "rolebox/lead/role.yaml"
TYPE = "rolebox/role"
LEAD, KID, GRAND, SOLE = "rolebox:lead", "rolebox:lead/kid", "rolebox:lead/kid/grand", "rolebox:lead/sole"
FAMILY = (LEAD, KID, GRAND, SOLE)

# What the file says of tools and of subagents, as JSON text.
BOTH_LISTS, TOOLS = '{"allow": ["Read", "Bash"], "deny": ["Bash"]}', '{"websearch": false, "read": false}'
GRANDCHILD = '{"name": "Grand", "description": "Counts.", "prompt": "Count {env:UNIT}."}'
CHILDREN = (
    f'[{{"name": "Kid", "description": "Helps.", "prompt": "Help.", "subagents": [{GRANDCHILD}]}}, '
    '{"name": "Sole", "description": "Writes.", "prompt": "Write.", "temperature": null, '
    '"functions": ["outline"], "permission": {"deny": ["Write"]}}]'
)
# What subagents take from the role as it is, of `tools`.
TAKEN_TOOLS = [
    ("tools", TOOLS, "inherited", LEAD, PATH, 15),
    ("tools.<tool>", "false", "inherited", LEAD, PATH, 15),
    ("tools.<tool>", "false", "inherited", LEAD, PATH, 16),
]
TAKEN = [
    ("model", '"{env:LEAD_MODEL}"', "inherited", LEAD, PATH, 3),
    ("mode", '"subagent"', "builtin", None, None, None),
    ("temperature", "0.3", "inherited", LEAD, PATH, 4),
]
# The defaults that the schema names.
DISPATCH = {
    "maxConcurrent": 5,
    "maxQueueDepth": 10,
    "syncReservedSlots": 1,
    "maxActivePerParent": 3,
    "budgetSampleIntervalMs": 30_000,
    "backgroundStaleTimeoutMs": 900_000,
    "syncAcquireTimeoutMs": 120_000,
    "syncPromptTimeoutMs": 600_000,
    "retryAfterMs": 30_000,
    "backpressureMaxRetries": 5,
    "backpressureMaxDelayMs": 60_000,
}
DEFAULTS = {
    **{f"dispatch.{name}": str(value) for name, value in DISPATCH.items()},
    "hooks.custom[].priority": "50",
    "hooks.custom[].phase": '"after"',
}
# Lead, Kid, Grand, Sole: o own, i inherited, m merged, b built in, d default, - missing
WRITTEN = {
    "name": "oooo",
    "description": "oooo",
    "prompt": "oooo",
    "model": "oi-i",
    "mode": "dbbb",
    "temperature": "oi-i",  # null is no value of one's own
    "functions": "mbbm",
    "disable_functions": "o---",
    "subagents": "oo--",
    "permission": "oi-o",
    "permission.allow": "oi--",  # a permission is taken whole or not at all
    "permission.deny": "oi-o",
    "tools": "oi-i",
    "tools.<tool>": "oi-i",
}
COUNTED = {"own": "o", "inherited": "i", "merged": "m", "default": "d", "builtin": "b", "missing": "-"}


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    return repository(write(tmp_path, {PATH: ROLE, "rolebox/lead/functions/outline.md": "Outline.\n"}), "rolebox")


def test_profiles(repo: Repository) -> None:
    # Of the 32 fields of a role one was removed; name, description and prompt weigh three: 37. Where there are tools
    # and a permission, <tool> and allow, deny and <tool> are four more: 41.
    told = ("profile", "name", "kind", "parent", "line", "model", "coverage", "errors", "warnings")
    model = "{env:LEAD_MODEL}"
    profiles = repo.profiles()
    assert cells(profiles, *told) == [
        (LEAD, "Lead", "role", None, 1, model, 19 / 41, 0, 2),
        (KID, "Kid", "subagent", LEAD, 18, model, 17 / 41, 0, 0),
        (GRAND, "Grand", "subagent", KID, 22, None, 9 / 37, 0, 1),
        (SOLE, "Sole", "subagent", LEAD, 25, model, 16 / 41, 1, 0),
    ]
    assert set(cells(profiles, "format", "type", "role", "path", "state")) == {("rolebox", TYPE, None, PATH, "ok")}


def filled(repo: Repository, profile: str) -> list[tuple[object, ...]]:
    """Return what is told of each field of a profile that is neither missing nor a default."""
    fields = repo.fields()
    chosen = fields[(fields.profile == profile) & ~fields.provenance.isin(["missing", "default"])]
    return cells(chosen, "field", "value", "provenance", "origin", "path", "line")


def test_fields_of_the_role_are_its_own(repo: Repository) -> None:
    assert filled(repo, LEAD) == [
        ("name", '"Lead"', "own", LEAD, PATH, 1),
        ("description", '"Leads."', "own", LEAD, PATH, 2),
        ("prompt", '"Lead."', "own", LEAD, PATH, 5),
        ("model", '"{env:LEAD_MODEL}"', "own", LEAD, PATH, 3),
        ("temperature", "0.3", "own", LEAD, PATH, 4),
        ("functions", '["plan", "execute", "outline"]', "merged", LEAD, None, None),
        ("disable_functions", '["loop"]', "own", LEAD, PATH, 10),
        ("subagents", CHILDREN, "own", LEAD, PATH, 18),
        ("permission", BOTH_LISTS, "own", LEAD, PATH, 12),
        ("permission.allow", '["Read", "Bash"]', "own", LEAD, PATH, 12),
        ("permission.deny", '["Bash"]', "own", LEAD, PATH, 13),
        ("tools", TOOLS, "own", LEAD, PATH, 15),
        ("tools.<tool>", "false", "own", LEAD, PATH, 15),
        ("tools.<tool>", "false", "own", LEAD, PATH, 16),
    ]


def test_fields_of_a_subagent_without_its_own_are_inherited_whole(repo: Repository) -> None:
    assert filled(repo, KID) == [
        ("name", '"Kid"', "own", KID, PATH, 18),
        ("description", '"Helps."', "own", KID, PATH, 19),
        ("prompt", '"Help."', "own", KID, PATH, 20),
        *TAKEN,
        ("functions", '["plan", "execute", "loop"]', "builtin", None, None, None),
        ("subagents", f"[{GRANDCHILD}]", "own", KID, PATH, 22),
        ("permission", BOTH_LISTS, "inherited", LEAD, PATH, 12),
        ("permission.allow", '["Read", "Bash"]', "inherited", LEAD, PATH, 12),
        ("permission.deny", '["Bash"]', "inherited", LEAD, PATH, 13),
        *TAKEN_TOOLS,
    ]


def test_a_permission_of_its_own_takes_the_place_of_the_inherited_one(repo: Repository) -> None:
    assert filled(repo, SOLE) == [
        ("name", '"Sole"', "own", SOLE, PATH, 25),
        ("description", '"Writes."', "own", SOLE, PATH, 26),
        ("prompt", '"Write."', "own", SOLE, PATH, 27),
        *TAKEN,
        ("functions", '["plan", "execute", "loop", "outline"]', "merged", SOLE, None, None),
        ("permission", '{"deny": ["Write"]}', "own", SOLE, PATH, 31),
        ("permission.deny", '["Write"]', "own", SOLE, PATH, 31),
        *TAKEN_TOOLS,
    ]


def test_a_grandchild_inherits_nothing(repo: Repository) -> None:
    assert filled(repo, GRAND) == [
        ("name", '"Grand"', "own", GRAND, PATH, 22),
        ("description", '"Counts."', "own", GRAND, PATH, 23),
        ("prompt", '"Count {env:UNIT}."', "own", GRAND, PATH, 24),
        ("mode", '"subagent"', "builtin", None, None, None),
        ("functions", '["plan", "execute", "loop"]', "builtin", None, None, None),
    ]


def test_defaults_are_those_of_the_schema(repo: Repository) -> None:
    fields = repo.fields()
    given = fields[(fields.profile == LEAD) & (fields.provenance == "default")]
    assert dict(cells(given, "field", "value")) == {"mode": '"primary"', **DEFAULTS}
    assert set(cells(given, "pointer", "origin", "path", "line")) == {(None, None, None, None)}


def test_lineage_of_functions(repo: Repository) -> None:
    told = ("item", "position", "change", "provenance", "origin", "path", "line")
    lead, sole = repo.lineage(LEAD), repo.lineage(SOLE)
    assert cells(lead[lead.field == "functions"], *told) == [
        ('"plan"', 0, "kept", "builtin", None, None, None),
        ('"execute"', 1, "kept", "builtin", None, None, None),
        ('"loop"', None, "removed", "builtin", LEAD, PATH, 10),  # where it is disabled
        ('"plan"', None, "removed", "own", LEAD, PATH, 7),  # a second one of the same name
        ('"outline"', 2, "added", "own", LEAD, PATH, 8),
    ]
    assert cells(sole[sole.field == "functions"], *told) == [
        ('"plan"', 0, "kept", "builtin", None, None, None),
        ('"execute"', 1, "kept", "builtin", None, None, None),
        ('"loop"', 2, "kept", "builtin", None, None, None),  # disable_functions is not inherited
        ('"outline"', 3, "added", "own", SOLE, PATH, 29),
    ]
    assert cells(sole[sole.field == "tools.<tool>"], *told) == [
        ("false", None, "kept", "inherited", LEAD, PATH, 15),
        ("false", None, "kept", "inherited", LEAD, PATH, 16),
    ]


def test_coverage_of_fields_that_somebody_fills(repo: Repository) -> None:
    coverage = repo.coverage()
    needed = {"name": ("always", 4), "description": ("always", 4), "prompt": ("conditional", 4)}  # no prompt_file
    chosen = coverage[coverage.field.isin(list(WRITTEN))]
    assert cells(chosen, "type", "field", "required", "needed") == [
        (TYPE, name, *needed.get(name, ("no", 0))) for name in WRITTEN
    ]
    assert cells(chosen, "field", *COUNTED, "empty", "unknown", "coverage") == [
        (name, *map(by.count, COUNTED.values()), 0, 0, sum(map(by.count, "oim")) / 4) for name, by in WRITTEN.items()
    ]


def test_coverage_of_all_other_fields(repo: Repository) -> None:
    coverage = repo.coverage()
    assert set(coverage["profiles"]) == {4}
    assert coverage[[*COUNTED, "empty", "unknown"]].sum(axis=1).tolist() == [4] * len(coverage)
    rest = coverage[~coverage.field.isin(list(WRITTEN))]
    assert set(cells(rest, "needed", "own", "inherited", "merged", "coverage")) == {(0, 0, 0, 0, 0.0)}
    assert set(rest[rest.default == 4].field) == set(DEFAULTS)
    assert set(rest[rest.missing == 4].field) == set(rest.field) - set(DEFAULTS)


def test_coverage_matrix(repo: Repository) -> None:
    words = {letter: word for word, letter in COUNTED.items()}
    found = matrix(repo.coverage_matrix())
    assert list(found) == list(FAMILY)
    for place, name in enumerate(FAMILY):
        assert {field: found[name][field] for field in WRITTEN} == {
            field: words[by[place]] for field, by in WRITTEN.items()
        }
        assert {field for field, word in found[name].items() if word == "default"} == {
            *DEFAULTS,
            *(["mode"] if name == LEAD else []),
        }


def test_inheritance(repo: Repository) -> None:
    assert cells(repo.inheritance()) == [
        (KID, LEAD, "subagent", "resolved", PATH, 18),
        (GRAND, KID, "subagent", "inherits-nothing", PATH, 22),
        (SOLE, LEAD, "subagent", "resolved", PATH, 25),
    ]


def test_permissions(repo: Repository) -> None:
    told = ("profile", "subject", "decision", "declared", "origin", "enforced", "conflict", "assumed", "line", "reason")
    both = "the tool is in `allow` and in `deny`, and `deny` wins"
    against = "`permission` and `tools` disagree; they are not combined, and `permission` is taken here"
    others = "`allow` is no whitelist: of any other tool, the default of the host counts"
    nothing = "nothing is said of any other tool, so the default of the host counts"
    mine = [
        ("read", "allow", "allow", LEAD, True, True, True, 12, against),
        ("bash", "deny", "deny", LEAD, True, True, False, 13, both),
        ("websearch", "deny", "false", LEAD, True, False, False, 15, "`tools` says so"),
    ]
    permissions = repo.permissions()
    *all_but_one, (*last, _reason) = cells(permissions, *told)
    assert last == [SOLE, "*", "unset", None, SOLE, None, False, False, 25]
    assert all_but_one == [
        *[(LEAD, *row) for row in mine],
        (LEAD, "*", "unset", None, LEAD, None, False, False, 1, others),
        *[(KID, *row) for row in mine],
        (KID, "*", "unset", None, KID, None, False, False, 18, others),
        (GRAND, "*", "unset", None, GRAND, None, False, False, 22, nothing),
        (SOLE, "write", "deny", "deny", SOLE, True, False, False, 31, "`permission` says so"),
        (SOLE, "websearch", "deny", "false", LEAD, True, False, False, 15, "`tools` says so"),
        (SOLE, "read", "deny", "false", LEAD, True, False, False, 16, "`tools` says so"),
    ]
    rest = ("scope", "value", "may_override", "allowed", "dangerous", "constraints")
    assert set(cells(permissions, "kind", "path", *rest)) == {("tool", PATH, *[None] * 6)}


def test_a_profile_without_an_allow_list_is_told_nothing_of_whitelists(repo: Repository) -> None:
    permissions = repo.permissions()
    others = permissions[(permissions.profile == SOLE) & (permissions.subject == "*")]
    assert cells(others, "reason") == [("nothing is said of any other tool, so the default of the host counts",)]


def test_permission_matrix_and_questions(repo: Repository) -> None:
    inherited = {"bash": "deny", "read": "allow", "websearch": "deny", "write": "unset"}
    assert matrix(repo.permission_matrix()) == {
        LEAD: inherited,
        KID: inherited,
        GRAND: dict.fromkeys(inherited, "unset"),
        SOLE: {"bash": "unset", "read": "deny", "websearch": "deny", "write": "deny"},
    }
    assert repo.who_can("read") == [LEAD, KID]
    assert repo.who_can("read", "deny") == [SOLE]
    assert repo.who_can("bash", "unset") == [GRAND, SOLE]
    assert repo.who_can("edit", "unset") == list(FAMILY)  # that nobody names
    assert repo.can("lead/sole", "bash") == "unset"
    assert repo.can(KID, "bash") == "deny"


def test_why(repo: Repository) -> None:
    assert cells(repo.why(KID, "bash"), "result", "text", "line", "excerpt") == [
        ("deny", "bash: deny, since the tool is in `allow` and in `deny`, and `deny` wins", 13, "deny: [Bash]"),
        ("deny", f"{KID} inherits from {LEAD}", 18, "- name: Kid"),
        ("deny", "the files contradict each other here", None, None),
    ]
    assert cells(repo.why(SOLE, "temperature"), "kind", "result", "value", "line", "excerpt") == [
        ("field", "inherited", "0.3", 4, "temperature: 0.3"),
        ("field", "inherited", "0.3", 25, "- name: Sole"),
    ]


def test_environment(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEAD_MODEL", "secret")
    monkeypatch.delenv("UNIT", raising=False)
    environment = repo.environment()
    assert cells(environment, "profile", "variable", "set", "replaced", "reason", "path", "line") == [
        (LEAD, "LEAD_MODEL", True, True, None, PATH, 3),
        (GRAND, "UNIT", False, True, None, PATH, 24),
    ]
    assert "secret" not in environment.to_csv()


def test_findings(repo: Repository) -> None:
    told = ("rule", "severity", "path", "line", "column", "profile", "pointer", "upstream")
    grand = "/subagents/0/subagents/0"
    assert cells(repo.findings(), *told) == [
        ("rolebox/permission-conflict", "warning", PATH, 13, 10, LEAD, "/permission/deny/0", None),
        ("rolebox/permission-against-tools", "warning", PATH, 16, 9, LEAD, "/tools/read", None),
        ("rolebox/grandchild-unrestricted", "warning", PATH, 22, 9, GRAND, grand, None),
        ("rolebox/schema", "error", PATH, 28, 18, SOLE, "/subagents/1/temperature", None),
    ]
    assert cells(repo.suppressed()) == []
