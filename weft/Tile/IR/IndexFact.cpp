// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/IR/IndexFact.h"

#include "weft/Tile/IR/Tile.h"

#include <llvm/ADT/TypeSwitch.h>
#include <llvm/Support/MathExtras.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/IR/Matchers.h>

#include <algorithm>
#include <numeric>

using namespace mlir;

namespace weft::tile {
namespace {

int64_t saturatingSum(int64_t a, int64_t b) {
  int64_t sum;
  return llvm::AddOverflow(a, b, sum)
             ? (a < 0 ? IndexFact::lowest : IndexFact::highest)
             : sum;
}

int64_t saturatingProduct(int64_t a, int64_t b) {
  int64_t product;
  return llvm::MulOverflow(a, b, product)
             ? ((a < 0) != (b < 0) ? IndexFact::lowest : IndexFact::highest)
             : product;
}

IndexFact negated(const IndexFact &fact) {
  return {saturatingProduct(fact.high, -1), saturatingProduct(fact.low, -1),
          fact.divisor};
}

} // namespace

IndexFact IndexFact::ofConstant(int64_t value) {
  return {value, value, value == lowest ? 1 : std::abs(value)};
}

IndexFact operator+(const IndexFact &lhs, const IndexFact &rhs) {
  return {saturatingSum(lhs.low, rhs.low), saturatingSum(lhs.high, rhs.high),
          std::gcd(lhs.divisor, rhs.divisor)};
}

IndexFact operator-(const IndexFact &lhs, const IndexFact &rhs) {
  return lhs + negated(rhs);
}

IndexFact operator*(const IndexFact &lhs, const IndexFact &rhs) {
  auto [low, high] = std::minmax({saturatingProduct(lhs.low, rhs.low),
                                  saturatingProduct(lhs.low, rhs.high),
                                  saturatingProduct(lhs.high, rhs.low),
                                  saturatingProduct(lhs.high, rhs.high)});
  int64_t divisor;
  if (llvm::MulOverflow(lhs.divisor, rhs.divisor, divisor)) {
    // Larger ones are of no use to anybody.
    divisor = std::max(lhs.divisor, rhs.divisor);
  }
  return {low, high, divisor};
}

IndexFact either(const IndexFact &lhs, const IndexFact &rhs) {
  return {std::min(lhs.low, rhs.low), std::max(lhs.high, rhs.high),
          std::gcd(lhs.divisor, rhs.divisor)};
}

IndexFact minimum(const IndexFact &lhs, const IndexFact &rhs) {
  return {std::min(lhs.low, rhs.low), std::min(lhs.high, rhs.high),
          std::gcd(lhs.divisor, rhs.divisor)};
}

IndexFact maximum(const IndexFact &lhs, const IndexFact &rhs) {
  return {std::max(lhs.low, rhs.low), std::max(lhs.high, rhs.high),
          std::gcd(lhs.divisor, rhs.divisor)};
}

IndexFact floorDivide(const IndexFact &dividend, int64_t divisor) {
  return {llvm::divideFloorSigned(dividend.low, divisor),
          llvm::divideFloorSigned(dividend.high, divisor),
          dividend.isMultipleOf(divisor) ? dividend.divisor / divisor : 1};
}

IndexFact ceilDivide(const IndexFact &dividend, int64_t divisor) {
  return {llvm::divideCeilSigned(dividend.low, divisor),
          llvm::divideCeilSigned(dividend.high, divisor),
          dividend.isMultipleOf(divisor) ? dividend.divisor / divisor : 1};
}

IndexFact remainder(const IndexFact &dividend, int64_t divisor) {
  if (dividend.within(0, divisor - 1)) {
    return dividend;
  }
  int64_t common = std::gcd(dividend.divisor, divisor);
  return {0, divisor - common, common};
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

namespace {

/// Deep enough for any index that the tiler writes.
constexpr int mostSteps = 16;

IndexFact factWithin(Value index, int steps) {
  llvm::APInt constant;
  if (matchPattern(index, m_ConstantInt(&constant))) {
    return IndexFact::ofConstant(constant.getSExtValue());
  }
  if (steps == 0) {
    return IndexFact::nothing();
  }
  auto of = [&](Value value) { return factWithin(value, steps - 1); };
  if (auto argument = dyn_cast<BlockArgument>(index)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || argument != loop.getInductionVar()) {
      return IndexFact::nothing();
    }
    const IndexFact lower = of(loop.getLowerBound());
    const IndexFact step = of(loop.getStep());
    const int64_t divisor = std::gcd(lower.divisor, step.divisor);
    if (loop.getUnsignedCmp()) {
      return {IndexFact::lowest, IndexFact::highest, divisor};
    }
    int64_t last = saturatingSum(of(loop.getUpperBound()).high, -1);
    // A whole number of steps from where it begins.
    if (lower.low == lower.high && lower.low >= 0 && step.low == step.high &&
        step.low > 0 && last >= lower.low) {
      last -= (last - lower.low) % step.low;
    }
    return {lower.low, last, divisor};
  }
  return llvm::TypeSwitch<Operation *, IndexFact>(index.getDefiningOp())
      .Case([](ProgramIdOp op) -> IndexFact {
        auto kernel = op->getParentOfType<KernelOp>();
        return {0, static_cast<int64_t>(kernel.getGrid()) - 1, 1};
      })
      .Case([&](UnrankOp op) -> IndexFact {
        unsigned number = cast<OpResult>(index).getResultNumber();
        return {0, op.getCounts()[number] - 1, 1};
      })
      .Case([&](arith::AddIOp op) { return of(op.getLhs()) + of(op.getRhs()); })
      .Case([&](arith::SubIOp op) { return of(op.getLhs()) - of(op.getRhs()); })
      .Case([&](arith::MulIOp op) { return of(op.getLhs()) * of(op.getRhs()); })
      .Case<arith::CeilDivSIOp, arith::FloorDivSIOp, arith::CeilDivUIOp,
            arith::DivUIOp, arith::RemUIOp>([&](Operation *op) {
        llvm::APInt number;
        if (!matchPattern(op->getOperand(1), m_ConstantInt(&number)) ||
            !number.isStrictlyPositive()) {
          return IndexFact::nothing();
        }
        const int64_t divisor = number.getSExtValue();
        const IndexFact dividend = of(op->getOperand(0));
        if (isa<arith::CeilDivSIOp>(op)) {
          return ceilDivide(dividend, divisor);
        }
        if (isa<arith::FloorDivSIOp>(op)) {
          return floorDivide(dividend, divisor);
        }
        // Unsigned numbers are the same only where they are not negative.
        if (!dividend.isNotNegative()) {
          return IndexFact::nothing();
        }
        return isa<arith::CeilDivUIOp>(op) ? ceilDivide(dividend, divisor)
               : isa<arith::DivUIOp>(op)   ? floorDivide(dividend, divisor)
                                           : remainder(dividend, divisor);
      })
      .Case([&](arith::MinSIOp op) {
        return minimum(of(op.getLhs()), of(op.getRhs()));
      })
      .Case([&](arith::MaxSIOp op) {
        return maximum(of(op.getLhs()), of(op.getRhs()));
      })
      // As unsigned numbers the negative ones are the largest, so the result is
      // one of the two and nothing more is known.
      .Case<arith::MinUIOp, arith::MaxUIOp>([&](Operation *op) {
        return either(of(op->getOperand(0)), of(op->getOperand(1)));
      })
      .Case([&](arith::SelectOp op) {
        return either(of(op.getTrueValue()), of(op.getFalseValue()));
      })
      .Default([](Operation *) { return IndexFact::nothing(); });
}

} // namespace

IndexFact factOf(Value index) { return factWithin(index, mostSteps); }

} // namespace weft::tile
