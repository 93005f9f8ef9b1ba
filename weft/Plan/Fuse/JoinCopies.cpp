// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/JoinCopies.h"

#include "weft/Plan/Fuse/JoinKernels.h"
#include "weft/Plan/Fuse/NameKernels.h"
#include "weft/Plan/Memory/Annotations.h"
#include "weft/Plan/Memory/MoveSteps.h"
#include "weft/Plan/Passes.h"
#include "weft/Support/DecisionsDialect.h"

using namespace mlir;

namespace weft::plan {

#define GEN_PASS_DEF_JOINCOPIESPASS
#include "weft/Plan/Passes.h.inc"

namespace {

/// Steps that are looked at from a copy on, in each direction.
constexpr unsigned kWindow = 64;
constexpr unsigned kMostPartners = 8;

bool isOfNumber(CopyOp copy) {
  return cast<RankedTensorType>(copy.getType()).getNumElements() == 1;
}

class CopyJoiner {
public:
  CopyJoiner(ProgramOp program, TilingOracle &oracle, const OverwriteRule &rule)
      : oracle(oracle), rule(rule) {
    run(program.getBody().front());
  }

private:
  void run(Block &block) {
    SmallVector<CopyOp> copies;
    for (Operation &step : block) {
      if (isa<WhileOp, CaseOp>(step)) {
        for (Region &region : step.getRegions()) {
          run(region.front());
        }
      } else if (auto copy = dyn_cast<CopyOp>(step); copy && isOfNumber(copy)) {
        copies.push_back(copy);
      }
    }
    llvm::DenseSet<Operation *> gone;
    for (CopyOp copy : copies) {
      if (!gone.contains(copy)) {
        tryJoin(copy, gone);
      }
    }
  }

  static bool isPartner(Operation *step) {
    auto kernel = dyn_cast<KernelOp>(step);
    auto copy = dyn_cast<CopyOp>(step);
    return (kernel && isOfNumbers(kernel)) || (copy && isOfNumber(copy));
  }

  /// With the nearest step before it, or else behind it, that it can stand
  /// beside.
  void tryJoin(CopyOp copy, llvm::DenseSet<Operation *> &gone) {
    for (bool isBehind : {false, true}) {
      auto next = [&](Operation *step) {
        return isBehind ? step->getNextNode() : step->getPrevNode();
      };
      unsigned partners = 0;
      bool copyPasses = true;
      Operation *step = next(copy);
      for (unsigned i = 0; i < kWindow && partners < kMostPartners && step &&
                           !step->hasTrait<OpTrait::IsTerminator>();
           ++i, step = next(step)) {
        if (isPartner(step)) {
          ++partners;
          Operation *first = isBehind ? copy : step;
          Operation *second = isBehind ? step : copy;
          // In front of what both can stand, the second behind the first.
          Operation *place =
              copyPasses == isBehind ? second : first->getNextNode();
          if ((copyPasses || passesAllBetween(step, first, second)) &&
              join(first, second, place)) {
            gone.insert(copy);
            gone.insert(step);
            return;
          }
        }
        copyPasses = copyPasses && canChangePlaces(copy, step);
      }
    }
  }

  static bool passesAllBetween(Operation *moved, Operation *first,
                               Operation *second) {
    for (Operation *step = first->getNextNode(); step != second;
         step = step->getNextNode()) {
      if (!canChangePlaces(moved, step)) {
        return false;
      }
    }
    return true;
  }

  /// A copy as a kernel in its place, for the time being.
  static KernelOp asKernel(Operation *step) {
    auto copy = dyn_cast<CopyOp>(step);
    if (!copy) {
      return cast<KernelOp>(step);
    }
    OpBuilder builder(copy);
    Value source = copy.getSource();
    Region region;
    Block &block = region.emplaceBlock();
    Value number = block.addArgument(source.getType(), source.getLoc());
    builder.setInsertionPointToStart(&block);
    YieldOp::create(builder, copy.getLoc(), number);
    builder.setInsertionPoint(copy);
    auto kernel = KernelOp::create(
        builder, copy.getLoc(), TypeRange(copy.getResult().getType()),
        builder.getStringAttr("copy"), ValueRange(source), Hero::None);
    kernel.getBody().takeBody(region);
    kernel->setAttr(kStorageName, copy->getAttr(kStorageName));
    copy.getResult().replaceAllUsesWith(kernel.getResult(0));
    return kernel;
  }
  static void undo(Operation *step, KernelOp kernel) {
    if (step != kernel) {
      kernel->replaceAllUsesWith(step->getResults());
      kernel.erase();
    }
  }

