"""`random`: chooses uniformly among everything that is legal; the anchor of every strength scale (N26)."""

from __future__ import annotations

from balance.games.neotopia.actions import can_hire, can_keep, can_release, can_transfer, transfer_targets
from balance.games.neotopia.choice import draw
from balance.games.neotopia.codes import (
    CLOSED,
    HIDDEN,
    HIRE,
    KEEP,
    KINDS,
    ORDER,
    PASS,
    PUBLIC,
    RELEASE,
    RELEASE_ANY,
    SECRET,
    SECRET_FLIP_ONE,
    SKILLS,
    TRANSFER,
)
from balance.games.neotopia.skills import can_use, may_lay_down, others_public, passable
from balance.kernel.jit import inlined, jit


@inlined
def nth_card(cards, n):
    """Kind of the ``n``-th card (0 …) when ``cards[kind]`` cards of each kind lie in a row.

    Counts the kinds that lie wholly before it, which needs no branch that could be guessed wrong.
    """
    kind, before = 0, 0
    for k in range(KINDS - 1):
        before += cards[k]
        kind += 1 if n >= before else 0
    return kind


@inlined
def skill_instances(state, rules, p, skill):
    """In how many ways seat ``p`` can use a skill now."""
    seat = state.seats[p]
    ways = 1
    if skill == ORDER:
        ways = seat.n_public * others_public(state, rules, p)
    elif skill == SECRET:
        ways = seat.n_public if rules.secret_personnel == SECRET_FLIP_ONE else 1
    return ways if can_use(state, rules, p, skill) else 0


@jit
def choose_skill(state, rules, p, entry, after):
    """N26: at the start of the turn no skill, or any usable skill instance, each equally likely."""
    if after:
        return
    seat = state.seats[p]
    if seat.coins < rules.skill_cost:
        return
    total = 1
    for skill in range(len(SKILLS)):
        state.ways[skill] = total
        total += skill_instances(state, rules, p, skill)
    n = draw(state, p, total)
    if n == 0:
        return
    now = state.now
    skill = -1
    for each in range(len(SKILLS)):
        skill += 1 if n >= state.ways[each] else 0
    n -= state.ways[skill]
    now.skill = skill
    if skill == ORDER:
        now.give = nth_card(seat.public, n % seat.n_public)
        n //= seat.n_public
        now.other = 0
        while now.other == p or n >= state.seats[now.other].n_public:
            if now.other != p:
                n -= state.seats[now.other].n_public
            now.other += 1
        now.get = nth_card(state.seats[now.other].public, n)
    elif skill == SECRET and rules.secret_personnel == SECRET_FLIP_ONE:
        now.give = nth_card(seat.public, n)


@jit
def choose_action(state, rules, p, entry):
    """N26: any legal action, cards counting one by one."""
    seat = state.seats[p]
    now = state.now
    hidden, public, closed = seat.n_hidden, seat.n_public, seat.n_closed
    keeps = hidden if can_keep(state, rules, p) else 0
    lays = keeps if may_lay_down(state, rules, p) else 0
    releases = hidden + (public + closed if rules.release_from == RELEASE_ANY else 0)
    releases = releases if can_release(state, rules, p) else 0
    transfers = public * transfer_targets(state, rules)
    transfers = transfers if can_transfer(state, rules, p) else 0
    hires = state.n_up if can_hire(state, rules, p) else 0
    total = keeps + lays + releases + transfers + hires
    if total == 0:
        now.action = PASS
        return
    n = draw(state, p, total)
    if n < keeps + lays:
        now.action = KEEP
        now.down = 1 if n >= keeps else 0
        now.card = nth_card(seat.hidden, n - keeps if now.down else n)
        return
    n -= keeps + lays
    if n < releases:
        now.action = RELEASE
        if n < seat.n_hidden:
            now.zone = HIDDEN
            now.card = nth_card(seat.hidden, n)
        elif n < seat.n_hidden + seat.n_public:
            now.zone = PUBLIC
            now.card = nth_card(seat.public, n - seat.n_hidden)
        else:
            now.zone = CLOSED
            now.card = nth_card(seat.closed, n - seat.n_hidden - seat.n_public)
        return
    n -= releases
    if n < transfers:
        now.action = TRANSFER
        now.card = nth_card(seat.public, n % seat.n_public)
        n //= seat.n_public
        if n < state.n_up:
            now.place = -1
            now.take_kind = nth_card(state.up, n)
        else:
            now.place = n - state.n_up
        return
    now.action = HIRE
    now.take_kind = nth_card(state.up, n - transfers)


@jit
def choose_pass(state, rules, p, entry):
    """N26: in a department move any card that may be passed."""
    seat = state.seats[p]
    n = draw(state, p, passable(state, rules, p))
    if n < seat.n_hidden:
        state.swap[p, 0] = nth_card(seat.hidden, n)
        state.swap[p, 1] = HIDDEN
    else:
        state.swap[p, 0] = nth_card(seat.closed, n - seat.n_hidden)
        state.swap[p, 1] = CLOSED
