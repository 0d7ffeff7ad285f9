"""The languages of a page in, the place of its language switch out; the script makes the buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.languages import display_name, html_tag
from sphinx_agentcfg.messages import N_, translate
from sphinx_agentcfg.sphinx_ext.nodes import box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from docutils.nodes import Node
    from sphinx.environment import BuildEnvironment

__all__ = ["language_switch"]

_SHOWN = "agentcfg_switch"


def language_switch(
    env: BuildEnvironment, languages: Sequence[str], first_view: str, site_language: str, *, again: bool = False
) -> list[Node]:
    """Return a switch for a page in more than one language; one is enough for a page, unless it is wanted *again*."""
    if len(languages) == 1 or (env.temp_data.get(_SHOWN) and not again):
        return []
    env.temp_data[_SHOWN] = True
    switch = box("", classes=["agentcfg-switch"])
    switch["html"] = {
        "data-languages": " ".join(html_tag(language) for language in languages),
        "data-names": "|".join(display_name(language) for language in languages),
        "data-first": first_view,
        "data-both": translate(N_("Both"), site_language),
        "data-label": translate(N_("Language of the reference"), site_language),
    }
    return [switch]
