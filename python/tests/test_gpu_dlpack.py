# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of a GPU to and from other libraries: the emulator in place of NVIDIA's driver, and ctypes in place of PyTorch."""

import pytest
from emulated import LIBRARY, emulated

pytestmark = pytest.mark.skipif(not LIBRARY.exists(), reason="the emulator is not built")

# Another library of the process: memory, streams and tensors of its own, through the driver's functions.
OTHER = """
import ctypes, gc, os
import jax, numpy as np, pytest, weft
from jax import numpy as jnp
from weft import dlpack

cuda = ctypes.CDLL(os.environ["WEFT_CUDA_DRIVER"])
gpu = jax.devices("weft")[0]

def call(name, *arguments):
    assert getattr(cuda, name)(*arguments) == 0, name

def enter(ordinal):
    '''Makes a context current in this thread, as such a library does.'''
    context = ctypes.c_void_p()
    call("cuDevicePrimaryCtxRetain", ctypes.byref(context), ordinal)
    call("cuCtxSetCurrent", context)
    return context.value

def current():
    context = ctypes.c_void_p()
    call("cuCtxGetCurrent", ctypes.byref(context))
    return context.value

def stream():
    enter(0)
    made = ctypes.c_void_p()
    call("cuStreamCreate", ctypes.byref(made), 1)
    return made.value

class Tensor:
    '''As PyTorch's: its bytes are copied in a stream, in whose order it is exported.'''
    alive = 0

    def __init__(self, values, stream, strides=None, device=(dlpack.CUDA, 0), code=None, first=0):
        self.values, self.stream, self.device, self.code, self.first = np.ascontiguousarray(values), stream, device, code, first
        self.strides = strides or [s // values.itemsize for s in self.values.strides]
        at = ctypes.c_uint64()
        call("cuMemAlloc_v2", ctypes.byref(at), ctypes.c_size_t(self.values.nbytes))
        self.at = at.value
        call("cuMemcpyHtoDAsync_v2", ctypes.c_uint64(self.at), ctypes.c_void_p(self.values.ctypes.data), ctypes.c_size_t(self.values.nbytes), ctypes.c_void_p(stream))
        Tensor.alive += 1

    def __del__(self):
        Tensor.alive -= 1

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, stream=None):
        event = ctypes.c_void_p()
        call("cuEventCreate", ctypes.byref(event), 2)
        call("cuEventRecord", event, ctypes.c_void_p(self.stream))
        call("cuStreamWaitEvent", ctypes.c_void_p(stream), event, 0)
        capsule = dlpack._capsule(self, self.at, (dlpack.CUDA, 0), self.values.dtype, self.values.shape, self.strides, None, 0)
        if self.first:
            tensor = dlpack._open(capsule)[0].tensor
            tensor.byte_offset, tensor.shape[0] = self.first * self.values.itemsize, len(self.values) - self.first
        if self.code is not None:
            dlpack._open(capsule)[0].tensor.code = self.code
        return capsule

def read(array, stream):
    '''What a kernel of that library would find in an array of ours.'''
    capsule = weft.to_dlpack(array).__dlpack__(stream=stream)
    managed, used, dtype = dlpack._open(capsule)
    tensor = managed.tensor
    assert (tensor.device_type, tensor.device_id) == (dlpack.CUDA, 0)
    shape = [tensor.shape[i] for i in range(tensor.ndim)]
    found = np.empty(shape, dtype)
    call("cuMemcpyDtoHAsync_v2", ctypes.c_void_p(found.ctypes.data), ctypes.c_uint64(tensor.data), ctypes.c_size_t(found.nbytes), ctypes.c_void_p(stream))
    call("cuStreamSynchronize", ctypes.c_void_p(stream))
    return found, [tensor.strides[i] for i in range(tensor.ndim)]
"""

