# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of language: steps of training, and decoding."""

import jax
import jax.numpy as jnp
from jax import lax

from ..cases import Family, integers, key, normal, uniform
from .layers import (
    adam, adam_state, attend, block, block_weights, cross_entropy, descend, perceptron, perceptron_weights, rms_norm,
    weights,
)  # fmt: skip

language = Family("language")


def transformer_loss(p, tokens):
    x = p["embed"][tokens[:, :-1]] + p["position"]
    mask = jnp.tri(x.shape[1], dtype=bool)
    for layer in p["layers"]:
        x = block(layer, x, mask)
    return cross_entropy(x @ p["embed"].T, tokens[:, 1:])


def scanned_loss(p, tokens):
    x = p["embed"][tokens[:, :-1]] + p["position"]
    mask = jnp.tri(x.shape[1], dtype=bool)
    x, _ = lax.scan(lambda x, layer: (jax.checkpoint(block)(layer, x, mask), None), x, p["layers"])
    return cross_entropy(x @ p["embed"].T, tokens[:, 1:])


def narrow_loss(p, tokens):
    """Parameters in f32, arithmetic in bf16."""
    return transformer_loss(jax.tree.map(lambda x: x.astype(jnp.bfloat16), p), tokens).astype(jnp.float32)


table = {"embed": normal(300, 64, scale=0.1), "position": normal(32, 64, scale=0.1)}
transformer = table | {"layers": [block_weights(64) for _ in range(2)]}
tokens = integers(4, 33, high=300)
language.add("transformer_step", descend(transformer_loss), transformer, tokens)
language.add("transformer_loss", transformer_loss, transformer, tokens)
language.add(
    "transformer_step_scanned_layers", descend(scanned_loss), table | {"layers": block_weights(64, lead=(3,))}, tokens
)
language.add("transformer_step_in_bf16", descend(narrow_loss), transformer, tokens, tolerance=2e-2)


@language.case(
    [block_weights(64) for _ in range(2)], weights(64, 300), normal(8, 40, 64), uniform(8, 40), integers(8, 40, high=300),
)  # fmt: skip
def masked_model_loss(layers, out, x, chance, labels):
    for layer in layers:
        x = block(layer, x)
    wrong = -jnp.take_along_axis(jax.nn.log_softmax(x @ out), labels[..., None], -1)[..., 0]
    hidden = chance < 0.15
    return jnp.where(hidden, wrong, 0).sum() / hidden.sum()


def lstm_loss(p, tokens):
    def step(state, x):
        h, c = state
        i, f, g, o = jnp.split(x @ p["in"] + h @ p["state"] + p["bias"], 4, -1)
        c = jax.nn.sigmoid(f + 1) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    x = p["embed"][tokens[:, :-1]].swapaxes(0, 1)
    zeros = jnp.zeros((tokens.shape[0], p["state"].shape[0]))
    _, h = lax.scan(step, (zeros, zeros), x)
    return cross_entropy(h.swapaxes(0, 1) @ p["out"], tokens[:, 1:])


def gru_loss(p, x, labels):
    def step(h, x):
        r, z = jnp.split(jax.nn.sigmoid(x @ p["in"] + h @ p["state"]), 2, -1)
        h = (1 - z) * jnp.tanh(x @ p["new"] + (r * h) @ p["old"]) + z * h
        return h, None

    h, _ = lax.scan(step, jnp.zeros((x.shape[0], 48)), x.swapaxes(0, 1))
    return cross_entropy(h @ p["out"], labels)


lstm = {
    "embed": normal(200, 32), "in": weights(32, 256), "state": weights(64, 256), "bias": normal(256, scale=0.1),
    "out": weights(64, 200),
}  # fmt: skip
gru = {
    "in": weights(20, 96), "state": weights(48, 96), "new": weights(20, 48), "old": weights(48, 48), "out": weights(48, 10),
}  # fmt: skip
language.add("lstm_step", descend(lstm_loss), lstm, integers(8, 31, high=200))
language.add("gru_step", descend(gru_loss), gru, normal(16, 50, 20), integers(16, high=10))


def lora_loss(small, frozen, x, y):
    for (a, b), w in zip(small, frozen):
        x = jax.nn.relu(x @ w + (x @ a) @ b * 2)
    return jnp.mean(jnp.square(x - y))


language.add(
    "lora_step", descend(lora_loss), [(weights(256, 8), normal(8, 256, scale=0.1)) for _ in range(3)],
    [weights(256, 256) for _ in range(3)],
    normal(64, 256), normal(64, 256),
)  # fmt: skip


