"""Resonance: the rules (`docs/resonance/rules.md`) as code. Import `resonance_env.resonance_v0` to play it."""
