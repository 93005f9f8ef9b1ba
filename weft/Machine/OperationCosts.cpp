// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Machine/OperationCosts.h"

#include <algorithm>

namespace weft {
namespace {

using enum OperationCost::Kind;

// In alphabetic order. Units are estimates, not measurements; fusion has
// weighed by them since it was built.
constexpr OperationCost rows[] = {
    {"after_all", Nothing, 0, 0},
    {"atan2", Transcendental, 24, 24},
    {"bitcast_convert", Moves, 0, 0},
    {"broadcast_in_dim", Moves, 0, 0},
    {"cbrt", Transcendental, 16, 16},
    {"concatenate", Moves, 0, 0},
    {"constant", Nothing, 0, 0},
    {"cosine", Transcendental, 16, 16},
    {"create_token", Nothing, 0, 0},
    {"custom_call", Moves, 1, 1},
    {"divide", Computes, 8, 12},
    {"dynamic_slice", Moves, 0, 0},
    {"dynamic_update_slice", Moves, 0, 0},
    {"exponential", Transcendental, 10, 10},
    {"exponential_minus_one", Transcendental, 10, 10},
    {"gather", Moves, 0, 0},
    {"get_tuple_element", Nothing, 1, 1},
    {"iota", Moves, 0, 0},
    {"log", Transcendental, 10, 10},
    {"log_plus_one", Transcendental, 10, 10},
    {"logistic", Transcendental, 16, 16},
    {"optimization_barrier", Nothing, 1, 1},
    {"pad", Moves, 0, 0},
    {"power", Transcendental, 24, 24},
    {"remainder", Computes, 8, 12},
    {"reshape", Nothing, 0, 0},
    {"reverse", Moves, 0, 0},
    {"rng", Computes, 40, 40},
    {"rng_bit_generator", Computes, 40, 40},
    {"rsqrt", Transcendental, 8, 8},
    {"sine", Transcendental, 16, 16},
    {"slice", Moves, 0, 0},
    {"sqrt", Transcendental, 8, 8},
    {"tan", Transcendental, 24, 24},
    {"tanh", Transcendental, 16, 16},
    {"transpose", Moves, 0, 0},
    {"tuple", Nothing, 1, 1},
};

constexpr bool byName(const OperationCost &row, std::string_view name) {
  return row.name < name;
}

static_assert(std::is_sorted(std::begin(rows), std::end(rows),
                             [](const OperationCost &a,
                                const OperationCost &b) {
                               return a.name < b.name;
                             }));

} // namespace

OperationCost operationCost(std::string_view name) {
  const OperationCost *row =
      std::lower_bound(std::begin(rows), std::end(rows), name, byName);
  return row != std::end(rows) && row->name == name ? *row
                                                    : OperationCost{name};
}

} // namespace weft
