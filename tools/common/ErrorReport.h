// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors as the tools show them: one message, `file:line:col: error: text`.

#pragma once

#include <llvm/Support/raw_ostream.h>
#include <mlir/IR/Diagnostics.h>
#include <mlir/IR/Location.h>

#include <string>

namespace weft::tools {

/// `file:line:col` of the first source position inside a location; the fallback
/// where there is none.
std::string positionText(mlir::Location location, llvm::StringRef fallback);

/// While this lives, takes the diagnostics of a context and keeps the first
/// error with its notes. Errors that follow from it are dropped; warnings and
/// remarks are written to `others` at once.
class ErrorReport {
public:
  /// `file` stands in for locations that name none.
  ErrorReport(mlir::MLIRContext *context, llvm::StringRef file,
              llvm::raw_ostream &others);

  bool hasError() const { return !text.empty(); }
  /// The message with its position, then one line per note; without a final
  /// line break.
  const std::string &message() const { return text; }
  /// Forgets the error.
  void clear() { text.clear(); }

private:
  mlir::LogicalResult handle(mlir::Diagnostic &diagnostic);
  std::string format(mlir::Diagnostic &diagnostic, llvm::StringRef severity);

  std::string file;
  llvm::raw_ostream &others;
  std::string text;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace weft::tools
