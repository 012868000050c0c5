"""Fuzzes for so long: ``python -m tests.hostile SECONDS [SEED] [TARGET]``; prints each kind of fault once."""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.experiment.playing import toy_known
from tests.hostile import targets


def main(seconds: float, seed: str = "1", only: str = "") -> None:
    """Take the targets in turn until the time is over."""
    counts: Counter[str] = Counter()
    seen: set[str] = set()
    with tempfile.TemporaryDirectory() as folder, toy_known():
        (Path(folder) / "stored").mkdir()
        stored = targets.Stored(Path(folder) / "stored").prepare()
        chosen = [targets.scenarios, targets.cards, targets.decks, stored.baselines, stored.runs, stored.manifests]
        chosen = [target for target in chosen if only in target.__name__]
        end, number = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            number += 1
            target = chosen[number % len(chosen)]
            try:
                found = targets.fuzz(target, Path(folder) / "round", f"{seed} {number}")
            except targets.Fault as fault:
                found = "FAULT"
                kind = str(fault)[-300:]
                if kind not in seen:
                    seen.add(kind)
                    print(f"--- {target.__name__} {seed} {number}\n{str(fault)[-1500:]}", flush=True)
            counts[f"{target.__name__} {found}"] += 1
    print(*sorted(counts.items()), sep="\n")


if __name__ == "__main__":
    main(float(sys.argv[1]), *sys.argv[2:])
