"""Openings the rules refuse (Components; Setup)."""

from domain.games.harvest_island.manifest import REMOVED, manifest_faults
from domain.games.harvest_island.state import Options
from domain.kernel.rejection import reject_if
from domain.kernel.ruleset import Header, check_seats


def check_opening(header: Header) -> None:
    """Refuse seats, components or options that make no game of Harvest Island; the first fault is the reason."""
    options: Options = header.options
    check_seats(header, min(REMOVED), max(REMOVED), "player_count_out_of_range")
    faults = [{"pointer": pointer, "detail": detail} for pointer, detail in manifest_faults(header.manifest)]
    reject_if(bool(faults), "manifest_inconsistent", faults=faults)
    unread = header.mode == "dealt" and options.points_check == "as_entered"
    reject_if(unread, "option_value_invalid", option="points_check")
