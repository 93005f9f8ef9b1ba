// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Layout/HeldWords.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Support/MathExtras.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/Interfaces/LoopLikeInterface.h>

#include <vector>

using namespace mlir;

namespace weft::tile {
namespace {

int64_t wordsOf(Value value) {
  auto tile = dyn_cast<RankedTensorType>(value.getType());
  if (!tile || tile.getElementType().isInteger(1) ||
      isa_and_present<MaskOp, IotaOp, tensor::SplatOp, BroadcastOp,
                      arith::ConstantOp>(value.getDefiningOp())) {
    return 0;
  }
  const int64_t bits = isa<IndexType>(tile.getElementType())
                           ? 64
                           : tile.getElementTypeBitWidth();
  return static_cast<int64_t>(
      llvm::divideCeil(tile.getNumElements() * bits, 32));
}

/// Where an operation begins and ends, in the order of the program.
struct Span {
  size_t begin;
  size_t end;
};

class Holding {
public:
  explicit Holding(KernelOp kernel) {
    number(kernel.getBlock());
    changes.assign(next + 1, 0);
    kernel.getBody().walk([&](Operation *op) {
      for (Value result : op->getResults()) {
        hold(result, spans[op].end);
      }
      for (Region &region : op->getRegions()) {
        for (Value argument : region.getArguments()) {
          hold(argument, spans[op].begin);
        }
      }
    });
  }

  int64_t most() const {
    int64_t held = 0;
    int64_t most = 0;
    for (int64_t change : changes) {
      held += change;
      most = std::max(most, held);
    }
    return most;
  }

private:
  void number(Block &block) {
    for (Operation &op : block) {
      spans[&op].begin = next++;
      for (Region &region : op.getRegions()) {
        llvm::for_each(region, [&](Block &inside) { number(inside); });
      }
      spans[&op].end = next++;
    }
  }

  void hold(Value value, size_t from) {
    const int64_t words = wordsOf(value);
    if (words == 0) {
      return;
    }
    size_t last = from;
    for (Operation *user : value.getUsers()) {
      last = std::max(last, lastNeeded(user, value.getParentRegion()));
    }
    changes[from] += words;
    changes[last] -= words;
  }

  /// A loop needs what is outside of it until it ends.
  size_t lastNeeded(Operation *user, Region *from) {
    size_t last = spans[user].begin;
    for (; user->getParentRegion() != from; user = user->getParentOp()) {
      if (isa<LoopLikeOpInterface>(user->getParentOp())) {
        last = spans[user->getParentOp()].end;
      }
    }
    return last;
  }

  size_t next = 0;
  llvm::DenseMap<Operation *, Span> spans;
  /// Words more or less, by place in the program.
  std::vector<int64_t> changes;
};

} // namespace

int64_t mostWordsHeld(KernelOp kernel) { return Holding(kernel).most(); }

} // namespace weft::tile
