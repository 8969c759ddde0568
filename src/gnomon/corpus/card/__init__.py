"""Cards of data sets: what is in a folder of rows, from where, under which licence, as the Hugging Face Hub reads it."""

from gnomon.corpus.card.card import KINDS, CardError, DataCard, card_of, card_text
from gnomon.corpus.card.counting import CardTable, tables_of

__all__ = ["KINDS", "CardError", "CardTable", "DataCard", "card_of", "card_text", "tables_of"]
