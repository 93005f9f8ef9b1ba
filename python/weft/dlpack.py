# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays to and from other libraries through DLPack.

jaxlib exports DLPack tensors only for platforms it knows by name, so Weft does it here. Of devices with host memory it
exports the bytes of the array as NumPy sees them, which are the array's own; of GPUs the address, with the order of
streams in place of waiting.
"""

import ctypes
from typing import Any

import ml_dtypes
import numpy as np

from weft.lending import LentArray, extension

# Kinds of devices: the processor, a GPU, and memory of the processor that a GPU reaches.
CPU, CUDA, CUDA_HOST = 1, 2, 3
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
    for name, kind in ((_LEGACY, _Managed), (_VERSIONED, _ManagedVersioned)):
        if _python.PyCapsule_IsValid(owner, name):
            address = _python.PyCapsule_GetPointer(owner, name)
            kind.from_address(address).deleter(address)


def _wants_version(max_version: Any) -> bool:
    return max_version is not None and tuple(max_version) >= (1, 0)


def _describe(address: int, device: tuple[int, int], dtype: np.dtype, rank: int, shape: Any, strides: Any) -> _Tensor:
    """Strides count elements."""
    code, bits = _TYPES[dtype]
    return _Tensor(address, *device, rank, code, bits, 1, shape, strides, 0)


def _numbers(sizes: Any) -> Any:
    return (ctypes.c_int64 * len(sizes))(*sizes)


def _new_capsule(address: int, is_versioned: bool) -> Any:
    name = _VERSIONED if is_versioned else _LEGACY
    return _python.PyCapsule_New(address, name, ctypes.cast(_release_unused, ctypes.c_void_p))


def _capsule(
    held: Any, address: int, device: tuple[int, int], dtype: np.dtype, shape: Any, strides: Any, max_version: Any, flags: int
) -> Any:
    """A tensor over bytes that stay as long as `held`, an object of Python's, does."""
    shape, strides = _numbers(shape), _numbers(strides)
    tensor = _describe(address, device, dtype, len(shape), shape, strides)
    if _wants_version(max_version):
        managed = _ManagedVersioned(*VERSION, None, _release, flags, tensor)
    else:
        managed = _Managed(tensor, None, _release)
    start = ctypes.addressof(managed)
    _exported[start] = (managed, held, shape, strides)
    return _new_capsule(start, _wants_version(max_version))


