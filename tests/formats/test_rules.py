"""Every catalogue of findings: complete, in both languages, with examples that show it, and true to the code."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from babel.messages.pofile import read_po
from jsonschema.validators import validator_for

from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.documents import parse_document, read_document
from sphinx_agentcfg.errors import UnknownRule
from sphinx_agentcfg.reference.loading import load_schema
from sphinx_agentcfg.reference.translations import State, Translations, catalogue_path, read_catalogue
from sphinx_agentcfg.reference.validation import make_validator, validate
from sphinx_agentcfg.resources import rules_schema, schemas_dir
from sphinx_agentcfg.rules import RULES, RuleBook, read_rules
from sphinx_agentcfg.sphinx_ext.warnings import SUBTYPES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinx_agentcfg.catalog import DocumentType
    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.rules import Rule, RuleFile, RuleGroup

ROOT = Path(__file__).parents[2]
FACTS = ROOT.parent / "shared" / "facts" / "evolcore-rules.yaml"
CATALOG = Catalog.builtin()
BOOK = RuleBook.of(CATALOG)
SHARED = {"file", "audit", "schema"}

LEJI = {
    "schema",
    "profile-frontmatter",
    "profile-skipped",
    "prompt-placement",
    "required-read-missing",
    "required-read-outside",
    "duplicate-item",
    "redundant-item",
    "ask-and-refuse",
    "freshness-expired",
    "freshness-impossible-date",
    "base-freshness-expired",
    "id-duplicate",
    "role-unbound",
    "role-bound-twice",
    "role-key-differs",
    "bound-file-skipped",
    "inherits-unknown",
    "inherits-ambiguous-target",
    "inherits-target-not-core",
    "inherits-on-core",
    "base-invalid",
    "missing-declared-file",
    "path-escapes-root",
    "paths-outside-root",
    "profiles-folder-missing",
    "actor-command-missing",
    "actor-command-unclaimed",
    "actor-profile-invocation",
    "boot-agents-default",
    "profile-required",
    "link-unresolved",
    "manifest-missing",
    "manifest-parse",
    "manifest-schema",
}
# Codes of Leji's own tool that concern profiles (facts/leji.md §2.2), with its severity.
SDK = {
    "profile-frontmatter": "error",
    "id-duplicate": "error",
    "inherits-unknown": "error",
    "inherits-ambiguous-target": "error",
    "inherits-target-not-core": "error",
    "inherits-on-core": "error",
    "missing-declared-file": "error",
    "path-escapes-root": "error",
    "actor-command-missing": "error",
    "actor-command-unclaimed": "error",
    "actor-profile-invocation": "error",
    "boot-agents-default": "warning",
    "profile-required": "error",
    "link-unresolved": "error",
    "paths-outside-root": "warning",
    "freshness-expired": "warning",
    "manifest-missing": "info",  # an error there; spec/formats.md reads profiles without a manifest too
    "manifest-parse": "error",
    "manifest-schema": "error",
}
# A bad example of these breaks the schema, as it must.
BREAK_THE_SCHEMA = {"leji/schema", "leji/base-invalid"}

each_group = pytest.mark.parametrize("group", BOOK.groups, ids=lambda g: g.id)
each_rule = pytest.mark.parametrize("rule", BOOK.rules, ids=lambda r: r.id)


def _rules(group: str) -> dict[str, Rule]:
    return {rule.id.partition("/")[2]: rule for rule in BOOK.group(group).rules}


def _other(group: RuleGroup) -> str:
    return "zh_CN" if group.source_language == "en" else "en"


def _literal(rule: Rule, verdict: str) -> Iterator[RuleFile]:
    """Give the files whose text is the file as it is; a note says that it is not."""
    return (f for f in (rule.bad if verdict == "bad" else rule.good) if f.note is None)


# Which type a file of an example has ---------------------------------------------------------------------------------


def _pattern(glob: str) -> re.Pattern[str]:
    parts = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*"}
    return re.compile(
        "(?:.*/)?" + re.sub(r"\\\*\\\*/|\\\*\\\*|\\\*", lambda m: parts[m[0].replace("\\", "")], re.escape(glob))
    )


def _type_of(group: str, file: str) -> DocumentType | None:
    """Return the type whose file pattern says most about *file*; without a pattern, the file has the type's name."""
    types = [t for t in CATALOG.document_types if t.id.partition("/")[0] == group]
    fits = [(len(p.replace("*", "")), t) for t in types for p in t.files if _pattern(p).fullmatch(file)]
    if fits:
        return max(fits, key=lambda fit: fit[0])[1]
    return next((t for t in types if not t.files and file.rpartition("/")[2].startswith(t.name)), None)


