# SPDX-License-Identifier: Apache-2.0
"""States of a Python program, for `tapestry record`.

    import tapestry

    with tapestry.state("send", tapestry.TRANSFER, peer="top.in", purpose="data") as s:
        board.write(block)
        s.add_bytes(len(block))

    @tapestry.stated("prepare", tapestry.BUSY)
    def prepare(block): ...

Without `record`, or where the library is not found, everything returns at once.
"""
import ctypes
import functools
import os
import sys
import threading

UNKNOWN, BUSY, TRANSFER, WAIT_RECV, WAIT_SEND, WAIT_SYNC, OVERHEAD, IDLE = range(8)


def _load():
    for name in (None, os.environ.get("TAPESTRY_LIBRARY"), "libtapestry.so.0"):
        try:
            library = ctypes.CDLL(name)
            library.tapestry_enter
        except (OSError, AttributeError):
            continue
        text = ctypes.c_char_p
        library.tapestry_state_named.argtypes = [text, ctypes.c_int, text, text, text]
        library.tapestry_state_named.restype = ctypes.c_void_p
        for function in ("enter", "leave"):
            getattr(library, "tapestry_" + function).argtypes = [ctypes.c_void_p]
        library.tapestry_leave_bytes.argtypes = [ctypes.c_void_p, ctypes.c_uint64]
        library.tapestry_count.argtypes = [ctypes.c_void_p, ctypes.c_double]
        library.tapestry_note.argtypes = [ctypes.c_void_p, ctypes.c_int64]
        library.tapestry_name_thread.argtypes = [text]
        library.tapestry_ticks.restype = ctypes.c_uint64
        library.tapestry_device_clock.argtypes = [text, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64]
        return library
    return None


_library = _load()
_recording = bool(_library and _library.tapestry_is_recording())


def is_recording():
    return _recording


def _bytes(text):
    return None if text is None else str(text).encode()


@functools.lru_cache(maxsize=None)
def _named(name, category, peer, purpose, source):
    return _library.tapestry_state_named(_bytes(name), category, _bytes(peer), _bytes(purpose), _bytes(source))


def _source(depth):
    frame = sys._getframe(depth)
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


_threads = threading.local()


def _adopt_name():
    """A thread is called what the program calls it; Python does not tell the system. Names that Python made up tell nothing."""
    _threads.is_known = True
    thread = threading.current_thread()
    if thread is not threading.main_thread() and not thread.name.startswith(("Thread-", "Dummy-")):
        name_thread(thread.name)


class state:
    """In a state for the length of a `with` block, however it is left."""

    def __init__(self, name, category=UNKNOWN, peer=None, purpose=None, source=None):
        self._bytes = 0
        if _recording and not getattr(_threads, "is_known", False):
            _adopt_name()
        self._state = _named(name, category, peer, purpose, source or _source(2)) if _recording else None

    def add_bytes(self, count):
        self._bytes += count

    def __enter__(self):
        if self._state:
            _library.tapestry_enter(self._state)
        return self

    def __exit__(self, *_):
        if self._state:
            _library.tapestry_leave_bytes(self._state, self._bytes)
        return False


def stated(name, category=UNKNOWN, peer=None, purpose=None):
    """A function that is in a state while it runs."""

    def decorate(function):
        source = f"{function.__code__.co_filename}:{function.__code__.co_firstlineno}"

        @functools.wraps(function)
        def inside(*args, **kwargs):
            with state(name, category, peer, purpose, source):
                return function(*args, **kwargs)

        return inside

    return decorate


def count(name, value):
    """A counter's value from now on."""
    if _recording:
        _library.tapestry_count(_named(name, -1, None, None, None), value)


def note(name, value=0):
    """Something happened now."""
    if _recording:
        _library.tapestry_note(_named(name, -2, None, None, None), value)


def name_thread(name):
    _threads.is_known = True
    if _recording:
        _library.tapestry_name_thread(_bytes(name))


def ticks():
    """The clock that records have, for `device_clock`."""
    return _library.tapestry_ticks() if _recording else 0


def device_clock(clock, edges, before, after):
    """The clock of that name of a device stood at `edges` some time between two calls of `ticks`."""
    if _recording:
        _library.tapestry_device_clock(_bytes(clock), edges, before, after)
