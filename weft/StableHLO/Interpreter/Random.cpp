// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random bits by the two counter-based generators of Salmon et al., "Parallel
// random numbers: as easy as 1, 2, 3" (2011): Threefry-2x32 with 20 rounds and
// Philox-4x32 with 10.
//
// The specification leaves open how counters are laid out over the result. The
// layout here is XLA's, so that programs give the same numbers everywhere:
//
//   Threefry   state = [key, counter]. Results up to 32 bits come in pairs, one
//              block each: the first even dimension (the largest, if all are
//              odd) is halved, and neighbours along it are the two words of one
//              block. 64-bit results take a block each.
//   Philox     state = [key, counter low, counter high], or [key, counter] with
//              the key as the high half. The words of the blocks are dealt out
//              in row-major order; 64-bit results take two each.
//
// Narrow results keep the low bits. Floats are the bits, reinterpreted.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Interpreter/Elementwise.h"
#include "weft/StableHLO/Interpreter/OpTable.h"

#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/MathExtras.h>

#include <bit>
#include <cmath>
#include <numbers>

using namespace mlir;

namespace weft::reference {
namespace {

using Block2 = std::array<uint32_t, 2>;
using Block4 = std::array<uint32_t, 4>;

uint32_t low(uint64_t word) { return static_cast<uint32_t>(word); }
uint32_t high(uint64_t word) { return static_cast<uint32_t>(word >> 32); }
uint64_t join(uint32_t low, uint32_t high) {
  return uint64_t(high) << 32 | low;
}

Block2 threefry(uint64_t key, uint64_t counter) {
  constexpr int rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  constexpr uint32_t parity = 0x1BD11BDA;
  uint32_t keys[3] = {low(key), high(key), parity ^ low(key) ^ high(key)};
  uint32_t x = low(counter) + keys[0];
  uint32_t y = high(counter) + keys[1];
  for (uint32_t group = 0; group < 5; ++group) {
    for (int rotation : rotations[group % 2]) {
      x += y;
      y = std::rotl(y, rotation) ^ x;
    }
    x += keys[(group + 1) % 3];
    y += keys[(group + 2) % 3] + group + 1;
  }
  return {x, y};
}

Block4 philox(uint64_t key, uint64_t counterLow, uint64_t counterHigh) {
  Block4 x = {low(counterLow), high(counterLow), low(counterHigh),
              high(counterHigh)};
  uint32_t key0 = low(key);
  uint32_t key1 = high(key);
  for (int round = 0; round < 10; ++round) {
    uint64_t product0 = uint64_t(x[0]) * 0xD2511F53u;
    uint64_t product1 = uint64_t(x[2]) * 0xCD9E8D57u;
    x = {high(product1) ^ x[1] ^ key0, low(product1),
         high(product0) ^ x[3] ^ key1, low(product0)};
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
  return x;
}

/// Random words for a shape, in row-major order, and the state that follows.
struct RandomWords {
  std::vector<uint64_t> words;
  llvm::SmallVector<uint64_t> state;
};

RandomWords threefryWords(ArrayRef<uint64_t> state, ArrayRef<int64_t> shape,
                          bool wide) {
  uint64_t key = state[0];
  uint64_t counter = state[1];
  RandomWords result;
  uint64_t blocks = 0;
  if (wide) {
    int64_t count = ShapedType::getNumElements(shape);
    for (int64_t i = 0; i < count; ++i) {
      Block2 block = threefry(key, counter + i);
      result.words.push_back(join(block[0], block[1]));
    }
    blocks = count;
  } else if (shape.empty()) {
    result.words.push_back(threefry(key, counter)[0]);
    blocks = 1;
  } else {
    auto even = llvm::find_if(shape, [](int64_t n) { return n % 2 == 0; });
    auto halved = even != shape.end() ? even : llvm::max_element(shape);
    size_t dimension = halved - shape.begin();
    Shape half(shape);
    half[dimension] = llvm::divideCeil(shape[dimension], 2);
    blocks = ShapedType::getNumElements(half);
    for (Index index : IndexSpace(shape)) {
      int64_t word = index[dimension] % 2;
      index[dimension] /= 2;
      result.words.push_back(
          threefry(key, counter + linearIndex(index, half))[word]);
    }
  }
  result.state = {key, counter + blocks};
  return result;
}

RandomWords philoxWords(ArrayRef<uint64_t> state, int64_t count, bool wide) {
  uint64_t key = state[0];
  uint64_t counterLow = state[1];
  uint64_t counterHigh = state.size() >= 3 ? state[2] : key;
  RandomWords result;
  int64_t wordsPerBlock = wide ? 2 : 4;
  int64_t blocks = llvm::divideCeil(count, wordsPerBlock);
  auto advanced = [&](uint64_t n) {
    uint64_t sum = counterLow + n;
    return std::pair(sum, counterHigh + (sum < counterLow ? 1 : 0));
  };
  for (int64_t i = 0; i < blocks; ++i) {
    auto [blockLow, blockHigh] = advanced(i);
    Block4 block = philox(key, blockLow, blockHigh);
    if (wide) {
      result.words.push_back(join(block[0], block[1]));
      result.words.push_back(join(block[2], block[3]));
    } else {
      result.words.insert(result.words.end(), block.begin(), block.end());
    }
  }
  result.words.resize(count);
  auto [nextLow, nextHigh] = advanced(blocks);
  result.state = {key, nextLow};
  if (state.size() >= 3) {
    result.state.push_back(nextHigh);
  }
  return result;
}

StatusOr<llvm::SmallVector<Tensor, 2>>
evalRngBitGeneratorOp(Budget &budget, RankedTensorType stateType,
                      RankedTensorType outputType, const Tensor &initialState,
                      stablehlo::RngAlgorithm algorithm) {
  int64_t words = initialState.elementCount();
  bool isThreefry = algorithm == stablehlo::RngAlgorithm::THREE_FRY;
  if (words != 2 && (words != 3 || isThreefry)) {
    return Status::invalidArgument(
        llvm::formatv("needs a state of {0} words, got {1}",
                      isThreefry ? "2" : "2 or 3", words));
  }
  WEFT_ASSIGN_OR_RETURN(TensorBuilder output,
                        TensorBuilder::create(budget, outputType));
  WEFT_RETURN_IF_ERROR(budget.takeSteps(output.elementCount()));
  llvm::SmallVector<uint64_t> state;
  for (int64_t i = 0; i < initialState.elementCount(); ++i) {
    state.push_back(initialState.at(i).asUnsigned());
  }
  bool wide = output.elementType().bitWidth() == 64;
  // DEFAULT is Philox, as it is for XLA on CPUs.
  RandomWords random = isThreefry
                           ? threefryWords(state, output.shape(), wide)
                           : philoxWords(state, output.elementCount(), wide);
  for (auto [i, word] : llvm::enumerate(random.words)) {
    ElementType bits =
        ElementType::unsignedInteger(output.elementType().bitWidth());
    Element element = Element::integer(bits, word);
    element.store(output.bytes().data() + i * bits.byteWidth());
  }
  WEFT_ASSIGN_OR_RETURN(RankedTensorType resolvedState,
                        resolveType(stateType, initialState.shape()));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder outputState,
                        TensorBuilder::create(budget, resolvedState));
  for (auto [i, word] : llvm::enumerate(random.state)) {
    outputState.setAt(i, Element::integer(outputState.elementType(), word));
  }
  return llvm::SmallVector<Tensor, 2>{std::move(outputState).finish(),
                                      std::move(output).finish()};
}

/// Uniform in [a, b), or normal with mean a and standard deviation b. The
/// specification only names the distributions; here the numbers come from
/// Philox, keyed by `stream`.
StatusOr<Tensor> evalRngOp(Budget &budget, RankedTensorType type,
                           const Element &a, const Element &b,
                           ArrayRef<int64_t> shape,
                           stablehlo::RngDistribution distribution,
                           uint64_t stream) {
  WEFT_ASSIGN_OR_RETURN(RankedTensorType resultType, resolveType(type, shape));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::create(budget, resultType));
  WEFT_RETURN_IF_ERROR(budget.takeSteps(result.elementCount()));
  ElementType elementType = result.elementType();
  // Two 64-bit words per element.
  std::vector<uint64_t> words =
      philoxWords({stream, 0, 0}, 2 * result.elementCount(), true).words;
  // In [0, 1).
  auto unit = [](uint64_t word) { return std::ldexp(double(word >> 11), -53); };
  for (int64_t i = 0; i < result.elementCount(); ++i) {
    uint64_t first = words[2 * i];
    uint64_t second = words[2 * i + 1];
    if (!elementType.isFloat()) {
      uint64_t range = b.asUnsigned() - a.asUnsigned();
      uint64_t offset = range == 0 ? 0 : first % range;
      result.setAt(i, Element::integer(elementType, a.asUnsigned() + offset));
      continue;
    }
    double value;
    if (distribution == stablehlo::RngDistribution::NORMAL) {
      // Box and Muller; 1 - unit is never zero.
      double radius = std::sqrt(-2 * std::log(1 - unit(first)));
      value = a.asReal() + b.asReal() * radius *
                               std::cos(2 * std::numbers::pi * unit(second));
    } else {
      value = a.asReal() + (b.asReal() - a.asReal()) * unit(first);
    }
    Element element = Element::real(elementType, value);
    // Rounding to a narrow type may reach the excluded end.
    bool atEnd = distribution == stablehlo::RngDistribution::UNIFORM &&
                 element.asReal() >= b.asReal() && a.asReal() < b.asReal();
    result.setAt(i, atEnd ? a : element);
  }
  return std::move(result).finish();
}

} // namespace

void addRandomOps(OpTable &table) {
  table.add<stablehlo::RngBitGeneratorOp>([](stablehlo::RngBitGeneratorOp op,
                                             OpCall &call) {
    return call.finish(evalRngBitGeneratorOp(call.budget(), call.resultType(0),
                                             call.resultType(1), call.tensor(0),
                                             op.getRngAlgorithm()));
  });
  table.add<stablehlo::RngOp>([](stablehlo::RngOp op, OpCall &call) {
    return call.finish(
        evalRngOp(call.budget(), call.resultType(), call.tensor(0).scalar(),
                  call.tensor(1).scalar(), call.tensor(2).toIndices(),
                  op.getRngDistribution(), call.context().takeRandomStream()));
  });
}

} // namespace weft::reference
