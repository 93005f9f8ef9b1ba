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

/// Neighbours first.
template <typename Function> Value *inPairs(Pieces values, Function combine) {
  while (values.size() > 1) {
    Pieces halves;
    for (size_t i = 0; i + 1 < values.size(); i += 2) {
      halves.push_back(combine(values[i], values[i + 1]));
    }
    if (values.size() % 2 != 0) {
      halves.push_back(values.back());
    }
    values = std::move(halves);
  }
  return values.front();
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
  if (op.getKind() == tile::CombineKind::Custom) {
    return op.emitOpError("of kind custom has no form on ")
           << emitter.gpu.family << " yet";
  }
  Builder &builder = emitter.builder;
  llvm::ArrayRef<int64_t> dims = op.getDimensions();
  const KernelEmitter::Hold &from = emitter.hold(op.getInputs()[0]);
  const KernelEmitter::Hold &to = emitter.hold(op.getResults()[0]);
  mlir::Type element = code::elementTypeOf(op.getInputs()[0].getType());
  auto combine = [&](Value *lhs, Value *rhs) {
    return code::emitCombine(builder, op.getKind(), element, lhs, rhs);
  };

  // In pairs: many registers are few steps.
  std::vector<Pieces> terms(to.places.size());
  for (auto [place, value] :
       llvm::zip_equal(from.places, emitter.pieces(op.getInputs()[0]))) {
    terms[to.at(without(place, dims))].push_back(value);
  }
  Pieces sums;
  for (Pieces &list : terms) {
    sums.push_back(inPairs(std::move(list), combine));
  }

  const uint32_t lanes = bitsAlong(from.layout.lanes, dims);
  for (unsigned bit = 0; bit < from.layout.lanes.size(); ++bit) {
    if ((lanes >> bit) & 1) {
      for (Value *&sum : sums) {
        sum = combine(sum, exchange(emitter, sum, uint32_t(1) << bit));
      }
    }
  }

  emitter.define(op.getResults()[0], std::move(sums));
  return success();
}

} // namespace weft::gpu
