"""Run by hypothesis when it is imported, so that ``st.from_type(Matroid)`` works."""


def register() -> None:
    """Register a strategy for matroids; the families are looked up when one is drawn."""
    # Imported here because hypothesis is itself being imported while this module is read.
    from hypothesis import strategies as st  # noqa: PLC0415

    from matroidlab.protocol import Matroid  # noqa: PLC0415

    def drawn(_: type[Matroid]) -> "st.SearchStrategy[Matroid]":
        from matroidlab.testing.strategies import matroids  # noqa: PLC0415 - imports the families

        return matroids()

    st.register_type_strategy(Matroid, drawn)
