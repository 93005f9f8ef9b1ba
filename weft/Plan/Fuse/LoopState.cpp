// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/LoopState.h"

#include "weft/Machine/OperationCosts.h"
#include "weft/Plan/Fuse/CostModel.h"
#include "weft/StableHLO/Simplify/Match.h"

#include <llvm/ADT/SetVector.h>
#include <mlir/Transforms/RegionUtils.h>

using namespace mlir;

namespace weft::plan {

using stablehlo::typeOf;

static bool isSmall(Value value, const Machine &machine) {
  return byteSize(value.getType()) <= machine.loopValueBytes;
}

static bool isScalar(Value value) {
  return typeOf(value).getNumElements() == 1;
}

/// What an iteration makes of `state`, the last first and the state itself
/// last, where it does nothing but read slices and write slices: each of them
/// before the next is written, or the one that is, also in loops and branches
/// inside. Empty if it does more.
static SmallVector<Value> stackedVersions(BlockArgument state, Operation *yield,
                                          const Machine &machine) {
  const unsigned number = state.getArgNumber();
  SmallVector<Value> versions;
  Value version = yield->getOperand(number);
  // What ends a version's life.
  Operation *last = yield;
  while (true) {
    auto isInTime = [&](stablehlo::DynamicSliceOp slice) {
      auto update = dyn_cast<stablehlo::DynamicUpdateSliceOp>(last);
      const bool isOnly = versions.size() == 1 && version == state &&
                          versions.front().hasOneUse();
      Operation *at = yield->getBlock()->findAncestorOpInBlock(*slice);
      return !update || at->isBeforeInBlock(update) ||
             (isOnly &&
              llvm::equal(slice.getStartIndices(), update.getStartIndices()));
    };
    const bool isSliced = llvm::all_of(version.getUses(), [&](OpOperand &use) {
      Operation *user = use.getOwner();
      if (user == last) {
        return use.getOperandNumber() == (user == yield ? number : 0);
      }
      auto slice = dyn_cast<stablehlo::DynamicSliceOp>(user);
      return slice && use.getOperandNumber() == 0 && isSmall(slice, machine) &&
             isInTime(slice);
    });
    if (!isSliced) {
      return {};
    }
    versions.push_back(version);
    if (version == state) {
      return versions;
    }
    auto update = version.getDefiningOp<stablehlo::DynamicUpdateSliceOp>();
    if (!update || update->getBlock() != yield->getBlock() ||
        !isSmall(update.getUpdate(), machine)) {
      return {};
    }
    last = update;
    version = update.getOperand();
  }
}

LoopStateKind classifyState(stablehlo::WhileOp loop, unsigned number,
                            const Machine &machine) {
  BlockArgument state = loop.getBody().getArgument(number);
  Operation *yield = loop.getBody().front().getTerminator();
  if (isScalar(state)) {
    return LoopStateKind::Scalar;
  }
  if (yield->getOperand(number) == state) {
    return LoopStateKind::Passed;
  }
  if (loop.getCond().getArgument(number).use_empty() &&
      !stackedVersions(state, yield, machine).empty()) {
    return LoopStateKind::Stacked;
  }
  return isSmall(state, machine) ? LoopStateKind::Small : LoopStateKind::Large;
}

//===----------------------------------------------------------------------===//
// Pointwise loops
//===----------------------------------------------------------------------===//

bool isPointwise(stablehlo::WhileOp loop) {
  RankedTensorType shape;
  auto fits = [&](Value value) {
    if (typeOf(value).getRank() == 0) {
      return true;
    }
    if (!shape) {
      shape = typeOf(value);
    }
    return typeOf(value).getShape() == shape.getShape();
  };
  if (!llvm::all_of(loop.getResults(), fits) || !shape) {
    return false;
  }
  for (Region &region : loop->getRegions()) {
    for (Operation &operation : region.front().without_terminator()) {
      bool isPlain =
          isElementwise(&operation) || isa<stablehlo::IotaOp>(operation);
      if (auto constant = dyn_cast<stablehlo::ConstantOp>(operation)) {
        isPlain = constant.getValue().isSplat();
      } else if (auto spread =
                     dyn_cast<stablehlo::BroadcastInDimOp>(operation)) {
        isPlain = typeOf(spread.getOperand()).getRank() == 0;
      }
      if (!isPlain || !llvm::all_of(operation.getOperands(), fits) ||
          !llvm::all_of(operation.getResults(), fits)) {
        return false;
      }
    }
  }
  // How long it runs is the same for all elements. Nothing makes a scalar of
  // what is none, so the condition cannot know of it.
  return true;
}

//===----------------------------------------------------------------------===//
// Loops of one thread
//===----------------------------------------------------------------------===//

namespace {

class Checker {
public:
  Checker(stablehlo::WhileOp loop, const Machine &machine)
      : loop(loop), machine(machine) {}

  LoopAnswer run() {
    checkLoop(loop);
    checkCode();
    if (machine.isCpu() || !refusal.empty()) {
      return {std::move(refusal)};
    }
    return {{}, estimateStep(loop, machine)};
  }

private:
  void refuse(const Twine &why) {
    if (refusal.empty()) {
      refusal = why.str();
    }
  }

