"""A referee who has read the rulebook and nothing of the ruleset: follows events as plain data and objects.

It shares no helper with what it judges. A line is looked for as three squares in a row, wherever there are three.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

Spot = tuple[int, int]
Play = tuple[str, Spot, str | None]

VEGETABLES = {"T": "tomato", "C": "cabbage", "K": "corn"}
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


def threes_on(squares: Collection[Spot]) -> list[set[Spot]]:
    """Return every three squares that lie in a straight line next to each other."""
    lines = [
        {(row + n * down, column + n * right) for n in range(3)} for row, column in squares for down, right in STEPS
    ]
    return [line for line in lines if line <= set(squares)]


@dataclass
class Referee:
    """What lies on the table, from the events alone; every event is held against the rulebook as it comes."""

    seats: int
    options: dict[str, Any]
    owners: dict[Spot, tuple[str, int | None]] = field(default_factory=dict)
    threes: list[set[Spot]] = field(default_factory=list)
    order: list[Spot] = field(default_factory=list)
    grid: dict[Spot, str] = field(default_factory=dict)
    hands: dict[int, Counter[str]] = field(default_factory=dict)
    areas: dict[int, list[str]] = field(default_factory=dict)
    deck: int = 0
    passes: int = 0
    turn: int | None = None
    robot: list[str] = field(default_factory=list)
    begun: bool = False
    ended: str | None = None
    salad: list[int] = field(default_factory=list)
    due: list[str] = field(default_factory=list)
    crop: dict[Spot, str] = field(default_factory=dict)
    seen: Counter[str] = field(default_factory=Counter)
    at: tuple[int, int] = (0, 0)
    proof: dict[tuple[int, str, int], list[tuple[int, int]]] = field(default_factory=dict)

    def read(self, event: dict[str, Any]) -> None:
        """Follow one event; raises `AssertionError` where the rulebook has it otherwise."""
        name = event["type"].rpartition(".")[2]
        if self.due:
            assert name == self.due.pop(0), f"{name} before what was due"
        else:
            assert name not in {"harvest_resolved", "tornado_resolved", "deck_exhausted"}
        self.seen[name] += 1
        getattr(self, name)(event)

    # -- the set-up

    def game_started(self, event: dict[str, Any]) -> None:
        self.deck = 53 if self.seats == 1 else 60
        self.areas = {seat: [] for seat in range(1, self.seats + 1)}

    def fields_arranged(self, event: dict[str, Any]) -> None:
        for board in event["boards"]:
            row, column = board["origin"]
            for square in ((row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)):
                assert square not in self.owners
                self.owners[square] = (board["slot"], board["owner"])
        self.threes = threes_on(self.owners)
        owners = Counter(owner for _, owner in self.owners.values())
        neutral = Counter({None: 4 * max(0, 3 - self.seats)})
        assert owners == Counter(dict.fromkeys(range(1, self.seats + 1), 4)) + neutral
        self.order = [tuple(square) for square in event["robot_order"] or ()]
        assert set(self.order) == (set(self.owners) if self.seats == 1 else set())

    def hand_dealt(self, event: dict[str, Any]) -> None:
        assert event["seat"] == len(self.hands) + 1
        self.hands[event["seat"]] = Counter()
        self._draw(event, 4)

    def cards_removed_unseen(self, event: dict[str, Any]) -> None:
        assert (self.seats, event["count"], len(self.hands)) == (2, 20, 2)
        self.deck -= 20
        assert event["deck_count"] == self.deck == 32

    def start_seat_chosen(self, event: dict[str, Any]) -> None:
        assert not self.begun
        self.begun = True
        self.turn = event["seat"]
        self.due = ["turn_began"]

    # -- turns

    def turn_began(self, event: dict[str, Any]) -> None:
        assert self.ended is None
        if self.seen["turn_began"] > 1:
            assert not self._play_is_over()
            self.turn = self._next()
        assert (event["turn"], event["seat"]) == (self.seen["turn_began"], self.turn)
        if self.seats == 1:
            assert not self.robot
            if self.turn == 1 and self.full:
                self.due = ["play_ended"]
            if self.turn is None:
                self.due = ["robot_drew"]

    def card_placed(self, event: dict[str, Any]) -> None:
        card, square, declared = event["card"], tuple(event["square"]), event["declared"]
        assert event["owner"] == self.owners[square][1]
        if event["seat"] is None:
            assert card == self.robot.pop(0)
            assert square == next(each for each in self.order if each not in self.grid)
            assert declared is None
        else:
            hand = self.hands[event["seat"]]
            assert event["seat"] == self.turn
            assert self.allowed(event["seat"], card, square, declared)
            hand.subtract([card])
            assert event["hand_count"] == hand.total()
        self.passes = 0
        self.crop = self.lined_up(square, declared or VEGETABLES[card[0]])
        if self.crop:
            self.due = ["tornado_resolved" if card == "TN" else "harvest_resolved"]
        self.grid[square] = card
        if event["seat"] is not None and self.draws_by_itself and self.debt(event["seat"]):
            self.due.append("hand_replenished")

    def harvest_resolved(self, event: dict[str, Any]) -> None:
        trigger = tuple(event["trigger"])
        by_card = self.grid[trigger] == "HV"
        assert (event["by"], event["special_discarded"], event["late"]) == (
            ("harvest_card", "HV", False) if by_card else ("vegetable", None, False)
        )
        if not by_card:
            self.crop[trigger] = self.grid[trigger]
        taken = {tuple(each["square"]): (each["card"], each["to"]) for each in event["taken"]}
        assert taken == {square: (card, self.owners[square][1]) for square, card in self.crop.items()}
        assert len(taken) == len(event["taken"])
        assert len({self.owners[square][0] for square in (*taken, trigger)}) >= 2
        self._check_lines(event)
        for card, owner in taken.values():
            if owner is not None:
                self.areas[owner].append(card)
                self._prove(owner, "harvest", int(card[1:]))
        self._clear(trigger)

    def tornado_resolved(self, event: dict[str, Any]) -> None:
        trigger = tuple(event["trigger"])
        swept = {tuple(each["square"]): (each["card"], each["to"]) for each in event["discarded"]}
        assert swept == {square: (card, None) for square, card in {**self.crop, trigger: "TN"}.items()}
        self._check_lines(event)
        self._clear(trigger)

    def hand_replenished(self, event: dict[str, Any]) -> None:
        assert event["late"] != self.draws_by_itself
        self._draw(event, self.debt(event["seat"]))
        if self.deck == 0:
            self.due.append("deck_exhausted")

    def deck_exhausted(self, event: dict[str, Any]) -> None:
        assert self.deck == 0
        at_once = self.options["solo_deck_out"] == "immediate" or self.turn == 1
        if self.seats == 1 and at_once:
            self.due = ["play_ended"]

    def player_passed(self, event: dict[str, Any]) -> None:
        seat = event["seat"]
        assert (seat, self.debt(seat), self.seats > 1) == (self.turn, 0, True)
        assert not list(self.plays(seat))
        assert event["hand_count"] == self.hands[seat].total()
        assert event["reason"] == ("no_legal_placement" if event["hand_count"] else "no_cards")
        self.passes += 1
        assert event["consecutive"] == self.passes

    def robot_drew(self, event: dict[str, Any]) -> None:
        assert (self.seats, self.turn) == (1, None)
        assert len(event["cards"]) == min(2, self.deck)
        self.robot = list(event["cards"])
        self.deck -= len(self.robot)
        assert event["deck_count"] == self.deck
        if self.deck == 0:
            self.due = ["deck_exhausted"]

    # -- the end

    def play_ended(self, event: dict[str, Any]) -> None:
        self.ended = event["reason"]
        assert self._play_is_over()
        for seat in self.areas:
            if not self.on_field(seat):
                self._prove(seat, "empty_field", 50)
        if self.seats == 1:
            assert self.ended == self._solo_end()
        else:
            left = self.deck or sum(hand.total() for hand in self.hands.values())
            assert self.ended == ("all_passed" if left else "hands_and_deck_empty")
            self.due = ["hand_revealed" for hand in self.hands.values() if hand.total()]

    def hand_revealed(self, event: dict[str, Any]) -> None:
        assert Counter(event["cards"]) == +self.hands[event["seat"]]
        if self.seats > 2 and {"HV", "TN"} & set(event["cards"]):
            self._prove(event["seat"], "special_in_hand", -50)

    def salad_required(self, event: dict[str, Any]) -> None:
        assert self.options["final_tie"] == "salad"
        assert list(event["seats"]) == self.level()
        assert len(self.level()) > 1

    def salad_judged(self, event: dict[str, Any]) -> None:
        self.salad = [event["winner"]]

    def game_ended(self, event: dict[str, Any]) -> None:
        assert self.ended
        assert event["reason"] == self.ended

    # -- what the rulebook says

    @property
    def full(self) -> bool:
        return len(self.grid) == len(self.owners)

    @property
    def draws_by_itself(self) -> bool:
        return self.seats == 1 or bool(self.options["auto_draw"])

    def debt(self, seat: int) -> int:
        return min(4 - self.hands[seat].total(), self.deck)

    def may_use(self, seat: int, square: Spot) -> bool:
        """Tell whether the placement rules open a square to a seat."""
        board, owner = self.owners[square]
        if square in self.grid:
            return False
        if not any(self.owners[each][1] == seat for each in self.grid):
            return owner == seat
        planted = any(self.owners[each][0] == board for each in self.grid)
        return owner in (seat, None) or planted or bool(self.options["allow_empty_opponent_field"])

    def allowed(self, seat: int, card: str, square: Spot, declared: str | None) -> bool:
        """Tell whether a seat may place a card of its hand there."""
        if not self.hands[seat][card] or square not in self.owners or not self.may_use(seat, square):
            return False
        if card in ("HV", "TN"):
            return declared in VEGETABLES.values() and bool(self.lined_up(square, str(declared)))
        return declared is None

    def plays(self, seat: int) -> Iterator[Play]:
        """Yield every placing of a seat, by trying all cards on all squares with all declarations."""
        for square in self.owners:
            for card in self.hands[seat] if self.may_use(seat, square) else ():
                for declared in (None, *VEGETABLES.values()):
                    if self.allowed(seat, card, square, declared):
                        yield card, square, declared

    def lined_up(self, square: Spot, vegetable: str) -> dict[Spot, str]:
        """Return the cards in line with a square if such a vegetable lay there."""
        alike = {each for each, card in self.grid.items() if VEGETABLES.get(card[0]) == vegetable} | {square}
        found = {each for three in self.threes for each in three if three <= alike}
        return {each: self.grid[each] for each in found - {square}}

    def worth(self, card: str, square: Spot, declared: str | None) -> int:
        """Return how many cards a placing takes off the fields, its own one included."""
        taken = len(self.lined_up(square, declared or VEGETABLES[card[0]]))
        return taken + 1 if taken else 0

    def sheet(self, seat: int) -> Counter[tuple[str, int]]:
        """Return a seat's lines as counts of what they are worth."""
        lines = Counter(("harvest", int(card[1:])) for card in self.areas[seat])
        if self.ended and not self.on_field(seat):
            lines["empty_field", 50] = 1
        specials = self.hands[seat]["HV"] + self.hands[seat]["TN"]
        if self.ended and specials and self.seats > 2:
            lines["special_in_hand", -50] = specials
        return lines

    def total(self, seat: int) -> int:
        return sum(n * unit for (_, unit), n in self.sheet(seat).items())

    def on_field(self, seat: int) -> list[int]:
        return [int(card[1:]) for square, card in self.grid.items() if self.owners[square][1] == seat]

    def rank(self, seat: int) -> tuple[int, int, int, bool]:
        return self.total(seat), len(self.areas[seat]), sum(self.on_field(seat)), seat in self.salad

    def level(self) -> list[int]:
        best = max(self.rank(seat) for seat in self.areas)
        return [seat for seat in self.areas if self.rank(seat) == best]

    def place(self, seat: int) -> int:
        return 1 + sum(self.rank(other) > self.rank(seat) for other in self.areas)

    def check_at_rest(self) -> None:
        """Between commands nothing is due, and neither three in line nor a special card lies on the fields."""
        assert not self.due
        for vegetable in VEGETABLES.values():
            for square in [each for each, card in self.grid.items() if VEGETABLES.get(card[0]) == vegetable]:
                assert not self.lined_up(square, vegetable)
        assert not {"HV", "TN"} & set(self.grid.values())

    def _next(self) -> int | None:
        if self.seats == 1:
            return None if self.turn else 1
        return (self.turn or 0) % self.seats + 1

    def _play_is_over(self) -> bool:
        if self.seats > 1:
            hands = sum(hand.total() for hand in self.hands.values())
            return self.passes == self.seats or self.deck + hands == 0
        return self._solo_end() is not None

    def _solo_end(self) -> str | None:
        if self.robot and self.full and not (self.deck == 0 and self.options["solo_deck_out"] == "immediate"):
            return "solo_robot_blocked"
        last_round = self.options["solo_deck_out"] == "finish_round" and self.hands[1].total() and self.turn is None
        if self.deck == 0 and not (last_round and not self.robot):
            return "solo_deck_out"
        return "solo_player_blocked" if self.ended and self.turn == 1 and self.full else None

    def _draw(self, event: dict[str, Any], n: int) -> None:
        assert len(event["cards"]) == n
        assert event.get("count", n) == n > 0
        self.hands[event["seat"]] += Counter(event["cards"])
        self.deck -= n
        assert event["deck_count"] == self.deck

    def _check_lines(self, event: dict[str, Any]) -> None:
        trigger, crop = tuple(event["trigger"]), set(self.crop)
        lines = [[tuple(square) for square in line["squares"]] for line in event["lines"]]
        assert {square for line in lines for square in line} == crop | {trigger}
        assert all(trigger in line and 3 <= len(line) <= 5 for line in lines)
        assert all(VEGETABLES[self.grid[square][0]] == event["kind"] for square in crop - {trigger})
        self.seen[f"lines {len(lines)}"] += 1
        self.seen[f"run {max(map(len, lines))}"] += 1

    def _prove(self, seat: int, key: str, unit: int) -> None:
        proof = self.proof.setdefault((seat, key, unit), [])
        proof += [self.at] if self.at not in proof else []

    def _clear(self, trigger: Spot) -> None:
        for square in {*self.crop, trigger}:
            del self.grid[square]