def _gpu_capsule(
    lent: LentArray | None, address: int, device: tuple[int, int], dtype: np.dtype, shape: Any, strides: Any,
    max_version: Any, flags: int,
) -> Any:  # fmt: skip
    """The same of an array of a GPU. Nothing of it is Python's, so that whoever has it may keep it longer."""
    kind = _ManagedVersioned if _wants_version(max_version) else _Managed
    plugin, rank = extension(), len(shape)
    start = plugin.reserve(ctypes.sizeof(kind) + 2 * rank * ctypes.sizeof(ctypes.c_int64))
    numbers = (ctypes.c_int64 * (2 * rank)).from_address(start + ctypes.sizeof(kind))
    numbers[:] = [*shape, *strides]
    sizes = ctypes.cast(numbers, ctypes.POINTER(ctypes.c_int64))
    steps = ctypes.cast(ctypes.byref(numbers, rank * ctypes.sizeof(ctypes.c_int64)), ctypes.POINTER(ctypes.c_int64))
    managed = kind.from_address(start)
    managed.tensor = _describe(address, device, dtype, rank, sizes, steps)
    managed.context = lent.release() if lent else None
    if kind is _ManagedVersioned:
        managed.major, managed.minor, managed.flags = *VERSION, flags
        managed.deleter = ctypes.cast(plugin.delete_versioned_tensor, _DELETER)
    else:
        managed.deleter = ctypes.cast(plugin.delete_tensor, _DELETER)
    return _new_capsule(start, kind is _ManagedVersioned)


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
        strides = [stride // array.itemsize for stride in array.strides]
        flags = 0 if copy else READ_ONLY
        return _capsule(array, array.ctypes.data, (CPU, 0), array.dtype, array.shape, strides, max_version, flags)


def _strides(array: Any) -> list[int]:
    """Of a JAX array, in elements."""
    layout = array.format.layout
    order = range(array.ndim) if layout is None else layout.major_to_minor
    strides, size = [0] * array.ndim, 1
    for axis in reversed(order):
        strides[axis] = size
        size *= array.shape[axis]
    return strides


class DLPackGpuArray:
    """An array of a GPU for `torch.from_dlpack` and its like."""

    def __init__(self, array: Any) -> None:
        self._array = array
        (device,) = array.devices()
        self._device = (CUDA, device.local_hardware_id)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._device

    def __dlpack__(self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: Any = None) -> Any:
        import jax.numpy as jnp

        if dl_device is not None and tuple(dl_device) != self._device:
            if tuple(dl_device) == (CPU, 0) and copy is not False:
                return DLPackArray(np.asarray(self._array)).__dlpack__(max_version=max_version)
            raise BufferError(f"cannot export to DLPack device {tuple(dl_device)}, only to {self._device} and {(CPU, 0)}")
        if stream is not None and (not isinstance(stream, int) or stream == 0 or stream < -1):
            raise BufferError(f"stream must be -1, 1, 2 or a stream's address (0 says nothing), got {stream}")
        array = jnp.copy(self._array) if copy else self._array
        lent, address = None, 0
        if array.size != 0:
            address = array.unsafe_buffer_pointer()
            lent = LentArray(address)
            if stream != -1:
                lent.wait_in(1 if stream is None else stream)
        flags = 0 if copy else READ_ONLY
        return _gpu_capsule(lent, address, self._device, array.dtype, array.shape, _strides(array), max_version, flags)


def to_dlpack(array: Any) -> DLPackArray | DLPackGpuArray:
    """The array for `numpy.from_dlpack`, `torch.from_dlpack` and their like, without a copy. It keeps the array's memory
    alive; donating the array afterwards copies instead. On a GPU nobody waits: the consumer's stream does."""
    if np.dtype(array.dtype) not in _TYPES:
        raise BufferError(f"DLPack has no type for {array.dtype}")
    if _is_on_gpu(array):
        return DLPackGpuArray(array)
    return DLPackArray(np.asarray(array))


def _is_on_gpu(array: Any) -> bool:
    import jax

    if not isinstance(array, jax.Array) or array.sharding.memory_kind not in (None, "device"):
        return False
    if len(array.devices()) != 1:
        raise BufferError(f"the array lies on {len(array.devices())} devices; a DLPack tensor has one: export its shards")
    (device,) = array.devices()
    return hasattr(device, "compute_capability")


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


def _open(capsule: Any) -> tuple[Any, bytes, np.dtype]:
    """The tensor in a capsule, the name for a capsule that was taken from, and the tensor's type."""
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
        return managed, used, dtype
    raise BufferError("not a DLPack capsule, or one that was used already")


def _take(capsule: Any) -> np.ndarray:
    managed, used, dtype = _open(capsule)
    _python.PyCapsule_SetName(capsule, used)
    imported = _Imported(managed, managed.tensor, dtype)
    if 0 in imported.__array_interface__["shape"]:
        return np.empty(imported.__array_interface__["shape"], dtype)
    return np.asarray(imported).view(dtype)


def _check_order(tensor: _Tensor) -> None:
    """jaxlib takes tensors whose elements lie without gaps, in any order of dimensions."""
    if not tensor.strides:
        return
    sizes = sorted((tensor.strides[i], tensor.shape[i]) for i in range(tensor.ndim) if tensor.shape[i] != 1)
    expected = 1
    for stride, extent in sizes:
        if extent == 0:
            return
        if stride != expected:
            shape, strides = ([values[i] for i in range(tensor.ndim)] for values in (tensor.shape, tensor.strides))
            raise BufferError(
                f"a tensor of shape {shape} with strides {strides} has gaps or repeats elements; make it contiguous first"
            )
        expected *= extent


def _take_on_gpu(tensor: Any, index: int, device: Any) -> Any:
    import jax
    from jaxlib import _jax

    gpus = [gpu for gpu in jax.devices("weft") if hasattr(gpu, "compute_capability")]
    source = next((gpu for gpu in gpus if gpu.local_hardware_id == index), None)
    if source is None:
        raise BufferError(
            f"cannot import from DLPack device ({CUDA}, {index}): Weft's devices are {jax.devices('weft')}; "
            "copy it to the host first"
        )
    stream = source.get_stream_for_external_ready_events()
    # Without a version: jaxlib takes tensors of the first one.
    capsule = tensor.__dlpack__(stream=stream)
    managed, _, _ = _open(capsule)
    if (managed.tensor.device_type, managed.tensor.device_id) != (CUDA, index):
        kind = (managed.tensor.device_type, managed.tensor.device_id)
        raise BufferError(f"the tensor says that it is on DLPack device ({CUDA}, {index}), and came from {kind}")
    _check_order(managed.tensor)
    array = _jax.dlpack_managed_tensor_to_buffer(capsule, source, stream)
    return array if device in (None, source) else jax.device_put(array, device)


def from_dlpack(tensor: Any, device: Any = None) -> Any:
    """An array from anything with `__dlpack__`. What is on a GPU stays there, without a copy: its memory is the tensor's
    own, which must not be written to any more. One that begins at no multiple of 64 bytes is copied on the GPU. What is in host memory goes to Weft's default device. `device` names
    another one."""
    import jax

    if not hasattr(tensor, "__dlpack__"):
        raise TypeError(f"expected an object with __dlpack__, got {type(tensor).__name__}")
    kind, index = tensor.__dlpack_device__()
    if kind == CUDA:
        return _take_on_gpu(tensor, index, device)
    if kind not in (CPU, CUDA_HOST):
        raise BufferError(f"cannot import from DLPack device ({kind}, {index}); copy it to the host first")
    try:
        capsule = tensor.__dlpack__(max_version=VERSION)
    except TypeError:
        capsule = tensor.__dlpack__()
    return jax.device_put(_take(capsule), device if device is not None else jax.devices("weft")[0])
