"""Speed as ratios: our work beside the same work done plainly, in one run on one machine."""
