"""What can go wrong because of something the user gave us, as one sentence."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class UserError(ValueError):
    """A mistake in a file, flag or folder that the user can mend.

    ``message`` is one clear sentence: what is wrong and what would be right; or several, a line each.  ``file`` and
    ``place`` (a key, row or flag) say where, when they are known; ``str()`` joins all three.
    """

    def __init__(self, message: str, *, file: object = None, place: str | None = None) -> None:
        self.message = message
        self.file = None if file is None else str(file)
        self.place = place
        where = [" ".join(part.splitlines()) for part in (self.file, self.place) if part]  # a name may break a line
        super().__init__(": ".join([*where, message]))

    def located(self, *, file: object = None, place: str | None = None) -> UserError:
        """The same error with the places filled in that were not known deeper down."""
        return UserError(self.message, file=self.file or file, place=self.place or place)


def suggestion(word: str, known: Iterable[str]) -> str:
    """``"; did you mean 'x'?"`` for the nearest known word, else the list of what is known."""
    options = list(known)
    near = difflib.get_close_matches(word, options, n=1, cutoff=0.5)
    if near:
        return f"; did you mean '{near[0]}'?"
    return f"; known are {', '.join(options)}" if options else ""
