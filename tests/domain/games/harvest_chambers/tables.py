"""Tables to test on: a game in the placement of its first round, with whatever the seats are to hold."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.games.harvest_chambers import RULESET
from domain.games.harvest_chambers.commands import ChooseCharacter, ChooseInitiative
from domain.games.harvest_chambers.items import by_kind
from domain.games.harvest_chambers.manifest import Manifest, default_manifest
from domain.games.harvest_chambers.state import EXPANSION, Plot, State, Step
from domain.kernel.game import decide_opening
from domain.kernel.lifecycle import OpenGame, StartGame
from domain.kernel.values import Mode
from tests.domain.harness import Given

MANIFEST = msgspec.json.decode(default_manifest(), type=Manifest)
BOARDS = ("K1", "K2", "K3", "K4", "K5", "K6", "K7", "K8")
DISPLAY = ("B01", "B02", "B03", "B04", "B05", "B06")
ACTIONS = ("A01", "A05", "A11", "A28")
ROW = (5, 9, 14)
FREELY = {"allow_empty_placement": True}
"""Lets a farmer take fewer things than it may, which keeps an example short."""


def opened(seats: int = 2, *, mode: Mode = "dealt", manifest: Manifest = MANIFEST, **options: Any) -> Given:
    """Return a game that has been opened and not started."""
    players = tuple(f"p{seat}" for seat in range(1, seats + 1))
    command = OpenGame("harvest-chambers", mode, players, msgspec.to_builtins(options), "sha256:box", "public")
    return Given(RULESET, decide_opening(RULESET, manifest, "g_table", command, None).game)


def dealt(seats: int = 2, **options: Any) -> Given:
    """Return a game in which the boards K1 and K2, K3 and K4, ... have been dealt."""
    boards = () if options.get("characters") == "fixed" else BOARDS[: 2 * seats]
    return opened(seats, **options).when(StartGame(), *boards).accepted()


def layout(seats: int, deal: tuple[int, ...] | None = None) -> tuple[str | int, ...]:
    """Return what chance gives when all have chosen: buildings, first numbers, action cards, numbers to choose from."""
    return (*DISPLAY, *(deal or range(1, seats + 1)), *ACTIONS[:seats], *ROW)


def drafting(seats: int = 2, *, deal: tuple[int, ...] | None = None, **options: Any) -> Given:
    """Return a game in which all play the standard farmer and initiative is to be chosen from 5, 9 and 14."""
    table = dealt(seats, **options)
    for seat in range(1, seats):
        table = table.when(ChooseCharacter(seat, BOARDS[2 * seat - 1], "wil")).accepted()
    last = ChooseCharacter(seats, BOARDS[2 * seats - 1], "wil")
    return table.when(last, *layout(seats, deal)).accepted()


def placing(seats: int = 2, **options: Any) -> Given:
    """Return a game at its first placement, in seat order, with nothing in anybody's hands."""
    table = drafting(seats, **options)
    for seat, number in zip(range(1, seats + 1), (*ROW, 1), strict=False):
        table = table.when(ChooseInitiative(seat, number)).accepted()
    for seat in range(1, seats + 1):
        table = holding(table, {}, seat=seat)
    return table


def holding(table: Given, items: Mapping[str, int], *, seat: int = 1, **plots: Plot) -> Given:
    """Give a seat exactly these goods, and put these plots on its farm; the supply holds the rest."""
    state: State = table.state
    held = state.seat(seat)
    held = replace(held, items=dict(items), plots={**held.plots, **plots})
    seats = {**state.seats, str(seat): held}
    return table.changed(seats=seats, supply=the_rest(state.manifest, seats))


def the_rest(manifest: Manifest, seats: Mapping[str, Any]) -> dict[str, int]:
    """Return what is left in the supply."""
    supply = {crop.kind: crop.count for crop in manifest.crops} | {each.item: each.count for each in manifest.resources}
    supply[EXPANSION] = manifest.farm.expansions
    for held in seats.values():
        for kind, n in by_kind(held.items).items():
            supply[kind] -= n
        for plot in held.plots.values():
            if plot.crop is not None:
                supply[plot.crop] -= plot.chits
        supply[EXPANSION] -= held.expansions
    return supply


def grown(crop: str, chits: int) -> Plot:
    """Return a field in which something grows."""
    return Plot("field", None, crop, chits)


def built(card: str, **grows: Any) -> Plot:
    """Return a plot with a building."""
    return Plot("building", card, **grows)


def items_of(table: Given, seat: int = 1) -> dict[str, int]:
    """Return what a seat holds."""
    return dict(table.state.seat(seat).items)


def own(buildings: dict[str, Any] | None = None, picks: dict[str, Any] | None = None, **slots: Any) -> Manifest:
    """Return the packaged data with other texts of buildings and places on cards, and more picks in the land office."""
    plain = msgspec.json.decode(msgspec.json.encode(MANIFEST)) | {"totals": "free"}
    for row in plain["buildings"]:
        row.update((buildings or {}).get(row["id"], {}))
    for card in plain["action_cards"]:
        card["slots"][0].update(slots.get(card["id"], {}))
    plain["sections"][2]["picks"] += [{"id": name, **pick} for name, pick in (picks or {}).items()]
    return msgspec.convert(plain, Manifest)


def at_table(
    seats: int = 3, manifest: Manifest = MANIFEST, *, items: Any = None, left: Any = None, **given: Any
) -> Given:
    """Return a table at the first placement, with goods and plots of seat 1, and what is left in the supply."""
    plots = {name: given.pop(name) for name in list(given) if isinstance(given[name], Plot)}
    placed = holding(placing(seats, manifest=manifest, **given), items or {}, **plots)
    return placed.changed(supply={**placed.state.supply, **(left or {})})


def waiting(op: str, says: dict[str, Any], **given: Any) -> Given:
    """Return a table at which one step of seat 1 is open."""
    return at_table(**given).changed(pending=(Step(1, "A99", op, says),), resolving="labor_market")
