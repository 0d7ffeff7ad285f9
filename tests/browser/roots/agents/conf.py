from sphinx_agentcfg.resources import sample_team

project = "Agents"
extensions = ["myst_parser", "sphinx_agentcfg"]
agentcfg_languages = ["en", "zh_CN"]
agentcfg_repository = str(sample_team())
html_show_sphinx = False