IMPORTED = (
    OTHER
    + """
x = np.arange(600, dtype=np.float32).reshape(20, 30)
theirs = stream()
for _ in range(10):
    tensor = Tensor(x, theirs)
    at = tensor.at
    array = weft.from_dlpack(tensor)
    assert array.unsafe_buffer_pointer() == at
    assert array.devices() == {gpu}
    np.testing.assert_array_equal(jax.jit(lambda a: jnp.cumsum(a * 2, axis=0))(array), np.cumsum(x * 2, axis=0))
    np.testing.assert_array_equal(array, x)

# The tensor stays while the array does, and while a run reads it; donating it does not write to it.
del tensor
gc.collect()
assert Tensor.alive == 1
given = jax.jit(lambda a: a + 1, donate_argnums=0)
result = given(array)
np.testing.assert_array_equal(result, x + 1)
assert result.unsafe_buffer_pointer() != at
del array
gc.collect()
assert Tensor.alive == 0, Tensor.alive

# What came from another library is lent on, also twice at one address, and stays as long as that takes.
tensor = Tensor(x, theirs)
array, again = weft.from_dlpack(tensor), weft.from_dlpack(tensor)
capsule = weft.to_dlpack(array).__dlpack__(stream=theirs)
assert dlpack._open(capsule)[0].tensor.data == tensor.at
np.testing.assert_array_equal(read(again, theirs)[0], x)
del array, again, tensor
gc.collect()
assert Tensor.alive == 1, Tensor.alive
del capsule
gc.collect()
for _ in range(100):
    if Tensor.alive == 0:
        break
    jax.block_until_ready(jnp.zeros(3) + 1)
assert Tensor.alive == 0, Tensor.alive

# Orders of dimensions, types, no elements.
columns = weft.from_dlpack(Tensor(x, theirs, strides=[1, 20]))
np.testing.assert_array_equal(columns, x.reshape(-1).reshape(30, 20).T)
np.testing.assert_array_equal(weft.from_dlpack(Tensor(np.arange(7) + 1j, theirs)), np.arange(7) + 1j)
np.testing.assert_array_equal(weft.from_dlpack(Tensor(np.array([True, False]), theirs)), [True, False])
assert weft.from_dlpack(weft.to_dlpack(jnp.zeros((0, 3)))).shape == (0, 3)

# Kernels load vectors: what lies between their multiples is copied, and let go of.
long = np.arange(1025, dtype=np.float32)
for first in (1, 2, 7):
    tail = weft.from_dlpack(Tensor(long, theirs, first=first))
    assert tail.unsafe_buffer_pointer() % 64 == 0
    np.testing.assert_array_equal(jax.jit(lambda a: a * 2 + 1)(tail), long[first:] * 2 + 1)
    np.testing.assert_array_equal(tail, long[first:])

with pytest.raises(BufferError, match=r"shape \\[20, 30\\] with strides \\[60, 2\\] has gaps"):
    weft.from_dlpack(Tensor(x, theirs, strides=[60, 2]))
with pytest.raises(BufferError, match=r"cannot import from DLPack device \\(2, 5\\)"):
    weft.from_dlpack(Tensor(x, theirs, device=(dlpack.CUDA, 5)))
with pytest.raises(BufferError, match=r"cannot import from DLPack device \\(10, 0\\); copy it to the host first"):
    weft.from_dlpack(Tensor(x, theirs, device=(10, 0)))
with pytest.raises(BufferError, match="DLPack type with code 77"):
    weft.from_dlpack(Tensor(x, theirs, code=77))
del columns
gc.collect()
# Tensors of the processor come here as well.
np.testing.assert_array_equal(weft.from_dlpack(x), x)
print("all right")
"""
)

EXPORTED = (
    OTHER
    + """
theirs = stream()
step = jax.jit(lambda x: jnp.cumsum(x, axis=1) * 0.5)
for kind in (theirs, 1, 2):
    for _ in range(10):
        # Nobody waits for the run; their stream does.
        array = step(step(jnp.ones((40, 50))))
        found, strides = read(array, kind)
        np.testing.assert_array_equal(found, array)
        assert strides == [50, 1]

# What is lent stays as it is: whatever becomes of the array, and of the memory of others.
array = jnp.arange(1000.0) + 1
capsule = weft.to_dlpack(array).__dlpack__(stream=1)
at = dlpack._open(capsule)[0].tensor.data
before = gpu.memory_stats()["bytes_in_use"]
result = jax.jit(lambda x: x * 0, donate_argnums=0)(array)
assert result.unsafe_buffer_pointer() != at
del array, result
others = [jnp.zeros(1000) + i for i in range(5)]
assert at not in [each.unsafe_buffer_pointer() for each in others]
found = np.empty(1000, np.float32)
call("cuCtxSynchronize")
call("cuMemcpyDtoH_v2", ctypes.c_void_p(found.ctypes.data), ctypes.c_uint64(at), ctypes.c_size_t(4000))
np.testing.assert_array_equal(found, np.arange(1000.0) + 1)
del others
assert gpu.memory_stats()["bytes_in_use"] >= 4000
del capsule
gc.collect()
jax.block_until_ready(jnp.zeros(3) + 1)
for _ in range(100):
    if gpu.memory_stats()["bytes_in_use"] < before:
        break
    jax.block_until_ready(step(jnp.ones((2, 2))))
assert gpu.memory_stats()["bytes_in_use"] < before, gpu.memory_stats()

# Both ways, and other orders of dimensions.
from jax.experimental.layout import Format, Layout
x = np.arange(24, dtype=np.float32).reshape(4, 6)
columns = jax.device_put(x, Format(Layout((1, 0)), jax.sharding.SingleDeviceSharding(gpu)))
assert dlpack._strides(columns) == [1, 4], dlpack._strides(columns)
np.testing.assert_array_equal(weft.from_dlpack(weft.to_dlpack(columns)), x)
np.testing.assert_array_equal(np.from_dlpack(weft.to_dlpack(jnp.asarray(x)), device="cpu"), x)
copied = weft.to_dlpack(jnp.asarray(x)).__dlpack__(copy=True, max_version=(1, 0))
assert dlpack._open(copied)[0].flags == 0
# Held to the end of the process, when nothing of Python is left.
kept = weft.from_dlpack(weft.to_dlpack(jnp.asarray(x)))

exported = weft.to_dlpack(jnp.ones(3))
assert exported.__dlpack_device__() == (dlpack.CUDA, 0)
with pytest.raises(BufferError, match="got 0"):
    exported.__dlpack__(stream=0)
with pytest.raises(BufferError, match=r"cannot export to DLPack device \\(2, 3\\)"):
    exported.__dlpack__(dl_device=(2, 3))
with pytest.raises(BufferError, match="no type for int4"):
    weft.to_dlpack(jnp.zeros(4, "int4"))
gone = jnp.ones(3)
exported = weft.to_dlpack(gone)
gone.delete()
with pytest.raises((BufferError, RuntimeError), match="deleted"):
    exported.__dlpack__()
print("all right")
"""
)


