"""An ``agent.json`` in; MCP servers that cannot be reached or that give away a secret, and idle webhooks, out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sphinx_agentcfg.documents.pointers import join
from sphinx_agentcfg.formats.values import mapping
from sphinx_agentcfg.messages import message
from sphinx_agentcfg.safe_text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_agentcfg.documents import Document
    from sphinx_agentcfg.findings import Finding
    from sphinx_agentcfg.formats.workspace import Workspace

__all__ = ["check_connections"]

_SECRET_NAMES = ("authorization", "cookie", "key", "token", "secret")
_SCHEME = re.compile(r"\A(?:bearer|basic|token|apikey)\s+", re.IGNORECASE)
#: What stands for a secret that somebody else fills in: ``${TOKEN}``, ``{{token}}``, ``<token>``, ``%TOKEN%``, ``***``.
_STAND_IN = re.compile(
    r"[${}<>%*…]|(?<![a-z0-9])(?:your|example|placeholder|change-?me|redacted|todo)(?![a-z0-9])|x{4}", re.IGNORECASE
)
_SHORTEST_SECRET = 8
_TEMPLATE_KEY = re.compile(r"\{\{([^{}]*)\}\}")


def check_connections(workspace: Workspace, document: Document, data: dict[str, Any]) -> Iterator[Finding]:
    """Check ``mcp_servers`` and ``webhooks``."""
    for server, connection in mapping(data.get("mcp_servers")).items():
        if isinstance(connection, dict):
            yield from _server(workspace, document, server, connection)
    yield from _webhooks(workspace, document, mapping(data.get("webhooks")))


def _server(workspace: Workspace, document: Document, server: str, connection: dict[str, Any]) -> Iterator[Finding]:
    pointer = join("/mcp_servers", server)
    lacking = _lacking(connection)
    if lacking:
        text = message(
            "the MCP server `{server}` has no `{field}`, so it cannot be reached; add it, or correct `transport`",
            server=excerpt(server),
            field=lacking,
        )
        missing = "" if lacking in connection else lacking
        place = join(pointer, lacking) if lacking in connection else pointer
        yield workspace.report("mcp-connection-incomplete", document, text, pointer=place, missing=missing)
    for name, value in mapping(connection.get("headers")).items():
        if any(word in name.casefold() for word in _SECRET_NAMES) and _is_secret(value):
            text = message(
                "the header `{header}` of the MCP server `{server}` holds what looks like a secret; withdraw it and "
                "keep the new one out of the repository",
                header=excerpt(name),
                server=excerpt(server),
            )
            place = join(join(pointer, "headers"), name)
            yield workspace.report("mcp-header-secret", document, text, pointer=place, at_key=True)


def _lacking(connection: dict[str, Any]) -> str:
    """Return the field that the transport needs and that is not there; without a transport either will do."""
    transport = connection.get("transport")
    if isinstance(transport, str):
        needed = "command" if transport == "stdio" else "url"
        return "" if _is_given(connection.get(needed)) else needed
    return "" if _is_given(connection.get("command")) or _is_given(connection.get("url")) else "command"


def _is_given(value: Any) -> bool:
    """Say whether there is a value; one of the wrong type is the schema's to report."""
    return value is not None and value != ""


def _is_secret(value: Any) -> bool:
    if not isinstance(value, str):
        return False
    secret = _SCHEME.sub("", value.strip(), count=1)
    return len(secret) >= _SHORTEST_SECRET and _STAND_IN.search(secret) is None


def _webhooks(workspace: Workspace, document: Document, webhooks: dict[str, Any]) -> Iterator[Finding]:
    events = webhooks.get("events")
    if webhooks.get("enabled") is True and not events:
        text = message(
            "`webhooks.enabled` is true, but `webhooks.events` declares none; declare one, or set this to false"
        )
        yield workspace.report("webhook-event-undeclared", document, text, pointer="/webhooks/enabled")
    for event, reaction in mapping(events).items():
        template = mapping(reaction).get("prompt_template")
        nested = (
            [key for key in _TEMPLATE_KEY.findall(template) if "." in key or "[" in key]
            if isinstance(template, str)
            else []
        )
        if nested:
            text = message(
                "the template of `{event}` asks for `{key}`, but only keys at the top of the event are replaced; use "
                "one of those",
                event=excerpt(event),
                key=excerpt(nested[0].strip()),
            )
            place = f"{join('/webhooks/events', event)}/prompt_template"
            yield workspace.report("webhook-template-key", document, text, pointer=place)
