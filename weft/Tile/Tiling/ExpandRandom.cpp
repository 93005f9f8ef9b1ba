// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random bits as integer arithmetic: Threefry-2x32 with 20 rounds and
// Philox-4x32 with 10, each element computed from its own number alone.
//
// How counters are laid out over the result is the interpreter's choice
// (weft/StableHLO/Interpreter/Random.cpp), which is also XLA's.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Expand.h"

#include <llvm/ADT/bit.h>
#include <llvm/Support/MathExtras.h>
#include <mlir/IR/Builders.h>

#include <cmath>
#include <numbers>
#include <type_traits>

using namespace mlir;

namespace weft::tile {
namespace {

/// Unsigned integers in the shape of the result.
class Words {
public:
  Words(Operation *op, ArrayRef<int64_t> shape)
      : builder(op), loc(op->getLoc()), shape(shape),
        word32(builder.getIntegerType(32, /*isSigned=*/false)),
        word64(builder.getIntegerType(64, /*isSigned=*/false)) {}

  OpBuilder builder;
  Location loc;
  llvm::SmallVector<int64_t> shape;
  Type word32;
  Type word64;

  RankedTensorType typed(Type element) {
    return RankedTensorType::get(shape, element);
  }
  Value number(Type element, uint64_t value) {
    unsigned width = element.getIntOrFloatBitWidth();
    return stablehlo::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(typed(element),
                               llvm::APInt(width, value, false, true)));
  }
  template <typename Op> Value binary(Value a, Value b) {
    return Op::create(builder, loc, a.getType(), a, b);
  }
  Value add(Value a, Value b) { return binary<stablehlo::AddOp>(a, b); }
  Value mul(Value a, Value b) { return binary<stablehlo::MultiplyOp>(a, b); }
  Value exclusiveOr(Value a, Value b) { return binary<stablehlo::XorOp>(a, b); }
  Value bitOr(Value a, Value b) { return binary<stablehlo::OrOp>(a, b); }
  Value bitAnd(Value a, uint64_t mask) {
    return binary<stablehlo::AndOp>(a, number(elementOf(a), mask));
  }
  Value add(Value a, uint64_t b) { return add(a, number(elementOf(a), b)); }
  Value left(Value a, uint64_t bits) {
    return binary<stablehlo::ShiftLeftOp>(a, number(elementOf(a), bits));
  }
  Value right(Value a, uint64_t bits) {
    return binary<stablehlo::ShiftRightLogicalOp>(a,
                                                  number(elementOf(a), bits));
  }
  Value rotate(Value a, unsigned bits) {
    return bitOr(left(a, bits), right(a, 32 - bits));
  }
  Value convert(Value a, Type element) {
    return elementOf(a) == element
               ? a
               : Value(stablehlo::ConvertOp::create(builder, loc,
                                                    typed(element), a));
  }
  Value low(Value a) { return convert(a, word32); }
  Value high(Value a) { return convert(right(a, 32), word32); }
  Value join(Value low, Value high) {
    return bitOr(convert(low, word64), left(convert(high, word64), 32));
  }
  Value compare(Value a, Value b, stablehlo::ComparisonDirection direction) {
    return stablehlo::CompareOp::create(
        builder, loc, typed(builder.getI1Type()), a, b,
        stablehlo::ComparisonDirectionAttr::get(builder.getContext(),
                                                direction),
        stablehlo::ComparisonTypeAttr());
  }
  Value equals(Value a, uint64_t b) {
    return compare(a, number(elementOf(a), b),
                   stablehlo::ComparisonDirection::EQ);
  }
  Value select(Value condition, Value a, Value b) {
    return stablehlo::SelectOp::create(builder, loc, a.getType(), condition, a,
                                       b);
  }
  /// The index along a dimension.
  Value iota(int64_t dimension) {
    return stablehlo::IotaOp::create(builder, loc, typed(word64),
                                     builder.getI64IntegerAttr(dimension));
  }
  /// Row-major number of each element, with `indices` in a shape.
  Value linear(ArrayRef<Value> indices, ArrayRef<int64_t> extents) {
    Value result = number(word64, 0);
    for (auto [index, extent] : llvm::zip_equal(indices, extents)) {
      result = add(mul(result, number(word64, extent)), index);
    }
    return result;
  }
  /// A scalar everywhere.
  Value repeat(Value scalar) {
    return stablehlo::BroadcastInDimOp::create(
        builder, loc, typed(elementOf(scalar)), scalar,
        builder.getDenseI64ArrayAttr({}));
  }

