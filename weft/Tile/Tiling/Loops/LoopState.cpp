// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Loops/LoopState.h"

#include "weft/Tile/Tiling/ElementTypes.h"
#include "weft/Tile/Tiling/OperationKinds.h"

#include <mlir/IR/Matchers.h>

using namespace mlir;

namespace weft::tile {

bool isPassed(stablehlo::WhileOp loop, unsigned i) {
  Block &body = loop.getBody().front();
  return body.getTerminator()->getOperand(i) == body.getArgument(i);
}

stablehlo::DynamicUpdateSliceOp stackUpdate(stablehlo::WhileOp loop,
                                            unsigned i) {
  Block &body = loop.getBody().front();
  auto update = body.getTerminator()
                    ->getOperand(i)
                    .getDefiningOp<stablehlo::DynamicUpdateSliceOp>();
  BlockArgument state = body.getArgument(i);
  if (!update || update->getBlock() != &body || update.getOperand() != state ||
      !update->hasOneUse() ||
      !loop.getCond().front().getArgument(i).use_empty()) {
    return {};
  }
  // It is stored when the iteration ends: another state may be another by then.
  Value written = update.getUpdate();
  if (written.getParentBlock() == &body &&
      (isa<BlockArgument>(written) ||
       written.getDefiningOp<stablehlo::DynamicUpdateSliceOp>())) {
    return {};
  }
  bool isSliced = llvm::all_of(state.getUses(), [&](OpOperand &use) {
    return use.getOperandNumber() == 0 &&
           (use.getOwner() == update ||
            isa<stablehlo::DynamicSliceOp>(use.getOwner()));
  });
  return isSliced ? update : stablehlo::DynamicUpdateSliceOp();
}

llvm::SmallVector<stablehlo::DynamicUpdateSliceOp>
updatesInPlace(stablehlo::WhileOp loop, unsigned i) {
  Block &body = loop.getBody().front();
  Operation *end = body.getTerminator();
  llvm::SmallVector<stablehlo::DynamicUpdateSliceOp> updates;
  Value version = end->getOperand(i);
  // The last one first: the operation that ends a version's life.
  Operation *last = end;
  while (true) {
    const bool isRead = llvm::all_of(version.getUses(), [&](OpOperand &use) {
      Operation *user = use.getOwner();
      if (user == last) {
        return use.getOperandNumber() == (user == end ? i : 0);
      }
      // What hands a value on is no reading of it. Loops and branches inside
      // read as long as they last.
      Operation *reader = body.findAncestorOpInBlock(*user);
      return !user->hasTrait<OpTrait::IsTerminator>() && !isControl(user) &&
             !isa<stablehlo::OptimizationBarrierOp>(user) &&
             (last == end || reader->isBeforeInBlock(last));
    });
    if (!isRead) {
      return {};
    }
    if (version == body.getArgument(i)) {
      std::reverse(updates.begin(), updates.end());
      return updates;
    }
    auto update = version.getDefiningOp<stablehlo::DynamicUpdateSliceOp>();
    if (!update || update->getBlock() != &body) {
      return {};
    }
    updates.push_back(update);
    last = update;
    version = update.getOperand();
  }
}

std::optional<Count> countOf(stablehlo::WhileOp loop) {
  Block &test = loop.getCond().front();
  auto compare =
      test.getTerminator()->getOperand(0).getDefiningOp<stablehlo::CompareOp>();
  bool isAlone =
      compare && llvm::all_of(test.without_terminator(), [&](Operation &op) {
        return &op == compare || isa<stablehlo::ConstantOp>(op);
      });
  if (!isAlone) {
    return std::nullopt;
  }
  Value counter = compare.getLhs();
  Value limit = compare.getRhs();
  auto direction = compare.getComparisonDirection();
  if (direction == stablehlo::ComparisonDirection::GT) {
    std::swap(counter, limit);
  } else if (direction != stablehlo::ComparisonDirection::LT) {
    return std::nullopt;
  }
  auto argument = dyn_cast<BlockArgument>(counter);
  auto type = cast<RankedTensorType>(counter.getType());
  auto element = dyn_cast<IntegerType>(type.getElementType());
  if (!argument || argument.getOwner() != &test || type.getRank() != 0 ||
      !element || element.getWidth() == 1 ||
      (element.isUnsigned() && element.getWidth() == 64)) {
    return std::nullopt;
  }
  Count count;
  count.state = argument.getArgNumber();
  count.isUnsigned = element.isUnsigned();
  if (auto other = dyn_cast<BlockArgument>(limit);
      other && other.getOwner() == &test) {
    if (!isPassed(loop, other.getArgNumber())) {
      return std::nullopt;
    }
    limit = loop->getOperand(other.getArgNumber());
  }
  count.limit = limit;
  Block &body = loop.getBody().front();
  auto add = body.getTerminator()
                 ->getOperand(count.state)
                 .getDefiningOp<stablehlo::AddOp>();
  if (!add) {
    return std::nullopt;
  }
  Value step = add.getRhs();
  Value from = add.getLhs();
  if (from != body.getArgument(count.state)) {
    std::swap(step, from);
  }
  auto constant = step.getDefiningOp<stablehlo::ConstantOp>();
  auto value = constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue())
                        : DenseIntElementsAttr();
  if (from != body.getArgument(count.state) || !value ||
      !value.getSplatValue<llvm::APInt>().isOne()) {
    return std::nullopt;
  }
  return count;
}

bool hasFewIterations(stablehlo::WhileOp loop, const Count &count) {
  constexpr double kFew = 1024;
  auto number = [](Value value) -> std::optional<double> {
    auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
    if (!constant || !constant.getValue().isSplat()) {
      return std::nullopt;
    }
    return constant.getValue().getSplatValue<APInt>().signedRoundToDouble();
  };
  std::optional<double> first = number(loop->getOperand(count.state));
  std::optional<double> last = number(count.limit);
  return first && last && *last - *first <= kFew;
}

} // namespace weft::tile
