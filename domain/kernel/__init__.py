"""What every game shares: the fold, the recorder, chance, cards, sealing, entries and scores."""