@cache
def _validator(name: str) -> Any:
    document_type = CATALOG.document_type(name)
    return make_validator(load_schema(document_type.schema, document_type.id, ()))


def _read(rule: Rule, file: RuleFile) -> tuple[Document, DocumentType | None] | None:
    """Return the parsed file; None for prose and other files whose syntax nobody knows."""
    known = _type_of(rule.id.partition("/")[0], file.file)
    by_suffix = {".json": "json", ".yaml": "yaml", ".yml": "yaml", ".toml": "toml"}
    syntax = known.syntax if known else by_suffix.get(Path(file.file).suffix)
    if syntax is None and file.text.startswith("---\n"):
        syntax = "frontmatter"
    return None if syntax is None else (parse_document(file.text, name=file.file, syntax=syntax), known)


def _violations(rule: Rule, verdict: str) -> list[Finding]:
    found: list[Finding] = []
    for file in _literal(rule, verdict):
        document, known = _read(rule, file) or (None, None)
        if document is not None and known is not None:
            found += validate(document, _validator(known.id), known.id.partition("/")[0])
    return found


# Every group ---------------------------------------------------------------------------------------------------------


def test_every_format_has_its_rules_and_so_have_the_shared_groups() -> None:
    assert [g.id for g in BOOK.groups if g.id not in SHARED] == [f.id for f in CATALOG.formats]
    assert {g.id for g in BOOK.groups} >= SHARED
    assert sorted(p.parent.name for p in schemas_dir().glob(f"*/{RULES}")) == sorted(g.id for g in BOOK.groups)


def test_the_schema_of_rules_is_a_schema() -> None:
    schema = json.loads(rules_schema().read_text("utf-8"))
    validator_for(schema).check_schema(schema)


@each_group
def test_a_catalogue_obeys_its_schema(group: RuleGroup) -> None:
    schema = json.loads(rules_schema().read_text("utf-8"))
    data = tomllib.loads(group.file.read_text("utf-8"))
    assert [e.message for e in validator_for(schema)(schema).iter_errors(data)] == []
    assert ("source_language" in data) == (group.id in SHARED)


def test_ids_are_unique_and_kebab_case() -> None:
    ids = [rule.id for group in BOOK.groups for rule in group.rules]
    assert len(ids) == len(set(ids)) == len(BOOK.rules)
    assert [i for i in ids if not re.fullmatch(r"[a-z]+/[a-z0-9]+(-[a-z0-9]+)*", i)] == []


def test_every_format_documents_its_schema_violations() -> None:
    for config_format in CATALOG.formats:
        rule = BOOK.rule(f"{config_format.id}/schema")
        assert rule.severity == "error"
        assert set(rule.types) == {d.id for d in config_format.documents}


def test_an_unknown_rule_is_named_with_its_neighbours() -> None:
    with pytest.raises(UnknownRule, match="leji/id-duplicate"):
        BOOK.rule("leji/id-duplicat")


@each_rule
def test_a_rule_says_everything_briefly(rule: Rule) -> None:
    texts = list(rule.texts)
    assert [t.pointer for t in texts if not t.source.strip() or t.source != t.source.strip()] == []
    assert "\n" not in rule.title.source
    assert len(rule.title.source) <= 90
    assert rule.bad
    assert rule.good
    assert all(f.file.strip("/") == f.file and (f.text.strip() or f.note) for f in (*rule.bad, *rule.good))


@each_rule
def test_a_rule_names_document_types_of_its_format(rule: Rule) -> None:
    group = rule.id.partition("/")[0]
    assert set(rule.types) <= {d.id for d in CATALOG.document_types}
    assert not rule.types if group in SHARED else all(t.startswith(f"{group}/") for t in rule.types)


@each_rule
def test_a_source_is_given_and_names_no_machine(rule: Rule) -> None:
    assert rule.source.strip()
    assert not any("\u3400" <= c <= "\u9fff" for c in rule.source), "a source is not translated"
    assert not re.search(r"\b(facts|spec|seeds|sphinx_agentcfg)/", rule.source), "a reader has no such paper"
    assert not re.search(r"(^|[\s(])(/[a-z]|~|[A-Z]:[\\/])|\.\./", rule.source.replace(", /", " #/"))


@each_group
def test_a_catalogue_is_translated_wholly_and_freshly(group: RuleGroup) -> None:
    texts = [t for rule in group.rules for t in rule.texts]
    translations, other = Translations(group.source_language), _other(group)
    assert [t.pointer for t in texts if translations.find(t, other).state is not State.TRANSLATED] == []
    path = catalogue_path(group.file, other)
    catalogue = read_catalogue(path, other)
    assert catalogue.findings == ()
    assert set(catalogue.entries) == {t.pointer for t in texts}
    with path.open("rb") as file:
        known = read_po(file, locale=other)
    assert [m.context for m in known if m.id and (m.fuzzy or not m.string)] == []
    assert known.obsolete == {}


