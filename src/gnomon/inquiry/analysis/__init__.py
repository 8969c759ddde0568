"""What rows show: curves, comparisons with their tests, judges of questions."""
