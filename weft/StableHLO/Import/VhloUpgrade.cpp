// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From one version of a VHLO operation to the next, one row per step.

#include "weft/StableHLO/Import/PortableOp.h"

#include <llvm/ADT/STLExtras.h>
#include <mlir/IR/BuiltinTypes.h>

using namespace llvm;
using namespace mlir;
using namespace weft::stablehlo;

namespace {

struct Step {
  StringLiteral from;
  StringLiteral to;
  /// What changes besides the name. Nothing where operands became a list, or
  /// where an attribute was added whose absence means its default.
  void (*change)(PortableOp &) = nullptr;
};

DenseElementsAttr getEmptyList(MLIRContext *context) {
  auto type = RankedTensorType::get({0}, IntegerType::get(context, 64));
  return DenseElementsAttr::get(type, ArrayRef<int64_t>());
}

/// The operand of the same meaning was there already, and it counted.
void dropPadding(PortableOp &op) { op.attributes.erase("padding"); }

void addGatherBatching(PortableOp &op) {
  op.set("operand_batching_dims", getEmptyList(op.context));
  op.set("start_indices_batching_dims", getEmptyList(op.context));
}

void addScatterBatching(PortableOp &op) {
  op.set("input_batching_dims", getEmptyList(op.context));
  op.set("scatter_indices_batching_dims", getEmptyList(op.context));
}

/// Sorted by `from`.
constexpr Step kSteps[] = {
    {"all_gather_v1", "all_gather_v2"},
    {"all_reduce_v1", "all_reduce_v2"},
    {"all_to_all_v1", "all_to_all_v2"},
    {"cbrt_v1", "cbrt_v2"},
    {"collective_broadcast_v1", "collective_broadcast_v2"},
    {"composite_v1", "composite_v2"},
    {"cosine_v1", "cosine_v2"},
    {"custom_call_v1", "custom_call_v2"},
    {"dot_general_v1", "dot_general_v2"},
    {"dynamic_conv_v1", "dynamic_conv_v2", dropPadding},
    {"dynamic_gather_v1", "dynamic_gather_v2", addGatherBatching},
    {"exponential_minus_one_v1", "exponential_minus_one_v2"},
    {"exponential_v1", "exponential_v2"},
    {"gather_v1", "gather_v2", addGatherBatching},
    {"log_plus_one_v1", "log_plus_one_v2"},
    {"log_v1", "log_v2"},
    {"logistic_v1", "logistic_v2"},
    {"recv_v1", "recv_v2"},
    {"rsqrt_v1", "rsqrt_v2"},
    {"scatter_v1", "scatter_v2", addScatterBatching},
    {"send_v1", "send_v2"},
    {"sine_v1", "sine_v2"},
    {"sqrt_v1", "sqrt_v2"},
    {"tan_v1", "tan_v2"},
    {"tanh_v1", "tanh_v2"},
};

const Step *findStep(StringRef name) {
  const Step *row =
      lower_bound(kSteps, name, [](const Step &step, StringRef key) {
        return step.from < key;
      });
  return row != std::end(kSteps) && row->from == name ? row : nullptr;
}

} // namespace

LogicalResult weft::stablehlo::upgrade(PortableOp &op, std::string &error) {
  if (!findVhloOp(op.name)) {
    error = ("unknown operation 'vhlo." + op.name +
             "': the artifact is newer than this reader, which knows up to "
             "version " +
             Twine(kNewestMajor) + "." + Twine(kNewestMinor))
                .str();
    return failure();
  }
  while (const Step *step = findStep(op.name)) {
    if (step->change) {
      step->change(op);
    }
    op.name = step->to;
  }
  return success();
}
