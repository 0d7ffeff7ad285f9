"""``agentcfg-example``: a file as it is, checked, its keys linked, and every finding below its line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.sphinx_ext.building import Built, build, index, page
from tests.sphinx_ext.cards import BAD, CARD, CONF, FILES, GOOD, directive, edit, pair

if TYPE_CHECKING:
    from pathlib import Path

    from bs4 import Tag

LETTER = "---\nname: ace\n---\n# Hello\n\nDear *you*.\n"
STORY = "# A story\n\nOnce upon a time.\n"
BROKEN = "name: ace\nname: two\nsize: [1\n"
#: Page → its source; all of them are one build without a warning.
PAGES = {
    "valid": directive("agentcfg-example", "formats/cards/examples/valid/card/good.yaml"),
    "rooted": directive("agentcfg-example", "/formats/cards/examples/invalid/card/schema--colour.yaml"),
    "sub/near": directive("agentcfg-example", "../files/cards/one.yaml"),
    "pattern": directive("agentcfg-example", "files/cards/bad.yaml", ":expect: invalid"),
    "typed": directive("agentcfg-example", "files/odd.txt", ":type: cards/card", ":caption: A <b>card</b>"),
    "own": directive("agentcfg-example", "files/own.json", ":type: own.json", ":expect: invalid"),
    "toml": directive("agentcfg-example", "files/own.toml", ":type: own.json"),
    "letter": directive("agentcfg-example", "files/letters/x.md"),
    "story": directive("agentcfg-example", "files/a.story.md"),
    "inline": directive("agentcfg-example", "", ":type: cards/card", content=GOOD),
    "json": directive("agentcfg-example", "", ":type: own.json", ":syntax: json", content='{"name": "ace"}'),
    "guess": directive("agentcfg-example", "", ":type: own.json", content="name: ace"),
    "broken": directive("agentcfg-example", "files/cards/broken.yaml", ":expect: invalid"),
    "english": directive("agentcfg-example", "files/cards/bad.yaml", ":expect: invalid", ":languages: en"),
    "noted": "Page\n====\n\n.. note::\n\n   .. agentcfg-example:: files/cards/bad.yaml\n      :expect: invalid\n",
    "card": page("cards/card"),
    "rules": directive("agentcfg-rules", "cards file"),
}
SITE: dict[str, Any] = {
    **FILES,
    "index.rst": index(*PAGES),
    **{f"{name}.rst": text for name, text in PAGES.items()},
    "own.json": CARD,
    "files/cards/one.yaml": GOOD,
    "files/cards/bad.yaml": BAD,
    "files/cards/broken.yaml": BROKEN,
    "files/cards/wrong.yaml": "name: Ace\n",
    "files/odd.txt": GOOD,
    "files/own.json": '{\n  "name": "Ace"\n}\n',
    "files/own.toml": 'name = "ace"\n',
    "files/letters/x.md": LETTER,
    "files/a.story.md": STORY,
}
CONF = {**CONF, "exclude_patterns": ["formats", "files"]}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(tmp_path_factory.mktemp("examples"), SITE, nitpicky=True, **CONF)


def block(site: Built, name: str) -> Tag:
    (found,) = site.soup(f"{name}.html").select("div.body .agentcfg-example pre")
    return found


def code(site: Built, name: str) -> str:
    """Return the text of the listing without what stands below its lines."""
    return "".join(s for s in block(site, name).strings if not s.find_parent(class_="agentcfg-finding"))


def notes(site: Built, name: str) -> list[str]:
    return [" ".join(note.get_text().split()) for note in block(site, name).select(".agentcfg-finding")]


def caption(site: Built, name: str) -> str:
    (found,) = site.soup(f"{name}.html").select("div.body p.agentcfg-lead")
    return found.get_text()


# --- the listing ------------------------------------------------------------------------------------------------------


def test_a_site_of_examples_gives_no_warning(site: Built) -> None:
    assert site.log == ""


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("valid", GOOD),
        ("rooted", BAD),
        ("sub/near", GOOD),
        ("pattern", BAD),
        ("typed", GOOD),
        ("own", SITE["files/own.json"]),
        ("toml", SITE["files/own.toml"]),
        ("letter", LETTER),
        ("story", STORY),
        ("inline", GOOD),
        ("json", '{"name": "ace"}\n'),
        ("guess", "name: ace\n"),
        ("broken", BROKEN),
    ],
)
def test_the_text_of_the_file_stands_there_as_it_is(site: Built, name: str, text: str) -> None:
    assert code(site, name) == text


@pytest.mark.parametrize("name", ["valid", "toml", "letter", "json", "inline"])
def test_it_is_highlighted(site: Built, name: str) -> None:
    assert block(site, name).select("span[class]") != []


def test_keys_lead_to_the_page_that_shows_the_type(site: Built) -> None:
    links = {a.get_text(): a["href"] for a in block(site, "sub/near").select("a")}
    assert links == {"name": "../card.html#cards.card.name", "size": "../card.html#cards.card.size"}
    assert block(site, "letter").select("a") == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("valid", f"good.yaml — {pair('valid')}"),
        ("pattern", f"bad.yaml — {pair('not valid')}"),
        ("typed", f"A <b>card</b> — {pair('valid')}"),
        ("story", "a.story.md — valid"),  # a type without Chinese texts
    ],
)
def test_the_caption_says_what_it_is_and_whether_it_is_valid(site: Built, name: str, text: str) -> None:
    assert caption(site, name) == text


def test_a_text_of_the_page_itself_has_no_caption_unless_one_is_given(site: Built) -> None:
    assert site.soup("inline.html").select("div.body p.agentcfg-lead") == []


# --- findings ---------------------------------------------------------------------------------------------------------


def test_each_finding_stands_right_below_its_line(site: Built) -> None:
    first, second = block(site, "pattern").select(".agentcfg-finding")
    lines = [note.find_previous_sibling() for note in (first, second)]
    assert [line.get_text() if line else "" for line in lines] == ["name: Ace\n", "colour: red\n"]
    assert all(line is not None and "agentcfg-marked" in line["class"] for line in lines)
    assert [note["role"] for note in (first, second)] == ["note", "note"]


def test_a_finding_says_severity_rule_and_cause_in_both_languages(site: Built) -> None:
    first, second = notes(site, "pattern")
    assert first.startswith(f"{pair('error')} cards/schema: name must match ^[a-z]+$, and Ace does not; change")
    assert "name 必须匹配 ^[a-z]+$，而 Ace 不匹配" in first
    assert second.startswith(f"{pair('error')} cards/schema: colour is not a known field; remove it or check its name")


def test_a_finding_can_be_in_one_language(site: Built) -> None:
    assert notes(site, "english")[1] == ("error cards/schema: colour is not a known field; remove it or check its name")
    assert block(site, "english").select("[lang]") == []


def test_the_place_of_a_finding_is_marked_in_its_line(site: Built) -> None:
    assert [each.get_text() for each in block(site, "pattern").select(".agentcfg-here")] == ["Ace", "colour"]


def test_the_rule_of_a_finding_leads_to_its_entry(site: Built) -> None:
    links = {a["href"] for a in block(site, "pattern").select(".agentcfg-finding a")}
    assert links == {"rules.html#cards--rule.schema"}
    assert {a["href"] for a in block(site, "broken").select(".agentcfg-finding a")} == {"rules.html#file--rule.syntax"}


def test_a_schema_of_ones_own_has_no_rule_to_look_up(site: Built) -> None:
    assert notes(site, "own")[0].startswith("error: name must match")


def test_a_copy_is_the_file_and_nothing_else(tmp_path: Path) -> None:
    pytest.importorskip("sphinx_copybutton")
    files = {**SITE, "conf.py": "extensions = ['sphinx_agentcfg', 'sphinx_copybutton']\nhtml_theme = 'basic'\n"}
    done = build(tmp_path, files, copybutton_exclude=".linenos, .gp", **CONF)
    assert "'.linenos, .gp, .agentcfg-finding'" in done.file("_static/copybutton.js")
    again = build(tmp_path, copybutton_exclude=".linenos, .gp", **CONF)
    assert again.read == ()


# --- types and verdicts -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "subtype", "words"),
    [
        (
            directive("agentcfg-example", "files/cards/wrong.yaml"),
            "invalid-example",
            ["files/cards/wrong.yaml:1:7: the example", "should be valid", "name"],
        ),
        (
            directive("agentcfg-example", "files/cards/one.yaml", ":expect: invalid"),
            "invalid-example",
            ["files/cards/one.yaml", "should be invalid", "nothing is wrong"],
        ),
        (
            directive("agentcfg-example", "formats/cards/examples/valid/card/good.yaml", ":expect: invalid"),
            "invalid-example",
            ["good.yaml", "should be invalid"],
        ),
        (directive("agentcfg-example", "files/cards/nope.yaml"), "missing", ["files/cards/nope.yaml", "no such file"]),
        (directive("agentcfg-example", "files"), "not-a-file", ["files"]),
        (directive("agentcfg-example", "files/odd.txt"), "unknown-type", ["odd.txt", ":type:"]),
        (directive("agentcfg-example", "", content=GOOD), "unknown-type", ["the text below", ":type:"]),
        (
            directive("agentcfg-example", "files/odd.txt", ":type: cards/crad"),
            "unknown-type",
            ["cards/crad", "did you mean cards/card"],
        ),
        (directive("agentcfg-example", "files/odd.txt", ":type: nope.json"), "missing", ["nope.json"]),
        (directive("agentcfg-example"), "bad-option", ["nothing to show"]),
        (
            directive("agentcfg-example", "files/cards/one.yaml", content=GOOD),
            "bad-option",
            ["both a file and a text"],
        ),
        (
            directive("agentcfg-example", "files/cards/one.yaml", ":expect: maybe"),
            "bad-option",
            [":expect:", "maybe", "valid, invalid"],
        ),
        (
            directive("agentcfg-example", "files/cards/one.yaml", ":syntax: xml"),
            "bad-option",
            [":syntax:", "xml", "yaml"],
        ),
        (directive("agentcfg-example", "files/cards/one.yaml", ":languages: qq"), "unknown-language", ["qq"]),
    ],
)
def test_what_is_wrong_is_one_warning_at_the_directive(
    tmp_path: Path, text: str, subtype: str, words: list[str]
) -> None:
    done = build(tmp_path, {**SITE, "index.rst": text, **{f"{name}.rst": ":orphan:\n" for name in PAGES}}, **CONF)
    warned = done.only_warning()
    assert (warned.place, warned.subtype) == ("index.rst:4", f"agentcfg.{subtype}")
    assert [word for word in words if word not in warned.text] == []
    assert str(tmp_path) not in warned.text


def test_every_finding_of_an_example_that_should_be_valid_is_a_warning(tmp_path: Path) -> None:
    text = directive("agentcfg-example", "", ":type: cards/card", content="size: big\ncolour: red\n")
    done = build(tmp_path, {**FILES, "index.rst": text}, **CONF)
    assert [w.subtype for w in done.warnings] == ["agentcfg.invalid-example"] * 3
    assert len(done.soup().select(".agentcfg-finding")) == 3


def test_what_cannot_be_read_at_all_can_be_an_invalid_example(tmp_path: Path) -> None:
    files = {
        **FILES,
        "index.rst": directive("agentcfg-example", "x.yaml", ":type: cards/card", ":expect: invalid"),
        "x.yaml": b"name: \xff\n",
    }
    done = build(tmp_path, files, **CONF)
    assert done.log == ""
    (note,) = done.soup().select(".agentcfg-finding")
    assert "file/not-utf8" in note.get_text()


def test_a_file_that_is_missing_leaves_a_line_on_the_page(tmp_path: Path) -> None:
    done = build(tmp_path, {**FILES, "index.rst": directive("agentcfg-example", "cards/x.yaml")}, **CONF)
    (problem,) = done.soup().select("p.agentcfg-problem")
    assert "cards/x.yaml" in problem.get_text()


# --- later builds, hostile text ---------------------------------------------------------------------------------------


def test_a_page_follows_its_file_and_its_schema(tmp_path: Path) -> None:
    build(tmp_path, SITE, **CONF)
    assert build(tmp_path, **CONF).read == ()
    edit(tmp_path, {"files/cards/one.yaml": "name: king\n"})
    done = build(tmp_path, **CONF)
    assert done.read == ("sub/near",)
    assert code(done, "sub/near") == "name: king\n"
    edit(tmp_path, {"own.json": {**CARD, "required": ["size"]}})
    done = build(tmp_path, **CONF)
    assert {"own", "toml", "json", "guess"} <= set(done.read)
    assert {w.place for w in done.warnings} == {"toml.rst:4", "json.rst:4", "guess.rst:4"}


def test_a_file_that_comes_later_is_shown(tmp_path: Path) -> None:
    files = {**FILES, "index.rst": directive("agentcfg-example", "cards/x.yaml")}
    assert build(tmp_path, files, **CONF).only_warning().subtype == "agentcfg.missing"
    edit(tmp_path, {"cards/x.yaml": GOOD})
    done = build(tmp_path, **CONF)
    assert (done.log, done.read) == ("", ("index",))


def test_keys_follow_a_reference_that_moves_without_reading_the_page_again(tmp_path: Path) -> None:
    build(tmp_path, SITE, **CONF)
    edit(tmp_path, {"card.rst": "Gone\n====\n"})
    done = build(tmp_path, **CONF)
    assert done.read == ("card",)
    assert block(done, "valid").select("a") == []
    edit(tmp_path, {"card.rst": PAGES["card"]})
    assert len(block(build(tmp_path, **CONF), "valid").select("a")) == 2


def test_hostile_text_is_shown_as_it_is(tmp_path: Path) -> None:
    nasty = "name: <script>alert(1)</script>\n# \x1b[31m \u202e |x| `y`_ </span>\nk`{e}`y: '**b**'\n"
    files = {
        **FILES,
        "index.rst": directive("agentcfg-example", "x.yaml", ":type: cards/card", ":expect: invalid"),
        "x.yaml": nasty,
    }
    done = build(tmp_path, files, **CONF)
    assert done.soup().select("div.body script") == []
    text = done.soup().select("pre")[0].get_text()
    assert "name: <script>alert(1)</script>" in text
    assert "\\x1b[31m \\u202e |x| `y`_ </span>" in text
    assert "\x1b" not in done.file("index.html")


def test_lines_are_counted_as_an_editor_counts_them(tmp_path: Path) -> None:
    text = "# one\u2028still one\r\n# two\r# three\nname: Ace\n"
    files = {
        **FILES,
        "index.rst": directive("agentcfg-example", "x.yaml", ":type: cards/card", ":expect: invalid"),
        "x.yaml": text.encode(),
    }
    done = build(tmp_path, files, **CONF)
    last = done.soup().select(".agentcfg-finding")[-1]
    line = last.find_previous_sibling(class_="agentcfg-marked")
    assert line is not None
    assert line.get_text() == "name: Ace\n"
