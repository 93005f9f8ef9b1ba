// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/PlanTransfers.h"

#include "weft/Tile/IR/Commuting.h"
#include "weft/Tile/Layout/Access.h"
#include "weft/Tile/Layout/Conversion.h"
#include "weft/Tile/Layout/Matrix.h"
#include "weft/Tile/Layout/Shuffles.h"
#include "weft/Tile/Pipeline/MemoryUse.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/IR/Builders.h>
#include <mlir/IR/IRMapping.h>

using namespace mlir;

namespace weft::tile {
namespace {

RankedTensorType typeOf(Value tile) {
  return cast<RankedTensorType>(tile.getType());
}

Layout layoutOf(Value tile) {
  return Layout(cast<LayoutAttr>(typeOf(tile).getEncoding()));
}

//===----------------------------------------------------------------------===//
// Reductions across warps
//===----------------------------------------------------------------------===//

/// A part of a dim: some bits of its coordinate, or all of it.
struct DimPart {
  int64_t dim;
  /// The lowest bit.
  unsigned low;
  int64_t extent;
  /// Of the layout, in this part.
  int64_t base;
  bool isInWarps;
};

/// The dims of a tile, those that are reduced cut wherever warps begin or end.
/// The layout is plain, so each bit of a coordinate belongs to one column.
SmallVector<DimPart> cutDims(const Layout &layout, ArrayRef<int64_t> shape,
                             ArrayRef<int64_t> reduced) {
  SmallVector<DimPart> parts;
  for (int64_t dim = 0; dim < layout.rank(); ++dim) {
    const int64_t base = layout.base[dim];
    const int64_t repeats = shape[dim] / base;
    auto isInWarps = [&](unsigned bit) {
      return llvm::is_contained(reduced, dim) &&
             llvm::any_of(layout.warps, [&](const Layout::Column &column) {
               return column[dim] == int64_t(1) << bit;
             });
    };
    // From the slow end: repeats go with what is below them, unless that is
    // warps.
    unsigned high = llvm::Log2_64(base);
    const size_t first = parts.size();
    if (high == 0 || (repeats > 1 && isInWarps(high - 1))) {
      parts.push_back({dim, high, repeats, 1, false});
    }
    while (high > 0) {
      const bool inWarps = isInWarps(high - 1);
      unsigned low = high - 1;
      while (low > 0 && isInWarps(low - 1) == inWarps) {
        --low;
      }
      const int64_t part = int64_t(1) << (high - low);
      const bool isFirst = parts.size() == first;
      parts.push_back(
          {dim, low, part * (isFirst ? repeats : 1), part, inWarps});
      high = low;
    }
  }
  return parts;
}

/// The layout of the tile whose dims are the parts.
Layout cutLayout(const Layout &layout, ArrayRef<DimPart> parts) {
  auto cut = [&](ArrayRef<Layout::Column> columns) {
    SmallVector<Layout::Column> result;
    for (const Layout::Column &column : columns) {
      Layout::Column moved(parts.size(), 0);
      for (auto [i, part] : llvm::enumerate(parts)) {
        const int64_t step = column[part.dim] >> part.low;
        moved[i] = step < part.base ? step : 0;
      }
      result.push_back(std::move(moved));
    }
    return result;
  };
  Layout result;
  for (const DimPart &part : parts) {
    result.base.push_back(part.base);
  }
  result.registers = cut(layout.registers);
  result.lanes = cut(layout.lanes);
  result.warps = cut(layout.warps);
  return result;
}

/// The same elements, all of those that lie along these dims in every warp.
Layout gathered(Layout layout, ArrayRef<int64_t> dims) {
  for (Layout::Column &column : layout.warps) {
    const bool moves =
        llvm::any_of(dims, [&](int64_t dim) { return column[dim] != 0; });
    if (moves) {
      layout.registers.push_back(column);
      column.assign(column.size(), 0);
    }
  }
  return layout;
}

bool crossesWarps(ReduceOp op) {
  for (const Layout::Column &column : layoutOf(op.getInputs()[0]).warps) {
    for (int64_t dim : op.getDimensions()) {
      if (column[dim] != 0) {
        return true;
      }
    }
  }
  return false;
}

/// The tile in another layout, which other warps have the elements of.
Value convert(OpBuilder &builder, Value tile, const Layout &to,
              const Machine &machine) {
  RankedTensorType type = typeOf(tile);
  const int64_t bytes =
      RefType::get({}, type.getElementType()).getElementBytes();
  const Conversion plan =
      planThroughMemory(layoutOf(tile), to, type.getShape(), bytes, machine);
  return ConvertLayoutOp::create(
      builder, tile.getLoc(),
      RankedTensorType::get(type.getShape(), type.getElementType(),
                            to.toAttribute(builder.getContext())),
      tile, plan.scratch->toAttribute(builder.getContext(), type.getShape()));
}

/// A part of a reduction: the same combination along some dims.
ReduceOp reducePart(OpBuilder &builder, ReduceOp whole, ValueRange tiles,
                    ArrayRef<int64_t> dims, TypeRange results) {
  auto part = ReduceOp::create(builder, whole.getLoc(), results,
                               whole.getKind(), tiles, dims);
  if (!whole.getBody().empty()) {
    IRMapping mapping;
    whole.getBody().cloneInto(&part.getBody(), mapping);
  }
  return part;
}

LogicalResult splitReduction(ReduceOp op, const Machine &machine) {
  const Layout layout = layoutOf(op.getInputs()[0]);
  if (!layout.isPlain()) {
    return op.emitOpError("crosses warps, which has no form for its layout "
                          "yet");
  }
  OpBuilder builder(op);
  const SmallVector<DimPart> parts =
      cutDims(layout, typeOf(op.getInputs()[0]).getShape(), op.getDimensions());
  SmallVector<int64_t> extents;
  SmallVector<int64_t> kept;
  SmallVector<int64_t> inside;
  SmallVector<int64_t> across;
  // In their order, elements that lie before those of another warp are combined
  // with what these have become.
  size_t firstInside = 0;
  for (auto [i, part] : llvm::enumerate(parts)) {
    firstInside = !commutes(op) && part.isInWarps ? i : firstInside;
  }
  for (auto [i, part] : llvm::enumerate(parts)) {
    extents.push_back(part.extent);
    const bool isReduced = llvm::is_contained(op.getDimensions(), part.dim);
    if (isReduced && !part.isInWarps && i >= firstInside) {
      inside.push_back(static_cast<int64_t>(i));
      continue;
    }
    if (isReduced) {
      across.push_back(static_cast<int64_t>(kept.size()));
    }
    kept.push_back(part.extent);
  }
  const Layout cut = cutLayout(layout, parts);
  auto typesOf = [&](ArrayRef<int64_t> shape, const Layout &own) {
    SmallVector<Type> types;
    for (Value input : op.getInputs()) {
      types.push_back(
          RankedTensorType::get(shape, typeOf(input).getElementType(),
                                own.toAttribute(builder.getContext())));
    }
    return types;
  };
  SmallVector<Value> tiles;
  for (auto [input, type] :
       llvm::zip_equal(op.getInputs(), typesOf(extents, cut))) {
    tiles.push_back(ReshapeOp::create(builder, op.getLoc(), type, input));
  }
  if (!inside.empty()) {
    ReduceOp first = reducePart(builder, op, tiles, inside,
                                typesOf(kept, cut.dropped(inside)));
    tiles.assign(first.getResults().begin(), first.getResults().end());
  }
  for (Value &tile : tiles) {
    tile = convert(builder, tile, gathered(layoutOf(tile), across), machine);
  }
  ReduceOp last = reducePart(builder, op, tiles, across, op.getResultTypes());
  op->replaceAllUsesWith(last);
  op.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Numbers of elements
//===----------------------------------------------------------------------===//

LogicalResult spellOutRank(RankOp op, int64_t number, const Machine &machine) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  const Layout elements = layoutOf(op.getInput());
  const int64_t lanes = machine.threads.lanes;
  const int64_t warps = int64_t(1) << elements.warps.size();
  const auto bins = static_cast<int64_t>(op.getBins());
  RankedTensorType ranks = typeOf(op.getRank());
  Type element = ranks.getElementType();
  auto tileOf = [&](ArrayRef<int64_t> shape, Type type, const Layout &layout) {
    return RankedTensorType::get(shape, type,
                                 layout.toAttribute(builder.getContext()));
  };
  auto constant = [&](RankedTensorType type, int64_t value) -> Value {
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(
            type, builder.getIntegerAttr(type.getElementType(), value)));
  };
  // Threads have digits, all warps' counters of each.
  const Layout own = blockedLayout({1, bins}, {1, 0}, 1, lanes, warps);
  RankedTensorType counted = tileOf({warps, bins}, element, own);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  const SmallVector<Value> start = {zero, zero};
  auto name = builder.getStringAttr("counters_" + std::to_string(number));
  Value memory = AllocOp::create(
      builder, loc, RefType::get({warps, bins}, element, Space::Shared), name,
      IntegerAttr());
  StoreOp::create(builder, loc, constant(counted, 0), memory, start);
  auto inWarps = RankOp::create(builder, loc, ranks, op.getCount().getType(),
                                op.getInput(), op.getBinsAttr());
  inWarps->setAttr(countersAttributeName, name);
  if (warps == 1) {
    // No other one has elements before.
    op.getRank().replaceAllUsesWith(inWarps.getRank());
    if (!op.getCount().use_empty()) {
      op.getCount().replaceAllUsesWith(LoadOp::create(
          builder, loc, tileOf({bins}, element, own.dropped({0})), memory,
          start));
    }
    op.erase();
    return success();
  }
  Value counts = LoadOp::create(builder, loc, counted, memory, start);
  auto scan = ScanOp::create(
      builder, loc,
      TypeRange{counted, tileOf({bins}, element, own.dropped({0}))},
      CombineKind::Add, ValueRange{counts}, /*dimension=*/0,
      /*exclusive=*/true, /*reverse=*/false);
  StoreOp::create(builder, loc, scan.getScanned()[0], memory, start);
  // Which warp has an element, and whether there is one. Elements are numbered
  // by warps, so a thread's all have the same one.
  const Layout cut =
      cutLayout(elements, cutDims(elements, ranks.getShape(), {0}));
  Value warp = ReshapeOp::create(
      builder, loc, tileOf(ranks.getShape(), builder.getI32Type(), elements),
      IotaOp::create(builder, loc,
                     tileOf({warps, ranks.getDimSize(0) / warps},
                            builder.getI32Type(), cut),
                     0));
  Value live = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                     op.getInput(),
                                     constant(typeOf(op.getInput()), bins));
  Value before = GatherOp::create(builder, loc, ranks, memory,
                                  ValueRange{warp, op.getInput()},
                                  ArrayRef<Value>(), live);
  Value rank = arith::AddIOp::create(builder, loc, inWarps.getRank(), before);
  op.getRank().replaceAllUsesWith(rank);
  op.getCount().replaceAllUsesWith(scan.getTotals()[0]);
  op.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

LogicalResult spellOut(ConvertLayoutOp op) {
  RankedTensorType type = typeOf(op.getInput());
  if (!op.getThroughAttr()) {
    const Layout from = layoutOf(op.getInput());
    const Layout to = layoutOf(op.getResult());
    const int64_t bytes =
        RefType::get({}, type.getElementType()).getElementBytes();
    return from.hasSameThreads(to) ||
                   planShuffles(from, to, type.getShape(), bytes)
               ? success()
               : op.emitOpError("moves elements between warps, but does not "
                                "say through what");
  }
  // An attribute that says nothing is none.
  MemoryAttr through = op.getThroughAttr();
  MemoryAttr plain = MemoryAttr::get(op.getContext(), ArrayRef<int64_t>(),
                                     ArrayRef<DenseI64ArrayAttr>(), 0,
                                     ArrayRef<int64_t>(), ArrayRef<int64_t>());
  auto ref =
      RefType::getChecked([&] { return op.emitOpError(); }, op.getContext(),
                          type.getShape(), type.getElementType(), Space::Shared,
                          through == plain ? MemoryAttr() : through);
  if (!ref) {
    return failure();
  }
  OpBuilder builder(op);
  SmallVector<Value> zeros(
      static_cast<size_t>(type.getRank()),
      arith::ConstantIndexOp::create(builder, op.getLoc(), 0));
  Value memory =
      AllocOp::create(builder, op.getLoc(), ref, StringAttr(), IntegerAttr());
  StoreOp::create(builder, op.getLoc(), op.getInput(), memory, zeros);
  op.getResult().replaceAllUsesWith(LoadOp::create(builder, op.getLoc(),
                                                   op.getResult().getType(),
                                                   memory, zeros)
                                        .getResult());
  op.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

/// A row of the machine's table says where operands lie, who issues the
/// instruction and when it is complete. Registers of one warp, at once, ask for
/// nothing; a row that says otherwise is refused by name.
LogicalResult planProduct(DotOp op, const Machine &machine) {
  const std::optional<MatrixInstruction> row = instructionOf(op, machine);
  if (!row) {
    return op.emitOpError("has no matrix instruction on ")
           << machine.name << " yet";
  }
  auto refuse = [&](const llvm::Twine &what) {
    return op.emitOpError()
           << "by " << row->name << " " << what << ", which is not planned yet";
  };
  for (OperandSpace space :
       {row->lhsSpace, row->rhsSpace, row->accumulatorSpace}) {
    if (space != OperandSpace::Registers) {
      return refuse(space == OperandSpace::Shared
                        ? "takes an operand in shared memory"
                        : "takes an operand in tensor memory");
    }
  }
  if (row->warps != 1) {
    return refuse("is issued by " + llvm::Twine(row->warps) + " warps");
  }
  if (row->completion != Completion::Immediate) {
    return refuse(row->completion == Completion::Group
                      ? "is complete when its group is awaited"
                      : "is complete when a barrier in memory says so");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// How registers are moved
//===----------------------------------------------------------------------===//

template <typename Op>
LogicalResult chooseMethod(Op op, const Machine &machine) {
  OpBuilder builder(op);
  const Layout layout(cast<LayoutAttr>(op.getTileType().getEncoding()));
  if (op.getRefType().getSpace() != Space::Shared) {
    std::optional<Access> access = accessOf(op, machine);
    if (!access) {
      return op.emitOpError() << "on " << op.getRefType() << " has no form on "
                              << machine.name << " yet";
    }
    op.setVectorAttr(builder.getI64IntegerAttr(vectorWidth(*access, layout)));
    return success();
  }
  const int64_t leading =
      op.getRefType().getRank() - op.getTileType().getRank();
  std::optional<Scratch> scratch = Scratch::of(op.getRefType());
  scratch = scratch ? scratch->behind(leading) : std::nullopt;
  if (!scratch || !op.isWholePart()) {
    return op.emitOpError() << "on " << op.getRefType() << " has no form on "
                            << machine.name << " yet: whole refs with an order "
                            << "of dims and padded rows do";
  }
  ArrayRef<int64_t> shape = op.getTileType().getShape();
  const int64_t bytes = op.getRefType().getElementBytes();
  if constexpr (std::is_same_v<Op, LoadOp>) {
    if (matrixRead(*scratch, layout, shape, bytes, machine)) {
      op.setMatrices(true);
      return success();
    }
  }
  op.setVectorAttr(builder.getI64IntegerAttr(
      scratchVector(*scratch, layout, shape, bytes, machine)));
  return success();
}

} // namespace

LogicalResult chooseRead(LoadOp op, const Machine &machine) {
  return chooseMethod(op, machine);
}

namespace {

/// Does something with each operation of a kind, some of which it may replace.
template <typename Op, typename Function>
LogicalResult forEach(KernelOp kernel, Function function) {
  SmallVector<Op> ops;
  kernel.getBody().walk([&](Op op) { ops.push_back(op); });
  for (Op op : ops) {
    if (failed(function(op))) {
      return failure();
    }
  }
  return success();
}

} // namespace

LogicalResult planTransfers(KernelOp kernel, const Machine &machine) {
  if (kernel.getStageKind() != Stage::LaidOut) {
    return kernel.emitOpError() << "is in stage " << kernel.getStage()
                                << "; transfers are planned in laid_out";
  }
  // What nobody asks for is not moved.
  kernel.getBody().walk([](ConvertLayoutOp op) {
    if (op->use_empty()) {
      op.erase();
    }
  });
  auto choose = [&](auto op) { return chooseMethod(op, machine); };
  int64_t ranks = 0;
  if (failed(forEach<RankOp>(kernel, [&](RankOp op) {
        return spellOutRank(op, ranks++, machine);
      }))) {
    return failure();
  }
  if (failed(forEach<ReduceOp>(kernel,
                               [&](ReduceOp op) {
                                 return crossesWarps(op)
                                            ? splitReduction(op, machine)
                                            : success();
                               })) ||
      failed(forEach<ConvertLayoutOp>(kernel, spellOut)) ||
      failed(forEach<DotOp>(
          kernel, [&](DotOp op) { return planProduct(op, machine); })) ||
      failed(forEach<LoadOp>(kernel, choose)) ||
      failed(forEach<StoreOp>(kernel, choose))) {
    return failure();
  }
  kernel.setStage(stringifyStage(Stage::Planned));
  return success();
}

} // namespace weft::tile
