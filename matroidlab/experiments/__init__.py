"""Experiments: grids of simulations. The paper's figures are such."""
