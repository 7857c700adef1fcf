"""Full positions that fit what a seat sees, for search."""
