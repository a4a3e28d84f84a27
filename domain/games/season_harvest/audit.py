"""What an audit looks at in Season Harvest beside the sheet: components, counts of the table, the target's source."""

from domain.games.season_harvest.events import BoardChecked, CoopTargetFixed
from domain.games.season_harvest.state import State
from domain.kernel.lifecycle import GameOpened
from domain.kernel.ruleset import Finding
from domain.kernel.values import Event, Json


def components(state: State) -> list[str]:
    """Say which components are not conserved: the cards of a season, tokens and baskets below zero, fruit paid for."""
    faults = state.cards.faults()
    lying = [space.card for space in state.spaces.values()]
    for face in state.follows:
        n = lying.count(face) + state.discards.count(face)
        for unseen in state.cards.unseen.values():
            n += unseen.get(face, 0)
        for hand in state.cards.hands.values():
            n += hand.known.get(face, 0)
        if n != state.options.cards_per_season:
            faults.append(f"{n} cards of {face}, {state.options.cards_per_season} in the deck")
    for name, space in state.spaces.items():
        tokens = space.tokens
        if tokens.seeds < 0 or tokens.trees < 0 or tokens.fruitys < 0:
            faults.append(f"{name} holds fewer than no tokens")
    for seat, basket in state.seats.items():
        if basket.fruit < 0 or basket.seeds < 0 or basket.wood < 0:
            faults.append(f"the basket of seat {seat} holds less than nothing")
        if basket.fruit != basket.harvested - basket.paid_fruit:
            faults.append(f"seat {seat} has {basket.fruit} fruit of {basket.harvested} less {basket.paid_fruit}")
    return faults


def findings(events: list[tuple[int, Event]], resolved: Json) -> list[Finding]:
    """Report variants without effect, counts of the table that differed, and a target that would be another today."""
    unsowed = any(isinstance(event, GameOpened) and "unsowed" in event.options["variants"] for _, event in events)
    found = []
    for version, event in events:
        if isinstance(event, BoardChecked) and event.differences:
            differing = ", ".join(f"{each.where} {each.what}" for each in event.differences)
            said = f"The table was counted and differed in {differing}."
            found.append(Finding("board_mismatch", "warn", said, (version,)))
        if isinstance(event, CoopTargetFixed):
            found += _target_findings(version, event, resolved)
            if unsowed and event.measure != "score":
                said = "The target counts fruit, so seeds left in the basket change nothing; `coop_measure` could."
                found.append(Finding("unsowed_without_effect", "warn", said, (version,)))
    return found


def _target_findings(version: int, event: CoopTargetFixed, resolved: Json) -> list[Finding]:
    if event.source == "declared":
        if resolved is None:
            return []
        said = f"The table declared its target; the ledger would have measured {resolved['num']}/{resolved['den']}."
        return [Finding("target_declared", "warn", said, (version,))]
    game = None if resolved is None else resolved["game"]
    if game != event.source_game:
        said = "Another game would be the most recent one today; the target stands as it was fixed."
        return [Finding("target_not_latest", "warn", said, (version,))]
    if resolved is not None and (resolved["num"], resolved["den"]) != (event.raw_num, event.raw_den):
        said = "The game the target came from measures differently today; the target stands as it was fixed."
        return [Finding("target_source_changed", "warn", said, (version,))]
    return []
