"""Full positions in which a seat would see what it sees."""
