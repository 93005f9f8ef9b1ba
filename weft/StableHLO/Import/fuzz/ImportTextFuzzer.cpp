// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Feeds text to the text importer.

#include "weft/StableHLO/Import/fuzz/CheckImport.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef file(reinterpret_cast<const char *>(data), size);
  if (!file.starts_with("ML\xEFR")) {
    weft::stablehlo::checkImport(file);
  }
  return 0;
}
