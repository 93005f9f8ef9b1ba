# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays to and from other libraries through DLPack.

jaxlib exports DLPack tensors only for platforms it knows by name, so Weft does it here: on the bytes of the array as
NumPy sees them, which for Weft's devices with host memory are the array's own.
"""

import ctypes
from typing import Any

import ml_dtypes
import numpy as np

CPU = 1
READ_ONLY = 1
VERSION = (1, 1)

# (code, bits) of DLPack.
_TYPES = {
    np.dtype(np.int8): (0, 8),
    np.dtype(np.int16): (0, 16),
    np.dtype(np.int32): (0, 32),
    np.dtype(np.int64): (0, 64),
    np.dtype(np.uint8): (1, 8),
    np.dtype(np.uint16): (1, 16),
    np.dtype(np.uint32): (1, 32),
    np.dtype(np.uint64): (1, 64),
    np.dtype(np.float16): (2, 16),
    np.dtype(np.float32): (2, 32),
    np.dtype(np.float64): (2, 64),
    np.dtype(ml_dtypes.bfloat16): (4, 16),
    np.dtype(np.complex64): (5, 64),
    np.dtype(np.complex128): (5, 128),
    np.dtype(np.bool_): (6, 8),
    np.dtype(ml_dtypes.float8_e3m4): (7, 8),
    np.dtype(ml_dtypes.float8_e4m3): (8, 8),
    np.dtype(ml_dtypes.float8_e4m3b11fnuz): (9, 8),
    np.dtype(ml_dtypes.float8_e4m3fn): (10, 8),
    np.dtype(ml_dtypes.float8_e4m3fnuz): (11, 8),
    np.dtype(ml_dtypes.float8_e5m2): (12, 8),
    np.dtype(ml_dtypes.float8_e5m2fnuz): (13, 8),
    np.dtype(ml_dtypes.float8_e8m0fnu): (14, 8),
}
_DTYPES = {code: dtype for dtype, code in _TYPES.items()}


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


_DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Managed(ctypes.Structure):
    _fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _DELETER)]


class _ManagedVersioned(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("deleter", _DELETER),
        ("flags", ctypes.c_uint64),
        ("tensor", _Tensor),
    ]


# Not ctypes.pythonapi: others set their own prototypes there.
_python = ctypes.PyDLL(None)
_python.PyCapsule_New.restype = ctypes.py_object
_python.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_python.PyCapsule_IsValid.argtypes = [ctypes.py_object, ctypes.c_char_p]
_python.PyCapsule_GetPointer.restype = ctypes.c_void_p
_python.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
_python.PyCapsule_SetName.argtypes = [ctypes.py_object, ctypes.c_char_p]

# A consumer renames the capsule it takes from; the names must outlive all capsules.
_LEGACY, _USED_LEGACY = b"dltensor", b"used_dltensor"
_VERSIONED, _USED_VERSIONED = b"dltensor_versioned", b"used_dltensor_versioned"

_exported: dict[int, Any] = {}


@_DELETER
def _release(address: int) -> None:
    _exported.pop(address, None)


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def _release_unused(capsule: int) -> None:
    """A capsule that nobody took from."""
    owner = ctypes.cast(capsule, ctypes.py_object)
    for name in (_LEGACY, _VERSIONED):
        if _python.PyCapsule_IsValid(owner, name):
            _release(_python.PyCapsule_GetPointer(owner, name))


class DLPackArray:
    """An array of Weft as other libraries' `from_dlpack` take it. Read-only: JAX arrays never change."""

    def __init__(self, array: np.ndarray) -> None:
        self._array = array

    def __dlpack_device__(self) -> tuple[int, int]:
        return (CPU, 0)

    def __dlpack__(self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: Any = None) -> Any:
        if stream is not None:
            raise BufferError(f"arrays in host memory have no stream, got stream={stream}")
        if dl_device is not None and tuple(dl_device) != (CPU, 0):
            raise BufferError(f"cannot export to DLPack device {tuple(dl_device)}, only to {(CPU, 0)}")
        array = self._array.copy() if copy else self._array
        code, bits = _TYPES[array.dtype]
        shape = (ctypes.c_int64 * array.ndim)(*array.shape)
        strides = (ctypes.c_int64 * array.ndim)(*(stride // array.itemsize for stride in array.strides))
        tensor = _Tensor(array.ctypes.data, CPU, 0, array.ndim, code, bits, 1, shape, strides, 0)
        if max_version is not None and tuple(max_version) >= (1, 0):
            flags = 0 if copy else READ_ONLY
            managed, name = _ManagedVersioned(*VERSION, None, _release, flags, tensor), _VERSIONED
        else:
            managed, name = _Managed(tensor, None, _release), _LEGACY
        address = ctypes.addressof(managed)
        _exported[address] = (managed, array, shape, strides)
        return _python.PyCapsule_New(address, name, ctypes.cast(_release_unused, ctypes.c_void_p))


def to_dlpack(array: Any) -> DLPackArray:
    """The array for `numpy.from_dlpack`, `torch.from_dlpack` and their like, without a copy where the device's memory
    is the host's. It keeps the array's memory alive; donating the array afterwards copies instead."""
    host = np.asarray(array)
    if host.dtype not in _TYPES:
        raise BufferError(f"DLPack has no type for {host.dtype}")
    return DLPackArray(host)


class _Imported:
    """Holds a tensor taken from a capsule until the NumPy array over it is gone."""

    def __init__(self, managed: Any, tensor: _Tensor, dtype: np.dtype) -> None:
        self._managed = managed
        shape = tuple(tensor.shape[i] for i in range(tensor.ndim))
        strides = tuple(tensor.strides[i] * dtype.itemsize for i in range(tensor.ndim)) if tensor.strides else None
        self.dtype = dtype
        self.__array_interface__ = {
            "shape": shape,
            "strides": strides,
            "typestr": f"|V{dtype.itemsize}",
            "data": ((tensor.data or 0) + tensor.byte_offset, True),
            "version": 3,
        }

    def __del__(self) -> None:
        if self._managed.deleter:
            self._managed.deleter(ctypes.addressof(self._managed))


def _take(capsule: Any) -> np.ndarray:
    for name, used, kind in ((_VERSIONED, _USED_VERSIONED, _ManagedVersioned), (_LEGACY, _USED_LEGACY, _Managed)):
        if not _python.PyCapsule_IsValid(capsule, name):
            continue
        managed = kind.from_address(_python.PyCapsule_GetPointer(capsule, name))
        if kind is _ManagedVersioned and managed.major != VERSION[0]:
            raise BufferError(f"DLPack version {managed.major}.{managed.minor} is not known")
        tensor = managed.tensor
        dtype = _DTYPES.get((tensor.code, tensor.bits))
        if dtype is None or tensor.lanes != 1:
            raise BufferError(
                f"DLPack type with code {tensor.code}, {tensor.bits} bits and {tensor.lanes} lanes is not supported"
            )
        _python.PyCapsule_SetName(capsule, used)
        imported = _Imported(managed, tensor, dtype)
        if 0 in imported.__array_interface__["shape"]:
            return np.empty(imported.__array_interface__["shape"], dtype)
        return np.asarray(imported).view(dtype)
    raise BufferError("not a DLPack capsule, or one that was used already")


def from_dlpack(tensor: Any, device: Any = None) -> Any:
    """An array on Weft's default device, or on `device`, from anything with `__dlpack__` whose memory is the host's."""
    import jax

    if not hasattr(tensor, "__dlpack__"):
        raise TypeError(f"expected an object with __dlpack__, got {type(tensor).__name__}")
    kind, index = tensor.__dlpack_device__()
    if kind != CPU:
        raise BufferError(f"cannot import from DLPack device ({kind}, {index}); copy it to the host first")
    try:
        capsule = tensor.__dlpack__(max_version=VERSION)
    except TypeError:
        capsule = tensor.__dlpack__()
    return jax.device_put(_take(capsule), device if device is not None else jax.devices("weft")[0])
