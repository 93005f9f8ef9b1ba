# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How JAX lowers primitives for Weft, where its defaults do not serve.

A platform inherits every default rule. Weft's devices have host memory, or are given copies in it, so that what JAX and other
packages wrote for "cpu" runs as well; it is used in two cases:

* for primitives that have no default rule (eigenvalues, Schur, `jax.debug`, a package's own primitive), and
* for matrix factorisations, whose defaults are slow or unknown to us, and whose CPU rules call LAPACK through handlers
  in jaxlib (`LAPACK_PRIMITIVES`).

On a GPU such calls get copies of their arrays in host memory. Where jaxlib's package for CUDA is installed and the
environment variable WEFT_VENDOR_LIBRARIES is 1, larger matrices go to NVIDIA's libraries instead (`CUDA_PRIMITIVES`), by
JAX's rules for CUDA and the handlers of that package, which work on the device's own arrays.

Exchanges of rows become a permutation by JAX's call for CUDA, which the compiler knows by its name: the default is a loop.

The inverse error function is handed over whole, as a call: jaxlib writes it out otherwise, with a logarithm of all digits.

Block-scaled products have rules for JAX's own GPU platforms only; ours says them in operations that every platform has.
"""

import os
from collections.abc import Callable, Iterator
from typing import Any

# The same plugin under two names: the second is always the processor.
PLATFORMS = ("weft", "weft_cpu")

LAPACK_PRIMITIVES = (
    "cholesky_p",
    "eig_p",
    "eigh_p",
    "geqp3_p",
    "geqrf_p",
    "hessenberg_p",
    "householder_product_p",
    "lu_p",
    "ormqr_p",
    "schur_p",
    "svd_p",
    "triangular_solve_p",
    "tridiagonal_p",
    "tridiagonal_solve_p",
)


# Those that NVIDIA's libraries compute on a GPU where they are asked for (WEFT_VENDOR_LIBRARIES).
CUDA_PRIMITIVES = ("eig_p", "eigh_p", "geqrf_p", "householder_product_p", "lu_p", "ormqr_p", "svd_p")
# Up to here they are kernels of the program.
SMALL_MATRIX = 32


class RulesWithFallback(dict):
    """Weft's rules; for a primitive with neither a rule here nor a default one, those of the CPU."""

    def __init__(self, rules: dict, defaults: dict, fallback: dict) -> None:
        super().__init__(rules)
        self._defaults = defaults
        self._fallback = fallback

    def __contains__(self, primitive: Any) -> bool:
        return super().__contains__(primitive) or (primitive not in self._defaults and primitive in self._fallback)

    def __missing__(self, primitive: Any) -> Any:
        if primitive in self._defaults:
            raise KeyError(primitive)
        return self._fallback[primitive]

    def get(self, primitive: Any, default: Any = None) -> Any:
        return self[primitive] if primitive in self else default


def platforms_with_weft(platforms: tuple) -> tuple:
    """The branches of `lax.platform_dependent`: without one for Weft and without a default, the CPU's is ours."""
    if None in platforms:
        return platforms
    ours = [platform for platform in PLATFORMS if not any(platform in names for names in platforms)]
    return tuple((*names, *ours) if "cpu" in names else names for names in platforms)


def _with_weft_branch(rule: Callable, parameter: str) -> Callable:
    def lower(ctx: Any, *args: Any, **params: Any) -> Any:
        if params.get(parameter) is not None:
            params[parameter] = platforms_with_weft(params[parameter])
        return rule(ctx, *args, **params)

    return lower


def _without_empty_matrices(rule: Callable) -> Callable:
    """LAPACK refuses matrices of order zero, and jaxlib's handlers end the process on some. XLA never gets that far,
    because it removes what computes nothing."""
    from jax._src import core
    from jax._src.interpreters import mlir

    def lower(ctx: Any, *args: Any, **params: Any) -> Any:
        if all(core.is_constant_shape(aval.shape) and 0 in aval.shape for aval in ctx.avals_out):
            return [mlir.full_like_aval(ctx, 0, aval) for aval in ctx.avals_out]
        return rule(ctx, *args, **params)

    return lower


def _by_any_algorithm(rule: Callable) -> Callable:
    """Eigenvalues and singular values are LAPACK's, whichever of the ways that JAX has on GPUs was named."""
    from jax._src.lax import linalg

    ways = {
        "algorithm": (("SvdAlgorithm", "JACOBI"), ("SvdAlgorithm", "POLAR"), ("EighImplementation", "JACOBI")),
        "implementation": (("EigImplementation", "CUSOLVER"), ("EigImplementation", "MAGMA")),
    }
    # Older versions of JAX have not all of them.
    of_gpus = {name: [getattr(getattr(linalg, kind, None), way, None) for kind, way in named] for name, named in ways.items()}

    def lower(ctx: Any, *args: Any, **params: Any) -> Any:
        for name, named in of_gpus.items():
            if params.get(name) is not None and params[name] in named:
                params[name] = getattr(type(params[name]), "DEFAULT", None)
        return rule(ctx, *args, **params)

    return lower


def cuda_targets() -> list:
    """Handlers of jaxlib's package for CUDA, which is rarely there: name, function, version of the interface."""
    from jaxlib import gpu_linalg, gpu_solver

    return [target for module in (gpu_linalg, gpu_solver) for target in module.registrations().get("CUDA", [])]


def _takes_library(ctx: Any) -> bool:
    """Whether this factorisation is for one of NVIDIA's libraries."""
    import jax

    if os.environ.get("WEFT_VENDOR_LIBRARIES") != "1" or max(ctx.avals_in[0].shape[-2:], default=0) <= SMALL_MATRIX:
        return False
    names = [name for name in ctx.module_context.platforms if name in PLATFORMS]
    return bool(names) and hasattr(jax.devices(names[0])[0], "compute_capability") and bool(cuda_targets())


def _with_library(rule: Callable, library_rule: Callable) -> Callable:
    def lower(ctx: Any, *args: Any, **params: Any) -> Any:
        return (library_rule if _takes_library(ctx) else rule)(ctx, *args, **params)

    return lower


def _scaled_matmul(a: Any, b: Any, a_scales: Any, b_scales: Any, *, preferred_element_type: Any) -> list:
    """`jax.nn.scaled_matmul`: rows of `a` by rows of `b`, each block of a row with a scale of its own."""
    from jax import lax

    def scaled(x: Any, scales: Any) -> Any:
        blocks = x.reshape(*scales.shape, -1).astype(preferred_element_type)
        return (blocks * scales.astype(preferred_element_type)[..., None]).reshape(x.shape)

    dimensions = (((2,), (2,)), ((0,), (0,)))
    left, right = scaled(a, a_scales), scaled(b, b_scales)
    return [lax.dot_general(left, right, dimensions, preferred_element_type=preferred_element_type)]


def _block_scaled_rules() -> Iterator[tuple]:
    from jax._src.cudnn import scaled_matmul_stablehlo
    from jax._src.interpreters import mlir

    yield scaled_matmul_stablehlo._scaled_matmul_p, mlir.lower_fun(_scaled_matmul, multiple_results=True)


def _where_shapes_are_known(rule: Callable, default: Callable) -> Callable:
    from jax._src import core

    def lower(ctx: Any, *args: Any, **params: Any) -> Any:
        is_known = all(core.is_constant_shape(aval.shape) for aval in (*ctx.avals_in, *ctx.avals_out))
        return (rule if is_known else default)(ctx, *args, **params)

    return lower


def _permutation_rules() -> Iterator[tuple]:
    from jax._src.interpreters import mlir
    from jax._src.lax import linalg

    primitive = linalg.lu_pivots_to_permutation_p
    cuda = mlir._platform_specific_lowerings["cuda"]
    yield primitive, _where_shapes_are_known(cuda[primitive].rule, mlir._lowerings[primitive].rule)


def _inverse_error_function(default: Callable) -> Callable:
    """Exported programs keep JAX's operation: other readers know no such call, and JAX refuses to export it."""
    from jax._src.interpreters import mlir

    def lower(ctx: Any, *args: Any, **params: Any) -> Any:
        if ctx.module_context.lowering_parameters.for_export or any(value is not None for value in params.values()):
            return default(ctx, *args, **params)
        return mlir.custom_call("mhlo.erf_inv", result_types=[args[0].type], operands=args).results

    return lower


def _whole_function_rules() -> Iterator[tuple]:
    from jax._src.interpreters import mlir
    from jax._src.lax import special

    default = mlir._lowerings[special.erf_inv_p].rule
    yield special.erf_inv_p, _where_shapes_are_known(_inverse_error_function(default), default)


def _lapack_primitives() -> Iterator[Any]:
    from jax._src.lax import linalg

    for name in LAPACK_PRIMITIVES:
        primitive = getattr(linalg, name, None)
        if primitive is not None:
            yield primitive


def install() -> None:
    from jax._src.interpreters import mlir
    from jax._src.lax import linalg
    from jax._src.lax.control_flow import conditionals

    rules = mlir._platform_specific_lowerings
    cpu, cuda = rules["cpu"], rules["cuda"]
    for platform in PLATFORMS:
        if not isinstance(rules[platform], RulesWithFallback):
            rules[platform] = RulesWithFallback(rules[platform], mlir._lowerings, cpu)
        for primitive in _lapack_primitives():
            if primitive in cpu:
                rule = cpu[primitive].rule
                if primitive in (linalg.eig_p, linalg.eigh_p, linalg.svd_p):
                    rule = _by_any_algorithm(rule)
                if primitive in cuda and primitive.name in {name.removesuffix("_p") for name in CUDA_PRIMITIVES}:
                    rule = _with_library(rule, cuda[primitive].rule)
                rule = _without_empty_matrices(rule)
                mlir.register_lowering(primitive, rule, platform=platform)
        for primitive, rule in (*_block_scaled_rules(), *_permutation_rules(), *_whole_function_rules()):
            mlir.register_lowering(primitive, rule, platform=platform)
        for primitive, parameter in (
            (conditionals.platform_index_p, "platforms"),
            (conditionals.cond_p, "branches_platforms"),
        ):
            rule = mlir._lowerings[primitive].rule
            mlir.register_lowering(primitive, _with_weft_branch(rule, parameter), platform=platform)
        # Without this JAX drops donations for us, with a warning.
        if platform not in mlir._platforms_with_donation:
            mlir._platforms_with_donation.append(platform)
