"""The learner: rollouts, updates and the terms of the loss."""
