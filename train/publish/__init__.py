"""From a trained checkpoint to one that comes with the package."""
