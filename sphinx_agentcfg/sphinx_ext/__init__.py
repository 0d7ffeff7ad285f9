"""The Sphinx face: directives, domain, nodes and assets; the only place that knows Sphinx and docutils."""
