"""The rules that look at one profile: where they fire, and where they must not."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.documents.discovery import walk
from sphinx_agentcfg.formats.leji import resolve
from sphinx_agentcfg.formats.leji.prompts import stands_alone
from sphinx_agentcfg.formats.workspace import Reader, Workspace
from tests.formats.leji.layers import CORE, MANIFEST, role
from tests.formats.repositories import audit_of, named, write

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_agentcfg.audit.model import Audit
    from sphinx_agentcfg.findings import Finding

BASE, OWN = "docs/agents/core.md", "docs/agents/editor.md"


def layer(folder: Path, own: str, base: str = CORE, **others: str) -> Audit:
    return audit_of(folder, {"leji.json": MANIFEST, BASE: base, OWN: own, **others}, only=["leji"])


def alone(**fields: Any) -> str:
    return role("editor", **{"requiredRead": ["docs/"], "mustAskWhen": ["late"], **fields})


def over(**fields: Any) -> str:
    return role("editor", **{"inherits": "core", **fields})


def told(audit: Audit, rule: str) -> list[tuple[str, str | None]]:
    return [(f.path, f.pointer) for f in named(audit, f"leji/{rule}")]


# Lists ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["requiredRead", "defaultContext", "mustAskWhen", "mustRefuseWhen"])
def test_an_item_that_stands_twice_is_told_at_its_second_place(key: str, tmp_path: Path) -> None:
    item = {"requiredRead": "docs/", "defaultContext": "domain"}.get(key, "x")
    audit = layer(tmp_path, alone(**{key: [item, item, item]}))
    assert told(audit, "duplicate-item") == [(OWN, f"/{key}/1")]
    assert "3 times" in named(audit, "leji/duplicate-item")[0].message.text()


def test_case_and_blanks_make_another_item(tmp_path: Path) -> None:
    assert told(layer(tmp_path, alone(mustAskWhen=["q", "Q", "q "])), "duplicate-item") == []


def test_an_item_of_the_base_is_redundant(tmp_path: Path) -> None:
    audit = layer(tmp_path, over(requiredRead=["docs/agents/", "docs/"], mustAskWhen=["Unsure"]))
    assert told(audit, "redundant-item") == [(OWN, "/requiredRead/1")]


def test_without_a_base_nothing_is_redundant(tmp_path: Path) -> None:
    audit = layer(tmp_path, over(inherits="nobody", mustAskWhen=["unsure"]))
    assert told(audit, "redundant-item") == []


def test_a_condition_that_is_asked_and_refused(tmp_path: Path) -> None:
    audit = layer(tmp_path, alone(mustAskWhen=["a", "b"], mustRefuseWhen=["c", "b"]))
    assert told(audit, "ask-and-refuse") == [(OWN, "/mustRefuseWhen/1")]


def test_a_conflict_with_the_base_is_told_at_the_own_item(tmp_path: Path) -> None:
    audit = layer(tmp_path, over(mustRefuseWhen=["unsure"]))
    assert told(audit, "ask-and-refuse") == [(OWN, "/mustRefuseWhen/0")]


def test_a_conflict_inside_the_base_is_told_there_only(tmp_path: Path) -> None:
    base = role("core", requiredRead=["docs/"], mustAskWhen=["x"], mustRefuseWhen=["x"])
    assert told(layer(tmp_path, over(), base), "ask-and-refuse") == [(BASE, "/mustRefuseWhen/0")]


@pytest.mark.parametrize("value", [None, "late", 7, {"late": "late"}, [["late"], ["late"]], [None, None], True])
@pytest.mark.parametrize("key", ["requiredRead", "defaultContext", "mustAskWhen", "mustRefuseWhen"])
def test_lists_of_another_type_are_for_the_schema(key: str, value: object, tmp_path: Path) -> None:
    audit = layer(tmp_path, alone(**{key: value}))
    assert {f.rule for f in audit.findings} == {"leji/schema"}


# Required reading -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("docs/", None),
        ("docs", None),
        ("docs//agents/.", None),
        ("docs/agents/core.md", None),
        ("docs/agents/core.md/", None),
        ("leji.json", None),
        ("docs/gone.md", "required-read-missing"),
        ("core.md", "required-read-missing"),
        ("docs/agents/core.md#posture", "required-read-missing"),
        ("https://example.org/a.md", "required-read-outside"),
        ("file:///etc/passwd", "required-read-outside"),
        ("C:/texts/a.md", "required-read-outside"),
        ("/etc/passwd", "schema"),
        ("../a.md", "schema"),
        ("./docs", "schema"),
        ("docs\\agents", "schema"),
        ("", "schema"),
    ],
)
def test_a_path_counts_from_the_root_of_the_layer(path: str, rule: str | None, tmp_path: Path) -> None:
    audit = layer(tmp_path, alone(requiredRead=[path]))
    assert [(f.rule, f.pointer) for f in audit.findings] == ([(f"leji/{rule}", "/requiredRead/0")] if rule else [])


def test_a_path_through_a_link_out_of_the_repository(tmp_path: Path) -> None:
    write(tmp_path, {"elsewhere/a.md": "", "repo/docs/x": ""})
    (tmp_path / "repo" / "docs" / "out").symlink_to("../../elsewhere")
    audit = layer(tmp_path / "repo", alone(requiredRead=["docs/out/a.md", "docs/out"]))
    assert told(audit, "required-read-outside") == [(OWN, "/requiredRead/0"), (OWN, "/requiredRead/1")]


def test_what_the_base_requires_is_told_there_only(tmp_path: Path) -> None:
    base = role("core", requiredRead=["docs/gone.md"], mustAskWhen=["x"])
    assert told(layer(tmp_path, over(), base), "required-read-missing") == [(BASE, "/requiredRead/0")]


def test_without_a_manifest_paths_count_from_above_docs_or_from_the_root(tmp_path: Path) -> None:
    own = alone(requiredRead=["docs/a.md", "top.md", "gone.md"])
    files = {"team/docs/agents/editor.md": own, "team/docs/a.md": "", "top.md": ""}
    audit = audit_of(tmp_path, files, only=["leji"])
    assert told(audit, "required-read-missing") == [("team/docs/agents/editor.md", "/requiredRead/2")]


# Dates (facts/leji.md §2.3) -------------------------------------------------------------------------------------------


def on(day: date, folder: Path, own: str, base: str = CORE) -> list[tuple[str, str, str | None]]:
    write(folder, {"leji.json": MANIFEST, BASE: base, OWN: own})
    catalog = Catalog.builtin()
    found = resolve(Workspace(Reader(walk(folder), catalog), catalog.format("leji")), day)
    return [(f.name, f.path, f.pointer) for f in found.findings]


DUE: dict[str, Any] = {"freshness": {"reviewAfter": "2027-01-05"}}
POINTER = "/freshness/reviewAfter"


@pytest.mark.parametrize(
    ("day", "expired"), [(date(2027, 1, 4), False), (date(2027, 1, 5), False), (date(2027, 1, 6), True)]
)
def test_a_profile_is_fresh_on_the_day_itself(day: date, expired: bool, tmp_path: Path) -> None:
    assert on(day, tmp_path, alone(**DUE)) == ([("freshness-expired", OWN, POINTER)] if expired else [])


def test_an_expired_base_under_a_profile_without_a_date(tmp_path: Path) -> None:
    base = role("core", requiredRead=["docs/"], mustAskWhen=["x"], **DUE)
    assert on(date(2027, 1, 6), tmp_path, over(), base) == [
        ("freshness-expired", BASE, POINTER),
        ("base-freshness-expired", OWN, "/inherits"),
    ]
    assert on(date(2027, 1, 5), tmp_path, over(), base) == []


def test_an_expired_base_under_a_later_date_and_under_an_expired_one(tmp_path: Path) -> None:
    base = role("core", requiredRead=["docs/"], mustAskWhen=["x"], **DUE)
    later = over(freshness={"reviewAfter": "2027-06-01"})
    assert ("base-freshness-expired", OWN, "/inherits") in on(date(2027, 1, 6), tmp_path, later, base)
    assert [f for f in on(date(2027, 6, 2), tmp_path, later, base) if f[1] == OWN] == [
        ("freshness-expired", OWN, POINTER)
    ]


@pytest.mark.parametrize("text", ["2999-02-31", "2999-04-31", "2027-02-29", "2100-02-29"])
def test_days_that_the_calendar_does_not_have(text: str, tmp_path: Path) -> None:
    own = alone(freshness={"reviewAfter": text})
    assert on(date(2027, 1, 1), tmp_path, own) == [("freshness-impossible-date", OWN, POINTER)]


@pytest.mark.parametrize("text", ["2028-02-29", "2999-12-31"])
def test_days_that_it_has(text: str, tmp_path: Path) -> None:
    assert on(date(2027, 1, 1), tmp_path, alone(freshness={"reviewAfter": text})) == []


@pytest.mark.parametrize("value", ["", "soon", "2020-1-5", "２０２０-01-05", 20200105, None, [], {"a": 1}])
def test_what_is_no_date_is_for_the_schema(value: object, tmp_path: Path) -> None:
    assert [f[0] for f in on(date(2027, 1, 1), tmp_path, alone(freshness={"reviewAfter": value}))] == ["schema"]
    assert [f[0] for f in on(date(2027, 1, 1), tmp_path, alone(freshness=value))] == ["schema"]


# The prompt (facts/leji.md §1.7) --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "good"),
    [
        ("codex exec <prompt>", True),
        ("<prompt>", True),
        ("a <prompt> b <prompt>", True),
        ("a\t<prompt>\nb", True),
        ("echo 'x y' | codex <prompt>", True),
        ('codex --title "a b" <prompt>', True),
        ("a <prompt>; b", True),
        ("(a <prompt>) && b", True),
        ("it\\'s <prompt>", True),
        ('a "<prompt>"', False),
        ("a '<prompt>'", False),
        ('a " <prompt> "', False),
        ("a --p=<prompt>", False),
        ("a --p=<prompt>y", False),
        ("a <prompt>y", False),
        ("a <prompt><prompt>", False),
        ("a <prompt> --p=<prompt>", False),
        ("a <prompt>''", False),
        ("a ''<prompt>", False),
        ("a \\<prompt>", False),
        ("a 'never closed <prompt>", False),
        ('a "never closed \\" <prompt>', False),
        ("a `<prompt>`", False),
    ],
)
def test_a_prompt_is_a_shell_word_of_its_own(command: str, good: bool, tmp_path: Path) -> None:
    assert stands_alone(command) is good
    audit = layer(tmp_path, alone(invocation={"command": command}))
    assert told(audit, "prompt-placement") == ([] if good else [(OWN, "/invocation/command")])


@pytest.mark.parametrize("value", ["codex", None, 1, [], {}, {"command": None}, {"command": ["<prompt>"]}])
def test_other_invocations_are_for_the_schema(value: object, tmp_path: Path) -> None:
    assert {f.rule for f in layer(tmp_path, alone(invocation=value)).findings} == {"leji/schema"}


# Links in the body ----------------------------------------------------------------------------------------------------


def links(folder: Path, body: str) -> list[Finding]:
    own = role("editor", body, requiredRead=["docs/"], mustAskWhen=["late"])
    return named(
        layer(folder, own, **{"docs/a (1).md": "", "docs/文.md": "", "docs/a b.md": ""}), "leji/link-unresolved"
    )


@pytest.mark.parametrize(
    "body",
    [
        "[core](core.md)",
        "[core](./core.md#posture)",
        '[core](core.md "Title")',
        "[core](<core.md>)",
        "[folder](../agents/)",
        "[root](/leji.json)",
        "[up](../../leji.json)",
        "[one](../a%20b.md) [two](<../a b.md>) [three](../a%20\\(1\\).md) [four](../a%20(1).md)",
        "[文](../文.md)",
        "[web](https://example.org/a.md) [mail](mailto:a@example.org) [there](#there) [same](//example.org/x)",
        "[empty]() [query](core.md?plain=1)",
        "`[code](gone.md)` and ``[co`de](gone.md)``",
        "```\n[code](gone.md)\n```",
        "~~~ md\n[code](gone.md)\n```\n[code](gone.md)\n~~~",
        "- item\n  ```\n  [code](gone.md)\n  ```",
        "Text\n\n    [code](gone.md)\n",
        "<!-- [comment](gone.md) -->",
        "escaped \\[text\\](gone.md)",
        "f(x)](gone.md)"[4:],
        "[^1]: gone.md",
        "[note]: is not a definition at all",
        "[ref]\n\n[ref]: core.md 'Title'",
    ],
)
def test_a_link_that_leads_somewhere_or_is_none(body: str, tmp_path: Path) -> None:
    assert [f.message.text() for f in links(tmp_path, f"\n{body}\n")] == []


@pytest.mark.parametrize(
    ("body", "line", "column"),
    [
        ("[core](gone.md)", 9, 8),
        ("Text\nand ![image](gone.png)", 10, 14),
        ("[core](<gone file.md>)", 9, 9),
        ("[a](core.md) [b](gone.md)", 9, 18),
        ("[root](/gone.md)", 9, 8),
        ("[out](../../../gone.md)", 9, 7),
        ("[ref]\n\n[ref]: gone.md", 11, 8),
        ("- item\n\n    [core](gone.md)", 11, 12),
        ("`open [core](gone.md)", 9, 14),
        ("`a`\n\n`b [core](gone.md)", 11, 11),
        ("```\ncode\n```\n[core](gone.md)", 12, 8),
    ],
)
def test_a_link_that_leads_nowhere_has_its_place(body: str, line: int, column: int, tmp_path: Path) -> None:
    # The frontmatter is lines 1 to 7, line 8 is blank.
    assert [(f.line, f.column) for f in links(tmp_path, f"\n{body}\n")] == [(line, column)]


def test_lines_of_a_file_with_crlf(tmp_path: Path) -> None:
    own = role("editor", "\n\n[a](gone.md)\n", requiredRead=["docs/"], mustAskWhen=["late"]).replace("\n", "\r\n")
    assert [(f.line, f.column) for f in named(layer(tmp_path, own), "leji/link-unresolved")] == [(10, 5)]


def test_a_body_full_of_broken_links_costs_a_hundred_findings(tmp_path: Path) -> None:
    found = links(tmp_path, "".join(f"[a](gone{i}.md)\n" for i in range(1000)))
    assert len(found) == 100
    assert "900 links" in found[-1].message.text()


def test_a_profile_that_cannot_be_read_has_no_links(tmp_path: Path) -> None:
    assert [f.rule for f in layer(tmp_path, "# Editor\n\n[a](gone.md)\n").findings] == ["file/no-frontmatter"]
