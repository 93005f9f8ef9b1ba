// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/JoinBranches.h"

#include "weft/Plan/Fuse/BranchCosts.h"
#include "weft/Plan/Fuse/CostModel.h"
#include "weft/Plan/Fuse/MachinePass.h"
#include "weft/Support/DecisionsDialect.h"

#include <llvm/Support/FormatVariadic.h>

using namespace mlir;

namespace weft::plan {

#define GEN_PASS_DEF_JOINBRANCHESPASS
#include "weft/Plan/Passes.h.inc"

namespace {

/// Kernels of all branches together: what is joined is compiled together.
constexpr unsigned mostKernels = 128;

std::string microseconds(int64_t picoseconds) {
  return llvm::formatv("{0:f2} us", static_cast<double>(picoseconds) / 1e6);
}

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
    const int64_t together =
        machine.costs.kernelPicoseconds * (1 + work.steps - work.branches) +
        work.picoseconds + choosePicoseconds();
    const int64_t decided = work.decidedPicoseconds(machine);
    const bool mayGuard = machine.costs.guardPicoseconds != 0 &&
                          canBeLookedAt(branches.getIndex());
    const int64_t guarded = work.guardedPicoseconds(machine);
    const int64_t apart = mayGuard ? std::min(decided, guarded) : decided;
    const bool isLess = together <= apart;
    decide(branches, DecisionKind::Loop, Reason::BranchesComputed,
           isLess ? Verdict::Chosen : Verdict::Rejected)
            .subject("a branch of " + std::to_string(work.branches))
            .cost({isLess ? together : apart, std::nullopt},
                  {isLess ? apart : together, std::nullopt})
        << arg(microseconds(together))
        << arg(mayGuard ? microseconds(guarded) : "no way")
        << arg(microseconds(decided));
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
    work.branches = static_cast<int64_t>(branches.getBranches().size());
    for (Region &region : branches.getBranches()) {
      for (Operation &step : region.front().without_terminator()) {
        auto kernel = dyn_cast<KernelOp>(step);
        if (!kernel && !isa<ConstantOp, ViewOp>(step)) {
          return false;
        }
        if (!kernel) {
          continue;
        }
        if (isSlow(kernel) || ++kernels > mostKernels) {
          return false;
        }
        work.picoseconds += time(movedBytes(kernel), unitsOf(kernel.getBody()),
                                 kernel.getResultTypes()[0]);
        work.steps += isJoined(kernel) ? 0 : 1;
      }
      // Those that are joined, or a copy of what is yielded.
      ++work.steps;
    }
    return true;
  }

  /// Of what is part of some kernel.
  int64_t time(int64_t bytes, int64_t units, Type result) const {
    return kernelPicoseconds(machine, bytes, units,
                             cast<RankedTensorType>(result).getNumElements()) -
           machine.costs.kernelPicoseconds;
  }

  int64_t choosePicoseconds() {
    int64_t picoseconds = 0;
    for (Type type : branches.getResultTypes()) {
      picoseconds +=
          time((work.branches + 1) * byteSize(type), /*units=*/0, type);
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
  /// As it would be when fused.
  BranchWork work;
};

struct JoinBranches : MachinePass<impl::JoinBranchesPassBase<JoinBranches>> {
  using MachinePass::MachinePass;

  void run(ProgramOp program, const Machine &machine) override {
    joinBranches(program, machine);
  }
};

} // namespace

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
