"""How this site is built; ``build.py`` says the language."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "sphinx-agentcfg"
author = "The sphinx-agentcfg contributors"
copyright = author

extensions = ["myst_parser", "sphinx_copybutton", "sphinx_agentcfg", "from_code"]
myst_enable_extensions = ["colon_fence", "deflist"]
exclude_patterns = ["_build", "locale"]
smartquotes = False
agentcfg_repository = "../examples/sample-team"

language = "en"
locale_dirs = ["locale"]
gettext_compact = False
gettext_location = False

html_theme = "furo"
html_title = "sphinx-agentcfg"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
templates_path = ["_templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/twin.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
# The two builds of this site, in the order of the switch: folder, language tag, own name.
html_context = {"twins": [("en", "en", "English"), ("zh_CN", "zh-CN", "中文")]}

# A prompt is not part of a command.
copybutton_prompt_text = "$ "
copybutton_exclude = ".linenos, .gp, .go"
