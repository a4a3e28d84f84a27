"""What follows from each command, in the rulebook's order; a command the rules do not allow is rejected."""

from typing import assert_never

from domain.games.harvest_morikawa.commands import (
    ChooseFirst,
    DrawUp,
    NoteHarvestOverlooked,
    Pass,
    PlaceCard,
    RecordSalad,
    RevealHands,
)
from domain.games.harvest_morikawa.ending import judge_salad, reveal
from domain.games.harvest_morikawa.events import HarvestOverlooked, StartSeatChosen
from domain.games.harvest_morikawa.faces import FACES, VEGETABLES, Vegetable, kind
from domain.games.harvest_morikawa.field import boards_open, runs_through, trigger_set
from domain.games.harvest_morikawa.harvest import plant
from domain.games.harvest_morikawa.layout import key
from domain.games.harvest_morikawa.robot import check_blocked
from domain.games.harvest_morikawa.state import State, beyond
from domain.games.harvest_morikawa.turn import begin_turn, go_on, ground_to_pass, pass_on, replenish, room_for_specials
from domain.kernel.rejection import Rejected, reject_if
from domain.kernel.table import Table
from domain.kernel.values import Seat

HarvestCommand = ChooseFirst | PlaceCard | Pass | DrawUp | RevealHands | RecordSalad | NoteHarvestOverlooked


def decide(table: Table[State], command: HarvestCommand) -> None:
    """Record what follows from a command, or raise `Rejected`."""
    match command:
        case ChooseFirst():
            _choose_first(table, command)
        case PlaceCard():
            _on_turn(table.state, command.seat)
            _place_card(table, command)
        case Pass():
            _on_turn(table.state, command.seat)
            _pass(table, command.seat)
        case DrawUp():
            _draw_up(table, command.seat)
        case RevealHands():
            reject_if(table.state.phase != "awaiting_hands", "game_not_ended", phase=table.state.phase)
            reveal(table)
        case RecordSalad():
            _record_salad(table, command)
        case NoteHarvestOverlooked():
            _note_harvest_overlooked(table, command)
        case _:
            assert_never(command)


def _on_turn(state: State, seat: Seat) -> None:
    reject_if(str(seat) not in state.seats, "unknown_seat", seat=seat)
    reject_if(state.phase != "running", "game_not_running", phase=state.phase)
    reject_if(seat != state.active_seat, "not_your_turn", seat=seat, active=state.active_seat)


def _choose_first(table: Table[State], command: ChooseFirst) -> None:
    """Let the most recent harvester begin, or whoever the table agrees on (Game Flow)."""
    state, first = table.state, command.first
    reject_if(state.solo, "solo_robot_starts")
    reject_if(state.phase != "choosing", "start_already_chosen")
    by_lot = command.basis in ("lot", "random")
    reject_if(by_lot and first is not None, "first_drawn_by_lot", first=first)
    reject_if(not by_lot and str(first) not in state.seats, "unknown_seat", first=first)
    reject_if(command.seat is not None and str(command.seat) not in state.seats, "unknown_seat", seat=command.seat)
    seat = table.lot("the first seat", range(1, len(state.seats) + 1)) if by_lot or first is None else first
    table.record(StartSeatChosen(seat, command.basis))
    begin_turn(table, seat)


def _place_card(table: Table[State], command: PlaceCard) -> None:
    """Place a card, harvest, draw up, and give the turn on (Turn Details)."""
    state, seat = table.state, command.seat
    _check_card(state, command)
    _check_square(state, command)
    declared = _declared(state, command)
    plant(table, seat, command.card, key(command.square), declared)
    if state.draws_by_itself:
        replenish(table, seat, late=False)
    go_on(table, seat)


