"""``python -m sphinx_agentcfg`` is the command ``agentcfg``."""

from __future__ import annotations

from sphinx_agentcfg.cli import main

if __name__ == "__main__":
    main(prog_name="agentcfg")
