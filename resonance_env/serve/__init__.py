"""The table in the browser: a server of games between people and agents, and the page that draws them (`docs/serve.md`)."""
