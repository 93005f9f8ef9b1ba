// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where tiles are computed: the regions of a program, and what the offsets of
// tiles are made of. Those are the dimensions of the space, which loops and the
// grid walk, and symbols, each of which an instance defines.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/TiledProgramBuilder.h"

using namespace mlir;

namespace weft::tile {

TileRegion *TiledProgramBuilder::addRegion(TileRegion::Kind kind,
                                           TileRegion *parent) {
  auto region = std::make_unique<TileRegion>();
  region->kind = kind;
  region->index = program.regions.size();
  region->parent = parent;
  if (parent) {
    parent->children.push_back(region.get());
  }
  program.regions.push_back(std::move(region));
  return program.regions.back().get();
}

TileRegion *TiledProgramBuilder::loopIn(TileRegion *parent,
                                        unsigned dimension) {
  for (TileRegion *child : parent->children) {
    if (child->kind == TileRegion::Kind::Loop &&
        child->dimension == dimension) {
      return child;
    }
  }
  TileRegion *loop = addRegion(TileRegion::Kind::Loop, parent);
  loop->dimension = dimension;
  return loop;
}

DimensionTile TiledProgramBuilder::tileOf(unsigned dimension) const {
  MLIRContext *context = space.block->getTerminator()->getContext();
  if (program.isDealt(dimension)) {
    return {getAffineDimExpr(dimension, context),
            program.candidate.dealt[dimension], program.dealtBlock(dimension)};
  }
  int64_t size = program.candidate.sizes[dimension];
  bool isWhole = size >= space.dimensions[dimension].extent;
  return {isWhole ? getAffineConstantExpr(0, context)
                  : getAffineDimExpr(dimension, context),
          size, 1};
}

void TiledProgramBuilder::makeSpace() {
  program.candidate.sizes.resize(space.dimensions.size(), 1);
  llvm::erase_if(program.candidate.inner,
                 [&](unsigned d) { return d >= space.parallelCount(); });
  for (auto [d, dimension] : llvm::enumerate(space.dimensions)) {
    int64_t &size = program.candidate.sizes[d];
    size = std::max<int64_t>(size, 1);
    if (dimension.largestTile != 0) {
      size = std::min(size, dimension.largestTile);
    }
    if (program.isDealt(d)) {
      program.facts.addDim({0, program.dealtBlock(d) - 1, 1});
      continue;
    }
    if (size >= dimension.extent) {
      program.facts.addDim({0, 0, 0});
      continue;
    }
    int64_t last = (dimension.extent - 1) / size * size;
    program.facts.addDim({0, last, size});
  }
  innermost = addRegion(TileRegion::Kind::Program, nullptr);
  for (unsigned dimension : program.candidate.inner) {
    if (program.iterationCount(dimension) > 1) {
      innermost = loopIn(innermost, dimension);
    }
  }
}

void TiledProgramBuilder::collectDimensions(
    AffineExpr expression, llvm::SmallBitVector &dimensions) const {
  expression.walk([&](AffineExpr part) {
    if (auto dim = dyn_cast<AffineDimExpr>(part)) {
      dimensions.set(dim.getPosition());
    } else if (auto symbol = dyn_cast<AffineSymbolExpr>(part)) {
      const Instance &variable =
          program.instances[program.symbols[symbol.getPosition()]];
      for (const DimensionTile &dimension : variable.tile) {
        collectDimensions(dimension.offset, dimensions);
      }
    }
  });
}

void TiledProgramBuilder::collectVariables(
    ArrayRef<DimensionTile> tile,
    llvm::SmallVector<unsigned, 2> &variables) const {
  for (const DimensionTile &dimension : tile) {
    dimension.offset.walk([&](AffineExpr part) {
      if (auto symbol = dyn_cast<AffineSymbolExpr>(part)) {
        unsigned variable = program.symbols[symbol.getPosition()];
        if (!llvm::is_contained(variables, variable)) {
          variables.push_back(variable);
        }
      }
    });
  }
}

TileRegion *TiledProgramBuilder::placeOf(ArrayRef<DimensionTile> tile,
                                         TileRegion *region) const {
  llvm::SmallBitVector dimensions(space.dimensions.size());
  for (const DimensionTile &dimension : tile) {
    collectDimensions(dimension.offset, dimensions);
  }
  // A branch is not left: what stands in it is needed there only.
  while (region->kind == TileRegion::Kind::Loop &&
         !dimensions.test(region->dimension)) {
    region = region->parent;
  }
  return region;
}

TileRegion *TiledProgramBuilder::placeBefore(ArrayRef<DimensionTile> tile,
                                             TileRegion *one,
                                             TileRegion *other) const {
  TileRegion *around = one;
  while (!other->isInside(around)) {
    around = around->parent;
  }
  for (TileRegion *region : {one, other}) {
    for (; region != around; region = region->parent) {
      if (region->kind != TileRegion::Kind::Branch) {
        return nullptr;
      }
    }
  }
  return isKnownIn(tile, around) ? around : nullptr;
}

TileRegion *TiledProgramBuilder::placeOfSum(ArrayRef<DimensionTile> tile,
                                            TileRegion *region) const {
  llvm::SmallBitVector dimensions(space.dimensions.size());
  for (const DimensionTile &dimension : tile) {
    collectDimensions(dimension.offset, dimensions);
  }
  TileRegion *place = region;
  for (TileRegion *around = region; around->parent; around = around->parent) {
    if (around->kind != TileRegion::Kind::Loop) {
      continue;
    }
    if (dimensions.test(around->dimension)) {
      break;
    }
    place = around->parent;
  }
  return isKnownIn(tile, place) && !isAssumed(tile) ? place
                                                    : placeOf(tile, region);
}

bool TiledProgramBuilder::isKnownIn(ArrayRef<DimensionTile> tile,
                                    const TileRegion *region) const {
  llvm::SmallVector<unsigned, 2> variables;
  collectVariables(tile, variables);
  return llvm::all_of(variables, [&](unsigned number) {
    return region->isInside(program.instances[number].region);
  });
}

bool TiledProgramBuilder::isAssumed(ArrayRef<DimensionTile> tile) const {
  llvm::SmallVector<unsigned, 2> variables;
  collectVariables(tile, variables);
  for (size_t i = 0; i < variables.size(); ++i) {
    const Instance &variable = program.instances[variables[i]];
    if (variable.kind == Instance::Kind::Assumption) {
      return true;
    }
    for (unsigned number : variable.variables) {
      if (!llvm::is_contained(variables, number)) {
        variables.push_back(number);
      }
    }
  }
  return false;
}

AffineExpr TiledProgramBuilder::makeVariable(Value source, const Tile &tile,
                                             int64_t low, int64_t high,
                                             TileRegion *region) {
  MLIRContext *context = source.getContext();
  DenseElementsAttr constant;
  if (auto op = source.getDefiningOp<stablehlo::ConstantOp>();
      op && op.getValue().isSplat()) {
    constant = dyn_cast<DenseElementsAttr>(op.getValue());
  }
  if (constant && isa<IntegerType>(constant.getElementType())) {
    APInt value = constant.getSplatValue<APInt>();
    bool isUnsigned = constant.getElementType().isUnsignedInteger();
    int64_t number =
        isUnsigned ? static_cast<int64_t>(value.getLimitedValue(INT64_MAX))
                   : value.getSExtValue();
    return getAffineConstantExpr(std::clamp(number, low, high), context);
  }
  if (low == high) {
    return getAffineConstantExpr(low, context);
  }
  TileRegion *place = placeOf(tile, region);
  for (auto [symbol, number] : llvm::enumerate(program.symbols)) {
    const Instance &known = program.instances[number];
    if (known.kind == Instance::Kind::Variable &&
        known.operandTiles.front().value == source && known.tile == tile &&
        known.low == low && known.high == high &&
        place->isInside(known.region)) {
      return getAffineSymbolExpr(symbol, context);
    }
  }
  Instance variable;
  variable.kind = Instance::Kind::Variable;
  variable.tile = tile;
  variable.region = place;
  variable.low = low;
  variable.high = high;
  variable.symbol = program.facts.addSymbol({low, high, 1});
  variable.operands.resize(1);
  variable.operandTiles.push_back({source, tile, NeededAt::Here, 0});
  collectVariables(tile, variable.variables);
  unsigned number = program.instances.size();
  program.instances.push_back(std::move(variable));
  program.symbols.push_back(number);
  request(source, tile, place, number, 0);
  return getAffineSymbolExpr(program.symbols.size() - 1, context);
}

AffineExpr TiledProgramBuilder::makeAssumption(AffineExpr expression,
                                               IndexFact fact,
                                               TileRegion *region) {
  Instance assumption;
  assumption.kind = Instance::Kind::Assumption;
  assumption.tile.push_back({expression, 1, 1});
  assumption.region = placeOf(assumption.tile, region);
  assumption.symbol = program.facts.addSymbol(fact);
  collectVariables(assumption.tile, assumption.variables);
  program.symbols.push_back(program.instances.size());
  program.instances.push_back(std::move(assumption));
  return getAffineSymbolExpr(program.symbols.size() - 1,
                             expression.getContext());
}

} // namespace weft::tile
