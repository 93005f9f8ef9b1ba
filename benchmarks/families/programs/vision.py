# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Networks that see and draw: steps of training, samplers, filters of images."""

import jax
import jax.numpy as jnp
from jax import lax

from ..cases import Family, integers, key, normal, uniform
from .layers import (
    attend, batch_norm, block, block_weights, convolve, cross_entropy, descend, perceptron, perceptron_weights, upsample,
    weights,
)  # fmt: skip

vision = Family("vision")


def vit_loss(p, images, labels):
    b = images.shape[0]
    patches = images.reshape(b, 4, 8, 4, 8, 3).transpose(0, 1, 3, 2, 4, 5).reshape(b, 16, 192)
    x = jnp.concatenate([jnp.broadcast_to(p["class"], (b, 1, 64)), patches @ p["patch"]], 1) + p["position"]
    for layer in p["layers"]:
        x = block(layer, x)
    return cross_entropy(x[:, 0] @ p["out"], labels)


vit = {
    "class": normal(64), "patch": weights(192, 64), "position": normal(17, 64), "out": weights(64, 10),
    "layers": [block_weights(64) for _ in range(2)],
}  # fmt: skip
images, labels = normal(8, 32, 32, 3), integers(8, high=10)
vision.add("vit_step", descend(vit_loss), vit, images, labels)
vision.add("vit_loss", vit_loss, vit, images, labels)


def lenet_loss(p, images, labels):
    x = images
    for kernel in p["kernels"]:
        x = jax.nn.relu(convolve(x, kernel))
        x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    return cross_entropy(perceptron(x.reshape(x.shape[0], -1), p["top"]), labels)


lenet = {"kernels": [weights(5, 5, 1, 8), weights(5, 5, 8, 16)], "top": perceptron_weights(784, 64, 10)}
vision.add("lenet_step", descend(lenet_loss), lenet, normal(32, 28, 28, 1), integers(32, high=10))


def residual(p, x, stride=1):
    y = jax.nn.relu(batch_norm(convolve(x, p["k1"], stride), p["s1"], p["o1"]))
    y = batch_norm(convolve(y, p["k2"]), p["s2"], p["o2"])
    return jax.nn.relu(y + (x if stride == 1 else convolve(x, p["skip"], stride)))


def residual_weights(i, o):
    norms = {name: normal(o) for name in ("s1", "o1", "s2", "o2")}
    return norms | {"k1": weights(3, 3, i, o), "k2": weights(3, 3, o, o), "skip": weights(1, 1, i, o)}


def resnet_loss(p, images, labels):
    x = residual(p["second"], residual(p["first"], convolve(images, p["stem"])), 2)
    return cross_entropy(x.mean((1, 2)) @ p["out"], labels)


resnet = {
    "stem": weights(3, 3, 3, 16), "first": residual_weights(16, 16), "second": residual_weights(16, 32),
    "out": weights(32, 10),
}  # fmt: skip
vision.add("resnet_step", descend(resnet_loss), resnet, images, labels)
vision.add("resnet_block", residual, residual_weights(32, 32), normal(4, 28, 28, 32))


def inverted_residual(p, x, stride=1):
    y = jax.nn.relu6(batch_norm(x @ p["up"], p["s1"], p["o1"]))
    y = jax.nn.relu6(batch_norm(convolve(y, p["depth"], stride, y.shape[-1]), p["s2"], p["o2"]))
    y = y @ p["down"]
    return x + y if y.shape == x.shape else y


def inverted_weights(i, o, wide):
    norms = {name: normal(wide) for name in ("s1", "o1", "s2", "o2")}
    return norms | {"up": weights(i, wide), "depth": normal(3, 3, 1, wide, scale=0.3), "down": weights(wide, o)}


