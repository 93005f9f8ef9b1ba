// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Layout/Inference.h"
#include "weft/Tile/Layout/Matrix.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

using namespace mlir;

namespace weft::tile {

void Inference::number() {
  auto add = [&](Value value) {
    if (isTile(value)) {
      numbers.try_emplace(value, values.size());
      values.push_back(value);
    }
  };
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    llvm::for_each(op->getResults(), add);
    for (Region &region : op->getRegions()) {
      llvm::for_each(region.getArguments(), add);
    }
  });
  sets.grow(values.size());
}

void Inference::tie(ValueRange list) {
  std::optional<unsigned> first;
  for (Value value : list) {
    if (isTile(value)) {
      const unsigned number = numbers.lookup(value);
      sets.join(first.value_or(number), number);
      first = first.value_or(number);
    }
  }
}

void Inference::tie(ValueRange first, ValueRange second) {
  for (auto [a, b] : llvm::zip_equal(first, second)) {
    tie(ValueRange{a, b});
  }
}

void Inference::tieControl(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](scf::ForOp loop) {
        tie(loop.getInitArgs(), loop.getRegionIterArgs());
        tie(loop.getYieldedValues(), loop.getRegionIterArgs());
        tie(loop.getResults(), loop.getRegionIterArgs());
      })
      .Case([&](scf::WhileOp loop) {
        tie(loop.getInits(), loop.getBeforeArguments());
        tie(loop.getYieldOp().getOperands(), loop.getBeforeArguments());
        tie(loop.getConditionOp().getArgs(), loop.getAfterArguments());
        tie(loop.getResults(), loop.getAfterArguments());
      })
      .Case<scf::IfOp, scf::IndexSwitchOp>([&](Operation *branch) {
        for (Region &region : branch->getRegions()) {
          if (!region.empty() && branch->getNumResults() != 0) {
            tie(region.front().getTerminator()->getOperands(),
                branch->getResults());
          }
        }
      });
}

/// The tile that is read or written.
static Value indexedTile(Operation *op) {
  auto scatter = dyn_cast<ScatterOp>(op);
  return scatter ? Value(scatter.getValue()) : Value(op->getResult(0));
}

/// What of an operation has one layout.
void Inference::tieValuesOf(Operation *op) {
  tieControl(op);
  if (op->hasTrait<OpTrait::Elementwise>() || isa<arith::SelectOp>(op)) {
    SmallVector<Value> all(op->getOperands());
    llvm::append_range(all, op->getResults());
    tie(all);
  } else if (isOfElements(op)) {
    SmallVector<Value> all = {indexedTile(op)};
    for (Value operand : op->getOperands()) {
      if (isTile(operand) && tileShape(operand) == tileShape(all.front())) {
        all.push_back(operand);
      }
    }
    llvm::append_range(all, op->getResults());
    tie(all);
  } else if (auto atomic = dyn_cast<AtomicOp>(op);
             atomic && atomic.getValue()) {
    tie(ValueRange{atomic.getValue(), atomic.getResult()});
  } else if (auto rank = dyn_cast<RankOp>(op)) {
    tie(ValueRange{rank.getInput(), rank.getRank()});
  } else if (auto scan = dyn_cast<ScanOp>(op)) {
    tie(scan.getInputs(), scan.getScanned());
  } else if (auto dot = dyn_cast<DotOp>(op)) {
    tie(ValueRange{dot.getAccumulator(), dot.getResult()});
  } else if (auto reduce = dyn_cast<ReduceOp>(op)) {
    tie(reduce.getInputs());
  } else if (auto join = dyn_cast<JoinOp>(op)) {
    tie(join.getInputs());
  }
}

void Inference::makeClasses() {
  sets.compress();
  classes.resize(sets.getNumClasses());
  for (Value value : values) {
    TileClass &own = classOf(value);
    own.shape.assign(tileShape(value).begin(), tileShape(value).end());
    own.elements = cast<RankedTensorType>(value.getType()).getNumElements();
    int64_t weight = 1;
    for (Operation *op = value.getParentRegion()->getParentOp(); op != kernel;
         op = op->getParentOp()) {
      weight *= isa<LoopLikeOpInterface>(op) ? 8 : 1;
    }
    own.weight = std::max(own.weight, weight);
  }
}

