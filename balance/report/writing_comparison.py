"""Writes a comparison into its folder: page, Markdown, figures, JSON and the table of differences."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from balance.experiment.placing import new_folder
from balance.experiment.store import to_json
from balance.report.comparison import ComparisonReport
from balance.report.comparison_json import NAME, TABLE, differences_csv
from balance.report.writing import write_pages


def write_comparison(telling: ComparisonReport, folder: Path, document: Mapping[str, Any]) -> None:
    """Write everything into ``folder``, or nothing.  Raises UserError."""
    charts = [picture.chart for section in telling.sections for picture in section.pictures]
    with new_folder(folder) as partial:
        (partial / NAME).write_text(to_json(document), encoding="utf-8")
        (partial / TABLE).write_text(differences_csv(telling.found), encoding="utf-8")
        write_pages(partial, charts, telling.report, telling.words)
