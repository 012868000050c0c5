"""What `balance deck` says of a deck: the law, what it is made of, what will be drawn, and how it plays."""

GAME = "balance.games.simcity"  # the package whose text is spoken
