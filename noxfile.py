"""An environment for each library that trains on the game, since they cannot share one: `nox`, or `make integrations` for all.

`nox` alone runs those that install quickly, as continuous integration does. With RESONANCE_TRAINING set, tests that train for
minutes run too. Each environment has the version of Python that nox has.
"""

import nox

nox.needs_version = ">=2024.4"
nox.options.sessions = ["open_spiel", "torchrl"]

# The example for sb3-contrib needs what `resonance train` needs. PufferLib is missing: its pins exclude ours.
EXTRAS = {
    "torchrl": "torchrl",
    "rllib": "rllib",
    "tianshou": "tianshou",
    "agilerl": "agilerl",
    "benchmarl": "benchmarl",
    "sb3": "train",
    "open_spiel": "open-spiel",
}
WITHOUT_TORCH = ("open_spiel",)


def _test(session: nox.Session) -> None:
    """Installs torch as it is pinned, then the library, and runs its tests; what the library warns about is its own affair."""
    if session.name not in WITHOUT_TORCH:
        session.install("-c", "constraints.txt", "torch")
    session.install("-c", "constraints.txt", "-e", f".[{EXTRAS[session.name]}]", "pytest>=8", "hypothesis>=6.100")
    session.run("python", "-m", "pytest", "-q", "-W", "ignore", f"tests/integrations/test_{session.name}.py", *session.posargs)


for _name in EXTRAS:
    nox.session(_test, name=_name)
