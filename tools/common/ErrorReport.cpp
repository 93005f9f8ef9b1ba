// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/common/ErrorReport.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/FormatVariadic.h>

#include <algorithm>

using namespace mlir;

namespace weft::tools {

std::string positionText(Location location, llvm::StringRef fallback) {
  std::string position;
  location->walk([&](Location part) {
    auto place = dyn_cast<FileLineColLoc>(part);
    if (!place) {
      return WalkResult::advance();
    }
    // Line 0 is the file as a whole, for instance a module without a line of
    // its own; editors want a line.
    position = llvm::formatv("{0}:{1}:{2}", place.getFilename().getValue(),
                             std::max(place.getLine(), 1u),
                             std::max(place.getColumn(), 1u));
    return WalkResult::interrupt();
  });
  return position.empty() ? fallback.str() : position;
}

ErrorReport::ErrorReport(MLIRContext *context, llvm::StringRef file,
                         llvm::raw_ostream &others)
    : file(file), others(others),
      handler(context,
              [this](Diagnostic &diagnostic) { return handle(diagnostic); }) {}

std::string ErrorReport::format(Diagnostic &diagnostic,
                                llvm::StringRef severity) {
  return positionText(diagnostic.getLocation(), file) + ": " + severity.str() +
         ": " + diagnostic.str();
}

LogicalResult ErrorReport::handle(Diagnostic &diagnostic) {
  switch (diagnostic.getSeverity()) {
  case DiagnosticSeverity::Error:
    if (text.empty()) {
      text = format(diagnostic, "error");
      for (Diagnostic &note : diagnostic.getNotes()) {
        text += "\n" + format(note, "note");
      }
    }
    return success();
  case DiagnosticSeverity::Warning:
    others << format(diagnostic, "warning") << "\n";
    return success();
  case DiagnosticSeverity::Remark:
    others << format(diagnostic, "remark") << "\n";
    return success();
  case DiagnosticSeverity::Note:
    others << format(diagnostic, "note") << "\n";
    return success();
  }
  return failure();
}

} // namespace weft::tools
