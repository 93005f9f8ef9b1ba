# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# All lit tests of Weft are one suite. They lie beside the code, in folders
# named `test`; this file only says how they are found and run. The paths come
# from lit.site.cfg.py in the build folder, which CMake writes.

import os

import lit.formats


class TestsBesideCode(lit.formats.ShTest):
    """Takes tests from `test` folders alone: programs elsewhere (examples,
    fuzzing seeds) are data."""

    def getTestsInDirectory(self, suite, path, lit_config, local_config):
        if path and "test" not in path:
            return []
        return super().getTestsInDirectory(suite, path, lit_config, local_config)


config.name = "Weft"
config.test_format = TestsBesideCode(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["build", "docs", "examples", "cmake", "Inputs"]
config.test_source_root = config.weft_source_root
config.test_exec_root = os.path.join(config.weft_build_root, "test")

config.environment["PATH"] = os.pathsep.join(
    [os.path.join(config.weft_build_root, "bin"), config.llvm_tools_dir, os.environ["PATH"]])
# A check prefix that is never used is a typing error.
config.environment["FILECHECK_OPTS"] = "--enable-var-scope --allow-unused-prefixes=false"
for variable in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]

config.substitutions.append(("%python", config.python))
config.substitutions.append(("%examples", os.path.join(config.weft_source_root, "examples")))
