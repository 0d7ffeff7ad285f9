"""Leji's own fixtures: the same (rule, severity, path) as their ``expected.json``, as far as profiles are concerned.

The fixtures are of SDK 1.2.0. ``docs/formats/leji/resolution.md`` tells users of the differences.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sphinx_agentcfg.audit.scan import read_repository
from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.rules import RuleBook

FIXTURES = Path(__file__).parents[4] / "shared" / "corpus" / "leji" / "leji-org+leji" / "fixtures"
if not FIXTURES.is_dir():
    pytest.skip("needs ../shared/corpus/leji", allow_module_level=True)

#: Our rule → the tool's code.
UPSTREAM = {rule.id: rule.upstream for rule in RuleBook.of(Catalog.builtin()).group("leji").rules if rule.upstream}
#: What the tool expects of a fixture under a code of ours, and why it is not ours to say.
DIFFERENT = {
    "invalid-duplicate-changelog-ids": (
        ("id-duplicate", "error", "docs/context-changelog.json"),
        "the code is used for the changelog too, which is no profile",
    ),
    "invalid-manifest-schema": (
        ("manifest-schema", "error", "leji.json"),
        "`owners` is missing, and only the keys that profiles depend on are looked at",
    ),
    "invalid-missing-boot-profile": (
        ("missing-declared-file", "error", "docs/boot-profile.md"),
        "the code is used for the boot profile too, which is no profile of an agent",
    ),
    "invalid-mount-missing": (
        ("missing-declared-file", "error", "context/product/"),
        "the code is used for mounts too, and federation is not read",
    ),
    "invalid-no-manifest": (
        ("manifest-missing", "error", "leji.json"),
        "profiles are read without a manifest too, so it is an info beside them; here there are none",
    ),
    "invalid-paths-outside-root": (
        ("paths-outside-root", "warning", "arch/"),
        "the code is used for the folders of categories too",
    ),
}


def expected(fixture: Path) -> list[tuple[str, str, str]]:
    findings = json.loads((fixture / "expected.json").read_text("utf-8"))["validate"]["findings"]
    return sorted((f["rule"], f["severity"], f["path"]) for f in findings if f["rule"] in UPSTREAM.values())


def found(fixture: Path) -> list[tuple[str, str, str]]:
    audit = read_repository(fixture, only=["leji"])
    return sorted((UPSTREAM[f.rule], f.severity.value, f.path) for f in audit.findings if f.rule in UPSTREAM)


NAMES = sorted(path.parent.name for path in FIXTURES.glob("*/expected.json"))


@pytest.mark.parametrize("name", NAMES)
def test_the_findings_of_a_fixture_are_those_of_the_tool(name: str) -> None:
    wanted = expected(FIXTURES / name)
    if name in DIFFERENT:
        assert DIFFERENT[name][0] in wanted
        wanted.remove(DIFFERENT[name][0])
    assert found(FIXTURES / name) == wanted


def test_every_difference_is_of_a_fixture_that_is_there() -> None:
    assert set(DIFFERENT) <= set(NAMES)


def test_fixtures_about_profiles_are_among_them() -> None:
    of_profiles = {name: found(FIXTURES / name) for name in NAMES if found(FIXTURES / name)}
    assert of_profiles == {
        "invalid-agents-map-missing": [("missing-declared-file", "error", "docs/agents/reviewer.md")],
        "invalid-bad-profile": [("profile-frontmatter", "error", "docs/agents/core.md")],
        "invalid-governed-no-profile": [("profile-required", "error", "docs/agents/")],
        "invalid-manifest-parse": [("manifest-parse", "error", "leji.json")],
    }


def test_the_layer_of_leji_itself_resolves() -> None:
    audit = read_repository(FIXTURES.parent, only=["leji"])
    effective = {p.id.partition("@")[0]: p.effective for p in audit.profiles if p.path.startswith("docs/agents/")}
    assert set(effective) == {"leji:core", "leji:porter", "leji:reviewer"}
    assert effective["leji:reviewer"]["requiredRead"] == [
        "docs/boot-profile.md",
        "docs/system/invariants.md",
        "docs/agents/core.md",
    ]
    assert effective["leji:porter"]["mustAskWhen"] == [
        "the change is destructive or hard to reverse",
        "the task touches data covered by a data-handling rule",
        "the right answer depends on a decision not yet recorded",
        "a change would weaken an invariant or guardrail",
        "a change to settled behavior lacks a decision record",
        "a port cannot reach byte-parity without diverging from the Node reference",
    ]
