"""What a second account of Harvest keeps of one seat."""

from collections import Counter
from typing import Any

KINDS = ("snap_pea", "scarrot", "phantom_pepper", "plumpkin", "rockali")
TOKENS = ("water", "fertilizer", "elixir")


def crop(kind: str) -> str:
    """Return the item that a harvested crop is."""
    return kind if kind == "snap_pea" else f"crop.{kind}"


class Farm:
    """What one seat has in front of it."""

    def __init__(self) -> None:
        self.held: Counter[str] = Counter()
        self.plots: dict[str, str] = {"P1": "field", "P2": "locked", "P3": "locked", "P4": "locked"}
        self.growing: dict[str, tuple[str, int]] = {}
        self.harvested: Counter[str] = Counter()
        self.texts: list[dict[str, Any]] = []
        self.number = 0
        self.entered = 0
        self.got: Counter[str] = Counter()
        self.evidence: dict[str, list[tuple[int, int]]] = {}
        self.chosen = (0, 0)

    def abilities(self, word: str) -> list[Any]:
        """Return what passive effects of one word say."""
        return [node[word] for text in self.texts for node in text.get("ability", []) if word in node]
