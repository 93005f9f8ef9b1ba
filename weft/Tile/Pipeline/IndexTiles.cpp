// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/IndexTiles.h"

#include "weft/Tile/IR/IndexFact.h"
#include "weft/Tile/IR/Tile.h"
#include "weft/Tile/Pipeline/LinearForm.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/TypeSwitch.h>
#include <llvm/Support/MathExtras.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/IR/Matchers.h>

#include <numeric>

using namespace mlir;

namespace weft::tile {
namespace {

/// Deep enough for any index that the emitter writes.
constexpr int mostSteps = 16;

std::optional<int64_t> numberOf(Value value) {
  APInt number;
  return matchPattern(value, m_ConstantInt(&number))
             ? std::optional(number.getSExtValue())
             : std::nullopt;
}

/// Whether what is computed without an end is what the type has.
bool isHeld(Value value, const IndexFact &fact) {
  auto type = dyn_cast<IntegerType>(getElementTypeOrSelf(value.getType()));
  return !type || (type.getWidth() > 1 && type.getWidth() < 64 &&
                   fact.within(llvm::minIntN(type.getWidth()),
                               llvm::maxIntN(type.getWidth())));
}

/// What is known of the elements of tiles where a mask holds.
class Elements {
public:
  explicit Elements(const IndexTile &tile) {
    if (tile.mask &&
        cast<RankedTensorType>(tile.mask.getType()).getShape() ==
            cast<RankedTensorType>(tile.indices.getType()).getShape()) {
      learn(tile.mask, mostSteps);
    }
    for (const Bound &bound : bounds) {
      boundForms.push_back(formOf(bound.value, mostSteps));
    }
    indices = formOf(tile.indices, mostSteps);
  }

  LinearForm indices;

  /// Between which numbers a sum lies.
  IndexFact factOf(const LinearForm &sum) const {
    IndexFact fact = IndexFact::ofConstant(sum.constant);
    for (auto [value, times] : sum.terms) {
      if (times != 0) {
        fact = fact + IndexFact::ofConstant(times) * factOf(value, mostSteps);
      }
    }
    for (auto [bound, form] : llvm::zip_equal(bounds, boundForms)) {
      if (haveSameTerms(sum, form)) {
        fact = both(fact, bound.fact + IndexFact::ofConstant(sum.constant -
                                                             form.constant));
      }
    }
    return fact;
  }

private:
  struct Bound {
    Value value;
    IndexFact fact;
  };

  static IndexFact both(const IndexFact &a, const IndexFact &b) {
    return {std::max(a.low, b.low), std::min(a.high, b.high), a.divisor};
  }

  static bool haveSameTerms(const LinearForm &a, const LinearForm &b) {
    auto hasThoseOf = [](const LinearForm &form, const LinearForm &other) {
      return llvm::all_of(other.terms, [&](const auto &term) {
        return form.terms.lookup(term.first) == term.second;
      });
    };
    return hasThoseOf(a, b) && hasThoseOf(b, a);
  }

  void learn(Value mask, int steps) {
    Operation *op = steps == 0 ? nullptr : mask.getDefiningOp();
    if (auto all = dyn_cast_if_present<arith::AndIOp>(op)) {
      learn(all.getLhs(), steps - 1);
      learn(all.getRhs(), steps - 1);
    }
    auto compare = dyn_cast_if_present<arith::CmpIOp>(op);
    std::optional<int64_t> number =
        compare ? numberOf(compare.getRhs()) : std::nullopt;
    if (!number || *number <= 0) {
      return;
    }
    if (compare.getPredicate() == arith::CmpIPredicate::ult) {
      bounds.push_back({compare.getLhs(), {0, *number - 1, 1}});
    } else if (compare.getPredicate() == arith::CmpIPredicate::slt) {
      bounds.push_back({compare.getLhs(), {IndexFact::lowest, *number - 1, 1}});
    }
  }

  IndexFact factOf(Value value, int steps) const {
    if (auto found = facts.find(value); found != facts.end()) {
      return found->second;
    }
    IndexFact fact = computed(value, steps);
    if (!isHeld(value, fact)) {
      fact = IndexFact::nothing();
    }
    for (const Bound &bound : bounds) {
      if (bound.value == value) {
        fact = both(fact, bound.fact);
      }
    }
    facts[value] = fact;
    return fact;
  }