  static Type elementOf(Value value) {
    return getElementTypeOrSelf(value.getType());
  }
};

/// Word `i` of a state, as a scalar of 64 bits.
Value stateWord(OpBuilder &builder, Location loc, Value state, int64_t i) {
  auto type = cast<RankedTensorType>(state.getType());
  Type element = type.getElementType();
  Value slice = stablehlo::SliceOp::create(
      builder, loc, RankedTensorType::get({1}, element), state,
      builder.getDenseI64ArrayAttr({i}), builder.getDenseI64ArrayAttr({i + 1}),
      builder.getDenseI64ArrayAttr({1}));
  Value scalar = stablehlo::ReshapeOp::create(
      builder, loc, RankedTensorType::get({}, element), slice);
  Type word = builder.getIntegerType(64, /*isSigned=*/false);
  if (element == word) {
    return scalar;
  }
  return stablehlo::ConvertOp::create(
      builder, loc, RankedTensorType::get({}, word), scalar);
}

std::pair<Value, Value> threefry(Words &words, Value key, Value counter) {
  constexpr unsigned rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  Value keyLow = words.low(key);
  Value keyHigh = words.high(key);
  Value parity = words.number(words.word32, 0x1BD11BDA);
  Value keys[3] = {keyLow, keyHigh,
                   words.exclusiveOr(words.exclusiveOr(parity, keyLow),
                                     keyHigh)};
  Value x = words.add(words.low(counter), keys[0]);
  Value y = words.add(words.high(counter), keys[1]);
  for (unsigned group = 0; group < 5; ++group) {
    for (unsigned rotation : rotations[group % 2]) {
      x = words.add(x, y);
      y = words.exclusiveOr(words.rotate(y, rotation), x);
    }
    x = words.add(x, keys[(group + 1) % 3]);
    y = words.add(words.add(y, keys[(group + 2) % 3]), group + 1);
  }
  return {x, y};
}

llvm::SmallVector<Value, 4> philox(Words &words, Value key, Value counterLow,
                                   Value counterHigh) {
  llvm::SmallVector<Value, 4> x = {
      words.low(counterLow), words.high(counterLow), words.low(counterHigh),
      words.high(counterHigh)};
  Value key0 = words.low(key);
  Value key1 = words.high(key);
  auto product = [&](Value a, uint64_t factor) {
    return words.mul(words.convert(a, words.word64),
                     words.number(words.word64, factor));
  };
  for (int round = 0; round < 10; ++round) {
    Value product0 = product(x[0], 0xD2511F53u);
    Value product1 = product(x[2], 0xCD9E8D57u);
    x = {words.exclusiveOr(words.exclusiveOr(words.high(product1), x[1]), key0),
         words.low(product1),
         words.exclusiveOr(words.exclusiveOr(words.high(product0), x[3]), key1),
         words.low(product0)};
    key0 = words.add(key0, 0x9E3779B9u);
    key1 = words.add(key1, 0xBB67AE85u);
  }
  return x;
}

/// counter + n in two words.
std::pair<Value, Value> advance(Words &words, Value low, Value high, Value n) {
  Value sum = words.add(low, n);
  Value carry = words.convert(
      words.compare(sum, low, stablehlo::ComparisonDirection::LT),
      words.word64);
  return {sum, words.add(high, carry)};
}

/// 64 or 32 bits per element.
Value philoxWords(Words &words, Value key, Value low, Value high, bool wide) {
  llvm::SmallVector<Value> indices;
  for (size_t d = 0; d < words.shape.size(); ++d) {
    indices.push_back(words.iota(d));
  }
  Value place = words.linear(indices, words.shape);
  auto [blockLow, blockHigh] =
      advance(words, low, high, words.right(place, wide ? 1 : 2));
  llvm::SmallVector<Value, 4> block = philox(words, key, blockLow, blockHigh);
  if (wide) {
    Value isOdd = words.equals(words.bitAnd(place, 1), 1);
    return words.select(isOdd, words.join(block[2], block[3]),
                        words.join(block[0], block[1]));
  }
  Value which = words.bitAnd(place, 3);
  Value result = block[0];
  for (unsigned i = 1; i < 4; ++i) {
    result = words.select(words.equals(which, i), block[i], result);
  }
  return result;
}

/// The words, and how many counters were used.
std::pair<Value, uint64_t> threefryWords(Words &words, Value key, Value counter,
                                         bool wide) {
  llvm::SmallVector<Value> indices;
  for (size_t d = 0; d < words.shape.size(); ++d) {
    indices.push_back(words.iota(d));
  }
  int64_t count = ShapedType::getNumElements(words.shape);
  if (wide) {
    Value place = words.add(counter, words.linear(indices, words.shape));
    auto [x, y] = threefry(words, key, place);
    return {words.join(x, y), count};
  }
  if (words.shape.empty()) {
    return {threefry(words, key, counter).first, 1};
  }
  // Neighbours along one dimension are the two words of a block.
  auto even =
      llvm::find_if(words.shape, [](int64_t n) { return n % 2 == 0; });
  auto halved = even != words.shape.end() ? even : llvm::max_element(words.shape);
  size_t d = halved - words.shape.begin();
  llvm::SmallVector<int64_t> half(words.shape);
  half[d] = llvm::divideCeil(words.shape[d], 2);
  Value isSecond = words.equals(words.bitAnd(indices[d], 1), 1);
  indices[d] = words.right(indices[d], 1);
  Value place = words.add(counter, words.linear(indices, half));
  auto [x, y] = threefry(words, key, place);
  return {words.select(isSecond, y, x), ShapedType::getNumElements(half)};
}

/// Floats from their codes, the low six bits of words, for which there is no
/// integer type. All codes are finite numbers.
Value sixBitFloats(Words &words, Value codes, RankedTensorType type) {
  OpBuilder &builder = words.builder;
  const llvm::fltSemantics &format =
      cast<FloatType>(type.getElementType()).getFloatSemantics();
  unsigned mantissaBits = llvm::APFloat::semanticsPrecision(format) - 1;
  int least = llvm::APFloat::semanticsMinExponent(format);
  Value mantissa = words.bitAnd(codes, (1u << mantissaBits) - 1);
  Value exponent = words.bitAnd(words.right(codes, mantissaBits),
                                (1u << (5 - mantissaBits)) - 1);
  // As f32: the same fields at other places, or for subnormal numbers so many
  // times the smallest.
  constexpr unsigned bias = 127;
  constexpr unsigned wideBits = 23;
  Value normal = words.bitOr(
      words.left(words.add(exponent, bias + least - 1), wideBits),
      words.left(mantissa, wideBits - mantissaBits));
  RankedTensorType wide = words.typed(builder.getF32Type());
  normal =
      stablehlo::BitcastConvertOp::create(builder, words.loc, wide, normal);
  Value smallest = stablehlo::ConstantOp::create(
      builder, words.loc,
      DenseElementsAttr::get(
          wide, std::ldexp(1.0f, least - static_cast<int>(mantissaBits))));
  Value subnormal = words.mul(words.convert(mantissa, builder.getF32Type()),
                              smallest);
  Value size = words.select(words.equals(exponent, 0), subnormal, normal);
  Value isPositive = words.equals(words.bitAnd(codes, 1u << 5), 0);
  Value value = words.select(
      isPositive, size,
      stablehlo::NegateOp::create(builder, words.loc, wide, size));
  return words.convert(value, type.getElementType());
}

void expandBits(stablehlo::RngBitGeneratorOp op) {
  Value state = op.getInitialState();
  auto stateType = cast<RankedTensorType>(state.getType());
  auto type = cast<RankedTensorType>(op.getOutput().getType());
  unsigned width = type.getElementType().getIntOrFloatBitWidth();
  bool wide = width == 64;
  Words words(op, type.getShape());
  OpBuilder &builder = words.builder;
  Words scalars(op, {});
  llvm::SmallVector<Value> initial;
  for (int64_t i = 0; i < stateType.getDimSize(0); ++i) {
    initial.push_back(stateWord(scalars.builder, words.loc, state, i));
  }

  Value bits;
  llvm::SmallVector<Value> next = initial;
  if (op.getRngAlgorithm() == stablehlo::RngAlgorithm::THREE_FRY) {
    auto [result, used] =
        threefryWords(words, words.repeat(initial[0]), words.repeat(initial[1]),
                      wide);
    bits = result;
    next[1] = scalars.add(initial[1], used);
  } else {
    Value high = initial.size() >= 3 ? initial[2] : initial[0];
    bits = philoxWords(words, words.repeat(initial[0]),
                       words.repeat(initial[1]), words.repeat(high), wide);
    uint64_t used =
        llvm::divideCeil(static_cast<uint64_t>(type.getNumElements()),
                         wide ? 2 : 4);
    auto [low, carried] = advance(scalars, initial[1], high,
                                  scalars.number(scalars.word64, used));
    next[1] = low;
    if (next.size() >= 3) {
      next[2] = carried;
    }
  }
  // Narrow results keep the low bits; floats are the bits, reinterpreted.
  constexpr unsigned noWord = 6;
  if (width == noWord) {
    bits = sixBitFloats(words, words.convert(bits, words.word32), type);
  } else {
    Type word = builder.getIntegerType(width, /*isSigned=*/false);
    bits = words.convert(bits, word);
    if (word != type.getElementType()) {
      bits =
          stablehlo::BitcastConvertOp::create(builder, words.loc, type, bits);
    }
  }
  llvm::SmallVector<Value> pieces;
  for (Value value : next) {
    Value element = scalars.convert(value, stateType.getElementType());
    pieces.push_back(stablehlo::ReshapeOp::create(
        scalars.builder, words.loc,
        RankedTensorType::get({1}, stateType.getElementType()), element));
  }
  Value state1 = stablehlo::ConcatenateOp::create(
      scalars.builder, words.loc, TypeRange(stateType), pieces,
      scalars.builder.getNamedAttr("dimension",
                                   builder.getI64IntegerAttr(0)));
  op->replaceAllUsesWith(ValueRange{state1, bits});
}

/// Numbers of a distribution, from Philox with `stream` as its key and the
/// number of the element as its counter, as the interpreter makes them.
void expandDistribution(stablehlo::RngOp op, Value stream) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  Type element = type.getElementType();
  Words words(op, type.getShape());
  OpBuilder &builder = words.builder;
  Location loc = words.loc;
  llvm::SmallVector<Value> indices;
  for (size_t d = 0; d < words.shape.size(); ++d) {
    indices.push_back(words.iota(d));
  }
  llvm::SmallVector<Value, 4> block =
      philox(words, words.repeat(stream), words.linear(indices, words.shape),
             words.number(words.word64, 0));
  Value first = words.join(block[0], block[1]);
  Value a = words.repeat(op.getA());
  Value b = words.repeat(op.getB());
  if (!isa<FloatType>(element)) {
    Value low = words.convert(a, words.word64);
    Value range = words.binary<stablehlo::SubtractOp>(
        words.convert(b, words.word64), low);
    Value offset = words.binary<stablehlo::RemainderOp>(first, range);
    Value isEmpty = words.equals(range, 0);
    offset = words.select(isEmpty, words.number(words.word64, 0), offset);
    Value sum = words.add(low, offset);
    // Of a boolean the lowest bit.
    Value drawn = element.isInteger(1)
                      ? words.equals(words.bitAnd(sum, 1), 1)
                      : words.convert(sum, element);
    op->replaceAllUsesWith(ValueRange{drawn});
    return;
  }

