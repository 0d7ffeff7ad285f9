"""A format of somebody else's: one folder of data, and one module where a schema cannot say enough.

Each test lays out what a package installer would leave behind, in a folder of its own, and asks a new Python for the
audit of a small repository.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.formats.repositories import write

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/how-to/add-a-format.md"
HELPER = ROOT / "docs/examples/helper.schema.json"

AUDIT = """
import json, sys
from pathlib import Path
from sphinx_agentcfg.audit.rows import tables
from sphinx_agentcfg.audit.scan import read_repository
from sphinx_agentcfg.catalog import Catalog
from sphinx_agentcfg.errors import AgentcfgError

data, repository = map(Path, sys.argv[1:])
try:
    print(json.dumps(tables(read_repository(repository, Catalog.builtin().with_folder(data)))))
except AgentcfgError as error:
    sys.exit(str(error))
"""

FORMAT = """
title = "Acme"
source_language = "en"

[documents.member]
title = "Member"
schema = "member.schema.json"
syntax = "yaml"
files = ["crew/*.yaml"]
"""
SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "required": ["name"],
    "additionalProperties": False,
    "properties": {
        "name": {"type": "string", "description": "What everybody calls the member."},
        "captain": {"type": "string", "description": "Who lends the tools."},
        "tools": {"type": "array", "items": {"type": "string"}, "description": "What the member may use."},
    },
}
RULES = """
[captain-unknown]
severity = "info"
types = ["member"]
title = "Nobody has the name of the captain."
meaning = "`captain` names no member."
why = "The member has no tools."
fix = "Name a member."
source = "the crew's handbook"

  [[captain-unknown.bad]]
  file = "crew/a.yaml"
  text = "name: Ada\\ncaptain: Nobody"
