# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Learns to tell two spirals apart: a small network, gradient descent, accuracy at the end."""

import jax
import jax.numpy as jnp
import numpy as np


def spirals(count, seed=0):
    random = np.random.default_rng(seed)
    turn = np.sqrt(random.uniform(0.05, 1, count)) * 2 * np.pi
    label = random.integers(0, 2, count)
    angle = turn + np.pi * label
    points = np.stack([turn * np.cos(angle), turn * np.sin(angle)], 1) / 5 + random.normal(0, 0.03, (count, 2))
    return points.astype(np.float32), label


def features(x):
    radius = jnp.linalg.norm(x, axis=1, keepdims=True)
    return jnp.concatenate([x, jnp.sin(5 * radius), jnp.cos(5 * radius), radius], axis=1)


def predict(params, x):
    for weights, bias in params[:-1]:
        x = jnp.tanh(x @ weights + bias)
    weights, bias = params[-1]
    return x @ weights + bias


def loss(params, x, labels):
    return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(predict(params, x)), labels[:, None], axis=1))


@jax.jit
def step(params, velocity, x, labels):
    gradient = jax.grad(loss)(params, x, labels)
    velocity = jax.tree.map(lambda v, g: 0.9 * v - 0.1 * g, velocity, gradient)
    return jax.tree.map(jnp.add, params, velocity), velocity


def main():
    points, labels = spirals(96)
    x = features(points)
    sizes = [x.shape[1], 16, 16, 2]
    keys = jax.random.split(jax.random.key(1), len(sizes) - 1)
    params = [
        (jax.random.normal(key, (a, b)) / np.sqrt(a), jnp.zeros(b)) for key, a, b in zip(keys, sizes[:-1], sizes[1:])
    ]
    velocity = jax.tree.map(jnp.zeros_like, params)
    accuracy = jax.jit(lambda params, x, labels: jnp.mean(predict(params, x).argmax(1) == labels))
    for epoch in range(1, 201):
        params, velocity = step(params, velocity, x, labels)
        if epoch % 40 == 0:
            print(f"step {epoch:3d}  loss {float(loss(params, x, labels)):.3f}", flush=True)
    fresh_points, fresh_labels = spirals(96, seed=1)
    result = float(accuracy(params, features(fresh_points), fresh_labels))
    print(f"right on {result:.0%} of points it has not seen ({jax.devices()[0].platform})")


if __name__ == "__main__":
    main()
