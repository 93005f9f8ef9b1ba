// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Rules/NeededTile.h"

#include "weft/Tile/Tiling/TiledProgram.h"

#include <llvm/Support/FormatVariadic.h>

using namespace mlir;

namespace weft::tile {
namespace {

using stablehlo::IndexTerm;
using stablehlo::NeededIndex;
using stablehlo::OperandNeed;
using stablehlo::OperationNeeds;

class Evaluation {
public:
  Evaluation(TileQuery &query, const OperationNeeds &needs,
             const NeedRefusals &refusals)
      : query(query), needs(needs), refusals(refusals) {}

  FailureOr<Tile> of(const OperandNeed &need) {
    Tile tile;
    for (const NeededIndex &index : need.indices) {
      FailureOr<DimensionTile> dimension = of(index, tile.size());
      if (failed(dimension)) {
        return failure();
      }
      tile.push_back(*dimension);
    }
    return tile;
  }

private:
  FailureOr<DimensionTile> of(const NeededIndex &index, unsigned d) {
    DimensionTile sum = {nullptr, 1, 1};
    bool hasWalk = false;
    for (const IndexTerm &term : index.terms) {
      FailureOr<DimensionTile> tile = of(term);
      if (failed(tile)) {
        return failure();
      }
      sum.offset = sum.offset ? sum.offset + tile->offset : tile->offset;
      bool walks = term.of != IndexTerm::Of::Number && !term.isGroup;
      if (tile->size != 1 && sum.size != 1) {
        return query.refuse(
            "window.walked",
            llvm::formatv("a tile walks a window and its places at once in "
                          "dimension {0}",
                          d));
      }
      if (tile->size != 1 || (walks && !hasWalk)) {
        sum.size = tile->size;
        sum.stride = tile->stride;
      }
      hasWalk |= walks;
    }
    sum.offset =
        sum.offset ? sum.offset + index.offset : query.constant(index.offset);
    if (index.divisor == 1) {
      return sum;
    }
    if (sum.size != 1 && sum.stride % index.divisor != 0) {
      return query.refuse(
          refusals.holesRule,
          llvm::formatv("a tile of {0} in dimension {1} holds {2}", sum.size, d,
                        refusals.holes));
    }
    return DimensionTile{sum.offset.floorDiv(index.divisor), sum.size,
                         sum.size == 1 ? 1 : sum.stride / index.divisor};
  }

  FailureOr<DimensionTile> of(const IndexTerm &term) {
    if (term.of == IndexTerm::Of::Number) {
      return DimensionTile{number(term.position) * term.scale, 1, 1};
    }
    const DimensionTile &whole = term.of == IndexTerm::Of::Loop
                                     ? query.sequential[term.position]
                                     : query.tile[term.position];
    if (term.isGroup) {
      return groupOf(whole, term);
    }
    if (term.of == IndexTerm::Of::Loop && needs.loops[term.position].isWindow) {
      const int64_t places = needs.loops[term.position].extent;
      if (!refusals.takesPlaces) {
        return DimensionTile{whole.offset * term.scale, 1, 1};
      }
      if (places % whole.size != 0) {
        return query.refuse("window.rest",
                            llvm::formatv("a tile of {0} does not divide the "
                                          "{1} places of a window",
                                          whole.size, places));
      }
    }
    if (term.scale == 1) {
      return whole;
    }
    return DimensionTile{whole.offset * term.scale, whole.size,
                         whole.size == 1 ? 1 : whole.stride * term.scale};
  }

  /// The quotient, which is the same for all of a tile.
  FailureOr<DimensionTile> groupOf(const DimensionTile &tile,
                                   const IndexTerm &term) {
    bool isInOne = tile.size == 1 ||
                   (tile.stride == 1 && term.divisor % tile.size == 0 &&
                    query.facts().of(tile.offset).isMultipleOf(tile.size));
    if (!isInOne) {
      return query.refuse(refusals.groupsRule, refusals.groups);
    }
    return DimensionTile{tile.offset.floorDiv(term.divisor) * term.scale, 1, 1};
  }

  AffineExpr number(unsigned which) {
    const stablehlo::RuntimeNumber &number = needs.numbers[which];
    const OperandNeed &need = needs.operands[number.need];
    FailureOr<Tile> tile = of(need);
    assert(succeeded(tile) && "numbers are read at plain places");
    return query.variable(query.op->getOperand(need.operand), *tile, 0,
                          number.last);
  }

  TileQuery &query;
  const OperationNeeds &needs;
  const NeedRefusals &refusals;
};

} // namespace

FailureOr<Tile> neededTile(TileQuery &query, const OperationNeeds &needs,
                           const OperandNeed &need,
                           const NeedRefusals &refusals) {
  return Evaluation(query, needs, refusals).of(need);
}

LogicalResult askNeeded(TileQuery &query, const OperationNeeds &needs,
                        NeededAt place, const NeedRefusals &refusals) {
  for (auto [i, need] : llvm::enumerate(needs.operands)) {
    bool isNumber = llvm::any_of(needs.numbers,
                                 [&](const stablehlo::RuntimeNumber &number) {
                                   return number.need == i;
                                 });
    if (isNumber) {
      continue;
    }
    FailureOr<Tile> tile = neededTile(query, needs, need, refusals);
    if (failed(tile)) {
      return failure();
    }
    query.ask(query.op->getOperand(need.operand), std::move(*tile),
              need.isSetting ? NeededAt::Here : place);
  }
  return success();
}

LogicalResult askNeeded(TileQuery &query, NeededAt place,
                        const NeedRefusals &refusals) {
  return askNeeded(query, *stablehlo::needsOf(query.op), place, refusals);
}

Value emitIsElement(EmitContext &context, const NeededIndex &index) {
  AffineExpr sum =
      getAffineConstantExpr(index.offset, context.op->getContext());
  for (const IndexTerm &term : index.terms) {
    assert(term.of != IndexTerm::Of::Number && term.divisor == 1);
    const DimensionTile &tile = term.of == IndexTerm::Of::Loop
                                    ? context.instance.sequential[term.position]
                                    : context.tile()[term.position];
    sum = sum + tile.offset * term.scale;
  }
  AffineExpr remainder = context.facts().simplify(sum % index.divisor);
  auto constant = dyn_cast<AffineConstantExpr>(remainder);
  if (constant && constant.getValue() == 0) {
    return {};
  }
  return context.math.compare(arith::CmpIPredicate::eq,
                              context.index(remainder), context.math.index(0));
}

llvm::SmallVector<SequentialDimension> neededLoops(Operation *operation,
                                                   bool isOrdered) {
  llvm::SmallVector<SequentialDimension> dimensions;
  for (const stablehlo::NeededLoop &loop : stablehlo::loopsOf(operation)) {
    dimensions.push_back({loop.extent, loop.isWindow ? 1 : 0, isOrdered});
  }
  return dimensions;
}

} // namespace weft::tile
