"""The command ``agentcfg``: arguments in, lines and an exit code out. Each command is read only when it is called."""

from __future__ import annotations

from importlib import import_module

import click

from sphinx_agentcfg import __version__

__all__ = ["main"]

#: Command → the module that holds it, and its line in the help. Listed here so that ``--help`` imports none of them.
_COMMANDS = {
    "audit": ("sphinx_agentcfg.cli.audit_command", "Say what is wrong with the agents of a repository."),
    "diff": ("sphinx_agentcfg.cli.diff_command", "Say what changed between two versions of a schema."),
    "docs": ("sphinx_agentcfg.cli.docs_command", "Write and build a site about the agents of a repository."),
    "explain": ("sphinx_agentcfg.cli.explain_command", "Say what a finding means and what to do about it."),
    "fields": ("sphinx_agentcfg.cli.fields_command", "List every field of a kind of document."),
    "formats": ("sphinx_agentcfg.cli.formats_command", "List the formats and their document types."),
    "messages": ("sphinx_agentcfg.cli.messages_command", "Serve translators: extract, update and count texts."),
    "skeleton": ("sphinx_agentcfg.cli.skeleton_command", "Write an annotated template to copy from."),
    "validate": ("sphinx_agentcfg.cli.validate_command", "Check files against the schemas of their types."),
    "why": ("sphinx_agentcfg.cli.why_command", "Say why a profile may do something, or has a value."),
}


class _Lazy(click.Group):
    """A group whose commands are imported when they are needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names."""
        del ctx
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        del ctx
        if cmd_name not in _COMMANDS:
            return None
        command = import_module(_COMMANDS[cmd_name][0]).command
        assert isinstance(command, click.Command)  # noqa: S101  # our own modules
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list without importing anything."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in sorted(_COMMANDS.items())])


@click.group(cls=_Lazy)
@click.version_option(__version__, prog_name="agentcfg")
def main() -> None:
    """Document, list and check agent configuration files."""
