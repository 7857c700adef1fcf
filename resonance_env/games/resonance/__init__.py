"""Resonance: the rules (`docs/rules.md`) as code. Import `resonance_env.resonance_v0` to play it."""
