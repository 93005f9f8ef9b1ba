// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/IR/AttributeFields.h"

#include <llvm/ADT/STLExtras.h>

using namespace mlir;

namespace weft::stablehlo {

static ParseResult parseValue(AsmParser &parser, const Field &field) {
  if (auto *number = std::get_if<int64_t *>(&field.value)) {
    return parser.parseInteger(**number);
  }
  SmallVector<int64_t> &list = *std::get<SmallVector<int64_t> *>(field.value);
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(list.emplace_back());
  });
}

ParseResult parseFields(AsmParser &parser, ArrayRef<Field> fields) {
  SmallVector<bool> seen(fields.size(), false);
  while (failed(parser.parseOptionalGreater())) {
    SMLoc location = parser.getCurrentLocation();
    const Field *found = llvm::find_if(fields, [&](const Field &field) {
      return succeeded(parser.parseOptionalKeyword(field.name));
    });
    if (found == fields.end()) {
      InFlightDiagnostic diagnostic =
          parser.emitError(location, "expected one of: ");
      llvm::interleaveComma(fields, diagnostic, [&](const Field &field) {
        diagnostic << '`' << field.name << '`';
      });
      return diagnostic;
    }
    if (std::exchange(seen[found - fields.begin()], true)) {
      return parser.emitError(location, "duplicated `")
             << found->name << "` entry";
    }
    if (parser.parseEqual() || parseValue(parser, *found)) {
      return failure();
    }
    if (failed(parser.parseOptionalComma())) {
      return parser.parseGreater();
    }
  }
  return success();
}

} // namespace weft::stablehlo
