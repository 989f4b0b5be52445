"""The offers for exhaustive work on small matroids: sets as bit masks, minors, and blocks."""

import numpy as np

from matroidlab.errors import ConformanceError, InvalidAnswerError
from matroidlab.protocol import Listed, Minors, Tabulated, asked, minors_of, uniform_blocks_of
from matroidlab.testing.laws.trial import Trial, array


def has_tabulated(trial: Trial) -> bool:
    """Whether the matroid offers the capability."""
    return asked(trial.matroid, Tabulated) is not None


def has_listed(trial: Trial) -> bool:
    """Whether the matroid offers the capability."""
    return asked(trial.matroid, Listed) is not None


def has_minors(trial: Trial) -> bool:
    """Whether the matroid offers the capability."""
    return minors_of(trial.matroid) is not None


def has_uniform_blocks(trial: Trial) -> bool:
    """Whether the matroid offers the capability."""
    return getattr(trial.matroid, "uniform_blocks", lambda: None)() is not None


def tabulated_sets_agree_with_oracle(trial: Trial) -> None:
    """`are_independent` gives for every mask the answer of the oracle for its set."""
    offer = asked(trial.matroid, Tabulated)
    assert offer is not None
    masks = np.array(
        [sum(1 << element for element in chosen) for chosen in trial.sets], dtype=np.int64
    )
    answers = offer.are_independent(masks)
    if answers.shape != masks.shape:
        raise ConformanceError(
            f"are_independent must have the shape of the masks, {masks.shape}, got {answers.shape}"
        )
    for chosen, answer in zip(trial.sets, answers.tolist(), strict=True):
        if answer != trial.is_independent(chosen):
            raise ConformanceError(
                f"are_independent says {answer} of {list(chosen)}, but the oracle says otherwise"
            )


def listed_bases_agree_with_oracle(trial: Trial) -> None:
    """`basis_masks` are ascending, and exactly the masks of the bases by the oracle."""
    offer = asked(trial.matroid, Listed)
    assert offer is not None
    masks = offer.basis_masks.tolist()
    if masks != sorted(set(masks)):
        raise ConformanceError(f"basis_masks must be ascending and distinct, got {masks}")
    listed = set(masks)
    for chosen in trial.sets:
        is_basis = len(chosen) == trial.rank and trial.is_independent(chosen)
        if (sum(1 << element for element in chosen) in listed) != is_basis:
            verb = "leave out" if is_basis else "contain"
            raise ConformanceError(
                f"basis_masks {verb} {list(chosen)}, but the oracle says otherwise"
            )


def uniform_blocks_agree_with_oracle(trial: Trial) -> None:
    """The matroid is the direct sum of uniform matroids on its `uniform_blocks`."""
    try:
        blocks = uniform_blocks_of(trial.matroid)
    except InvalidAnswerError as error:
        raise ConformanceError(str(error)) from None
    assert blocks is not None
    room = [
        len(trial.greedy(np.flatnonzero(blocks == block)))
        for block in range(blocks.max(initial=-1) + 1)
    ]
    for chosen in trial.sets:
        counts = np.bincount(blocks[array(chosen)], minlength=len(room))
        if bool((counts <= room).all()) != trial.is_independent(chosen):
            raise ConformanceError(
                f"uniform_blocks are {blocks.tolist()}, of ranks {room}, "
                f"but the oracle contradicts that for {list(chosen)}"
            )


def minors_agree_with_oracle(trial: Trial) -> None:
    """`delete` and `contract` follow their definitions; other elements are renumbered in order."""
    offer = minors_of(trial.matroid)
    assert offer is not None
    for chosen in trial.some(trial.sets):
        for name in ("delete", "contract"):
            _refuse_other_minor(trial, offer, name, chosen)


def _refuse_other_minor(trial: Trial, offer: Minors, name: str, removed: tuple[int, ...]) -> None:
    minor = getattr(offer, name)(array(removed))
    kept = [element for element in range(trial.matroid.size) if element not in removed]
    if minor.size != len(kept):
        raise ConformanceError(
            f"{name}({list(removed)}) must leave {len(kept)} elements, got {minor.size}"
        )
    spanning = trial.greedy(array(removed)) if name == "contract" else []
    for _ in range(10):
        part = sorted(
            int(i) for i in trial.rng.permutation(len(kept))[: trial.rng.integers(len(kept) + 1)]
        )
        if bool(minor.is_independent(array(part))) != trial.is_independent(
            [*spanning, *(kept[i] for i in part)]
        ):
            raise ConformanceError(
                f"{name}({list(removed)}) is wrong about {part}, "
                f"originally {[kept[i] for i in part]}"
            )
