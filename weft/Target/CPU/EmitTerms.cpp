// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions that add several products of narrow integers to each lane of
// their sums. Which ones a machine has is in its table.

#include "weft/Target/CPU/KernelEmitter.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IntrinsicsAArch64.h>
#include <llvm/IR/IntrinsicsX86.h>

namespace weft::cpu {

using code::widthOf;
using llvm::Value;

/// Whether an instruction multiplies integers of these signs.
static bool fits(const MatrixInstruction &row, bool lhsIsUnsigned,
                 bool rhsIsUnsigned) {
  switch (row.signs) {
  case IntegerSigns::Any:
    return true;
  case IntegerSigns::Signed:
    return !lhsIsUnsigned && !rhsIsUnsigned;
  case IntegerSigns::Unsigned:
    return lhsIsUnsigned && rhsIsUnsigned;
  case IntegerSigns::UnsignedBySigned:
    return lhsIsUnsigned && !rhsIsUnsigned;
  }
  llvm_unreachable("signs are one of these");
}

const MatrixInstruction *KernelEmitter::findInstruction(tile::DotOp op) const {
  mlir::Type lhs = mlir::getElementTypeOrSelf(op.getLhs().getType());
  mlir::Type rhs = mlir::getElementTypeOrSelf(op.getRhs().getType());
  const int64_t depth = op.getLhs().getType().getShape().back();
  if (lhs != rhs || op.getLhsScale() || op.getRhsScale() ||
      !mlir::getElementTypeOrSelf(op.getType()).isInteger(32)) {
    return nullptr;
  }
  auto row =
      llvm::find_if(cpu.instructions, [&](const MatrixInstruction &each) {
        return lhs.isInteger(each.element == "i8" ? 8 : 16) &&
               depth % each.k == 0 &&
               fits(each, op.getLhsUnsigned(), op.getRhsUnsigned());
      });
  return row == cpu.instructions.end() ? nullptr : &*row;
}

int64_t KernelEmitter::termsAtOnce(tile::DotOp op) {
  const MatrixInstruction *row = findInstruction(op);
  return row == nullptr ? 1 : row->k;
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
  const bool isWide = cpu.vectorBytes == 64;
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
