"""Let's Summon Demons: the rules (`rules.md`) as code. Import `resonance_env.summon_demons_v0` to play it."""
