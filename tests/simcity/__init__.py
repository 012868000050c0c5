"""Tests of Sim City: The Card Game, and the referee that judges its traces."""
