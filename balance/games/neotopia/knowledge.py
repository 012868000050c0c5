"""What a seat can tell of the cards, and what follows from it: rule N25, asked through ``state.sight``.

:func:`look` is the only place where a scripted player touches the table; all that it asks here rests on what
was written down then.  Cards that cannot be told from one another may lie in any *unseen place* (hidden and secret
cards of the others, face-down field, pile), each as likely as the next.  Seats are taken as independent.
Only sums, products and quotients are used: exp and log differ between machines.
"""

from __future__ import annotations

from balance.games.neotopia.codes import (
    JOKER,
    KINDS,
    RIOT_EVERY,
    RIOT_OFF,
    SHORTAGE_UNLIMITED,
    TIES_SHARED,
)
from balance.games.neotopia.rules import left_of
from balance.games.neotopia.state import (
    COUNTS,
    NOW,
    PAD,
)
from balance.kernel.jit import inlined, jit, part


@jit
def look(state, rules, p):
    """N25: write down in ``state.sight`` which cards seat ``p`` can place, and how many it cannot."""
    sight = state.sight
    seat = state.seats[p]
    places = state.n_pile
    for kind in range(KINDS):
        own = seat.hidden[kind] + seat.public[kind] + seat.closed[kind]
        sight.own[kind] = own
        sight.left[kind] = cards_of(state, rules, kind) - own - state.up[kind] - seat.pile_seen[kind]
        places -= seat.pile_seen[kind]
    for i in range(state.n_down):
        known = state.down_known[i]
        sight.left[state.down[i]] -= known
        places += 1 - known
    sight.joker_at = p if sight.own[JOKER] > 0 else -1
    sight.start_at = p if sight.own[rules.start_card] > 0 else -1
    neighbour = left_of(rules, p)
    for q in range(rules.seats):
        other = state.seats[q]
        sight.shut[q] = other.n_hidden + other.n_closed
        if q == p:
            continue
        shut = sight.shut[q]
        for kind in range(KINDS):
            told = other.closed_known[kind] + (seat.passed[kind] if q == neighbour else 0)
            known = told + other.public[kind]
            shut -= told
            sight.known[q, kind] = known
            sight.left[kind] -= known
        sight.shut[q] = shut
        places += shut
        if sight.known[q, JOKER] > 0:
            sight.joker_at = q
        if sight.known[q, rules.start_card] > 0:
            sight.start_at = q
    sight.places = places


@inlined
def cards_of(state, rules, kind):
    """How many cards of a kind are in play."""
    if kind == JOKER:
        return rules.jokers
    if kind == rules.start_card:
        return 1
    return rules.cards_per_suit if kind != state.removed and kind < rules.start_card else 0


@jit
def spread_out(state, rules, p):
    """Hypergeometric: fill ``sight.tail[q, r, PAD + x]``, P(seat q holds x or more of r cards left).

    Card by card, as in `odds.spread_cards`, but on the tails: the next card is the x-th of seat q if q has x − 1
    of those before it and the card falls into one of its places that are still free.
    """
    sight = state.sight
    most = 0
    for suit in range(1, rules.suits + 1):
        most = max(most, sight.left[suit])
    for q in range(rules.seats):
        if q == p:
            continue
        sight.alike[q] = q
        for earlier in range(q):
            if earlier != p and sight.shut[earlier] == sight.shut[q]:
                sight.alike[q] = earlier
                break
        if sight.alike[q] < q:
            continue
        for r in range(most + 1):
            row = sight.tail[q, r]
            for x in range(PAD + 1):
                row[x] = 1.0
            if r == 0:
                continue
            share = 1.0 / (sight.places - r + 1)
            last = sight.tail[q, r - 1]
            for x in range(1, r + 1):
                falls = max(sight.shut[q] - x + 1, 0) * share
                row[PAD + x] = last[PAD + x] + (last[PAD + x - 1] - last[PAD + x]) * falls


@inlined
def at_least(sight, q, left, count):
    """P(seat ``q`` holds ``count`` or more of ``left`` cards that cannot be placed); any count will do."""
    return sight.tail[sight.alike[q], left, PAD + min(max(count, 0), left + 1)]


@part
def expect_order(state, rules, p):
    """N17: what the settlement order will be as things stand; an unseen start card lies anywhere."""
    sight = state.sight
    if sight.start_at >= 0:
        suppose_order(state, rules, p, NOW, sight.start_at, 0.0)
    elif sight.left[rules.start_card] > 0:
        suppose_order(state, rules, p, NOW, state.start_seat, 1.0 / sight.places)
    else:
        suppose_order(state, rules, p, NOW, state.start_seat, 0.0)