@each_group
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_a_text_is_in_its_language(group: RuleGroup, language: str) -> None:
    translations = Translations(group.source_language)
    found = {t.pointer: translations.find(t, language).text for rule in group.rules for t in rule.texts}

    def chinese(text: str) -> bool:
        return any("\u3400" <= c <= "\u9fff" for c in re.sub(r"`[^`]*`", "", text))

    assert {p: t for p, t in found.items() if chinese(t) != (language == "zh_CN")} == {}


@each_group
def test_chinese_has_its_own_punctuation(group: RuleGroup) -> None:
    translations = Translations(group.source_language)
    found = {t.pointer: translations.find(t, "zh_CN").text for rule in group.rules for t in rule.texts}
    plain = {p: re.sub(r"`[^`]*`", "``", t) for p, t in found.items()}
    han = "[\u3400-\u9fff]"
    assert {
        p: t
        for p, t in plain.items()
        if re.search(rf"{han}[,;:?!()]|[,;:?!()]{han}|{han}[A-Za-z0-9`]|[A-Za-z0-9`]{han}", t)
    } == {}


# Examples ------------------------------------------------------------------------------------------------------------


@each_rule
def test_a_bad_example_differs_from_the_good_one(rule: Rule) -> None:
    assert [(f.file, f.text) for f in rule.bad] != [(f.file, f.text) for f in rule.good]


@each_rule
def test_a_good_example_can_be_read_and_passes_the_schema(rule: Rule) -> None:
    for file in _literal(rule, "good"):
        read = _read(rule, file)
        if read is not None:
            assert read[0].readable, file.file
            assert [f.text() for f in read[0].findings] == []
    assert [f.text() for f in _violations(rule, "good")] == []


@pytest.mark.parametrize("rule", BOOK.group("leji").rules, ids=lambda r: r.id)
def test_a_bad_example_of_leji_breaks_no_schema_but_where_it_must(rule: Rule) -> None:
    rules = {f.rule for f in _violations(rule, "bad")}
    assert rules == ({"leji/schema"} if rule.id in BREAK_THE_SCHEMA else set())


# Leji ----------------------------------------------------------------------------------------------------------------


def test_leji_documents_what_its_specification_asks_for() -> None:
    rules = _rules("leji")
    assert set(rules) == LEJI
    assert {n: r.severity.value for n, r in rules.items() if n in SDK} == SDK
    assert {n: r.upstream for n, r in rules.items() if r.upstream} == {n: n for n in SDK} | {
        "schema": "profile-frontmatter"
    }


# evolcore ------------------------------------------------------------------------------------------------------------


@cache
def _facts() -> tuple[dict[str, Any], ...]:
    if not FACTS.is_file():
        pytest.skip("the fact sheets do not lie beside this checkout")
    return tuple(yaml.safe_load(FACTS.read_text("utf-8")))


def test_evolcore_has_every_rule_of_the_fact_sheet() -> None:
    rules = _rules("evolcore")
    assert {f["name"]: f["severity"] for f in _facts()} == {
        f["name"]: rules[f["name"]].severity.value if f["name"] in rules else "absent" for f in _facts()
    }
    ours = {"schema", "registry-missing", "role-from-template", "model-policy-missing"}
    assert set(rules) - {f["name"] for f in _facts()} == ours


def test_evolcore_rules_concern_the_types_of_the_fact_sheet() -> None:
    rules = _rules("evolcore")
    for fact in _facts():
        kinds = {"files" if k == "files" else f"evolcore/{k}" for k in fact["file"].split("+")}
        assert set(rules[fact["name"]].types) >= kinds - {"files"}, fact["name"]


def test_a_bad_example_of_evolcore_breaks_the_schema_just_where_the_fact_sheet_says() -> None:
    rules = _rules("evolcore")
    caught = {f["name"]: bool(_violations(rules[f["name"]], "bad")) for f in _facts()}
    assert caught == {f["name"]: f["schema_catches_bad"] for f in _facts()}


def test_every_file_of_an_evolcore_example_has_a_type() -> None:
    files = {f.file for rule in BOOK.group("evolcore").rules for f in (*rule.bad, *rule.good)}
    assert {f for f in files if _type_of("evolcore", f) is None} == set()


# file ----------------------------------------------------------------------------------------------------------------

#: What checking a file reports, and not reading it: its type is unknown, or a schema of no format refuses it.
_OF_CHECKING = {"unknown-type", "schema"}
_CALLS = {"finding", "failure", "_report", "_stop", "_error", "Cause"}


