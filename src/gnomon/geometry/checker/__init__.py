"""A checker of proofs that shares only the rules' records and the form of a record with the prover."""

from gnomon.geometry.checker.check import check_proof
from gnomon.geometry.checker.verdict import CheckReport, Fault, FaultKind

__all__ = ["CheckReport", "Fault", "FaultKind", "check_proof"]
