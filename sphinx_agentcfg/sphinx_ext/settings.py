"""Every ``agentcfg_*`` value of conf.py, declared once: its default, its check, and the words that document it."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.util import logging

from sphinx_agentcfg.messages import N_, message

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx
    from sphinx.config import Config

    from sphinx_agentcfg.catalog import Catalog
    from sphinx_agentcfg.messages import Message

__all__ = ["Settings", "catalog_of", "format_folders", "setup_settings"]

logger = logging.getLogger(__name__)

#: Where the catalog hangs on Sphinx's configuration; what begins with an underscore is not pickled with it.
_CATALOG = "_agentcfg_catalog"
_CONFDIR = "_agentcfg_confdir"


def _normalise(code: str) -> str | None:
    from sphinx_agentcfg.languages import normalise  # not until somebody sets a language

    return normalise(code)


def _languages(value: object) -> Message | None:
    if not isinstance(value, list | tuple) or not all(isinstance(v, str) for v in value):
        return message("a list of language codes")
    unknown = [v for v in value if _normalise(v) is None]
    return message("known language codes ({names} is none)", names=", ".join(unknown)) if unknown else None


def _language(value: object) -> Message | None:
    return None if isinstance(value, str) and (not value or _normalise(value)) else message("a language code")


def _view(value: object) -> Message | None:
    ok = isinstance(value, str) and (value in {"auto", "both"} or _normalise(value))
    return None if ok else message("'auto', 'both' or a language code")


def _folders(value: object) -> Message | None:
    ok = isinstance(value, list | tuple) and all(isinstance(v, str | Path) for v in value)
    return None if ok else message("a list of folders")


def _folder(value: object) -> Message | None:
    return None if isinstance(value, str | Path) else message("the path of a folder")


def _option(default: object, check: Callable[[object], Message | None], text: str, types: tuple[type, ...]) -> Any:
    metadata = {"check": check, "help": text, "types": types}
    if isinstance(default, list):
        return field(default_factory=lambda: list(default), metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(repr=False, eq=False)
class Settings:
    """The values of conf.py, without their prefix."""

    languages: list[str] = _option(  # noqa: RUF009  # makes a field, like dataclasses' own `field`
        [],
        _languages,
        N_(
            "Languages of every reference page, in order. Empty: every language in which a schema has text, its source "
            "language first. A missing translation warns only for a language that is named here or on the directive."
        ),
        (list, tuple),
    )
    source_language: str = _option(
        "",
        _language,
        N_(
            "Language of the texts in your own schemas. Empty: Chinese where most of a schema's texts are in Chinese "
            "characters, else English. A format says its own in `format.toml`."
        ),
        (str,),
    )
    first_view: str = _option(
        "auto",
        _view,
        N_(
            "What a reader who has not chosen yet sees of a page in two languages: a language, `both`, or `auto`: the "
            "language of the build where the page has it, else both."
        ),
        (str,),
    )
    format_dirs: list[str] = _option(  # noqa: RUF009  # the same
        [],
        _folders,
        N_("Folders with formats of your own, relative to conf.py: each holds a `format.toml`, or folders that do."),
        (list, tuple),
    )
    repository: str = _option(
        "",
        _folder,
        N_(
            "Folder of the repository whose agents are shown, relative to the source folder: for every directive about "
            "a repository that has no `:path:` of its own."
        ),
        (str, Path),
    )


def setup_settings(app: Sphinx) -> None:
    """Register every value; a change of one reads all pages again."""
    for each in fields(Settings):
        default = getattr(Settings(), each.name)
        app.add_config_value(f"agentcfg_{each.name}", default, "env", each.metadata["types"])
    app.connect("config-inited", _check)
    app.connect("config-inited", _read_formats)


def _check(_app: Sphinx, config: Config) -> None:
    """Replace each bad value by its default, with a warning that says what is wanted."""
    for each in fields(Settings):
        name = f"agentcfg_{each.name}"
        wanted = each.metadata["check"](getattr(config, name))
        if wanted:
            from sphinx_agentcfg.sphinx_ext.warnings import warn

            text = message(
                "{name} = {value} in conf.py is ignored; it must be {wanted}",
                name=name,
                value=repr(getattr(config, name)),
                wanted=wanted,
            )
            warn("bad-setting", text)
            config[name] = getattr(Settings(), each.name)


def catalog_of(config: Config) -> Catalog:
    """Return the catalog of this build: the built-in formats and those of ``agentcfg_format_dirs``."""
    known: Catalog | None = config.__dict__.get(_CATALOG)
    if known is None:
        from sphinx_agentcfg.catalog import Catalog  # a build that reads no page needs none

        known = config.__dict__[_CATALOG] = Catalog.builtin()
    return known


def format_folders(config: Config) -> list[Path]:
    """Return the folders with formats of the user's own."""
    confdir = Path(config.__dict__.get(_CONFDIR, "."))
    return [(confdir / folder).resolve() for folder in config.agentcfg_format_dirs]


def _read_formats(app: Sphinx, config: Config) -> None:
    """Read the user's own formats once, before any page and before Sphinx starts other processes."""
    config.__dict__[_CONFDIR] = str(app.confdir)
    if not config.agentcfg_format_dirs:
        return
    from sphinx_agentcfg.errors import AgentcfgError
    from sphinx_agentcfg.sphinx_ext.warnings import warn

    for folder in format_folders(config):
        try:
            known = catalog_of(config).with_folder(folder)
        except AgentcfgError as error:
            warn("broken-format", message("agentcfg_format_dirs: {cause}", cause=str(error)))
        else:
            config.__dict__[_CATALOG] = known
