"""Sound files spoilt at random: bytes, and values of JSON documents."""

from __future__ import annotations

import copy
import csv
import io
import random
from collections.abc import Sequence
from typing import Any

TOKENS: tuple[bytes, ...] = (
    *(b"", b"0", b"-1", b"1", b"2", b"400", b"401", b"1e999", b"nan", b"-inf", b"true", b"null", b"0x10", b"1_000"),
    *(b"10000000000", b"10000000001", b"1000000000", b"9223372036854775807", b"9223372036854775808", b"9" * 400),
    *(
        b"[",
        b"]",
        b"{",
        b"}",
        b"[[",
        b"]]",
        b"(",
        b'"',
        b"'",
        b'"""',
        b"'''",
        b"\\",
        b"=",
        b".",
        b",",
        b";",
        b":",
        b"#",
    ),
    *(b"\n", b"\r", b"\r\n", b"\t", b" ", b"\0", b"\x1b[2J", b"\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\xe3\x80\x80"),
    *map(str.encode, ("＝", "１", "－", "、", "\u202e", "\ud7ff", "İ", "ß", "\U0001f3b2")),
    *(b"../", b"/etc/passwd", b"~", b"/dev/zero", b"C:\\", b"<script>", b"|", b"`", b"=1+1", b"@A1", b"+1", b"-1+1"),
    *(b"2026-01-01", b"07:32:00", b"{}", b"[]", b"[" * 300, b"{a=" * 60, b"a." * 80, b"a" * 70_000),
)
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 3, 400, 401, 10**9, 10**10, 2**53, 2**63 - 1, 2**63, -(2**63) - 1, 10**320),
    *(
        0.5,
        -0.0,
        1e308,
        float("nan"),
        float("inf"),
        "",
        "x",
        "1",
        "../x",
        "/etc/passwd",
        "<script>|`",
        "=1+1",
        "\ud800",
    ),
    *("\ud800", "\x1b[2J", "x" * 5000, [], {}, [[]], [{}], [1], [0, 0], [1, 2, 3], ["x"], {"x": 1}, {"1": {"1": []}}),
)


def spoilt(rng: random.Random, data: bytes, others: Sequence[bytes] = ()) -> bytes:
    """The bytes with one to eight things changed: bytes, tokens, numbers, lines; or parts of others put in."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        data = _one_change(rng, data, others)
    return data[: 1 << 21]


def _one_change(rng: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    at, kind = rng.randrange(len(data) + 1), rng.randrange(9)
    end = min(len(data), at + rng.choice((1, 1, 2, 8, 40)))
    lines = data.split(b"\n")
    line = rng.randrange(len(lines))
    if kind == 0:
        return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
    if kind == 1:
        return data[:at] + data[end:]
    if kind == 2:
        return data[:at] + rng.choice(TOKENS) + data[at:]
    if kind == 3:
        return data[:at] + rng.choice(TOKENS) + data[end:]
    if kind == 4:  # a number
        places = [place for place in range(len(data)) if data[place : place + 1].isdigit()]
        if places:
            at = rng.choice(places)
            return data[:at] + rng.choice(TOKENS) + data[at + 1 :]
        return data
    if kind == 5:
        return b"\n".join([*lines[:line], *lines[line : line + 1] * rng.choice((2, 3, 50)), *lines[line + 1 :]])
    if kind == 6:
        return b"\n".join(lines[:line] + lines[line + 1 :])
    if kind == 7:
        other = rng.choice(others or (data,))
        start = rng.randrange(len(other) + 1)
        return data[:at] + other[start : start + rng.choice((5, 40, 400))] + data[at:]
    return data[:at]


def spoilt_table(rng: random.Random, data: bytes) -> bytes:
    """A table in which one to four cells hold what another row has there, or an odd number; often it is sound still."""
    rows = list(csv.reader(io.StringIO(data.decode(), newline="")))
    for _ in range(rng.choice((1, 1, 2, 4))):
        row, other = rng.choice(rows[1:]), rng.choice(rows[1:])
        column = rng.randrange(min(len(row), len(other)))
        row[column] = rng.choice((other[column], other[column], str(rng.choice((0, 1, -999, 4, 400, 999)))))
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue().encode()


def spoilt_document(rng: random.Random, document: Any) -> Any:
    """The document with one to three values replaced, removed, added or exchanged."""
    document = copy.deepcopy(document)
    for _ in range(rng.choice((1, 1, 2, 3))):
        holders = list(_holders(document))
        holder, key = rng.choice(holders)
        kind = rng.randrange(5)
        if kind < 3:
            holder[key] = rng.choice(ODD)
        elif kind == 3:
            del holder[key]
        else:
            other, place = rng.choice(holders)
            holder[key] = copy.deepcopy(other[place])
        if not list(_holders(document)):
            break
    return document


def _holders(value: Any) -> Any:
    """(list or dict, key) of every value inside."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from _holders(value[key])
