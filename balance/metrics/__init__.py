"""From facts to metrics: what is tallied (`spec`), the course of a game (`course`), the estimates (`estimate`)."""