def experts(p, x):
    """The best two of eight experts for each token, each computed for all."""
    chances, chosen = lax.top_k(jax.nn.softmax(x @ p["router"]), 2)
    share = jnp.einsum("tk,tke->te", chances, jax.nn.one_hot(chosen, 8))
    hidden = jax.nn.silu(jnp.einsum("td,edf->tef", x, p["up"]))
    return jnp.einsum("tef,efd,te->td", hidden, p["down"], share)


def experts_with_capacity(p, x):
    """Tokens are sent to the one expert they choose, as far as it has room."""
    chances = jax.nn.softmax(x @ p["router"])
    chosen = chances.argmax(-1)
    place = (jnp.cumsum(jax.nn.one_hot(chosen, 8, dtype=jnp.int32), 0) - 1)[jnp.arange(x.shape[0]), chosen]
    slots = jnp.zeros((8, 48, x.shape[1])).at[chosen, place].set(x, mode="drop")
    out = jnp.einsum("ecf,efd->ecd", jax.nn.silu(jnp.einsum("ecd,edf->ecf", slots, p["up"])), p["down"])
    back = jnp.where((place < 48)[:, None], out[chosen, jnp.minimum(place, 47)], 0)
    return back * chances.max(-1, keepdims=True)


moe = {"router": weights(64, 8), "up": weights(64, 96, lead=(8,)), "down": weights(96, 64, lead=(8,))}
language.add("moe_step", descend(lambda p, x: jnp.mean(jnp.square(experts(p, x) - x))), moe, normal(128, 64))
language.add("moe_with_capacity", experts_with_capacity, moe, normal(256, 64))
language.add(
    "moe_with_capacity_step", descend(lambda p, x: jnp.mean(jnp.square(experts_with_capacity(p, x) - x))), moe,
    normal(256, 64),
)  # fmt: skip


# Blocks of larger models.


def rotate(x, positions):
    half = x.shape[-1] // 2
    angles = positions[:, None, None] * 10000.0 ** (-jnp.arange(half) / half)
    a, b = x[..., :half], x[..., half:]
    return jnp.concatenate([a * jnp.cos(angles) - b * jnp.sin(angles), b * jnp.cos(angles) + a * jnp.sin(angles)], -1)


