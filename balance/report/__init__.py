"""Reports: a run's metrics as sentences, tables and figures, in one HTML file and in Markdown."""

from balance.report.writing import summary_lines, write_report

__all__ = ["summary_lines", "write_report"]
