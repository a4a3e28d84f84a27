"""Harvest by Yukihito Morikawa: vegetables in line on the fields of all, and a robot for those who play alone."""

from domain.games.harvest_morikawa.audit import components, findings
from domain.games.harvest_morikawa.commands import COMMANDS
from domain.games.harvest_morikawa.decide import decide
from domain.games.harvest_morikawa.events import EVENTS
from domain.games.harvest_morikawa.evolve import evolve
from domain.games.harvest_morikawa.faces import BACK
from domain.games.harvest_morikawa.legal import attest, legal, obligations, unsure
from domain.games.harvest_morikawa.manifest import Manifest, default_manifest, manifest_faults
from domain.games.harvest_morikawa.meta import META
from domain.games.harvest_morikawa.opening import check_opening
from domain.games.harvest_morikawa.rulings import REFUSALS
from domain.games.harvest_morikawa.score import lines, verdict
from domain.games.harvest_morikawa.setup import setup
from domain.games.harvest_morikawa.state import Options, State, beyond, initial, make_room, settle
from domain.kernel.ruleset import Ruleset

RULESET = Ruleset(
    meta=META,
    commands=COMMANDS,
    events=EVENTS,
    state=State,
    options=Options,
    manifest=Manifest,
    settle=settle,
    refusals=REFUSALS,
    default_manifest=default_manifest,
    manifest_faults=manifest_faults,
    check_opening=check_opening,
    initial=initial,
    setup=setup,
    decide=decide,
    evolve=evolve,
    obligations=obligations,
    legal=legal,
    attest=attest,
    unsure=unsure,
    lines=lines,
    verdict=verdict,
    back=lambda _: BACK,
    beyond=beyond,
    make_room=make_room,
    components=components,
    findings=findings,
)
