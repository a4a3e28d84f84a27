"""Placing a card and what it harvests (Harvest Check; Special Cards)."""

from domain.games.harvest_morikawa.events import CardPlaced, HarvestResolved, Taken, TornadoResolved
from domain.games.harvest_morikawa.faces import HARVEST, TORNADO, VEGETABLES, Vegetable, kind
from domain.games.harvest_morikawa.field import gathered, runs_anywhere, runs_through
from domain.games.harvest_morikawa.state import State
from domain.kernel.table import Table
from domain.kernel.values import Card, Seat


def plant(table: Table[State], seat: Seat | None, card: Card, name: str, declared: Vegetable | None) -> None:
    """Put a card on a square and take what stands in line (Card Placement; Harvest Check)."""
    state = table.state
    place = state.squares[name]
    left = len(state.beside_deck) if seat is None else state.cards.hand(seat).size
    surplus = _lying_open(state, seat, card) >= state.copies.get(card, 0)
    table.record(CardPlaced(state.turn, seat, card, place.square, place.slot, place.owner, declared, left - 1, surplus))
    _check(table, card, name, declared or kind(card))
    if state.mode == "observed" and state.options.late_harvest == "whole_board":
        _check_everywhere(table, name)


def _check(table: Table[State], card: Card, name: str, vegetable: Vegetable | None) -> None:
    squares = table.state.squares
    runs = () if vegetable is None else runs_through(squares, name, vegetable)
    if not runs or vegetable is None:
        return
    trigger = squares[name].square
    if card == TORNADO:
        swept = (*gathered(squares, runs, to_owner=False), Taken(card, trigger, None))
        swept = tuple(sorted(swept, key=lambda each: each.square))
        table.record(TornadoResolved(trigger, vegetable, runs, swept))
        return
    taken = gathered(squares, runs)
    if card == HARVEST:
        table.record(HarvestResolved(trigger, "harvest_card", vegetable, runs, taken, card, late=False))
    else:
        table.record(HarvestResolved(trigger, "vegetable", vegetable, runs, taken, None, late=False))


def _check_everywhere(table: Table[State], name: str) -> None:
    """Take lines that were overlooked before, wherever they lie."""
    for vegetable in VEGETABLES:
        squares = table.state.squares
        runs = runs_anywhere(squares, vegetable)
        if runs:
            taken = gathered(squares, runs)
            trigger = squares[name].square
            table.record(HarvestResolved(trigger, "vegetable", vegetable, runs, taken, None, late=True))


def _lying_open(state: State, seat: Seat | None, card: Card) -> int:
    """Count the copies of a face that everybody has seen, without the one that is about to be placed."""
    lying = [place.card for place in state.squares.values()].count(card)
    away = state.discard.count(card)
    mine = sum(area.harvest.get(card, 0) for area in state.seats.values())
    beside = state.beside_deck.count(card) - (seat is None)
    return lying + away + mine + beside
