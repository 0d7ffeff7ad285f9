project = "Demo"
extensions = ["myst_parser", "sphinx_agentcfg"]
html_theme = "furo"