  Type wide = builder.getF64Type();
  auto real = [&](double value) -> Value {
    return stablehlo::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(words.typed(wide), llvm::APFloat(value)));
  };
  auto unary = [&](auto tag, Value x) -> Value {
    using Op = typename decltype(tag)::type;
    return Op::create(builder, loc, TypeRange(x.getType()), ValueRange(x),
                      ArrayRef<NamedAttribute>());
  };
  // In [0, 1).
  auto unit = [&](Value word) {
    return words.mul(words.convert(words.right(word, 11), wide),
                     real(0x1p-53));
  };
  Value wideA = words.convert(a, wide);
  Value wideB = words.convert(b, wide);
  if (op.getRngDistribution() == stablehlo::RngDistribution::NORMAL) {
    // Box and Muller; 1 - unit is never zero.
    Value second = words.join(block[2], block[3]);
    Value rest = words.binary<stablehlo::SubtractOp>(real(1), unit(first));
    Value logarithm = unary(std::type_identity<stablehlo::LogOp>(), rest);
    Value radius = unary(std::type_identity<stablehlo::SqrtOp>(),
                         words.mul(real(-2), logarithm));
    Value angle = words.mul(real(2 * std::numbers::pi), unit(second));
    Value cosine = unary(std::type_identity<stablehlo::CosineOp>(), angle);
    Value value = words.add(
        wideA, words.mul(wideB, words.mul(radius, cosine)));
    op->replaceAllUsesWith(ValueRange{words.convert(value, element)});
    return;
  }
  Value span = words.binary<stablehlo::SubtractOp>(wideB, wideA);
  Value value =
      words.convert(words.add(wideA, words.mul(span, unit(first))), element);
  // Rounding to a narrow type may reach the excluded end.
  Value isEnd = words.binary<stablehlo::AndOp>(
      words.compare(value, b, stablehlo::ComparisonDirection::GE),
      words.compare(a, b, stablehlo::ComparisonDirection::LT));
  op->replaceAllUsesWith(ValueRange{words.select(isEnd, a, value)});
}

} // namespace

