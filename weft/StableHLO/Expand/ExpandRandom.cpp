// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random bits as integer arithmetic: Threefry-2x32 with 20 rounds and
// Philox-4x32 with 10, each element computed from its own number alone.
//
// How counters are laid out over the result is the interpreter's choice
// (weft/StableHLO/Interpreter/Random.cpp), which is also XLA's.

#include "weft/StableHLO/Expand/ExpandOperations.h"
#include "weft/StableHLO/IR/Writer.h"

#include <llvm/ADT/bit.h>
#include <llvm/Support/MathExtras.h>

#include <cmath>
#include <numbers>

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// Unsigned integers in the shape of the result.
class Words : public Writer {
public:
  Words(Operation *op, ArrayRef<int64_t> shape)
      : Writer(op), shape(shape),
        word32(builder.getIntegerType(32, /*isSigned=*/false)),
        word64(builder.getIntegerType(64, /*isSigned=*/false)) {}

  llvm::SmallVector<int64_t> shape;
  Type word32;
  Type word64;

  RankedTensorType typed(Type element) {
    return RankedTensorType::get(shape, element);
  }
  Value number(Type element, uint64_t value) {
    return integer(typed(element), value);
  }
  /// A number of the same type as another.
  Value like(Value a, uint64_t value) {
    return number(getElementTypeOrSelf(a), value);
  }
  using Writer::add;
  Value add(Value a, uint64_t b) { return add(a, like(a, b)); }
  Value bitAnd(Value a, uint64_t mask) { return both(a, like(a, mask)); }
  Value left(Value a, uint64_t bits) { return shiftLeft(a, like(a, bits)); }
  Value right(Value a, uint64_t bits) { return shiftRight(a, like(a, bits)); }
  Value rotate(Value a, unsigned bits) {
    Value up = left(a, bits);
    return either(up, right(a, 32 - bits));
  }
  Value low(Value a) { return convert(a, word32); }
  Value high(Value a) { return convert(right(a, 32), word32); }
  Value join(Value low, Value high) {
    Value wide = convert(low, word64);
    return either(wide, left(convert(high, word64), 32));
  }
  Value equals(Value a, uint64_t b) {
    return compare(a, ComparisonDirection::EQ, like(a, b));
  }
  /// The index along each dimension.
  llvm::SmallVector<Value> indices() {
    llvm::SmallVector<Value> found;
    for (size_t d = 0; d < shape.size(); ++d) {
      found.push_back(iota(typed(word64), static_cast<int64_t>(d)));
    }
    return found;
  }
  /// Row-major number of each element, with `indices` in a shape.
  Value linear(ArrayRef<Value> indices, ArrayRef<int64_t> extents) {
    Value result = number(word64, 0);
    for (auto [index, extent] : llvm::zip_equal(indices, extents)) {
      result = add(multiply(result, number(word64, extent)), index);
    }
    return result;
  }
  /// A scalar everywhere.
  Value repeat(Value scalar) { return broadcastScalar(scalar, shape); }
};

/// Word `i` of a state, as a scalar of 64 bits.
Value stateWord(Words &scalars, Value state, int64_t i) {
  Value word = scalars.reshape(scalars.slice(state, 0, i, i + 1), {});
  return scalars.convert(word, scalars.word64);
}

