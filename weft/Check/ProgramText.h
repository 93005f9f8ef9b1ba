// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program with its inputs as one text: a file of MLIR in which a comment
// holds the rest. What is written is read back as the same program.
//
//   func.func @main(%arg0: tensor<2xf32>) -> ...
//   // --args='[dense<[1.0, 2.0]> : tensor<2xf32>]' --devices=2x2

#pragma once

#include "weft/Check/Program.h"

namespace weft {

/// The comment is what weft-run takes.
std::string printProgram(const CheckedProgram &program);

/// Inputs that the text does not give are left out, and so is what follows a
/// line `// -----`.
StatusOr<CheckedProgram> parseProgram(llvm::StringRef text,
                                      mlir::MLIRContext *context);

/// Takes the inputs, and what else the comment says, from a text whose module
/// the program already has.
Status readComment(llvm::StringRef text, CheckedProgram &program);

} // namespace weft