def rotary_block(p, x):
    """Normalised by the mean square, rotary positions, two heads of keys for eight of queries, gated."""
    b, t, d = x.shape
    y = rms_norm(x, p["n1"])
    q, k, v = (y @ p[name] for name in ("q", "k", "v"))
    q, k = (rotate(z.reshape(b, t, -1, d // 8), jnp.arange(t)) for z in (q, k))
    k, v = (jnp.repeat(z.reshape(b, t, -1, d // 8), 4, 2) for z in (k, v))
    x = x + attend(q, k, v, jnp.tri(t, dtype=bool)).reshape(b, t, d) @ p["o"]
    y = rms_norm(x, p["n2"])
    return x + (jax.nn.silu(y @ p["gate"]) * (y @ p["up"])) @ p["down"]


rotary = {
    "n1": normal(256), "n2": normal(256), "q": weights(256, 256), "k": weights(256, 64), "v": weights(256, 64),
    "o": weights(256, 256), "gate": weights(256, 684), "up": weights(256, 684), "down": weights(684, 256),
}  # fmt: skip
language.add("rotary_block", rotary_block, rotary, normal(2, 96, 256))
language.add(
    "rotary_block_gradient", jax.grad(lambda p, x: jnp.mean(jnp.square(rotary_block(p, x)))), rotary, normal(2, 96, 256)
)


@language.case(normal(4, 512, 48), normal(4, 512, 48), normal(4, 512, 48))
def chunked_attention(q, k, v):
    """Attention with a running maximum and sum, so that no row of scores exists as a whole."""

    def chunk(state, kv):
        k, v = kv
        top, total, out = state
        scores = jnp.einsum("hid,hjd->hij", q, k) * q.shape[-1] ** -0.5
        new = jnp.maximum(top, scores.max(-1))
        e, scale = jnp.exp(scores - new[..., None]), jnp.exp(top - new)
        return (new, total * scale + e.sum(-1), out * scale[..., None] + jnp.einsum("hij,hjd->hid", e, v)), None

    parts = (x.reshape(4, 8, 64, 48).swapaxes(0, 1) for x in (k, v))
    start = jnp.full(q.shape[:2], -jnp.inf), jnp.zeros(q.shape[:2]), jnp.zeros_like(q)
    (_, total, out), _ = lax.scan(chunk, start, tuple(parts))
    return out / total[..., None]


@language.case(normal(2, 256, 4, 32), normal(2, 256, 4, 32), normal(2, 256, 4, 32))
def window_attention(q, k, v):
    i = jnp.arange(256)
    return attend(q, k, v, (i[:, None] >= i) & (i[:, None] - i < 64))


@language.case(normal(4, 200, 4, 32), normal(4, 200, 4, 32), normal(4, 200, 4, 32))
def linear_attention(q, k, v):
    q, k = jax.nn.elu(q) + 1, jax.nn.elu(k) + 1
    outer = jnp.cumsum(jnp.einsum("bthd,bthe->bthde", k, v), 1)
    return jnp.einsum("bthd,bthde->bthe", q, outer) / jnp.einsum("bthd,bthd->bth", q, jnp.cumsum(k, 1))[..., None]


@language.case(
    {
        "in": weights(64, 256), "conv": normal(4, 1, 128), "b": weights(128, 16), "c": weights(128, 16),
        "dt": weights(128, 128), "a": uniform(128, 16), "out": weights(128, 64),
    },
    normal(2, 100, 64),
)  # fmt: skip
def selective_state_block(p, x):
    u, gate = jnp.split(x @ p["in"], 2, -1)
    layout = ("NWC", "WIO", "NWC")
    u = lax.conv_general_dilated(u, p["conv"], (1,), [(3, 0)], dimension_numbers=layout, feature_group_count=128)
    u = jax.nn.silu(u)
    dt, b, c = jax.nn.softplus(u @ p["dt"]), u @ p["b"], u @ p["c"]

    def step(h, inputs):
        dt, u, b, c = inputs
        h = jnp.exp(-dt[..., None] * p["a"]) * h + (dt * u)[..., None] * b[:, None]
        return h, jnp.einsum("bds,bs->bd", h, c)

    _, y = lax.scan(step, jnp.zeros((2, 128, 16)), tuple(z.swapaxes(0, 1) for z in (dt, u, b, c)))
    return (y.swapaxes(0, 1) * jax.nn.silu(gate)) @ p["out"]


# Decoding.


def decode_step(p, caches, token, position):
    """The logits after one more token, with keys and values of those before in caches."""
    x = p["embed"][token]
    new = []
    for layer, (keys, values) in zip(p["layers"], caches):
        q, k, v = jnp.split(rms_norm(x, layer["n1"]) @ layer["qkv"], 3, -1)
        q, k, v = (y.reshape(-1, 1, 4, 16) for y in (q, k, v))
        keys, values = (lax.dynamic_update_slice(c, y, (0, position, 0, 0)) for c, y in ((keys, k), (values, v)))
        x = x + attend(q, keys, values, jnp.arange(keys.shape[1]) <= position).reshape(x.shape) @ layer["out"]
        x = x + jax.nn.gelu(rms_norm(x, layer["n2"]) @ layer["up"]) @ layer["down"]
        new.append((keys, values))
    return x @ p["embed"].T, new


def generate(p, caches, token):
    def step(state, position):
        token, caches = state
        logits, caches = decode_step(p, caches, token, position)
        token = logits.argmax(-1)
        return (token, caches), token

    return lax.scan(step, (token, caches), jnp.arange(40, 60))[1]


caches = [(normal(4, 128, 4, 16), normal(4, 128, 4, 16)) for _ in range(3)]
decoder = {"embed": normal(300, 64), "layers": [block_weights(64) for _ in range(3)]}
language.add("decode_step_with_cache", decode_step, decoder, caches, integers(4, high=300), integers(low=60, high=100))
language.add("generate_20_tokens", generate, decoder, caches, integers(4, high=300))


@language.case(normal(20, 4, 400), normal(400, 400))
def beam_search(emissions, transitions):
    """Four beams over 400 words, scores by table."""

    def step(state, emission):
        scores, last = state
        total = (scores[:, None] + jax.nn.log_softmax(transitions[last] + emission)).reshape(-1)
        scores, flat = lax.top_k(total, 4)
        return (scores, flat % 400), (flat // 400, flat % 400)

    (scores, _), (parents, words) = lax.scan(step, (jnp.array([0.0, -1.0, -2.0, -3.0]), jnp.zeros(4, jnp.int32)), emissions)
    walk = lambda beam, pw: (pw[0][beam], pw[1][beam])  # noqa: E731
    return scores, lax.scan(walk, jnp.int32(0), (parents, words), reverse=True)[1]


@language.case(key(), normal(8, 2000, scale=3))
def sample_top_k(key, logits):
    best, index = lax.top_k(logits / 0.8, 40)
    return jnp.take_along_axis(index, jax.random.categorical(key, best)[:, None], 1)


def ctc_loss(logits, labels):
    """The sum over alignments of labels with blanks between them, in logarithms."""
    scores = jax.nn.log_softmax(logits)
    extended = jnp.zeros(2 * labels.shape[0] + 1, jnp.int32).at[1::2].set(labels)
    skip = jnp.concatenate([jnp.zeros(2, bool), (extended[2:] != extended[:-2]) & (extended[2:] != 0)])

    def step(alpha, score):
        one = jnp.concatenate([jnp.full(1, -1e9), alpha[:-1]])
        two = jnp.where(skip, jnp.concatenate([jnp.full(2, -1e9), alpha[:-2]]), -1e9)
        return jnp.logaddexp(jnp.logaddexp(alpha, one), two) + score[extended], None

    start = jnp.full(extended.shape, -1e9).at[:2].set(scores[0, extended[:2]])
    alpha, _ = lax.scan(step, start, scores[1:])
    return -jnp.logaddexp(alpha[-1], alpha[-2])


batch_of_ctc = jax.vmap(ctc_loss)
language.add("ctc_loss", batch_of_ctc, normal(8, 100, 30), integers(8, 20, low=1, high=30))
language.add(
    "ctc_gradient", jax.grad(lambda x, y: batch_of_ctc(x, y).mean()), normal(8, 100, 30), integers(8, 20, low=1, high=30)
)


# Smaller models of words and sentences.


def contrastive_loss(p, x, y):
    x, y = (z / jnp.linalg.norm(z, axis=1, keepdims=True) for z in (perceptron(x, p["x"]), perceptron(y, p["y"])))
    logits = x @ y.T / 0.07
    return (cross_entropy(logits, jnp.arange(x.shape[0])) + cross_entropy(logits.T, jnp.arange(x.shape[0]))) / 2


language.add(
    "contrastive_step", descend(contrastive_loss),
    {"x": perceptron_weights(128, 128, 64), "y": perceptron_weights(96, 128, 64)},
    normal(128, 128), normal(128, 96),
)  # fmt: skip


def word_vectors_loss(p, word, near, far):
    w = p["word"][word]
    good = jax.nn.log_sigmoid(jnp.sum(w * p["near"][near], -1))
    bad = jax.nn.log_sigmoid(-jnp.einsum("bd,bkd->bk", w, p["near"][far])).sum(-1)
    return -(good + bad).mean()


language.add(
    "word_vectors_step", descend(word_vectors_loss), {"word": normal(3000, 32), "near": normal(3000, 32)},
    integers(256, high=3000), integers(256, high=3000), integers(256, 5, high=3000),
)  # fmt: skip


def classifier_loss(p, x, y):
    return cross_entropy(perceptron(x, p), y)


mlp = perceptron_weights(100, 128, 128, 10)
language.add("perceptron_adam_step", adam(classifier_loss), adam_state(mlp), normal(128, 100), integers(128, high=10))


@language.case(
    [
        (integers(m, n, low=-127, high=128, dtype="int8"), uniform(n, low=0.001, high=0.002))
        for m, n in ((256, 512), (512, 512), (512, 10))
    ],
    normal(64, 256), tolerance=2e-2,
)  # fmt: skip
def quantised_perceptron(layers, x):
    for weights, scales in layers:
        step = jnp.max(jnp.abs(x), -1, keepdims=True) / 127
        narrow = jnp.round(x / step).astype(jnp.int8)
        sums = lax.dot_general(narrow, weights, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32)
        x = jax.nn.relu(sums.astype(jnp.float32) * step * scales)
    return x


def mixer_loss(p, x, y):
    for layer in p["layers"]:
        x = x + perceptron(x.swapaxes(1, 2), layer["tokens"], jax.nn.gelu).swapaxes(1, 2)
        x = x + perceptron(x, layer["channels"], jax.nn.gelu)
    return cross_entropy(x.mean(1) @ p["out"], y)


mixer = {
    "layers": [{"tokens": perceptron_weights(49, 64, 49), "channels": perceptron_weights(64, 128, 64)} for _ in range(3)],
    "out": weights(64, 10),
}  # fmt: skip
language.add("mixer_step", descend(mixer_loss), mixer, normal(8, 49, 64), integers(8, high=10))


@language.case(normal(512, 128), weights(128, 8), weights(8, 128, 256), weights(8, 256, 128))
def experts_by_masks(x, gate, w1, w2):
    """Two experts for each token, who take 160 tokens each: masks say which."""
    shares, chosen = lax.top_k(jax.nn.softmax(x @ gate), 2)
    hot = jax.nn.one_hot(chosen, 8)
    place = (jnp.cumsum(hot.reshape(-1, 8), 0) - 1).reshape(512, 2, 8)
    place = jax.nn.one_hot((place * hot).sum(-1).astype(int), 160)
    mask = hot[..., None] * place[:, :, None, :]
    y = jnp.einsum("tkec,td->ecd", mask, x)
    y = jnp.einsum("ecf,efd->ecd", jax.nn.silu(jnp.einsum("ecd,edf->ecf", y, w1)), w2)
    return jnp.einsum("tkec,tk,ecd->td", mask, shares, y)