bool expandDistribution(Operation *op, Value stream) {
  auto rng = dyn_cast<stablehlo::RngOp>(op);
  if (!rng ||
      !cast<RankedTensorType>(rng.getResult().getType()).hasStaticShape()) {
    return false;
  }
  expandDistribution(rng, stream);
  return true;
}

bool expandRandom(Operation *op) {
  if (isa<stablehlo::RngOp>(op)) {
    // In a body that runs for every element there is no order to count in.
    uint64_t place = std::distance(op->getBlock()->begin(), op->getIterator());
    Words scalars(op, {});
    return expandDistribution(op, scalars.number(scalars.word64, place));
  }
  auto bits = dyn_cast<stablehlo::RngBitGeneratorOp>(op);
  if (!bits) {
    return false;
  }
  auto state = cast<RankedTensorType>(bits.getInitialState().getType());
  bool isThreefry =
      bits.getRngAlgorithm() == stablehlo::RngAlgorithm::THREE_FRY;
  bool isKnown = state.hasStaticShape() && state.getRank() == 1 &&
                 isa<IntegerType>(state.getElementType()) &&
                 (state.getDimSize(0) == 2 ||
                  (state.getDimSize(0) == 3 && !isThreefry));
  if (!isKnown) {
    return false;
  }
  expandBits(bits);
  return true;
}

} // namespace weft::tile
