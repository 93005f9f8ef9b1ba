// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/LoopBounds.h"

#include "weft/Target/Code/Places.h"
#include "weft/Tile/IR/IndexFact.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/IR/Matchers.h>

namespace weft::code {

namespace scf = mlir::scf;
using llvm::Value;

static bool isNotNegative(mlir::Value index) {
  return tile::factOf(index).isNotNegative();
}

LoopBounds::LoopBounds(scf::ForOp loop) : loop(loop) {
  if (loop.getUnsignedCmp() || !loop.getInductionVar().getType().isIndex()) {
    return;
  }
  // Elements that the operations of the body make, which is what its code
  // grows with.
  constexpr int64_t mostElements = 1 << 13;
  int64_t elements = 0;
  loop.getBody()->walk([&](mlir::Operation *op) {
    for (mlir::Type type : op->getResultTypes()) {
      auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
      elements += tensor ? tensor.getNumElements() : 1;
    }
    auto memory = [&](auto access) {
      const int64_t rank = access.getRefType().getRank();
      llvm::ArrayRef<int64_t> shape = access.getTileType().getShape();
      const int64_t dropped = rank - static_cast<int64_t>(shape.size());
      llvm::ArrayRef<int64_t> strides = access.getStrides();
      for (int64_t dim = 0; dim < rank; ++dim) {
        int64_t reach = 0;
        if (dim >= dropped) {
          const auto walk = static_cast<size_t>(dim - dropped);
          reach = (shape[walk] - 1) * (strides.empty() ? 1 : strides[walk]);
        }
        consider(op, dim, access.getOffsets()[static_cast<size_t>(dim)],
                 access.getBound(dim), reach);
      }
    };
    llvm::TypeSwitch<mlir::Operation *>(op)
        .Case([&](tile::LoadOp load) { memory(load); })
        .Case([&](tile::StoreOp store) { memory(store); })
        .Case([&](tile::MaskOp mask) {
          llvm::ArrayRef<int64_t> shape = mask.getResult().getType().getShape();
          for (size_t dim = 0; dim < shape.size(); ++dim) {
            const auto number = static_cast<int64_t>(dim);
            consider(op, number, mask.getOffsets()[dim], mask.getBound(number),
                     (shape[dim] - 1) * mask.getStride(number));
          }
        });
  });
  if (elements > mostElements) {
    inside.clear();
    conditions.clear();
  }
}

bool LoopBounds::isFixed(mlir::Value value) {
  return !loop.getRegion().isAncestor(value.getParentRegion());
}

bool LoopBounds::addTo(Condition &condition, mlir::Value offset) {
  if (offset == loop.getInductionVar() && !condition.hasIndex) {
    condition.hasIndex = true;
    return true;
  }
  if (isFixed(offset)) {
    condition.addends.push_back(offset);
    return true;
  }
  auto sum = offset.getDefiningOp<mlir::arith::AddIOp>();
  return sum && addTo(condition, sum.getLhs()) &&
         addTo(condition, sum.getRhs());
}

void LoopBounds::consider(mlir::Operation *op, int64_t dim, mlir::Value offset,
                          mlir::Value bound, int64_t reach) {
  if (!bound || !isFixed(bound)) {
    return;
  }
  Condition condition;
  condition.bound = bound;
  condition.low = std::min<int64_t>(reach, 0);
  condition.high = std::max<int64_t>(reach, 0);
  if (!addTo(condition, offset)) {
    return;
  }
  inside.push_back({op, dim});
  const bool known = llvm::any_of(conditions, [&](const Condition &other) {
    return other.hasIndex == condition.hasIndex &&
           other.addends == condition.addends &&
           other.bound == condition.bound && other.low == condition.low &&
           other.high == condition.high;
  });
  if (!known) {
    conditions.push_back(std::move(condition));
  }
}

bool LoopBounds::leavesOneStep() {
  llvm::APInt step, upper, bound;
  if (!mlir::matchPattern(loop.getStep(), mlir::m_ConstantInt(&step)) ||
      !isNotNegative(loop.getLowerBound())) {
    return false;
  }
  return llvm::all_of(conditions, [&](const Condition &condition) {
    const bool sameEnd =
        condition.bound == loop.getUpperBound() ||
        (mlir::matchPattern(condition.bound, mlir::m_ConstantInt(&bound)) &&
         mlir::matchPattern(loop.getUpperBound(),
                            mlir::m_ConstantInt(&upper)) &&
         bound == upper);
    return condition.hasIndex && condition.addends.empty() && sameEnd &&
           condition.low == 0 && condition.high <= step.getSExtValue();
  });
}

Value *LoopBounds::emitLimit(CodeEmitter &emitter) {
  Builder &builder = emitter.builder;
  Value *lower = emitter.scalar(loop.getLowerBound());
  Value *limit = emitter.scalar(loop.getUpperBound());
  Value *possible = builder.getTrue();
  for (const Condition &condition : conditions) {
    Value *fixed = emitter.index(0);
    for (mlir::Value addend : condition.addends) {
      fixed = builder.CreateAdd(fixed, emitter.scalar(addend));
    }
    Value *least = condition.hasIndex ? builder.CreateAdd(fixed, lower) : fixed;
    const bool isKnown =
        condition.low == 0 && llvm::all_of(condition.addends, isNotNegative) &&
        (!condition.hasIndex || isNotNegative(loop.getLowerBound()));
    if (!isKnown) {
      possible = builder.CreateAnd(
          possible, builder.CreateICmpSGE(
                        builder.CreateAdd(least, emitter.index(condition.low)),
                        emitter.index(0)));
    }
    // The first index that is not inside.
    Value *end =
        builder.CreateSub(builder.CreateSub(emitter.scalar(condition.bound),
                                            emitter.index(condition.high)),
                          fixed);
    if (condition.hasIndex) {
      limit = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, limit, end);
    } else {
      possible = builder.CreateAnd(
          possible, builder.CreateICmpSGT(end, emitter.index(0)));
    }
  }
  if (auto *known = llvm::dyn_cast<llvm::ConstantInt>(possible)) {
    return known->isOne() ? limit : nullptr;
  }
  return builder.CreateSelect(possible, limit, lower);
}

} // namespace weft::code
