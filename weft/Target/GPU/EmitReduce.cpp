// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions: first the registers of a thread, then lanes by exchanging values
// along each bit of the lane's number that moves along a reduced dim. What
// crosses warps has become two reductions with memory in between. In the end
// every thread that held an element of a row has the row's result, which is
// what the layout of the result says.
//
// What does not commute is combined from the lowest bit of an element's index
// on, whether it is a register's or a lane's: neighbours become one, and these
// neighbours again. Two lanes that exchange values know which of them comes
// first.

#include "weft/Target/Code/Combine.h"
#include "weft/Target/GPU/KernelEmitter.h"
#include "weft/Tile/IR/Commuting.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/IR/Builders.h>

#include <map>

namespace weft::gpu {
namespace {

using llvm::SmallVector;
using llvm::Value;
using mlir::LogicalResult;
using mlir::success;

/// The bits of a number whose columns move along one of the dims.
uint32_t bitsAlong(llvm::ArrayRef<Layout::Column> columns,
                   llvm::ArrayRef<int64_t> dims) {
  uint32_t bits = 0;
  for (const auto &[bit, column] : llvm::enumerate(columns)) {
    for (int64_t dim : dims) {
      bits |= column[dim] != 0 ? uint32_t(1) << bit : 0;
    }
  }
  return bits;
}

/// A place without some dims.
Place without(const Place &place, llvm::ArrayRef<int64_t> dims) {
  Place kept;
  for (auto [dim, at] : llvm::enumerate(place)) {
    if (!llvm::is_contained(dims, static_cast<int64_t>(dim))) {
      kept.push_back(at);
    }
  }
  return kept;
}

/// One value for each operand.
using Row = Pieces;

/// Neighbours first. Empty after a failure that was reported.
Row inPairs(std::vector<Row> rows, const code::Combiner &combine) {
  while (rows.size() > 1) {
    std::vector<Row> halves;
    for (size_t i = 0; i + 1 < rows.size(); i += 2) {
      halves.push_back(combine(rows[i], rows[i + 1]));
      if (halves.back().empty()) {
        return {};
      }
    }
    if (rows.size() % 2 != 0) {
      halves.push_back(rows.back());
    }
    rows = std::move(halves);
  }
  return rows.front();
}

/// Whether a tile counts along a dim, up to where there are no elements.
bool isCount(mlir::Value tile) {
  while (mlir::Operation *op = tile.getDefiningOp()) {
    if (auto reshape = llvm::dyn_cast<tile::ReshapeOp>(op)) {
      tile = reshape.getInput();
    } else if (auto select = llvm::dyn_cast<mlir::arith::SelectOp>(op);
               select && select.getCondition().getDefiningOp<tile::MaskOp>()) {
      tile = select.getTrueValue();
    } else {
      return llvm::isa<tile::IotaOp>(op);
    }
  }
  return false;
}

/// The reduction of a thread's registers: where they lie in the order of places
/// that are counted, none are exchanged.
tile::ReduceOp withinThread(KernelEmitter &emitter, tile::ReduceOp op) {
  mlir::Value exchange = tile::findExchange(op.getBody());
  if (!exchange) {
    return op;
  }
  auto places = llvm::cast<mlir::BlockArgument>(
      exchange.getDefiningOp<mlir::arith::CmpIOp>().getRhs());
  auto alongDims = [&](const Place &place) {
    return llvm::map_to_vector(op.getDimensions(),
                               [&](int64_t dim) { return place[dim]; });
  };
  const bool isOrdered = llvm::is_sorted(emitter.hold(op.getInputs()[0]).places,
                                         [&](const Place &a, const Place &b) {
                                           return alongDims(a) < alongDims(b);
                                         });
  if (!isOrdered || !isCount(op.getInputs()[places.getArgNumber()])) {
    return op;
  }
  auto copy = llvm::cast<tile::ReduceOp>(op->clone());
  emitter.copies.emplace_back(copy);
  auto builder = mlir::OpBuilder::atBlockBegin(&copy.getBody().front());
  tile::findExchange(copy.getBody())
      .replaceAllUsesWith(mlir::arith::ConstantOp::create(
          builder, op.getLoc(), builder.getBoolAttr(false)));
  return copy;
}

/// A reduction in the order of its elements.
class InOrder {
public:
  InOrder(KernelEmitter &emitter, tile::ReduceOp op,
          const code::Combiner &combine)
      : emitter(emitter), op(op), combine(combine),
        layout(emitter.hold(op.getInputs()[0]).layout) {}

  /// Empty after a failure that was reported.
  std::vector<Row> run() {
    const KernelEmitter::Hold &from = emitter.hold(op.getInputs()[0]);
    const KernelEmitter::Hold &to = emitter.hold(op.getResults()[0]);
    llvm::ArrayRef<int64_t> dims = op.getDimensions();
    if (!layout.isPlain() || bitsAlong(layout.warps, dims) != 0) {
      op.emitOpError("in the order of its elements has no form on ")
          << emitter.gpu.family << " in such a layout yet";
      return {};
    }
    std::vector<Elements> results(to.places.size());
    for (auto [i, place] : llvm::enumerate(from.places)) {
      Row row;
      for (mlir::Value input : op.getInputs()) {
        row.push_back(emitter.pieces(input)[i]);
      }
      results[to.at(without(place, dims))][along(place)] = std::move(row);
    }
    std::vector<Row> sums;
    for (Elements &elements : results) {
      if (!combineAll(elements)) {
        return {};
      }
      sums.push_back(elements.begin()->second);
    }
    return sums;
  }

private:
  /// Of a result: what parts of its elements were combined to, by the index of
  /// their first.
  using Elements = std::map<SmallVector<int64_t>, Row>;

