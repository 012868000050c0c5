"""How many blocks are enough, from the standard error of a first run."""

from __future__ import annotations

import math

from balance.stats.batches import batch_size
from balance.stats.intervals import check_level, t_quantile


def half_width(se: float, blocks_now: int, blocks_planned: int, level: float = 0.95) -> float:
    """Half width that an interval will have after `blocks_planned` blocks, in the unit of `se`.

    se: the standard error after `blocks_now` blocks; it falls as 1/√blocks. Student's t, with the batches
    that the planned run will keep as its degrees of freedom plus one.
    """
    _check_run(se, blocks_now)
    if blocks_planned < 2:
        raise ValueError(f"{blocks_planned} blocks are planned, but an interval needs at least 2")
    batches = -(-blocks_planned // batch_size(blocks_planned))
    return float(t_quantile(batches - 1, level)) * se * math.sqrt(blocks_now / blocks_planned)


def blocks_for_half_width(se: float, blocks_now: int, target: float = 0.01, level: float = 0.95) -> int:
    """Number of blocks (at least 2) with which the half width is at most `target`, and not with one fewer."""
    _check_run(se, blocks_now)
    if target <= 0.0:
        raise ValueError(f"the half width aimed at is {target}, but must be positive")
    if half_width(se, blocks_now, 2, level) <= target:
        return 2
    missed, enough = 2, 4
    while half_width(se, blocks_now, enough, level) > target:
        missed, enough = enough, 2 * enough
    while enough - missed > 1:
        middle = (missed + enough) // 2
        if half_width(se, blocks_now, middle, level) <= target:
            enough = middle
        else:
            missed = middle
    return enough


def blocks_for_power(
    se: float,
    blocks_now: int,
    difference: float = 0.02,
    power: float = 0.8,
    correlation: float = 0.0,
    level: float = 0.95,
) -> int:
    """Number of blocks in each of two runs so that a true `difference` is found with probability `power`.

    n = 2 σ² (1 − ρ) ((z_(1−α/2) + z_power)/difference)², with σ² = se²·blocks_now the variance of one block,
    α = 1 − level and ρ the correlation of the runs block by block: 0 for independent seeds, more for variants
    on the same deals (the two-sample normal formula, Lachin 1981).
    """
    _check_run(se, blocks_now)
    if difference <= 0.0 or not 0.0 < power < 1.0 or not -1.0 <= correlation <= 1.0:
        raise ValueError(
            f"difference {difference}, power {power}, correlation {correlation}: the difference must be"
            " positive, the power between 0 and 1 and the correlation between -1 and 1"
        )
    from scipy.special import ndtri

    z = float(ndtri((1.0 + check_level(level)) / 2.0) + ndtri(power))
    blocks = 2.0 * se * se * blocks_now * (1.0 - correlation) * (z / difference) ** 2
    return max(2, math.ceil(blocks))


def _check_run(se: float, blocks_now: int) -> None:
    """ValueError unless the first run has a standard error from at least two blocks."""
    if not se >= 0.0 or math.isinf(se) or blocks_now < 2:
        raise ValueError(f"a plan needs a standard error (not {se}) from at least 2 blocks (not {blocks_now})")
