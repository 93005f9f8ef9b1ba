// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Exchange.h"

#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/Sequence.h>
#include <llvm/Support/MathExtras.h>

#include <map>
#include <optional>

namespace weft::code {
namespace {

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::Value;

/// Which bit of an element's number in the operand each bit of its number in
/// the result is, lowest first; how many of them are lanes.
struct BitMove {
  SmallVector<unsigned> from;
  unsigned operandLanes = 0;
  unsigned resultLanes = 0;

  bool isLane(unsigned bit) const { return bit < operandLanes; }
  /// Whether a bit of the operand is a lane's in the result.
  bool isWanted(unsigned bit) const {
    return llvm::is_contained(ArrayRef(from).take_front(resultLanes), bit);
  }
  /// How many bits become lanes' that were not.
  unsigned crossing() const {
    return llvm::count_if(ArrayRef(from).take_front(resultLanes),
                          [&](unsigned bit) { return !isLane(bit); });
  }
  /// Whether bits of pieces come in below those of lanes, which keep their
  /// order: then halves of pieces can be interleaved, and nothing is left to be
  /// put in order.
  bool isRotation() const {
    const unsigned below = crossing();
    return operandLanes == resultLanes &&
           llvm::all_of(llvm::seq(resultLanes), [&](unsigned bit) {
             return bit < below ? !isLane(from[bit]) : from[bit] == bit - below;
           });
  }
  /// Whether bits that stay among the lanes stay where they are.
  bool isRegular() const {
    return llvm::all_of(llvm::seq(resultLanes), [&](unsigned bit) {
      return !isLane(from[bit]) || from[bit] == bit;
    });
  }
};

/// The exponent of a power of two; nothing for other numbers.
std::optional<unsigned> exponentOf(uint64_t number) {
  return llvm::isPowerOf2_64(number) ? std::optional(llvm::Log2_64(number))
                                     : std::nullopt;
}

std::optional<BitMove> findMove(ArrayRef<Value *> pieces,
                                ArrayRef<SmallVector<LaneSource>> results) {
  const auto width = static_cast<size_t>(widthOf(pieces.front()));
  const size_t resultWidth = results.front().size();
  const size_t count = width * pieces.size();
  std::optional<unsigned> bits = exponentOf(count);
  std::optional<unsigned> lanes = exponentOf(width);
  std::optional<unsigned> resultLanes = exponentOf(resultWidth);
  const bool isEven =
      llvm::all_of(pieces,
                   [&](Value *piece) {
                     return widthOf(piece) == static_cast<int64_t>(width);
                   }) &&
      llvm::all_of(results, [&](const SmallVector<LaneSource> &result) {
        return result.size() == resultWidth;
      });
  if (!bits || !lanes || !resultLanes || !isEven || width == 1 ||
      resultWidth < width || results.size() * resultWidth != count) {
    return std::nullopt;
  }
  auto sourceOf = [&](size_t number) {
    const LaneSource &source =
        results[number / resultWidth][number % resultWidth];
    return source.value * width + static_cast<size_t>(source.lane);
  };
  BitMove move;
  move.operandLanes = *lanes;
  move.resultLanes = *resultLanes;
  for (unsigned bit : llvm::seq(*bits)) {
    std::optional<unsigned> from = exponentOf(sourceOf(size_t{1} << bit));
    if (!from || llvm::is_contained(move.from, *from)) {
      return std::nullopt;
    }
    move.from.push_back(*from);
  }
  for (size_t number : llvm::seq(count)) {
    size_t expected = 0;
    for (auto [bit, from] : llvm::enumerate(move.from)) {
      expected |= (number >> bit & 1) << from;
    }
    if (sourceOf(number) != expected) {
      return std::nullopt;
    }
  }
  return move;
}

/// Neighbours that stay together become wider integers. Returns how many bits
/// that takes from the lanes.
unsigned widen(BitMove &move, unsigned elementBits) {
  constexpr unsigned most = 64;
  unsigned together = 0;
  while (together + 1 < move.operandLanes && move.from[together] == together &&
         elementBits >= 8 && elementBits << (together + 1) <= most) {
    ++together;
  }
  move.from.erase(move.from.begin(), move.from.begin() + together);
  for (unsigned &bit : move.from) {
    bit -= together;
  }
  move.operandLanes -= together;
  move.resultLanes -= together;
  return together;
}

class Exchange {
public:
  Exchange(Builder &builder, const BitMove &move, Pieces pieces)
      : builder(builder), move(move), pieces(std::move(pieces)) {
    for (unsigned bit : llvm::seq<unsigned>(0, move.from.size())) {
      (move.isLane(bit) ? laneBits : pieceBits).push_back(bit);
    }
  }

  Pieces run() {
    if (interleaves(move, pieces.front())) {
      for (unsigned bit : llvm::reverse(llvm::seq(move.crossing()))) {
        interleave(takeFor(bit));
      }
      return inOrder();
    }
    unsigned steps = move.resultLanes - move.operandLanes;
    for (unsigned bit : laneBits) {
      steps += move.isWanted(bit) ? 0 : 1;
    }
    while (laneBits.size() < move.resultLanes) {
      join(takeFor(laneBits.size()), --steps == 0);
    }
    for (unsigned lane : llvm::seq<unsigned>(0, move.operandLanes)) {
      if (!move.isWanted(laneBits[lane])) {
        exchange(lane, takeFor(lane), --steps == 0);
      }
    }
    return inOrder();
  }