def mobile_loss(p, images, labels):
    x = jax.nn.relu6(convolve(images, p["stem"], 2))
    for layer, stride in zip(p["blocks"], (1, 2, 1)):
        x = inverted_residual(layer, x, stride)
    return cross_entropy(x.mean((1, 2)) @ p["out"], labels)


mobile = {
    "stem": weights(3, 3, 3, 16),
    "blocks": [inverted_weights(16, 16, 64), inverted_weights(16, 24, 96), inverted_weights(24, 24, 96)],
    "out": weights(24, 10),
}  # fmt: skip
vision.add("mobile_network_step", descend(mobile_loss), mobile, images, labels)
vision.add("mobile_network_loss", mobile_loss, mobile, images, labels)


def unet(p, x):
    down = []
    for kernel in p["down"]:
        x = jax.nn.relu(convolve(x, kernel))
        down.append(x)
        x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    x = jax.nn.relu(convolve(x, p["middle"]))
    for kernel, skip in zip(p["up"], reversed(down)):
        x = jax.nn.relu(convolve(jnp.concatenate([upsample(x), skip], -1), kernel))
    return convolve(x, p["out"])


unet_weights = {
    "down": [weights(3, 3, 3, 16), weights(3, 3, 16, 24)], "middle": weights(3, 3, 24, 32),
    "up": [weights(3, 3, 56, 24), weights(3, 3, 40, 16)], "out": weights(1, 1, 16, 3),
}  # fmt: skip
vision.add(
    "unet_step", descend(lambda p, x, y: jnp.mean(jnp.square(unet(p, x) - y))), unet_weights, normal(4, 32, 32, 3),
    normal(4, 32, 32, 3),
)  # fmt: skip
vision.add("unet", unet, unet_weights, normal(2, 48, 48, 3))


def diffusion_loss(p, key, images):
    one, two = jax.random.split(key)
    t = jax.random.uniform(one, (images.shape[0], 1, 1, 1))
    noise = jax.random.normal(two, images.shape)
    return jnp.mean(jnp.square(unet(p, jnp.cos(t) * images + jnp.sin(t) * noise) - noise))


def sampler(p, key, x):
    def step(x, inputs):
        t, key = inputs
        noise = unet(p, x)
        clean = (x - jnp.sin(t) * noise) / jnp.cos(t)
        x = jnp.cos(t * 0.8) * clean + jnp.sin(t * 0.8) * noise + 0.01 * jax.random.normal(key, x.shape)
        return x, None

    return lax.scan(step, x, (jnp.linspace(1.2, 0.1, 5), jax.random.split(key, 5)))[0]


vision.add("diffusion_step", descend(diffusion_loss), unet_weights, key(), normal(4, 32, 32, 3))
vision.add("diffusion_sampler_5", sampler, unet_weights, key(), normal(1, 32, 32, 3))


def vae_loss(p, key, x):
    mean, log_variance = jnp.split(perceptron(x, p["encoder"]), 2, -1)
    z = mean + jnp.exp(0.5 * log_variance) * jax.random.normal(key, mean.shape)
    logits = perceptron(z, p["decoder"])
    likelihood = jnp.sum(x * jax.nn.log_sigmoid(logits) + (1 - x) * jax.nn.log_sigmoid(-logits), -1)
    divergence = 0.5 * jnp.sum(jnp.exp(log_variance) + mean**2 - 1 - log_variance, -1)
    return jnp.mean(divergence - likelihood)


vae = {"encoder": perceptron_weights(400, 128, 32), "decoder": perceptron_weights(16, 128, 400)}
vision.add("vae_step", descend(vae_loss, 1e-3), vae, key(), uniform(64, 400))


