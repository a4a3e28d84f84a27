"""A referee at the table: knows the rulebook, sees nothing but events, and calls out whatever is against the rules.

It shares no code with the ruleset and keeps the table in plain numbers, so that a rule misread there is not misread
here.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from domain.kernel.values import Event, tag_of

COLUMNS, ROWS = "abc", "123"
SPACES = [column + row for row in ROWS for column in COLUMNS]
BEFORE = {"SU": "SP", "FA": "SU", "WI": "FA", "SP": "WI"}
SEEDS, TREES, FRUITYS = range(3)
HIDDEN = "?"


def beside(one: str, other: str) -> bool:
    """Tell whether two spaces are orthogonally adjacent."""
    return sorted((abs(ord(one[0]) - ord(other[0])), abs(int(one[1]) - int(other[1])))) == [0, 1]


class Referee:
    """Follows a table of some seats from its first event to its last."""

    def __init__(self, seats: int, **options: Any) -> None:
        self.seats = range(1, seats + 1)
        self.variants = options.get("variants", [])
        self.years, self.each = options.get("years", 1), options.get("cards_per_season", 13)
        self.limit, self.waits = options.get("pawn_limit", 5), options.get("new_pawn_acts") == "next_turn"
        self.edges, self.open_hands = options.get("homes") == "corners_then_edges", options.get("hands") == "open"
        self.pile = 4 * self.each
        self.grid: dict[str, str | None] = dict.fromkeys(SPACES)
        self.tokens = {space: [0, 0, 0] for space in SPACES}
        self.hands = {seat: Counter[str]() for seat in self.seats}
        self.shown = {seat: Counter[str]() for seat in self.seats}
        self.homes: dict[int, str] = {}
        self.baskets = {seat: Counter[str]() for seat in self.seats}
        self.pawns: dict[str, str] = {}
        self.moves, self.actions, self.new = Counter[str](), Counter[str](), set[str]()
        self.discards: list[str] = []
        self.year, self.turn, self.active = 1, 0, 0
        self.due: list[str] = []
        self.carded = self.final = self.ended = False
        self.evidence: dict[tuple[int, str], list[int]] = {}
        self._at = 0

    def see(self, event: Event) -> None:
        """Follow one event of the ruleset; anything against the rules is an assertion."""
        name = tag_of(type(event)).rpartition(".")[2]
        assert not self.due or name == self.due[0], f"{name} where {self.due} was due"
        self.due = self.due[1:]
        getattr(self, f"_{name}", lambda _: None)(event)
        self._at += 1

    def see_all(self, events: Iterable[Event]) -> None:
        """Follow one event after another."""
        for event in events:
            self.see(event)

    # -- setting up

    def _deck_shuffled(self, event: Any) -> None:
        assert self.pile == event.count

    def _grid_laid(self, event: Any) -> None:
        assert SPACES == list(event.spaces)
        self.pile -= 9

    def _hand_dealt(self, event: Any) -> None:
        assert 2 == len(event.cards)
        self.pile -= 2
        self._gains(event.seat, *event.cards)

    def _home_taken(self, event: Any) -> None:
        corners, edges = {"a1", "c1", "a3", "c3"}, {"b1", "a2", "c2", "b3"}
        taken = set(self.homes.values())
        assert event.seat not in self.homes
        assert event.space in corners - taken or (self.edges and corners <= taken and event.space in edges - taken)
        assert f"{event.seat}-1" == event.pawn
        self.homes[event.seat] = self.pawns[event.pawn] = event.space
        self._gains(event.seat, event.card)
        self._evidence(event.seat, "pawns")

    def _grid_revealed(self, event: Any) -> None:
        assert len(self.homes) == len(self.seats)
        assert [space for space in SPACES if space not in self.homes.values()] == [cell.space for cell in event.cells]
        self.grid |= {cell.space: cell.card for cell in event.cells}
        self.due = ["first_seat_set", "growth_applied", "turn_started"]

    def _first_seat_set(self, event: Any) -> None:
        self.active = event.seat

    # -- before and after a turn

    def _growth_applied(self, event: Any) -> None:
        assert event.turn == self.turn + 1
        grown = {}
        for space, (seeds, trees, fruitys) in self.tokens.items():
            match self.grid[space]:
                case "SU" if seeds:
                    grown[space] = [seeds - 1, trees + 1, fruitys]
                case "FA" if trees:
                    grown[space] = [seeds, trees - 1, fruitys + 1]
                case "WI" if fruitys:
                    grown[space] = [seeds, trees + 1, fruitys - 1]
                case "SP" if trees:
                    grown[space] = [seeds + 2, trees - 1, fruitys]
                case "SP" if not seeds and not fruitys:
                    grown[space] = [1, 0, 0]
        told = {each.space: [each.after.seeds, each.after.trees, each.after.fruitys] for each in event.changes}
        before = {each.space: [each.before.seeds, each.before.trees, each.before.fruitys] for each in event.changes}
        assert grown == told
        assert before == {space: self.tokens[space] for space in told}
        self.tokens |= grown
        self.due = ["turn_started"]

    def _turn_started(self, event: Any) -> None:
        assert (self.turn + 1, self.active, self.year) == (event.turn, event.seat, event.year)
        assert self.final or all(3 == hand.total() for hand in self.hands.values())
        self.turn, self.carded = event.turn, False
        self.moves, self.actions, self.new = Counter[str](), Counter[str](), set[str]()

    def _turn_ended(self, event: Any) -> None:
        assert (self.turn, self.active) == (event.turn, event.seat)
        assert self.carded
        self.active = self.active % len(self.seats) + 1
        if any(hand.total() for hand in self.hands.values()):
            self.due = ["growth_applied", "turn_started"]
        else:
            self.due, self.ended = ["nothing"], True

    # -- pawns

    def _pawn_moved(self, event: Any) -> None:
        assert event.origin == self._own(event.seat, event.pawn)
        assert beside(event.origin, event.to)
        self.moves[event.pawn] += 1
        if event.uses == "action":
            self._acts(event.pawn)
        assert ("free_move" if self.moves[event.pawn] == 1 else "action") == event.uses
        self.pawns[event.pawn] = event.to

    def _seed_planted(self, event: Any) -> None:
        space = self._acting(event)
        self.baskets[event.seat]["seeds"] -= 1
        self.tokens[space][SEEDS] += 1
        self._evidence(event.seat, "unsowed_seeds", left=self.baskets[event.seat]["seeds"])

    def _seed_gathered(self, event: Any) -> None:
        self._taken(self._acting(event), SEEDS)
        self.baskets[event.seat]["seeds"] += 1
        self._evidence(event.seat, "unsowed_seeds")

    def _fruit_harvested(self, event: Any) -> None:
        space = self._acting(event)
        assert self.turn >= 3, "seed, tree and fruity each take a growth step"
        assert 1 <= event.die <= 6
        assert (event.die in (4, 5, 6)) is event.converted
        self._taken(space, FRUITYS)
        self.tokens[space][TREES if event.converted else FRUITYS] += 1
        self.baskets[event.seat]["fruit"] += 1
        self._evidence(event.seat, "harvest")

    def _pawn_grown(self, event: Any) -> None:
        seat = event.seat
        self._own(seat, event.by_pawn)
        self._acts(event.by_pawn)
        own = sum(pawn.startswith(f"{seat}-") for pawn in self.pawns)
        paid = (event.paid.fruit, event.paid.wood)
        assert paid in ([(6, 0), (0, 2)] if "lumber" in self.variants else [(2 + 2 * own, 0)])
        assert self.limit is None or own < self.limit
        assert (f"{seat}-{own + 1}", self.homes[seat]) == (event.new_pawn, event.space)
        self.baskets[seat].subtract({"fruit": paid[0], "wood": paid[1]})
        self.pawns[event.new_pawn] = event.space
        self.new.add(event.new_pawn)
        self._evidence(seat, "growth" if paid[0] else "wood", left=None if paid[0] else self.baskets[seat]["wood"])
        self._evidence(seat, "pawns")

    def _wood_cut(self, event: Any) -> None:
        assert "lumber" in self.variants
        self._taken(self._acting(event), TREES if event.taken == "tree" else FRUITYS)
        self.baskets[event.seat]["wood"] += 1
        self._evidence(event.seat, "wood")

    # -- cards

    def _card_played(self, event: Any) -> None:
        assert self.grid[event.space] == event.covered
        assert event.covered in (None, BEFORE[event.card])
        if event.covered is not None:
            self.discards.append(event.covered)
        self.grid[event.space] = event.card
        self._card_step(event.seat, event.card)

    def _hand_shown(self, event: Any) -> None:
        assert len(event.cards) == self.hands[event.seat].total()
        self._learned(event.seat, event.cards)
        assert not [card for card in event.cards if {None, BEFORE[card]} & set(self.grid.values())], "a card fits"
        self.due = ["card_discarded"]

    def _card_discarded(self, event: Any) -> None:
        self.discards.append(event.card)
        self._card_step(event.seat, event.card)

    def _cards_shown(self, event: Any) -> None:
        self._learned(event.seat, event.cards)

    def _year_ended(self, event: Any) -> None:
        assert (0, self.year) == (self.pile, event.year)
        self.due = ["pile_reshuffled", "card_drawn"] if self.year < self.years else ["final_play_began"]

    def _pile_reshuffled(self, event: Any) -> None:
        assert (len(self.discards), self.year + 1) == (event.count, event.year)
        self.pile, self.discards, self.year = len(self.discards), [], event.year

    def _card_drawn(self, event: Any) -> None:
        self.pile -= 1
        assert self.pile == event.pile_left
        self._gains(event.seat, event.card)

    def _final_play_began(self, event: Any) -> None:
        assert (self.turn, self.active) == (event.turn, event.seat)
        self.final = True

    # -- the end

    def scores(self) -> dict[int, int]:
        """Count every seat's score from its basket."""
        seeds = 2 if "unsowed" in self.variants else 0
        return {seat: basket["fruit"] - seeds * basket["seeds"] for seat, basket in self.baskets.items()}

    def result(self) -> tuple[str, tuple[int, ...]]:
        """Say how it came out, with no game before this one to compare with."""
        fruit, scores = [basket["fruit"] for basket in self.baskets.values()], self.scores()
        poor = "poverty" in self.variants and min(fruit) < max(fruit) / 2
        met = {
            "cooperative_a": sum(fruit) > 20,
            "cooperative_b": sum(fruit) > 10 * len(fruit),
            "cooperative_c": all(held >= 7 for held in fruit),
        }
        together = [met[variant] for variant in self.variants if variant in met]
        if together:
            return ("all_win", tuple(self.seats)) if together[0] and not poor else ("all_lose", ())
        best = tuple(seat for seat, score in scores.items() if score == max(scores.values()))
        return ("no_winner", ()) if poor else ("win" if len(best) == 1 else "shared_win", best)

    # -- helpers

    def _gains(self, seat: int, *cards: str) -> None:
        self.hands[seat].update(cards)
        self._count()
        if self.open_hands:
            self.due = ["cards_shown", *self.due]

    def _card_step(self, seat: int, card: str) -> None:
        assert (self.active, False) == (seat, self.carded)
        hand = self.hands[seat]
        hand[card if hand[card] else HIDDEN] -= 1
        assert min(hand.values()) >= 0
        self.shown[seat][card] = max(0, self.shown[seat][card] - 1)
        self.carded = True
        self._count()
        self.due = [] if self.final else ["card_drawn"] if self.pile else ["year_ended"]

    def _learned(self, seat: int, cards: tuple[str, ...]) -> None:
        hand = self.hands[seat]
        for card, n in Counter(cards).items():
            hand[HIDDEN] -= max(0, n - hand[card])
            hand[card] = max(n, hand[card])
        assert hand[HIDDEN] >= 0
        self._count()

    def _count(self) -> None:
        """Assert that no season has more cards in sight than the deck has."""
        for face in BEFORE:
            seen = list(self.grid.values()).count(face) + self.discards.count(face)
            assert seen + sum(hand[face] for hand in self.hands.values()) <= self.each

    def _own(self, seat: int, pawn: str) -> str:
        assert (self.active, str(seat)) == (seat, pawn.partition("-")[0])
        assert not (self.waits and pawn in self.new)
        return self.pawns[pawn]

    def _acting(self, event: Any) -> str:
        assert event.space == self._own(event.seat, event.pawn)
        self._acts(event.pawn)
        return str(event.space)

    def _acts(self, pawn: str) -> None:
        assert not self.actions[pawn], "one action a turn"
        self.actions[pawn] = 1

    def _taken(self, space: str, kind: int) -> None:
        assert self.tokens[space][kind]
        self.tokens[space][kind] -= 1

    def _evidence(self, seat: int, key: str, *, left: int | None = None) -> None:
        """Note an event as evidence of a score line; none is needed for what has come to nothing."""
        if key in ("unsowed_seeds", "wood"):
            assert self.baskets[seat][key.removeprefix("unsowed_")] >= 0
        assert self.baskets[seat]["fruit"] >= 0
        self.evidence.setdefault((seat, key), []).append(self._at)
        if left == 0:
            self.evidence[seat, key] = []