  void checkLoop(stablehlo::WhileOp inner) {
    for (unsigned i = 0; i < inner.getNumResults(); ++i) {
      switch (classifyState(inner, i, machine)) {
      case LoopStateKind::Large:
        refuse("it carries " + Twine(byteSize(inner.getResult(i).getType())) +
               " bytes");
        return;
      case LoopStateKind::Stacked:
        stacked.insert_range(
            stackedVersions(inner.getBody().getArgument(i),
                            inner.getBody().front().getTerminator(), machine));
        break;
      case LoopStateKind::Passed:
      case LoopStateKind::Scalar:
      case LoopStateKind::Small:
        break;
      }
    }
    for (Region &region : inner->getRegions()) {
      checkBlock(region.front());
    }
  }

  void checkBlock(Block &block) {
    for (Operation &operation : block) {
      if (!refusal.empty()) {
        return;
      }
      checkOperands(&operation);
      if (operation.hasTrait<OpTrait::IsTerminator>()) {
        continue;
      }
      for (Value result : operation.getResults()) {
        if (!isSmall(result, machine) && !stacked.contains(result) &&
            !isa<stablehlo::WhileOp>(operation)) {
          refuse("a value of " + Twine(byteSize(result.getType())) +
                 " bytes is computed in it");
        }
      }
      if (auto inner = dyn_cast<stablehlo::WhileOp>(operation)) {
        checkLoop(inner);
      } else if (isa<stablehlo::CaseOp, stablehlo::IfOp>(operation)) {
        for (Region &region : operation.getRegions()) {
          checkBlock(region.front());
        }
      } else {
        instructions += instructionsOf(&operation);
      }
    }
  }

  /// About how many a CPU's vectors take for all elements of an operation,
  /// which are written one behind the other.
  int64_t instructionsOf(Operation *operation) const {
    const int64_t lanes = machine.vectorBytes / 4;
    return std::max(unitsOf(operation) / lanes, unitsPerPlace(operation));
  }

  /// What is written as one piece of code takes LLVM time that grows faster
  /// than its length, and kernels that are alike share code. Steps of several
  /// microseconds gain nothing from being in one piece: products of 15x15 take
  /// 0.20 us there and 0.23 apart, sums and functions less apart, where they
  /// are fused.
  void checkCode() {
    constexpr int64_t longest = 2048;
    if (machine.isCpu() && instructions > longest) {
      refuse("its steps are some " + Twine(instructions) +
             " instructions, and at most " + Twine(longest) +
             " are one piece of code");
    }
  }

  /// Large values are read in slices, or as a table or a matrix that stays
  /// close by.
  void checkOperands(Operation *operation) {
    for (OpOperand &use : operation->getOpOperands()) {
      Value value = use.get();
      if (isSmall(value, machine) || stacked.contains(value)) {
        continue;
      }
      bool isSlice =
          isa<stablehlo::DynamicSliceOp, stablehlo::SliceOp>(operation) &&
          use.getOperandNumber() == 0;
      bool isRead =
          isa<stablehlo::DotGeneralOp>(operation) ||
          (isa<stablehlo::GatherOp>(operation) && use.getOperandNumber() == 0);
      bool isCarried = isa<stablehlo::WhileOp>(operation) ||
                       operation->hasTrait<OpTrait::IsTerminator>();
      if (isRead && readWhole.insert(value)) {
        bytesRead += byteSize(value.getType());
      }
      // What every iteration reads whole stays in the caches nearby.
      if (bytesRead > 2 * machine.cacheBytes(1)) {
        refuse("it reads " + Twine(bytesRead) + " bytes in every iteration");
      } else if (!isSlice && !isRead && !isCarried) {
        refuse("'" + operation->getName().getStringRef() +
               "' reads a value of " + Twine(byteSize(value.getType())) +
               " bytes");
      }
    }
  }

  stablehlo::WhileOp loop;
  const Machine &machine;
  std::string refusal;
  llvm::DenseSet<Value> stacked;
  llvm::SetVector<Value> readWhole;
  int64_t bytesRead = 0;
  int64_t instructions = 0;
};

bool hasArraysAlone(stablehlo::WhileOp loop) {
  auto isArray = [](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && type.hasStaticShape();
  };
  WalkResult found = loop->walk([&](Operation *operation) {
    return llvm::all_of(operation->getOperands(), isArray) &&
                   llvm::all_of(operation->getResults(), isArray)
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return !found.wasInterrupted();
}

} // namespace

LoopAnswer askLoop(stablehlo::WhileOp loop, const Machine &machine) {
  if (!hasArraysAlone(loop)) {
    return {"not all of its values are arrays of known shapes", {}};
  }
  if (isPointwise(loop)) {
    // Each thread would give its own scalars.
    bool isSmallLoop = llvm::all_of(loop.getResults(), [&](Value result) {
      return isSmall(result, machine);
    });
    bool givesScalar = llvm::any_of(loop.getResults(), [](Value result) {
      return isScalar(result) && !result.use_empty();
    });
    if (isSmallLoop || !givesScalar) {
      return {};
    }
    return {"a scalar is needed of it beside large values", {}};
  }
  return Checker(loop, machine).run();
}

} // namespace weft::plan
