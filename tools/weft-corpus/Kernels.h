// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the compiler makes of one program, as fingerprints: one for each kernel
// on each machine. Equal fingerprints mean equal bytes of code.

#pragma once

#include "weft/Support/Status.h"

#include <llvm/ADT/StringRef.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace weft::tools {

/// In the order of the columns.
inline constexpr std::string_view kMachines[] = {"arm64", "x86-64-v3",
                                                 "x86-64-v4", "sm_90a"};

struct Fingerprint {
  /// Of the machine code or the PTX.
  std::string code;
  /// Of LLVM's language as it left the emitter: what is left to compare under
  /// another LLVM. Empty for PTX.
  std::string emitted;
};

/// By the kernel's name, then by the machine's. "(plan)" is what comes before
/// kernels are cut into tiles, the same for all machines or not.
using Fingerprints = std::map<std::string, std::map<std::string, Fingerprint>>;

/// `program` is text. A first line `// tiles: 4,256` gives the sizes of tiles
/// for the GPU; without, there is no PTX.
StatusOr<Fingerprints> takeFingerprints(const std::string &program);

/// The part of it that is for the GPU, in tiles of these sizes.
Status takePtx(const std::string &program, llvm::StringRef sizes,
               Fingerprints &all);

std::string fingerprint(llvm::StringRef bytes);

} // namespace weft::tools
