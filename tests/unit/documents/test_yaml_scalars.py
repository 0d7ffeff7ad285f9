"""Plain scalars mean what the core schema of YAML 1.2.2 (10.3.2) says, and nothing else."""

from __future__ import annotations

import math
from typing import Any

import pytest

from sphinx_agentcfg.documents import parse_document

CORE: list[tuple[str, Any]] = [
    # null
    ("", None), ("~", None), ("null", None), ("Null", None), ("NULL", None), ("nULL", "nULL"), ("none", "none"),
    ("nil", "nil"),
    # booleans
    ("true", True), ("True", True), ("TRUE", True), ("false", False), ("False", False), ("FALSE", False),
    ("tRUE", "tRUE"), ("yes", "yes"), ("Yes", "Yes"), ("no", "no"), ("NO", "NO"), ("on", "on"), ("off", "off"),
    ("y", "y"), ("n", "n"), ("t", "t"), ("f", "f"),
    # integers
    ("0", 0), ("10", 10), ("-1", -1), ("+7", 7), ("010", 10), ("-010", -10), ("00", 0), ("08", 8),
    ("0o17", 15), ("0o7", 7), ("0o8", "0o8"), ("-0o17", "-0o17"), ("0O17", "0O17"),
    ("0x1F", 31), ("0xff", 255), ("0xg", "0xg"), ("+0x1F", "+0x1F"), ("0X1F", "0X1F"), ("0x", "0x"), ("0o", "0o"),
    ("0b11", "0b11"), ("1_000", "1_000"), ("1,000", "1,000"), ("1:30", "1:30"), ("1:30:00", "1:30:00"),
    ("-0", 0), ("+0", 0), ("190:20:30", "190:20:30"), ("0xDEAD_BEEF", "0xDEAD_BEEF"), ("1 000", "1 000"),
    ("--1", "--1"),
    ("\u0661", "\u0661"), ("\uff11", "\uff11"),
    # floats
    ("1.5", 1.5), ("-1.5", -1.5), ("+1.5", 1.5), (".5", 0.5), ("-.5", -0.5), ("1.", 1.0), ("1e3", 1000.0),
    ("1E3", 1000.0), ("1e+3", 1000.0), ("1e-3", 0.001), ("1.5e3", 1500.0), ("01.50", 1.5), ("1e", "1e"), ("e3", "e3"),
    (".", "."), ("-.", "-."), ("1.2.3", "1.2.3"), ("1.5_0", "1.5_0"), ("inf", "inf"), ("nan", "nan"),
    (".Inf2", ".Inf2"),
    ("0.", 0.0), ("-0.0", -0.0), (".5e1", 5.0), ("+.5e-1", 0.05), ("1.e3", 1000.0), ("1e3.5", "1e3.5"),
    ("1e03", 1000.0),
    ("685_230.15", "685_230.15"), ("NAN", "NAN"), ("Infinity", "Infinity"), ("1.5f", "1.5f"), ("++1", "++1"),
    (".iNF", ".iNF"), ("+.nan", "+.nan"),
    # what YAML 1.1 takes for something else
    ("2027-01-05", "2027-01-05"), ("2027-01-05T10:00:00Z", "2027-01-05T10:00:00Z"), ("=", "="), ("<<", "<<"),
    ("-x", "-x"), ("+", "+"), ("0.0.1", "0.0.1"), ("12e03", 12000.0), ("0x1.8p3", "0x1.8p3"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "value"), CORE)
def test_a_plain_scalar_has_its_core_value(written: str, value: Any) -> None:
    document = parse_document(f"key: {written}\n", name="x.yaml", syntax="yaml")
    assert document.findings == ()
    assert document.data == {"key": value}
    assert type(document.data["key"]) is type(value)


@pytest.mark.parametrize(("written", "value"), CORE)
def test_both_readers_give_a_scalar_the_same_value(written: str, value: Any) -> None:
    # An alias sends the whole text to the careful reader.
    document = parse_document(f"key: {written}\na: &a 1\nb: *a\n", name="x.yaml", syntax="yaml")
    assert document.findings == ()
    assert document.data == {"key": value, "a": 1, "b": 1}
    assert type(document.data["key"]) is type(value)


@pytest.mark.parametrize("quoted", ["'10'", '"10"', "|-\n  10", ">-\n  10", "!!str 10", "! 10"])
def test_quotes_blocks_and_the_str_tag_make_text(quoted: str) -> None:
    assert parse_document(f"key: {quoted}\n", name="x.yaml", syntax="yaml").data == {"key": "10"}


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("!!int '12'", 12),
        ("!!int 0x1F", 31),
        ("!!float 3", 3.0),
        ("!!float '1e3'", 1000.0),
        ("!!bool 'true'", True),
        ("!!null ''", None),
        ("!!str true", "true"),
        ("!!str", ""),
        ("!<tag:yaml.org,2002:int> 7", 7),
        ("!!seq [1]", [1]),
        ("!!map {a: 1}", {"a": 1}),
    ],
)
def test_core_tags_are_honoured(written: str, value: Any) -> None:
    document = parse_document(f"key: {written}\n", name="x.yaml", syntax="yaml")
    assert document.findings == ()
    assert document.data == {"key": value}
    assert type(document.data["key"]) is type(value)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (".inf", math.inf),
        ("+.Inf", math.inf),
        ("-.INF", -math.inf),
        (".nan", math.nan),
        (".NaN", math.nan),
        ("1e999", math.inf),
    ],
)
def test_infinity_and_nan_are_kept_and_reported(written: str, value: float) -> None:
    document = parse_document(f"key: {written}\n", name="x.yaml", syntax="yaml")
    assert [(f.rule, f.line, f.column, f.pointer) for f in document.findings] == [("file/not-a-number", 1, 6, "/key")]
    assert repr(document.data["key"]) == repr(value)
    assert document.readable
