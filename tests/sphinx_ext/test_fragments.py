"""A tree of fragments is the same text as HTML and as nodes, and nothing in it is markup unless a mark says so."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup
from docutils import nodes
from sphinx import addnodes

from sphinx_agentcfg.sphinx_ext import fragments
from sphinx_agentcfg.sphinx_ext.fragments import Fragment, Mark, facts_node, inline_nodes, plain, table_node

LINK = Mark("link", (Mark("code", ("id",)),), target="#leji.id")
AWAY = Mark("link", ("more",), target='https://e.invalid/?a=1&b="2"')
OTHER = Mark("link", ("id",), xref="leji/agent-profile#id")

HTML = [
    (["a"], "a"),
    (["<b>&amp;"], "&lt;b&gt;&amp;amp;"),
    (["\"q\" 's'"], "\"q\" 's'"),
    ([Mark("code", ("<x>",))], '<code class="docutils literal notranslate">&lt;x&gt;</code>'),
    ([Mark("code", ("x",), ("extra",))], '<code class="docutils literal notranslate extra">x</code>'),
    ([Mark("em", ("a", Mark("strong", ("b",))))], "<em>a<strong>b</strong></em>"),
    ([Mark("span", ("a",))], "<span>a</span>"),
    ([Mark("span", ("填",), ("c", "d"), "zh-CN")], '<span class="c d" lang="zh-CN">填</span>'),
    (
        [LINK],
        '<a class="reference internal" href="#leji.id"><code class="docutils literal notranslate">id</code></a>',
    ),
    ([AWAY], '<a class="reference external" href="https://e.invalid/?a=1&amp;b=&quot;2&quot;">more</a>'),
    (["a", " ", "b"], "a b"),
    ([], ""),
]


@pytest.mark.parametrize(("tree", "html"), HTML)
def test_a_tree_is_html_with_every_text_escaped(tree: list[Fragment], html: str) -> None:
    assert fragments.as_html(tree) == html


@pytest.mark.parametrize("tree", [tree for tree, _ in HTML])
def test_the_text_is_the_same_in_plain_in_html_and_in_nodes(tree: list[Fragment]) -> None:
    text = plain(tree)
    assert BeautifulSoup(fragments.as_html(tree), "html.parser").get_text() == text
    assert "".join(node.astext() for node in inline_nodes(tree)) == text
    assert "".join(node.astext() for node in fragments.as_nodes(tree)) == text


def test_plain_text_alone_is_a_text_node() -> None:
    (node,) = inline_nodes(["<b>"])
    assert isinstance(node, nodes.Text)
    assert inline_nodes([]) == []


def test_anything_else_is_one_node_that_keeps_its_tree() -> None:
    (node,) = inline_nodes(["see ", LINK])
    assert isinstance(node, fragments.said)
    assert node["tree"] == ("see ", LINK)
    assert node.astext() == "see id"


@pytest.mark.parametrize(
    ("mark", "expected"),
    [
        (Mark("code", ("x",)), "<literal>x</literal>"),
        (Mark("em", ("x",)), "<emphasis>x</emphasis>"),
        (Mark("strong", ("x",)), "<strong>x</strong>"),
        (Mark("span", ("x",), ("c",), "zh-CN"), '<inline classes="c language-zh-CN">x</inline>'),
        (LINK, '<reference internal="1" refid="leji.id"><literal>id</literal></reference>'),
        (
            Mark("link", ("x",), target="https://e.invalid"),
            '<reference internal="0" refuri="https://e.invalid">x</reference>',
        ),
    ],
)
def test_a_mark_is_the_node_that_every_builder_knows(mark: Mark, expected: str) -> None:
    shown = str(fragments._as_node(mark))
    # docutils before 0.22 writes a truth value as a word
    assert shown.replace('="True"', '="1"').replace('="False"', '="0"') == expected


def test_a_link_that_may_lead_to_another_page_is_sphinxs_to_resolve() -> None:
    for tree in ([OTHER], [Mark("span", (Mark("em", (OTHER,)),))]):
        (node,) = inline_nodes(tree)
        (found,) = node.findall(addnodes.pending_xref)
        assert (found["reftype"], found["reftarget"], found["refwarn"]) == ("field", "leji/agent-profile#id", False)
        assert found.astext() == "id"


ROWS: Any = [[["a"], [LINK]], [["b"], ["x", Mark("em", ("y",))]]]


@pytest.mark.parametrize("make", [facts_node, lambda rows, css: table_node(rows, (1, 1), css)])
def test_the_search_sees_every_word_of_a_list_or_table(make: Any) -> None:
    assert make(ROWS, "c").astext() == "a id b xy"


def test_a_table_for_other_builders_has_a_head_and_a_body() -> None:
    node = fragments._as_table(table_node(ROWS, (30, 70), "c"))  # type: ignore[arg-type]  # no link leads to another page
    (head,) = node.findall(nodes.thead)
    (body,) = node.findall(nodes.tbody)
    assert [cell.astext() for cell in head.findall(nodes.entry)] == ["a", "id"]
    assert [cell.astext() for cell in body.findall(nodes.entry)] == ["b", "xy"]
    assert [spec["colwidth"] for spec in node.findall(nodes.colspec)] == [30, 70]


def test_a_list_for_other_builders_is_a_field_list() -> None:
    node = fragments._as_facts(facts_node(ROWS, "c d"))  # type: ignore[arg-type]  # no link leads to another page
    assert isinstance(node, nodes.field_list)
    assert node["classes"] == ["c", "d"]
    assert [name.astext() for name in node.findall(nodes.field_name)] == ["a", "b"]
    assert [body.astext() for body in node.findall(nodes.field_body)] == ["id", "xy"]


def test_a_list_or_table_with_a_link_to_another_page_is_ordinary_nodes_at_once() -> None:
    rows: Any = [[["a"], [OTHER]]]
    assert isinstance(facts_node(rows, "c"), nodes.field_list)
    assert isinstance(table_node(rows, (1, 1), "c"), nodes.table)
