"""Neotopia, draft 8: an unpublished card game of hidden personnel, public office and settlement.

Read `RULES.md` first; `play.py` reads like its summary, and each rule is one function with its id.
"""
