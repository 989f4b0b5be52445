"""What hypothesis runs when it is imported: ``st.from_type(Matroid)`` then works without further ado."""


def register() -> None:
    """Tell hypothesis how to draw a matroid; the families are looked up when one is drawn."""
    from hypothesis import strategies as st  # noqa: PLC0415 - hypothesis is being imported while this module is read

    from matroidlab.protocol import Matroid  # noqa: PLC0415

    def drawn(_: type[Matroid]) -> "st.SearchStrategy[Matroid]":
        from matroidlab.testing.strategies import matroids  # noqa: PLC0415 - imports the families

        return matroids()

    st.register_type_strategy(Matroid, drawn)