def _check_card(state: State, command: PlaceCard) -> None:
    """Refuse a card that the hand does not or cannot hold."""
    hand, card, at_table = state.cards.hand(command.seat), command.card, state.mode == "observed"
    if hand.known.get(card):
        return
    reject_if(card not in FACES, "card_not_in_hand", card=card)
    out_of_sight = state.cards.unlearned(card) > 0 or card in beyond(state, state.cards)
    reject_if(at_table and not out_of_sight, "face_exhausted", card=card)
    reject_if(at_table and not hand.size, "hand_empty", seat=command.seat)
    reject_if(not hand.unknown, "card_not_in_hand", card=card)


def _check_square(state: State, command: PlaceCard) -> None:
    """Refuse a square that is not there, not empty, or on a field one may not place on (Placement Rules)."""
    seat, place = command.seat, state.squares.get(key(command.square))
    if place is None:
        raise Rejected("no_such_square", square=list(command.square))
    reject_if(place.card is not None, "square_occupied", square=list(command.square), card=place.card)
    elsewhere = place.owner != seat
    reject_if(elsewhere and not state.field(seat), "own_field_empty", square=list(command.square))
    closed = elsewhere and place.slot not in boards_open(state, seat)
    reject_if(closed, "target_field_empty", square=list(command.square), owner=place.owner)


def _declared(state: State, command: PlaceCard) -> Vegetable | None:
    """Return what a special card stands for; it must trigger a harvest where it goes (Special Cards)."""
    special = kind(command.card) is None
    if command.declared is None:
        reject_if(special, "declaration_required", card=command.card)
        return None
    declared = next((each for each in VEGETABLES if each == command.declared), None)
    if declared is None:
        raise Rejected("declaration_unknown", declared=command.declared, known=list(VEGETABLES))
    reject_if(not special, "declaration_not_allowed", declared=declared)
    there = runs_through(state.squares, key(command.square), declared)
    reject_if(not there, "special_must_trigger", square=list(command.square), declared=declared)
    return declared


def _pass(table: Table[State], seat: Seat) -> None:
    """Pass, where nothing can be placed (Pass)."""
    state = table.state
    reject_if(state.solo, "solo_no_pass")
    reject_if(state.debt(seat) > 0, "draw_debt_outstanding", cards=state.debt(seat))
    ground = ground_to_pass(state, seat)
    if ground is None:
        reject_if(state.mode == "dealt", "play_available")
        fits = next(([list(state.squares[name].square), fit] for name, fit in trigger_set(state, seat)), None)
        size, room = state.cards.hand(seat).size, room_for_specials(state, seat)
        raise Rejected("pass_impossible", hand=size, special_cards=room, fits=fits)
    pass_on(table, seat, ground)


def _draw_up(table: Table[State], seat: Seat) -> None:
    """Take the cards one has forgotten to draw, in or out of turn (Hand Replenishment)."""
    state = table.state
    reject_if(str(seat) not in state.seats, "unknown_seat", seat=seat)
    reject_if(state.draws_by_itself, "draw_is_automatic")
    reject_if(state.cards.hand(seat).size >= 4, "hand_full", cards=state.cards.hand(seat).size)
    reject_if(state.deck == 0, "deck_empty")
    replenish(table, seat, late=True)


def _record_salad(table: Table[State], command: RecordSalad) -> None:
    state = table.state
    reject_if(state.phase != "tied_pending_salad", "no_salad_due")
    reject_if(command.winner not in state.salad, "not_a_contestant", winner=command.winner, seats=list(state.salad))
    judge_salad(table, command.winner, command.judge)


def _note_harvest_overlooked(table: Table[State], command: NoteHarvestOverlooked) -> None:
    """Put back the harvest just made, since the table has not made it."""
    state = table.state
    reject_if(state.mode != "observed", "dealt_harvests_itself")
    made = {each.square for each in state.last_harvest}
    just_made = bool(made) and made == set(command.squares)
    reject_if(not just_made, "not_a_harvest_just_made", squares=[list(square) for square in sorted(made)])
    table.record(HarvestOverlooked(tuple(sorted(made))))
    if state.solo:
        check_blocked(table)
