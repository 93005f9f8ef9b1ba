// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/StableHLO/Import/EntryReader.h"

namespace weft::stablehlo {

/// An attribute that holds one value of an enumeration.
template <typename AttributeT, typename Enum>
mlir::Attribute decodeEnum(EntryReader &reader,
                           std::optional<Enum> (*symbolize)(uint32_t)) {
  Enum value;
  if (failed(reader.readEnum(value, symbolize))) {
    return nullptr;
  }
  return AttributeT::get(reader.context(), value);
}

} // namespace weft::stablehlo