@jit
def suppose_order(state, rules, p, case, first, share):
    """Fill ``nearer`` and ``bonus`` of the sight for a settlement that starts with seat ``first``.

    Unless the start card comes up with another seat, for each of whose unseen places the chance is ``share``.
    If the settlement starts with the k-th seat clockwise of ``p``, these k come first, and ``p`` is number n + 1 − k.
    """
    sight = state.sight
    rest = 1.0
    for q in range(rules.seats):
        rest -= sight.shut[q] * share if q != p else 0.0
    nearer, bonus = 0.0, 0.0
    q = p
    for k in range(rules.seats, 0, -1):
        q = left_of(rules, q)
        chance = sight.shut[q] * share if q != p else 0.0
        chance += rest if q == first else 0.0
        nearer += chance
        bonus += chance * rules.order_bonus[k]
        sight.nearer[case, q] = nearer if rules.ties != TIES_SHARED else 0.0
    sight.bonus[case] = bonus


@part
def expect_riots(state, rules, p):
    """N19: fill ``nobody``, ``single`` and ``quiet`` of the sight for every suit, in settlement order."""
    sight = state.sight
    quiet = 0.0 if rules.riot == RIOT_OFF else 1.0
    for suit in range(1, rules.suits + 1):
        nobody, single = 1.0, 0.0
        for q in range(rules.seats):
            if q != p:
                holds = at_least(sight, q, sight.left[suit], 1 - sight.known[q, suit])
                single = single * (1.0 - holds) + nobody * holds
                nobody *= 1.0 - holds
        sight.nobody[suit] = nobody
        sight.single[suit] = single
        sight.quiet[suit] = quiet
        if rules.riot != RIOT_EVERY and suit != state.removed:
            quiet *= 1.0 - (nobody if sight.own[suit] > 0 else single)


@part
def expect_levels(state, rules, p):
    """Fill ``level[suit, q, i]`` of the sight: P(seat q holds at least as many as ``p`` with its i-th count).

    The counts are the own one less one, the own one, and so on.  Whoever openly holds the joker is taken to declare
    it; who holds one card of a suit is taken to find a second by the end with the chance ``sight.pairing``.
    """
    sight = state.sight
    for suit in range(1, rules.suits + 1):
        left = sight.left[suit]
        for q in range(rules.seats):
            if q == p:
                continue
            known = sight.known[q, suit]
            need = sight.own[suit] - 1 - known  # of those left, to draw level with the least count
            need -= 1 if q == sight.joker_at else 0
            row = sight.tail[sight.alike[q], left]
            level = sight.level[suit, q]
            at = PAD + min(max(need, -PAD), left + 1)
            holder = max(PAD + 1 - known, 0)  # who holds none has no rank, joker or not
            pair = max(PAD + 2 - known, 1)
            paired = row[pair] + sight.pairing * (row[pair - 1] - row[pair])
            for i in range(COUNTS + 1):
                x = max(at + i, holder)
                level[i] = row[x] if x != pair else paired


@jit
def rank_suits(state, rules, p, case):
    """N20: fill ``first`` and ``second`` of the sight: chances of these ranks, by suit and own count.

    A riot is left out of it.
    """
    sight = state.sight
    for suit in range(1, rules.suits + 1):
        if case != NOW and sight.own[suit] == 0:
            continue  # what others hold of it pays the seat nothing, whoever starts
        first = sight.first[case, suit]
        second = sight.second[case, suit]
        first[:] = 1.0
        second[:] = 0.0
        for q in range(rules.seats):
            if q != p:
                nearer = sight.nearer[case, q]
                level = sight.level[suit, q]
                for i in range(COUNTS):
                    above = level[i + 1] + nearer * (level[i] - level[i + 1])
                    second[i] = second[i] * (1.0 - above) + first[i] * above
                    first[i] *= 1.0 - above


@inlined
def expected_count(sight, q, suit):
    """Cards of a suit that seat ``q`` (not the one that looks) holds in expectation."""
    return sight.known[q, suit] + sight.left[suit] * sight.shut[q] / max(sight.places, 1)


@jit
def expect_standings(state, rules, p):
    """Fill ``top``, ``standing`` and ``leader`` of the sight: suits go by expected counts, and coins count."""
    sight = state.sight
    for q in range(rules.seats):
        sight.standing[q] = state.seats[q].coins * rules.vp_per_coin
    for suit in range(1, rules.suits + 1):
        best, most = -1, 0.0
        for q in range(rules.seats):
            if q != p:
                count = expected_count(sight, q, suit)
                if count > most:
                    best, most = q, count
        sight.top[suit] = best
        effect = rules.effects[suit]
        if best >= 0:
            first = best if most > sight.own[suit] else p
            count = max(most, float(sight.own[suit]))
            sight.standing[first] += effect.vp + effect.vp_first + effect.vp_per_card * count
    sight.leader = left_of(rules, p)
    for q in range(rules.seats):
        if q != p and sight.standing[q] > sight.standing[sight.leader]:
            sight.leader = q


@jit
def coins_from_stock(state, rules, amount):
    """N10: what the stock would pay of an amount now."""
    if rules.coin_shortage == SHORTAGE_UNLIMITED:
        return amount
    return min(amount, max(state.stock, 0))
