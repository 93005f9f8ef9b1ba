# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import gc

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import weft
from support import COMPLEX, FLOATS, INTEGERS, SMALL_FLOATS, SMALL_INTEGERS, device, sample

ALL = FLOATS + COMPLEX + INTEGERS + SMALL_FLOATS + SMALL_INTEGERS + ("bool",)


@pytest.mark.parametrize("dtype", ALL)
def test_round_trip(dtype):
    for shape in ((), (0,), (3, 0, 2), (7,), (2, 3, 5)):
        x = sample(shape, dtype, low=0.5, high=3)
        y = jax.device_put(x, device())
        assert y.dtype == x.dtype and y.shape == x.shape
        np.testing.assert_array_equal(np.asarray(y), x)


@pytest.mark.parametrize("dtype", ("float32", "int8", "complex128", "bool", "bfloat16", "int4"))
def test_strides(dtype):
    x = sample((4, 6, 5), dtype)
    for view in (x[::-1], x[:, ::2], x.T, x[1:3, ::-2, ::3], np.broadcast_to(x[0, 0], (3, 5)), x.transpose(1, 0, 2)[::-1]):
        np.testing.assert_array_equal(np.asarray(jax.device_put(view, device())), view)


def test_fortran_order_and_read_only():
    x = np.asfortranarray(sample((5, 3), "float64"))
    x.setflags(write=False)
    np.testing.assert_array_equal(np.asarray(jax.device_put(x, device())), x)


def test_the_host_may_change_its_array_afterwards():
    x = np.zeros(1000, np.float32)
    y = jnp.array(x, device=device())
    x[:] = 1
    assert not np.asarray(y).any()


def test_results_are_read_only_views():
    x = jnp.arange(4.0)
    with pytest.raises(ValueError):
        np.asarray(x)[0] = 1


def test_between_back_ends():
    x = sample((3, 4), "float32")
    there = jax.device_put(x, device("cpu"))
    here = jax.device_put(there, device("weft"))
    back = jax.device_put(here, device("cpu"))
    assert {d.platform for d in here.devices()} == {"weft"}
    np.testing.assert_array_equal(np.asarray(back), x)


def test_scalars_and_indexing():
    x = jax.device_put(np.arange(5.0), device())
    assert float(x[2]) == 2.0 and int(x.argmax()) == 4 and x[-1].item() == 4.0 and len(x) == 5 and list(x)[1] == 1.0


def test_many_small_transfers():
    arrays = [jax.device_put(np.full((3,), i), device()) for i in range(200)]
    assert [int(a[0]) for a in arrays] == list(range(200))


def test_memory_is_given_back():
    stats = device().memory_stats()
    assert stats and stats["bytes_in_use"] >= 0
    gc.collect()
    before = device().memory_stats()["bytes_in_use"]
    # Not where an aligned array would be, which is used in place.
    x = jax.device_put(np.ones((1 << 20) + 1, np.float32)[1:], device())
    x.block_until_ready()
    assert device().memory_stats()["bytes_in_use"] >= before + (4 << 20)
    del x
    gc.collect()
    assert device().memory_stats()["bytes_in_use"] < before + (4 << 20)


def test_device_facts():
    d = device()
    assert d.platform == "weft" and d.id == 0 and d.process_index == 0 and d.device_kind
    assert "weft" in repr(d).lower()
    assert d.default_memory().kind == "device"
    assert d.client.platform == "weft"


@pytest.mark.parametrize("dtype", FLOATS[:1] + FLOATS[2:] + COMPLEX + INTEGERS + ("bool",))
def test_dlpack(dtype):
    x = sample((3, 4), dtype)
    y = jax.device_put(x, device())
    np.testing.assert_array_equal(np.from_dlpack(weft.to_dlpack(y), device="cpu"), x)
    z = weft.from_dlpack(x)
    assert {d.platform for d in z.devices()} == {"weft"}
    np.testing.assert_array_equal(np.asarray(z), x)


@pytest.mark.parametrize("dtype", ("bfloat16", "float8_e4m3fn", "float8_e5m2"))
def test_dlpack_of_types_numpy_has_not(dtype):
    x = jax.device_put(sample((3, 4), dtype), device())
    y = weft.from_dlpack(weft.to_dlpack(x))
    assert y.dtype == x.dtype
    np.testing.assert_array_equal(np.asarray(y), np.asarray(x))


def test_dlpack_keeps_memory_alive():
    y = np.from_dlpack(weft.to_dlpack(jax.device_put(np.arange(1000.0), device()) + 1), device="cpu")
    gc.collect()
    jax.device_put(np.zeros(1000), device()).block_until_ready()
    np.testing.assert_array_equal(y, np.arange(1000.0) + 1)


def test_dlpack_from_jax_cpu():
    x = jax.device_put(sample((5,), "float32"), device("cpu"))
    np.testing.assert_array_equal(np.asarray(weft.from_dlpack(x)), np.asarray(x))


def test_dlpack_errors():
    with pytest.raises(BufferError, match="no type"):
        weft.to_dlpack(jax.device_put(sample((2,), "int4"), device()))
    with pytest.raises(TypeError, match="__dlpack__"):
        weft.from_dlpack([1, 2])
    with pytest.raises(BufferError):
        weft.to_dlpack(np.ones(2)).__dlpack__(dl_device=(2, 7))
