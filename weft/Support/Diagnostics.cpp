// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/Diagnostics.h"

#include "weft/Support/Origins.h"

using namespace mlir;

namespace weft {

std::string describeLocation(Location location) {
  ResolvedLocation resolved = resolveLocation(location);
  if (resolved.frames.empty()) {
    return resolved.namePath;
  }
  const ResolvedLocation::Frame &frame = resolved.frames.front();
  return frame.file + ":" + std::to_string(frame.line) + ":" +
         std::to_string(frame.column);
}

DiagnosticCollector::DiagnosticCollector(MLIRContext &context)
    : handler(&context, [this](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error ||
            hasError()) {
          return success();
        }
        std::string place = describeLocation(diagnostic.getLocation());
        text = (place.empty() ? "" : place + ": ") + diagnostic.str();
        for (Diagnostic &note : diagnostic.getNotes()) {
          std::string notePlace = describeLocation(note.getLocation());
          text +=
              "\n  " + (notePlace.empty() ? "" : notePlace + ": ") + note.str();
        }
        return success();
      }) {}

Status DiagnosticCollector::status(const std::string &fallback) const {
  return Status::invalidArgument(hasError() ? text : fallback);
}

} // namespace weft
