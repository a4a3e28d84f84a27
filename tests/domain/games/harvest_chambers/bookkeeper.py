"""A second account of Harvest, kept from events and component data alone as a careful player would keep it.

It shares no code with the rules: it says from the rulebook what every event must be, and scores the table at the end.
"""

from collections import Counter
from typing import Any

from tests.domain.games.harvest_chambers.farm_account import KINDS, TOKENS, Farm, crop


class Bookkeeper:
    """Follows one game, event by event, and fails where an event breaks a rule."""

    def __init__(self, manifest: dict[str, Any], seats: int, options: dict[str, Any]) -> None:
        self.seats, self.options = seats, options
        self.stars: dict[str, int] = {row["kind"]: row["stars"] for row in manifest["crops"]}
        self.size: dict[str, int] = {row["kind"]: row["size"] for row in manifest["crops"]}
        self.box: dict[str, int] = {row["kind"]: row["count"] for row in manifest["crops"]}
        self.box |= {row["item"]: row["count"] for row in manifest["resources"]}
        self.actions = {card["id"]: card for card in manifest["action_cards"]}
        self.buildings = {card["id"]: card for card in manifest["buildings"]}
        self.boards = {card["id"]: card for card in manifest["characters"]}
        self.picks = {pick["id"]: pick for section in manifest["sections"] for pick in section["picks"]}
        self.offers = {each["id"]: [pick["id"] for pick in each["picks"]] for each in manifest["sections"]}
        self.bonus = {f"init-{card['n']}": card["when_taken"] for card in manifest["initiative"]}
        self.wil = manifest["wil"]
        self.farms = {seat: Farm() for seat in range(1, seats + 1)}
        self.display: list[str] = []
        self.seen: list[str] = []
        self.row: list[int] = []
        self.round = self.expansions = self.plowed = self.placed = 0
        self.order: list[int] = []
        self.occupants: dict[str, list[int]] = {}
        self.paid: dict[str, Any] | None = None

    # -- following

    def see(self, event: dict[str, Any], at: tuple[int, int]) -> None:
        """Check an event, enter it, and check what is on the table after it."""
        name = event["type"].removeprefix("harvest-chambers.")
        before = {seat: self.quantities(seat) for seat in self.farms}
        getattr(self, f"_{name}", lambda _: None)(event)
        for seat, farm in self.farms.items():
            self._note(farm, before[seat], self.quantities(seat), at)
            if name == "character_chosen" and event["seat"] == seat:
                farm.chosen = at
        self._check_table()

    def _note(self, farm: Farm, before: Counter[str], after: Counter[str], at: tuple[int, int]) -> None:
        for key in before | after:
            if before[key] != after[key]:
                farm.evidence.setdefault(key, [])
                farm.evidence[key] = [*(farm.evidence[key] if before[key] else []), at]

    def _check_table(self) -> None:
        for kind, n in self.box.items():
            there = sum(self._has(farm, kind) for farm in self.farms.values())
            assert there <= n or self.options["supply_limits"] == "soft"
        for farm in self.farms.values():
            assert min(farm.held.values(), default=0) >= 0
            for plot, (kind, n) in farm.growing.items():
                assert 0 < n * self.size[kind] <= self._spaces(farm, plot)

    def _has(self, farm: Farm, kind: str) -> int:
        held = farm.held[kind] + farm.held[f"seed.{kind}"] + farm.held[f"crop.{kind}"]
        return held + sum(n for grows, n in farm.growing.values() if grows == kind)

    def _spaces(self, farm: Farm, plot: str) -> int:
        if farm.plots[plot] == "field":
            return 4
        assert farm.plots[plot] == "building"
        return max(int(said["capacity"]) for said in farm.abilities("buildings_are_fields"))

    def _left(self, kind: str) -> int:
        return self.box[kind] - sum(self._has(farm, kind) for farm in self.farms.values())

    # -- setting up

    def _character_boards_dealt(self, event: dict[str, Any]) -> None:
        dealt = [board for boards in event["deal"].values() for board in boards]
        assert 2 * self.seats == len(set(dealt)) == len(dealt)
        self.deal = event["deal"]

    def _character_chosen(self, event: dict[str, Any]) -> None:
        assert sorted(self.deal[str(event["seat"])]) == sorted([event["board"], event["returned"]])
        text = self.wil if event["side"] == "wil" else self.boards[event["board"]]
        self.farms[event["seat"]].texts.append({**text, "id": event["board"]})

    def _action_stack_built(self, event: dict[str, Any]) -> None:
        assert (5 * self.seats, 30 - 5 * self.seats) == (event["count"], event["boxed"])

    def _building_display_filled(self, event: dict[str, Any]) -> None:
        assert [*self.display, *event["added"]] == event["display"]
        self.display = list(event["display"])
        self._turn_up(event["added"])
        buildings = [card for card in self.seen if card in self.buildings]
        assert 30 - len(buildings) - self.plowed == event["stack"]
        assert 6 == len(self.display) or 0 == event["stack"]

    def _turn_up(self, cards: list[str]) -> None:
        assert not set(cards) & set(self.seen)
        assert len(set(cards)) == len(cards)
        self.seen += cards

    def _initiative_dealt(self, event: dict[str, Any]) -> None:
        assert self.seats == len(set(event["deal"].values()))
        for seat, number in event["deal"].items():
            self.farms[int(seat)].number = number

    def _starting_goods_taken(self, event: dict[str, Any]) -> None:
        (text,) = self.farms[event["seat"]].texts
        self._take(event["seat"], text["start"], event)

    def _take(self, seat: int, wanted: dict[str, int], event: dict[str, Any]) -> None:
        """Give a seat what an effect says, or what the supply has of it."""
        for item, n in wanted.items():
            short = max(0, n - max(0, self._left(item.rpartition(".")[2])))
            assert short == event["short"].get(item, 0)
            got = n if self.options["supply_limits"] == "soft" else n - short
            assert got == event["gained"].get(item, 0)
            self.farms[seat].held[item] += got
        assert {*event["gained"], *event["short"]} <= set(wanted)

    # -- rounds

    def _round_started(self, event: dict[str, Any]) -> None:
        self.round += 1
        assert self.round == event["round"] <= 5
        self.placed, self.order, self.occupants = 0, [], {}
        for farm in self.farms.values():
            farm.entered, farm.got = 0, Counter()

    def _action_cards_revealed(self, event: dict[str, Any]) -> None:
        assert self.seats == len(event["cards"])
        assert self.seats * (5 - self.round) == event["stack"]
        self._turn_up(event["cards"])
        self.open = event["cards"]

    def _initiative_revealed(self, event: dict[str, Any]) -> None:
        self.row = event["row"]
        assert 3 == len(set(self.row) - {farm.number for farm in self.farms.values()})
        assert 15 - self.seats - 3 == event["deck"]
        self.order = sorted(self.farms, key=lambda seat: self.farms[seat].number)
        assert self.order == event["draft_order"]

    def _initiative_chosen(self, event: dict[str, Any]) -> None:
        farm = self.farms[event["seat"]]
        assert self.order.pop(0) == event["seat"]
        assert event["took"] in self.row
        assert farm.number == event["gave"]
        self.row = sorted([farm.number, *(n for n in self.row if n != event["took"])])
        assert self.row == event["row"]
        farm.number = event["took"]

    def _initiative_returned(self, event: dict[str, Any]) -> None:
        assert (self.row, 15 - self.seats) == (event["numbers"], event["deck"])

    def _placement_order_set(self, event: dict[str, Any]) -> None:
        self.order = sorted(self.farms, key=lambda seat: self.farms[seat].number)
        assert self.order == event["order"]

    def _cost_paid(self, event: dict[str, Any]) -> None:
        farm, chits = self.farms[event["seat"]], event["chits"]
        worth = {item: self.stars[item.removeprefix("crop.")] for item in chits}
        assert all(item == "snap_pea" or item.startswith("crop.") for item in chits)
        assert sum(worth[item] * n for item, n in chits.items()) == event["stars"] == event["due"] + event["over"]
        assert event["over"] >= 0
        if self.options["payment_minimal"]:
            assert all(event["over"] < worth[item] for item in chits)
        farm.held.subtract(chits)
        self.paid = event

    def _farmer_placed(self, event: dict[str, Any]) -> None:
        seat, slot = event["seat"], event["slot"]
        assert self.order[self.placed % self.seats] == seat
        assert self.placed // self.seats + 1 == event["farmer"] <= 2
        self.placed += 1
        there = self.occupants.setdefault(slot, [])
        if "/" in slot:
            self._enter(self.farms[seat], slot, there, event)
        else:
            assert len(event["picks"]) == len(set(event["picks"])) <= (2 if self.seats == 2 else 1)
            assert set(event["picks"]) <= set(self.offers[slot])
        there.append(seat)
        assert there == event["occupants"]
        due = self._due(self.farms[seat], slot, event["picks"])
        assert due == (self.paid["due"] if self.paid else 0)
        self.paid = None

    def _enter(self, farm: Farm, slot: str, there: list[int], event: dict[str, Any]) -> None:
        assert slot.partition("/")[0] in self.open
        assert [] == event["picks"]
        if there:
            farm.entered += 1
            assert farm.entered <= sum(said["per_round"] for said in farm.abilities("enter_occupied"))

    def _due(self, farm: Farm, slot: str, picks: list[str]) -> int:
        prices = [self.picks[pick] for pick in picks]
        if "/" in slot:
            (prices,) = (self.actions[slot.partition("/")[0]]["slots"],)
        due = 0
        for price in prices:
            stars = price.get("cost_stars", 0)
            off = [
                said for said in farm.abilities("slot_cost") if any(said["op"] in each for each in price["when_taken"])
            ]
            due += max(0, stars + sum(said["delta"] for said in off)) if stars else 0
        return due

    def _farmers_reclaimed(self, _: dict[str, Any]) -> None:
        assert 2 * self.seats == self.placed

    def _action_cards_boxed(self, event: dict[str, Any]) -> None:
        assert self.open == event["cards"]

    def _round_ended(self, event: dict[str, Any]) -> None:
        assert self.round == event["round"]

    # -- actions

    def _items_gained(self, event: dict[str, Any]) -> None:
        cause, seat = event["cause"], event["seat"]
        farm = self.farms[seat]
        if ".on_" in cause:
            farm.got[cause] += 1
        offered = self._effects(farm, cause)
        plain = [node["gain"] for node in offered if "gain" in node]
        whole = Counter(event["gained"]) + Counter(event["short"] if self.options["supply_limits"] == "hard" else {})
        wanted = next((gain for gain in plain if gain == whole), None)
        if wanted is not None:
            self._take(seat, wanted, event)
            return
        (free,) = (node["gain_any"] for node in offered if "gain_any" in node)
        assert ["seed.*"] == free["of"]
        assert free["n"] == sum(event["gained"].values())
        assert all(item == "snap_pea" or item.startswith("seed.") for item in event["gained"])
        self._take(seat, event["gained"], event)

    def _effects(self, farm: Farm, cause: str) -> list[dict[str, Any]]:
        card, _, after = cause.partition(".on_")
        if after:
            (said,) = (
                each["on_event"] for text in farm.texts if text["id"] == card for each in text["ability"] if each
            )
            assert after == said["event"]
            assert farm.got[cause] <= said["limit_per_round"]
            return [{"gain": said["gain"]}]
        for known in (self.bonus, {name: pick["when_taken"] for name, pick in self.picks.items()}):
            if card in known:
                return list(known[card])
        if card in self.actions:
            return [node for slot in self.actions[card]["slots"] for node in slot["when_taken"]]
        (text,) = (text for text in farm.texts if text["id"] == card)
        return [node for time in ("when_built", "setup", "round_start") for node in text.get(time, [])]

    def _price(self, farm: Farm, kind: str, word: str) -> int:
        price: int = self.stars[kind]
        for said in farm.abilities(word):
            price = min(price, max(said["min"], price + said["delta"]))
        return price

    def _crop_planted(self, event: dict[str, Any]) -> None:
        farm, kind, n = self.farms[event["seat"]], event["kind"], event["n"]
        assert event["item"] in {"snap_pea": ["snap_pea"]}.get(kind, [f"seed.{kind}", f"crop.{kind}"])
        assert n * self._price(farm, kind, "fert_per_plant") == event["fertilizer"]
        grows, there = farm.growing.get(event["plot"], (kind, 0))
        assert grows == kind
        farm.held.subtract({event["item"]: n, "fertilizer": event["fertilizer"]})
        farm.growing[event["plot"]] = (kind, there + n)
        assert (there + n) * self.size[kind] == event["spaces"]

    def _crop_tended(self, event: dict[str, Any]) -> None:
        farm, plot, added = self.farms[event["seat"]], event["plot"], event["added"]
        kind, there = farm.growing[plot]
        assert kind == event["kind"]
        assert added >= 1
        if event["elixir"]:
            kinds = [each for said in farm.abilities("elixir_fills_field") for each in said["types"]]
            fills = kind in kinds or "*" in kinds
            free = (self._spaces(farm, plot) - there * self.size[kind]) // self.size[kind]
            hard = self.options["supply_limits"] == "hard"
            assert added == ((min(free, self._left(kind)) if hard else free) if fills else event["elixir"])
            assert 0 == event["water"]
        else:
            assert added * self._price(farm, kind, "water_per_tend") == event["water"]
        farm.held.subtract({"water": event["water"], "elixir": event["elixir"]})
        farm.growing[plot] = (kind, there + added)
        assert (there + added) * self.size[kind] == event["spaces"]

    def _field_harvested(self, event: dict[str, Any]) -> None:
        farm = self.farms[event["seat"]]
        kind, n = farm.growing.pop(event["plot"])
        assert (kind, n) == (event["kind"], event["count"])
        farm.held[crop(kind)] += n
        farm.harvested[kind] += n
        assert farm.harvested[kind] == event["harvested_total"]

    def _farm_expanded(self, event: dict[str, Any]) -> None:
        plots = self.farms[event["seat"]].plots
        assert 2 == len(set(event["plots"]) - set(plots))
        plots |= dict.fromkeys(event["plots"], "locked")
        self.expansions += 1
        assert 12 - self.expansions == event["left"]
        assert event["left"] >= 0 or self.options["supply_limits"] == "soft"

    def _field_plowed(self, event: dict[str, Any]) -> None:
        self._fill(event, "field")
        self.plowed += 1
        assert event["card"].startswith("?")

    def _building_built(self, event: dict[str, Any]) -> None:
        self._fill(event, "building")
        self.display.remove(event["card"])
        assert self.display == event["display"]
        self.farms[event["seat"]].texts.append(self.buildings[event["card"]])

    def _fill(self, event: dict[str, Any], kind: str) -> None:
        plots = self.farms[event["seat"]].plots
        assert "locked" == plots[event["plot"]]
        plots[event["plot"]] = kind

    # -- the end

    def quantities(self, seat: int) -> Counter[str]:
        """Return what the lines of chits and buildings count."""
        farm = self.farms[seat]
        counted: Counter[str] = Counter()
        for kind in KINDS:
            counted[f"field.{kind}"] = sum(n for grows, n in farm.growing.values() if grows == kind)
            counted[f"harvested.{kind}"] = farm.held[crop(kind)]
            if self.options["score_seeds"] and kind != "snap_pea":
                counted[f"seeds.{kind}"] = farm.held[f"seed.{kind}"]
        for text in farm.texts[1:]:
            counted[f"building.{text['id']}"] = 1
        return counted

    def sheet(self, seat: int) -> dict[str, int]:
        """Return what every line brings (Game End)."""
        farm = self.farms[seat]
        amounts = {}
        for key, n in self.quantities(seat).items():
            name = key.partition(".")[2]
            if n:
                amounts[key] = n * (self.buildings[name]["stars"] if key.startswith("building.") else self.stars[name])
        for text in farm.texts:
            if text.get("game_end"):
                key = "character" if text is farm.texts[0] else f"building_bonus.{text['id']}"
                amounts[key] = sum(self._points(farm, node) for node in text["game_end"])
        return amounts

    def _points(self, farm: Farm, node: dict[str, Any]) -> int:
        if "flat" in node:
            return int(node["flat"])
        if "steps" in node:
            peas = farm.held["snap_pea"] if self.options["silo_counts"] == "supply" else farm.harvested["snap_pea"]
            return 4 if peas >= 11 else 2 if peas >= 7 else 0
        return int(node["each"]) * (self._count(farm, node["per"]) // int(node["div"]))

    def _count(self, farm: Farm, what: str) -> int:
        crops = {kind: self._has(farm, kind) - farm.held[f"seed.{kind}"] for kind in KINDS}
        full = [
            plot
            for plot, (kind, n) in farm.growing.items()
            if self._spaces(farm, plot) - n * self.size[kind] < self.size[kind]
        ]
        return {
            **{f"crop.{kind}.both": n for kind, n in crops.items()},
            "kinds.crop": sum(n > 0 for n in crops.values()),
            "buildings": len(farm.texts) - 1,
            "fields.full": len(full),
            "resource.*": sum(farm.held[token] for token in TOKENS),
        }[what]

    def ranking(self) -> list[int]:
        """Return the seats, the winner first: stars, then resources left, then the lowest number (Game End)."""

        def standing(seat: int) -> tuple[int, int, int]:
            farm = self.farms[seat]
            return -sum(self.sheet(seat).values()), -sum(farm.held[token] for token in TOKENS), farm.number

        return sorted(self.farms, key=standing)