  bool join(Operation *first, Operation *second, Operation *place) {
    KernelOp one = asKernel(first);
    KernelOp other = asKernel(second);
    OpBuilder builder(place == second ? other.getOperation() : place);
    JoinedKernel joined = joinKernels(builder, {one, other}, [&](Value value) {
      return llvm::any_of(value.getUsers(), [&](Operation *user) {
        return user != one && user != other;
      });
    });
    KernelOp kernel = joined.kernel;
    SmallVector<int64_t> storage;
    for (Value result : joined.results) {
      const StorageOf own = storageOf(result);
      storage.append({own.number, own.offset});
    }
    kernel->setAttr(kStorageName, builder.getDenseI64ArrayAttr(storage));
    if (kernel.getNumResults() == 0 || isTooLarge(kernel) ||
        !mayBeInPlace(kernel) ||
        !oracle.ask(kernel.getBody(), kernel.getHero()).isPossible()) {
      kernel.erase();
      undo(second, other);
      undo(first, one);
      return false;
    }
    const bool isOfCopies = one != first && other != second;
    kernel.setName(isOfCopies     ? "copies_" + std::to_string(count++)
                   : one == first ? one.getName().str()
                                  : other.getName().str());
    renewDigest(kernel);
    setRecord(kernel, "copies-joined");
    decide(kernel, DecisionKind::Fuse, Reason::CopiesJoined)
        .subject(kernel.getName());
    for (auto [old, result] :
         llvm::zip_equal(joined.results, kernel.getResults())) {
      old.replaceAllUsesWith(result);
    }
    for (Operation *step : {other.getOperation(), one.getOperation()}) {
      step->erase();
    }
    for (auto [step, made] :
         {std::pair(first, one), std::pair(second, other)}) {
      if (step != made.getOperation()) {
        step->erase();
      }
    }
    return true;
  }

  static bool isTooLarge(KernelOp kernel) {
    return countOperations(kernel.getBody()) > kMaximumFusedOperations ||
           kernel.getNumResults() > kMaximumFusedResults ||
           kernel.getNumOperands() + kernel.getNumResults() >
               kMaximumFusedValues;
  }

  /// Whether it may write where it reads, of all numbers for which that is
  /// planned.
  bool mayBeInPlace(KernelOp kernel) {
    SmallVector<Attribute> pairs;
    for (auto [r, result] : llvm::enumerate(kernel.getResults())) {
      const StorageOf to = storageOf(result);
      for (auto [q, other] : llvm::enumerate(kernel.getResults())) {
        if (q < r && storageOf(other).number == to.number) {
          return false;
        }
      }
      for (auto [o, operand] : llvm::enumerate(kernel.getOperands())) {
        const StorageOf from = storageOf(operand);
        if (from.number != to.number) {
          continue;
        }
        if (from.offset != to.offset ||
            byteSize(operand.getType()) != byteSize(result.getType()) ||
            !rule(kernel, o, r)) {
          return false;
        }
        pairs.push_back(AliasAttr::get(kernel.getContext(), r, o));
        kernel.setInplaceAttr(ArrayAttr::get(kernel.getContext(), pairs));
      }
    }
    return true;
  }

  TilingOracle &oracle;
  const OverwriteRule &rule;
  unsigned count = 0;
};

struct JoinCopies : impl::JoinCopiesPassBase<JoinCopies> {
  void runOnOperation() override {
    ShapeOracle oracle;
    joinCopies(getOperation(), oracle, regionAllowsOverwrite);
  }
};

} // namespace

void joinCopies(ProgramOp program, TilingOracle &oracle,
                const OverwriteRule &rule) {
  CopyJoiner(program, oracle, rule);
}

} // namespace weft::plan
