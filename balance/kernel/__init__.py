"""Compiled code that knows no game: streams of random numbers, records, facts and their sums."""
