"""The cooperative target: what "the most recent game" gives, resolved once and frozen (Variants, Cooperative)."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from domain.games.season_harvest.events import CoopTargetFixed
from domain.games.season_harvest.opening import COOPERATIVE
from domain.games.season_harvest.score import measured
from domain.games.season_harvest.state import Options, State
from domain.kernel.rejection import reject_if
from domain.kernel.ruleset import Header, Past
from domain.kernel.values import Json

DEFAULTS = {"cooperative_a": 20, "cooperative_b": 10, "cooperative_c": 7}
"""The target where there is no earlier game, or where it measured zero."""


def resolve(header: Header, started_at: str, past: Iterable[Past]) -> Json:
    """Return what the most recent game within the scope measured, as plain data; null where nothing is needed.

    Raises `coop_target_unresolved` where the game that counts cannot be measured and no target was declared.
    """
    options: Options = header.options
    variant = variant_of(options)
    if variant is None:
        return None
    for game in past:
        if game.ended_at <= started_at and in_scope(header, game.header):
            readable = game.state is not None
            reject_if(not readable and options.coop_target is None, "coop_target_unresolved", game=game.game)
            if not readable:
                return None
            raw = MEASURES[variant](fruits(game.state, "basket"))
            return {"game": game.game, "version": game.version, "num": raw.numerator, "den": raw.denominator}
    return None


def variant_of(options: Options) -> Any:
    """Return the cooperative variant that is played, or null."""
    return next((variant for variant in options.variants if variant in COOPERATIVE), None)


def in_scope(header: Header, other: Header) -> bool:
    """Tell whether another game counts for this one: of its series, of the same players, or any of the ledger."""
    options: Options = header.options
    scope = options.coop_scope or ("same_players" if options.series is None else "series")
    if scope == "series":
        return bool(other.options.series == options.series)
    return scope == "ledger" or set(other.seats) == set(header.seats)


def fruits(state: State, measure: str) -> tuple[int, ...]:
    """Return what each seat gathered, as the cooperative variants measure it."""
    return tuple(measured(state, seat, measure) for seat in range(1, len(state.seats) + 1))


MEASURES: dict[str, Callable[[tuple[int, ...]], Fraction]] = {
    "cooperative_a": lambda fruit: Fraction(sum(fruit)),
    "cooperative_b": lambda fruit: Fraction(sum(fruit), len(fruit)),
    "cooperative_c": lambda fruit: Fraction(min(fruit)),
}


def fixed(options: Options, found: Json) -> CoopTargetFixed | None:
    """Freeze the target: as declared at the table, else as found, else the default of the variant."""
    variant = variant_of(options)
    if variant is None:
        return None
    source = "declared" if options.coop_target is not None else "none" if found is None else "record"
    raw = Fraction(0)
    if options.coop_target is not None:
        raw = Fraction(options.coop_target)
    elif found is not None:
        raw = Fraction(found["num"], found["den"])
    target = raw or Fraction(DEFAULTS[variant])
    record = found if source == "record" else {"game": None, "version": None}
    return CoopTargetFixed(
        variant=variant,
        measure=options.coop_measure,
        source=source,  # type: ignore[arg-type] # one of the three words above
        source_game=record["game"],
        source_version=record["version"],
        raw_num=raw.numerator,
        raw_den=raw.denominator,
        target_num=target.numerator,
        target_den=target.denominator,
        defaulted=not raw,
    )
