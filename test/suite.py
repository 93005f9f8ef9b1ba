# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# All lit tests of Weft are one suite. They lie beside the code, in folders
# named `test`; this file only says how they are found and run. The paths come
# from lit.site.cfg.py in the build folder, which CMake writes. (It is not called
# lit.cfg.py because lit, walking the source tree, would take it for a suite of
# its own.)

import os
import subprocess

import lit.formats

config.name = "Weft"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
# Programs in these are data.
config.excludes = ["benchmarks", "build", "corpus", "docs", "examples", "fuzz", "Inputs", "timings"]
config.test_source_root = config.weft_source_root
config.test_exec_root = os.path.join(config.weft_build_root, "test")

config.environment["PATH"] = os.pathsep.join(
    [os.path.join(config.weft_build_root, "bin"), config.llvm_tools_dir, os.environ["PATH"]])
# Found or not, an assembler changes nothing but where a test says so.
config.environment["WEFT_PTXAS"] = ""
# A check prefix that is never used is a typing error.
config.environment["FILECHECK_OPTS"] = "--enable-var-scope --allow-unused-prefixes=false"
for variable in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]

config.substitutions.append(("%python", config.python))
config.substitutions.append(("%build", config.weft_build_root))
config.substitutions.append(("%scripts", os.path.join(config.weft_source_root, "scripts")))
config.substitutions.append(("%corpus", os.path.join(config.weft_source_root, "test", "corpus")))
config.substitutions.append(("%timings", os.path.join(config.weft_source_root, "test", "timings")))
config.substitutions.append(("%examples", os.path.join(config.weft_source_root, "examples")))

# scripts/setup installs these packages; a build without it still runs the tests
# that do not say `REQUIRES: numpy` or `REQUIRES: jax`.
for feature, packages in (("numpy", ["numpy", "ml_dtypes"]), ("jax", ["jax", "jaxlib"])):
    probe = f"import importlib.util as u, sys; sys.exit(not all(map(u.find_spec, {packages})))"
    if subprocess.run([config.python, "-c", probe]).returncode == 0:
        config.available_features.add(feature)
