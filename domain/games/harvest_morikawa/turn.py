"""Passing, drawing, and whose turn it is (Turn Details; Hand Replenishment; Game End)."""

from typing import Literal

from domain.games.harvest_morikawa.ending import end_play
from domain.games.harvest_morikawa.events import DeckExhausted, HandReplenished, PlayerPassed, TurnBegan
from domain.games.harvest_morikawa.faces import kind
from domain.games.harvest_morikawa.field import accessible, trigger_set
from domain.games.harvest_morikawa.robot import after_player
from domain.games.harvest_morikawa.state import State, unlearned_specials
from domain.kernel.claims import held
from domain.kernel.table import Table
from domain.kernel.values import Seat

Ground = tuple[Literal["no_cards", "no_legal_placement"], Literal["only_specials"] | None]


def ground_to_pass(state: State, seat: Seat) -> Ground | None:
    """Return why a seat may pass, and what that claims of its hand; null where it must play (Pass).

    A Harvest card and a Tornado can be played in the same places, so a hand matters only by whether it holds a
    vegetable. What is not known of it may be special cards, as long as enough of them are out of sight.
    """
    hand = state.cards.hand(seat)
    if not hand.size:
        return "no_cards", None
    if not accessible(state, seat):
        return "no_legal_placement", None
    if next(trigger_set(state, seat), None) is not None:
        return None
    if any(kind(card) is not None for card in hand.known):
        return None
    return (
        ("no_legal_placement", "only_specials")
        if sum(hand.unknown.values()) <= room_for_specials(state, seat)
        else None
    )


def room_for_specials(state: State, seat: Seat) -> int:
    """Return how many special cards a hand may hold that are not known, if what other seats claimed is true."""
    pinned = 0
    for other in range(1, len(state.seats) + 1):
        if other != seat:
            known = sum(n for card, n in state.cards.hand(other).known.items() if kind(card) is None)
            pinned += max(0, held(state.claims, other) - known)
    return unlearned_specials(state) - pinned


def must_play(state: State, seat: Seat) -> bool:
    """Tell whether the board and the size of a hand alone forbid a pass, as everybody can see."""
    some = state.cards.hand(seat).size > 0 and bool(accessible(state, seat))
    return some and next(trigger_set(state, seat), None) is not None


def replenish(table: Table[State], seat: Seat, *, late: bool) -> None:
    """Draw until there are four cards in hand or the deck is out (Hand Replenishment)."""
    state = table.state
    n = state.debt(seat)
    if not n:
        return
    cards = table.draw("deck", n, to=seat)
    table.record(HandReplenished(seat, n, cards, state.deck - n, late))
    if table.state.deck == 0:
        table.record(DeckExhausted())


def pass_on(table: Table[State], seat: Seat, ground: Ground) -> None:
    """Record a pass and go on."""
    state = table.state
    size = state.cards.hand(seat).size
    table.record(PlayerPassed(state.turn, seat, *ground, size, state.consecutive_passes + 1))
    go_on(table, seat)


def go_on(table: Table[State], seat: Seat) -> None:
    """End play where it ends, else begin the next turn (Game End)."""
    state = table.state
    if state.solo:
        after_player(table)
    elif state.deck == 0 and not any(_sizes(state)):
        end_play(table, "hands_and_deck_empty")
    elif state.consecutive_passes >= len(state.seats):
        end_play(table, "all_passed")
    else:
        begin_turn(table, seat % len(state.seats) + 1)


def begin_turn(table: Table[State], seat: Seat) -> None:
    """Begin a turn; where it is so agreed, a seat that visibly has to pass does so at once."""
    table.record(TurnBegan(table.state.turn + 1, seat))
    state = table.state
    if state.debt(seat):
        return
    ground = ground_to_pass(state, seat)
    visible = {"never": False, "empty_hand": not _sizes(state)[seat - 1], "forced": _visibly_stuck(state, seat)}
    if ground is not None and visible[state.options.auto_pass]:
        pass_on(table, seat, ground)


def _visibly_stuck(state: State, seat: Seat) -> bool:
    return not state.cards.hand(seat).size or not accessible(state, seat)


def _sizes(state: State) -> list[int]:
    return [hand.size for hand in state.cards.hands.values()]
