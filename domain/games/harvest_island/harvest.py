"""Harvesting fields and competing for animal tokens (B1 - Harvest; B2 - Scoring Points)."""

from domain.games.harvest_island.commands import Harvest
from domain.games.harvest_island.drawing import end_turn
from domain.games.harvest_island.events import AnimalTokenTaken, FieldHarvested, HarvestTokenMoved
from domain.games.harvest_island.faces import fruit_of
from domain.games.harvest_island.manifest import TRACK
from domain.games.harvest_island.state import FIELDS, Field, State
from domain.kernel.rejection import reject_if
from domain.kernel.table import Table
from domain.kernel.values import Seat

FERTILIZER_COUNTS = 2
"""What a fertilizer card counts for in a harvest."""


def harvest(table: Table[State], command: Harvest) -> None:
    """Harvest the chosen fields, then settle the tokens of their fruits; the turn is over."""
    state, seat, chosen = table.state, command.seat, command.fields
    reject_if(state.plays_made > 0, "cultivation_begun", played=state.plays_made)
    reject_if(not chosen, "no_field_chosen")
    unknown = [name for name in chosen if name not in FIELDS]
    reject_if(bool(unknown), "unknown_field", fields=unknown)
    reject_if(len(set(chosen)) < len(chosen), "duplicate_field", fields=list(chosen))
    fields = state.seat(seat).fields
    bare = [name for name in chosen if fields[name].seed is None]
    reject_if(bool(bare), "field_not_sown", fields=bare)
    sums: dict[str, int] = {}
    for name in FIELDS:
        if name in chosen:
            _harvest_field(table, seat, name, fields[name], sums)
    for code, fruit in state.fruits.items():
        if code in sums:
            _compete(table, seat, fruit, sums[code])
    end_turn(table)


def _harvest_field(table: Table[State], seat: Seat, name: str, field: Field, sums: dict[str, int]) -> None:
    """Take a field's fruits as points, put its fertilizers back and its seed on the discards (B1 - Harvest)."""
    seed = field.seed
    if seed is None:
        return
    code = fruit_of(seed)
    sums[code] = sums.get(code, 0) + len(field.fruits) + FERTILIZER_COUNTS * field.fertilizers
    table.record(FieldHarvested(table.state.turn, seat, name, seed, field.fruits, field.fertilizers))


def _compete(table: Table[State], seat: Seat, fruit: str, total: int) -> None:
    """Move the harvest token where its box is beaten, and take the animal token (B2 - Scoring Points)."""
    state = table.state
    box = state.track[fruit]
    if total < TRACK[0] or (box is not None and total <= box):
        return
    to = total if state.options.track_overflow == "exact" else min(total, TRACK[-1])
    table.record(HarvestTokenMoved(state.turn, seat, fruit, box, to, total))
    holder = state.token_holder[fruit]
    if holder != seat:
        table.record(AnimalTokenTaken(state.turn, seat, fruit, holder))