  /// Whether that is what run() does: of registers of 16 bytes every machine
  /// interleaves halves by one instruction.
  static bool interleaves(const BitMove &move, Value *piece) {
    constexpr unsigned registerBits = 128;
    return move.isRotation() &&
           piece->getType()->getPrimitiveSizeInBits() == registerBits;
  }

private:
  /// A bit of pieces becomes the lowest one of lanes, and the highest one of
  /// lanes takes its place.
  void interleave(unsigned number) {
    const auto width = static_cast<size_t>(widthOf(pieces.front()));
    SmallVector<int> low;
    SmallVector<int> high;
    for (size_t at : llvm::seq(width)) {
      const size_t lane = at / 2 + (at % 2) * width;
      low.push_back(static_cast<int>(lane));
      high.push_back(static_cast<int>(lane + width / 2));
    }
    laneBits.insert(laneBits.begin(), pieceBits[number]);
    pieceBits[number] = laneBits.pop_back_val();
    for (size_t piece : llvm::seq(pieces.size())) {
      const size_t other = piece | size_t{1} << number;
      if (piece == other) {
        continue;
      }
      Value *first =
          builder.CreateShuffleVector(pieces[piece], pieces[other], low);
      pieces[other] =
          builder.CreateShuffleVector(pieces[piece], pieces[other], high);
      pieces[piece] = first;
    }
  }

  /// The bit of pieces that is to become this bit of lanes: where it belongs,
  /// if it can be.
  unsigned takeFor(size_t lane) const {
    auto found = llvm::find(pieceBits, move.from[lane]);
    if (found == pieceBits.end()) {
      found = llvm::find_if(pieceBits,
                            [&](unsigned bit) { return move.isWanted(bit); });
    }
    return static_cast<unsigned>(found - pieceBits.begin());
  }

  /// Makes one piece of every two that differ in a bit of their numbers.
  void join(unsigned number, bool isLast) {
    const auto width = static_cast<size_t>(widthOf(pieces.front()));
    laneBits.push_back(pieceBits[number]);
    pieceBits.erase(pieceBits.begin() + number);
    const SmallVector<int> mask =
        ordered(llvm::to_vector(llvm::seq<int>(0, 2 * width)), isLast);
    Pieces joined;
    for (size_t piece : llvm::seq(pieces.size())) {
      if ((piece >> number & 1) == 0) {
        joined.push_back(
            shuffle(piece, piece | size_t{1} << number, mask, isLast));
      }
    }
    pieces = std::move(joined);
  }

  /// A bit of lanes and one of pieces change places.
  void exchange(unsigned lane, unsigned number, bool isLast) {
    const auto width = static_cast<size_t>(widthOf(pieces.front()));
    const size_t step = size_t{1} << lane;
    SmallVector<int> even, odd;
    for (size_t at : llvm::seq(width)) {
      const bool isUpper = (at & step) != 0;
      even.push_back(static_cast<int>(isUpper ? width + at - step : at));
      odd.push_back(static_cast<int>(isUpper ? width + at : at + step));
    }
    std::swap(laneBits[lane], pieceBits[number]);
    even = ordered(even, isLast);
    odd = ordered(odd, isLast);
    for (size_t piece : llvm::seq(pieces.size())) {
      const size_t other = piece | size_t{1} << number;
      if (piece == other) {
        continue;
      }
      Value *low = shuffle(piece, other, even, isLast);
      pieces[other] = shuffle(piece, other, odd, isLast);
      pieces[piece] = low;
    }
  }

  /// A mask after which the bits of lanes are where the result has them.
  SmallVector<int> ordered(ArrayRef<int> mask, bool isLast) const {
    SmallVector<int> result(mask);
    if (!isLast) {
      return result;
    }
    for (size_t lane : llvm::seq(mask.size())) {
      size_t at = 0;
      for (unsigned bit : llvm::seq(move.resultLanes)) {
        auto place = llvm::find(laneBits, move.from[bit]) - laneBits.begin();
        at |= (lane >> bit & 1) << place;
      }
      result[lane] = mask[at];
    }
    return result;
  }

  Value *shuffle(size_t a, size_t b, ArrayRef<int> mask, bool isLast) {
    // Only the last one may be irregular.
    return isLast && !move.isRegular()
               ? shuffleTwo(builder, pieces[a], pieces[b], mask)
               : builder.CreateShuffleVector(pieces[a], pieces[b], mask);
  }

  Pieces inOrder() const {
    Pieces results;
    for (size_t result : llvm::seq(pieces.size())) {
      size_t piece = 0;
      for (auto [bit, from] :
           llvm::enumerate(ArrayRef(move.from).drop_front(move.resultLanes))) {
        auto place = llvm::find(pieceBits, from) - pieceBits.begin();
        piece |= (result >> bit & 1) << place;
      }
      results.push_back(pieces[piece]);
    }
    return results;
  }

