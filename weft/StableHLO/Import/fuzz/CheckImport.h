// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/StableHLO/Import/Import.h"

#include <llvm/ADT/StringRef.h>
#include <mlir/IR/Diagnostics.h>

#include <cstdlib>

namespace weft::stablehlo {

/// Imports the file, and aborts unless that gave a program or one error.
inline void checkImport(llvm::StringRef file) {
  // A context per file: attributes live as long as their context, and a context
  // for all files would grow without end.
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  unsigned errors = 0;
  context.getDiagEngine().registerHandler([&](mlir::Diagnostic &diagnostic) {
    errors += diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
    return llvm::success();
  });
  mlir::OwningOpRef<mlir::ModuleOp> module =
      importModule(llvm::MemoryBufferRef(file, "fuzz"), context);
  if (errors != (module ? 0 : 1)) {
    std::abort();
  }
}

} // namespace weft::stablehlo
