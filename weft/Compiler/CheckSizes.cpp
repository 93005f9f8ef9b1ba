// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/CheckSizes.h"

#include "weft/Support/Diagnostics.h"

#include <llvm/Support/MathExtras.h>
#include <mlir/IR/BuiltinTypes.h>

using namespace mlir;

namespace weft {
namespace {

/// Far beyond any machine, and far enough below 2^63 for sums and products with
/// small factors. Values that fusion removes may be larger than memory.
constexpr int64_t kMostBytes = int64_t(1) << 50;
constexpr int64_t kMostBytesTogether = int64_t(1) << 58;

/// No element takes more: two doubles.
constexpr int64_t kWidestElement = 16;

/// Not more than kMostBytes + 1.
int64_t boundedSize(RankedTensorType type) {
  int64_t size = kWidestElement;
  bool isTooLarge = false;
  for (int64_t extent : type.getShape()) {
    if (extent == 0) {
      return 0;
    }
    int64_t product = 0;
    isTooLarge |=
        !ShapedType::isDynamic(extent) &&
        (llvm::MulOverflow(size, extent, product) || product > kMostBytes);
    size = isTooLarge || ShapedType::isDynamic(extent) ? size : product;
  }
  return isTooLarge ? kMostBytes + 1 : size;
}

Status tooLarge(Operation *op, const llvm::Twine &what) {
  std::string text = "'" + op->getName().getStringRef().str() +
                     "': " + what.str() + ", more than can be planned for";
  std::string place = describeLocation(op->getLoc());
  Status status = Status::resourceExhausted(text);
  return place.empty() ? status : status.withContext(place);
}

} // namespace

Status checkSizes(Operation *root) {
  int64_t together = 0;
  Status status = Status::success();
  auto add = [&](Operation *op, Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !status.ok()) {
      return;
    }
    int64_t size = boundedSize(tensor);
    if (size > kMostBytes) {
      std::string text;
      llvm::raw_string_ostream(text) << "a value of type " << tensor;
      status = tooLarge(op, text);
      return;
    }
    together += size;
    if (together > kMostBytesTogether) {
      status = tooLarge(op, "the values of the program take over 2^58 bytes "
                            "together");
    }
  };
  root->walk([&](Operation *op) {
    for (Type type : op->getResultTypes()) {
      add(op, type);
    }
    for (Region &region : op->getRegions()) {
      for (Block &block : region) {
        for (Type type : block.getArgumentTypes()) {
          add(op, type);
        }
      }
    }
    return status.ok() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return status;
}

} // namespace weft
