// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/JoinBranches.h"

#include "weft/Plan/Fuse/CostModel.h"
#include "weft/Plan/Passes.h"
#include "weft/Support/DecisionsDialect.h"

#include <llvm/ADT/SetVector.h>

using namespace mlir;

namespace weft::plan {

#define GEN_PASS_DEF_JOINBRANCHESPASS
#include "weft/Plan/Passes.h.inc"

namespace {

/// Kernels of all branches together: what is joined is compiled together.
constexpr unsigned mostKernels = 128;

/// Kernels of which fusion makes one with others, mostly.
bool isJoined(KernelOp kernel) { return kernel.getHero() == Hero::None; }

/// Kernels whose time is not known from their bytes and arithmetic.
bool isSlow(KernelOp kernel) {
  switch (kernel.getHero()) {
  case Hero::Random:
  case Hero::Scan:
  case Hero::Sort:
  case Hero::TopK:
  case Hero::Scatter:
  case Hero::Fft:
  case Hero::Solve:
  case Hero::Window:
  case Hero::Convolution:
  case Hero::Loop:
    return true;
  default:
    return false;
  }
}

class BranchJoiner {
public:
  BranchJoiner(CaseOp branches, const Machine &machine, unsigned &number)
      : branches(branches), machine(machine), number(number),
        builder(branches) {}

  void run() {
    if (!canJoin()) {
      return;
    }
    const auto count = static_cast<int64_t>(branches.getBranches().size());
    const int64_t together =
        machine.costs.kernelPicoseconds + allPicoseconds + choosePicoseconds();
    // Which one is taken is not known: the average of them.
    const int64_t apart = branchPicoseconds(machine) +
                          machine.costs.kernelPicoseconds +
                          allPicoseconds / count;
    const bool isLess = together <= apart;
    decide(branches, DecisionKind::Simplify, Reason::RuleApplied,
           isLess ? Verdict::Chosen : Verdict::Rejected)
            .subject("a branch of " + std::to_string(count))
            .cost({isLess ? together : apart, 0},
                  {isLess ? apart : together, 0})
        << arg("branches-computed");
    if (isLess) {
      join();
    }
  }

private:
  bool canJoin() {
    unsigned kernels = 0;
    if (branches.getNumResults() == 0 ||
        !llvm::all_of(branches.getResultTypes(), [](Type type) {
          return hasBytes(type) && byteSize(type) != 0;
        })) {
      return false;
    }
    for (Region &region : branches.getBranches()) {
      for (Operation &step : region.front().without_terminator()) {
        auto kernel = dyn_cast<KernelOp>(step);
        if (!kernel && !isa<ConstantOp, ViewOp>(step)) {
          return false;
        }
        if (kernel && (isSlow(kernel) || ++kernels > mostKernels)) {
          return false;
        }
        allPicoseconds += kernel ? timeOf(kernel) : 0;
      }
    }
    return true;
  }

  int64_t timeOf(KernelOp kernel) const {
    return time(movedBytes(kernel), unitsOf(kernel.getBody()),
                kernel.getResultTypes()[0]) +
           (isJoined(kernel) ? 0 : machine.costs.kernelPicoseconds);
  }

  /// Of what is part of some kernel.
  int64_t time(int64_t bytes, int64_t units, Type result) const {
    return kernelPicoseconds(machine, bytes, units,
                             cast<RankedTensorType>(result).getNumElements()) -
           machine.costs.kernelPicoseconds;
  }

  int64_t choosePicoseconds() {
    const auto count = static_cast<int64_t>(branches.getBranches().size());
    int64_t picoseconds = 0;
    for (Type type : branches.getResultTypes()) {
      picoseconds += time((count + 1) * byteSize(type), /*units=*/0, type);
    }
    return picoseconds;
  }

