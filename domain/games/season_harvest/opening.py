"""Openings the rules refuse (You Need; Setting Up; Variants)."""

from domain.games.season_harvest.state import Options
from domain.kernel.rejection import reject_if
from domain.kernel.ruleset import Header, check_seats

COOPERATIVE = ("cooperative_a", "cooperative_b", "cooperative_c")


def check_opening(header: Header) -> None:
    """Refuse seats, years or options that make no game of Season Harvest; the first fault is the reason."""
    options: Options = header.options
    seats = len(header.seats)
    cooperative = [variant for variant in options.variants if variant in COOPERATIVE]
    fewest = 1 if cooperative else 2
    most = 8 if options.homes == "corners_then_edges" else 4
    check_seats(header, fewest, most, "bad_player_count")
    reject_if(not 1 <= options.years <= 9, "bad_years", years=options.years)
    _check_options(header, options)
    deck = len(header.manifest.kinds) * options.cards_per_season
    reject_if(deck < 9 + 3 * seats, "deck_too_small", cards=deck, needed=9 + 3 * seats)
    reject_if(len(cooperative) > 1, "coop_variant_conflict", variants=cooperative)


def _check_options(header: Header, options: Options) -> None:
    limit, target = options.pawn_limit, options.coop_target
    _allow("variants", "each variant once", len(set(options.variants)) == len(options.variants))
    _allow("cards_per_season", "4 to 26", 4 <= options.cards_per_season <= 26)
    _allow("pawn_limit", "1 to 99, or null", limit is None or 1 <= limit <= 99)
    _allow("coop_scope", "series where one is named", options.coop_scope != "series" or options.series is not None)
    if target is not None:
        cooperative = bool(set(options.variants) & set(COOPERATIVE))
        _allow("coop_target", "observed cooperative games", header.mode == "observed" and cooperative)
        whole = isinstance(target, int)
        _allow("coop_target", "fractions with cooperative_b", whole or "cooperative_b" in options.variants)
        _allow("coop_target", "0 to 999999", not isinstance(target, int) or 0 <= target <= 999_999)


def _allow(option: str, allowed: str, holds: bool) -> None:  # noqa: FBT001 - as of `reject_if`
    reject_if(not holds, "bad_option", option=option, allowed=allowed)