std::pair<Value, Value> threefry(Words &words, Value key, Value counter) {
  constexpr unsigned rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  Value keyLow = words.low(key);
  Value keyHigh = words.high(key);
  Value parity = words.number(words.word32, 0x1BD11BDA);
  Value keys[3] = {
      keyLow, keyHigh,
      words.exclusiveOr(words.exclusiveOr(parity, keyLow), keyHigh)};
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
    return words.multiply(words.convert(a, words.word64),
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
  Value carry = words.convert(words.compare(sum, ComparisonDirection::LT, low),
                              words.word64);
  return {sum, words.add(high, carry)};
}

/// 64 or 32 bits per element.
Value philoxWords(Words &words, Value key, Value low, Value high, bool wide) {
  llvm::SmallVector<Value> indices = words.indices();
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
  llvm::SmallVector<Value> indices = words.indices();
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
  auto even = llvm::find_if(words.shape, [](int64_t n) { return n % 2 == 0; });
  auto halved =
      even != words.shape.end() ? even : llvm::max_element(words.shape);
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
  Value normal =
      words.either(words.left(words.add(exponent, bias + least - 1), wideBits),
                   words.left(mantissa, wideBits - mantissaBits));
  Type real = words.builder.getF32Type();
  RankedTensorType wide = words.typed(real);
  normal = words.bitcast(normal, wide);
  Value smallest = words.splat(
      wide, std::ldexp(1.0, least - static_cast<int>(mantissaBits)));
  Value subnormal = words.multiply(words.convert(mantissa, real), smallest);
  Value size = words.select(words.equals(exponent, 0), subnormal, normal);
  Value isPositive = words.equals(words.bitAnd(codes, 1u << 5), 0);
  Value value = words.select(isPositive, size, words.unary<NegateOp>(size));
  return words.convert(value, type.getElementType());
}

void expandBits(RngBitGeneratorOp op) {
  Value state = op.getInitialState();
  auto stateType = cast<RankedTensorType>(state.getType());
  auto type = cast<RankedTensorType>(op.getOutput().getType());
  unsigned width = type.getElementType().getIntOrFloatBitWidth();
  bool wide = width == 64;
  Words words(op, type.getShape());
  Words scalars(op, {});
  llvm::SmallVector<Value> initial;
  for (int64_t i = 0; i < stateType.getDimSize(0); ++i) {
    initial.push_back(stateWord(scalars, state, i));
  }

  Value bits;
  llvm::SmallVector<Value> next = initial;
  if (op.getRngAlgorithm() == RngAlgorithm::THREE_FRY) {
    auto [result, used] = threefryWords(words, words.repeat(initial[0]),
                                        words.repeat(initial[1]), wide);
    bits = result;
    next[1] = scalars.add(initial[1], used);
  } else {
    Value high = initial.size() >= 3 ? initial[2] : initial[0];
    bits = philoxWords(words, words.repeat(initial[0]),
                       words.repeat(initial[1]), words.repeat(high), wide);
    uint64_t used = llvm::divideCeil(
        static_cast<uint64_t>(type.getNumElements()), wide ? 2 : 4);
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
    Type word = words.builder.getIntegerType(width, /*isSigned=*/false);
    bits = words.bitcast(words.convert(bits, word), type);
  }
  llvm::SmallVector<Value> pieces;
  for (Value value : next) {
    Value element = scalars.convert(value, stateType.getElementType());
    pieces.push_back(scalars.reshape(element, {1}));
  }
  Value nextState = scalars.concatenate(pieces, 0);
  op->replaceAllUsesWith(ValueRange{nextState, bits});
}

/// Numbers of a distribution, from Philox with `stream` as its key and the
/// number of the element as its counter, as the interpreter makes them.
void expandDistribution(RngOp op, Value stream) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  Type element = type.getElementType();
  Words words(op, type.getShape());
  llvm::SmallVector<Value> indices = words.indices();
  llvm::SmallVector<Value, 4> block =
      philox(words, words.repeat(stream), words.linear(indices, words.shape),
             words.number(words.word64, 0));
  Value first = words.join(block[0], block[1]);
  Value a = words.repeat(op.getA());
  Value b = words.repeat(op.getB());
  if (!isa<FloatType>(element)) {
    Value low = words.convert(a, words.word64);
    Value range = words.subtract(words.convert(b, words.word64), low);
    Value offset = words.remainder(first, range);
    Value isEmpty = words.equals(range, 0);
    offset = words.select(isEmpty, words.number(words.word64, 0), offset);
    Value sum = words.add(low, offset);
    // Of a boolean the lowest bit.
    Value drawn = element.isInteger(1) ? words.equals(words.bitAnd(sum, 1), 1)
                                       : words.convert(sum, element);
    op->replaceAllUsesWith(ValueRange{drawn});
    return;
  }

  Type wide = words.builder.getF64Type();
  auto real = [&](double value) {
    return words.splat(words.typed(wide), value);
  };
  // In [0, 1).
  auto unit = [&](Value word) {
    return words.multiply(words.convert(words.right(word, 11), wide),
                          real(0x1p-53));
  };
  Value wideA = words.convert(a, wide);
  Value wideB = words.convert(b, wide);
  if (op.getRngDistribution() == RngDistribution::NORMAL) {
    // Box and Muller; 1 - unit is never zero.
    Value second = words.join(block[2], block[3]);
    Value rest = words.subtract(real(1), unit(first));
    Value logarithm = words.unary<LogOp>(rest);
    Value radius = words.squareRoot(words.multiply(real(-2), logarithm));
    Value angle = words.multiply(real(2 * std::numbers::pi), unit(second));
    Value cosine = words.unary<CosineOp>(angle);
    Value value =
        words.add(wideA, words.multiply(wideB, words.multiply(radius, cosine)));
    op->replaceAllUsesWith(ValueRange{words.convert(value, element)});
    return;
  }
  Value span = words.subtract(wideB, wideA);
  Value value = words.convert(
      words.add(wideA, words.multiply(span, unit(first))), element);
  // Rounding to a narrow type may reach the excluded end.
  Value isEnd = words.both(words.compare(value, ComparisonDirection::GE, b),
                           words.compare(a, ComparisonDirection::LT, b));
  op->replaceAllUsesWith(ValueRange{words.select(isEnd, a, value)});
}

} // namespace

bool expandDistribution(Operation *op, Value stream) {
  auto rng = dyn_cast<RngOp>(op);
  if (!rng ||
      !cast<RankedTensorType>(rng.getResult().getType()).hasStaticShape()) {
    return false;
  }
  expandDistribution(rng, stream);
  return true;
}

bool expandRandom(Operation *op) {
  if (isa<RngOp>(op)) {
    // In a body that runs for every element there is no order to count in.
    uint64_t place = std::distance(op->getBlock()->begin(), op->getIterator());
    Words scalars(op, {});
    return expandDistribution(op, scalars.number(scalars.word64, place));
  }
  auto bits = dyn_cast<RngBitGeneratorOp>(op);
  if (!bits) {
    return false;
  }
  auto state = cast<RankedTensorType>(bits.getInitialState().getType());
  bool isThreefry = bits.getRngAlgorithm() == RngAlgorithm::THREE_FRY;
  bool isKnown =
      state.hasStaticShape() && state.getRank() == 1 &&
      isa<IntegerType>(state.getElementType()) &&
      (state.getDimSize(0) == 2 || (state.getDimSize(0) == 3 && !isThreefry));
  if (!isKnown) {
    return false;
  }
  expandBits(bits);
  return true;
}

} // namespace weft::stablehlo
