// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile kernel on an NVIDIA GPU, in place of the model.

#pragma once

#include "tools/weft-run/Options.h"
#include "weft/Tile/Model/Model.h"

#include <llvm/Support/raw_ostream.h>

namespace weft::tools {

/// Lays a kernel out, compiles it and runs it on the first device. Buffers are
/// those that the model takes; what the kernel writes is there afterwards. With
/// --repeat, prints how long a run takes on the device.
Status runOnCuda(tile::KernelOp kernel, llvm::ArrayRef<tile::Buffer> buffers,
                 const Options &options);

/// Prints the PTX of a kernel, with what it takes to launch it in a comment.
Status printPtx(tile::KernelOp kernel, const Options &options,
                llvm::raw_ostream &output);

} // namespace weft::tools
