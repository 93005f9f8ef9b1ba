// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one error of a failed import. Whatever goes wrong first is kept, with the
// byte it was found at; everything that fails because of it is dropped.

#pragma once

#include <llvm/ADT/Twine.h>
#include <mlir/IR/Diagnostics.h>
#include <mlir/IR/Location.h>
#include <mlir/Support/LLVM.h>

#include <cstdint>
#include <optional>
#include <string>

namespace weft::stablehlo {

class ImportError {
public:
  /// Keeps the error if it is the first. Always returns failure.
  llvm::LogicalResult fail(uint64_t offset, const llvm::Twine &message) {
    if (!error) {
      error = Error{offset, message.str()};
    }
    return llvm::failure();
  }

  /// The place to blame for errors that come from MLIR itself, which knows
  /// nothing about the file: builders and verifiers of attributes and types.
  void setPosition(uint64_t offset) { position = offset; }

  uint64_t offset() const { return error ? error->offset : position; }
  llvm::StringRef message() const {
    return error ? llvm::StringRef(error->message)
                 : llvm::StringRef("malformed program");
  }

  /// While this lives, errors emitted in the context are kept here instead of
  /// being printed.
  class Capture {
  public:
    Capture(ImportError &error, mlir::MLIRContext *context)
        : handler(context, [&error](mlir::Diagnostic &diagnostic) {
            if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error) {
              return llvm::failure();
            }
            (void)error.fail(error.position, diagnostic.str());
            return llvm::success();
          }) {}

  private:
    mlir::ScopedDiagnosticHandler handler;
  };

private:
  struct Error {
    uint64_t offset;
    std::string message;
  };
  std::optional<Error> error;
  uint64_t position = 0;
};

} // namespace weft::stablehlo
