// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/IndexFacts.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/MathExtras.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// The terms of a sum.
void collectTerms(AffineExpr expression, llvm::SmallVector<AffineExpr> &terms) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expression);
  if (binary && binary.getKind() == AffineExprKind::Add) {
    collectTerms(binary.getLHS(), terms);
    collectTerms(binary.getRHS(), terms);
    return;
  }
  terms.push_back(expression);
}

std::optional<int64_t> constantOf(AffineExpr expression) {
  auto constant = dyn_cast<AffineConstantExpr>(expression);
  return constant ? std::optional(constant.getValue()) : std::nullopt;
}

/// A term that is a multiple of `divisor`, divided by it.
AffineExpr divideExactly(AffineExpr term, int64_t divisor) {
  if (std::optional<int64_t> value = constantOf(term)) {
    return getAffineConstantExpr(*value / divisor, term.getContext());
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(term);
  if (binary && binary.getKind() == AffineExprKind::Mul) {
    std::optional<int64_t> factor = constantOf(binary.getRHS());
    if (factor && *factor % divisor == 0) {
      return binary.getLHS() * (*factor / divisor);
    }
  }
  return term.floorDiv(divisor);
}

/// A sum cut into the terms that are multiples of `divisor` and the rest.
struct Parts {
  llvm::SmallVector<AffineExpr> multiples;
  AffineExpr rest;
};

Parts splitByDivisor(AffineExpr sum, int64_t divisor, const IndexFacts &facts) {
  Parts parts;
  parts.rest = getAffineConstantExpr(0, sum.getContext());
  llvm::SmallVector<AffineExpr> terms;
  collectTerms(sum, terms);
  for (AffineExpr term : terms) {
    if (std::optional<int64_t> value = constantOf(term)) {
      int64_t remainder = llvm::mod(*value, divisor);
      parts.multiples.push_back(
          getAffineConstantExpr(*value - remainder, sum.getContext()));
      parts.rest = parts.rest + remainder;
    } else if (facts.of(term).isMultipleOf(divisor)) {
      parts.multiples.push_back(term);
    } else {
      parts.rest = parts.rest + term;
    }
  }
  return parts;
}

} // namespace

IndexFact IndexFacts::of(AffineExpr expression) const {
  if (auto dim = dyn_cast<AffineDimExpr>(expression)) {
    return dims[dim.getPosition()];
  }
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expression)) {
    return symbols[symbol.getPosition()];
  }
  if (std::optional<int64_t> value = constantOf(expression)) {
    return IndexFact::ofConstant(*value);
  }
  auto binary = cast<AffineBinaryOpExpr>(expression);
  IndexFact lhs = of(binary.getLHS());
  IndexFact rhs = of(binary.getRHS());
  // Divisors are positive constants: the rules make no others.
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    return lhs + rhs;
  case AffineExprKind::Mul:
    return lhs * rhs;
  case AffineExprKind::FloorDiv:
    return floorDivide(lhs, rhs.low);
  case AffineExprKind::CeilDiv:
    return ceilDivide(lhs, rhs.low);
  default:
    return remainder(lhs, rhs.low);
  }
}

AffineExpr IndexFacts::simplifyDivision(AffineExpr dividend,
                                        int64_t divisor) const {
  Parts parts = splitByDivisor(dividend, divisor, *this);
  AffineExpr result = getAffineConstantExpr(0, dividend.getContext());
  if (!of(parts.rest).within(0, divisor - 1)) {
    result = parts.rest.floorDiv(divisor);
  }
  for (AffineExpr term : parts.multiples) {
    result = result + divideExactly(term, divisor);
  }
  return result;
}

AffineExpr IndexFacts::simplifyRemainder(AffineExpr dividend,
                                         int64_t divisor) const {
  AffineExpr rest = splitByDivisor(dividend, divisor, *this).rest;
  return of(rest).within(0, divisor - 1) ? rest : rest % divisor;
}

AffineExpr IndexFacts::simplify(AffineExpr expression) const {
  IndexFact fact = of(expression);
  if (fact.low == fact.high) {
    return getAffineConstantExpr(fact.low, expression.getContext());
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expression);
  if (!binary) {
    return expression;
  }
  AffineExpr lhs = simplify(binary.getLHS());
  AffineExpr rhs = simplify(binary.getRHS());
  std::optional<int64_t> divisor = constantOf(rhs);
  if (binary.getKind() == AffineExprKind::FloorDiv && divisor && *divisor > 0) {
    return simplifyDivision(lhs, *divisor);
  }
  if (binary.getKind() == AffineExprKind::Mod && divisor && *divisor > 0) {
    return simplifyRemainder(lhs, *divisor);
  }
  return getAffineBinaryOpExpr(binary.getKind(), lhs, rhs);
}

} // namespace weft::tile