def gan_step(makes, judges, key, real):
    noise = jax.random.normal(key, (real.shape[0], 16))

    def judged(judges, x):
        return perceptron(x, judges, jax.nn.leaky_relu)[:, 0]

    def judge_loss(judges):
        fake = jnp.tanh(perceptron(noise, makes))
        return jnp.mean(jax.nn.softplus(-judged(judges, real)) + jax.nn.softplus(judged(judges, fake)))

    def maker_loss(makes):
        return jnp.mean(jax.nn.softplus(-judged(judges, jnp.tanh(perceptron(noise, makes)))))

    update = lambda p, g: jax.tree.map(lambda p, g: p - 1e-2 * g, p, g)  # noqa: E731
    return update(makes, jax.grad(maker_loss)(makes)), update(judges, jax.grad(judge_loss)(judges))


vision.add("gan_step", gan_step, perceptron_weights(16, 128, 196), perceptron_weights(196, 128, 1), key(), uniform(64, 196))


def radiance(p, origins, directions):
    t = jnp.linspace(0.5, 3, 24)
    points = origins[:, None] + t[:, None] * directions[:, None]
    waves = points[..., None] * 2.0 ** jnp.arange(6)
    x = jnp.concatenate([jnp.sin(waves), jnp.cos(waves)], -1).reshape(*points.shape[:2], 36)
    color, density = jnp.split(perceptron(x, p), (3,), -1)
    opaque = 1 - jnp.exp(-jax.nn.softplus(density[..., 0]) * 0.1)
    light = jnp.cumprod(1 - opaque + 1e-6, 1) * opaque
    return jnp.sum(light[..., None] * jax.nn.sigmoid(color), 1)


field = perceptron_weights(36, 64, 64, 4)
vision.add("radiance_field", radiance, field, normal(256, 3), normal(256, 3))
vision.add(
    "radiance_field_step", descend(lambda p, o, d, c: jnp.mean(jnp.square(radiance(p, o, d) - c))), field, normal(128, 3),
    normal(128, 3), uniform(128, 3),
)  # fmt: skip


@vision.case(weights(64, 192), weights(64, 64), normal(2, 100, 64), normal(2, 12, 64))
def detector_cross_attention(qkv, out, pixels, queries):
    q = (queries @ qkv[:, :64]).reshape(2, 12, 4, 16)
    k, v = ((pixels @ qkv[:, 64 * i : 64 * (i + 1)]).reshape(2, 100, 4, 16) for i in (1, 2))
    return queries + attend(q, k, v).reshape(2, 12, 64) @ out


@vision.case(uniform(200, 4), uniform(200))
def non_maximum_suppression(boxes, scores):
    low, high = boxes[:, :2], boxes[:, :2] + 0.2 * boxes[:, 2:] + 0.05
    order = jnp.argsort(-scores)
    low, high = low[order], high[order]
    common = jnp.prod(jnp.maximum(jnp.minimum(high[:, None], high) - jnp.maximum(low[:, None], low), 0), -1)
    area = jnp.prod(high - low, -1)
    overlaps = common / (area[:, None] + area - common) > 0.3
    drop = lambda i, keep: jnp.where(keep[i], keep & ~(overlaps[i] & (jnp.arange(200) > i)), keep)  # noqa: E731
    return lax.fori_loop(0, 200, drop, jnp.ones(200, bool))


# Filters of images.


@vision.case(uniform(200, 240))
def gaussian_blur(image):
    kernel = jnp.exp(-0.5 * jnp.square(jnp.arange(-6, 7) / 2.0))
    kernel = kernel / kernel.sum()
    rows = jax.vmap(lambda row: jnp.convolve(row, kernel, mode="same"))
    return rows(rows(image).T).T


@vision.case(uniform(200, 240))
def corner_response(image):
    p = jnp.pad(image, 1, mode="edge")
    dx = p[:-2, 2:] - p[:-2, :-2] + 2 * (p[1:-1, 2:] - p[1:-1, :-2]) + p[2:, 2:] - p[2:, :-2]
    dy = p[2:, :-2] - p[:-2, :-2] + 2 * (p[2:, 1:-1] - p[:-2, 1:-1]) + p[2:, 2:] - p[:-2, 2:]
    smooth = lambda x: lax.reduce_window(x, 0.0, lax.add, (5, 5), (1, 1), "SAME")  # noqa: E731
    xx, yy, xy = smooth(dx * dx), smooth(dy * dy), smooth(dx * dy)
    return xx * yy - xy * xy - 0.05 * jnp.square(xx + yy)


