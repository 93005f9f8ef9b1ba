// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Program files as the tools read them.

#pragma once

#include "weft/Support/Status.h"

#include <llvm/Support/MemoryBuffer.h>

#include <memory>
#include <vector>

namespace weft::tools {

/// A whole file, or standard input for "-".
StatusOr<std::unique_ptr<llvm::MemoryBuffer>> readFile(llvm::StringRef path);

/// Whether the buffer holds MLIR bytecode, a portable artifact included.
bool isBytecode(llvm::StringRef contents);

/// The parts of a text between lines `// -----`. Each part starts with as many
/// empty lines as stand before it in the file, so that its line numbers are the
/// file's. Bytecode is one part.
std::vector<std::unique_ptr<llvm::MemoryBuffer>>
splitParts(const llvm::MemoryBuffer &file);

} // namespace weft::tools
