"""A repository that was read and judged in, a site about its agents out, written and built.

``found`` is what the site is about. ``plan`` says which pages there are and what is on them, as values of ``model``;
``overview`` makes the first page, ``names`` the file names. ``pages`` turns a page into reST, ``conf`` makes conf.py;
``folder`` is the folder that it all goes into, ``writing`` writes it, ``building`` runs Sphinx on it.
"""
