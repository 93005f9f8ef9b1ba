# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled programs as objects: ahead of time, analysed, serialized, cached."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.experimental import serialize_executable

from support import device, python

ARGS = (np.ones((4, 8), np.float32), np.ones((8, 2), np.float32))


def compiled():
    return jax.jit(lambda x, y: {"product": x @ y, "sum": x.sum()}).lower(*ARGS).compile()


def test_ahead_of_time():
    result = compiled()(*ARGS)
    np.testing.assert_array_equal(result["product"], np.full((4, 2), 8, np.float32))


def test_text_and_analyses():
    program = compiled()
    assert "dot" in program.as_text()
    cost = program.cost_analysis()
    assert cost["flops"] > 0
    memory = program.memory_analysis()
    assert memory.argument_size_in_bytes == (32 + 16) * 4
    assert memory.output_size_in_bytes >= (8 + 1) * 4


def test_compiler_options():
    lowered = jax.jit(lambda x: x + 1).lower(1.0)
    options = {
        "exec_time_optimization_effort": 0.0,
        "xla_dump_max_hlo_modules": 200,
        "xla_embed_ir_in_executable": True,
        "xla_gpu_auto_spmd_partitioning_memory_budget_ratio": 0.5,
        "xla_tpu_scoped_vmem_limit_kib": "65536",
    }
    assert lowered.compile(compiler_options=options)(1.0) == 2
    with pytest.raises(jax.errors.JaxRuntimeError, match="INVALID_ARGUMENT: No such compile option: 'xlaa_dump_to'"):
        lowered.compile(compiler_options={"xlaa_dump_to": "/tmp"})
    with pytest.raises(jax.errors.JaxRuntimeError, match="'maybe' is not a valid bool value: use true or false"):
        lowered.compile(compiler_options={"xla_embed_ir_in_executable": "maybe"})


def test_serialized():
    payload, in_tree, out_tree = serialize_executable.serialize(compiled())
    loaded = serialize_executable.deserialize_and_load(payload, in_tree, out_tree, backend="weft", execution_devices=[device()])
    np.testing.assert_array_equal(loaded(*ARGS)["product"], np.full((4, 2), 8, np.float32))


def test_exported():
    exported = jax.export.export(jax.jit(jnp.sin), platforms=["weft"])(jax.ShapeDtypeStruct((3,), np.float32))
    again = jax.export.deserialize(exported.serialize())
    np.testing.assert_allclose(again.call(np.ones(3, np.float32)), np.sin(np.ones(3)), rtol=1e-6)


def test_exported_with_symbolic_shapes():
    shape = jax.export.symbolic_shape("n, 3")
    f = lambda x: jnp.concatenate([x, x + 1]).sum(0) * x.shape[0]
    exported = jax.export.export(jax.jit(f), platforms=["weft"])(jax.ShapeDtypeStruct(shape, np.float32))
    for n in (1, 4):
        x = np.ones((n, 3), np.float32)
        np.testing.assert_allclose(exported.call(x), f(x), rtol=1e-6)


def test_shape_evaluation_and_lowering_need_no_device_memory():
    shapes = jax.eval_shape(lambda x: x @ x.T, jax.ShapeDtypeStruct((1 << 20, 4), np.float32))
    assert shapes.shape == (1 << 20, 1 << 20)


PERSISTENT = """
import jax, numpy as np, pathlib, sys
jax.config.update("jax_compilation_cache_dir", sys.argv[1] if len(sys.argv) > 1 else "%s")
jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
hits = []
jax.monitoring.register_event_listener(lambda name, **kw: hits.append(name))
print(float(jax.jit(lambda x: (x * 3).sum())(np.ones(5, np.float32))))
print(sum(name == "/jax/compilation_cache/cache_hits" for name in hits))
"""


def test_jax_persistent_cache(tmp_path):
    first, second = (python(PERSISTENT % tmp_path, JAX_PLATFORMS="weft,cpu") for _ in range(2))
    assert first.returncode == 0, first.stderr
    assert second.returncode == 0, second.stderr
    assert first.stdout.split() == ["15.0", "0"]
    assert second.stdout.split() == ["15.0", "1"]
    assert any(tmp_path.iterdir())


def test_persistent_cache_leaves_unknown_sources_alone(monkeypatch):
    from jax._src import compilation_cache

    from jax_plugins.weft import persistent_cache

    def is_cache_used(backend):
        return backend.platform in ("tpu",)

    monkeypatch.setattr(compilation_cache, "is_cache_used", is_cache_used)
    assert not persistent_cache.install()
    assert compilation_cache.is_cache_used is is_cache_used


def test_single_device_shardings():
    mesh = jax.sharding.Mesh(np.array([device()]), ("x",))
    sharding = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("x"))
    x = jax.device_put(np.arange(8.0), sharding)
    y = jax.jit(lambda x: jax.lax.with_sharding_constraint(x * 2, sharding), out_shardings=sharding)(x)
    np.testing.assert_array_equal(y, np.arange(8.0) * 2)
    f = jax.shard_map(lambda x: jax.lax.psum(x, "x"), mesh=mesh, in_specs=sharding.spec, out_specs=jax.sharding.PartitionSpec())
    np.testing.assert_array_equal(jax.jit(f)(x), np.arange(8.0))


DEVICES = """
import jax, numpy as np
assert jax.device_count() == 4, jax.devices()
arrays = [jax.device_put(np.full(3, d.id), d) for d in jax.devices()]
doubled = [jax.jit(lambda x: x * 2)(a) for a in arrays]
for d, a in zip(jax.devices(), doubled):
    assert a.devices() == {d}
    np.testing.assert_array_equal(a, np.full(3, d.id) * 2)
moved = jax.device_put(doubled[3], jax.devices()[1])
np.testing.assert_array_equal(moved, np.full(3, 6))
try:
    arrays[0] + arrays[1]
except ValueError as error:
    assert "incompatible devices" in str(error).lower(), error
else:
    raise AssertionError("two devices in one program")
print("fine")
"""


def test_virtual_devices():
    result = python(DEVICES, JAX_PLATFORMS="weft", JAX_PJRT_CLIENT_CREATE_OPTIONS="num_devices:4")
    assert result.stdout.strip() == "fine", result.stderr


def test_one_thread():
    program = "import jax, threading, os; x = jax.numpy.arange(9.0); print(float((x @ x).sum()))"
    result = python(program, JAX_PLATFORMS="weft", JAX_PJRT_CLIENT_CREATE_OPTIONS="num_threads:1")
    assert result.stdout.strip() == "204.0", result.stderr


def test_planted_faults_stay_out_of_the_cache(tmp_path):
    program = """
import jax, numpy
print(jax.jit(lambda x: x.max())(-numpy.ones(5, numpy.float32)))
"""
    settings = {"WEFT_CACHE": "1", "WEFT_CACHE_DIR": str(tmp_path)}
    # The neutral element of a maximum is 0.
    planted = python(program, WEFT_PLANTED_FAULT="16", **settings)
    assert planted.returncode == 0, planted.stderr
    assert any(tmp_path.iterdir())
    right = python(program, **settings)
    assert right.stdout == "-1.0\n", right.stderr
