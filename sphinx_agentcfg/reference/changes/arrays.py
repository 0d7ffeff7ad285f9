"""Two lists of parts in, what differs in the items of an array out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_agentcfg.reference import paths
from sphinx_agentcfg.reference.changes.canonical import asserted
from sphinx_agentcfg.reference.changes.limits import compare_bound
from sphinx_agentcfg.reference.changes.model import Kind
from sphinx_agentcfg.reference.changes.rest import bare, differs, tell_rest
from sphinx_agentcfg.reference.keywords import is_schema, sequence

if TYPE_CHECKING:
    from sphinx_agentcfg.reference.changes.node import Node
    from sphinx_agentcfg.reference.changes.parts import Part, Parts
    from sphinx_agentcfg.reference.loading import Place

__all__ = ["compare_arrays"]

#: What may look at items without a place of their own.
_LOOKING = ("anyOf", "oneOf", "if", "dependentSchemas", "contains")
#: What takes in all items, or some of any.
_ALL = ("items", "additionalItems", "contains")
_ITEMS = ("items", "prefixItems", "additionalItems", "unevaluatedItems")


def compare_arrays(node: Node | None) -> None:
    """Note what differs in the items of an array."""
    if node is None:
        return
    start = len(node.walk.out)
    _items(node)
    idle = ["additionalItems"] if not any(isinstance(v, list) for v in _both(node, "items")) else []
    tell_rest(node, start, [*bare(node, _ITEMS), *idle])
    _contains(node)


def _both(node: Node, keyword: str) -> list[object]:
    return [*node.old.values(keyword), *node.new.values(keyword)]


# --- items ------------------------------------------------------------------------------------------------------------


def _items(node: Node) -> None:
    """Compare each place of a tuple, then every further item."""
    count = max((len(_tuple(p)) for parts in (node.old, node.new) for p in parts.parts), default=0)
    for i in range(count):
        old = _at(node.old, i, unevaluated=not any(k in node.old.keywords for k in _LOOKING))
        new = _at(node.new, i, unevaluated=True)
        node.walk.node(old, new, node.where.at(paths.item(node.where.path, i)))
    for keywords in (("items", "additionalItems"), ("unevaluatedItems",)):
        old, new = ([r for p in parts.parts for r in _further(p, keywords)] for parts in (node.old, node.new))
        if old or new:
            node.walk.node(old, new, node.where.at(paths.item(node.where.path)))
    late = any("unevaluatedItems" in parts.keywords for parts in (node.old, node.new))
    for keyword in _ALL if late else ():
        before, now = _looks(node.old, keyword), _looks(node.new, keyword)
        if before != now:
            kind = Kind.OPENED if now else Kind.CLOSED
            node.emit(kind, "unevaluatedItems", narrows=before, widens=now, detail="item")


def _looks(parts: Parts, keyword: str) -> bool:
    return any(is_schema(v) for v in parts.values(keyword))


def _tuple(part: Part) -> list[Place]:
    """Return the schemas of the first items, one for each place."""
    for keyword in ("prefixItems", "items"):
        listed = sequence(part.schema, keyword)
        if listed:
            return [part.place.at(keyword, i) for i in range(len(listed)) if is_schema(listed[i])]
    return []


def _further(part: Part, keywords: tuple[str, ...]) -> list[Place]:
    """Return what governs the items behind those that have a place of their own."""
    schema = part.schema
    found = [k for k in keywords if k in schema and is_schema(schema[k])]
    if "additionalItems" in found and not isinstance(schema.get("items"), list):
        found.remove("additionalItems")  # counts beside a list only
    return [part.place.at(k) for k in found if schema[k] is not True]


def _at(parts: Parts, i: int, *, unevaluated: bool) -> list[Place]:
    """Return what governs item *i*; with *unevaluated* also what governs items that nothing else does."""
    found: list[Place] = []
    for part in parts.parts:
        listed = _tuple(part)
        found += [listed[i]] if i < len(listed) else _further(part, ("items", "additionalItems"))
    if unevaluated and not found:
        found = parts.places("unevaluatedItems")
    return [p for p in found if p.schema is not True]


# --- contains ---------------------------------------------------------------------------------------------------------


def _contains(node: Node) -> None:
    """Compare what at least one item must be: two tests are never one, so each has its counterpart."""
    keywords = ("contains", "minContains", "maxContains")
    if not any(k in p.keywords for p in (node.old, node.new) for k in keywords):
        return
    old, new = node.old.places("contains"), node.new.places("contains")
    counted = any("maxContains" in p.keywords or 0 in p.values("minContains") for p in (node.old, node.new))
    start = len(node.walk.out)
    for before, after in _pairs(node, old, new):
        if before is not None and after is not None:
            exact = node.where.when(None, node, exact=counted)
            node.walk.node([before], [after], exact.at(node.where.path, "contains"))
        elif after is not None:
            node.emit(Kind.RULE_ADDED, "contains", new=after.schema, narrows=True)
        elif before is not None:
            node.emit(Kind.RULE_REMOVED, "contains", old=before.schema, narrows=node.strict, widens=True)
    if max(len(old), len(new)) > 1 and any(differs(node, k) for k in keywords[1:]):
        node.emit(Kind.OTHER, "minContains", narrows=True)  # which counts for which is not known
    else:
        compare_bound(node, ("minContains",), 1, default=1)
        compare_bound(node, ("maxContains",), -1)
    tell_rest(node, start, bare(node, keywords))


def _pairs(node: Node, old: list[Place], new: list[Place]) -> list[tuple[Place | None, Place | None]]:
    left = {i: asserted(node.walk.old, p) for i, p in enumerate(old)}
    found: list[tuple[Place | None, Place | None]] = []
    rest = []
    for place in new:
        key = asserted(node.walk.new, place)
        same = next((i for i, k in left.items() if k == key), None)
        if same is None:
            rest.append(place)
        else:
            found.append((old[same], place))
            del left[same]
    gone = [old[i] for i in left]
    found += list(zip(gone, rest, strict=False))
    found += [(p, None) for p in gone[len(rest) :]]
    return found + [(None, p) for p in rest[len(gone) :]]
