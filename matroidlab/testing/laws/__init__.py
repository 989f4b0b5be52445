"""The laws of matroids, reward models and policies; each shows a witness when it is broken.

`matroids`, `rewards` and `policies` list the laws of each kind and try them. A law is a function
whose name and docstring state it: `swaps_agree_with_oracle` is in `agreement_with_oracle`. This
package imports nothing by itself; tests use the names of `matroidlab.testing`.
"""
