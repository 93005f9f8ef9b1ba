// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/ScatterUpdates.h"

#include "weft/Support/PowersOfTwo.h"
#include "weft/Support/RowMajor.h"

#include <numeric>

using namespace mlir;

namespace weft::tile {

std::optional<UpdateKind> updateKindOf(stablehlo::ScatterOp op) {
  Region &body = op.getUpdateComputation();
  Block &block = body.front();
  if (op.getInputs().size() != 1) {
    return std::nullopt;
  }
  if (block.getTerminator()->getOperand(0) == block.getArgument(1)) {
    return UpdateKind::Set;
  }
  std::optional<CombineKind> kind = combineKindOf(body);
  if (!kind || *kind == CombineKind::Custom) {
    return std::nullopt;
  }
  return symbolizeUpdateKind(stringifyCombineKind(*kind));
}

std::optional<Refusal> refuseUpdates(const TilingSpace &, Operation *op) {
  auto scatter = cast<stablehlo::ScatterOp>(op);
  std::optional<UpdateKind> kind = updateKindOf(scatter);
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  if (!kind ||
      llvm::any_of(op->getOperands().take_front(1),
                   [&](Value input) {
                     return getElementTypeOrSelf(input.getType()) != element;
                   }) ||
      getElementTypeOrSelf(scatter.getUpdates()[0].getType()) != element) {
    return Refusal{op, "scatter.kind",
                   "no atomic operation combines such updates"};
  }
  // Sums that are rounded at every step leave the range of floats of a few
  // bits in one order, and not in another.
  Type part = partType(element);
  if (isa<FloatType>(part) && part.getIntOrFloatBitWidth() < 16 &&
      (kind == UpdateKind::Add || kind == UpdateKind::Mul)) {
    return Refusal{op, "scatter.narrow",
                   "such floats have too few bits for sums in any order"};
  }
  if (cast<RankedTensorType>(scatter.getUpdates()[0].getType())
          .getNumElements() == 0) {
    return Refusal{op, "scatter.none", "there are no updates"};
  }
  return std::nullopt;
}

int64_t columnsAtATime(int64_t columns) {
  constexpr int64_t most = 512;
  // As many that divide the window are better than more that do not: masks cost
  // registers, and accesses of single elements.
  constexpr int64_t enough = 64;
  const int64_t dividing = powerIn(columns);
  return std::min(dividing >= enough ? dividing : powerAbove(columns), most);
}

static int64_t product(ArrayRef<int64_t> extents) {
  int64_t result = 1;
  for (int64_t extent : extents) {
    result *= extent;
  }
  return result;
}

ScatterUpdates::ScatterUpdates(const TilingSpace &space,
                               stablehlo::ScatterOp op)
    : space(space), op(op), dimensions(op),
      element(getElementTypeOrSelf(op.getResults()[0].getType())),
      rows(product(dimensions.update.take_front(dimensions.known()))),
      columns(product(dimensions.update.drop_front(dimensions.known()))),
      places(product(dimensions.input)) {
  line = lineOfResult();
}

void ScatterUpdates::countOn(const Machine &machine) {
  const int64_t largest = 2 * std::max({places, rows * columns + scatterTile,
                                        product(dimensions.indices)});
  number = IntegerType::get(op.getContext(), machine.bitsFor(largest));
}

int64_t ScatterUpdates::elementBytes() const {
  const auto bits =
      static_cast<int64_t>(partType(element).getIntOrFloatBitWidth());
  return std::max<int64_t>(1, bits / 8) * partCount(element);
}

bool ScatterUpdates::isInPlace(unsigned input) const {
  return space.isInPlace(op.getResults()[input]);
}

HeroKernel ScatterUpdates::begin(Emission &emission, StringRef suffix,
                                 ArrayRef<int64_t> counts) const {
  if (!emission.kernels.empty()) {
    emission.builder.setInsertionPointAfter(emission.kernels.back());
  }
  HeroKernel hero(emission.builder, emission.loc,
                  (emission.name + suffix).str(), space, op, counts);
  hero.separateOperands();
  emission.kernels.push_back(hero.kernel);
  return hero;
}

HeroKernel ScatterUpdates::beginUpdates(Emission &emission, StringRef suffix,
                                        ArrayRef<int64_t> counts) const {
  HeroKernel hero = begin(emission, suffix, counts);
  const unsigned inputs = op.getInputs().size();
  reshapeArgument(hero.kernel, hero.operand(inputs),
                  {product(dimensions.indices)});
  for (unsigned i = 0; i < inputs; ++i) {
    Type own = getElementTypeOrSelf(op.getResults()[i].getType());
    SmallVector<int64_t> memory = {rows, columns};
    if (isComplex(own)) {
      memory.push_back(2);
    }
    reshapeArgument(hero.kernel, hero.operand(inputs + 1 + i), memory);
    reshapeArgument(hero.kernel, hero.result(i), {places * partCount(own)});
  }
  return hero;
}

void ScatterUpdates::copy(Emission &emission, unsigned i) const {
  Type own = getElementTypeOrSelf(op.getResults()[i].getType());
  const int64_t elements = places * partCount(own);
  HeroKernel hero =
      begin(emission, i == 0 ? "_copy" : "_copy_" + std::to_string(i),
            {static_cast<int64_t>(llvm::divideCeil(elements, scatterTile))});
  reshapeArgument(hero.kernel, hero.operand(i), {elements});
  reshapeArgument(hero.kernel, hero.result(i), {elements});
  Value at = hero.mul(hero.program[0], scatterTile);
  Value bound = elements % scatterTile == 0 ? Value() : hero.index(elements);
  Value loaded = hero.math.make<LoadOp>(
      RankedTensorType::get({scatterTile}, partType(own)), hero.operand(i),
      ValueRange{at}, ArrayRef<Value>{bound});
  StoreOp::create(hero.builder, hero.loc, loaded, hero.result(i),
                  ValueRange{at}, ArrayRef<Value>{bound});
}

Value ScatterUpdates::numbersFrom(HeroKernel &hero, Value first,
                                  int64_t count) const {
  auto type = RankedTensorType::get({count}, number);
  Value base = hero.math.make<arith::IndexCastOp>(number, first);
  return hero.math.add(hero.math.splat(base, {count}),
                       hero.math.make<IotaOp>(type, 0));
}

SmallVector<Value> ScatterUpdates::coordinates(HeroKernel &hero, Value numbers,
                                               ArrayRef<int64_t> extents) {
  Arithmetic &math = hero.math;
  SmallVector<int64_t> strides = rowMajorStrides(extents);
  SmallVector<Value> result;
  for (auto [d, extent] : llvm::enumerate(extents)) {
    Value at = numbers;
    if (extent == 1) {
      result.push_back(Value());
      continue;
    }
    if (strides[d] != 1) {
      at =
          math.make<arith::DivUIOp>(at, math.integer(at.getType(), strides[d]));
    }
    if (product(extents.take_front(d)) != 1) {
      at = math.make<arith::RemUIOp>(at, math.integer(at.getType(), extent));
    }
    result.push_back(at);
  }
  return result;
}

Value ScatterUpdates::addTo(HeroKernel &hero, Value sum, Value value,
                            int64_t factor) {
  if (!value || factor == 0) {
    return sum;
  }
  if (factor != 1) {
    value = hero.math.mul(value, hero.math.integer(value.getType(), factor));
  }
  return sum ? hero.math.add(sum, value) : value;
}

ScatterUpdates::Rows ScatterUpdates::locateFrom(HeroKernel &hero, Value first,
                                                int64_t count,
                                                bool isInside) const {
  Value numbers = numbersFrom(hero, first, count);
  Value below;
  if (!isInside) {
    below = hero.math.compare(arith::CmpIPredicate::ult, numbers,
                              hero.math.integer(numbers.getType(), rows));
  }
  return locate(hero, numbers, below);
}

ScatterUpdates::Rows ScatterUpdates::locate(HeroKernel &hero, Value numbers,
                                            Value below) const {
  const size_t known = dimensions.known();
  SmallVector<Value> at =
      coordinates(hero, numbers, dimensions.update.take_front(known));
  SmallVector<int64_t> strides = rowMajorStrides(dimensions.input);
  Rows found = {numbers, Value(), below};
  for (size_t d = 0; d < dimensions.input.size(); ++d) {
    auto add = [&](Value value) {
      found.lines = addTo(hero, found.lines, value, strides[d] / line);
    };
    if (dimensions.component[d] >= 0) {
      Value fits;
      Value start = startOf(hero, numbers, at, d, below, fits);
      found.live = both(hero, found.live, fits);
      add(start);
    }
    if (dimensions.batching[d] >= 0) {
      add(at[dimensions.batching[d]]);
    }
    if (int along = dimensions.window[d];
        along >= 0 && along < static_cast<int>(known)) {
      add(at[along]);
    }
  }
  return found;
}

ScatterUpdates::Columns ScatterUpdates::columnsInInput() const {
  const SmallVector<int64_t> strides = rowMajorStrides(dimensions.input);
  Columns found;
  for (size_t u = dimensions.known(); u < dimensions.update.size(); ++u) {
    const auto *d = llvm::find(dimensions.window, static_cast<int>(u));
    const int64_t step = strides[d - dimensions.window.begin()];
    const int64_t extent = dimensions.update[u];
    if (extent == 1) {
      continue;
    }
    if (!found.steps.empty() && found.steps.back() == step * extent) {
      found.extents.back() *= extent;
      found.steps.back() = step;
    } else {
      found.extents.push_back(extent);
      found.steps.push_back(step);
    }
  }
  return found;
}

int64_t ScatterUpdates::lineOfResult() const {
  const Columns found = columnsInInput();
  const bool hasComplex = llvm::any_of(op.getInputs(), [](Value input) {
    return isComplex(getElementTypeOrSelf(input.getType()));
  });
  if (hasComplex || columns == 1 || found.steps.size() != 1 ||
      found.steps[0] != 1) {
    return 1;
  }
  const SmallVector<int64_t> strides = rowMajorStrides(dimensions.input);
  const auto known = static_cast<int>(dimensions.known());
  int64_t line = 0;
  for (size_t d = 0; d < dimensions.input.size(); ++d) {
    const bool isOfRow =
        dimensions.component[d] >= 0 || dimensions.batching[d] >= 0 ||
        (dimensions.window[d] >= 0 && dimensions.window[d] < known);
    line = isOfRow ? std::gcd(line, strides[d]) : line;
  }
  line = line == 0 ? places : line;
  return columns <= line ? line : 1;
}

Value ScatterUpdates::startOf(HeroKernel &hero, Value numbers,
                              ArrayRef<Value> at, size_t d, Value below,
                              Value &fits) const {
  Arithmetic &math = hero.math;
  Type type = numbers.getType();
  ArrayRef<int64_t> shape = cast<RankedTensorType>(type).getShape();
  SmallVector<int64_t> strides = rowMajorStrides(dimensions.indices);
  Value place;
  unsigned next = 0;
  int64_t first = 0;
  for (int64_t i = 0; i < static_cast<int64_t>(dimensions.indices.size());
       ++i) {
    if (i == dimensions.vector) {
      first = dimensions.component[d] * strides[i];
    } else {
      place = addTo(hero, place, at[dimensions.batch[next++]], strides[i]);
    }
  }
  place = place ? place : math.zero(type);
  if (first != 0) {
    place = math.add(place, math.integer(type, first));
  }
  Type given = getElementTypeOrSelf(op.getScatterIndices().getType());
  Value index =
      math.make<GatherOp>(RankedTensorType::get(shape, partType(given)),
                          hero.operand(op.getInputs().size()),
                          ValueRange{place}, ArrayRef<Value>(), below);
  // Compared in the wider type, as unsigned numbers: negative ones are large.
  if (given.getIntOrFloatBitWidth() < number.getIntOrFloatBitWidth()) {
    index = isUnsigned(given) ? math.make<arith::ExtUIOp>(type, index)
                              : math.make<arith::ExtSIOp>(type, index);
  }
  const int64_t last = dimensions.input[d] - dimensions.windowSize(d);
  const unsigned bits = elementOf(index).getIntOrFloatBitWidth();
  if (last < 0) {
    fits = math.zero(RankedTensorType::get(shape, hero.builder.getI1Type()));
  } else if (bits >= 64 || last < (int64_t(1) << (bits - 1))) {
    fits = math.compare(arith::CmpIPredicate::ule, index,
                        math.integer(index.getType(), last));
  }
  return bits > number.getIntOrFloatBitWidth()
             ? math.make<arith::TruncIOp>(type, index)
             : index;
}

} // namespace weft::tile
