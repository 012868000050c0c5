"""What is written down while a game is played, and the facts of its end."""

from __future__ import annotations

from balance.games.simcity.codes import (
    END_TURN_LIMIT,
    INCOME,
    MAX_TABLE,
    MAYOR,
    NEW,
    NO_CARD,
    NO_SEAT,
    PASS,
    RAIL,
    REZONE,
    ROAD,
    SPAN,
    ZONES,
)
from balance.games.simcity.ends import has_play
from balance.games.simcity.facts import MAP_SIDE
from balance.games.simcity.networks import node, ready_networks, root
from balance.games.simcity.rules import pile_of, place_of
from balance.kernel.jit import inlined, jit, part

WIN = 420


@inlined
def row_of_round(state, rules):
    """Where the facts of this round stand; what comes after the last row is added to it."""
    return min(state.round_no, rules.rounds) - 1


@part
def open_book(book, empty, rules):
    """A blank book."""
    book.game = empty.game
    for p in range(rules.seats):
        book.seats[p] = empty.seats[p]
        for t in range(rules.rounds):
            book.turns[p, t] = empty.turns[0, 0]
        for phase in range(4):
            book.phases[phase, p] = empty.phases[0, 0]
    for t in range(rules.rounds):
        book.rounds[t] = empty.rounds[0]
    for k in range(rules.kinds):
        book.cards[k] = empty.cards[0]
    for c in range(book.places.shape[0]):
        book.places[c] = empty.places[0]


@part
def note_opening(state, book, rules):
    """The hands that were dealt."""
    book.game.phase_turn[0] = 1
    book.game.phase_round[0] = 1
    book.game.reached[0] = 1
    for card in range(1, rules.n_cards + 1):
        book.cards[rules.kind_of[card]].copies += 1
        state.drawer[card] = NO_SEAT
        state.player_of[card] = NO_SEAT
        state.opener[card] = NO_SEAT
    for p in range(rules.seats):
        for i in range(state.seats[p].n_hand):
            card = state.seats[p].hand[i]
            about = book.cards[rules.kind_of[card]]
            about.drawn += 1
            about.opening += 1
            state.drawer[card] = p
            state.opener[card] = p


@jit
def note_drawn(state, book, rules, p, card):
    """A card came to a hand; of one that comes again only the first time counts."""
    if card != NO_CARD and state.drawer[card] == NO_SEAT:
        about = book.cards[rules.kind_of[card]]
        about.drawn += 1
        about.drawn_round += state.round_no
        state.drawer[card] = p


@part
def note_turn(state, book, rules, p):
    """A turn begins."""
    seat = place_of(state, rules, p)
    turn = book.turns[seat, row_of_round(state, rules)]
    turn.taken = 1
    turn.action = PASS
    book.rounds[row_of_round(state, rules)].played = 1
    book.game.phase_turns[state.phase - 1] += 1
    book.phases[state.phase - 1, seat].turns += 1
    if state.office[MAYOR] != NO_SEAT:
        book.seats[place_of(state, rules, state.office[MAYOR])].mayor_turns += 1


@part
def note_choice(state, book, rules, p):
    """What the seat chose for its next play."""
    seat = place_of(state, rules, p)
    turn = book.turns[seat, row_of_round(state, rules)]
    way = state.now.way
    if state.play_no == 0:
        turn.action = way
    if way == PASS:
        book.seats[seat].plays[PASS] += 1
        if has_play(state, rules, p, 1):
            turn.choice = 1
        else:
            book.seats[seat].forced_passes += 1
    elif rules.may_pass:
        turn.choice = 1


@part
def note_bought(state, book, rules, p, card):
    """A council member was bought."""
    seat = book.seats[place_of(state, rules, p)]
    seat.council_bought += 1
    seat.council_cost += rules.kind[rules.kind_of[card]].cost
    note_card_played(state, book, rules, p, card, 0)


@part
def note_vote(state, book, rules, p, passed):
    """A rezoning was voted on."""
    seat = book.seats[place_of(state, rules, p)]
    seat.rezone_passed += passed
    book.game.votes += 1
    book.game.rezone_passed += passed


@jit
def note_played(state, book, rules, p, card, way, total):
    """A card was played: its way, its pay and where that came from."""
    at = place_of(state, rules, p)
    seat = book.seats[at]
    seat.plays[way] += 1
    note_card_played(state, book, rules, p, card, total)
    if way > REZONE:
        return
    seat.placed += 1
    seat.pay += total
    book.turns[at, row_of_round(state, rules)].pay += total
    if way == REZONE:
        seat.rezone_pay += total
    if way == NEW and state.city[pile_of(rules, p)].burnt[state.now.cell]:
        book.game.rebuilt += 1
    for i in range(len(INCOME)):
        seat.income[i] += state.pay.part[i]
        book.phases[state.phase - 1, at].income[i] += state.pay.part[i]


