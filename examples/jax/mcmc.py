# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Hamiltonian Monte Carlo: fits a line with unknown noise, four chains at once by vmap."""

import jax
import jax.numpy as jnp
import numpy as np


def log_density(params, x, y):
    slope, offset, log_noise = params
    noise = jnp.exp(log_noise)
    residual = (y - slope * x - offset) / noise
    return -0.5 * jnp.sum(residual**2) - len(x) * log_noise - 0.5 * jnp.sum(params**2) / 9


def chain(key, start, x, y, steps, leaps=8, size=0.04):
    gradient = jax.grad(log_density)

    def leap(state, _):
        position, momentum = state
        momentum = momentum + size / 2 * gradient(position, x, y)
        position = position + size * momentum
        return (position, momentum + size / 2 * gradient(position, x, y)), None

    def step(position, key):
        key_momentum, key_accept = jax.random.split(key)
        momentum = jax.random.normal(key_momentum, position.shape)
        (proposal, end), _ = jax.lax.scan(leap, (position, momentum), length=leaps)
        energy = lambda q, p: log_density(q, x, y) - 0.5 * jnp.sum(p**2)
        accept = jnp.log(jax.random.uniform(key_accept)) < energy(proposal, end) - energy(position, momentum)
        position = jnp.where(accept, proposal, position)
        return position, (position, accept)

    return jax.lax.scan(step, start, jax.random.split(key, steps))[1]


def main():
    random = np.random.default_rng(0)
    x = np.linspace(-1, 1, 30)
    y = 1.7 * x - 0.4 + random.normal(0, 0.3, 30)
    keys = jax.random.split(jax.random.key(0), 4)
    starts = jax.random.normal(jax.random.key(1), (4, 3)) * 0.3
    run = jax.jit(jax.vmap(lambda key, start: chain(key, start, x, y, steps=150)))
    samples, accepted = run(keys, starts)
    kept = np.asarray(samples)[:, 50:]
    for name, values in zip(("slope", "offset", "log noise"), np.moveaxis(kept, -1, 0)):
        between, within = values.mean(1).var(ddof=1), values.var(1, ddof=1).mean()
        print(f"{name:>9}: {values.mean():6.3f} +- {values.std():.3f}   r-hat {np.sqrt(1 + between / within):.3f}")
    print(f"accepted {float(accepted.mean()):.0%} (truth: slope 1.7, offset -0.4, log noise {np.log(0.3):.2f})")


if __name__ == "__main__":
    main()
