"""Writes a comparison into its folder: page, Markdown, figures, JSON and the table of differences."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from balance.experiment.comparison import Comparison
from balance.experiment.results import fresh_folder
from balance.experiment.store import to_json
from balance.report.comparison import ComparisonReport
from balance.report.comparison_json import NAME, TABLE, differences_csv
from balance.report.writing import write_pages


def write_comparison(comparison: Comparison, folder: Path, lang: str, document: Mapping[str, Any]) -> ComparisonReport:
    """Write everything into ``folder``, or nothing; returns the report in words.  Raises UserError."""
    telling = ComparisonReport(comparison, lang)
    charts = [picture.chart for section in telling.sections for picture in section.pictures]
    with fresh_folder(folder) as partial:
        (partial / NAME).write_text(to_json(document), encoding="utf-8")
        (partial / TABLE).write_text(differences_csv(comparison), encoding="utf-8")
        write_pages(partial, charts, telling.report, telling.words)
    return telling
