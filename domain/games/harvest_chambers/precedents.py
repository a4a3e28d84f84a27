"""How the ledger reads Harvest where the rulebook leaves a question open."""

RULINGS = ()
