"""What the README prints as a scenario is one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from balance.experiment import scenario

README = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)


def test_there_are_some() -> None:
    assert len(BLOCKS) >= 3


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.splitlines()[0])
def test_a_block_loads(block: str, tmp_path: Path) -> None:
    written = tmp_path / "printed.toml"
    head = "" if block.count("extends") else 'extends = "neotopia/random"\n'
    written.write_text(head + block, encoding="utf-8")
    assert scenario.load(str(written)).game == "neotopia"
