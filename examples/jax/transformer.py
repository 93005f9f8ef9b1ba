# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains a small transformer to write text, letter by letter, and lets it write a line.

Nothing but JAX: attention, Adam and sampling are spelled out below. Try --steps 600 --context 32 for better lines.
"""

import argparse
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np

TEXT = """the weaver sits before the loom and throws the shuttle through the shed;
the warp is long, the weft is quick, and row by row they make the thread
a cloth that none of them could be alone. the beam turns slowly, the reed
beats down, and what was loose is tight and whole. the weaver sings, the
shuttle flies, the pattern grows from left to right and back again; the
loom does not forget a row, and when the cloth is cut and free the weaver
ties another warp and throws the shuttle through the shed.
"""


def initialise(key, letters, width, layers, context):
    def matrix(key, rows, columns):
        return jax.random.normal(key, (rows, columns), jnp.float32) / np.sqrt(rows)

    keys = iter(jax.random.split(key, 3 + 4 * layers))
    return {
        "embed": matrix(next(keys), letters, width),
        "position": 0.1 * matrix(next(keys), context, width),
        "layers": [
            {
                "qkv": matrix(next(keys), width, 3 * width),
                "out": matrix(next(keys), width, width),
                "up": matrix(next(keys), width, 4 * width),
                "down": matrix(next(keys), 4 * width, width),
            }
            for _ in range(layers)
        ],
        "read": matrix(next(keys), width, letters),
    }


def normalise(x):
    return x * jax.lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-5)


def attention(layer, x, heads):
    batch, length, width = x.shape
    q, k, v = jnp.split((x @ layer["qkv"]).reshape(batch, length, heads, -1), 3, axis=-1)
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(width // heads)
    scores = jnp.where(jnp.tri(length, dtype=bool), scores, -1e9)
    mixed = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), v)
    return mixed.reshape(batch, length, width) @ layer["out"]


def logits_of(params, letters, heads=2):
    x = params["embed"][letters] + params["position"][: letters.shape[1]]
    for layer in params["layers"]:
        x = x + attention(layer, normalise(x), heads)
        x = x + jax.nn.gelu(normalise(x) @ layer["up"]) @ layer["down"]
    return normalise(x) @ params["read"]


def loss_of(params, batch):
    logits = jax.nn.log_softmax(logits_of(params, batch[:, :-1]))
    return -jnp.mean(jnp.take_along_axis(logits, batch[:, 1:, None], axis=-1))


def make_step(text, batch, context, rate):
    def step(params, moments, count, key):
        """One step of Adam on a random batch."""
        starts = jax.random.randint(key, (batch,), 0, len(text) - context - 1)
        rows = text[starts[:, None] + jnp.arange(context + 1)]
        loss, gradient = jax.value_and_grad(loss_of)(params, rows)
        first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments[0], gradient)
        second = jax.tree.map(lambda v, g: 0.98 * v + 0.02 * g * g, moments[1], gradient)
        left, right = 1 - 0.9**count, 1 - 0.98**count
        params = jax.tree.map(
            lambda p, m, v: p - rate * (m / left) / (jnp.sqrt(v / right) + 1e-8), params, first, second
        )
        return params, (first, second), loss

    return jax.jit(step, donate_argnums=(0, 1))


def sample(params, start, length, context, key):
    """Writes `length` letters after `start`, all in one compiled loop."""

    def write(window, key):
        logits = logits_of(params, window[None])[0, -1]
        letter = jax.random.categorical(key, logits / 0.6)
        return jnp.append(window[1:], letter), letter

    return jax.lax.scan(write, start, jax.random.split(key, length))[1]


def progress(done, total, loss, started):
    width = 32
    filled = width * done // total
    bar = "#" * filled + "-" * (width - filled)
    line = f"[{bar}] {done}/{total}  loss {loss:.3f}  {time.monotonic() - started:.0f} s"
    if sys.stdout.isatty():
        print(f"\r{line}", end="\n" if done == total else "", flush=True)
    elif done == total or done % max(1, total // 10) == 0 or done == 1:
        print(line, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--width", type=int, default=32)
    parser.add_argument("--layers", type=int, default=1)
    parser.add_argument("--context", type=int, default=16)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--rate", type=float, default=0.01)
    options = parser.parse_args()

    alphabet = sorted(set(TEXT))
    text = jnp.array([alphabet.index(letter) for letter in TEXT.replace("\n", " ").strip()])
    key, init_key, sample_key = jax.random.split(jax.random.key(0), 3)
    params = initialise(init_key, len(alphabet), options.width, options.layers, options.context)
    count = sum(leaf.size for leaf in jax.tree.leaves(params))
    print(f"a transformer of {count} parameters on {jax.devices()[0]} ({jax.devices()[0].device_kind})")

    moments = (jax.tree.map(jnp.zeros_like, params), jax.tree.map(jnp.zeros_like, params))
    step = make_step(text, options.batch, options.context, options.rate)
    started, losses = time.monotonic(), []
    for number in range(1, options.steps + 1):
        params, moments, loss = step(params, moments, jnp.float32(number), jax.random.fold_in(key, number))
        losses.append(float(loss))
        progress(number, options.steps, losses[-1], started)

    tenth = max(1, options.steps // 10)
    before, after = np.mean(losses[:tenth]), np.mean(losses[-tenth:])
    print(f"loss fell from {before:.2f} to {after:.2f}")
    letters = jax.jit(sample, static_argnums=(2, 3))(params, text[: options.context], 60, options.context, sample_key)
    print("it writes: " + "".join(alphabet[int(letter)] for letter in np.asarray(letters)))
    if not after < before:
        raise SystemExit("the loss did not fall")


if __name__ == "__main__":
    main()
