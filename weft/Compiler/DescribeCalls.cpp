// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/DescribeCalls.h"

#include "weft/Compiler/DescribeCollective.h"
#include "weft/Compiler/OutlineCalls.h"
#include "weft/StableHLO/IR/CallArrays.h"
#include "weft/StableHLO/Import/Import.h"

using namespace mlir;

namespace weft {
namespace {

bool hasWholeBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  Type element = tensor ? tensor.getElementType() : Type();
  return !tensor || element.isInteger(1) || !element.isIntOrFloat() ||
         element.getIntOrFloatBitWidth() >= 8;
}

/// Whether a call takes arrays as compiled code has them: row-major, of whole
/// bytes.
bool takesArraysInPlace(stablehlo::CustomCallOp call) {
  auto areRowMajor = [&](std::optional<ArrayAttr> layouts) {
    return !layouts || llvm::all_of(*layouts, stablehlo::isRowMajor);
  };
  return (stablehlo::isInOrder(call) ||
          (areRowMajor(call.getOperandLayouts()) &&
           areRowMajor(call.getResultLayouts()))) &&
         llvm::all_of(call->getOperandTypes(), hasWholeBytes) &&
         llvm::all_of(call->getResultTypes(), hasWholeBytes);
}

OutlinedCall describeOutlined(Operation *call) {
  uint64_t bytes = 0;
  for (Type type :
       llvm::concat<const Type>(llvm::to_vector(call->getOperandTypes()),
                                llvm::to_vector(call->getResultTypes()))) {
    bytes += static_cast<uint64_t>(plan::byteSize(type));
  }
  OutlinedCall described{false, bytes};
  call->walk([&](stablehlo::CustomCallOp custom) {
    described.isInPlace = takesArraysInPlace(custom);
    // The interpreter's, and those in the order that the call wants.
    described.copiedBytes = 2 * bytes;
  });
  return described;
}

} // namespace

StatusOr<DescribedCalls> describeCalls(Location location,
                                       ArrayRef<Operation *> steps) {
  DescribedCalls result;
  llvm::SmallVector<NumberedCall> outlined;
  for (auto [number, step] : llvm::enumerate(steps)) {
    if (Operation *move = findMove(step)) {
      WEFT_ASSIGN_OR_RETURN(CollectiveCall collective,
                            describeCollective(move));
      result.calls.push_back(std::move(collective));
      continue;
    }
    OutlinedCall described = describeOutlined(step);
    outlined.push_back({number, step});
    if (!described.isInPlace) {
      result.mostCopiedBytes =
          std::max(result.mostCopiedBytes, described.copiedBytes);
    }
    result.calls.push_back(described);
  }
  if (!outlined.empty()) {
    result.outlined =
        stablehlo::exportModule(*outlineCalls(location, outlined));
  }
  return result;
}

} // namespace weft
