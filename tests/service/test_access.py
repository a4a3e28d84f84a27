"""What a caller is in a game."""

from typing import Any

import pytest

from domain.games.season_harvest.commands import ChooseFirst, EndTurn
from domain.kernel.lifecycle import Abandon, Concede, StartGame
from domain.kernel.values import Command
from service.access import Standing, acts_as, reads_as, standing
from service.faults import Forbidden, Invalid
from service.grants import ADMIN_GRANT, Grant, Principal

GAME = "g_here"
OPENER = Grant("a_opener", "games:open")
SCRIBE, ARBITER = Grant.to_scribe(GAME), Grant.to_arbiter(GAME)


def seat(number: int, game: str = GAME) -> Grant:
    return Grant.to_seat(game, number)


def at(*grants: Grant, opener: str | None = None) -> Standing:
    return standing(Principal("t_1", grants), GAME, opener)


def acting(mode: Any, command: Command, *grants: Grant, opener: str | None = None) -> str | None:
    """Return as whom a caller acts, or null where it may not."""
    try:
        actor, grant = acts_as(at(*grants, opener=opener), mode, command)
    except Forbidden:
        return None
    assert grant in grants
    return actor


@pytest.mark.parametrize(
    ("grants", "viewer"),
    [
        ((), "spectator"),
        ((ADMIN_GRANT,), "spectator"),
        ((OPENER,), "spectator"),
        ((seat(2),), "seat:2"),
        ((seat(2), seat(1)), "seat:1"),
        ((seat(2), ARBITER), "arbiter"),
        ((ARBITER, SCRIBE), "scribe"),
        ((seat(1, "g_elsewhere"),), "spectator"),
    ],
)
def test_callers_read_as_what_they_hold(grants: tuple[Grant, ...], viewer: str) -> None:
    assert viewer == at(*grants).viewer


def test_nobody_is_a_spectator() -> None:
    caller = standing(None, GAME)

    assert ("spectator", (), False) == (caller.viewer, caller.seats, caller.may_see("private"))


@pytest.mark.parametrize("visibility", ["public", "unlisted"])
def test_what_is_not_private_is_seen_by_all(visibility: str) -> None:
    assert standing(None, GAME).may_see(visibility)


@pytest.mark.parametrize(
    ("grants", "opener", "sees"),
    [
        ((ADMIN_GRANT,), None, True),
        ((seat(1),), None, True),
        ((ARBITER,), None, True),
        ((OPENER,), OPENER.id, True),
        ((OPENER,), "a_other", False),
        ((OPENER,), None, False),
        ((seat(1, "g_elsewhere"),), None, False),
    ],
)
def test_a_private_game_is_seen_by_holders_admins_and_its_opener(
    grants: tuple[Grant, ...], opener: str | None, sees: bool
) -> None:
    assert sees == at(*grants, opener=opener).may_see("private")


@pytest.mark.parametrize(
    ("grants", "asked", "allowed"),
    [
        ((), "spectator", True),
        ((), "seat:1", False),
        ((ADMIN_GRANT,), "seat:1", False),
        ((seat(1),), "seat:1", True),
        ((seat(1),), "seat:2", False),
        ((seat(1), seat(2)), "seat:2", True),
        ((SCRIBE,), "seat:2", True),
        ((ARBITER,), "seat:2", True),
    ],
)
def test_other_views_are_for_those_who_oversee_and_for_all_after_the_end(
    grants: tuple[Grant, ...], asked: str, allowed: bool
) -> None:
    assert asked == reads_as(at(*grants), asked, seats=2, ended=True)
    if allowed:
        assert asked == reads_as(at(*grants), asked, seats=2, ended=False)
    else:
        with pytest.raises(Forbidden):
            reads_as(at(*grants), asked, seats=2, ended=False)


@pytest.mark.parametrize("asked", ["seat:3", "seat:0", "scribe", "arbiter", "everything", "nobody", "", "seat:1 "])
def test_no_other_view_can_be_asked_for(asked: str) -> None:
    for ended in (True, False):
        with pytest.raises(Invalid) as fault:
            reads_as(at(SCRIBE), asked, seats=2, ended=ended)
        assert ("query", "/viewer") == (fault.value.where, fault.value.errors[0][0])


@pytest.mark.parametrize("mode", ["dealt", "observed"])
def test_who_sends_a_seats_commands(mode: Any) -> None:
    command = EndTurn(2)
    scribes = mode == "observed"

    assert ("seat:2" if mode == "dealt" else None) == acting(mode, command, seat(2))
    assert ("scribe" if scribes else None) == acting(mode, command, SCRIBE)
    for others in ((seat(1),), (ARBITER,), (ADMIN_GRANT,), (OPENER,), (seat(2, "g_elsewhere"),)):
        assert acting(mode, command, *others, opener=OPENER.id) is None
    assert ("seat:1" if mode == "dealt" else None) == acting(mode, Concede(1), seat(2), seat(1))


@pytest.mark.parametrize("mode", ["dealt", "observed"])
def test_who_starts_and_abandons(mode: Any) -> None:
    for grant, actor in ((SCRIBE, "scribe"), (ARBITER, "arbiter"), (ADMIN_GRANT, "admin")):
        assert actor == acting(mode, StartGame(), grant)
        assert actor == acting(mode, Abandon(), grant)
    assert "system" == acting(mode, StartGame(), OPENER, opener=OPENER.id)
    assert acting(mode, StartGame(), OPENER, opener="a_other") is None
    assert acting(mode, Abandon(), OPENER, opener=OPENER.id) is None
    assert acting(mode, StartGame(), seat(1)) is None
    assert acting(mode, Abandon(), seat(1)) is None


def test_who_names_the_first_seat() -> None:
    assert "seat:1" == acting("dealt", ChooseFirst(2, seat=1), seat(1))
    assert "arbiter" == acting("dealt", ChooseFirst(2), ARBITER)
    assert "scribe" == acting("observed", ChooseFirst(2), SCRIBE)
    assert acting("dealt", ChooseFirst(2), seat(1)) is None
    assert acting("dealt", ChooseFirst(2), ADMIN_GRANT) is None


@pytest.mark.parametrize("mode", ["dealt", "observed"])
@pytest.mark.parametrize("command", [EndTurn(1), Abandon()])
def test_a_refusal_gives_advice(mode: Any, command: Command) -> None:
    with pytest.raises(Forbidden, match=r"token|arbiter"):
        acts_as(at(seat(2)), mode, command)
