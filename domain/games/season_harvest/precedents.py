"""How the ledger reads Season Harvest where the rulebook leaves a question open."""

from domain.kernel.rejection import Ruling

RULINGS: tuple[Ruling, ...] = ()
