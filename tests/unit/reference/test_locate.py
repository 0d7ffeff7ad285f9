"""Which field each key of a document belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.documents import parse_document
from sphinx_agentcfg.reference.locate import key_paths
from tests.unit.making import read

if TYPE_CHECKING:
    from pathlib import Path


def test_every_key_leads_to_its_field(tmp_path: Path) -> None:
    schema = {
        "properties": {
            "a.b": {},
            "list": {"items": {"properties": {"x": {}}}},
            "tuple": {"prefixItems": [{"properties": {"y": {}}}]},
            "map": {
                "patternProperties": {"^on_": {"properties": {"z": {}}}},
                "additionalProperties": {"description": "d"},
            },
            "again": {"$ref": "#"},
        }
    }
    text = (
        "a.b: 1\nlist:\n  - x: \u2028\ntuple: [{y: 1}]\nmap:\n  on_x: {z: 1}\n  other: 2\n"
        "again:\n  list: []\nunknown: 1\n"
    )
    document = parse_document(text, name="d", syntax="yaml")
    found = dict(key_paths(read(tmp_path, schema), document))
    assert found == {
        text.index(key): path
        for key, path in {
            "a.b": '["a.b"]',
            "list:": "list",
            "x:": "list[].x",
            "tuple": "tuple",
            "y: 1": "tuple[0].y",
            "map": "map",
            "on_x": "map.on_<key>",
            "z: 1": "map.on_<key>.z",
            "other": "map.<key>",
            "again": "again",
            "list: []": "list",
        }.items()
    }
