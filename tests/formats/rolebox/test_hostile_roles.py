"""A hostile ``role.yaml`` beside a good one: one finding with its place, and the good role as if nothing were."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinx_agentcfg.formats.model import State
from tests.formats.repositories import audit_of, profile_of
from tests.formats.rolebox.teams import role

if TYPE_CHECKING:
    from pathlib import Path

GOOD = "rolebox/good/role.yaml"
BAD = "rolebox/bad/role.yaml"
#: Each line doubles what the one above it stands for: with a14, on line 15, it is more than 100,000 values.
BOMB = "a0: &a0 [x, x]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]\n" for i in range(1, 27))

UNREADABLE = [
    ("an alias bomb", BOMB + "name: *a26\nprompt: p\n", "file/too-many-nodes", 15),
    ("tabs", "name: x\n\tprompt: p\n", "file/syntax", 2),
    ("bytes ff fe", b"\xff\xfen", "file/not-utf8", 1),
    ("UTF-16", "name: x\n".encode("utf-16"), "file/not-utf8", 1),
    ("2,000 levels", "name: " + "[" * 2_000, "file/too-deep", 1),
    ("10,000 levels", "name: " + "[" * 10_000 + "]" * 10_000, "file/too-deep", 1),
    ("an undefined alias", "name: *x\nprompt: p\n", "file/syntax", 1),
    ("an alias of itself", "name: &a [*a]\n", "file/recursive-alias", 1),
    ("200 levels", "color: " + "[" * 200 + "]" * 200 + "\n", "file/too-deep", 1),
    ("300,000 entries", "skills:\n" + "- a\n" * 300_000, "file/too-many-nodes", 100_000),
    ("half a surrogate in a value", 'name: "\\ud800"\n', "file/syntax", 1),
    ("half a surrogate in a key", 'name: x\n"\\ud800": 1\n', "file/syntax", 2),
    ("NUL", "name: a\0b\n", "file/syntax", 1),
    ("a bell", "name: a\7b\n", "file/syntax", 1),
    ("5,000 digits", "temperature: " + "9" * 5_000 + "\n", "file/long-number", 1),
    ("nothing", "", "file/empty", None),
    ("a comment", "# nothing\n", "file/empty", 1),
    ("6 MB", "x" * 6_000_000, "file/too-large", None),
    ("an unquoted colon", "name: x\ndescription: Does two things: a, b\n", "file/syntax", 2),
]


@pytest.mark.parametrize(
    ("text", "rule", "line"), [case[1:] for case in UNREADABLE], ids=[case[0] for case in UNREADABLE]
)
def test_a_file_that_cannot_be_read_is_one_finding(
    text: str | bytes, rule: str, line: int | None, tmp_path: Path
) -> None:
    audit = audit_of(tmp_path, {BAD: text, GOOD: role(name="Good")}, ["rolebox"])
    assert [(f.rule, f.path, f.line, f.profile) for f in audit.findings] == [(rule, BAD, line, "rolebox:bad")]
    assert profile_of(audit, "rolebox:bad").state is State.UNREADABLE
    good = profile_of(audit, "rolebox:good")
    assert (good.state, good.effective["name"]) == (State.OK, "Good")


READABLE = [
    ("a byte order mark", "\ufeffname: x\n", "file/byte-order-mark", 1),
    ("a line end of Windows", "name: x\r\nprompt: p\r\n", "file/line-ends", 1),
    ("a line end of old Macs", "name: x\rprompt: p\r", "file/line-ends", 1),
    ("a key twice further in", "tools:\n  a: true\n  a: false\n", "file/duplicate-key", 3),
    ("null as a key", "~: x\n", "file/non-string-key", 1),
    ("a binary", "color: !!binary aGk=\n", "file/custom-tag", 1),
    ("no number", "temperature: .nan\n", "file/not-a-number", 1),
    ("a merge key", "<<: {name: x}\n", "rolebox/unknown-field", 1),
    ("an escape in a key", 'name: x\n"\\e[31m": 1\n', "rolebox/unknown-field", 2),
    ("a list", "- a\n", "rolebox/schema", 1),
    ("a text", "hello\n", "rolebox/schema", 1),
    ("a key twice", "name: x\nname: y\n", "file/duplicate-key", 2),
    ("a list as a key", "? [a]\n: 1\n", "file/non-string-key", 1),
    ("a mapping as a key", "? {a: b}\n: 1\n", "file/non-string-key", 1),
    ("a number as a key", "5: x\n", "file/non-string-key", 1),
    ("a tag of Python", "color: !!python/object/apply:os.system [ls]\n", "file/custom-tag", 1),
    ("a tag of one's own", "color: !foo x\n", "file/custom-tag", 1),
    ("infinity", "temperature: .inf\n", "file/not-a-number", 1),
    ("a second document", "color: x\n---\nname: y\n", "file/several-documents", 2),
]


@pytest.mark.parametrize(("head", "rule", "line"), [case[1:] for case in READABLE], ids=[case[0] for case in READABLE])
def test_a_file_with_something_odd_is_reported_and_read(head: str, rule: str, line: int, tmp_path: Path) -> None:
    audit = audit_of(tmp_path, {BAD: head, GOOD: role(name="Good")}, ["rolebox"])
    assert (rule, BAD, line) in [(f.rule, f.path, f.line) for f in audit.findings]
    assert profile_of(audit, "rolebox:bad").state is not State.UNREADABLE
    assert profile_of(audit, "rolebox:good").effective["name"] == "Good"
    assert [f for f in audit.findings if f.path == GOOD or f.rule.startswith("audit/")] == []
