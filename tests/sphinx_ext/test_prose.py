"""A description is CommonMark without HTML; a backslash stays where it escapes nothing."""

from __future__ import annotations

import pytest
from docutils import nodes

from sphinx_agentcfg.sphinx_ext import prose
from sphinx_agentcfg.sphinx_ext.fragments import Mark, plain


def shape(node: nodes.Node) -> str:
    """Return the kinds of node below *node*, nested: ``bullet_list(list_item(paragraph))``."""
    inner = ", ".join(
        shape(child)
        for child in node.children
        if isinstance(child, nodes.Element) and not isinstance(child, nodes.Inline)
    )
    return f"{type(node).__name__}({inner})" if inner else type(node).__name__


BLOCKS = [
    ("One line.", ["paragraph"], ["One line."]),
    ("", ["paragraph"], [""]),
    ("One.\n\nTwo.", ["paragraph", "paragraph"], ["One.", "Two."]),
    ("One\ntwo", ["paragraph"], ["One\ntwo"]),
    ("- a\n- b", ["bullet_list(list_item(paragraph), list_item(paragraph))"], ["a\n\nb"]),
    ("3. c\n4. d", ["enumerated_list(list_item(paragraph), list_item(paragraph))"], ["c\n\nd"]),
    ("- a\n  - b", ["bullet_list(list_item(paragraph, bullet_list(list_item(paragraph))))"], ["a\n\nb"]),
    ("> q", ["block_quote(paragraph)"], ["q"]),
    ("```yaml\na: <b>\n```", ["literal_block"], ["a: <b>"]),
    ("    a: b", ["literal_block"], ["a: b"]),
    ("a\n\n---\n\nb", ["paragraph", "paragraph", "paragraph"], ["a", "———", "b"]),
    ("<div>\nx\n</div>", ["paragraph"], ["<div>\nx\n</div>"]),
    ("<!-- x -->", ["paragraph"], ["<!-- x -->"]),
    (".. note:: x", ["paragraph"], [".. note:: x"]),
    ("a | b\n--|--\n1 | 2", ["paragraph"], ["a | b\n--|--\n1 | 2"]),
    ("\u202ex", ["paragraph"], [r"\u202ex"]),
]


@pytest.mark.parametrize(("text", "shapes", "texts"), BLOCKS)
def test_blocks_are_commonmark(text: str, shapes: list[str], texts: list[str]) -> None:
    found = prose.blocks(text)
    assert [shape(node) for node in found] == shapes
    assert [node.astext() for node in found] == texts


@pytest.mark.parametrize("text", ["# Head", "Head\n====", "###### Head"])
def test_a_heading_is_a_strong_line_that_no_table_of_contents_lists(text: str) -> None:
    (node,) = prose.blocks(text)
    assert isinstance(node, nodes.paragraph)
    (strong,) = node.findall(nodes.strong)
    assert strong.astext() == "Head"


def test_a_numbered_list_begins_where_it_says() -> None:
    (node,) = prose.blocks("3. c\n4. d")
    assert (node["start"], node["suffix"]) == (3, ".")


def test_code_is_not_guessed_to_be_python() -> None:
    (node,) = prose.blocks("```\nprint\n```")
    assert node["language"] == "text"


def code(text: str) -> Mark:
    return Mark("code", (text,))


def em(text: str) -> Mark:
    return Mark("em", (text,))


def strong(text: str) -> Mark:
    return Mark("strong", (text,))


INLINES = [
    ("plain", ["plain"]),
    ("a `b` c", ["a ", code("b"), " c"]),
    ("`` a`b ``", [code("a`b")]),
    ("`x` &lt; &amp; &#60;", [code("x"), " &lt; &amp; &#60;"]),
    ("*a* and **b**", [em("a"), " and ", strong("b")]),
    ("[a](https://e.invalid/x)", [Mark("link", ("a",), target="https://e.invalid/x")]),
    ("[a](mailto:a@e.invalid)", [Mark("link", ("a",), target="mailto:a@e.invalid")]),
    ("<https://e.invalid>", [Mark("link", ("https://e.invalid",), target="https://e.invalid")]),
    ("[a](./other.md)", ["a", " (", code("./other.md"), ")"]),
    ("![a](https://e.invalid/x.png)", [Mark("link", ("a",), target="https://e.invalid/x.png")]),
    ("![a](x.png)", ["a", " (", code("x.png"), ")"]),
]


@pytest.mark.parametrize(("text", "expected"), INLINES)
def test_inlines_are_commonmark(text: str, expected: list[object]) -> None:
    assert prose.inlines(text) == expected


EXACT = [
    "<prompt> <b>x</b>",
    "&lt; &amp; &nbsp; &#60;",
    r"\d+ \. C:\new \n \\server",
    "a_b_c snake_case",
    "2 * 3 * 4",
    "[x] [a](javascript:alert(1)) [b](data:text/html,x)",
    ":role: |sub| name_ ::",
    "\"quotes\" -- ... 'x'",
    "tick ` alone",
    "[brackets] and {braces}",
    "https://e.invalid/a_b_c",
]


@pytest.mark.parametrize("text", EXACT)
def test_text_that_is_no_markup_stays_exactly(text: str) -> None:
    assert plain(prose.inlines(text)) == text
    assert "".join(node.astext() for node in prose.blocks(text)) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [(r"\*a\*", "*a*"), (r"\`a\`", "`a`"), (r"\_a\_", "_a_"), (r"\[a\]", "[a]"), (r"\.\*", r"\.*"), ("a\\", "a\\")],
)
def test_a_backslash_goes_only_before_what_would_mark_up(text: str, expected: str) -> None:
    assert plain(prose.inlines(text)) == expected


def test_inlines_are_one_line() -> None:
    assert plain(prose.inlines("a\n\n  b\tc")) == "a b c"


def test_a_link_with_a_harmful_scheme_is_text() -> None:
    for scheme in ("javascript", "JAVASCRIPT", "vbscript", "data", "file", "ftp"):
        found = prose.inlines(f"[x]({scheme}:alert)")
        assert not any(isinstance(f, Mark) and f.kind == "link" for f in found), scheme


SENTENCES = [
    ("One. Two.", "One."),
    ("One", "One"),
    ("Ask! Then go.", "Ask!"),
    ("Really? Yes.", "Really?"),
    ("A file, e.g. Core or Base. More.", "A file, e.g. Core or Base."),
    ("That is, i.e. Core. More.", "That is, i.e. Core."),
    ("Files etc. More of it. End.", "Files etc. More of it."),
    ("By J. Doe and others. More.", "By J. Doe and others."),
    ("Version 1.2 of it. More.", "Version 1.2 of it."),
    ("See a.b and c. it goes on. More.", "See a.b and c. it goes on."),
    ("Use `a. B` here. More.", "Use `a. B` here."),
    ("一句。两句。", "一句。"),
    ("一句。", "一句。"),
    ("先问！再做。", "先问！"),
    ("First\nline. Second.", "First line."),
    ("One\n\nTwo. Three.", "One"),
    ("  One. Two.  ", "One."),
    ("", ""),
]


@pytest.mark.parametrize(("text", "expected"), SENTENCES)
def test_the_first_sentence(text: str, expected: str) -> None:
    assert prose.first_sentence(text) == expected


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("one two three", 13, "one two three"),
        ("one two three", 12, "one two…"),
        ("one two, three", 11, "one two…"),
        ("字" * 20, 10, "字" * 10 + "…"),
    ],
)
def test_a_long_sentence_is_cut_between_words_with_an_ellipsis(text: str, limit: int, expected: str) -> None:
    assert prose.first_sentence(text, limit) == expected
