// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Machine/Products.h"

namespace weft {

std::vector<ProductName> productNames() {
  return {
      {"nvidia:a100", "sm_80"},     {"nvidia:a30", "sm_80"},
      {"nvidia:a10", "sm_86"},      {"nvidia:a40", "sm_86"},
      {"nvidia:a6000", "sm_86"},    {"nvidia:rtx3080", "sm_86"},
      {"nvidia:rtx3090", "sm_86"},  {"nvidia:orin", "sm_87"},
      {"nvidia:l4", "sm_89"},       {"nvidia:l40", "sm_89"},
      {"nvidia:l40s", "sm_89"},     {"nvidia:rtx4080", "sm_89"},
      {"nvidia:rtx4090", "sm_89"},  {"nvidia:h100", "sm_90"},
      {"nvidia:h200", "sm_90"},     {"nvidia:gh200", "sm_90"},
      {"nvidia:b200", "sm_100"},    {"nvidia:gb200", "sm_100"},
      {"nvidia:b300", "sm_103"},    {"nvidia:gb300", "sm_103"},
      {"nvidia:thor", "sm_110"},    {"nvidia:rtx5080", "sm_120"},
      {"nvidia:rtx5090", "sm_120"}, {"nvidia:gb10", "sm_121"},
      {"amd:mi300a", "gfx942"},     {"amd:mi300x", "gfx942"},
      {"amd:mi325x", "gfx942"},     {"amd:mi350x", "gfx950"},
      {"amd:mi355x", "gfx950"},     {"amd:rx9070", "gfx1201"},
      {"amd:rx9070xt", "gfx1201"},
  };
}

} // namespace weft