  void join() {
    SmallVector<SmallVector<Value>> yielded;
    for (Region &region : branches.getBranches()) {
      Operation *yield = region.front().getTerminator();
      yielded.emplace_back(yield->getOperands());
      for (Operation &step :
           llvm::make_early_inc_range(region.front().without_terminator())) {
        step.moveBefore(branches);
      }
    }
    // Out of range on either side is the last branch.
    SmallVector<Value> chosen = yielded.back();
    for (size_t i = yielded.size() - 1; i-- > 0;) {
      Value takes;
      for (auto [result, other] : llvm::zip_equal(chosen, yielded[i])) {
        if (result != other) {
          takes = takes ? takes : isBranch(static_cast<int64_t>(i));
          result = choose(takes, other, result);
        }
      }
    }
    branches.replaceAllUsesWith(chosen);
    branches.erase();
  }

  /// Whether a branch that is not the last one is taken.
  Value isBranch(int64_t branch) {
    Value index = branches.getIndex();
    auto type = cast<RankedTensorType>(index.getType());
    Value number = ConstantOp::create(
        builder, branches.getLoc(), type,
        DenseElementsAttr::get(
            type, builder.getIntegerAttr(type.getElementType(), branch)));
    return compute({index, number}, "compare", [&](ValueRange arguments) {
      return stablehlo::CompareOp::create(builder, branches.getLoc(),
                                          arguments[0], arguments[1],
                                          stablehlo::ComparisonDirection::EQ)
          .getResult();
    });
  }

  Value choose(Value takes, Value one, Value other) {
    return compute({takes, one, other}, "select", [&](ValueRange arguments) {
      return stablehlo::SelectOp::create(builder, branches.getLoc(),
                                         arguments[0], arguments[1],
                                         arguments[2])
          .getResult();
    });
  }

  /// A kernel of one result.
  Value compute(ArrayRef<Value> inputs, StringRef name,
                llvm::function_ref<Value(ValueRange)> make) {
    Region region;
    Block &block = region.emplaceBlock();
    for (Value input : inputs) {
      block.addArgument(input.getType(), input.getLoc());
    }
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&block);
    Value result = make(block.getArguments());
    YieldOp::create(builder, branches.getLoc(), result);
    builder.setInsertionPoint(branches);
    auto kernel = KernelOp::create(
        builder, branches.getLoc(), TypeRange(result.getType()),
        builder.getStringAttr("branch_" + name + "_" + Twine(number++)), inputs,
        Hero::None);
    kernel.getBody().takeBody(region);
    return kernel.getResult(0);
  }

  CaseOp branches;
  const Machine &machine;
  unsigned &number;
  OpBuilder builder;
  int64_t allPicoseconds = 0;
};

struct JoinBranches : impl::JoinBranchesPassBase<JoinBranches> {
  using JoinBranchesPassBase::JoinBranchesPassBase;

  void runOnOperation() override {
    StatusOr<Machine> found = findMachine(machine.getValue());
    if (!found.ok()) {
      getOperation().emitError(found.status().message());
      return signalPassFailure();
    }
    joinBranches(getOperation(), *found);
  }
};

} // namespace

int64_t branchPicoseconds(const Machine &machine) {
  // The decision, and a node that is taken, which costs about as much as two
  // turns of a loop (H200: 8 to 9 us).
  return machine.costs.kernelPicoseconds +
         2 * machine.costs.iterationPicoseconds;
}

int64_t bytesOfBranch(const Machine &machine) {
  // Each is read and written.
  return branchPicoseconds(machine) / 1000 *
         machine.memories.back().bytesPerNanosecond / 2;
}

void joinBranches(ProgramOp program, const Machine &machine) {
  // Those inside of others first.
  SmallVector<CaseOp> found;
  program.walk<WalkOrder::PostOrder>(
      [&](CaseOp branches) { found.push_back(branches); });
  unsigned number = 0;
  for (CaseOp branches : found) {
    BranchJoiner(branches, machine, number).run();
  }
}

} // namespace weft::plan