@jit
def note_card_played(state, book, rules, p, card, total):
    """A copy of a card was played; one that is played again counts once more."""
    about = book.cards[rules.kind_of[card]]
    about.played += 1
    about.played_round += state.round_no
    about.pay += total
    state.player_of[card] = p


@part
def note_turn_end(state, book, rules, p):
    """Funds of all, and the city, as the turn leaves them."""
    t = row_of_round(state, rules)
    for q in range(rules.seats):
        book.turns[place_of(state, rules, q), t].standing = state.seats[q].funds
    row = book.rounds[t]
    row.phase = state.phase
    row.blocks = 0
    row.houses = 0
    row.sims = 0
    row.width = 0
    for z in range(len(ZONES)):
        row.zone[z] = 0
    for d in range(rules.cities):
        city = state.city[d]
        row.blocks += city.n_blocks
        row.houses += city.n_houses
        row.sims += city.sims
        row.width = max(row.width, city.right - city.left + city.started)
        for z in range(len(ZONES)):
            row.zone[z] += city.zone_blocks[z + 1]


@part
def close_book(state, book, rules):
    """The facts of the end: winners, hands, the city."""
    game = book.game
    game.turns = state.turn_no
    game.rounds = min(state.round_no, rules.rounds)
    game.why = state.ended
    game.truncated = 1 if state.ended == END_TURN_LIMIT else 0
    game.phase = state.phase
    best, second, winners = -1, -1, 0
    for p in range(rules.seats):
        funds = state.seats[p].funds
        if funds > best:
            best, second, winners = funds, best, 1
        elif funds == best:
            second = funds
            winners += 1
        else:
            second = max(second, funds)
    game.margin = best - second if rules.seats > 1 else 0
    game.drawn = 1 if winners > 1 else 0
    for p in range(rules.seats):
        close_seat(state, book, rules, p, best, winners)
    for place in range(rules.seats):
        for t in range(game.rounds):
            game.decisions += book.turns[place, t].choice
    for card in range(1, rules.n_cards + 1):
        about = book.cards[rules.kind_of[card]]
        about.drawn_points += points_of(state, book, rules, state.drawer[card])
        about.opening_points += points_of(state, book, rules, state.opener[card])
        about.played_by += 1 if state.player_of[card] != NO_SEAT else 0
        about.played_points += points_of(state, book, rules, state.player_of[card])
    for d in range(rules.cities):
        close_city(state, book, rules, d)


@jit
def points_of(state, book, rules, p):
    """Win share of a seat, 0 for nobody."""
    return book.seats[place_of(state, rules, p)].points if p != NO_SEAT else 0


@part
def close_seat(state, book, rules, p, best, winners):
    """The facts of one seat at the end."""
    row = book.seats[place_of(state, rules, p)]
    seat = state.seats[p]
    row.entry = seat.entry
    row.score = seat.funds
    row.points = WIN // winners if seat.funds == best else 0
    row.mayor_ever = 1 if row.mayor_terms > 0 else 0
    row.dead = seat.n_hand
    for i in range(seat.n_hand):
        book.cards[rules.kind_of[seat.hand[i]]].dead += 1


@part
def close_city(state, book, rules, d):
    """Size and networks of a city at the end, and its map around the first block."""
    game = book.game
    city = state.city[d]
    game.blocks += city.n_blocks
    game.houses += city.n_houses
    game.sims += city.sims
    game.width = max(game.width, city.right - city.left + city.started)
    game.height = max(game.height, city.lower - city.upper + city.started)
    ready_networks(state, rules, city)
    for i in range(city.n_blocks):
        card = city.blocks[i]
        about = rules.kind[rules.kind_of[card]]
        if about.lines[ROAD] != 0 and city.net_sims[root(city.joined, node(ROAD, card))] > 0:
            game.by_road += 1
        if about.lines[RAIL] != 0 and city.net_sims[root(city.joined, node(RAIL, card))] > 0:
            game.by_rail += 1
        if d == 0:
            map_block(state, book, card, about.zone, state.cell[card])
            if state.cell2[card] != 0:
                map_block(state, book, card, about.zone, state.cell2[card])


@jit
def map_block(state, book, card, zone, cell):
    """One cell of the map of the city."""
    x = cell % SPAN - MAX_TABLE + MAP_SIDE // 2
    y = cell // SPAN - MAX_TABLE + MAP_SIDE // 2
    if 0 <= x < MAP_SIDE and 0 <= y < MAP_SIDE:
        book.places[y * MAP_SIDE + x].zone = zone
