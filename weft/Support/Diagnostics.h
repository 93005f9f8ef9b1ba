// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's diagnostics as a status.

#pragma once

#include "weft/Support/Status.h"

#include <mlir/IR/Diagnostics.h>

#include <string>

namespace weft {

/// "model.py:12:3" where a location names a file, else the producer's name for
/// the operation, else nothing.
std::string describeLocation(mlir::Location location);

/// Keeps the first error while it is in scope, and lets nothing through to
/// the terminal.
class DiagnosticCollector {
public:
  explicit DiagnosticCollector(mlir::MLIRContext &context);

  bool hasError() const { return !text.empty(); }
  /// InvalidArgument with place, text and notes of the first error; `fallback`
  /// when there was none.
  Status status(const std::string &fallback) const;

private:
  std::string text;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace weft
