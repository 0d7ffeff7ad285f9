"""A payload in, a page with the matrix view on the disk out."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.audit.assets import asset

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["STATES", "large", "page", "small"]

STATES = [
    {"id": "unknown", "glyph": "?", "label": {"en": "unknown", "zh_CN": "未知"}},
    {"id": "unset", "glyph": "·", "label": {"en": "unset", "zh_CN": "未设置"}},
    {"id": "deny", "glyph": "✕", "label": {"en": "deny", "zh_CN": "拒绝"}},
    {"id": "ask", "glyph": "!", "label": {"en": "ask", "zh_CN": "询问"}},
    {"id": "allow", "glyph": "✓", "label": {"en": "allow", "zh_CN": "允许"}},
]


def _payload(rows: Sequence[dict[str, Any]], columns: Sequence[str], codes: bytes) -> dict[str, Any]:
    return {
        "kind": "permissions",
        "label": {"en": "Permissions", "zh_CN": "权限"},
        "corner": {"en": "Profile", "zh_CN": "配置"},
        "rows": list(rows),
        "columns": [{"id": name} for name in columns],
        "states": STATES,
        "codes": b64encode(codes).decode(),
        "texts": [],
        "notes": [[] for _ in rows],
        "left_out": {"columns": 0, "rows": 0},
    }


def small(**more: Any) -> dict[str, Any]:
    """Return three profiles by four tools; ann's Bash is inherited from base, and the files contradict each other."""
    rows: list[dict[str, Any]] = [
        {"id": "leji:ann", "group": "leji", "href": "#ann"},
        {"id": "leji:bob", "group": "leji"},
        {"id": "rolebox:eve", "group": "rolebox", "state": "unreadable"},
    ]
    codes = bytes([4, 2, 1, 1, 3, 4, 1, 1, 0, 0, 0, 0])
    notes: list[list[list[int]]] = [[[0, 0, 1, 2, 12, 5]], [], []]
    texts = [{"en": "a rule says so", "zh_CN": "有规则写明"}, "leji:base", "agents/base.md"]
    return _payload(rows, ["Bash", "Read", "Write", "Web"], codes) | {"texts": texts, "notes": notes} | more


def large(rows: int, columns: int) -> dict[str, Any]:
    """Return a matrix of that size; the state of a cell is (row + column) modulo 5."""
    heads = [{"id": f"leji:p{number:05d}", "group": "leji"} for number in range(rows)]
    codes = bytes((row + column) % 5 for row in range(rows) for column in range(columns))
    return _payload(heads, [f"tool-{number}" for number in range(columns)], codes)


def page(folder: Path, *payloads: dict[str, Any], language: str = "en", name: str = "matrix.html") -> str:
    """Write a page with a matrix for each payload, and return its address; ``matrices`` are the views."""
    hosts = "".join(f'<h2>Matrix {number}</h2><div id="m{number}"></div>' for number in range(len(payloads)))
    data = json.dumps(list(payloads), ensure_ascii=False).replace("<", "\\u003c")
    script = asset("matrix.js").replace("export function", "function")
    path = folder / name
    path.write_text(
        f"""<!DOCTYPE html><html lang="{language.replace("_", "-")}"><head><meta charset="utf-8"><title>Matrix</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<style>body {{ margin: 1rem; font-family: sans-serif; }} @media (prefers-color-scheme: dark) {{
body {{ background: #0d1117; color: #e6e8eb; }} }}\n{asset("matrix.css")}</style></head>
<body><main><h1>Matrix</h1>{hosts}</main><script type="application/json" id="data">{data}</script>
<script type="module">{script}
window.selected = [];
window.matrices = JSON.parse(document.getElementById("data").textContent).map((payload, number) =>
  showMatrix(document.getElementById("m" + number), payload,
    {{language: "{language}", onSelect: (cell) => window.selected.push(cell)}}));
document.body.dataset.ready = "1";
</script></body></html>""",
        encoding="utf-8",
    )
    return path.as_uri()
