"""Sim City: The Card Game (1995): a city built together, block by block, from a deck of one's own making.

`cards.py` reads what is printed on the cards, `effects.py` the little language of what they do, `decks.py` a deck.
"""
