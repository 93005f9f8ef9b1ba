// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Vectors.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>

#include <numeric>

using namespace llvm;

namespace weft::code {

int64_t widthOf(const Type *type) {
  const auto *vector = dyn_cast<FixedVectorType>(type);
  return vector == nullptr ? 1 : vector->getNumElements();
}

Type *withWidth(Type *element, int64_t width) {
  return width == 1
             ? element
             : FixedVectorType::get(element, static_cast<unsigned>(width));
}

Value *splat(Builder &builder, Value *scalar, int64_t width) {
  if (widthOf(scalar) == width) {
    return scalar;
  }
  assert(widthOf(scalar) == 1 && "only scalars can be repeated");
  return builder.CreateVectorSplat(static_cast<unsigned>(width), scalar);
}

Constant *integerConstant(Type *type, int64_t value) {
  return ConstantInt::get(type, static_cast<uint64_t>(value),
                          /*IsSigned=*/true);
}

/// Booleans are taken out as bytes. Where vectors of them are registers
/// (AVX-512), LLVM 22 may find that some are wanted one by one and also whether
/// any of all is true, and then ask a register that nothing has written.
Value *extractLane(Builder &builder, Value *value, int64_t lane) {
  if (widthOf(value) == 1) {
    return value;
  }
  const auto at = static_cast<uint64_t>(lane);
  if (!value->getType()->getScalarType()->isIntegerTy(1)) {
    return builder.CreateExtractElement(value, at);
  }
  Value *bytes =
      builder.CreateZExt(value, withWidth(builder.getInt8Ty(), widthOf(value)));
  return builder.CreateTrunc(builder.CreateExtractElement(bytes, at),
                             builder.getInt1Ty());
}

Value *insertLane(Builder &builder, Value *value, Value *scalar, int64_t lane) {
  return widthOf(value) == 1 ? scalar
                             : builder.CreateInsertElement(
                                   value, scalar, static_cast<uint64_t>(lane));
}

Value *extractLanes(Builder &builder, Value *value, int64_t start,
                    int64_t width) {
  if (width == widthOf(value)) {
    return value;
  }
  if (width == 1) {
    return extractLane(builder, value, start);
  }
  SmallVector<int> mask(static_cast<size_t>(width));
  std::iota(mask.begin(), mask.end(), static_cast<int>(start));
  return builder.CreateShuffleVector(value, mask);
}

Value *fromScalars(Builder &builder, ArrayRef<Value *> lanes) {
  if (lanes.size() == 1) {
    return lanes.front();
  }
  // A splat is one instruction, and stays one through LLVM's passes.
  if (llvm::all_equal(lanes)) {
    return splat(builder, lanes.front(), static_cast<int64_t>(lanes.size()));
  }
  Value *vector = PoisonValue::get(
      withWidth(lanes.front()->getType(), static_cast<int64_t>(lanes.size())));
  for (auto [i, lane] : llvm::enumerate(lanes)) {
    vector = builder.CreateInsertElement(vector, lane, i);
  }
  return vector;
}

Value *fromPieces(Builder &builder, ArrayRef<Value *> pieces) {
  if (widthOf(pieces.front()) == 1) {
    return fromScalars(builder, pieces);
  }
  SmallVector<Value *> joined(pieces);
  while (joined.size() > 1) {
    SmallVector<int> mask(static_cast<size_t>(2 * widthOf(joined.front())));
    std::iota(mask.begin(), mask.end(), 0);
    for (size_t i = 0; i < joined.size() / 2; ++i) {
      joined[i] =
          builder.CreateShuffleVector(joined[2 * i], joined[2 * i + 1], mask);
    }
    joined.resize(joined.size() / 2);
  }
  return joined.front();
}

/// How many neighbours, up to eight, a shuffle moves together.
static int64_t movedTogether(ArrayRef<int> mask) {
  for (int together = 8; together > 1; together /= 2) {
    const bool isWhole = llvm::all_of(llvm::enumerate(mask), [&](auto lane) {
      const int at = static_cast<int>(lane.index()) % together;
      const int first = mask[lane.index() - static_cast<size_t>(at)];
      return first >= 0 && first % together == 0 && lane.value() == first + at;
    });
    if (isWhole) {
      return together;
    }
  }
  return 1;
}

/// LLVM 22 may crash on AArch64 when it mixes the results of two look-ups in
/// tables of bytes, which is what becomes of irregular shuffles of 16 bytes:
/// these are moved as elements of two, or of as many as stay together.
Value *shuffleTwo(Builder &builder, Value *a, Value *b, ArrayRef<int> mask) {
  Type *element = a->getType()->getScalarType();
  if (!element->isIntegerTy(8) || mask.size() != 16) {
    return builder.CreateShuffleVector(a, b, mask);
  }
  if (const int64_t together = movedTogether(mask);
      together > 1 && widthOf(a) % together == 0) {
    Type *wide =
        withWidth(builder.getIntNTy(static_cast<unsigned>(8 * together)),
                  widthOf(a) / together);
    SmallVector<int> groups;
    for (size_t i = 0; i < mask.size(); i += static_cast<size_t>(together)) {
      groups.push_back(mask[i] / static_cast<int>(together));
    }
    // Groups of which there is one are numbers of their own.
    if (widthOf(wide) > 1) {
      return builder.CreateBitCast(
          builder.CreateShuffleVector(builder.CreateBitCast(a, wide),
                                      builder.CreateBitCast(b, wide), groups),
          withWidth(element, 16));
    }
  }
  Type *wide = withWidth(builder.getInt16Ty(), widthOf(a));
  Value *shuffled = builder.CreateShuffleVector(
      builder.CreateZExt(a, wide), builder.CreateZExt(b, wide), mask);
  return builder.CreateTrunc(
      shuffled, withWidth(element, static_cast<int64_t>(mask.size())));
}

static bool isWithinByte(Type *element) {
  return element->isIntegerTy() && element->getIntegerBitWidth() > 1 &&
         element->getIntegerBitWidth() < 8;
}

Value *toBytes(Builder &builder, Value *value) {
  return isWithinByte(value->getType()->getScalarType())
             ? builder.CreateZExt(
                   value, withWidth(builder.getInt8Ty(), widthOf(value)))
             : value;
}

Value *fromBytes(Builder &builder, Value *value, Type *element) {
  return isWithinByte(element)
             ? builder.CreateTrunc(value, withWidth(element, widthOf(value)))
             : value;
}

namespace {

/// assemble() for lanes of which some do not matter (value = none).
constexpr size_t none = ~size_t{0};

Value *assembleSome(Builder &builder, ArrayRef<Value *> values,
                    ArrayRef<LaneSource> lanes) {
  SmallVector<size_t> used;
  for (const LaneSource &source : lanes) {
    if (source.value != none && !llvm::is_contained(used, source.value)) {
      used.push_back(source.value);
    }
  }
  const auto width = static_cast<int64_t>(lanes.size());
  Value *first = values[used.front()];
  auto maskOf = [&](ArrayRef<size_t> sources) {
    SmallVector<int> mask;
    const int64_t operandWidth = widthOf(first);
    for (const LaneSource &source : lanes) {
      if (source.value == none) {
        mask.push_back(PoisonMaskElem);
        continue;
      }
      const int64_t operand = source.value == sources.front() ? 0 : 1;
      mask.push_back(static_cast<int>(operand * operandWidth + source.lane));
    }
    return mask;
  };
  if (used.size() == 1) {
    if (widthOf(first) == 1) {
      return splat(builder, first, width);
    }
    if (width == 1) {
      return extractLane(builder, first, lanes.front().lane);
    }
    SmallVector<int> mask = maskOf(used);
    bool same = width == widthOf(first);
    for (auto [i, lane] : llvm::enumerate(mask)) {
      same = same && (lane == PoisonMaskElem || lane == static_cast<int>(i));
    }
    return same ? first : builder.CreateShuffleVector(first, mask);
  }
  if (used.size() == 2 && widthOf(first) > 1 &&
      widthOf(values[used[1]]) == widthOf(first)) {
    return shuffleTwo(builder, first, values[used[1]], maskOf(used));
  }
  if (llvm::all_of(used, [&](size_t i) { return widthOf(values[i]) == 1; })) {
    Value *vector = PoisonValue::get(withWidth(first->getType(), width));
    for (auto [i, source] : llvm::enumerate(lanes)) {
      if (source.value != none) {
        vector = builder.CreateInsertElement(vector, values[source.value], i);
      }
    }
    return vector;
  }
  // Half of the values each, then lane by lane from the one or the other.
  ArrayRef<size_t> left = ArrayRef(used).take_front((used.size() + 1) / 2);
  SmallVector<LaneSource> low(lanes), high(lanes);
  SmallVector<int> choice;
  for (auto [i, source] : llvm::enumerate(lanes)) {
    const bool inLeft = llvm::is_contained(left, source.value);
    (inLeft ? high : low)[i].value = none;
    choice.push_back(source.value == none
                         ? PoisonMaskElem
                         : static_cast<int>(inLeft ? i : i + lanes.size()));
  }
  Value *lowValue = assembleSome(builder, values, low);
  Value *highValue = assembleSome(builder, values, high);
  return shuffleTwo(builder, lowValue, highValue, choice);
}

} // namespace

Value *assemble(Builder &builder, ArrayRef<Value *> values,
                ArrayRef<LaneSource> lanes) {
  Type *element = values.front()->getType()->getScalarType();
  if (!isWithinByte(element)) {
    return assembleSome(builder, values, lanes);
  }
  SmallVector<Value *> bytes;
  for (Value *value : values) {
    bytes.push_back(toBytes(builder, value));
  }
  return fromBytes(builder, assembleSome(builder, bytes, lanes), element);
}

SmallVector<LaneSource> lanesOfElements(ArrayRef<Piece> cut) {
  SmallVector<LaneSource> lanes;
  for (auto [i, piece] : llvm::enumerate(cut)) {
    for (int64_t lane = 0; lane < piece.width; ++lane) {
      lanes.push_back({i, lane});
    }
  }
  return lanes;
}

void emitLoop(Builder &builder, Value *begin, Value *end,
              function_ref<void(Value *)> body) {
  LLVMContext &context = builder.getContext();
  Function *function = builder.GetInsertBlock()->getParent();
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *loop = BasicBlock::Create(context, "loop", function);
  BasicBlock *after = BasicBlock::Create(context, "done", function);
  builder.CreateCondBr(builder.CreateICmpSLT(begin, end), loop, after);
  builder.SetInsertPoint(loop);
  PHINode *index = builder.CreatePHI(begin->getType(), 2);
  index->addIncoming(begin, before);
  body(index);
  Value *next =
      builder.CreateNSWAdd(index, ConstantInt::get(index->getType(), 1));
  index->addIncoming(next, builder.GetInsertBlock());
  builder.CreateCondBr(builder.CreateICmpSLT(next, end), loop, after);
  builder.SetInsertPoint(after);
}

void emitWhile(Builder &builder, function_ref<Value *()> condition,
               function_ref<void()> body) {
  LLVMContext &context = builder.getContext();
  Function *function = builder.GetInsertBlock()->getParent();
  BasicBlock *test = BasicBlock::Create(context, "while", function);
  BasicBlock *loop = BasicBlock::Create(context, "do", function);
  BasicBlock *after = BasicBlock::Create(context, "done", function);
  builder.CreateBr(test);
  builder.SetInsertPoint(test);
  builder.CreateCondBr(condition(), loop, after);
  builder.SetInsertPoint(loop);
  body();
  builder.CreateBr(test);
  builder.SetInsertPoint(after);
}

Variable::Variable(Builder &builder, Value *initial)
    : builder(builder), type(initial->getType()) {
  BasicBlock &entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
  Builder atEntry(&entry, entry.begin());
  slot = atEntry.CreateAlloca(type);
  set(initial);
}

Value *Variable::get() const { return builder.CreateLoad(type, slot); }

void Variable::set(Value *value) const { builder.CreateStore(value, slot); }

void emitInStep(Builder &builder, size_t count,
                function_ref<void(size_t)> write) {
  BasicBlock *block = builder.GetInsertBlock();
  const bool atEnd = builder.GetInsertPoint() == block->end();
  SmallVector<SmallVector<Instruction *>> written(count);
  for (size_t i = 0; i < count; ++i) {
    Instruction *before = block->empty() ? nullptr : &block->back();
    write(i);
    if (!atEnd || builder.GetInsertBlock() != block) {
      // Whatever follows is behind the branches.
      for (size_t rest = i + 1; rest < count; ++rest) {
        write(rest);
      }
      return;
    }
    auto first = before ? std::next(before->getIterator()) : block->begin();
    for (Instruction &instruction : make_range(first, block->end())) {
      written[i].push_back(&instruction);
    }
  }
  // Constants and what was simplified may make one sequence shorter than
  // another; order within each is all that matters.
  size_t longest = 0;
  for (const auto &each : written) {
    longest = std::max(longest, each.size());
  }
  for (size_t step = 0; step < longest; ++step) {
    for (const auto &each : written) {
      if (step < each.size()) {
        each[step]->moveBefore(*block, block->end());
      }
    }
  }
}

void emitIf(Builder &builder, Value *condition, function_ref<void()> then) {
  LLVMContext &context = builder.getContext();
  Function *function = builder.GetInsertBlock()->getParent();
  BasicBlock *taken = BasicBlock::Create(context, "then", function);
  BasicBlock *after = BasicBlock::Create(context, "done", function);
  builder.CreateCondBr(condition, taken, after);
  builder.SetInsertPoint(taken);
  then();
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
}

} // namespace weft::code
