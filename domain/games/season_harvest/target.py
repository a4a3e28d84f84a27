"""The cooperative target: what "the most recent game" gives, resolved once and frozen (Variants, Cooperative)."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Literal

from domain.games.season_harvest.events import CoopTargetFixed
from domain.games.season_harvest.opening import COOPERATIVE
from domain.games.season_harvest.score import gathered
from domain.games.season_harvest.state import Options
from domain.kernel.rejection import reject_if
from domain.kernel.ruleset import Finished, Header, Past
from domain.kernel.values import Json

DEFAULTS = {"cooperative_a": 20, "cooperative_b": 10, "cooperative_c": 7}
"""The target where there is no earlier game, or where it measured zero."""


def resolve(header: Header, finished: Finished) -> Json:
    """Return what the most recent game within the scope measured, as plain data; null where nothing is needed.

    Raises `coop_target_unresolved` where the game that counts cannot be read and no target was declared.
    """
    options: Options = header.options
    variant = variant_of(options)
    latest = next(iter(in_scope(header, finished)), None) if variant else None
    if latest is None:
        return None
    if latest.state is None:
        reject_if(options.coop_target is None, "coop_target_unresolved", game=latest.game)
        return None
    raw = gathered(variant, [basket.fruit for basket in latest.state.seats.values()])
    return {"game": latest.game, "version": latest.version, "num": raw.numerator, "den": raw.denominator}


def variant_of(options: Options) -> Any:
    """Return the cooperative variant that is played, or null."""
    return next((variant for variant in options.variants if variant in COOPERATIVE), None)


def in_scope(header: Header, finished: Finished) -> Iterable[Past]:
    """Return the games that count for this one: of its series, of the same players, or any of the ledger."""
    options: Options = header.options
    match options.coop_scope or ("same_players" if options.series is None else "series"):
        case "series":
            return finished(series=options.series)
        case "same_players":
            return finished(players=frozenset(header.seats))
        case "ledger":
            return finished()


def fixed(options: Options, found: Json) -> CoopTargetFixed | None:
    """Freeze the target: as declared at the table, else as found, else the default of the variant."""
    variant = variant_of(options)
    if variant is None:
        return None
    source: Literal["record", "none", "declared"] = "none"
    raw, game, version = Fraction(0), None, None
    if options.coop_target is not None:
        source, raw = "declared", Fraction(options.coop_target)
    elif found is not None:
        source, raw, game, version = "record", Fraction(found["num"], found["den"]), found["game"], found["version"]
    target = raw or Fraction(DEFAULTS[variant])
    return CoopTargetFixed(
        variant=variant,
        measure=options.coop_measure,
        source=source,
        source_game=game,
        source_version=version,
        raw_num=raw.numerator,
        raw_den=raw.denominator,
        target_num=target.numerator,
        target_den=target.denominator,
        defaulted=not raw,
    )
