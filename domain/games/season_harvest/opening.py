"""Openings the rules refuse (You Need; Setting Up; Variants)."""

from domain.games.season_harvest.state import Options
from domain.kernel.rejection import reject_if
from domain.kernel.ruleset import Header

COOPERATIVE = ("cooperative_a", "cooperative_b", "cooperative_c")


def check_opening(header: Header) -> None:
    """Refuse seats, years or options that make no game of Season Harvest; the first fault is the reason."""
    options: Options = header.options
    seats = len(header.seats)
    cooperative = [variant for variant in options.variants if variant in COOPERATIVE]
    fewest = 1 if cooperative else 2
    most = 8 if options.homes == "corners_then_edges" else 4
    reject_if(not fewest <= seats <= most, "bad_player_count", seats=seats, fewest=fewest, most=most)
    reject_if(len(set(header.seats)) < seats, "duplicate_player", players=list(header.seats))
    reject_if(not 1 <= options.years <= 9, "bad_years", years=options.years)
    _check_options(header, options)
    deck = len(header.manifest.kinds) * options.cards_per_season
    reject_if(deck < 9 + 3 * seats, "deck_too_small", cards=deck, needed=9 + 3 * seats)
    reject_if(len(cooperative) > 1, "coop_variant_conflict", variants=cooperative)


def _check_options(header: Header, options: Options) -> None:
    reject_if(len(set(options.variants)) < len(options.variants), "bad_option", option="variants")
    reject_if(not 4 <= options.cards_per_season <= 26, "bad_option", option="cards_per_season")
    limit = options.pawn_limit
    reject_if(limit is not None and not 1 <= limit <= 99, "bad_option", option="pawn_limit")
    reject_if(options.coop_scope == "series" and options.series is None, "bad_option", option="coop_scope")
    target = options.coop_target
    declared_for_nothing = target is not None and not set(options.variants) & set(COOPERATIVE)
    reject_if(declared_for_nothing, "bad_option", option="coop_target")
    reject_if(target is not None and header.mode == "dealt", "bad_option", option="coop_target")
    too_small = isinstance(target, int) and not 0 <= target <= 999_999
    whole_only = isinstance(target, str) and "cooperative_b" not in options.variants
    reject_if(too_small or whole_only, "bad_option", option="coop_target")
