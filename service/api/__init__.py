"""The HTTP face of the service: parse, call the ledger, render; no rules and no SQL."""
