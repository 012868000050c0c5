"""Speed and memory of the shipped games, measured: `make bench`."""
