"""Repositories in, what there is to say of their agents out: profiles, fields, inheritance, permissions, findings.

``load`` gives all of it as pandas tables. ``scan`` reads and resolves a repository; ``rows`` lays the result out as
rows of plain values, which every host prints. pandas is imported when the first frame is asked for.
"""

from sphinx_agentcfg.audit.opening import load
from sphinx_agentcfg.audit.repository import Repository

__all__ = ["Repository", "load"]
