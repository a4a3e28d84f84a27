"""What somebody has said of a hand that nobody else sees, and whether what came to light later bears it out.

A claim is made of a whole hand at one moment: every card in it was of a kind. It stays open while the cards of that
hand are out of sight, is *kept* when all of them have been seen to fit, and *broken* when more cards that do not fit
have been seen than the hand has drawn since. The rules go on either way: a broken claim is a matter for an audit.
"""

from typing import Literal, Self

from msgspec.structs import replace

from domain.kernel.values import Seat, Value


class HandClaim(Value, frozen=True):
    """A claim of a seat that its `size` cards were all of a kind, with what has been seen of its hand since."""

    seat: Seat
    about: str
    size: int
    drawn: int = 0
    fitting: int = 0
    foreign: int = 0

    @property
    def standing(self) -> Literal["open", "kept", "broken"]:
        """How the claim stands after all that has been seen."""
        if self.foreign > self.drawn:
            return "broken"
        seen = self.fitting + self.foreign
        return "kept" if seen >= self.size + self.drawn else "open"

    @property
    def held(self) -> int:
        """How many cards of the kind the hand must still hold if the claim is true."""
        return max(0, self.size - self.fitting) if self.standing == "open" else 0

    def draws(self, n: int) -> Self:
        """Note that the hand drew cards."""
        return replace(self, drawn=self.drawn + n)

    def sees(self, *, fits: bool) -> Self:
        """Note that a card of the hand came to light."""
        if fits:
            return replace(self, fitting=self.fitting + 1)
        return replace(self, foreign=self.foreign + 1)


Claims = tuple[HandClaim, ...]


def claimed(claims: Claims, seat: Seat, about: str, size: int) -> Claims:
    """Add a claim; one that says the same of the same cards is made but once."""
    new = HandClaim(seat, about, size)
    return claims if new in claims else (*claims, new)


def drew(claims: Claims, seat: Seat, n: int) -> Claims:
    """Note that a seat drew cards; mostly nobody has claimed anything."""
    if not claims:
        return claims
    return tuple(each.draws(n) if each.seat == seat and each.standing == "open" else each for each in claims)


def saw(claims: Claims, seat: Seat, *, fits: bool) -> Claims:
    """Note that a card of a seat came to light; claims that are kept by now are let go."""
    if not claims:
        return claims
    seen = (each.sees(fits=fits) if each.seat == seat and each.standing == "open" else each for each in claims)
    return tuple(each for each in seen if each.standing != "kept")


def held(claims: Claims, seat: Seat) -> int:
    """Return how many cards of the claimed kind a seat must still hold, if all it claimed is true."""
    return max((each.held for each in claims if each.seat == seat), default=0)
