"""Our own words: every one in the code is in the Chinese catalogue, with the same places for values, and no other."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.extract import extract
from babel.messages.pofile import read_po

import sphinx_agentcfg
from sphinx_agentcfg.messages import Message, catalogue_path, console_language, message, translate

PACKAGE = Path(sphinx_agentcfg.__file__).parent
KEYWORDS = {"N_": None, "message": None}
_FIELDS = re.compile(r"\{(\w+)\}")


def in_code() -> dict[str, str]:
    """Return each message id of the code, and the file that it stands in."""
    found: dict[str, str] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for _, msgid, *_ in extract("python", BytesIO(path.read_bytes()), keywords=KEYWORDS):
            text = msgid if isinstance(msgid, str) else msgid[0]
            found.setdefault(text, str(path.relative_to(PACKAGE)))
    found.pop("", None)
    return found


def in_catalogue() -> dict[str, str]:
    with catalogue_path("zh_CN").open("rb") as file:
        return {str(m.id): str(m.string) for m in read_po(file, locale="zh_CN") if m.id and not m.fuzzy}


def test_every_message_of_the_code_is_translated() -> None:
    known = in_catalogue()
    missing = {msgid: file for msgid, file in in_code().items() if not known.get(msgid)}
    assert missing == {}


def test_no_message_of_the_catalogue_is_unused() -> None:
    assert sorted(set(in_catalogue()) - set(in_code())) == []


def test_a_translation_has_the_same_places_for_values() -> None:
    known = in_catalogue()
    assert len(known) > 100
    odd = {k: v for k, v in known.items() if sorted(_FIELDS.findall(k)) != sorted(_FIELDS.findall(v))}
    assert odd == {}


def test_a_message_is_said_in_both_languages() -> None:
    said = message("`{path}` is missing; add it", path="a")
    assert said.text() == str(said) == "`a` is missing; add it"
    assert said.text("zh_CN") == "缺少 `a`；请补上"
    assert said.text("fr") == said.text("en")


def test_a_message_inside_a_message_is_translated_too() -> None:
    said = message("{where} holds an item twice; remove one", where=Message("the document"))
    assert said.text("zh_CN") == "文档 中有重复项；请删去一个"


def test_text_from_a_file_is_harmless_in_a_message() -> None:
    assert message("`{path}`", path="a\x1b[31m\u202e{x}").text() == "`a\\x1b[31m\\u202e{x}`"


def test_an_unknown_message_is_itself() -> None:
    assert translate("never heard of it", "zh_CN") == "never heard of it"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LC_ALL": "zh_CN.UTF-8", "LANG": "en_US"}, "zh_CN"),
        ({"LANG": "zh_TW"}, "zh_CN"),
        ({"LC_ALL": "en_US.UTF-8", "LANG": "zh_CN"}, "en"),
        ({"LANG": "C"}, "en"),
    ],
)
def test_the_language_of_a_terminal(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], language: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert console_language() == language
