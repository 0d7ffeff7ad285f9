"""A small format of one's own with all that a format may have: types, rules, examples, a layout, two languages."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.messages import translate
from tests.sphinx_ext.building import write
from tests.sphinx_ext.schemas import catalogue

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = """\
title = "Cards"
description = "Cards that a team keeps."
home = "https://cards.invalid/"
source_language = "en"
versions_note = "Only the second version is described."

[documents.card]
title = "Card"
summary = "One card."
schema = "card.schema.json"
syntax = "yaml"
version = "2"
status = "draft"
files = ["cards/*.yaml", "**/card.yaml"]

[documents.letter]
title = "Letter"
schema = "letter.schema.json"
syntax = "frontmatter"
files = ["letters/**/*.md"]

[documents.story]
title = "Story"
schema = "story.schema.json"
syntax = "markdown"
files = ["*.story.md"]

[[notes]]
kind = "warning"
text = "Cards *burn*."

[management.git]
title = "Kept in Git"
description = "Everybody sees it."

[[layout]]
path = "cards/"
managed = "git"
description = "All cards."

[[layout]]
path = "cards/<name>.yaml"
managed = "git"
document = "card"
description = "One `card`."

[[layout]]
path = "tmp/"
description = "Nothing of worth."

[[versions]]
version = "2"
text = "Names."

[[versions]]
version = "1"
"""

CARD: dict[str, Any] = {
    "title": "Card",
    "type": "object",
    "properties": {
        "name": {"type": "string", "pattern": "^[a-z]+$", "description": "Its name."},
        "size": {"type": "integer", "description": "Its size."},
        "tags": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["name"],
    "additionalProperties": False,
}

RULES = '''\
[schema]
severity = "error"
types = ["card", "letter"]
title = "The schema is broken."
meaning = "A field is wrong."
why = "Nothing reads it."
fix = "Mend the field."
source = "card.schema.json"
  [[schema.bad]]
  file = "cards/a.yaml"
  text = "size: big\\n"
  [[schema.good]]
  file = "cards/a.yaml"
  text = "name: a\\n"

[name-taken]
severity = "warning"
types = ["card"]
title = "Two cards have the name `x`."
meaning = "Another card has the same name."
why = "Only one is found."
fix = "Rename one."
source = "tool 1.0, cards.py:7"
assumed = true
upstream = "dup-name"
  [[name-taken.bad]]
  file = "cards/a.yaml"
  text = "name: x\\n"
  note = "Saved in Latin-1."
  [[name-taken.bad]]
  file = "letters/b.md"
  text = """
---
name: x
---
# Hello
"""
  [[name-taken.good]]
  file = "cards/a.json"
  text = '{"name": "y"}'

[no-cards]
severity = "info"
title = "There is no card."
meaning = "The folder is empty."
why = "Perhaps it is the wrong one."
fix = "Look elsewhere."
source = "tool 1.0"
'''

_RULE_ZH = {
    "/schema/title": ("The schema is broken.", "不符合 Schema。"),
    "/schema/meaning": ("A field is wrong.", "某个字段有误。"),
    "/schema/why": ("Nothing reads it.", "没有工具会读取它。"),
    "/schema/fix": ("Mend the field.", "修正该字段。"),
    "/name-taken/title": ("Two cards have the name `x`.", "两张卡片都叫 `x`。"),
    "/name-taken/meaning": ("Another card has the same name.", "另一张卡片同名。"),
    "/name-taken/why": ("Only one is found.", "只会找到一张。"),
    "/name-taken/fix": ("Rename one.", "给其中一张改名。"),
    "/name-taken/bad/0/note": ("Saved in Latin-1.", "以 Latin-1 保存。"),
    "/no-cards/title": ("There is no card.", "没有卡片。"),
    "/no-cards/meaning": ("The folder is empty.", "文件夹为空。"),
    "/no-cards/why": ("Perhaps it is the wrong one.", "也许找错了地方。"),
    "/no-cards/fix": ("Look elsewhere.", "换个地方找。"),
}
_FORMAT_ZH = {
    "/title": ("Cards", "卡片"),
    "/description": ("Cards that a team keeps.", "团队保存的卡片。"),
    "/documents/card/title": ("Card", "卡片文件"),
    "/documents/card/summary": ("One card.", "一张卡片。"),
    "/documents/letter/title": ("Letter", "信件"),
    "/documents/story/title": ("Story", "故事"),
    "/management/git/title": ("Kept in Git", "由 Git 管理"),
    "/management/git/description": ("Everybody sees it.", "人人可见。"),
    "/layout/0/description": ("All cards.", "所有卡片。"),
    "/layout/1/description": ("One `card`.", "一张 `card`。"),
    "/layout/2/description": ("Nothing of worth.", "没有要紧的东西。"),
    "/versions_note": ("Only the second version is described.", "只描述第二版。"),
    "/versions/0/text": ("Names.", "有了名字。"),
    "/notes/0/text": ("Cards *burn*.", "卡片*会烧*。"),
}
_CARD_ZH = {
    "/title": ("Card", "卡片"),
    "/properties/name/description": ("Its name.", "它的名字。"),
    "/properties/size/description": ("Its size.", "它的大小。"),
}

GOOD = "name: ace\nsize: 3\n"
BAD = "name: Ace\ncolour: red\n"
#: The files of the format, in the folder ``formats/cards``.
FILES: dict[str, Any] = {
    f"formats/cards/{name}": content
    for name, content in {
        "format.toml": MANIFEST,
        "card.schema.json": CARD,
        "letter.schema.json": {"title": "Letter", **{k: CARD[k] for k in ("type", "properties", "required")}},
        "story.schema.json": {"title": "Story", "description": "Free text."},
        "rules.toml": RULES,
        "locale/zh_CN/rules.po": catalogue({k: v for k, v in _RULE_ZH.items() if '"' not in v[0]}),
        "locale/zh_CN/format.po": catalogue(_FORMAT_ZH),
        "locale/zh_CN/card.po": catalogue(_CARD_ZH),
        "examples/valid/card/good.yaml": GOOD,
        "examples/invalid/card/schema--colour.yaml": BAD,
        "examples/invalid/card/name-taken.yaml": "name: ace\n",
    }.items()
}
CONF: dict[str, Any] = {"agentcfg_format_dirs": ["formats"], "exclude_patterns": ["formats"]}


def directive(name: str, argument: str = "", *options: str, content: str = "", title: str = "Page") -> str:
    """Return a reST page with one directive; it stands on line 4."""
    lines = "".join(f"   {option}\n" for option in options)
    body = "".join(f"   {line}\n" for line in content.splitlines())
    return f"{title}\n{'=' * len(title)}\n\n.. {name}:: {argument}\n{lines}\n{body}"


def edit(folder: Path, files: dict[str, Any]) -> None:
    """Write *files* below ``src`` with the time of now, however coarse the disk's clock: before the next build."""
    write(folder / "src", files)
    for name in files:
        now = time.time_ns()
        os.utime(folder / "src" / name, ns=(now, now))


def pair(msgid: str) -> str:
    """Return a label of ours as a page in English and Chinese has it."""
    chinese = translate(msgid, "zh_CN")
    return msgid if chinese == msgid else f"{msgid} · {chinese}"
