// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions that add several products of narrow numbers to each lane of
// their sums. Which ones a machine has is in its table.
//
// Those of bf16 take subnormal numbers for zero and round their sums in a way
// of their own (on Arm to odd), which is off by less than a unit in the last
// place for two terms, as two roundings to the nearest are.

#include "weft/Machine/Rows.h"
#include "weft/Target/CPU/KernelEmitter.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IntrinsicsAArch64.h>
#include <llvm/IR/IntrinsicsX86.h>

namespace weft::cpu {

using code::widthOf;
using llvm::Value;

/// An element type as the table of machines names it.
static llvm::StringRef nameOf(mlir::Type type) {
  mlir::Type element = mlir::getElementTypeOrSelf(type);
  if (auto integer = llvm::dyn_cast<mlir::IntegerType>(element)) {
    return integer.getWidth() == 8    ? "i8"
           : integer.getWidth() == 16 ? "i16"
           : integer.getWidth() == 32 ? "i32"
                                      : "";
  }
  return element.isBF16() ? "bf16" : element.isF32() ? "f32" : "";
}

const MatrixInstruction *KernelEmitter::findInstruction(tile::DotOp op) const {
  mlir::Type lhs = mlir::getElementTypeOrSelf(op.getLhs().getType());
  mlir::Type rhs = mlir::getElementTypeOrSelf(op.getRhs().getType());
  const int64_t depth = op.getLhs().getType().getShape().back();
  if (lhs != rhs || op.getLhsScale() || op.getRhsScale() || op.getRounded() ||
      op.getPromote()) {
    return nullptr;
  }
  auto row =
      llvm::find_if(cpu.instructions, [&](const MatrixInstruction &each) {
        return nameOf(lhs) == each.element &&
               nameOf(op.getType()) == each.accumulatorElement &&
               depth % each.k == 0 &&
               each.fits(op.getLhsUnsigned(), op.getRhsUnsigned()) &&
               (!each.holdsMatrices() || fitsMatrixRegisters(op)) &&
               (!sumsSquares(each) || fitsSquares(op));
      });
  return row == cpu.instructions.end() ? nullptr : &*row;
}

int64_t KernelEmitter::termsAtOnce(tile::DotOp op) {
  const MatrixInstruction *row = findInstruction(op);
  return row == nullptr || row->m > 1 ? 1 : row->k;
}

Value *KernelEmitter::emitTerms(tile::DotOp op, Value *lhs, Value *rhs,
                                Value *sums) {
  const MatrixInstruction &row = *findInstruction(op);
  const int64_t width = widthOf(sums);
  // Few sums leave lanes of the register unused.
  if (width < row.n) {
    auto widen = [&](Value *value, int64_t lanes) {
      llvm::SmallVector<int> from(static_cast<size_t>(lanes), -1);
      const int64_t count = widthOf(value);
      if (count == 1) {
        Value *none =
            llvm::PoisonValue::get(code::withWidth(value->getType(), lanes));
        return builder.CreateInsertElement(none, value, uint64_t{0});
      }
      for (int64_t lane = 0; lane < count; ++lane) {
        from[static_cast<size_t>(lane)] = static_cast<int>(lane);
      }
      return builder.CreateShuffleVector(value, from);
    };
    return code::extractLanes(builder,
                              emitInstruction(row, widen(lhs, row.n * row.k),
                                              widen(rhs, row.n * row.k),
                                              widen(sums, row.n)),
                              0, width);
  }
  code::Pieces parts;
  llvm::SmallVector<code::LaneSource> lanes;
  for (int64_t first = 0; first < width; first += row.n) {
    auto part = [&](Value *value, int64_t each) {
      return code::extractLanes(builder, value, first * each, row.n * each);
    };
    for (int64_t lane = 0; lane < row.n; ++lane) {
      lanes.push_back({parts.size(), lane});
    }
    parts.push_back(emitInstruction(row, part(lhs, row.k), part(rhs, row.k),
                                    part(sums, 1)));
  }
  return code::assemble(builder, parts, lanes);
}

Value *KernelEmitter::emitInstruction(const MatrixInstruction &row, Value *lhs,
                                      Value *rhs, Value *sums) {
  namespace Intrinsic = llvm::Intrinsic;
  if (row.name == "bfdot") {
    auto *factors = llvm::FixedVectorType::get(
        builder.getBFloatTy(), static_cast<unsigned>(row.n * row.k));
    return builder.CreateIntrinsic(Intrinsic::aarch64_neon_bfdot,
                                   {sums->getType(), factors},
                                   {sums, builder.CreateBitCast(rhs, factors),
                                    builder.CreateBitCast(lhs, factors)});
  }
  if (cpu.architecture == Architecture::Arm64) {
    const auto number = llvm::StringSwitch<Intrinsic::ID>(row.name)
                            .Case("sdot", Intrinsic::aarch64_neon_sdot)
                            .Case("udot", Intrinsic::aarch64_neon_udot)
                            .Default(Intrinsic::aarch64_neon_usdot);
    // Of factors with equal signs the last one may be a lane, repeated.
    if (row.signs != IntegerSigns::UnsignedBySigned) {
      std::swap(lhs, rhs);
    }
    return builder.CreateIntrinsic(number, {sums->getType(), lhs->getType()},
                                   {sums, lhs, rhs});
  }
  const bool isWide = sums->getType()->getPrimitiveSizeInBits() == 512;
  if (row.name == "pmaddwd") {
    Value *pairs =
        builder.CreateIntrinsic(isWide ? Intrinsic::x86_avx512_pmaddw_d_512
                                       : Intrinsic::x86_avx2_pmadd_wd,
                                {}, {lhs, rhs});
    return builder.CreateAdd(sums, pairs);
  }
  const auto number = row.name == "vpdpbusd"
                          ? (isWide ? Intrinsic::x86_avx512_vpdpbusd_512
                                    : Intrinsic::x86_avx512_vpdpbusd_256)
                          : (isWide ? Intrinsic::x86_avx512_vpdpwssd_512
                                    : Intrinsic::x86_avx512_vpdpwssd_256);
  return builder.CreateIntrinsic(number, {}, {sums, lhs, rhs});
}

} // namespace weft::cpu
