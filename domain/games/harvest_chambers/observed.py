"""What only a physical table needs: effects that the component data does not have, and recounts."""

from collections.abc import Iterator

from domain.games.harvest_chambers.commands import AssertState, DeclareEffect
from domain.games.harvest_chambers.events import Difference, EffectDeclared, StateAsserted
from domain.games.harvest_chambers.flow import HarvestTable, go_on
from domain.games.harvest_chambers.items import ITEMS, KINDS
from domain.games.harvest_chambers.resolving import lacking
from domain.games.harvest_chambers.state import State
from domain.kernel.rejection import reject_if


def declare_effect(table: HarvestTable, command: DeclareEffect) -> None:
    """Enter what a card did at the table; only what is physically impossible is refused."""
    state, seat = table.state, command.seat
    reject_if(state.mode != "observed", "not_in_mode", mode=state.mode)
    busy = bool(state.pending) and state.pending[0].seat != seat
    reject_if(busy and bool(command.ops), "resolution_pending", seat=state.acting)
    nothing = not (command.gained or command.paid or command.ops)
    reject_if(nothing, "nothing_given")
    for item in (*command.paid, *command.gained):
        reject_if(item not in ITEMS, "unknown_item", item=item)
    for item, n in command.paid.items():
        have = state.seat(seat).items.get(item, 0)
        reject_if(have < n, "item_not_owned", item=item, need=n, have=have)
    short = lacking(state, command.gained)
    reject_if(short is not None, "chits_exhausted", item=short)
    table.record(EffectDeclared(seat, command.cause, command.gained, command.paid, command.ops, command.note))
    go_on(table)


def assert_state(table: HarvestTable, command: AssertState) -> None:
    """Compare what somebody counted at the table with the record, which stays as it is."""
    state, seat = table.state, command.seat
    reject_if(state.mode != "observed", "not_in_mode", mode=state.mode)
    for item in command.holdings:
        reject_if(item not in ITEMS, "unknown_item", item=item)
    for plot in command.plots:
        reject_if(plot.crop is not None and plot.crop not in KINDS, "unknown_item", item=plot.crop)
    differences = (*_holdings(state, command), *_plots(state, command))
    table.record(StateAsserted(seat, command.holdings, command.plots, differences))


def _holdings(state: State, command: AssertState) -> Iterator[Difference]:
    held = state.seat(command.seat).items
    for item, counted in sorted(command.holdings.items()):
        if counted != held.get(item, 0):
            yield Difference("supply", item, counted, held.get(item, 0))


def _plots(state: State, command: AssertState) -> Iterator[Difference]:
    plots = state.seat(command.seat).plots
    for count in command.plots:
        plot = plots.get(count.plot)
        if plot is None:
            yield Difference(count.plot, "plot", count.kind, None)
            continue
        pairs = [("kind", count.kind, plot.kind), ("crop", count.crop, plot.crop), ("chits", count.chits, plot.chits)]
        if count.card is not None:
            pairs.append(("card", count.card, plot.card))
        for what, counted, recorded in pairs:
            if counted != recorded:
                yield Difference(count.plot, what, counted, recorded)