@pytest.mark.parametrize("seed", ["0", "1", "2"])
@pytest.mark.parametrize("program", [IMPORTED, EXPORTED], ids=["imported", "exported"])
def test_arrays_change_hands(program: str, seed: str) -> None:
    result = emulated(program, WEFT_EMULATOR_SEED=seed, JAX_ENABLE_X64="0" if program is EXPORTED else "1")
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


ELSEWHERE = (
    OTHER
    + """
assert current() is None
theirs = stream()
for context in (enter(1), enter(0), None):
    call("cuCtxSetCurrent", ctypes.c_void_p(context))
    step = jax.jit(lambda x: jnp.sort(jnp.cumsum(x)) + 1)
    array = step(step(jax.device_put(np.ones(50, np.float32), gpu)))
    # Neither programs nor copies nor arrays that change hands.
    assert current() == context
    capsule = weft.to_dlpack(array).__dlpack__(stream=1)
    assert current() == context
    del capsule
    again = weft.from_dlpack(weft.to_dlpack(array))
    np.testing.assert_array_equal(again, array)
    pinned = jax.device_put(array, jax.sharding.SingleDeviceSharding(gpu, memory_kind="pinned_host"))
    assert np.asarray(pinned)[0] == 3
    del array, again, pinned, step
    gc.collect()
    assert current() == context
print("all right")
"""
)


def test_threads_keep_their_device() -> None:
    """The one that another library has chosen, or none."""
    result = emulated(ELSEWHERE, WEFT_EMULATOR_DEVICES="2")
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


FREED = (
    OTHER
    + """
def wave(x):
    return jnp.sin(x) + 1
theirs = stream()
tensor = Tensor(np.ones(60000, np.float32), theirs)
array = weft.from_dlpack(tensor)
# Weft has its memory already, and takes none of what is free now.
jax.jit(wave)(jnp.ones(3)).block_until_ready()
call("cuCtxSynchronize")
call("cuMemFree_v2", ctypes.c_uint64(tensor.at))
for _ in range(2):
    try:
        jax.jit(wave)(array).block_until_ready()
        print("ran")
    except jax.errors.JaxRuntimeError as error:
        print(error)
print("alive", jax.device_put(3.0, jax.devices("cpu")[0]) + 1)
# What keeps the tensor is Python's, and has to go before Python does.
del array, tensor
gc.collect()
"""
)


def test_a_kernel_that_reads_what_was_freed() -> None:
    """An illegal address loses the device as any fault does: the message names the kernel and its line, and the process goes on."""
    result = emulated(FREED)
    assert result.returncode == 0, result.stderr[-3000:]
    *errors, last = result.stdout.strip().splitlines()
    assert last == "alive 4.0" and len(errors) == 2
    # The second line of the function.
    line = 2 + FREED[: FREED.index("def wave")].count("\n")
    for error in errors:
        assert error.startswith("INTERNAL: Weft emulated GPU is lost to this process: running kernel fused_0 of 'jit_wave'"), error
        assert f"(<string>:{line}:" in error and "illegal memory access" in error, error
    assert "weft emulator: out of bounds in kernel 'fused_0'" in result.stderr, result.stderr


def test_a_tensor_of_a_gpu_without_one() -> None:
    program = OTHER.replace('os.environ["WEFT_CUDA_DRIVER"]', "None") + """
class Elsewhere:
    def __dlpack_device__(self): return (2, 0)
    def __dlpack__(self, stream=None): raise AssertionError
with pytest.raises(BufferError, match="copy it to the host first"):
    weft.from_dlpack(Elsewhere())
print("all right")
"""
    result = emulated(program, WEFT_DEVICE="cpu")
    assert "all right" in result.stdout, result.stderr[-2000:]