  SmallVector<int64_t> along(const Place &place) const {
    return llvm::map_to_vector(op.getDimensions(),
                               [&](int64_t dim) { return place[dim]; });
  }

  bool combineAll(Elements &elements) const {
    // The last dim is the fastest.
    for (size_t d = op.getDimensions().size(); d-- > 0;) {
      const int64_t dim = op.getDimensions()[d];
      for (int64_t step = 1; step < layout.base[dim]; step *= 2) {
        const std::optional<unsigned> lane = laneOf(dim, step);
        if (lane ? !joinLanes(elements, *lane) : !join(elements, d, 2 * step)) {
          return false;
        }
      }
      // Repeats of the base.
      if (!join(elements, d, INT64_MAX)) {
        return false;
      }
    }
    return true;
  }

  std::optional<unsigned> laneOf(int64_t dim, int64_t step) const {
    for (const auto &[lane, column] : llvm::enumerate(layout.lanes)) {
      if (column[dim] == step) {
        return static_cast<unsigned>(lane);
      }
    }
    return std::nullopt;
  }

  /// Those whose indices along a dim differ below `size` only become one.
  bool join(Elements &elements, size_t d, int64_t size) const {
    std::map<SmallVector<int64_t>, std::vector<Row>> groups;
    for (auto &[index, row] : elements) {
      SmallVector<int64_t> first(index);
      first[d] = size == INT64_MAX ? 0 : first[d] / size * size;
      groups[first].push_back(row);
    }
    elements.clear();
    for (auto &[index, rows] : groups) {
      Row &joined = elements[index] = inPairs(std::move(rows), combine);
      if (joined.empty()) {
        return false;
      }
    }
    return true;
  }

  bool joinLanes(Elements &elements, unsigned lane) const {
    Builder &builder = emitter.builder;
    const uint32_t bit = uint32_t(1) << lane;
    Value *isLater = builder.CreateICmpNE(
        builder.CreateAnd(emitter.laneNumber, bit), builder.getInt32(0));
    for (auto &[index, row] : elements) {
      Row first;
      Row second;
      for (Value *own : row) {
        Value *other = exchange(emitter, own, bit);
        first.push_back(builder.CreateSelect(isLater, other, own));
        second.push_back(builder.CreateSelect(isLater, own, other));
      }
      row = combine(first, second);
      if (row.empty()) {
        return false;
      }
    }
    return true;
  }

  KernelEmitter &emitter;
  mutable tile::ReduceOp op;
  const code::Combiner &combine;
  const Layout &layout;
};

/// What takes the elements of a row as registers and lanes come. Empty after a
/// failure that was reported.
std::vector<Row> inAnyOrder(KernelEmitter &emitter, tile::ReduceOp op,
                            const code::Combiner &combine,
                            const code::Combiner &combineOwn) {
  llvm::ArrayRef<int64_t> dims = op.getDimensions();
  const KernelEmitter::Hold &from = emitter.hold(op.getInputs()[0]);
  const KernelEmitter::Hold &to = emitter.hold(op.getResults()[0]);
  // In pairs: many registers are few steps.
  std::vector<std::vector<Row>> terms(to.places.size());
  for (auto [i, place] : llvm::enumerate(from.places)) {
    Row &row = terms[to.at(without(place, dims))].emplace_back();
    for (mlir::Value input : op.getInputs()) {
      row.push_back(emitter.pieces(input)[i]);
    }
  }
  std::vector<Row> sums;
  for (std::vector<Row> &list : terms) {
    sums.push_back(inPairs(std::move(list), combineOwn));
    if (sums.back().empty()) {
      return {};
    }
  }
  const uint32_t lanes = bitsAlong(from.layout.lanes, dims);
  for (unsigned bit = 0; bit < from.layout.lanes.size(); ++bit) {
    if ((lanes >> bit) & 1) {
      for (Row &sum : sums) {
        Row other;
        for (Value *value : sum) {
          other.push_back(exchange(emitter, value, uint32_t(1) << bit));
        }
        sum = combine(sum, other);
        if (sum.empty()) {
          return {};
        }
      }
    }
  }
  return sums;
}

} // namespace

LogicalResult emitReduce(KernelEmitter &emitter, tile::ReduceOp op) {
  SmallVector<mlir::Type> elements;
  for (mlir::Value input : op.getInputs()) {
    elements.push_back(code::elementTypeOf(input.getType()));
  }
  const code::Combiner combine(emitter.scalars, op.getKind(), elements,
                               op.getBody());
  const code::Combiner combineOwn(emitter.scalars, op.getKind(), elements,
                                  withinThread(emitter, op).getBody());
  const std::vector<Row> sums =
      tile::commutes(op) ? inAnyOrder(emitter, op, combine, combineOwn)
                         : InOrder(emitter, op, combine).run();
  if (sums.empty()) {
    return mlir::failure();
  }
  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    Pieces registers;
    for (const Row &sum : sums) {
      registers.push_back(sum[i]);
    }
    emitter.define(result, std::move(registers));
  }
  return success();
}

} // namespace weft::gpu
