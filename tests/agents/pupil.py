"""What the checkpoint of an agent says that no training has made."""

from resonance_env.agents.checkpoint_metadata import CheckpointMetadata, NetworkSpec
from resonance_env.core.digest import action_digest, layout_digest
from resonance_env.core.spec import Variant

NETWORK = NetworkSpec(hidden=(16, 8), activation="tanh")


def metadata_for(variant: Variant) -> CheckpointMetadata:
    """Returns what a checkpoint of a small network says that has learnt the variant."""
    layout = variant.layout("table")
    return CheckpointMetadata(
        name="pupil",
        game=variant.spec.name,
        players=variant.players,
        options=dict(variant.options),
        fingerprint=variant.fingerprint,
        rules_version=variant.rules_version,
        observation="table",
        observation_size=layout.size,
        num_actions=variant.num_actions,
        layout=layout_digest(layout),
        actions=action_digest(variant.actions),
        network=NETWORK,
        seed=1,
        steps=100,
        seconds=1.5,
        created="2026-01-01T00:00:00Z",
        training={},
        versions={},
    )
