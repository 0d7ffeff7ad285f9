"""YAML text in, data with the place of each value and a finding for all that is odd out; slower than ``yaml_fast``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import isfinite
from typing import TYPE_CHECKING, Any, NoReturn

from yaml import MarkedYAMLError, events
from yaml._yaml import CParser

from sphinx_agentcfg.documents import causes
from sphinx_agentcfg.documents.crowd import Crowd
from sphinx_agentcfg.documents.limits import MAX_DEPTH, MAX_NODES
from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.documents.tree import Node
from sphinx_agentcfg.documents.yaml_oddities import CORE, misfit, no_key, odd_key, unknown_tag
from sphinx_agentcfg.documents.yaml_scalars import LongNumber, ScalarValue, tagged, untagged
from sphinx_agentcfg.documents.yaml_separators import hide_separators
from sphinx_agentcfg.findings import Severity
from sphinx_agentcfg.messages import message

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_agentcfg.documents.source import Source
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.messages import Message

__all__ = ["Built", "Stop", "TreeBuilder"]

_SCALAR_TAGS = ("str", "null", "bool", "int", "float")


class Stop(Exception):
    """Nothing more can be read; carries the finding that says why."""

    def __init__(self, finding: Finding) -> None:
        """Keep *finding*."""
        self.finding = finding
        super().__init__(finding)


@dataclass(frozen=True, slots=True)
class Built:
    """One value: its data, where it and its children start, and (a scalar only) its text."""

    data: Any
    node: Node
    text: str | None = None


class TreeBuilder:
    """Builds the first document of a source; ``findings`` fills meanwhile.

    The recursion of ``_value`` is bounded by ``MAX_DEPTH``.
    """

    def __init__(self, source: Source) -> None:
        """Open *source*; raises what libyaml raises, and UnicodeError for a lone surrogate."""
        self.source = source
        self._crowd = Crowd(source)
        text, self._restore = hide_separators(source.text)
        self._next: Callable[[], Any] = CParser(text).get_event
        self._count = 0
        # None while the anchored value is still being built.
        self._anchors: dict[str, Built | None] = {}

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was odd so far."""
        return self._crowd.findings()

    def build(self) -> Built | None:
        """Return the document, None if there is none; raise Stop, or what libyaml raises."""
        self._next()
        if not isinstance(self._next(), events.DocumentStartEvent):
            return None
        built = self._value(self._next(), "", 0)
        self._look_behind(self._next())
        return built

    def _look_behind(self, end: Any) -> None:
        """Report what follows the first document; *end* is the event that ends it."""
        try:
            after = self._next()
        except MarkedYAMLError as error:
            # After "...", YAML 1.2 takes text without "---" for a document, libyaml does not.
            if not end.explicit or error.problem_mark is None or "<document start>" not in (error.problem or ""):
                raise
            start = error.problem_mark.index
        else:
            if isinstance(after, events.StreamEndEvent):
                return
            start = after.start_mark.index
        self._report(
            "several-documents",
            lambda: message("a second YAML document starts here, and only the first is read; split the file"),
            start,
            None,
        )

    # Each value --------------------------------------------------------------------------------------------------

    def _value(self, event: Any, pointer: str, depth: int) -> Built:
        if isinstance(event, events.AliasEvent):
            return self._alias(event, pointer, depth)
        anchor = event.anchor
        if anchor is not None:
            self._anchors[anchor] = None
        start = event.start_mark.index
        self._add(1, start, pointer)
        if isinstance(event, events.ScalarEvent):
            built = self._scalar(event, pointer)
        else:
            self._check_depth(depth + 1, start, pointer)
            self._check_container_tag(event, pointer)
            is_list = isinstance(event, events.SequenceStartEvent)
            built = (self._list if is_list else self._mapping)(Node(start, height=1), pointer, depth + 1)
        if anchor is not None:
            self._anchors[anchor] = built
        return built

    def _alias(self, event: Any, pointer: str, depth: int) -> Built:
        name, start = event.anchor, event.start_mark.index
        if name not in self._anchors:
            cause = message("no anchor &{name} stands above this *{name}; add it, or quote the value", name=name)
            self._stop("syntax", cause, start, pointer)
        target = self._anchors[name]
        if target is None:
            cause = message("*{name} stands inside the value that it repeats; write the value out", name=name)
            self._stop("recursive-alias", cause, start, pointer)
        self._add(target.node.size, start, pointer)
        self._check_depth(depth + target.node.height, start, pointer)
        node = Node(start, None, target.node.children, target.node.size, target.node.height)
        return Built(target.data, node, target.text)

    def _list(self, node: Node, pointer: str, depth: int) -> Built:
        items: list[Any] = []
        while not isinstance(event := self._next(), events.SequenceEndEvent):
            token = str(len(items))
            item = self._value(event, join(pointer, token), depth)
            items.append(item.data)
            node.add(token, item.node)
        return Built(items, node)

    def _mapping(self, node: Node, pointer: str, depth: int) -> Built:
        members: dict[str, Any] = {}
        while not isinstance(event := self._next(), events.MappingEndEvent):
            start = event.start_mark.index
            key = self._key(event, pointer, depth)
            place = pointer if key is None else join(pointer, key)
            value = self._value(self._next(), place, depth)
            if key is None:
                continue
            if key in members:
                self._report("duplicate-key", partial(self._duplicate, key, node.children[key].key), start, place)
            value.node.key = start
            members[key] = value.data
            node.add(key, value.node)
        return Built(members, node)

    # Keys and scalars --------------------------------------------------------------------------------------------

    def _key(self, event: Any, pointer: str, depth: int) -> str | None:
        """Return the key as text; None for a list or a mapping, whose entry is left out."""
        start = event.start_mark.index
        if isinstance(event, events.ScalarEvent):
            text = self._restore(event.value)
            try:
                value = self._typed(event, text, pointer)
            except LongNumber:
                value = 0
            if event.anchor is not None:
                self._anchors[event.anchor] = Built(value, Node(start), text)
        else:
            built = self._value(event, pointer, depth)
            if built.text is None:
                self._report("non-string-key", no_key, start, pointer)
                return None
            text, value = built.text, built.data
        if not isinstance(value, str):
            cause = partial(odd_key, text, value)
            self._report("non-string-key", cause, start, join(pointer, text), Severity.WARNING)
        return text

    def _scalar(self, event: Any, pointer: str) -> Built:
        start = event.start_mark.index
        text = self._restore(event.value)
        try:
            value = self._typed(event, text, pointer)
        except LongNumber:
            self._stop("long-number", causes.long_number(), start, pointer)
        if isinstance(value, float) and not isfinite(value):
            is_word = text.lstrip("+-").startswith(".") and text[-1:].isalpha()
            cause = causes.no_json_number if is_word else causes.huge_number
            self._report("not-a-number", partial(cause, text), start, pointer)
        return Built(value, Node(start), text)

    def _typed(self, event: Any, text: str, pointer: str) -> ScalarValue:
        """Return the value that tag and style give to *text*; raise LongNumber."""
        tag = event.tag
        if tag == "!":  # the non-specific tag: "do not look at the text"
            return text
        plain = event.implicit[0] or (tag is not None and event.style in (None, ""))
        if tag is not None and not self._is_core(tag, _SCALAR_TAGS):
            self._report_tag(event, pointer)
        elif tag is not None:
            try:
                return tagged(tag.removeprefix(CORE), text)
            except LongNumber:
                raise
            except ValueError:
                self._report("custom-tag", partial(misfit, text, tag), event.start_mark.index, pointer)
        return untagged(text) if plain else text

    # Tags --------------------------------------------------------------------------------------------------------

    @staticmethod
    def _is_core(tag: str, names: tuple[str, ...]) -> bool:
        return tag.startswith(CORE) and tag.removeprefix(CORE) in names

    def _check_container_tag(self, event: Any, pointer: str) -> None:
        name = "seq" if isinstance(event, events.SequenceStartEvent) else "map"
        if event.tag not in (None, "!") and not self._is_core(event.tag, (name,)):
            self._report_tag(event, pointer)

    def _report_tag(self, event: Any, pointer: str) -> None:
        self._report("custom-tag", partial(unknown_tag, event.tag), event.start_mark.index, pointer)

    # Limits and findings -----------------------------------------------------------------------------------------

    def _add(self, nodes: int, start: int, pointer: str) -> None:
        self._count += nodes
        if self._count > MAX_NODES:
            self._stop("too-many-nodes", causes.too_many_nodes(), start, pointer)

    def _check_depth(self, depth: int, start: int, pointer: str) -> None:
        if depth > MAX_DEPTH:
            self._stop("too-deep", causes.too_deep(), start, pointer)

    def _report(
        self,
        rule: str,
        cause: Callable[[], Message],
        start: int,
        pointer: str | None,
        severity: Severity = Severity.ERROR,
    ) -> None:
        self._crowd.report(rule, cause, start, pointer, severity)

    def _duplicate(self, key: str, earlier: int | None) -> Message:
        return causes.duplicate_key(key, self.source.position(earlier or 0).line)

    def _stop(self, rule: str, cause: Message, start: int, pointer: str) -> NoReturn:
        raise Stop(self.source.finding(rule, Severity.ERROR, cause, start, pointer))
