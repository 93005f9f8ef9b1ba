# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors of PyTorch that become arrays, and arrays that become tensors, where PyTorch is installed."""

import gc

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import weft
from support import device

torch = pytest.importorskip("torch")

TYPES = ("bool", "int8", "int32", "int64", "uint8", "float16", "bfloat16", "float32", "float64", "complex64")


def kind_of(array):
    """Where a tensor has to be, so that nothing is copied."""
    return "cuda" if hasattr(array.device, "compute_capability") else "cpu"


def has(kind):
    return kind == "cpu" or (torch.cuda.is_available() and hasattr(device(), "compute_capability"))


@pytest.fixture(params=["cpu", "cuda"])
def place(request):
    if not has(request.param):
        pytest.skip("PyTorch and Weft share no GPU")
    return request.param


@pytest.mark.parametrize("name", TYPES)
def test_tensors_become_arrays(name, place):
    tensor = torch.arange(24).reshape(4, 6).to(getattr(torch, name)).to(place)
    array = weft.from_dlpack(tensor)
    assert array.dtype == name and array.devices() == {device()}
    expected = tensor.cpu().to(torch.complex128).numpy()
    np.testing.assert_array_equal(np.asarray(array).astype("complex128"), expected)
    if name == "float32":
        # It is there before a program reads it, although nobody waited.
        np.testing.assert_array_equal(jax.jit(lambda x: x * 2)(weft.from_dlpack(tensor + 1)), (expected.real + 1) * 2)


@pytest.mark.parametrize("name", TYPES)
def test_arrays_become_tensors(name):
    if not has(kind_of(jnp.zeros(1))):
        pytest.skip("PyTorch has no GPU")
    array = jax.jit(lambda: jnp.arange(24).reshape(4, 6).astype(name))()
    tensor = torch.from_dlpack(weft.to_dlpack(array))
    assert tensor.device.type == kind_of(array) and tensor.dtype == getattr(torch, name)
    assert tensor.shape == (4, 6)
    np.testing.assert_array_equal(tensor.cpu().to(torch.complex128).numpy(), np.asarray(array).astype("complex128"))


def test_neither_copies():
    array = jax.jit(lambda: jnp.ones((64, 64)))()
    if not has(kind_of(array)):
        pytest.skip("PyTorch has no GPU")
    tensor = torch.from_dlpack(weft.to_dlpack(array))
    assert tensor.data_ptr() == array.unsafe_buffer_pointer()
    # What the tensor reads stays, whatever becomes of the array.
    del array
    gc.collect()
    assert float(tensor.sum()) == 64 * 64
    if tensor.is_cuda:
        assert weft.from_dlpack(tensor).unsafe_buffer_pointer() == tensor.data_ptr()


def test_steps_of_both_in_turn(place):
    """Each waits for the other in the order of streams, not in Python."""
    tensor = torch.zeros(1000, device=place)
    step = jax.jit(lambda x: jnp.cumsum(x) * 0 + x + 1)
    for _ in range(20):
        array = step(weft.from_dlpack(tensor))
        if kind_of(array) != place:
            array = jax.device_get(array)
        tensor = torch.from_dlpack(weft.to_dlpack(array) if isinstance(array, jax.Array) else array.copy()) + 1
    assert tensor.cpu().tolist() == [40.0] * 1000


def test_turned_tensors(place):
    tensor = torch.arange(24.0, device=place).reshape(4, 6)
    np.testing.assert_array_equal(weft.from_dlpack(tensor.T), tensor.cpu().numpy().T)
    if place == "cuda":
        with pytest.raises(BufferError, match="has gaps"):
            weft.from_dlpack(tensor[:, ::2])
    else:
        np.testing.assert_array_equal(weft.from_dlpack(tensor[:, ::2]), tensor.numpy()[:, ::2])


def test_tensors_with_gradients_say_so():
    with pytest.raises((BufferError, RuntimeError), match="grad"):
        weft.from_dlpack(torch.ones(3, requires_grad=True))
