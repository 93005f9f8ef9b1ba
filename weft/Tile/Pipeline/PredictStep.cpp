// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/PredictStep.h"

#include "weft/Machine/OperationCosts.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Math/IR/Math.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/Dialect/Utils/StaticValueUtils.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// Threads meet; what was set going in front of that has arrived.
constexpr int64_t meetingPicoseconds = 40'000;
/// Loads of one piece of code are on their way together: one wait for all.
constexpr int64_t waitPicoseconds = 18'000;
/// Warps of a block share so many issuers, each an instruction in a cycle, of
/// what LLVM leaves over. A warp alone waits for its own results, but for a few
/// that need nothing of each other. A running sum of 400 numbers takes an H200
/// 0.39 us so, a window of 3x3 over 20x20 0.17, `argsort` of 128 1.2.
constexpr int64_t issuers = 4;
constexpr int64_t cyclePicoseconds = 400;
constexpr int64_t cyclesOfOneWarp = 3;
/// Turns of a loop whose end is not known.
constexpr int64_t turnsUnknown = 4;

class StepTime {
public:
  StepTime(KernelOp team, const Machine &machine)
      : issuePicoseconds(
            cyclePicoseconds *
            std::max(cyclesOfOneWarp, static_cast<int64_t>(team.getGrid()) /
                                          (machine.threads.lanes * issuers))),
        team(team) {}

  /// Of its loops one turn. What is done before and after them, as the copy of
  /// a state, is done once.
  int64_t run() {
    int64_t sum = 0;
    for (Operation &op : team.getBlock()) {
      auto loop = dyn_cast<scf::ForOp>(op);
      if (isa<scf::WhileOp>(op) || (loop && !isShared(loop))) {
        sum += of(op);
      }
    }
    return sum;
  }

private:
  int64_t of(Block &block) {
    int64_t sum = 0;
    // Whether something was loaded since threads met.
    bool isWaiting = false;
    for (Operation &op : block) {
      if (isa<BarrierOp>(op)) {
        sum += meetingPicoseconds;
        isWaiting = false;
      } else if (isa<LoadOp>(op) && !isWaiting) {
        sum += waitPicoseconds;
        isWaiting = true;
      } else if (op.getNumRegions() != 0) {
        isWaiting = false;
      }
      sum += of(op);
    }
    return sum;
  }

  int64_t of(Operation &op) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      return saturatingMultiply(turnsOf(loop), of(*loop.getBody()) + issued(2));
    }
    if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      const int64_t turn = of(*loop.getBeforeBody()) + of(*loop.getAfterBody());
      return saturatingMultiply(isOuter(op) ? 1 : turnsUnknown, turn);
    }
    if (op.getNumRegions() != 0) {
      int64_t longest = 0;
      for (Region &region : op.getRegions()) {
        if (!region.empty()) {
          longest = std::max(longest, of(region.front()));
        }
      }
      return longest + issued(1);
    }
    return issued(instructionsOf(op));
  }

  int64_t issued(int64_t instructions) const {
    return saturatingMultiply(instructions, issuePicoseconds);
  }

  /// Whether a loop is the kernel's own.
  bool isOuter(Operation &op) { return op.getBlock() == &team.getBlock(); }

  /// Whether members take turns of a loop, each some of them.
  static bool isShared(scf::ForOp loop) {
    return loop.getLowerBound().getDefiningOp<ProgramIdOp>() != nullptr;
  }

  int64_t turnsOf(scf::ForOp loop) {
    if (isOuter(*loop)) {
      return 1;
    }
    const std::optional<int64_t> to = getConstantIntValue(loop.getUpperBound());
    const std::optional<int64_t> step = getConstantIntValue(loop.getStep());
    if (!to || !step) {
      return turnsUnknown;
    }
    const std::optional<int64_t> from =
        isShared(loop) ? 0 : getConstantIntValue(loop.getLowerBound());
    // From some row of a matrix on there is half of it.
    return from ? static_cast<int64_t>(llvm::divideCeil(
                      std::max<int64_t>(*to - *from, 0), *step))
                : std::max<int64_t>(*to / (2 * *step), 1);
  }

  static int64_t elementsOf(Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type ? type.getNumElements() : 1;
  }

  /// Of one thread, in additions.
  static int64_t instructionsOf(Operation &op) {
    return llvm::TypeSwitch<Operation *, int64_t>(&op)
        .Case<LoadOp>(
            [](LoadOp load) { return 2 * load.getTileType().getNumElements(); })
        .Case<StoreOp>([](StoreOp store) {
          return 2 * store.getTileType().getNumElements();
        })
        .Case<DotOp>([](DotOp dot) {
          auto lhs = cast<RankedTensorType>(dot.getLhs().getType());
          return elementsOf(dot->getResult(0)) * lhs.getShape().back();
        })
        .Case<arith::ConstantOp, tensor::ExtractOp, tensor::SplatOp,
              ProgramIdOp, ReshapeOp, SliceOp>([](auto) { return 0; })
        .Default([](Operation *other) {
          int64_t elements = 1;
          for (Value value :
               llvm::concat<Value>(other->getOperands(), other->getResults())) {
            elements = std::max(elements, elementsOf(value));
          }
          return elements * unitsOf(other);
        });
  }

  static int64_t unitsOf(Operation *op) {
    // Places are mostly the same in all turns.
    if (llvm::all_of(op->getResultTypes(),
                     [](Type type) { return type.isIndex(); })) {
      return 0;
    }
    const bool isLong = llvm::any_of(op->getOperandTypes(), [](Type type) {
      return getElementTypeOrSelf(type).isInteger(64);
    });
    const int64_t words = isLong ? 2 : 1;
    if (isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, arith::RemSIOp,
            arith::RemUIOp, arith::RemFOp, math::SqrtOp, math::RsqrtOp>(op)) {
      return expensiveUnits * words;
    }
    const bool isFunction =
        op->getDialect() && op->getDialect()->getNamespace() == "math" &&
        !isa<math::AbsFOp, math::AbsIOp, math::CopySignOp, math::FmaOp,
             math::FloorOp, math::CeilOp, math::RoundEvenOp, math::TruncOp>(op);
    return isFunction ? 2 * expensiveUnits : words;
  }

  int64_t issuePicoseconds;
  KernelOp team;
};

} // namespace

int64_t predictStep(KernelOp team, const Machine &machine) {
  // No finer than it is known.
  constexpr int64_t unit = 10'000;
  return StepTime(team, machine).run() / unit * unit;
}

} // namespace weft::tile
