"""``sphinx_agentcfg.fields``: a reference as a DataFrame."""

from __future__ import annotations

import pytest

import sphinx_agentcfg
from sphinx_agentcfg.errors import UnknownDocumentType


def test_a_reference_is_a_frame_in_the_order_of_the_schema() -> None:
    fields = sphinx_agentcfg.fields("leji/agent-profile").set_index("path")
    assert fields.index[:4].tolist() == ["id", "name", "role", "purpose"]
    assert len(fields) == 18  # 15 at the top and 3 in `freshness` and `invocation`
    assert fields.loc["requiredRead", "required"] == "required unless `inherits` is set"
    assert fields.loc["purpose", "required"] == "no"
    assert fields.loc["name", "constraints"] == '{"minLength": 1}'
    assert fields["default"].isna().all()
    assert fields["description_zh"].notna().all()


def test_a_default_is_json_text_and_one_that_is_not_there_is_missing() -> None:
    defaults = sphinx_agentcfg.fields("rolebox/role").set_index("path")["default"]
    assert defaults["mode"] == '"primary"'
    assert defaults.isna()["name"]


def test_an_unknown_type_is_told_with_what_is_near() -> None:
    with pytest.raises(UnknownDocumentType, match=r"did you mean leji/agent-profile\?"):
        sphinx_agentcfg.fields("leji/agent-profle")
