"""What every test of the Sphinx face needs: a terminal in English, and builds that are shared."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.sphinx_ext.building import Built, build, page

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session", autouse=True)
def _english_terminal() -> Iterator[None]:
    """Warnings speak the language of the terminal, so every test has the same one."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("LC_MESSAGES", "LANGUAGE", "LANG"):
            patch.delenv(name, raising=False)
        patch.setenv("LC_ALL", "C.UTF-8")
        yield


@pytest.fixture(scope="session")
def leji(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The page of a built-in schema, in both of its languages."""
    return build(tmp_path_factory.mktemp("leji"), {"index.rst": page("leji/agent-profile")})
