"""What a seat can tell of the cards, and what follows from it: rule N25, asked through ``state.sight``.

:func:`look` is the only place where a scripted player touches the table; everything else a player asks here
rests on what it wrote down.  Cards that cannot be told apart from one another may lie in any *unseen place*
(hidden and secret cards of the others, face-down field, pile), each as likely as the next.  Seats are taken as
independent, and only sums, products and quotients are used: exp and log differ between machines.
"""

from __future__ import annotations

from balance.games.neotopia.rules import left_of
from balance.games.neotopia.state import (
    JOKER,
    ORDER_LEFT,
    ORDER_MINE,
    ORDER_NOBODY,
    ORDER_NOW,
    RIOT_EVERY,
    RIOT_OFF,
    SHORTAGE_UNLIMITED,
    TIES_SHARED,
)
from balance.kernel.jit import inlined, jit


@jit
def look(state, rules, p):
    """N25: write down in ``state.sight`` which cards seat ``p`` can place, and how many it cannot."""
    sight = state.sight
    seat = state.seats[p]
    neighbour = left_of(rules, p)
    sight.joker_at = -1
    sight.start_at = -1
    for q in range(rules.seats):
        sight.shut[q] = state.seats[q].n_hidden + state.seats[q].n_closed
    sight.places = state.n_pile
    for kind in range(rules.kinds):
        own = seat.hidden[kind] + seat.public[kind] + seat.closed[kind]
        left = cards_of(state, rules, kind) - own - state.up[kind] - seat.pile_seen[kind]
        sight.own[kind] = own
        sight.places -= seat.pile_seen[kind]
        for q in range(rules.seats):
            if q != p:
                other = state.seats[q]
                told = other.closed_known[kind] + (seat.passed[kind] if q == neighbour else 0)
                sight.shut[q] -= told
                told += other.public[kind]
                sight.known[q, kind] = told
                left -= told
                if told > 0 and kind == JOKER:
                    sight.joker_at = q
                elif told > 0 and kind == rules.start_card:
                    sight.start_at = q
        sight.left[kind] = left
    for i in range(state.n_down):
        if state.down_known[i]:
            sight.left[state.down[i]] -= 1
        else:
            sight.places += 1
    for q in range(rules.seats):
        sight.places += sight.shut[q] if q != p else 0
    if sight.own[JOKER] > 0:
        sight.joker_at = p
    if sight.own[rules.start_card] > 0:
        sight.start_at = p


@inlined
def cards_of(state, rules, kind):
    """How many cards of a kind are in play."""
    if kind == JOKER:
        return rules.jokers
    if kind == rules.start_card:
        return 1
    return rules.cards_per_suit if kind != state.removed else 0


@jit
def spread_out(state, rules, p):
    """Hypergeometric: fill ``sight.tail[q, r, x]``, P(seat q holds x or more of r cards left), for all others.

    Card by card, as in `odds.spread_cards`, on the tails: the next card is the x-th of seat q if q has x − 1 of
    those before it and the card falls into one of its places that are still free.
    """
    sight = state.sight
    most = 0
    for suit in range(1, rules.suits + 1):
        most = max(most, sight.left[suit])
    for q in range(rules.seats):
        if q != p:
            own = sight.shut[q]
            tail = sight.tail[q]
            tail[0, 0] = 1.0
            tail[0, 1] = 0.0
            for r in range(most):
                share = 1.0 / (sight.places - r)
                before = 1.0
                tail[r + 1, 0] = 1.0
                for x in range(1, r + 2):
                    same = tail[r, x]
                    tail[r + 1, x] = same + (before - same) * (max(own - x + 1, 0) * share)
                    before = same
                tail[r + 1, r + 2] = 0.0


@inlined
def at_least(sight, q, left, count):
    """P(seat ``q`` holds ``count`` or more of ``left`` cards whose place cannot be told); any count will do."""
    return sight.tail[q, left, min(max(count, 0), left + 1)]


