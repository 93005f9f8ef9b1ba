// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions: first the registers of a thread, then lanes by exchanging values
// along each bit of the lane's number that moves along a reduced dim. What
// crosses warps has become two reductions with memory in between. In the end
// every thread that held an element of a row has the row's result, which is
// what the layout of the result says.

#include "weft/Target/Code/Combine.h"
#include "weft/Target/GPU/KernelEmitter.h"
#include "weft/Tile/IR/Commuting.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/IR/Builders.h>

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

} // namespace

Value *exchange(KernelEmitter &emitter, Value *value, uint32_t bit) {
  Builder &builder = emitter.builder;
  llvm::Type *type = value->getType();
  const unsigned width = type->getPrimitiveSizeInBits();
  auto shuffle = [&](Value *word) {
    return emitter.gpu.exchange(builder, word, emitter.laneNumber, bit);
  };
  Value *bits = builder.CreateBitCast(value, builder.getIntNTy(width));
  Value *moved = nullptr;
  if (width <= 32) {
    moved = builder.CreateTrunc(
        shuffle(builder.CreateZExt(bits, builder.getInt32Ty())),
        builder.getIntNTy(width));
  } else {
    auto *words = llvm::FixedVectorType::get(builder.getInt32Ty(), width / 32);
    Value *given = builder.CreateBitCast(bits, words);
    Value *result = llvm::PoisonValue::get(words);
    for (unsigned i = 0; i < width / 32; ++i) {
      result = builder.CreateInsertElement(
          result, shuffle(builder.CreateExtractElement(given, i)), i);
    }
    moved = builder.CreateBitCast(result, builder.getIntNTy(width));
  }
  return builder.CreateBitCast(moved, type);
}

LogicalResult emitReduce(KernelEmitter &emitter, tile::ReduceOp op) {
  llvm::ArrayRef<int64_t> dims = op.getDimensions();
  const KernelEmitter::Hold &from = emitter.hold(op.getInputs()[0]);
  const KernelEmitter::Hold &to = emitter.hold(op.getResults()[0]);
  SmallVector<mlir::Type> elements;
  for (mlir::Value input : op.getInputs()) {
    elements.push_back(code::elementTypeOf(input.getType()));
  }
  const code::Combiner combine(emitter.scalars, op.getKind(), elements,
                               op.getBody());
  const code::Combiner combineOwn(emitter.scalars, op.getKind(), elements,
                                  withinThread(emitter, op).getBody());

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
      return mlir::failure();
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
          return mlir::failure();
        }
      }
    }
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
