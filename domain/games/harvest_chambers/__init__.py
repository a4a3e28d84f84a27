"""Harvest: farmers placed in a town and on cards, for fields, crops and buildings."""

from domain.games.harvest_chambers.audit import components, findings
from domain.games.harvest_chambers.commands import COMMANDS
from domain.games.harvest_chambers.decide import decide
from domain.games.harvest_chambers.events import EVENTS
from domain.games.harvest_chambers.evolve import evolve
from domain.games.harvest_chambers.faults import manifest_faults, manifest_warnings
from domain.games.harvest_chambers.legal import legal, obligations, unsure
from domain.games.harvest_chambers.manifest import Manifest, default_manifest
from domain.games.harvest_chambers.meta import META
from domain.games.harvest_chambers.opening import check_opening
from domain.games.harvest_chambers.rulings import REFUSALS
from domain.games.harvest_chambers.score import lines, verdict
from domain.games.harvest_chambers.setup import setup
from domain.games.harvest_chambers.state import CHOICE, Options, State, initial, settle
from domain.kernel.ruleset import Ruleset

RULESET = Ruleset(
    meta=META,
    commands=COMMANDS,
    events=EVENTS,
    state=State,
    component_fields=("manifest",),
    options=Options,
    manifest=Manifest,
    settle=settle,
    refusals=REFUSALS,
    default_manifest=default_manifest,
    manifest_faults=manifest_faults,
    manifest_warnings=manifest_warnings,
    check_opening=check_opening,
    initial=initial,
    setup=setup,
    decide=decide,
    evolve=evolve,
    obligations=obligations,
    legal=legal,
    unsure=unsure,
    lines=lines,
    verdict=verdict,
    back=lambda _: CHOICE,
    components=components,
    findings=findings,
)
