// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/NVIDIA/Passes.h"

#include "weft/Tile/Layout/InferLayouts.h"

#include <mlir/Pass/PassRegistry.h>

namespace weft::nvidia {

void registerPasses() {
  mlir::registerPass(
      [] { return tile::createInferLayouts(*findMachine("sm_90")); });
  mlir::registerPass([] { return tile::createEraseLayouts(); });
}

} // namespace weft::nvidia
