// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Feeds bytes to the bytecode importer, behind the magic number that tells
// bytecode from text.

#include "weft/StableHLO/Import/fuzz/CheckImport.h"

#include <string>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string file(reinterpret_cast<const char *>(data), size);
  if (size < 4) {
    return 0;
  }
  file.replace(0, 4, "ML\xEFR");
  weft::stablehlo::checkImport(file);
  return 0;
}
