// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/RecordRepeats.h"

#include "weft/Plan/Fuse/CostModel.h"
#include "weft/Support/DecisionsDialect.h"

#include <llvm/ADT/MapVector.h>

using namespace mlir;

namespace weft {
namespace {

/// Products stay in this range.
constexpr int64_t kMost = int64_t(1) << 50;

int64_t multiply(int64_t a, int64_t b) {
  return b != 0 && a > kMost / b ? kMost : a * b;
}

/// The kernel's operations, as their positions say.
void walk(plan::KernelOp kernel,
          llvm::function_ref<void(unsigned, Operation *)> visit) {
  unsigned position = 0;
  kernel.getBody().walk<WalkOrder::PreOrder>(
      [&](Operation *op) { visit(position++, op); });
}

/// Positions of the kernel's operations for those that were cut: the same ones,
/// or copies in the same order.
llvm::DenseMap<Operation *, unsigned>
findPositions(plan::KernelOp kernel, const tile::TilingSpace &space) {
  llvm::DenseMap<Operation *, unsigned> positions;
  llvm::DenseMap<std::pair<StringAttr, Attribute>,
                 llvm::SmallVector<unsigned, 1>>
      byPlace;
  bool isCopy = space.block != &kernel.getBody().front();
  walk(kernel, [&](unsigned i, Operation *op) {
    positions[op] = i;
    byPlace[{op->getName().getIdentifier(), op->getLoc()}].push_back(i);
  });
  llvm::DenseMap<std::pair<StringAttr, Attribute>, unsigned> seen;
  for (Operation *op : space.live) {
    std::pair<StringAttr, Attribute> key(op->getName().getIdentifier(),
                                         op->getLoc());
    auto found = byPlace.find(key);
    unsigned number = seen[key]++;
    if (isCopy && found != byPlace.end() && number < found->second.size()) {
      positions[op] = found->second[number];
    }
  }
  return positions;
}

/// What one operation's instances come to.
struct Sum {
  int64_t computed = 0;
  int64_t needed = 0;
  unsigned instances = 0;
  bool isInPrograms = false;
};

void add(Sum &sum, const tile::TiledProgram &program,
         const tile::Instance &instance) {
  int64_t times = 1;
  // Each program of the grid computes what it needs.
  for (unsigned d = 0; d < program.space->parallelCount(); ++d) {
    times = multiply(times, program.programCount(d));
  }
  for (const tile::TileRegion *region = instance.region; region;
       region = region->parent) {
    if (region->kind == tile::TileRegion::Kind::Loop) {
      times = multiply(times, program.iterationCount(region->dimension));
    } else if (region->kind == tile::TileRegion::Kind::Branch) {
      // One of them is taken.
      int64_t arms = program.instances[region->owner].branches.size();
      times = std::max<int64_t>(times / std::max<int64_t>(arms, 1), 1);
    }
  }
  int64_t combined = 1;
  for (const tile::DimensionTile &dimension : instance.sequential) {
    combined = multiply(combined, dimension.size);
  }
  for (const tile::TileRegion *loop : instance.loops) {
    combined = multiply(combined, program.iterationCount(loop->dimension));
  }
  int64_t size = 1;
  int64_t all = 1;
  auto type = cast<RankedTensorType>(instance.value.getType());
  llvm::SmallBitVector used(program.space->dimensions.size());
  for (auto [dimension, extent] :
       llvm::zip_equal(instance.tile, type.getShape())) {
    size = multiply(size, dimension.size);
    all = multiply(all, llvm::alignTo(extent, dimension.size));
    dimension.offset.walk([&](AffineExpr part) {
      if (auto dim = dyn_cast<AffineDimExpr>(part)) {
        used.set(dim.getPosition());
      }
    });
  }
  for (unsigned d = 0; d < program.space->parallelCount(); ++d) {
    sum.isInPrograms |= !used.test(d) && program.programCount(d) > 1;
  }
  sum.computed =
      std::min(sum.computed + multiply(multiply(times, size), combined), kMost);
  sum.needed = std::max(sum.needed, multiply(all, combined));
  ++sum.instances;
}

} // namespace

std::vector<RepeatedWork> findRepeatedWork(plan::KernelOp kernel,
                                           const tile::TiledProgram &program) {
  llvm::MapVector<Operation *, Sum> sums;
  for (const tile::Instance &instance : program.instances) {
    Operation *op =
        instance.kind == tile::Instance::Kind::Compute && instance.value
            ? instance.value.getDefiningOp()
            : nullptr;
    if (op && plan::isExpensive(op)) {
      add(sums[op], program, instance);
    }
  }
  std::vector<RepeatedWork> repeated;
  llvm::DenseMap<Operation *, unsigned> positions;
  for (const auto &[op, sum] : sums) {
    if (sum.computed <= sum.needed) {
      continue;
    }
    if (positions.empty()) {
      positions = findPositions(kernel, *program.space);
    }
    auto position = positions.find(op);
    if (position == positions.end()) {
      continue;
    }
    RepeatedWork::Why why = sum.instances > 1  ? RepeatedWork::Why::Places
                            : sum.isInPrograms ? RepeatedWork::Why::Programs
                                               : RepeatedWork::Why::Iterations;
    repeated.push_back({position->second, sum.computed, sum.needed, why});
  }
  return repeated;
}

std::vector<RepeatedWork> findRepeatedScalars(plan::KernelOp kernel,
                                              int64_t programs) {
  std::vector<RepeatedWork> repeated;
  walk(kernel, [&](unsigned position, Operation *op) {
    if (programs > 1 && plan::isExpensive(op) &&
        cast<RankedTensorType>(op->getResult(0).getType()).getRank() == 0) {
      repeated.push_back({position, programs, 1, RepeatedWork::Why::Programs});
    }
  });
  return repeated;
}

static const char *describe(RepeatedWork::Why why) {
  switch (why) {
  case RepeatedWork::Why::Places:
    return "several of its loops, or places of one, need it";
  case RepeatedWork::Why::Programs:
    return "programs beside each other need it";
  case RepeatedWork::Why::Iterations:
    return "each iteration of a loop around needs it";
  }
  llvm_unreachable("a reason without a name");
}

void recordRepeatedWork(plan::KernelOp kernel,
                        llvm::ArrayRef<RepeatedWork> repeated,
                        const Machine &machine) {
  if (repeated.empty()) {
    return;
  }
  llvm::SmallVector<Operation *> operations;
  walk(kernel, [&](unsigned, Operation *op) { operations.push_back(op); });
  for (const RepeatedWork &work : repeated) {
    Operation *op = operations[work.position];
    int64_t bytes = 2 * plan::byteSize(op->getResult(0).getType());
    int64_t again =
        multiply(multiply(work.computed - work.needed, plan::unitsPerPlace(op)),
                 machine.costs.unitPicoseconds);
    int64_t apart =
        machine.costs.kernelPicoseconds + machine.transferPicoseconds(bytes);
    decide(op, DecisionKind::Tile, Reason::ComputedAgain,
           again > apart ? Verdict::Cliff : Verdict::Chosen)
            .other(kernel.getName())
            .cost({again, 0}, {apart, bytes})
        << arg(work.computed) << arg(work.needed) << arg(describe(work.why));
  }
}

} // namespace weft
