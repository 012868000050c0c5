"""The referee of Sim City: judges a trace from the rules page alone (see `judge.py`; open readings: REFEREE.md).

It imports nothing of `balance`: cards → city → supply, reach, payment, placement, council → events, offices, phases,
ending → drawing, turns → judge.
"""

from tests.simcity.referee.cards import read_table
from tests.simcity.referee.judge import judge, read
from tests.simcity.referee.state import Fault

__all__ = ["Fault", "judge", "read", "read_table"]
