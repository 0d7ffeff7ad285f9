"""One error of the validator in, what a person is told out: each violation with its place, its cause and a next step.

An error that only says where to look (``anyOf``, ``if``, ``propertyNames``) gives way to those inside it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.errors import did_you_mean
from sphinx_agentcfg.messages import N_, Message, message
from sphinx_agentcfg.reference import paths
from sphinx_agentcfg.reference.alternatives import choose
from sphinx_agentcfg.reference.clauses import condition_in_words, in_code, requirement_in_words, where
from sphinx_agentcfg.reference.conditions import all_of
from sphinx_agentcfg.reference.keyword_checks import Fits, KeyOf, Under
from sphinx_agentcfg.reference.shapes import only_required
from sphinx_agentcfg.reference.violations import missing_name, must_be, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jsonschema.exceptions import ValidationError

    from sphinx_agentcfg.reference.expressions import Condition

__all__ = ["Explainer", "Violation"]

_MOST_REJECTED = 3
#: So many unknown fields of one document are compared with the known ones: that costs more than all else.
_MOST_SUGGESTIONS = 20


@dataclass(frozen=True, slots=True)
class Violation:
    """What is wrong, and where: the keys and indices that lead there; ``at_key`` means the key and not its value.

    ``missing`` is the key that the object there lacks.
    """

    tokens: tuple[str | int, ...]
    text: Message
    at_key: bool = False
    missing: str = ""


@dataclass(frozen=True, slots=True)
class _Why:
    """The condition under which an error counts, and the object that it is about."""

    condition: Condition
    tokens: tuple[str | int, ...]


class Explainer:
    """Explains the errors of one document."""

    def __init__(self) -> None:
        self._suggestions = _MOST_SUGGESTIONS

    def explain(self, error: ValidationError, why: _Why | None = None) -> Iterator[Violation]:
        """Give the violations that *error* stands for."""
        tokens = tuple(error.absolute_path)
        match error.cause:
            case Under(condition=condition):
                both = all_of((why.condition, condition)) if why and why.tokens == tokens else condition
                for each in error.context or ():
                    yield from self.explain(each, _Why(both, tokens))
            case KeyOf(key=key):
                yield _under(why, Violation((*tokens, key), self._key(error, key), at_key=True))
            case Fits(numbers=numbers):
                yield _under(why, Violation(tokens, _fits(error, numbers, _field(tokens))))
            case _:
                yield from self._plain(error, tokens, why)

    def _plain(self, error: ValidationError, tokens: tuple[str | int, ...], why: _Why | None) -> Iterator[Violation]:
        unknown = _unevaluated(error)
        if unknown:
            for key in unknown:
                yield _under(why, Violation((*tokens, key), self._unknown(error, (*tokens, key)), at_key=True))
        elif error.validator == "additionalProperties":
            yield _under(why, Violation(tokens, self._unknown(error, tokens), at_key=True))
        elif error.validator == "required":
            yield self._missing(error, tokens, why)
        elif error.validator in {"anyOf", "oneOf"} and error.context:
            yield from self._alternatives(error, tokens, why)
        else:
            yield _under(why, Violation(tokens, words(error, _field(tokens)), at_key=error.validator is None))

    @staticmethod
    def _missing(error: ValidationError, tokens: tuple[str | int, ...], why: _Why | None) -> Violation:
        said, name = requirement_in_words(why.condition) if why else None, missing_name(error)
        if said:
            return Violation(tokens, words(error, _field(tokens), said), missing=name)
        return replace(_under(why, Violation(tokens, words(error, _field(tokens)))), missing=name)

    def _key(self, error: ValidationError, key: str) -> Message:
        inner = (error.context or [])[0]
        if inner.validator == "pattern":
            return message("the key `{key}` must match `{pattern}`; rename it", key=key, pattern=inner.validator_value)
        cause = next(self.explain(inner)).text
        return message("the key `{key}` is not allowed ({cause}); rename it", key=key, cause=cause)

    def _unknown(self, error: ValidationError, tokens: tuple[str | int, ...]) -> Message:
        known = error.schema.get("properties") if isinstance(error.schema, dict) else None
        if isinstance(known, dict) and self._suggestions:
            self._suggestions -= 1
            near = did_you_mean(str(tokens[-1]), known)
            if near:
                return message(
                    "`{path}` is not a known field; did you mean `{near}`?", path=_field(tokens), near=near[0]
                )
        return message("`{path}` is not a known field; remove it or check its name", path=_field(tokens))

    def _alternatives(
        self, error: ValidationError, tokens: tuple[str | int, ...], why: _Why | None
    ) -> Iterator[Violation]:
        branches: Any = error.validator_value
        path = _field(tokens)
        if only_required(branches):
            template = N_("exactly one of {names} must be set; add it")
            if error.validator == "anyOf":
                template = N_("at least one of {names} must be set; add it")
            yield _under(why, Violation(tokens, Message(template, (("names", _names(branches, path)),))))
            return
        choice = choose(error)
        for each in choice.meant:
            yield from self.explain(each, why)
        if choice.types or choice.values:
            yield _under(why, Violation(tokens, must_be(path, choice.types, choice.values, error.instance)))
        if choice.rejected:
            yield _under(why, Violation(tokens, self._rejected(choice.rejected, path)))

    def _rejected(self, groups: Sequence[Sequence[ValidationError]], path: str) -> Message:
        causes = list(dict.fromkeys(next(self.explain(group[0])).text for group in groups))
        if len(causes) == 1:
            return causes[0]
        return message(
            "{where} fits none of {n} alternatives ({causes}); make it fit one",
            where=where(path),
            n=len(groups),
            causes=_or(causes[:_MOST_REJECTED]),
        )


def _under(why: _Why | None, violation: Violation) -> Violation:
    """Return *violation* with the condition before it, where that can be said in words."""
    said = condition_in_words(why.condition) if why else None
    if said is None:
        return violation
    text = message("{condition}: {cause}", condition=said, cause=violation.text)
    return Violation(violation.tokens, text, violation.at_key)


def _fits(error: ValidationError, numbers: tuple[int, ...], path: str) -> Message:
    branches: Any = error.validator_value
    if only_required(branches):
        names = _names([branches[i] for i in numbers], path)
        return message("only one of {names} may be set; remove the others", names=names)
    return message(
        "{where} fits the alternatives {numbers} at once, and may fit only one; leave out what belongs to another",
        where=where(path),
        numbers=", ".join(str(i + 1) for i in numbers),
    )


def _names(branches: list[Any], path: str) -> Message:
    """Return the fields that each alternative wants: "`a` · `b` + `c`"."""
    return in_code([[paths.child(path, str(n)) for n in b["required"]] for b in branches])


def _or(causes: list[Message]) -> Message:
    first = causes[0]
    for each in causes[1:]:
        first = message("{first} — or: {last}", first=first, last=each)
    return first


def _unevaluated(error: ValidationError) -> list[str]:
    """Return the keys that ``unevaluatedProperties: false`` refuses; only the library's sentence names them."""
    if error.validator != "unevaluatedProperties" or error.validator_value is not False:
        return []
    return [k for k in error.instance if repr(k) in error.message] if isinstance(error.instance, dict) else []


def _field(tokens: Sequence[str | int]) -> str:
    path = ""
    for token in tokens:
        path = paths.item(path, token) if isinstance(token, int) else paths.child(path, token)
    return path
