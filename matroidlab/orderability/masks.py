"""The masks of `matroidlab.subsets`, where they live."""

from matroidlab.subsets.masks import WORD, bit_counts, element_of, elements_of, mask_of, subset_masks

__all__ = ["WORD", "bit_counts", "element_of", "elements_of", "mask_of", "subset_masks"]
