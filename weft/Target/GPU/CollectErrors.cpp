// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/CollectErrors.h"

#include "weft/Support/Diagnostics.h"

namespace weft::gpu {

Status collectErrors(mlir::MLIRContext *context,
                     llvm::function_ref<Status(std::string)> statusOf,
                     llvm::function_ref<mlir::LogicalResult()> use) {
  std::string errors;
  mlir::ScopedDiagnosticHandler handler(
      context, [&](mlir::Diagnostic &diagnostic) {
        const std::string place = describeLocation(diagnostic.getLocation());
        errors += (errors.empty() ? "" : "; ") + place +
                  (place.empty() ? "" : ": ") + diagnostic.str();
        return mlir::success();
      });
  return mlir::failed(use()) ? statusOf(errors) : Status::success();
}

} // namespace weft::gpu
