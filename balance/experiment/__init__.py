"""From a scenario to a finished run: read it, plan it, play it, store it."""
