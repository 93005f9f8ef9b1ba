# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from support import device


def test_donated_buffers_are_gone():
    f = jax.jit(lambda x, y: (x + y, y.sum()), donate_argnums=0)
    x, y = jax.device_put(np.ones(100), device()), jax.device_put(np.ones(100), device())
    result, _ = f(x, y)
    assert x.is_deleted() and not y.is_deleted()
    np.testing.assert_array_equal(result, np.full(100, 2.0))
    with pytest.raises(RuntimeError, match="deleted"):
        np.asarray(x)
    with pytest.raises((RuntimeError, ValueError), match="deleted|donated"):
        f(x, y)


def test_donation_in_a_loop():
    f = jax.jit(lambda x: x * 0.5 + 1, donate_argnums=0)
    x = jnp.zeros(1000, jnp.float32)
    for _ in range(50):
        x = f(x)
    np.testing.assert_allclose(x, 2.0, rtol=1e-6)


def test_donating_one_buffer_twice_is_an_error():
    f = jax.jit(lambda x, y: (x + 1, y + 2), donate_argnums=(0, 1))
    x = jnp.ones(10)
    with pytest.raises((ValueError, RuntimeError), match="donate"):
        jax.block_until_ready(f(x, x))


def test_donation_while_a_host_view_exists():
    x = jnp.arange(1000.0) + 0
    view = np.asarray(x)
    f = jax.jit(lambda x: x * 0, donate_argnums=0)
    f(x).block_until_ready()
    np.testing.assert_array_equal(view, np.arange(1000.0))


def test_unusable_donation_warns():
    f = jax.jit(lambda x: x.sum(), donate_argnums=0)
    with pytest.warns(UserWarning, match="donated buffers were not usable"):
        f(jnp.ones(10)).block_until_ready()


def test_deleting():
    x = jnp.ones(3)
    x.delete()
    assert x.is_deleted()
    with pytest.raises(RuntimeError, match="deleted"):
        x + 1
