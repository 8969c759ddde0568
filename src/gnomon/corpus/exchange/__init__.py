"""Corpora in other programs' formats, out and in."""

from gnomon.corpus.exchange.bundle import LOSSES, Bundle, ExchangeError, bundle_of
from gnomon.corpus.exchange.formats import FORMATS, Format

__all__ = ["FORMATS", "LOSSES", "Bundle", "ExchangeError", "Format", "bundle_of"]
