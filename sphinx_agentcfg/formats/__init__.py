"""What each format means beyond its schemas: which files are profiles, what they resolve to, who may do what.

``model`` holds the values, ``workspace`` is the view of a repository that a format gets, ``registry`` finds the
modules. Each format is one module (or package) with two functions, ``resolve`` and ``permissions``; it is registered
in the entry-point group ``sphinx_agentcfg.formats`` under the id of its format. A format without a module is data only
(``plain``).
"""
