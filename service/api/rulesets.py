"""What can be played, with which components, and who plays."""

from collections.abc import Callable
from typing import Any

import msgspec
from flask import Response, g

from domain.kernel.ruleset import Meta
from service.api.blueprint import COMMON, IF_NONE_MATCH, Blueprint
from service.api.identity import with_token
from service.api.problems import forbidden, invalid, not_found
from service.api.replies import json_response, reading
from service.directory import Directory
from service.rendering import plain
from service.rules import Rules, UnknownManifest, manifest_digest
from service.schemas import responses as read
from service.schemas.envelopes import Envelopes, type_schemas

__all__ = ["blueprint"]

_DIGEST = {"ETag": "A digest of the answer."}
_APART = ("end_reasons", "lines", "rulings")


def blueprint(rules: dict[str, Rules], directory: Directory, bodies: Envelopes) -> Blueprint:
    """Make the views over the rulesets and the directory."""
    catalogue = Blueprint("rulesets", __name__, description="Rulesets, editions and players.", common=COMMON)
    edition = msgspec.json.decode(next(iter(rules.values())).ruleset.default_manifest())
    items = [_item(each.ruleset.meta) for each in rules.values()]
    details = {each.id: _detail(each) for each in rules.values()}

    def known(ruleset_id: str) -> Rules:
        if ruleset_id not in rules:
            raise not_found()
        return rules[ruleset_id]

    @catalogue.route("/rulesets")
    @catalogue.takes()
    @catalogue.headers(IF_NONE_MATCH)
    @catalogue.answers(200, read.Rulesets, "The rulesets.", headers=_DIGEST)
    def list_rulesets() -> Response:
        """List the rulesets of the ledger."""
        return reading({"rulesets": items})

    @catalogue.route("/rulesets/<ruleset_id>")
    @catalogue.takes()
    @catalogue.headers(IF_NONE_MATCH)
    @catalogue.answers(200, read.RulesetDetail, "The ruleset.", headers=_DIGEST)
    @catalogue.refuses("not-found")
    def read_ruleset(ruleset_id: str) -> Response:
        """Tell a ruleset's options, rulings, codes, commands and events."""
        return reading(details[known(ruleset_id).id])

    _editions(catalogue, known, directory, bodies, edition)

    @catalogue.route("/players/<player_id>")
    @catalogue.takes()
    @catalogue.headers(IF_NONE_MATCH)
    @catalogue.answers(200, read.Player, "The player.", headers=_DIGEST)
    @catalogue.refuses("not-found")
    def read_player(player_id: str) -> Response:
        """Tell a player's name; it is null once the person has been forgotten."""
        player = directory.player(player_id)
        if player is None:
            raise not_found()
        return reading({"id": player.id, "name": player.name})

    return catalogue


def _editions(
    catalogue: Blueprint, known: Callable[[str], Rules], directory: Directory, bodies: Envelopes, edition: Any
) -> None:
    """Add the views over the component data of a ruleset."""

    @catalogue.route("/rulesets/<ruleset_id>/manifests")
    @catalogue.takes()
    @catalogue.headers(IF_NONE_MATCH)
    @catalogue.answers(200, read.Manifests, "The editions.", headers=_DIGEST)
    @catalogue.refuses("not-found")
    def list_manifests(ruleset_id: str) -> Response:
        """List the editions that games of a ruleset may be played with."""
        packaged = {"manifest": known(ruleset_id).default_manifest, "registered_at": None}
        registered = [{"manifest": digest, "registered_at": at} for digest, at in directory.manifests(ruleset_id)]
        return reading({"manifests": [packaged, *registered]})

    @catalogue.route("/rulesets/<ruleset_id>/manifests/<digest>")
    @catalogue.takes()
    @catalogue.headers(IF_NONE_MATCH)
    @catalogue.answers(200, bodies.manifest, "The component data.", headers=_DIGEST)
    @catalogue.refuses("not-found")
    def read_manifest(ruleset_id: str, digest: str) -> Response:
        """Tell the component data of an edition, as it was registered; `digest` is `sha256:` and 64 digits."""
        try:
            return reading(msgspec.json.decode(known(ruleset_id).manifest_body(digest)))
        except UnknownManifest as fault:
            raise not_found() from fault

    @catalogue.route("/rulesets/<ruleset_id>/manifests", methods=["POST"])
    @with_token
    @catalogue.takes(body=bodies.manifest, example=edition)
    @catalogue.answers(201, read.RegisteredManifest, "The edition is registered.")
    @catalogue.answers(200, read.RegisteredManifest, "The same data was known already.")
    @catalogue.refuses("forbidden", "not-found")
    def register_manifest(body: dict[str, Any], ruleset_id: str) -> Response:
        """Register the component data of an edition, to be named by its digest when games are opened."""
        of = known(ruleset_id)
        if not g.principal.may_open:
            raise forbidden("Only who may open games can register an edition.")
        warnings = _checked(of, body)
        encoded = msgspec.json.encode(body, order="sorted")
        digest = manifest_digest(encoded)
        new = digest != of.default_manifest and directory.put_manifest(ruleset_id, digest, encoded)
        return json_response({"manifest": digest, "new": new, "warnings": warnings}, 201 if new else 200)


def _checked(rules: Rules, body: dict[str, Any]) -> list[dict[str, str]]:
    """Refuse component data that its own ruleset finds fault with, naming every fault; return what is doubtful."""
    if body["ruleset"] != rules.id:
        raise invalid([{"in": "body", "pointer": "/ruleset", "detail": f"This is the path of {rules.id}."}])
    manifest = msgspec.convert(body, rules.ruleset.manifest)
    faults = rules.ruleset.manifest_faults(manifest)
    if faults:
        raise invalid([{"in": "body", "pointer": pointer, "detail": text} for pointer, text in faults])
    return [{"pointer": pointer, "detail": text} for pointer, text in rules.ruleset.manifest_warnings(manifest)]


def _item(meta: Meta) -> dict[str, Any]:
    return {name: value for name, value in plain(meta).items() if name not in _APART}


def _detail(rules: Rules) -> dict[str, Any]:
    meta = rules.ruleset.meta
    return {
        **_item(meta),
        **type_schemas(rules.ruleset),
        "manifest": rules.default_manifest,
        "end_reasons": meta.end_reasons,
        "lines": meta.lines,
        "refusals": {code: refusal.text for code, refusal in rules.refusals.items()},
        "rulings": meta.rulings,
    }
