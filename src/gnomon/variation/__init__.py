"""Problems varied: siblings of a problem whose proof has the same shape."""

from gnomon.variation.errors import VariationError
from gnomon.variation.proof_shape import proof_shape
from gnomon.variation.vary import Sibling, Variations, vary

__all__ = ["Sibling", "VariationError", "Variations", "proof_shape", "vary"]
