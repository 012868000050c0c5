"""Files that people write in a spreadsheet or an editor: bytes → text → rows, and all mistakes of a file at once."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, field

from balance.errors import UserError

MOST_BYTES = 1 << 20  # 1 MiB
MOST_ROWS = 2_000
MOST_TOLD = 100  # mistakes of one file that are told one by one


@dataclass
class Mistakes:
    """The mistakes found in one file so far, in the order of its rows."""

    file: object
    found: list[UserError] = field(default_factory=list)

    def add(self, row: int, message: str, column: str = "") -> None:
        """A mistake in a row (the first row of the file is 1) and, if known, in a column."""
        place = f"row {row}, column {column}" if column else f"row {row}"
        self.found.append(UserError(message, file=self.file, place=place))

    def settle(self) -> None:
        """Raise UserError with all mistakes, a line each, if there are any."""
        if len(self.found) == 1:
            raise self.found[0]
        if self.found:
            lines = [str(error) for error in self.found[:MOST_TOLD]]
            if len(self.found) > MOST_TOLD:
                lines.append(f"and {len(self.found) - MOST_TOLD} more; mend these first")
            raise UserError("\n".join([f"{len(self.found)} mistakes", *lines]), file=self.file)


def text_of(data: bytes, file: object) -> str:
    """The text of a file in UTF-8, with or without a byte order mark, or in CP932 (Excel in Japan).

    Raises UserError for a file that is too big or no text.
    """
    if len(data) > MOST_BYTES:
        raise UserError(f"has {len(data):,} bytes; at most {MOST_BYTES:,} are read", file=file)
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise UserError('is in UTF-16; save it as "CSV UTF-8"', file=file)
    if b"\0" in data:
        row = data.count(b"\n", 0, data.index(b"\0")) + 1
        raise UserError('has a NUL byte, so it is no text; save it as "CSV UTF-8"', file=file, place=f"row {row}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        start = error.start
    try:
        return data.decode("cp932")
    except UnicodeDecodeError:
        row = data.count(b"\n", 0, start) + 1
        raise UserError(
            'is neither UTF-8 nor CP932 (Shift_JIS); save it as "CSV UTF-8"', file=file, place=f"row {row}"
        ) from None


def rows_of(text: str, file: object) -> Iterator[tuple[int, list[str]]]:
    """(row, cells) of a CSV text; rows count from 1 as a spreadsheet counts them, blank ones are passed over.

    Raises UserError where a row is no CSV, and for more than `MOST_ROWS` rows.
    """
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    row = 0
    while True:
        row += 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            reason = str(error).replace("'", '"')
            raise UserError(
                f"is no row of a CSV file ({reason}); mend its quotes", file=file, place=f"row {row}"
            ) from None
        if row > MOST_ROWS + 1:  # with the header
            raise UserError(f"has more than {MOST_ROWS:,} rows; split it", file=file)
        if any(cell.strip() for cell in cells):
            yield row, cells
