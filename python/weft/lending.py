# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of a GPU lent to other libraries of the process.

jaxlib tells the address of such an array and nothing more, so the plugin has an extension of its own
(weft/Pjrt/ExtensionLending.cpp): bytes that are lent stay where they are, whatever becomes of the array.
"""

import ctypes
import functools

from weft import abi, library


class _Extension(ctypes.Structure):
    TYPE = 0x77656674
    _fields_ = [
        ("base", abi.PjrtExtension),
        ("lend", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_uint64)),
        ("wait_in", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p, ctypes.c_ssize_t)),
        ("take_back", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
        ("reserve", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_size_t)),
        ("delete_tensor", ctypes.c_void_p),
        ("delete_versioned_tensor", ctypes.c_void_p),
    ]


@functools.cache
def extension() -> _Extension:
    address = abi.find_plugin_extension(library.library_path(), _Extension.TYPE)
    if address is None:
        raise BufferError("this plugin library lends no arrays")
    return _Extension.from_address(address)


class LentArray:
    """The array that begins at an address, until this object is gone."""

    def __init__(self, address: int) -> None:
        self._handle = None
        self._extension = extension()
        self._handle = self._extension.lend(address)
        if not self._handle:
            raise BufferError("the array was deleted, or is not an array of a GPU of Weft's")

    def wait_in(self, stream: int) -> None:
        """What the stream (a cudaStream_t, or 1 and 2 for the default ones) is given from now on finds the array."""
        reason = self._extension.wait_in(self._handle, stream)
        if reason is not None:
            raise BufferError(f"the stream {stream} cannot wait for the array: {reason.decode()}")

    def release(self) -> int:
        """The array as the deleters of the plugin know it, which take it back."""
        handle, self._handle = self._handle, None
        return handle

    def __del__(self) -> None:
        if self._handle:
            self._extension.take_back(self._handle)
