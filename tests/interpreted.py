"""The mark of tests that call rule functions one by one, which is possible in interpreted mode only.

Compiled rule functions have no Python wrapper, so these tests run in a process of their own, started with
``NUMBA_DISABLE_JIT=1``; in any other they skip themselves.
"""

from __future__ import annotations

import pytest

from balance.kernel.jit import INTERPRETED

# NumPy warns of the wrap-around that the streams of random numbers are made of.
interpreted_only = [
    pytest.mark.skipif(not INTERPRETED, reason="needs NUMBA_DISABLE_JIT=1"),
    pytest.mark.filterwarnings("ignore:overflow encountered in scalar:RuntimeWarning"),
]
