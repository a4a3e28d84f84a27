"""The set-up of the table (Components & Setup)."""

from domain.games.harvest_chambers.events import (
    ActionStackBuilt,
    CharacterBoardsDealt,
    CharacterChosen,
    FieldStackBuilt,
    InitiativeDealt,
    StartingGoodsTaken,
)
from domain.games.harvest_chambers.flow import HarvestTable, fill_display, go_on, what_is_left
from domain.games.harvest_chambers.hooks import farmer_of
from domain.games.harvest_chambers.state import Options
from domain.kernel.values import Json

DEALT = 2
"""How many boards a seat chooses from."""


def setup(table: HarvestTable, _: Json) -> None:
    """Deal the character boards; the rest of the set-up follows when all have chosen."""
    options: Options = table.header.options
    seats = [str(seat) for seat in range(1, len(table.header.seats) + 1)]
    deal: dict[str, tuple[str, ...]]
    if options.characters == "fixed":
        deal = {seat: (board,) for seat, board in zip(seats, options.boards, strict=True)}
    else:
        boards = table.draw("character boards", DEALT * len(seats))
        deal = {seat: boards[DEALT * n : DEALT * (n + 1)] for n, seat in enumerate(seats)}
    table.record(CharacterBoardsDealt(deal))


def open_choices(table: HarvestTable) -> None:
    """Open the boards that were chosen in secret, in seat order."""
    for seat, held in table.state.seats.items():
        hand = table.state.cards.hand(int(seat))
        for choice in hand.known:
            board, _, side = choice.partition("/")
            returned = next((other for other in held.dealt if other != board), None)
            table.record(CharacterChosen(int(seat), board, side, returned))


def lay_out(table: HarvestTable) -> None:
    """Build the stacks, turn up buildings, deal initiative and hand out goods once every seat has its farmer."""
    state = table.state
    seats, manifest = len(state.seats), state.manifest
    count = seats * manifest.course.action_cards_per_seat
    table.record(ActionStackBuilt(count, len(manifest.action_cards) - count))
    buildings = state.cards.left("field stack")
    table.record(FieldStackBuilt(buildings - manifest.course.display))
    fill_display(table)
    _deal_initiative(table)
    for seat in range(1, seats + 1):
        farmer = farmer_of(table.state, seat)
        wanted = {} if farmer is None else farmer.start
        gained, short = what_is_left(table.state, wanted)
        table.record(StartingGoodsTaken(seat, gained, short))
    go_on(table)


def _deal_initiative(table: HarvestTable) -> None:
    deck, deal = list(table.state.initiative_deck), {}
    for seat in table.state.seats:
        deal[seat] = int(table.lot(f"the first initiative card of seat {seat}", deck))
        deck.remove(deal[seat])
    table.record(InitiativeDealt(deal, len(deck)))
