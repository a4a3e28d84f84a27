"""Morikawa-kun No. 3, and the ends of a solo game (Solo Rules)."""

from domain.games.harvest_morikawa.ending import end_play
from domain.games.harvest_morikawa.events import DeckExhausted, RobotDrew, TurnBegan
from domain.games.harvest_morikawa.harvest import plant
from domain.games.harvest_morikawa.layout import key
from domain.games.harvest_morikawa.state import State
from domain.kernel.table import Table

DRAWS = 2


def robot_turn(table: Table[State]) -> None:
    """Let the robot draw and place two cards, then let the player go on (Morikawa's Turn)."""
    state = table.state
    table.record(TurnBegan(state.turn + 1, None))
    cards = table.draw("deck", min(DRAWS, state.deck))
    table.record(RobotDrew(cards, state.deck - len(cards)))
    if table.state.deck == 0:
        table.record(DeckExhausted())
        if state.options.solo_deck_out == "immediate":
            end_play(table, "solo_deck_out")
            return
    for card in cards:
        name = first_empty(table.state)
        if name is None:
            end_play(table, "solo_robot_blocked")
            return
        plant(table, None, card, name, None)
    _player_turn(table)


def after_player(table: Table[State]) -> None:
    """End the game where the deck has run out by now, else let the robot go on (Hand replenishment)."""
    if table.state.deck == 0:
        end_play(table, "solo_deck_out")
    else:
        robot_turn(table)


def check_blocked(table: Table[State]) -> None:
    """End the game, lost, where the player must place a card and no square is empty (The Player's Turn)."""
    if first_empty(table.state) is None:
        end_play(table, "solo_player_blocked")


def first_empty(state: State) -> str | None:
    """Return the empty square with the lowest number."""
    return next((key(square) for square in state.robot_order if state.squares[key(square)].card is None), None)


def _player_turn(table: Table[State]) -> None:
    state = table.state
    if state.deck == 0 and state.options.solo_deck_out != "finish_round":
        end_play(table, "solo_deck_out")
        return
    table.record(TurnBegan(state.turn + 1, 1))
    check_blocked(table)
