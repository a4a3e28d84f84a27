"""Tables to test on: openings, a fixed set-up, and positions written as short texts."""

from typing import Any

import msgspec
from msgspec.structs import replace

from domain.games.harvest_island import RULESET
from domain.games.harvest_island.commands import ChooseFirst
from domain.games.harvest_island.manifest import Manifest, default_manifest
from domain.games.harvest_island.state import FIELDS, Field, SeatState, State, WeatherArea
from domain.kernel.cards import Hand, count
from domain.kernel.game import decide_opening
from domain.kernel.lifecycle import OpenGame, StartGame
from domain.kernel.values import Mode
from tests.domain.harness import Given

MANIFEST = msgspec.json.decode(default_manifest(), type=Manifest)
SUPPLY = ("Ba-Sp-3", "Ma-Sp-4")
STORAGE = ("Ly-Sp-4", "Wm-Sp-5", "Ta-Sp-6")
HANDS = (
    ("Ba-Sp-2", "Ba-Sp-4", "Ma-Sp-5", "Ly-Sp-5"),
    ("Ta-Sp-5", "Ta-Sp-7", "Wm-Sp-4", "Ma-Sp-6"),
    ("Ta-Sp-5", "Ta-Sp-7", "Wm-Sp-4", "Ma-Sp-6"),
    ("Ly-Sp-6", "Ly-Sp-6", "Wm-Sp-6", "Wm-Sp-6"),
)
M, H, P = FIELDS


def command_to_open(seats: int, *, mode: Mode = "dealt", **options: Any) -> OpenGame:
    """Return the command that opens a game for players p1, p2, ..."""
    players = tuple(f"p{seat}" for seat in range(1, seats + 1))
    return OpenGame("harvest-island", mode, players, options, "sha256:board", "public")


def opened(seats: int = 2, *, mode: Mode = "dealt", manifest: Manifest = MANIFEST, **options: Any) -> Given:
    """Return a game that has been opened and not started."""
    command = command_to_open(seats, mode=mode, **options)
    return Given(RULESET, decide_opening(RULESET, manifest, "g_table", command, None).game)


def begun(seats: int = 2, *, mode: Mode = "dealt", first: int = 1, **options: Any) -> Given:
    """Return a game at its first turn: the fixed fruits lie open, and every seat holds its fixed hand."""
    dealt = [card for hand in HANDS[:seats] for card in hand]
    table = opened(seats, mode=mode, **options).when(StartGame(), *SUPPLY, *STORAGE, *dealt).accepted()
    return table.when(ChooseFirst(first)).accepted()


def watched(seats: int = 2, **options: Any) -> Given:
    """Return an observed game at its first turn whose scribe sees no hand."""
    table = opened(seats, mode="observed", **options)
    table = table.when(StartGame(), *SUPPLY, *STORAGE, fill_unknown=True).accepted()
    return table.when(ChooseFirst(1)).accepted()


def holding(table: Given, seat: int, text: str, *, unknown: dict[str, int] | None = None, shown: str = "") -> Given:
    """Give a seat another hand; fertilizers count as seen by everybody, like the cards of `shown`."""
    known, seen = count(text.split()), count(shown.split())
    seen |= {"F": known["F"]} if "F" in known else {}
    hands = {**table.state.cards.hands, str(seat): Hand(known, seen, unknown or {})}
    return table.changed(cards=replace(table.state.cards, hands=hands))


def field(text: str) -> Field:
    """Read a field: its seed, a bar, and the cards on it; an empty text is a field without a seed."""
    seed, _, cards = text.partition("|")
    return Field(seed.strip() or None, tuple(cards.split()))


def growing(table: Given, seat: int, *, mountain: str = "", hill: str = "", plain: str = "") -> Given:
    """Give a seat other fields."""
    fields = {M: field(mountain), H: field(hill), P: field(plain)}
    own = replace(table.state.seat(seat), fields=fields)
    return table.changed(seats={**table.state.seats, str(seat): own})


def piled(table: Given, seat: int, text: str) -> Given:
    """Give a seat another score pile."""
    own: SeatState = replace(table.state.seat(seat), score_pile=tuple(text.split()))
    return table.changed(seats={**table.state.seats, str(seat): own})


def marked(table: Given, **tokens: tuple[int, int]) -> Given:
    """Put harvest tokens on boxes, each with the seat that has the animal token."""
    track = {**table.state.track, **{fruit: box for fruit, (box, _) in tokens.items()}}
    holder = {**table.state.token_holder, **{fruit: seat for fruit, (_, seat) in tokens.items()}}
    return table.changed(track=track, token_holder=holder)


def decks(table: Given, **counts: int) -> Given:
    """Let the season decks hold so many cards."""
    zones = {name: replace(zone, count=counts.get(name, zone.count)) for name, zone in table.state.cards.zones.items()}
    return table.changed(cards=replace(table.state.cards, zones=zones))


def winter(table: Given, left: int) -> Given:
    """Let only Winter have cards left."""
    return decks(table, spring=0, summer=0, autumn=0, winter=left)


def weather(table: Given, sun: int = 0, rain: int = 0) -> Given:
    """Put weather cards into the Weather Area."""
    return table.changed(weather_area=WeatherArea(sun, rain))


def drawing(table: Given, *, owed: int = 2, released: int = 0, **changes: Any) -> Given:
    """Let the active seat have played its two cards."""
    return table.changed(phase="draw", plays_made=2, released=released, draws_owed=owed, **changes)


def turn(table: Given, seat: int, number: int = 1, round_: int = 1) -> Given:
    """Let it be a seat's turn."""
    return table.changed(active_seat=seat, turn=number, round=round_)


def cards_of(state: State, seat: int) -> list[str]:
    """Return what is known of a hand, unknown cards as their back, in alphabetical order."""
    hand = state.cards.hand(seat)
    return sorted(card for counts in (hand.known, hand.unknown) for card, n in counts.items() for _ in range(n))


def names(events: tuple[Any, ...]) -> list[str]:
    """Return what kinds of events these are."""
    return [type(event).__name__ for event in events]