def _names_in(tree: ast.AST) -> Iterator[str]:
    """Give the names of rules in a module of the readers: where it makes a finding, or hands a name on."""
    for node in ast.walk(tree):
        candidates: list[ast.expr] = []
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args) if name in _CALLS:
                candidates = args[:2]
            case ast.Return(value=ast.Tuple(elts=[first, *_])):
                candidates = [first]
            case ast.Yield(value=ast.Tuple(elts=elements)):
                candidates = elements[:2]
            case ast.Assign(targets=[ast.Name(id="rule")], value=value):
                candidates = [value]
            case ast.Assign(targets=[ast.Tuple(elts=[ast.Name(id="rule"), *_])], value=ast.Tuple(elts=[first, *_])):
                candidates = [first]
            case _:
                pass
        yield from (c.value for c in candidates if isinstance(c, ast.Constant) and isinstance(c.value, str))


def test_file_documents_what_reading_can_report_and_nothing_else() -> None:
    package = ROOT / "sphinx_agentcfg"
    emitted = {n for p in (package / "documents").glob("*.py") for n in _names_in(ast.parse(p.read_text("utf-8")))}
    literal = {
        n for p in package.rglob("*.py") for n in re.findall(r"""["']file/([a-z0-9-]+)["']""", p.read_text("utf-8"))
    }
    assert set(_rules("file")) == emitted | literal | _OF_CHECKING


def test_file_documents_every_subtype_of_a_warning_about_reading() -> None:
    names = list(SUBTYPES)
    about_files = set(names[names.index("missing") :])
    # What is only information becomes no warning.
    quiet = {n for n, rule in _rules("file").items() if rule.severity == "info"}
    assert about_files - set(_rules("file")) == set()
    assert set(_rules("file")) - about_files - quiet <= _OF_CHECKING


def _deep() -> str:
    return '{"a": ' * 101 + "1" + "}" * 101


def _link(folder: Path) -> Document:
    (folder / "in").mkdir()
    (folder / "out.json").write_text("{}", "utf-8")
    (folder / "in" / "a.json").symlink_to(folder / "out.json")
    return read_document(folder / "in" / "a.json", root=folder / "in")


def _loop(folder: Path) -> Document:
    (folder / "a.json").symlink_to("b.json")
    (folder / "b.json").symlink_to("a.json")
    return read_document(folder / "a.json")


# For rules whose example is only a picture of the file: how to make a real one.
_MADE: dict[str, Callable[[Path], Document]] = {
    "missing": lambda folder: read_document(folder / "a.json"),
    "not-a-file": read_document,
    "unreadable": _loop,
    "outside-root": _link,
    "too-large": lambda _: parse_document("x" * 5_000_001, name="a.json", syntax="json"),
    "not-utf8": lambda _: parse_document(b'{"name": "\xc9diteur"}', name="a.json", syntax="json"),
    "byte-order-mark": lambda _: parse_document('\ufeff{"name": "Editor"}', name="a.json", syntax="json"),
    "line-ends": lambda _: parse_document("name: Editor\r\n", name="a.yaml", syntax="yaml"),
    "too-deep": lambda _: parse_document(_deep(), name="a.json", syntax="json"),
    "long-number": lambda _: parse_document(f'{{"limit": {"1" * 4001}}}', name="a.json", syntax="json"),
}


@pytest.mark.parametrize("name", sorted(set(_rules("file")) - _OF_CHECKING))
def test_reading_reports_a_bad_file_with_the_severity_of_its_rule(name: str, tmp_path: Path) -> None:
    rule = _rules("file")[name]
    if name in _MADE:
        assert any(f.note for f in rule.bad)
        found = _MADE[name](tmp_path).findings
    else:
        found = tuple(f for file in _literal(rule, "bad") for f in (_read_any(file)).findings)
    assert {(f.rule, f.severity) for f in found} == {(rule.id, rule.severity)}


def _read_any(file: RuleFile) -> Document:
    suffixes = {".json": "json", ".yaml": "yaml", ".md": "frontmatter"}
    return parse_document(file.text, name=file.file, syntax=suffixes[Path(file.file).suffix])


@pytest.mark.parametrize("name", sorted(_rules("file")))
def test_reading_has_nothing_to_say_of_a_good_file(name: str) -> None:
    assert [f.text() for file in _literal(_rules("file")[name], "good") for f in _read_any(file).findings] == []


# Reading a catalogue -------------------------------------------------------------------------------------------------


def test_a_group_is_named_after_its_folder() -> None:
    for group in BOOK.groups:
        assert group == read_rules(schemas_dir() / group.id, group.source_language)
        assert {rule.id.partition("/")[0] for rule in group.rules} == {group.id}
