"""Ctrl-C ends a command at once, whatever it is doing."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time

__all__ = ["INTERRUPTED", "end_promptly"]

#: The exit code of a command that was interrupted.
INTERRUPTED = 130

#: Seconds that a command has to end by itself.
_PATIENCE = 0.5

#: What makes a terminal show the cursor again, which progress bars hide.
_SHOW_CURSOR = "\x1b[?25h"


def end_promptly() -> None:
    """Make Ctrl-C end the process in half a second, even in the middle of compiled code.

    Python itself only looks at signals between two of its own steps. Files are written whole or
    not at all, and the other threads end with the process, so that nothing is left behind.
    """
    receiver, sender = socket.socketpair()
    sender.setblocking(False)
    signal.set_wakeup_fd(sender.fileno(), warn_on_full_buffer=False)
    watcher = threading.Thread(target=_wait_and_end, args=(receiver, sender), daemon=True)
    watcher.start()


def _wait_and_end(receiver: socket.socket, sender: socket.socket) -> None:
    """Wait for Ctrl-C, and then for the command to end by itself. The sender is kept open."""
    while signal.SIGINT not in receiver.recv(64):
        pass
    time.sleep(_PATIENCE)
    if sys.stderr.isatty():
        os.write(2, _SHOW_CURSOR.encode())
    os._exit(INTERRUPTED)