@jit
def expect_order(state, rules, p):
    """N17: fill ``nearer`` and ``bonus`` of the sight for each case of who holds the start card in the end.

    As things stand (``ORDER_NOW``), the seat itself, its left neighbour, or nobody.
    """
    sight = state.sight
    for case in range(4):
        sight.bonus[case] = 0.0
        for q in range(rules.seats):
            sight.nearer[case, q] = 0.0
    add_order(rules, sight, p, ORDER_MINE, p, 1.0)
    add_order(rules, sight, p, ORDER_LEFT, left_of(rules, p), 1.0)
    add_order(rules, sight, p, ORDER_NOBODY, state.start_seat, 1.0)
    if sight.start_at >= 0:
        add_order(rules, sight, p, ORDER_NOW, sight.start_at, 1.0)
        return
    rest = 1.0
    if sight.left[rules.start_card] > 0:
        for q in range(rules.seats):
            if q != p and sight.shut[q] > 0:
                chance = sight.shut[q] / sight.places
                rest -= chance
                add_order(rules, sight, p, ORDER_NOW, q, chance)
    add_order(rules, sight, p, ORDER_NOW, state.start_seat, rest)


@jit
def add_order(rules, sight, p, case, first, chance):
    """Add to a case what it means for seat ``p`` if the settlement starts with seat ``first``."""
    mine = p - first if p >= first else p - first + rules.seats
    sight.bonus[case] += chance * rules.order_bonus[mine + 1]
    if rules.ties == TIES_SHARED:
        return
    for q in range(rules.seats):
        his = q - first if q >= first else q - first + rules.seats
        sight.nearer[case, q] += chance if his < mine else 0.0


@jit
def expect_riots(state, rules, p):
    """N19: fill ``nobody``, ``single`` and ``quiet`` of the sight for every suit in play, in settlement order."""
    sight = state.sight
    quiet = 0.0 if rules.riot == RIOT_OFF else 1.0
    for suit in range(1, rules.suits + 1):
        if suit == state.removed:
            continue
        nobody, single = 1.0, 0.0
        for q in range(rules.seats):
            if q != p:
                holds = at_least(sight, q, sight.left[suit], 1 - sight.known[q, suit])
                single = single * (1.0 - holds) + nobody * holds
                nobody *= 1.0 - holds
        sight.nobody[suit] = nobody
        sight.single[suit] = single
        sight.quiet[suit] = quiet
        if rules.riot != RIOT_EVERY:
            quiet *= 1.0 - (nobody if sight.own[suit] > 0 else single)


@jit
def rank_chances(state, rules, p, suit, count, case):
    """N20: P(first) and P(second) of seat ``p`` in a suit of which it holds ``count`` (at least 1).

    A riot is left out of it.  Whoever openly holds the joker is taken to declare it.
    """
    sight = state.sight
    left = sight.left[suit]
    none_above, one_above = 1.0, 0.0
    for q in range(rules.seats):
        if q != p:
            need = count - sight.known[q, suit]
            if q == sight.joker_at:
                need = max(need - 1, 1 - sight.known[q, suit])  # which makes no holder of him
            above = at_least(sight, q, left, need + 1)
            above += sight.nearer[case, q] * (at_least(sight, q, left, need) - above)
            one_above = one_above * (1.0 - above) + none_above * above
            none_above *= 1.0 - above
    return none_above, one_above


@jit
def expected_count(state, rules, q, suit):
    """Cards of a suit that seat ``q`` (not the one that looks) holds in expectation."""
    sight = state.sight
    if sight.left[suit] == 0:
        return float(sight.known[q, suit])
    return sight.known[q, suit] + sight.left[suit] * sight.shut[q] / sight.places


@jit
def expect_standings(state, rules, p):
    """Fill ``top``, ``standing`` and ``leader`` of the sight: every suit goes by expected counts, coins count."""
    sight = state.sight
    for q in range(rules.seats):
        sight.standing[q] = state.seats[q].coins * rules.vp_per_coin
    for suit in range(1, rules.suits + 1):
        sight.top[suit] = -1
        if suit == state.removed:
            continue
        best, most, mine = -1, 0.0, float(sight.own[suit])
        for q in range(rules.seats):
            if q != p:
                count = expected_count(state, rules, q, suit)
                if count > most:
                    best, most = q, count
        sight.top[suit] = best
        if max(most, mine) > 0.0:
            effect = rules.effects[suit]
            first = best if most > mine else p
            sight.standing[first] += effect.vp + effect.vp_first + effect.vp_per_card * max(most, mine)
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
