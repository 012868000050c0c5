"""Tests of the statistics: values by hand, published values, and other libraries as oracles."""
