"""A page that holds everything of a study, and needs nothing but a browser."""

from lrf.study.report.page import report_of

__all__ = ["report_of"]
