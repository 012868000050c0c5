"""`python -m balance` is the command line."""

from balance.cli.app import main

main()
