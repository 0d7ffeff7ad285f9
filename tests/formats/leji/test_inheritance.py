"""``inherits``, as ``facts/leji.md`` §1.3 to §1.6 tell: in the order of the tests there, with the examples there."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.audit.rows import field_rows
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.formats.model import NOTHING, Change, Edge, Origin, Provenance, State
from tests.formats.leji.layers import CORE, MANIFEST, profile, role
from tests.formats.repositories import audit_of, named, profile_of

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.audit.model import Audit

BASE, OWN = "docs/agents/core.md", "docs/agents/editor.md"


def layer(folder: Path, own: str, base: str = CORE, **others: str) -> Audit:
    files = {BASE: base, OWN: own, **{f"docs/agents/{name}.md": text for name, text in others.items()}}
    return audit_of(folder, {"leji.json": MANIFEST, **files}, only=["leji"])


def core(**fields: Any) -> str:
    return role("core", **{"requiredRead": ["docs/"], "mustAskWhen": ["unsure"], **fields})


def editor(**fields: Any) -> str:
    return role("editor", **{"inherits": "core", **fields})


def effective(audit: Audit, name: str = "editor") -> Any:
    return profile_of(audit, f"leji:{name}").effective


def errors(audit: Audit) -> list[tuple[str, str]]:
    return [(f.rule.removeprefix("leji/"), f.path) for f in audit.findings if f.severity is Severity.ERROR]


def edges(audit: Audit) -> list[tuple[str, str, str]]:
    return [(edge.profile, edge.parent, edge.status) for edge in audit.edges]


# Merging (§1.4) -------------------------------------------------------------------------------------------------------


def test_base_first_then_own_items_that_it_lacks_and_duplicates_inside_a_list_stay(tmp_path: Path) -> None:
    audit = layer(tmp_path, editor(mustAskWhen=["z", "a", "z", "y"]), core(mustAskWhen=["b", "a", "b"]))
    assert effective(audit)["mustAskWhen"] == ["b", "a", "b", "z", "z", "y"]


def test_items_are_equal_only_character_by_character(tmp_path: Path) -> None:
    audit = layer(tmp_path, editor(mustAskWhen=["Q", "Q "]), core(mustAskWhen=["q"]))
    assert effective(audit)["mustAskWhen"] == ["q", "Q", "Q "]


@pytest.mark.parametrize("key", ["defaultContext", "mustRefuseWhen"])
def test_an_empty_list_removes_nothing(key: str, tmp_path: Path) -> None:
    audit = layer(tmp_path, editor(**{key: []}), core(**{key: ["domain"]}))
    assert effective(audit)[key] == ["domain"]
    assert profile_of(audit, "leji:editor").parts[0].derived[f"/{key}"].provenance is Provenance.INHERITED


@pytest.mark.parametrize("key", ["requiredRead", "mustAskWhen"])
def test_a_required_list_must_not_be_empty_even_with_inherits(key: str, tmp_path: Path) -> None:
    audit = layer(tmp_path, editor(**{key: []}))
    assert errors(audit) == [("schema", OWN)]
    assert effective(audit) is NOTHING


def test_what_the_profile_omits_is_the_list_of_the_base(tmp_path: Path) -> None:
    audit = layer(tmp_path, editor(), core(defaultContext=["system"], mustRefuseWhen=["secret"]))
    assert effective(audit) == {
        "id": "editor",
        "name": "Editor",
        "role": "editor",
        "requiredRead": ["docs/"],
        "defaultContext": ["system"],
        "mustAskWhen": ["unsure"],
        "mustRefuseWhen": ["secret"],
    }


def test_what_the_base_omits_is_the_profiles_own(tmp_path: Path) -> None:
    audit = layer(tmp_path, editor(mustRefuseWhen=["late"]))
    assert effective(audit)["mustRefuseWhen"] == ["late"]
    assert "/mustRefuseWhen" not in profile_of(audit, "leji:editor").parts[0].derived


OWN_ONLY = {
    "purpose": "P",
    "version": "1",
    "host": "codex",
    "invocation": {"command": "codex <prompt>"},
    "escalation": "E",
    "owners": ["O"],
    "freshness": {"reviewAfter": "2999-01-31"},
}


@pytest.mark.parametrize("key", OWN_ONLY)
def test_other_fields_are_never_inherited(key: str, tmp_path: Path) -> None:
    audit = layer(tmp_path, editor(), core(**{key: OWN_ONLY[key]}))
    assert key in effective(audit, "core")
    assert key not in effective(audit)
    assert errors(audit) == []


def test_own_order_of_keys_then_the_lists_that_only_the_base_has(tmp_path: Path) -> None:
    own = profile(mustAskWhen=["late"], inherits="core", role="editor", name="E", id="editor")
    base = core(mustRefuseWhen=["secret"], defaultContext=["domain"])
    assert list(effective(layer(tmp_path, own, base))) == [
        "mustAskWhen",
        "role",
        "name",
        "id",
        "requiredRead",
        "defaultContext",
        "mustRefuseWhen",
    ]


def test_inherits_is_no_effective_field(tmp_path: Path) -> None:
    audit = layer(tmp_path, editor())
    assert "inherits" not in effective(audit)
    found = profile_of(audit, "leji:editor")
    assert found.parent == "leji:core"
    told = found.parts[0].derived["/inherits"]  # and yet the file has it
    assert (told.provenance, told.origin) == (Provenance.OWN, Origin("leji:editor", OWN, "/inherits"))
    rows = {(r["profile"], r["field"]): (r["value"], r["provenance"]) for r in field_rows(audit)}
    assert rows["leji:editor", "inherits"] == ("core", "own")
    assert audit.edges == (
        Edge("leji:editor", "leji:core", "inherits", "resolved", Origin("leji:editor", OWN, "/inherits")),
    )


def test_a_profile_that_stands_alone_is_what_its_file_says(tmp_path: Path) -> None:
    audit = layer(tmp_path, role("editor", requiredRead=["docs/"], mustAskWhen=["late"]))
    found = profile_of(audit, "leji:editor")
    assert found.effective == {
        "id": "editor",
        "name": "Editor",
        "role": "editor",
        "requiredRead": ["docs/"],
        "mustAskWhen": ["late"],
    }
    assert (found.parent, dict(found.parts[0].derived), audit.edges) == (None, {}, ())


def test_several_core_profiles_may_each_be_a_base(tmp_path: Path) -> None:
    strict = profile(id="strict", name="S", role="core", requiredRead=["docs/"], mustAskWhen=["always"])
    audit = layer(tmp_path, editor(), strict=strict, writer=role("writer", inherits="strict"))
    assert effective(audit)["mustAskWhen"] == ["unsure"]
    assert effective(audit, "writer")["mustAskWhen"] == ["always"]
    assert errors(audit) == []


# Where each value comes from ------------------------------------------------------------------------------------------


def test_every_element_knows_its_file_its_place_and_what_became_of_it(tmp_path: Path) -> None:
    audit = layer(tmp_path, editor(mustAskWhen=["z", "a", "y"]), core(mustAskWhen=["b", "a"]))
    part = profile_of(audit, "leji:editor").parts[0]
    derivation = part.derived["/mustAskWhen"]
    assert derivation.provenance is Provenance.MERGED
    assert derivation.origin is None
    told = [
        (e.item, e.position, e.origin.profile, e.origin.path, e.origin.pointer, e.change, e.provenance)
        for e in derivation.told(part.effective["mustAskWhen"])
    ]
    assert told == [
        ("b", 0, "leji:core", BASE, "/mustAskWhen/0", Change.KEPT, Provenance.INHERITED),
        ("a", 1, "leji:core", BASE, "/mustAskWhen/1", Change.KEPT, Provenance.INHERITED),
        ("z", 2, "leji:editor", OWN, "/mustAskWhen/0", Change.ADDED, Provenance.OWN),
        ("a", None, "leji:editor", OWN, "/mustAskWhen/1", Change.REMOVED, Provenance.OWN),
        ("y", 3, "leji:editor", OWN, "/mustAskWhen/2", Change.ADDED, Provenance.OWN),
    ]


def test_a_list_of_the_base_alone_is_inherited_as_a_whole(tmp_path: Path) -> None:
    audit = layer(tmp_path, editor(), core(requiredRead=["docs/", "docs/agents/"]))
    part = profile_of(audit, "leji:editor").parts[0]
    assert set(part.derived) == {"/inherits", "/requiredRead", "/mustAskWhen"}
    derivation = part.derived["/requiredRead"]
    assert (derivation.provenance, derivation.origin) == (
        Provenance.INHERITED,
        Origin("leji:core", BASE, "/requiredRead"),
    )
    told = derivation.told(part.effective["requiredRead"])
    assert [(e.item, e.position, e.origin.pointer) for e in told] == [
        ("docs/", 0, "/requiredRead/0"),
        ("docs/agents/", 1, "/requiredRead/1"),
    ]


def test_lines_are_those_of_the_file_that_says_it(tmp_path: Path) -> None:
    audit = layer(tmp_path, editor(mustAskWhen=["late"]))
    part = profile_of(audit, "leji:editor").parts[0]
    told = part.derived["/mustAskWhen"].told(part.effective["mustAskWhen"])
    assert [audit.line(e.origin) for e in told] == [6, 6]  # the sixth line of each file
    assert [e.origin.path for e in told] == [BASE, OWN]


def test_a_profile_that_is_not_only_its_own_can_be_pickled(tmp_path: Path) -> None:
    found = profile_of(layer(tmp_path, editor(mustAskWhen=["late"])), "leji:editor")
    again = pickle.loads(pickle.dumps(found))  # noqa: S301  # our own
    assert again.parts[0].derived["/mustAskWhen"] == found.parts[0].derived["/mustAskWhen"]
    assert dict(again.parts[0].derived) == dict(found.parts[0].derived)


# What does not resolve (§1.3) -----------------------------------------------------------------------------------------


def refused(audit: Audit, name: str = "editor") -> None:
    found = profile_of(audit, f"leji:{name}")
    assert (found.state, found.effective, found.parent) == (State.UNRESOLVED, NOTHING, None)


def test_2_a_profile_that_breaks_the_schema_has_no_values(tmp_path: Path) -> None:
    audit = layer(tmp_path, role("editor", requiredRead=["docs/"]))
    assert errors(audit) == [("schema", OWN)]
    refused(audit)


def test_3_own_errors_come_before_any_question_of_the_base(tmp_path: Path) -> None:
    audit = layer(tmp_path, editor(inherits="nobody", tools=["Bash"]))
    assert errors(audit) == [("schema", OWN)]
    assert edges(audit) == [("leji:editor", "nobody", "refused")]
    refused(audit)


def test_4_a_core_profile_must_not_inherit(tmp_path: Path) -> None:
    audit = layer(tmp_path, profile(id="editor", name="E", role="core", inherits="nobody"))
    assert errors(audit) == [("inherits-on-core", OWN)]
    assert edges(audit) == [("leji:editor", "nobody", "on-core")]
    refused(audit)


def test_4_a_core_profile_that_names_itself_inherits_on_core(tmp_path: Path) -> None:
    audit = layer(tmp_path, CORE, role("core", inherits="core"))
    assert ("inherits-on-core", BASE) in errors(audit)


def test_5_an_id_that_no_profile_has(tmp_path: Path) -> None:
    audit = layer(tmp_path, editor(inherits="nobody"))
    assert errors(audit) == [("inherits-unknown", OWN)]
    assert edges(audit) == [("leji:editor", "nobody", "unknown")]
    refused(audit)


def test_5_an_id_that_two_profiles_have(tmp_path: Path) -> None:
    audit = layer(tmp_path, editor(), second=CORE)
    assert errors(audit) == [("inherits-ambiguous-target", OWN), ("id-duplicate", "docs/agents/second.md")]
    assert edges(audit) == [("leji:editor", "core", "ambiguous")]
    (finding,) = named(audit, "leji/inherits-ambiguous-target")
    assert f"{BASE}, docs/agents/second.md" in finding.message.text()
    refused(audit)


def test_6_a_target_that_is_no_core_profile(tmp_path: Path) -> None:
    writer = role("writer", requiredRead=["docs/"], mustAskWhen=["unsure"])
    audit = layer(tmp_path, editor(inherits="writer"), writer=writer)
    assert errors(audit) == [("inherits-target-not-core", OWN)]
    assert edges(audit) == [("leji:editor", "leji:writer", "not-core")]
    refused(audit)


def test_6_a_profile_that_names_itself(tmp_path: Path) -> None:
    audit = layer(tmp_path, editor(inherits="editor"))
    assert errors(audit) == [("inherits-target-not-core", OWN)]
    refused(audit)


def test_7_a_chain_has_an_error_in_each_file(tmp_path: Path) -> None:
    audit = layer(tmp_path, editor(), role("core", inherits="base"), top=profile(**TOP))
    assert errors(audit) == [("inherits-on-core", BASE), ("inherits-on-core", OWN)]
    assert edges(audit) == [("leji:core", "leji:base", "on-core"), ("leji:editor", "leji:core", "on-core")]
    refused(audit)
    refused(audit, "core")


TOP: dict[str, Any] = {
    "id": "base",
    "name": "B",
    "role": "core",
    "requiredRead": ["docs/"],
    "mustAskWhen": ["unsure"],
}


def test_8_a_base_that_breaks_the_schema_even_if_the_profile_has_what_it_lacks(tmp_path: Path) -> None:
    own = editor(requiredRead=["docs/"], mustAskWhen=["unsure"])
    audit = layer(tmp_path, own, role("core", requiredRead=["docs/"]))
    assert errors(audit) == [("schema", BASE), ("base-invalid", OWN)]
    assert edges(audit) == [("leji:editor", "leji:core", "base-invalid")]
    assert BASE in named(audit, "leji/base-invalid")[0].message.text()
    refused(audit)


def test_8_a_base_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    audit = layer(tmp_path, editor(), "---\nid: core\n  name: x\n---\n")
    assert [f.rule for f in audit.findings if f.path == OWN] == ["leji/base-invalid"]
    assert BASE in named(audit, "leji/base-invalid")[0].message.text()
    refused(audit)


def test_8_a_base_that_the_tool_cannot_read(tmp_path: Path) -> None:
    audit = layer(tmp_path, editor(), CORE.removesuffix("\n"))  # the file ends with its fence
    assert errors(audit) == [("profile-frontmatter", BASE), ("base-invalid", OWN)]
    assert profile_of(audit, "leji:core").state is State.OK
    refused(audit)


def test_a_profile_that_the_scan_skips_is_no_base(tmp_path: Path) -> None:
    files = {"leji.json": MANIFEST, "docs/agents/README.md": CORE, OWN: editor()}
    audit = audit_of(tmp_path, files)
    assert errors(audit) == [("inherits-unknown", OWN)]
    assert "docs/agents/README.md" in named(audit, "leji/inherits-unknown")[0].message.text()
    assert profile_of(audit, "leji:core").state is State.OK


@pytest.mark.parametrize("value", [None, 1, ["core"]])
def test_inherits_of_another_type_is_an_error_of_the_schema_and_no_edge(value: object, tmp_path: Path) -> None:
    audit = layer(tmp_path, editor(inherits=value, requiredRead=["docs/"], mustAskWhen=["late"]))
    assert errors(audit) == [("schema", OWN)]
    assert audit.edges == ()
    refused(audit)


def test_findings_stand_at_inherits(tmp_path: Path) -> None:
    (finding,) = named(layer(tmp_path, editor(inherits="nobody")), "leji/inherits-unknown")
    assert (finding.line, finding.pointer, finding.profile) == (5, "/inherits", "leji:editor")
