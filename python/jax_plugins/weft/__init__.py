# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes Weft a platform of JAX. JAX finds this module by its place and calls `initialize()` once."""

import weft
from jax_plugins.weft import lowering
from jax_plugins.weft.lowering import PLATFORMS
from weft.ffi import Ffi


def _forward_foreign_functions(ffi: Ffi) -> None:
    """Whatever is registered for "weft" goes to the plugin; so does whatever is registered for "cpu", which gets arrays in
    host memory, and for "CUDA", which gets those of NVIDIA's GPUs and their stream. The plugin prefers the first, and on
    a GPU the last to the second."""
    from jaxlib import xla_client

    # What was registered before is handed over now: types first, since functions use them.
    for platform in PLATFORMS:
        xla_client.register_custom_type_handler(platform, ffi.handle_type)
        xla_client.register_custom_call_handler(platform, ffi.handle_target)

    register_target, register_type = xla_client.register_custom_call_target, xla_client.register_custom_type

    def forward_target(name, fn, platform, api_version, traits=0):
        if platform in ("cpu", "CUDA", "cuda") and api_version == 1:
            ffi.handle_target(name, fn, platform.lower(), api_version, traits)

    def register_custom_call_target(name, fn, platform="cpu", api_version=0, *args, **kwargs):
        register_target(name, fn, platform, api_version, *args, **kwargs)
        forward_target(name, fn, platform, api_version, *args, **kwargs)

    def register_custom_type(type_name, type_id, platform="cpu"):
        register_type(type_name, type_id, platform)
        if platform in ("cpu", "CUDA", "cuda"):
            ffi.handle_type(type_name, type_id)

    # Those that were registered before us and wait for another client; LAPACK's and cuSOLVER's among them.
    def waiting(queues, platform):
        return list(getattr(xla_client, queues, {}).get(xla_client.xla_platform_names.get(platform, platform), []))

    for platform in ("cpu", "CUDA"):
        for type_name, type_id in waiting("_custom_type_id", platform):
            ffi.handle_type(type_name, type_id)
        for name, fn, api_version, traits in waiting("_custom_callback", platform):
            forward_target(name, fn, platform, api_version, traits)
    for name, fn, api_version in _lapack_targets():
        forward_target(name, fn, "cpu", api_version)
    for name, fn, api_version in lowering.cuda_targets():
        forward_target(name, fn, "CUDA", api_version)
    xla_client.register_custom_call_target = register_custom_call_target
    xla_client.register_custom_type = register_custom_type


def _lapack_targets() -> list:
    from jaxlib import lapack

    return lapack.registrations()["cpu"]


def _keep_cpu_beside_weft() -> None:
    """JAX gives the arguments of Python callbacks to a CPU device of its own, so there has to be one."""
    import jax

    platforms = (jax.config.jax_platforms or "").split(",")
    if set(PLATFORMS) & set(platforms) and "cpu" not in platforms:
        jax.config.update("jax_platforms", ",".join([*platforms, "cpu"]))


def initialize() -> None:
    from jax._src import xla_bridge

    from jax_plugins.weft import aliases, buffer_callbacks, callbacks, persistent_cache

    path = weft.library_path()
    xla_bridge.register_plugin("weft", library_path=path)
    # The processor, whatever else there is; behind JAX's own where nobody asks for it.
    xla_bridge.register_plugin("weft_cpu", library_path=path, priority=-100, options={"platform_name": "weft_cpu"})
    _keep_cpu_beside_weft()
    ffi = Ffi(path)
    _forward_foreign_functions(ffi)
    callbacks.install(ffi)
    buffer_callbacks.install()
    lowering.install()
    aliases.install()
    persistent_cache.install()
