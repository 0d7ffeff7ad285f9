"""Schemas of one's own that the tests show, each small enough to work its page out by hand."""

from __future__ import annotations

from typing import Any

#: One of everything that a field may say.
KITCHEN: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "https://example.invalid/kitchen.json",
    "title": "Kitchen",
    "type": "object",
    "properties": {
        "no": {"type": "boolean", "default": False},
        "zero": {"type": "integer", "default": 0, "minimum": 0, "exclusiveMaximum": 10, "multipleOf": 5},
        "blank": {"type": "string", "default": "", "minLength": 1, "maxLength": 20, "format": "uri"},
        "null": {"type": ["string", "null"], "default": None},
        "list": {"type": "array", "default": [], "uniqueItems": True, "minItems": 2, "maxItems": 3},
        "map": {"type": "object", "default": {}},
        "fixed": {"const": 0},
        "by-ours": {"enum": ["a", "b"], "x-enumDescriptions": {"a": "First.", "b": "Second."}, "default": "b"},
        "by-meta": {"enum": ["a", 1], "meta:enum": {"a": "Letter.", "1": "Digit."}},
        "by-list": {"enum": ["a", "b"], "enumDescriptions": ["In order.", "Too."]},
        "by-markdown": {"enum": ["a"], "markdownEnumDescriptions": ["With `code`."]},
        "by-const": {"oneOf": [{"const": "a", "description": "By const."}, {"const": "b", "title": "By title."}]},
        "by-varnames": {"enum": [1, 2], "x-enum-varnames": ["ONE", "TWO"], "x-enum-descriptions": ["One.", "Two."]},
        "plain": {"enum": ["a", "b", None, True, 1], "default": True},
        "old": {"type": "string", "deprecated": True, "x-removed": "2.0", "x-replaced-by": "no"},
        "why": {"type": "string", "deprecationMessage": "Use `no` instead."},
        "seen": {"type": "string", "readOnly": True},
        "kept": {"type": "string", "writeOnly": True},
        "noted": {
            "type": "string",
            "x-status": "beta",
            "x-since": "1.2",
            "x-when": "When in doubt.",
            "x-notes": [{"kind": "warning", "text": "Hot."}, {"kind": "info", "text": "Mild."}],
            "x-see-also": ["https://example.invalid/more", "no"],
            "x-source": "src/noted.c",
            "x-type-name": "Noted",
            "examples": ["salt", 7],
        },
        "strange": {"type": "string", "x-unheard-of": {"deep": [1, "two"]}},
        "closed": {"type": "object", "additionalProperties": False, "properties": {"in": {"type": "string"}}},
        "free": {"type": "object", "additionalProperties": {"type": "object", "properties": {"leaf": {}}}},
        "cut.in": {"type": "object", "properties": {"two.words": {"type": "string"}}},
        "tree": {"$ref": "#/$defs/node"},
        "again": {"$ref": "#/$defs/node"},
    },
    "if": {"required": ["old"]},
    "then": {"properties": {"no": {"const": True}}, "required": ["kept"]},
    "$defs": {
        "node": {
            "type": "object",
            "description": "A node.",
            "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/node"}}, "label": {"type": "string"}},
        }
    },
}

#: Two fields, and a catalogue with both in Chinese.
TEAM: dict[str, Any] = {
    "title": "Team",
    "properties": {
        "lead": {"type": "string", "description": "Who leads it."},
        "size": {"type": "integer", "description": "How many work in it.", "default": 0},
    },
    "required": ["lead"],
}
TEAM_ZH = {
    "/title": ("Team", "团队"),
    "/properties/lead/description": ("Who leads it.", "由谁带领。"),
    "/properties/size/description": ("How many work in it.", "其中有多少人工作。"),
}


def catalogue(entries: dict[str, tuple[str, str]]) -> str:
    """Return a PO file: pointer → (source, translation)."""
    head = 'msgid ""\nmsgstr ""\n"Language: zh_CN\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    body = [
        f'\nmsgctxt "{pointer}"\nmsgid "{source}"\nmsgstr "{said}"\n' for pointer, (source, said) in entries.items()
    ]
    return head + "".join(body)


#: The files of a schema with a catalogue beside it.
TEAM_FILES: dict[str, Any] = {"team.json": TEAM, "locale/zh_CN/team.po": catalogue(TEAM_ZH)}