  /// As if integers had no end.
  IndexFact computed(Value value, int steps) const {
    if (std::optional<int64_t> number = numberOf(value)) {
      return IndexFact::ofConstant(*number);
    }
    if (value.getType().isIndex()) {
      return tile::factOf(value);
    }
    Operation *op = steps == 0 ? nullptr : value.getDefiningOp();
    if (!op) {
      return IndexFact::nothing();
    }
    auto of = [&](Value operand) { return factOf(operand, steps - 1); };
    auto divisorOf = [](Operation *division) {
      return numberOf(division->getOperand(1)).value_or(0);
    };
    return llvm::TypeSwitch<Operation *, IndexFact>(op)
        .Case([&](IotaOp iota) -> IndexFact {
          RankedTensorType type = iota.getResult().getType();
          return {0, type.getDimSize(iota.getDimension()) - 1, 1};
        })
        .Case([&](tensor::SplatOp splat) { return of(splat.getInput()); })
        .Case([&](arith::IndexCastOp cast) { return of(cast.getIn()); })
        .Case([&](arith::AddIOp sum) {
          return of(sum.getLhs()) + of(sum.getRhs());
        })
        .Case([&](arith::SubIOp difference) {
          return of(difference.getLhs()) - of(difference.getRhs());
        })
        .Case([&](arith::MulIOp product) {
          return of(product.getLhs()) * of(product.getRhs());
        })
        .Case([&](arith::RemUIOp rest) {
          const int64_t divisor = divisorOf(rest);
          return divisor > 0 ? IndexFact{0, divisor - 1, 1}
                             : IndexFact::nothing();
        })
        .Case([&](arith::DivUIOp quotient) {
          const int64_t divisor = divisorOf(quotient);
          const IndexFact dividend = of(quotient.getLhs());
          return divisor > 0 && dividend.isNotNegative()
                     ? floorDivide(dividend, divisor)
                     : IndexFact::nothing();
        })
        .Default([](Operation *) { return IndexFact::nothing(); });
  }

  /// Of values of which nothing but their range is known.
  LinearForm formOf(Value value, int steps) const {
    LinearForm form;
    const IndexFact fact = factOf(value, mostSteps);
    if (fact.low == fact.high) {
      form.constant = fact.low;
      return form;
    }
    Operation *op = steps == 0 ? nullptr : value.getDefiningOp();
    auto add = [&](Value operand, int64_t times) {
      form.add(formOf(operand, steps - 1), times);
    };
    if (op && isHeld(value, computed(value, mostSteps))) {
      if (auto splat = dyn_cast<tensor::SplatOp>(op)) {
        add(splat.getInput(), 1);
        return form;
      }
      if (isa<arith::AddIOp, arith::SubIOp>(op)) {
        add(op->getOperand(0), 1);
        add(op->getOperand(1), isa<arith::AddIOp>(op) ? 1 : -1);
        return form;
      }
      if (isa<arith::MulIOp>(op)) {
        for (unsigned i = 0; i < 2; ++i) {
          if (std::optional<int64_t> number = numberOf(op->getOperand(i))) {
            add(op->getOperand(1 - i), *number);
            return form;
          }
        }
      }
    }
    form.terms[value] = 1;
    return form;
  }

  SmallVector<Bound> bounds;
  SmallVector<LinearForm> boundForms;
  /// Those that were asked for.
  mutable llvm::DenseMap<Value, IndexFact> facts;
};

/// Two sums, of the elements of one access and of those of another one.
struct Sums {
  LinearForm a;
  LinearForm b;
};

class Comparison {
public:
  Comparison(const Elements &a, const Elements &b) : a(a), b(b) {}

  /// Whether the sums are never the same.
  bool areOther(const Sums &sums) const {
    const IndexFact difference = b.factOf(sums.b) - a.factOf(sums.a);
    return difference.low > 0 || difference.high < 0 ||
           llvm::any_of(
               factorsOf(sums),
               [&](int64_t factor) { return areOtherBy(sums, factor); });
  }

private:
  /// Larger than one, of some of the values in the sums.
  static llvm::SmallSetVector<int64_t, 8> factorsOf(const Sums &sums) {
    SmallVector<int64_t> each;
    for (const LinearForm *sum : {&sums.a, &sums.b}) {
      for (auto [value, times] : sum->terms) {
        each.push_back(times);
      }
    }
    llvm::SmallSetVector<int64_t, 8> factors;
    for (int64_t times : each) {
      for (int64_t other : each) {
        if (int64_t common = std::gcd(times, other); common > 1) {
          factors.insert(common);
        }
      }
    }
    return factors;
  }

  /// With quotient * factor + rest for each sum: they are the same where the
  /// rests differ by a multiple of the factor and the quotients by as many.
  bool areOtherBy(const Sums &sums, int64_t factor) const {
    Sums quotients;
    Sums rests;
    split(sums.a, factor, quotients.a, rests.a);
    split(sums.b, factor, quotients.b, rests.b);
    const IndexFact difference = b.factOf(rests.b) - a.factOf(rests.a);
    const int64_t first = llvm::divideCeilSigned(difference.low, factor);
    const int64_t last = llvm::divideFloorSigned(difference.high, factor);
    if (first != last) {
      return first > last;
    }
    rests.a.constant += first * factor;
    quotients.b.constant += first;
    return areOther(quotients) || areOther(rests);
  }

  static void split(const LinearForm &sum, int64_t factor, LinearForm &quotient,
                    LinearForm &rest) {
    rest.constant = sum.constant;
    for (auto [value, times] : sum.terms) {
      if (times % factor == 0) {
        quotient.terms[value] = times / factor;
      } else {
        rest.terms[value] = times;
      }
    }
  }

  const Elements &a;
  const Elements &b;
};

} // namespace

bool haveNoneInCommon(const IndexTile &a, const IndexTile &b) {
  const Elements first(a);
  const Elements second(b);
  return Comparison(first, second).areOther({first.indices, second.indices});
}

} // namespace weft::tile
