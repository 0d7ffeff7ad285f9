"""YAML text in, data with YAML 1.2 core values and findings out; the fast way first, the careful one where needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yaml import YAMLError

from sphinx_agentcfg.documents import causes
from sphinx_agentcfg.documents.fixes import failure
from sphinx_agentcfg.documents.source import Reading, Source
from sphinx_agentcfg.documents.tree import locate
from sphinx_agentcfg.documents.yaml_causes import yaml_cause
from sphinx_agentcfg.documents.yaml_fast import Unusual, read_fast
from sphinx_agentcfg.documents.yaml_scalars import LongNumber
from sphinx_agentcfg.documents.yaml_tree import Stop, TreeBuilder

if TYPE_CHECKING:
    from sphinx_agentcfg.documents.model import Located

__all__ = ["locate_yaml", "locate_yaml_part", "read_yaml"]


def read_yaml(source: Source) -> Reading:
    """Read the YAML text of *source*; of several documents, the first."""
    try:
        data, lines = read_fast(source.text)
    except (Unusual, LongNumber, YAMLError, UnicodeError):
        return _read_carefully(source)
    return Reading(data, readable=True, lines=lines)


def locate_yaml(text: str) -> dict[str, Located]:
    """Return pointer → place for a text that can be read."""
    return locate_yaml_part(Source("", text))


def locate_yaml_part(source: Source) -> dict[str, Located]:
    """Return pointer → place, in the whole file, for a part of it that can be read."""
    built = TreeBuilder(source).build()
    return {} if built is None else locate(built.node, source)


def _read_carefully(source: Source) -> Reading:
    try:
        builder = TreeBuilder(source)
        built = builder.build()
    except Stop as stop:
        return Reading(None, readable=False, findings=(stop.finding,))
    except (YAMLError, UnicodeError) as error:
        return failure(source, yaml_cause(source, error))
    if built is None:
        return source.failure("empty", causes.empty(), 0)
    return Reading(built.data, readable=True, findings=builder.findings)
