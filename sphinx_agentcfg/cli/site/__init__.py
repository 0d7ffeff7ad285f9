"""A repository that was read and judged in, a site about its agents out, written and built.

``plan`` says which pages there are and what is on them, as the values of ``model``; ``names`` gives their file names;
``pages`` turns a page into reST and ``conf`` makes the conf.py; ``folder`` is the folder that it all goes into,
``writing`` writes it, ``building`` runs Sphinx on it.
"""
