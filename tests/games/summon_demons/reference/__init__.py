"""A second implementation of the rules in plain Python, written from the rules and never from the kernel it checks.

All figures of the rules that can be counted on it came out as stated: the worked examples, the whole games with their digests,
the nodes, positions, information sets and random play of `mini`. Where the rules leave a detail of the observations open, it
reads them so:

- `draws_left` counts draws of an effect or of a look. Cards that are drawn at set-up and at the end of a turn are no entry of
  the stack (LD-ACT-15), so it is 0 at their chance stops.
- `floor` and `left` belong to a series of questions. They are 0 again as soon as the series is over, so also at the chance
  stops of the same effect, or of the demon that a sacrifice brings.
- A seat that would search the pile knows it only if there is a demon to be shown (LD-INFO-5, LD-EFF-13).
- At the end `all_waiting`, `looked_at`, `aside` and `draws_left` stay as they were: LD-OBS-6 does not list them (LD-END-5).
- A card that pays for itself through a filter is lost like any other copy; only the cost `self` always takes an old one
  (LD-ACT-10).
"""