void Inference::relate(
    Value from, Value to,
    std::function<std::optional<Layout>(const Layout &)> derive) {
  relations.push_back({classNumber(from), classNumber(to), std::move(derive)});
}

static SmallVector<int64_t> inverse(ArrayRef<int64_t> permutation) {
  SmallVector<int64_t> result(permutation.size());
  for (auto [i, dim] : llvm::enumerate(permutation)) {
    result[dim] = static_cast<int64_t>(i);
  }
  return result;
}

LogicalResult Inference::collect(Operation *op) {
  auto hasTile = [](ValueRange list) { return llvm::any_of(list, isTile); };
  if (!hasTile(op->getOperands()) && !hasTile(op->getResults())) {
    return success();
  }
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<scf::ForOp, scf::WhileOp, scf::IfOp, scf::IndexSwitchOp,
            scf::YieldOp, scf::ConditionOp, tensor::ExtractOp, tensor::SplatOp,
            MaskOp, IotaOp, arith::ConstantOp>(
          [](Operation *) { return success(); })
      .Case<LoadOp, StoreOp>([&](auto access) -> LogicalResult {
        if (access.getRefType().getSpace() == Space::Shared &&
            access.isWholePart() && !access.getRefType().getMemory()) {
          return success();
        }
        std::optional<Access> found = accessOf(access, machine);
        if (!found || access.getRefType().getSpace() != Space::Global) {
          return access.emitOpError()
                 << "on " << access.getRefType()
                 << " has no layout yet: only global refs with strides, and "
                    "boxes below 2^31, do";
        }
        Value tile;
        if constexpr (std::is_same_v<decltype(access), LoadOp>) {
          tile = access.getResult();
        } else {
          tile = access.getValue();
        }
        classOf(tile).accesses.push_back(*found);
        return success();
      })
      .Case([&](GatherOp gather) -> LogicalResult {
        if (isOfElements(gather)) {
          classOf(gather.getResult()).isIndexed = true;
          return success();
        }
        std::optional<Access> found = accessOf(gather, machine);
        if (!found || gather.getRefType().getSpace() != Space::Global) {
          return gather.emitOpError()
                 << "from " << gather.getRefType()
                 << " has no layout yet: only single elements, and boxes of "
                    "global refs with strides, do";
        }
        classOf(gather.getResult()).accesses.push_back(*found);
        for (Value operand : gather->getOperands()) {
          if (isTile(operand)) {
            relate(gather.getResult(), operand, [gather](const Layout &layout) {
              return layoutOfIndices(gather, layout);
            });
          }
        }
        return success();
      })
      .Case([&](ScatterOp scatter) -> LogicalResult {
        if (isOfElements(scatter)) {
          classOf(scatter.getValue()).isIndexed = true;
          return success();
        }
        std::optional<Access> found = accessOf(scatter, machine);
        if (!found || scatter.getRefType().getSpace() != Space::Global) {
          return scatter.emitOpError()
                 << "on " << scatter.getRefType()
                 << " has no layout yet: only single elements, and boxes of "
                    "global refs with strides, do";
        }
        TileClass &own = classOf(scatter.getValue());
        own.accesses.push_back(*found);
        own.isIndexed |= found->vector == 1;
        for (Value operand : scatter->getOperands()) {
          if (isTile(operand) && operand != scatter.getValue()) {
            relate(scatter.getValue(), operand,
                   [scatter](const Layout &layout) {
                     return layoutOfIndices(scatter, layout);
                   });
          }
        }
        return success();
      })
      .Case([&](AtomicOp atomic) {
        classOf(atomic.getResult()).isIndexed = true;
        return success();
      })
      .Case([&](DotOp dot) -> LogicalResult {
        std::optional<DotLayouts> layouts = dotLayouts(dot, machine, warps);
        if (!layouts) {
          return dot.emitOpError()
                 << "of " << dot.getLhs().getType() << " and "
                 << dot.getRhs().getType() << " to "
                 << dot.getAccumulator().getType()
                 << " has no matrix instruction on " << machine.name << " yet";
        }
        TileClass &sum = classOf(dot.getAccumulator());
        if (!sum.layout) {
          sum.layout = layouts->accumulator;
          sum.isSum = true;
        }
        return success();
      })
      .Case([&](ReduceOp reduce) -> LogicalResult {
        SmallVector<int64_t> dims(reduce.getDimensions());
        for (Value result : reduce.getResults()) {
          relate(reduce.getInputs()[0], result,
                 [dims](const Layout &layout) { return layout.dropped(dims); });
        }
        return success();
      })
      .Case([&](RankOp rank) -> LogicalResult {
        const int64_t elements = tileShape(rank.getInput())[0];
        if (!llvm::isPowerOf2_64(static_cast<uint64_t>(elements)) ||
            elements < machine.threads.lanes * warps) {
          return rank.emitOpError()
                 << "of " << rank.getInput().getType()
                 << " has no layout yet: a power of two, and one element for "
                    "each thread, have";
        }
        classOf(rank.getInput()).isRanked = true;
        return success();
      })
      .Case([&](ScanOp scan) -> LogicalResult {
        if (scan.getKind() == CombineKind::Custom) {
          return scan.emitOpError("of kind custom has no layout yet");
        }
        const auto dim = static_cast<int64_t>(scan.getDimension());
        TileClass &own = classOf(scan.getInputs()[0]);
        if (own.scanned && *own.scanned != dim) {
          return scan.emitOpError("along another dim than one before it has no "
                                  "layout yet");
        }
        own.scanned = dim;
        relate(scan.getInputs()[0], scan.getTotals()[0],
               [dim](const Layout &layout) { return layout.dropped({dim}); });
        return success();
      })
      .Case([&](BroadcastOp broadcast) {
        relate(broadcast.getResult(), broadcast.getInput(),
               [broadcast](const Layout &layout) {
                 return broadcastOperand(broadcast, layout);
               });
        return success();
      })
      .Case([&](TransposeOp transpose) {
        SmallVector<int64_t> permutation(transpose.getPermutation());
        relate(transpose.getInput(), transpose.getResult(),
               [permutation](const Layout &layout) {
                 return layout.permuted(permutation);
               });
        relate(transpose.getResult(), transpose.getInput(),
               [permutation](const Layout &layout) {
                 return layout.permuted(inverse(permutation));
               });
        return success();
      })
      .Case([&](ReshapeOp reshape) {
        SmallVector<int64_t> from(tileShape(reshape.getInput()));
        SmallVector<int64_t> to(tileShape(reshape.getResult()));
        relate(reshape.getInput(), reshape.getResult(),
               [from, to](const Layout &layout) {
                 return layout.reshaped(from, to);
               });
        relate(reshape.getResult(), reshape.getInput(),
               [from, to](const Layout &layout) {
                 return layout.reshaped(to, from);
               });
        return success();
      })
      .Case([&](SliceOp slice) {
        SmallVector<int64_t> offsets(slice.getOffsets());
        SmallVector<int64_t> from(tileShape(slice.getInput()));
        SmallVector<int64_t> to(tileShape(slice.getResult()));
        relate(slice.getInput(), slice.getResult(),
               [offsets, from, to](const Layout &layout) {
                 return layout.sliced(offsets, from, to);
               });
        relate(slice.getResult(), slice.getInput(),
               [](const Layout &layout) { return layout; });
        return success();
      })
      .Case([&](JoinOp join) {
        const auto count = static_cast<int64_t>(join.getInputs().size());
        const int64_t minor = join.getResult().getType().getRank() - 1;
        relate(join.getInputs()[0], join.getResult(),
               [count](const Layout &layout) { return layout.joined(count); });
        relate(join.getResult(), join.getInputs()[0],
               [minor](const Layout &layout) {
                 return layout.isInRegisters(minor)
                            ? std::optional(layout.dropped({minor}))
                            : std::nullopt;
               });
        return success();
      })
      .Default([&](Operation *other) -> LogicalResult {
        if (other->hasTrait<OpTrait::Elementwise>() ||
            isa<arith::SelectOp>(other)) {
          return success();
        }
        return other->emitOpError("has no layout yet");
      });
}

} // namespace weft::tile
