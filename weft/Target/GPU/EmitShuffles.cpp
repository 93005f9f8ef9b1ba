// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What lanes of a warp send each other: values as words, and conversions of
// layouts as the steps that were planned and priced (Tile/Layout/Shuffles.h).

#include "weft/Target/GPU/KernelEmitter.h"
#include "weft/Tile/Layout/Shuffles.h"

namespace weft::gpu {

using llvm::Value;
using mlir::LogicalResult;
using mlir::success;
using tile::Shuffles;

namespace {

/// Elements of up to a word, as bits.
class Words {
public:
  Words(Builder &builder, llvm::Type *element, size_t count)
      : builder(builder), element(element),
        bits(builder.getIntNTy(element->getPrimitiveSizeInBits())),
        count(count) {}

  /// A word of so many elements side by side; one element that is as large or
  /// larger is itself.
  Value *pack(llvm::ArrayRef<Value *> elements) const {
    Pieces parts;
    for (Value *one : elements) {
      Value *asBits = builder.CreateBitCast(one, bits);
      parts.push_back(bits->getBitWidth() < partBits()
                          ? builder.CreateZExt(asBits, partType())
                          : asBits);
    }
    Value *together = code::fromScalars(builder, parts);
    return count == 1 ? together
                      : builder.CreateBitCast(together, builder.getInt32Ty());
  }

  Value *unpack(Value *word, int64_t number) const {
    Value *part = word;
    if (count > 1) {
      part = code::extractLane(
          builder,
          builder.CreateBitCast(
              word, code::withWidth(partType(), static_cast<int64_t>(count))),
          number);
    }
    return builder.CreateBitCast(builder.CreateTrunc(part, bits), element);
  }

private:
  unsigned partBits() const { return 32 / static_cast<unsigned>(count); }
  llvm::IntegerType *partType() const { return builder.getIntNTy(partBits()); }

  Builder &builder;
  llvm::Type *element;
  llvm::IntegerType *bits;
  size_t count;
};

/// The number of the lane that each thread asks, before steps change bits of
/// it.
Value *askedLane(KernelEmitter &emitter, const Shuffles &plan) {
  Builder &builder = emitter.builder;
  Value *lane = builder.getInt32(0);
  // Bits that lie side by side in both numbers are taken together.
  for (size_t bit = 0; bit < plan.asked.size();) {
    const std::optional<unsigned> first = plan.asked[bit];
    size_t end = bit + 1;
    if (!first) {
      bit = end;
      continue;
    }
    while (end < plan.asked.size() &&
           plan.asked[end] == *first + static_cast<unsigned>(end - bit)) {
      ++end;
    }
    Value *bits =
        builder.CreateAnd(builder.CreateLShr(emitter.threadNumber, *first),
                          (uint64_t(1) << (end - bit)) - 1);
    lane = builder.CreateOr(lane, builder.CreateShl(bits, bit));
    bit = end;
  }
  return lane;
}

} // namespace

Value *moveByWords(Builder &builder, Value *value,
                   llvm::function_ref<Value *(Value *)> move) {
  llvm::Type *type = value->getType();
  const unsigned width = type->getPrimitiveSizeInBits();
  Value *bits = builder.CreateBitCast(value, builder.getIntNTy(width));
  Value *moved = nullptr;
  if (width <= 32) {
    moved = builder.CreateTrunc(
        move(builder.CreateZExt(bits, builder.getInt32Ty())),
        builder.getIntNTy(width));
  } else {
    auto *words = llvm::FixedVectorType::get(builder.getInt32Ty(), width / 32);
    Value *given = builder.CreateBitCast(bits, words);
    Value *result = llvm::PoisonValue::get(words);
    for (unsigned i = 0; i < width / 32; ++i) {
      result = builder.CreateInsertElement(
          result, move(builder.CreateExtractElement(given, i)), i);
    }
    moved = builder.CreateBitCast(result, builder.getIntNTy(width));
  }
  return builder.CreateBitCast(moved, type);
}

Value *exchange(KernelEmitter &emitter, Value *value, uint32_t bits) {
  return moveByWords(emitter.builder, value, [&](Value *word) {
    return emitter.gpu.exchange(emitter.builder, word, emitter.laneNumber,
                                bits);
  });
}

LogicalResult emitShuffles(KernelEmitter &emitter, tile::ConvertLayoutOp op) {
  Builder &builder = emitter.builder;
  const KernelEmitter::Hold &from = emitter.hold(op.getInput());
  const KernelEmitter::Hold &to = emitter.hold(op.getResult());
  const std::optional<Shuffles> plan = tile::planShuffles(
      from.layout, to.layout, from.shape,
      code::memoryBytes(code::elementTypeOf(op.getInput().getType())));
  if (!plan) {
    return op.emitOpError("moves elements between warps, which has no form on ")
           << emitter.gpu.family << " yet";
  }
  const Pieces registers(emitter.pieces(op.getInput()));
  const Words words(builder, registers.front()->getType(),
                    plan->given.front().size());
  Pieces values;
  for (llvm::ArrayRef<int64_t> given : plan->given) {
    Pieces elements;
    for (int64_t number : given) {
      elements.push_back(registers[static_cast<size_t>(number)]);
    }
    values.push_back(words.pack(elements));
  }

  const bool asksItself = plan->asksItself();
  Value *asked = asksItself ? nullptr : askedLane(emitter, *plan);
  auto isSet = [&](unsigned bit) {
    return builder.CreateICmpNE(
        builder.CreateAnd(emitter.threadNumber, uint64_t(1) << bit),
        builder.getInt32(0));
  };
  for (const Shuffles::Step &step : plan->steps) {
    Value *value = values[static_cast<size_t>(step.value)];
    if (step.kind == Shuffles::Step::Kind::Choice) {
      values.push_back(builder.CreateSelect(
          isSet(step.bit), value, values[static_cast<size_t>(step.otherwise)]));
    } else if (asksItself) {
      values.push_back(exchange(emitter, value, step.lanes));
    } else {
      Value *lane = builder.CreateXor(asked, step.lanes);
      values.push_back(moveByWords(builder, value, [&](Value *word) {
        return emitter.gpu.shuffle(builder, word, lane);
      }));
    }
  }

  Pieces results;
  for (const Shuffles::Taken &taken : plan->taken) {
    results.push_back(
        words.unpack(values[static_cast<size_t>(taken.value)], taken.element));
  }
  emitter.define(op.getResult(), std::move(results));
  return success();
}

} // namespace weft::gpu