@vision.case(uniform(100, 120))
def bilateral_filter(image):
    total, norm = jnp.zeros_like(image), jnp.zeros_like(image)
    for a in range(-2, 3):
        for b in range(-2, 3):
            other = jnp.roll(image, (a, b), (0, 1))
            weight = jnp.exp(-(a * a + b * b) / 8 - jnp.square(other - image) * 50)
            total, norm = total + weight * other, norm + weight
    return total / norm


@vision.case(integers(200, 240, high=256, dtype="uint8"))
def histogram_equalised(image):
    counts = jnp.bincount(image.reshape(-1), length=256)
    levels = (jnp.cumsum(counts) * 255 // image.size).astype(jnp.uint8)
    return levels[image]


@vision.case(uniform(160, 160))
def cosine_compression(image):
    n = jnp.arange(8)
    basis = jnp.cos(jnp.pi / 8 * (n[None] + 0.5) * n[:, None]) * jnp.where(n == 0, 0.125**0.5, 0.5)[:, None]
    blocks = image.reshape(20, 8, 20, 8).swapaxes(1, 2)
    coefficients = jnp.einsum("ui,xyij,vj->xyuv", basis, blocks, basis)
    kept = jnp.where(jnp.abs(coefficients) > 0.1, coefficients, 0)
    return jnp.einsum("ui,xyuv,vj->xyij", basis, kept, basis).swapaxes(1, 2).reshape(160, 160)


@vision.case(uniform(8, 40, 40, 3), key())
def augmented(images, key):
    flip, shift, light = jax.random.split(key, 3)
    images = jnp.where(jax.random.bernoulli(flip, 0.5, (8, 1, 1, 1)), images[:, :, ::-1], images)
    corner = jax.random.randint(shift, (8, 2), 0, 8)
    crop = jax.vmap(lambda image, c: lax.dynamic_slice(image, (c[0], c[1], 0), (32, 32, 3)))
    return jnp.clip(crop(images, corner) * jax.random.uniform(light, (8, 1, 1, 1), minval=0.8, maxval=1.2), 0, 1)


# Colours come last: what is contracted lies between the columns of the right operand.
vision.add(
    "resized_colours_4x240x320x3_to_224", lambda x: jax.image.resize(x, (4, 224, 224, 3), "bilinear"),
    uniform(4, 240, 320, 3),
)  # fmt: skip
vision.add(
    "enlarged_colours_300x400x3_to_450x600", lambda x: jax.image.resize(x, (450, 600, 3), "cubic"), uniform(300, 400, 3)
)


@vision.case(normal(2, 224, 224, 3), weights(768, 192))
def patches_embedded(images, w):
    patches = images.reshape(2, 14, 16, 14, 16, 3).transpose(0, 1, 3, 2, 4, 5).reshape(2, 196, 768)
    return patches @ w


@vision.case(normal(8, 56, 56, 32), weights(32, 96))
def windows_attended(x, w):
    windows = jnp.roll(x, (-3, -3), (1, 2)).reshape(8, 8, 7, 8, 7, 32).transpose(0, 1, 3, 2, 4, 5).reshape(-1, 49, 32)
    q, k, v = jnp.split(windows @ w, 3, -1)
    y = jax.nn.softmax(q @ k.swapaxes(1, 2) / 32**0.5) @ v
    y = y.reshape(8, 8, 8, 7, 7, 32).transpose(0, 1, 3, 2, 4, 5).reshape(8, 56, 56, 32)
    return jnp.roll(y, (3, 3), (1, 2))
