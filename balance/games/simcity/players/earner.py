"""`earner`: takes what pays most right now."""

from __future__ import annotations

from balance.kernel.jit import jit


@jit
def value(state, rules, p, entry):
    """An option is worth its pay."""
    for i in range(state.n_options):
        option = state.option[i]
        option.worth = float(option.pay)
