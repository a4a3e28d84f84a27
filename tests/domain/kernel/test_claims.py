"""Claims about hands that nobody sees: open, kept or broken by what comes to light."""

from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.claims import Claims, HandClaim, claimed, drew, held, saw


def after(claim: HandClaim, seen: str) -> HandClaim:
    """Note a string of draws `d`, fitting cards `f` and foreign ones `x`."""
    for one in seen:
        claim = claim.draws(1) if one == "d" else claim.sees(fits=one == "f")
    return claim


def test_a_claim_is_open_until_its_hand_has_been_seen() -> None:
    claim = HandClaim(1, "trumps", 2)

    assert [("", "open", 2), ("f", "open", 1), ("ff", "kept", 0)] == [
        (seen, after(claim, seen).standing, after(claim, seen).held) for seen in ("", "f", "ff")
    ]


def test_a_card_drawn_since_may_be_of_any_kind() -> None:
    claim = HandClaim(1, "trumps", 2)

    assert {"x": "broken", "dx": "open", "dxx": "broken", "dxff": "kept", "dff": "open", "ddxfx": "open"} == {
        seen: after(claim, seen).standing for seen in ("x", "dx", "dxx", "dxff", "dff", "ddxfx")
    }


def test_claims_of_other_seats_are_left_alone() -> None:
    claims = claimed(claimed((), 1, "trumps", 2), 2, "trumps", 1)

    assert (HandClaim(1, "trumps", 2), HandClaim(2, "trumps", 1, drawn=1)) == drew(claims, 2, 1)
    assert (HandClaim(1, "trumps", 2),) == saw(claims, 2, fits=True)
    assert (2, 1, 0) == (held(claims, 1), held(claims, 2), held(claims, 3))


def test_the_same_claim_is_made_once_and_a_broken_one_stays() -> None:
    claims = claimed((), 1, "trumps", 2)
    broken = saw(claims, 1, fits=False)

    assert claims == claimed(claims, 1, "trumps", 2)
    assert "broken" == broken[0].standing
    assert broken == saw(drew(broken, 1, 3), 1, fits=True)
    assert 0 == held(broken, 1)


@given(st.lists(st.booleans(), min_size=1, max_size=4), st.lists(st.tuples(st.booleans(), st.booleans()), max_size=6))
def test_a_true_claim_is_never_broken(first: list[bool], later: list[tuple[bool, bool]]) -> None:
    hand = [True for _ in first]
    claims: Claims = claimed((), 1, "trumps", len(hand))
    for draws, fits in later:
        if draws:
            hand.append(fits)
            claims = drew(claims, 1, 1)
        elif hand:
            claims = saw(claims, 1, fits=hand.pop())
    for fits in hand:
        claims = saw(claims, 1, fits=fits)

    assert () == claims
