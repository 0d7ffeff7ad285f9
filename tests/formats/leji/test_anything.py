"""Any manifest beside any fields: nothing raises, and every profile has its row."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_agentcfg.formats.leji import effective_body, permissions
from sphinx_agentcfg.formats.model import State
from tests.formats.repositories import audit_of

if TYPE_CHECKING:
    from collections.abc import Iterable

words = st.sampled_from(
    ["core", "editor", "docs", "docs/agents/a.md", "../x", "/", "", ".", "<prompt>", "2027-02-31", "a\0b", "\ud800"]
)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | words | st.text(max_size=5)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3), max_leaves=8
)


def mapping(keys: Iterable[str], good: Any) -> st.SearchStrategy[Any]:
    return st.dictionaries(st.sampled_from(sorted(keys)), good | values, max_size=8)


texts = st.lists(words, max_size=4)
FIELDS = [
    "id",
    "name",
    "role",
    "inherits",
    "requiredRead",
    "defaultContext",
    "mustAskWhen",
    "mustRefuseWhen",
    "purpose",
]
profiles = mapping([*FIELDS, "freshness", "invocation", "host"], texts | words) | values
actors = st.dictionaries(words, mapping(["roles", "commands"], texts), max_size=2)
manifests = (
    mapping(
        ["rootPath", "machine", "agents", "actors", "bootProfilePath", "conformance"],
        words | st.dictionaries(words, words, max_size=3) | actors,
    )
    | values
)


@settings(max_examples=150, deadline=None)
@given(manifests, profiles, profiles, st.text(max_size=40))
def test_nothing_raises(manifest: Any, first: Any, second: Any, body: str) -> None:
    files: dict[str, str | bytes] = {
        "leji.json": json.dumps(manifest),
        "docs/agents/a.md": f"---\n{json.dumps(first)}\n---\n{body}".encode("utf-8", "surrogatepass"),
        "docs/agents/b.md": f"---\n{json.dumps(second)}\n---\n[{body}]({body})".encode("utf-8", "surrogatepass"),
    }
    with TemporaryDirectory() as folder:
        audit = audit_of(Path(folder), files, only=["leji"])
    (resolved,) = audit.resolved
    for profile in audit.profiles:
        rows = list(permissions(profile, resolved))
        text = effective_body(profile, resolved)
        assert (text is None) is (profile.state is not State.OK)
        assert (not rows) or profile.state is State.OK
        for pointer, derivation in profile.parts[0].derived.items():
            assert derivation.told(profile.effective.get(pointer[1:])) or pointer == "/inherits"
    assert all(finding.text() and finding.text("zh_CN") for finding in audit.findings)
    assert pickle.loads(pickle.dumps(audit.profiles)) is not None  # noqa: S301  # our own
