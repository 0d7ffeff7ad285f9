project = "Directives"
extensions = ["sphinx_agentcfg", "sphinx_copybutton"]
html_theme = "furo"
exclude_patterns = ["editor.md"]
