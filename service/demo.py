"""Sample games for a first look: finished and running ones of both modes, played by the random player.

Each has a name that its id follows from, so games that are there already are not opened twice, and what was left
half played by an interrupted start is played on.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from random import Random
from threading import Event
from typing import Literal

import msgspec

from domain.kernel.values import Mode
from service import ids
from service.grants import ADMIN_GRANT
from service.players import Player
from service.trials import Json, Refused, Seat, Trial, answered, play
from service.trials_local import LocalDesk, LocalTable

__all__ = ["SAMPLES", "Sample", "add_samples"]

Ending = Literal["rules", "concede", "abandon"]

_AT_ONCE = 8
_CAST = ("Ana", "Ben", "Chiara", "Dawit", "Emiko", "Farid")
_CUP = {"variants": ["cooperative_a"], "series": "autumn-cup"}


class Sample(msgspec.Struct, frozen=True):
    """One sample game: who of the cast plays what, and up to which version (none: to its end)."""

    name: str
    mode: Mode
    cast: tuple[str, ...]
    options: Json = {}
    until: int | None = None
    ending: Ending = "rules"
    blind: int = 0
    ruleset: str = "season-harvest"


SAMPLES = (
    Sample("first-harvest", "dealt", ("Ana", "Ben")),
    Sample("three-with-lumber", "dealt", ("Chiara", "Dawit", "Emiko"), {"variants": ["lumber", "poverty"]}),
    Sample("four-corners", "dealt", ("Ana", "Chiara", "Emiko", "Farid"), {"variants": ["unsowed"], "hands": "open"}),
    Sample("alone", "dealt", ("Farid",), {"variants": ["cooperative_c"]}),
    Sample("two-years", "dealt", ("Emiko", "Ana"), {"years": 2, "new_pawn_acts": "next_turn"}),
    Sample("kitchen-table", "observed", ("Ben", "Dawit")),
    Sample("club-evening", "observed", ("Ana", "Ben", "Farid", "Dawit"), {"variants": ["lumber"]}, blind=70),
    Sample(
        "told-target", "observed", ("Chiara", "Ben"), {"variants": ["cooperative_b"], "coop_target": "9/2"}, blind=30
    ),
    Sample("cup-first-round", "dealt", ("Ana", "Dawit"), _CUP),
    Sample("cup-second-round", "dealt", ("Ana", "Dawit"), _CUP),
    Sample("cup-third-round", "dealt", ("Ana", "Dawit"), _CUP, until=60),
    Sample("given-up", "dealt", ("Dawit", "Chiara"), until=40, ending="concede"),
    Sample("rained-off", "observed", ("Emiko", "Farid", "Ben"), until=45, ending="abandon", blind=50),
    Sample("just-begun", "dealt", ("Ben", "Ana"), until=2),
    Sample("in-full-swing", "dealt", ("Ana", "Ben", "Chiara", "Dawit"), {"variants": ["lumber"]}, until=80),
    Sample("being-recorded", "observed", ("Chiara", "Farid"), {"variants": ["poverty"]}, until=50, blind=50),
    Sample("island-for-three", "dealt", ("Dawit", "Ana", "Farid"), ruleset="harvest-island"),
    Sample("island-evening", "observed", ("Ben", "Emiko"), until=90, blind=60, ruleset="harvest-island"),
    Sample("fields-for-four", "dealt", ("Ana", "Emiko", "Ben", "Farid"), ruleset="harvest-morikawa"),
    Sample("against-the-robot", "dealt", ("Chiara",), ruleset="harvest-morikawa"),
    Sample("farm-for-two", "dealt", ("Farid", "Dawit"), ruleset="harvest-chambers"),
    Sample("farm-at-noon", "observed", ("Ana", "Chiara", "Emiko"), until=40, ruleset="harvest-chambers"),
    Sample("not-yet-begun", "dealt", ("Emiko", "Dawit", "Farid"), until=1),
)


def add_samples(desk: LocalDesk, progress: Callable[[int], None]) -> int:
    """Add the sample games that are not there yet; return how many had to be opened.

    `progress` hears how many games are done with. Raise what writing raises.
    """
    directory = desk.ledger.parts.directory
    directory.add_players([(_player(name), name) for name in _CAST])
    opened = done = 0
    stop = Event()
    # Several at once, as waiting for the disk takes most of the time, and one commit serves many games.
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        try:
            for work in as_completed([pool.submit(_add_all, desk, samples, stop) for samples in _in_order()]):
                opened += sum(work.result())
                done += len(work.result())
                progress(done)
        except BaseException:
            stop.set()
            raise
    return opened


def _in_order() -> list[list[Sample]]:
    """Return the samples in groups: games of a series look back on each other, so they are played in order."""
    groups: dict[str, list[Sample]] = {}
    for sample in SAMPLES:
        groups.setdefault(sample.options.get("series", sample.name), []).append(sample)
    return list(groups.values())


def _add_all(desk: LocalDesk, samples: list[Sample], stop: Event) -> list[bool]:
    return [_add(desk, sample, stop) for sample in samples]


def _add(desk: LocalDesk, sample: Sample, stop: Event) -> bool:
    def go_on() -> None:
        if stop.is_set():
            raise Refused("The sample games were interrupted; the next start with --demo plays them on.")

    go_on()
    # The same choices in every ledger; what is dealt differs.
    player = Player(Random(sample.name), blind=sample.blind)  # noqa: S311 - nothing secret
    game = ids.game_id_for(ADMIN_GRANT.id, _key(sample))
    known = desk.ledger.parts.store.head(game).version > 0
    table = desk.table(game) if known else _open(desk, sample, player)
    play(table, player, sample.until, after=go_on)
    _end(table, sample)
    return not known


def _open(desk: LocalDesk, sample: Sample, player: Player) -> LocalTable:
    seats = tuple(Seat(player=_player(name)) for name in sample.cast)
    trial = Trial(sample.ruleset, sample.mode, seats, sample.options, start=sample.until != 1)
    return answered(player, lambda outcomes: desk.open(trial, outcomes, _key(sample)))


def _end(table: LocalTable, sample: Sample) -> None:
    if table.status == "running" and sample.ending == "concede":
        table.send({"type": "concede", "seat": 1}, ())
    elif table.status == "running" and sample.ending == "abandon":
        table.abandon("rain")


def _key(sample: Sample) -> str:
    return f"sample/{sample.name}"


def _player(name: str) -> str:
    return ids.player_id_for("sample", _CAST.index(name) + 1)
