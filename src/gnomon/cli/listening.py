"""A place to listen at, taken before a command says that it serves: one that is not to be had is then one line."""

from __future__ import annotations

import socket

from gnomon.cli.errors import CommandError


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address and a port, 0 for a free one.

    Raises:
        CommandError: when the port is taken or the address is none of this machine.
    """
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, reuse_port=False)
    except OSError as error:
        why = error.strerror or str(error)
        raise CommandError(f"cannot listen on {host}, port {port}: {why}; take another --port") from error
