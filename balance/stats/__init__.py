"""Statistics of a report: the batch table, its one estimator, and what is concluded from them."""
