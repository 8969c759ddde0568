"""Recorded lessons."""
