"""Repositories that were read in, one HTML file for their readers out: offline, in English and Chinese."""

from sphinx_agentcfg.audit.report.page import report_html
from sphinx_agentcfg.audit.report.parts import ReportPart

__all__ = ["ReportPart", "report_html"]