  Builder &builder;
  const BitMove &move;
  Pieces pieces;
  /// The bits of the operand's numbers that now are those of lanes and pieces.
  SmallVector<unsigned> laneBits;
  SmallVector<unsigned> pieceBits;
};

/// The values whose lanes are taken from `pieces` as `results` say, or nothing
/// if that does not permute bits, or no two of them cross into the lanes.
std::optional<Pieces> exchangeBits(Builder &builder, ArrayRef<Value *> pieces,
                                   ArrayRef<SmallVector<LaneSource>> results) {
  std::optional<BitMove> move = findMove(pieces, results);
  if (!move) {
    return std::nullopt;
  }
  // Two stages of which one is irregular are no better than lane by lane.
  const unsigned crossing = move->crossing();
  if (crossing < 2 || (crossing == 2 && !move->isRegular() &&
                       !Exchange::interleaves(*move, pieces.front()))) {
    return std::nullopt;
  }
  Pieces wide;
  for (Value *piece : pieces) {
    wide.push_back(toBytes(builder, piece));
  }
  llvm::Type *element = wide.front()->getType()->getScalarType();
  const unsigned together = widen(*move, element->getScalarSizeInBits());
  const int64_t width = int64_t{1} << move->operandLanes;
  if (together > 0) {
    llvm::Type *type = withWidth(
        builder.getIntNTy(element->getScalarSizeInBits() << together), width);
    for (Value *&piece : wide) {
      piece = builder.CreateBitCast(piece, type);
    }
  }
  Pieces moved = Exchange(builder, *move, std::move(wide)).run();
  for (Value *&piece : moved) {
    piece = builder.CreateBitCast(
        piece, withWidth(element, widthOf(piece) << together));
  }
  return moved;
}

/// Finds results that together are some of the operand's pieces with bits of
/// their numbers exchanged, such as the squares of a tile that is transposed.
void exchangeWhereBitsMove(Builder &builder, ArrayRef<Value *> operand,
                           ArrayRef<SmallVector<LaneSource>> wanted,
                           Pieces &results) {
  // Pieces that a result needs together, and so all results they are in.
  llvm::EquivalenceClasses<size_t> together;
  for (const SmallVector<LaneSource> &lanes : wanted) {
    for (const LaneSource &source : lanes) {
      together.unionSets(lanes.front().value, source.value);
    }
  }
  std::map<size_t, SmallVector<size_t>> groups;
  for (auto [i, lanes] : llvm::enumerate(wanted)) {
    groups[together.getLeaderValue(lanes.front().value)].push_back(i);
  }
  llvm::Type *element = operand.front()->getType()->getScalarType();
  for (const auto &[leader, members] : groups) {
    SmallVector<size_t> used(together.findLeader(leader),
                             together.member_end());
    llvm::sort(used);
    Pieces pieces;
    for (size_t piece : used) {
      pieces.push_back(operand[piece]);
    }
    SmallVector<SmallVector<LaneSource>> local;
    for (size_t member : members) {
      local.push_back(wanted[member]);
      for (LaneSource &source : local.back()) {
        source.value = static_cast<size_t>(
            llvm::lower_bound(used, source.value) - used.begin());
      }
    }
    std::optional<Pieces> moved = exchangeBits(builder, pieces, local);
    if (!moved) {
      continue;
    }
    for (auto [member, piece] : llvm::zip_equal(members, *moved)) {
      results[member] = fromBytes(builder, piece, element);
    }
  }
}

} // namespace

Pieces moveElements(Builder &builder, ArrayRef<Value *> operand,
                    ArrayRef<Piece> operandCut, ArrayRef<Piece> resultCut,
                    llvm::function_ref<int64_t(int64_t)> sourceOf) {
  SmallVector<LaneSource> sources = lanesOfElements(operandCut);
  SmallVector<SmallVector<LaneSource>> wanted;
  for (const Piece &piece : resultCut) {
    SmallVector<LaneSource> &lanes = wanted.emplace_back();
    for (int64_t lane = 0; lane < piece.width; ++lane) {
      lanes.push_back(
          sources[static_cast<size_t>(sourceOf(piece.start + lane))]);
    }
  }
  Pieces results(resultCut.size());
  exchangeWhereBitsMove(builder, operand, wanted, results);
  for (auto [result, lanes] : llvm::zip_equal(results, wanted)) {
    if (result == nullptr) {
      result = assemble(builder, operand, lanes);
    }
  }
  return results;
}

Pieces swapMinor(Builder &builder, ArrayRef<Value *> pieces,
                 ArrayRef<int64_t> shape, size_t dimension,
                 const Lanes &lanes) {
  SmallVector<int64_t> swapped(shape);
  std::swap(swapped[dimension], swapped.back());
  return moveElements(builder, pieces, lanes.cut(shape), lanes.cut(swapped),
                      [&](int64_t element) {
                        SmallVector<int64_t> at =
                            coordinatesOf(element, swapped);
                        std::swap(at[dimension], at.back());
                        return elementAt(at, shape);
                      });
}

} // namespace weft::code