"""
MODULE = '''
"""acme: a member without tools uses those of the captain."""

from sphinx_agentcfg.formats.model import Decision, Derivation, Edge, Origin, Part, Permission, Profile, Provenance
from sphinx_agentcfg.formats.model import Resolved
from sphinx_agentcfg.formats.workspace import data_of
from sphinx_agentcfg.messages import message


def resolve(workspace):
    documents = {path: workspace.document(path, "member") for path in workspace.tree.below("crew", ".yaml")}
    findings = [f for document in documents.values() for f in workspace.check(document, "member")]
    crew = {data["name"]: (path, data) for path, document in documents.items() if (data := data_of(document))}
    profiles, edges = [], []
    for name, (path, data) in crew.items():
        effective, derived, captain = data, {}, data.get("captain")
        if captain is not None and captain not in crew:
            text = message("`captain` is `{name}`, whom nobody knows; name a member", name=captain)
            findings.append(workspace.report("captain-unknown", documents[path], text, pointer="/captain"))
        elif captain is not None and "tools" not in data:
            base, origin = crew[captain][1], Origin(f"acme:{captain}", crew[captain][0], "/tools")
            effective = {**data, "tools": base["tools"]}
            derived["/tools"] = Derivation(Provenance.INHERITED, origin)
            said = Origin(f"acme:{name}", path, "/captain")
            edges.append(Edge(f"acme:{name}", f"acme:{captain}", "captain", "resolved", said))
        part = Part("acme/member", path, effective=effective, derived=derived)
        profiles.append(Profile(f"acme:{name}", "acme/member", name, path, kind="member", parts=(part,)))
    return Resolved("acme", tuple(profiles), tuple(findings), tuple(edges), documents)


def permissions(profile, resolved):
    for i, tool in enumerate(profile.effective.get("tools", ())):
        origin = Origin(profile.id, profile.path, f"/tools/{i}")
        yield Permission(profile=profile.id, subject=tool, kind="tool", decision=Decision.ALLOW, origin=origin)
'''
CREW: dict[str, str | bytes] = {
    "crew/ada.yaml": "name: Ada\ntools: [hammer]\n",
    "crew/bob.yaml": "name: Bob\ncaptain: Ada\n",
    "crew/cy.yaml": "name: Cy\n\ncaptain: Eve\nage: 7\n",
}


def installed(folder: Path, module: str | None, target: str = "acme_crew", name: str = "acme") -> Path:
    """Lay out a distribution with the data of a format and, unless it is None, a module that an entry point names."""
    files: dict[str, str | bytes] = {
        f"{name}/format.toml": FORMAT,
        f"{name}/member.schema.json": json.dumps(SCHEMA),
        f"{name}/rules.toml": RULES,
        "acme_crew-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: acme-crew\nVersion: 1.0\n",
    }
    if module is not None:
        files["acme_crew.py"] = module
        files["acme_crew-1.0.dist-info/entry_points.txt"] = f"[sphinx_agentcfg.formats]\n{name} = {target}\n"
    return write(folder / "site", files)


def run(site: Path, data: Path, repository: Path) -> subprocess.CompletedProcess[str]:
    """Run the audit in a new Python that has *site* on its path, as if something had been installed there."""
    paths = os.pathsep.join([str(site), str(ROOT)])
    command = [sys.executable, "-c", AUDIT, str(data), str(repository)]
    env = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


def tables_of(site: Path, data: Path, repository: Path) -> dict[str, list[dict[str, Any]]]:
    done = run(site, data, repository)
    assert done.returncode == 0, done.stderr
    tables: dict[str, list[dict[str, Any]]] = json.loads(done.stdout)
    return tables


@pytest.fixture
def crew(tmp_path: Path) -> Path:
    return write(tmp_path / "repository", CREW)


def test_a_folder_and_a_module_are_enough(tmp_path: Path, crew: Path) -> None:
    site = installed(tmp_path, MODULE)
    tables = tables_of(site, site / "acme", crew)
    assert [(p["profile"], p["kind"], p["path"]) for p in tables["profiles"]] == [
        ("acme:Ada", "member", "crew/ada.yaml"),
        ("acme:Bob", "member", "crew/bob.yaml"),
        ("acme:Cy", "member", "crew/cy.yaml"),
    ]
    tools = {
        f["profile"]: (f["value"], f["provenance"], f["origin"], f["line"])
        for f in tables["fields"]
        if f["field"] == "tools"
    }
    assert tools == {
        "acme:Ada": (["hammer"], "own", "acme:Ada", 2),
        "acme:Bob": (["hammer"], "inherited", "acme:Ada", 2),
        "acme:Cy": (None, "missing", None, None),
    }
    assert [(f["rule"], f["severity"], f["path"], f["line"], f["profile"]) for f in tables["findings"]] == [
        ("acme/captain-unknown", "info", "crew/cy.yaml", 3, "acme:Cy"),  # the severity of rules.toml
        ("acme/schema", "error", "crew/cy.yaml", 4, "acme:Cy"),
    ]
    assert [(p["profile"], p["subject"], p["decision"]) for p in tables["permissions"]] == [
        ("acme:Ada", "hammer", "allow"),
        ("acme:Bob", "hammer", "allow"),
    ]
    assert [(e["profile"], e["parent"], e["relation"], e["line"]) for e in tables["inheritance"]] == [
        ("acme:Bob", "acme:Ada", "captain", 2)
    ]


def test_a_format_without_a_module_is_data_only(tmp_path: Path, crew: Path) -> None:
    site = installed(tmp_path, None)
    tables = tables_of(site, site / "acme", crew)
    assert [(p["profile"], p["kind"], p["state"]) for p in tables["profiles"]] == [
        ("acme:ada", "member", "ok"),
        ("acme:bob", "member", "ok"),
        ("acme:cy", "member", "ok"),
    ]
    assert [(f["rule"], f["path"], f["line"]) for f in tables["findings"]] == [("acme/schema", "crew/cy.yaml", 4)]
    assert tables["permissions"] == tables["inheritance"] == []
    tools = [(f["profile"], f["provenance"]) for f in tables["fields"] if f["field"] == "tools"]
    assert tools == [("acme:ada", "own"), ("acme:bob", "missing"), ("acme:cy", "missing")]


def test_a_module_for_a_format_that_nobody_named_is_not_loaded(tmp_path: Path, crew: Path) -> None:
    site = installed(tmp_path, "raise SystemExit('loaded')", name="other")
    acme = installed(tmp_path / "second", None)
    assert len(tables_of(site, acme / "acme", crew)["profiles"]) == 3


BROKEN = {
    "no such module": (MODULE, "acme_crwe", "acme_crwe cannot be loaded (No module named 'acme_crwe')"),
    "a module that cannot be imported": ("import nowhere_at_all", "acme_crew", "acme_crew cannot be loaded"),
    "a syntax error": ("def resolve(:", "acme_crew", "acme_crew cannot be loaded"),
    "an error of two lines": ("raise ValueError('one\\ntwo')", "acme_crew", "acme_crew cannot be loaded"),
    "no resolve": ("def permissions(profile, resolved): return ()", "acme_crew", "acme_crew has no function resolve"),
    "resolve is no function": ("resolve = 1\ndef permissions(profile, resolved): return ()", "acme_crew", "resolve"),
    "no permissions": ("def resolve(workspace): return None", "acme_crew", "acme_crew has no function permissions"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_module_that_is_of_no_use_is_one_line(case: str, tmp_path: Path, crew: Path) -> None:
    module, target, cause = BROKEN[case]
    site = installed(tmp_path, module, target)
    done = run(site, site / "acme", crew)
    assert done.returncode == 1
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("entry point 'acme' of sphinx_agentcfg.formats: ")
    assert cause in line
    assert line.endswith("; update or uninstall the package that brings it")


def test_a_fault_of_a_module_costs_its_format_only(tmp_path: Path, crew: Path) -> None:
    site = installed(tmp_path, MODULE)
    write(crew, {"crew/dan.yaml": "nme: Dan\n", "agents/helper/agent.json": '{"name": "Helper"}'})
    tables = tables_of(site, site / "acme", crew)
    assert [p["profile"] for p in tables["profiles"]] == ["agentfs:helper"]
    (finding,) = (f for f in tables["findings"] if f["rule"] == "audit/format-failed")
    assert (finding["severity"], finding["path"]) == ("error", ".")
    assert finding["message"].startswith("the module of the format acme stopped with a fault (KeyError: 'name', in ")


def test_a_fault_of_a_module_makes_permissions_unknown(tmp_path: Path, crew: Path) -> None:
    site = installed(tmp_path, MODULE.replace('profile.effective.get("tools", ())', 'profile.effective["tools"]'))
    rows = [p for p in tables_of(site, site / "acme", crew)["permissions"] if p["profile"] == "acme:Cy"]
    assert [(p["subject"], p["decision"], p["path"]) for p in rows] == [("*", "unknown", "crew/cy.yaml")]
    assert (
        rows[0]["reason"]
        == "the module of the format stopped with a fault (KeyError: 'tools'); report it to its maintainer"
    )


def _block(caption: str, language: str) -> str:
    """Return the block of the how-to page with that caption, the first one in that language."""
    pattern = rf"```{{code-block}} {language}\n:caption: {re.escape(caption)}\n\n(.*?)\n```\n"
    found = re.search(pattern, PAGE.read_text("utf-8"), re.DOTALL)
    assert found, caption
    return found.group(1)


def test_the_module_of_the_documentation_does_what_its_page_says(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "helper/format.toml": _block("formats/helper/format.toml", "toml"),
        "helper/settings.schema.json": HELPER.read_bytes(),
        "helper/rules.toml": _block("formats/helper/rules.toml", "toml"),
        "helper_audit.py": _block("helper_audit.py", "python"),
        "helper_audit-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: helper-audit\nVersion: 1.0\n",
        "helper_audit-1.0.dist-info/entry_points.txt": "[sphinx_agentcfg.formats]\nhelper = helper_audit\n",
    }
    site = write(tmp_path / "site", files)
    helpers: dict[str, str | bytes] = {
        "helpers/a.yaml": "name: ada\nmode: edit\n",
        "helpers/b.yaml": "name: bob\n",
        "helpers/c.yaml": "mode: read\nname: ada\n",
        "helpers/d.yaml": "- no\n- mapping\n",
    }
    tables = tables_of(site, site / "helper", write(tmp_path / "repository", helpers))
    assert [(f["rule"], f["severity"], f["path"], f["line"]) for f in tables["findings"]] == [
        ("helper/name-taken", "error", "helpers/c.yaml", 2),
        ("helper/schema", "error", "helpers/d.yaml", 1),
    ]
    assert [(p["profile"], p["subject"], p["decision"], p["line"]) for p in tables["permissions"]] == [
        ("helper:a", "edit", "allow", 2),
        ("helper:b", "edit", "deny", None),
        ("helper:c", "edit", "deny", 1),
    ]
