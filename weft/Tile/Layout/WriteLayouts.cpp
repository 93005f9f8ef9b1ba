// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layouts that were chosen become the types of tiles, and conversions where an
// operation takes or gives another one.

#include "weft/Tile/Layout/Conversion.h"
#include "weft/Tile/Layout/Inference.h"
#include "weft/Tile/Layout/LoadsAhead.h"
#include "weft/Tile/Layout/Matrix.h"
#include "weft/Tile/Layout/Shuffles.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/SCF/IR/SCF.h>

#include <numeric>

using namespace mlir;

namespace weft::tile {

/// The dims of a broadcast's result that its operand has nothing to say about.
static SmallVector<int64_t> grownDims(BroadcastOp op) {
  SmallVector<int64_t> dims;
  for (int64_t dim = 0; dim < op.getResult().getType().getRank(); ++dim) {
    const auto *found = llvm::find(op.getDimensions(), dim);
    if (found == op.getDimensions().end() ||
        tileShape(op.getInput())[found - op.getDimensions().begin()] !=
            tileShape(op.getResult())[dim]) {
      dims.push_back(dim);
    }
  }
  return dims;
}

Layout broadcastOperand(BroadcastOp op, const Layout &result) {
  SmallVector<int64_t> ones;
  for (auto [i, dim] : llvm::enumerate(op.getDimensions())) {
    if (tileShape(op.getInput())[i] != tileShape(op.getResult())[dim]) {
      ones.push_back(static_cast<int64_t>(i));
    }
  }
  return result.dropped(grownDims(op)).inserted(ones);
}

static RankedTensorType withLayout(Type type, LayoutAttr layout) {
  auto tile = cast<RankedTensorType>(type);
  return RankedTensorType::get(tile.getShape(), tile.getElementType(), layout);
}

void Inference::setTypes() {
  for (Value value : values) {
    value.setType(withLayout(value.getType(), classOf(value).attribute));
    if (auto constant = value.getDefiningOp<arith::ConstantOp>()) {
      constant.setValueAttr(
          cast<DenseElementsAttr>(constant.getValue())
              .resizeSplat(cast<ShapedType>(value.getType())));
    }
  }
}

/// Whether a tile is what a loop reads from memory, in other places at most, or
/// what steps of products compute of that alone: for later steps it can be on
/// its way to the chip (PipelineLoops.h), and not to registers of other lanes.
static bool isReadInLoop(Value tile) {
  Operation *op = tile.getDefiningOp();
  while (isa_and_present<TransposeOp, ReshapeOp, ConvertLayoutOp>(op)) {
    op = op->getOperand(0).getDefiningOp();
  }
  if (auto load = dyn_cast_or_null<LoadOp>(op)) {
    return load.getRefType().getSpace() == Space::Global &&
           load->getParentOfType<scf::ForOp>();
  }
  auto loop = op ? dyn_cast<scf::ForOp>(op->getParentOp()) : scf::ForOp();
  return loop && !loop.getBody()->getOps<DotOp>().empty() &&
         !hasOneStep(loop) && !madeFromLoads(tile, loop).empty();
}

Conversion Inference::conversionOf(Value tile, const Layout &from,
                                   const Layout &to) const {
  const int64_t bytes =
      RefType::get({}, cast<RankedTensorType>(tile.getType()).getElementType())
          .getElementBytes();
  return machine.threads.flightBytes != 0 && isReadInLoop(tile)
             ? planThroughMemory(from, to, tileShape(tile), bytes, machine)
             : planConversion(from, to, tileShape(tile), bytes, machine);
}

Value Inference::converted(OpBuilder &builder, Value value, LayoutAttr to) {
  if (layoutAttribute(value) == to) {
    return value;
  }
  auto tile = cast<RankedTensorType>(value.getType());
  const Conversion plan =
      conversionOf(value, Layout(layoutAttribute(value)), Layout(to));
  MemoryAttr through;
  if (plan.scratch) {
    through = plan.scratch->toAttribute(context(), tile.getShape());
  }
  auto convert = ConvertLayoutOp::create(builder, value.getLoc(),
                                         withLayout(tile, to), value, through);
  if (plan.shuffles) {
    convert->setAttr(shufflesAttributeName,
                     builder.getI64IntegerAttr(*plan.shuffles));
  }
  return convert;
}

void Inference::convertOperand(OpOperand &operand, const Layout &to) {
  OpBuilder builder(operand.getOwner());
  // Two ways to write one layout are one.
  Layout own(layoutAttribute(operand.get()));
  if (own.isSame(to, tileShape(operand.get()))) {
    return;
  }
  operand.set(converted(builder, operand.get(), to.toAttribute(context())));
}

/// An operation gives its result in a layout of its own; the class's follows.
void Inference::setNatural(Value result, const Layout &natural) {
  LayoutAttr wanted = layoutAttribute(result);
  if (natural.isSame(Layout(wanted), tileShape(result))) {
    return;
  }
  result.setType(withLayout(result.getType(), natural.toAttribute(context())));
  OpBuilder builder(context());
  builder.setInsertionPointAfterValue(result);
  Value moved = converted(builder, result, wanted);
  result.replaceAllUsesExcept(moved, moved.getDefiningOp());
}

/// The layout to access memory in, if the program wants the tile in `given`:
/// that one, the one that memory likes best, or what comes next to it without
/// an element that changes its warp.
Layout Inference::best(Operation *op, const Access &access,
                       const Layout &given) const {
  ArrayRef<int64_t> shape = access.tile.getShape();
  const bool isRead = isa<LoadOp, GatherOp>(op);
  Layout chosen = given;
  int64_t least = accessCost(access, given, machine);
  // What lanes read beside each other is near by when they read on: to be worth
  // a conversion, it has to gain more than what they write.
  auto priceOf = [&](const Layout &layout) {
    return isRead ? planThroughMemory(layout, given, shape, access.elementBytes,
                                      machine)
                        .cost
                  : conversionOf(op->getOperand(0), given, layout).cost;
  };
  auto consider = [&](Layout layout) {
    if (layout.isSame(given, shape)) {
      return;
    }
    const int64_t accessed = accessCost(access, layout, machine);
    if (accessed >= least) {
      return;
    }
    if (const int64_t cost = accessed + priceOf(layout); cost < least) {
      least = cost;
      chosen = std::move(layout);
    }
  };
  consider(coalesced(access));
  // Indices of a scatter would have to follow.
  for (int64_t vector = isa<StoreOp>(op) ? access.vector : 0; vector >= 1;
       vector /= 2) {
    consider(spreadInWarps(given, shape, access.order(), vector));
  }
  return chosen;
}

void Inference::rewriteLoad(LoadOp op) {
  if (op.getRefType().getSpace() == Space::Shared) {
    return;
  }
  const Access access = *accessOf(op, machine);
  setNatural(op.getResult(), best(op, access, layoutOf(op.getResult())));
}

void Inference::rewriteStore(StoreOp op) {
  if (op.getRefType().getSpace() == Space::Shared) {
    return;
  }
  const Access access = *accessOf(op, machine);
  convertOperand(op.getValueMutable(),
                 best(op, access, Layout(layoutAttribute(op.getValue()))));
}

void Inference::rewriteGather(GatherOp op) {
  const Access access = *accessOf(op, machine);
  const Layout natural = best(op, access, layoutOf(op.getResult()));
  setNatural(op.getResult(), natural);
  auto convert = [&](OpOperand &operand) {
    if (isTile(operand.get())) {
      convertOperand(operand, layoutOfIndices(op, natural));
    }
  };
  llvm::for_each(op->getOpOperands(), convert);
}

void Inference::rewriteScatter(ScatterOp op) {
  const Access access = *accessOf(op, machine);
  const Layout wanted =
      best(op, access, Layout(layoutAttribute(op.getValue())));
  convertOperand(op.getValueMutable(), wanted);
  for (OpOperand &operand : op->getOpOperands()) {
    if (isTile(operand.get()) && operand.get() != op.getValue()) {
      convertOperand(operand, layoutOfIndices(op, wanted));
    }
  }
}

void Inference::rewriteSlice(SliceOp op) {
  ArrayRef<int64_t> from = tileShape(op.getInput());
  ArrayRef<int64_t> to = tileShape(op.getResult());
  auto slice = [&](const Layout &input) {
    return input.sliced(op.getOffsets(), from, to);
  };
  std::optional<Layout> natural = slice(Layout(layoutAttribute(op.getInput())));
  if (!natural) {
    // Threads have all that lies as far apart as the parts do.
    SmallVector<int64_t> period;
    for (auto [offset, extent] : llvm::zip_equal(op.getOffsets(), to)) {
      period.push_back(std::gcd(offset, extent));
    }
    auto order = llvm::to_vector(llvm::reverse(
        llvm::seq<int64_t>(0, static_cast<int64_t>(period.size()))));
    const Layout spread =
        blockedLayout(period, order, 1, machine.threads.lanes, warps);
    convertOperand(op.getInputMutable(), spread);
    natural = slice(spread);
  }
  setNatural(op.getResult(), *natural);
}

LogicalResult Inference::rewriteDot(DotOp op) {
  const DotLayouts layouts = *dotLayouts(op, machine, warps);
  if (!layouts.accumulator.isSame(Layout(layoutAttribute(op.getResult())),
                                  tileShape(op.getResult()))) {
    return op.emitOpError("shares its accumulator with another product that "
                          "wants it in another layout, which is not done yet");
  }
  convertOperand(op.getLhsMutable(), layouts.lhs);
  convertOperand(op.getRhsMutable(), layouts.rhs);
  op->setAttr("instruction",
              StringAttr::get(context(), layouts.instruction.name));
  return success();
}

LogicalResult Inference::rewrite(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](LoadOp load) {
        rewriteLoad(load);
        return success();
      })
      .Case([&](StoreOp store) {
        rewriteStore(store);
        return success();
      })
      .Case([&](GatherOp gather) {
        if (!isOfElements(gather)) {
          rewriteGather(gather);
        }
        return success();
      })
      .Case([&](ScatterOp scatter) {
        if (!isOfElements(scatter)) {
          rewriteScatter(scatter);
        }
        return success();
      })
      .Case([&](DotOp dot) { return rewriteDot(dot); })
      .Case([&](ReduceOp reduce) {
        Layout input(layoutAttribute(reduce.getInputs()[0]));
        for (Value result : reduce.getResults()) {
          setNatural(result, input.dropped(reduce.getDimensions()));
        }
        return success();
      })
      .Case([&](RankOp rank) {
        setNatural(rank.getCount(),
                   countLayout(tileShape(rank.getCount())[0], machine, warps));
        return success();
      })
      .Case([&](ScanOp scan) {
        Layout input(layoutAttribute(scan.getInputs()[0]));
        setNatural(scan.getTotals()[0],
                   input.dropped({static_cast<int64_t>(scan.getDimension())}));
        return success();
      })
      .Case([&](BroadcastOp broadcast) {
        Layout result(layoutAttribute(broadcast.getResult()));
        convertOperand(broadcast.getInputMutable(),
                       broadcastOperand(broadcast, result));
        return success();
      })
      .Case([&](TransposeOp transpose) {
        Layout input(layoutAttribute(transpose.getInput()));
        setNatural(transpose.getResult(),
                   input.permuted(transpose.getPermutation()));
        return success();
      })
      .Case([&](ReshapeOp reshape) -> LogicalResult {
        Layout input(layoutAttribute(reshape.getInput()));
        std::optional<Layout> natural = input.reshaped(
            tileShape(reshape.getInput()), tileShape(reshape.getResult()));
        if (!natural) {
          return reshape.emitOpError()
                 << "of " << reshape.getInput().getType() << " to "
                 << reshape.getResult().getType()
                 << " has no layout yet: extents are not powers of two";
        }
        setNatural(reshape.getResult(), *natural);
        return success();
      })
      .Case([&](SliceOp slice) {
        rewriteSlice(slice);
        return success();
      })
      .Case([&](JoinOp join) {
        Layout input(layoutAttribute(join.getInputs()[0]));
        setNatural(join.getResult(),
                   input.joined(static_cast<int64_t>(join.getInputs().size())));
        return success();
      })
      .Default([](Operation *) { return success(); });
}

} // namespace weft::tile
