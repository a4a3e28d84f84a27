"""Rulesets as the application uses them: with their codec, their command reader and their manifests."""

import re
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any, Union

import msgspec

from domain.kernel.entry import Codec
from domain.kernel.lifecycle import LIFECYCLE_COMMANDS
from domain.kernel.rejection import CLOSED, KERNEL_REFUSALS, Refusal, Rejected
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Command, tag_of
from service.faults import Closed, Illegal, Invalid

_MISSING = re.compile("Object missing required field `([a-z_]+)`")
_canonical = msgspec.json.Encoder(order="sorted")


class UnknownManifest(LookupError):
    """Report a digest that names no manifest of the ruleset."""


def manifest_digest(manifest: bytes) -> str:
    """Return the name of a manifest: `sha256:` and the digest of its canonical JSON."""
    return f"sha256:{sha256(_canonical.encode(msgspec.json.decode(manifest))).hexdigest()}"


class Rules:
    """One ruleset, ready for use; `registered` looks up manifests that were registered beside the packaged one."""

    def __init__(self, ruleset: Ruleset[Any], registered: Callable[[str], bytes | None]) -> None:
        self.ruleset, self.codec, self.id = ruleset, Codec(ruleset), ruleset.meta.id
        self.default_manifest = manifest_digest(ruleset.default_manifest())
        self._registered = registered
        self._manifests: dict[str, Any] = {self.default_manifest: self.read_manifest(ruleset.default_manifest())}
        sent: tuple[type[Command], ...] = (*LIFECYCLE_COMMANDS, *ruleset.commands)
        self._command_type: Any = Union.__getitem__(sent)
        self._command_types = {tag_of(kind): kind for kind in sent}
        self._seated = {tag_of(kind) for kind in sent if hasattr(kind, "seat")}
        self._rulings = {ruling.id: ruling for ruling in ruleset.meta.rulings}
        self.refusals = {**KERNEL_REFUSALS, **ruleset.refusals}

    def manifest(self, digest: str) -> Any:
        """Return the component data of this digest; raises `UnknownManifest`."""
        if digest not in self._manifests:
            self._manifests[digest] = self.read_manifest(self.manifest_body(digest))
        return self._manifests[digest]

    def manifest_body(self, digest: str) -> bytes:
        """Return component data as it was registered or packaged; raises `UnknownManifest`."""
        if digest == self.default_manifest:
            return self.ruleset.default_manifest()
        body = self._registered(digest)
        if body is None or msgspec.json.decode(body).get("ruleset") != self.id:
            raise UnknownManifest(digest)
        return body

    def read_manifest(self, body: bytes) -> Any:
        """Decode component data; raises `msgspec.ValidationError`."""
        return msgspec.json.decode(body, type=self.ruleset.manifest)

    def command(self, sent: dict[str, Any]) -> Command:
        """Read a command of this ruleset from plain JSON; raises `Invalid`."""
        try:
            # Converting to one type takes a microsecond; only for an unknown one, all of them are gone through.
            kind = self._command_types.get(sent.get("type", ""), self._command_type)
            command: Command = msgspec.convert(sent, kind)
        except msgspec.ValidationError as fault:
            text, _, path = str(fault).partition(" - at `$")
            pointer = path.rstrip("`").replace("[", ".").replace("]", "").replace(".", "/")
            missing = _MISSING.fullmatch(text)
            pointer += f"/{missing[1]}" if missing else ""
            raise Invalid(("/command" + pointer, text)) from fault
        return command

    def has_seat(self, sent: dict[str, Any]) -> bool:
        """Tell whether a command of this type says which seat acts."""
        return sent.get("type") in self._seated

    def illegal(self, rejected: Rejected, version: int) -> Illegal:
        """Say a rejection in words, with the ruling it rests on."""
        refusal = self.refusals.get(rejected.code, Refusal(rejected.code))
        ruling = self._rulings.get(refusal.ruling or "")
        cited = None if ruling is None else {"id": ruling.id, "text": ruling.text, "heading": ruling.heading}
        kind = Closed if rejected.code in CLOSED else Illegal
        return kind(rejected.code, refusal.text, cited, dict(rejected.values), version)


def all_rules(rulesets: Iterable[Ruleset[Any]], registered: Callable[[str], bytes | None]) -> dict[str, Rules]:
    """Return the rulesets by id."""
    return {ruleset.meta.id: Rules(ruleset, registered) for ruleset in rulesets}
