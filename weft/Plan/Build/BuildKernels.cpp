// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that compute: a kernel each, but for constants and for what moves
// no bytes.

#include "weft/Plan/Build/ProgramBuilder.h"

#include <mlir/Transforms/RegionUtils.h>

using namespace mlir;

namespace weft::plan {

/// Constants of equal elements with more bytes than this are written by a
/// kernel when they are needed: they would fill memory with copies of a number.
constexpr int64_t kLargestSplat = 64;

LogicalResult ProgramBuilder::buildConstant(stablehlo::ConstantOp constant) {
  auto type = cast<RankedTensorType>(constant.getType());
  ElementsAttr value = constant.getValue();
  if (value.isSplat() && byteSize(type) > kLargestSplat) {
    return buildKernel(constant);
  }
  // The elements of quantized constants are given as stored integers.
  if (value.getShapedType() != type) {
    return buildKernel(constant);
  }
  map(constant, ConstantOp::create(builder, constant.getLoc(), type, value));
  return success();
}

/// Of each tile every piece might be a part, so what a kernel does grows with
/// the square of their number: pieces are joined to larger pieces first.
LogicalResult
ProgramBuilder::buildConcatenate(stablehlo::ConcatenateOp concatenate) {
  constexpr size_t kMostPieces = 24;
  static_assert(kMostPieces < kMaximumPointers);
  if (concatenate.getInputs().size() <= kMostPieces) {
    return buildKernel(concatenate);
  }
  Operands pieces = lookup(concatenate.getInputs());
  int64_t dimension = concatenate.getDimension();
  while (pieces.size() > 1) {
    Operands joined;
    for (size_t first = 0; first < pieces.size(); first += kMostPieces) {
      ArrayRef<Value> part = ArrayRef(pieces).slice(
          first, std::min(kMostPieces, pieces.size() - first));
      if (part.size() == 1) {
        joined.push_back(part.front());
        continue;
      }
      auto type = cast<RankedTensorType>(concatenate.getType());
      SmallVector<int64_t> shape(type.getShape());
      shape[dimension] = 0;
      for (Value piece : part) {
        shape[dimension] +=
            cast<RankedTensorType>(piece.getType()).getDimSize(dimension);
      }
      type = type.clone(shape);
      // A value may be a piece more than once, an operand only once.
      llvm::SetVector<Value> inputs(part.begin(), part.end());
      auto kernel = KernelOp::create(builder, concatenate.getLoc(),
                                     TypeRange(type), nameKernel(concatenate),
                                     inputs.getArrayRef(), Hero::None);
      OpBuilder::InsertionGuard guard(builder);
      Block *block = builder.createBlock(&kernel.getBody());
      IRMapping mapping;
      for (Value input : inputs) {
        mapping.map(input, block->addArgument(input.getType(), input.getLoc()));
      }
      SmallVector<Value> mapped = llvm::map_to_vector(
          part, [&](Value piece) { return mapping.lookup(piece); });
      auto inner = stablehlo::ConcatenateOp::create(
          builder, concatenate.getLoc(), type, mapped, dimension);
      YieldOp::create(builder, concatenate.getLoc(), inner->getResults());
      joined.push_back(kernel.getResult(0));
    }
    pieces = std::move(joined);
  }
  map(concatenate, pieces.front());
  return success();
}

/// Whether an operation only gives its operand's bytes another type.
static bool isView(Operation *operation) {
  if (isa<stablehlo::ReshapeOp>(operation)) {
    return true;
  }
  auto bitcast = dyn_cast<stablehlo::BitcastConvertOp>(operation);
  if (!bitcast) {
    return false;
  }
  // Elements narrower than a byte do not lie in memory as their bits do.
  auto wide = [](Type type) {
    return type.isIntOrFloat() && type.getIntOrFloatBitWidth() >= 8;
  };
  return wide(getElementTypeOrSelf(bitcast.getOperand())) &&
         wide(getElementTypeOrSelf(bitcast.getType()));
}

/// What a slice takes that is a view of an argument, at least. Less of it is
/// read where it is needed, which saves an operand.
constexpr int64_t kSmallestView = 1 << 20;

/// Whether a slice takes the first elements of an array, in memory.
static bool takesFirst(stablehlo::SliceOp slice) {
  auto type = cast<RankedTensorType>(slice.getOperand().getType());
  ArrayRef<int64_t> taken = cast<RankedTensorType>(slice.getType()).getShape();
  auto isNot = [](int64_t number) {
    return [number](int64_t other) { return other != number; };
  };
  const auto *cut = llvm::find_if(type.getShape(), isNot(1));
  const size_t whole = std::distance(type.getShape().begin(), cut) + 1;
  return llvm::none_of(slice.getStartIndices(), isNot(0)) &&
         llvm::none_of(slice.getStrides(), isNot(1)) &&
         (cut == type.getShape().end() ||
          type.getShape().drop_front(whole) == taken.drop_front(whole));
}

Value ProgramBuilder::findFirstElements(Value value) {
  auto slice = value.getDefiningOp<stablehlo::SliceOp>();
  if (!slice || byteSize(slice.getType()) < kSmallestView ||
      !takesFirst(slice)) {
    return {};
  }
  Value source = lookup(slice.getOperand());
  if (auto view = source.getDefiningOp<ViewOp>(); view && view.isWhole()) {
    source = view.getSource();
  }
  auto argument = dyn_cast<BlockArgument>(source);
  const bool isGiven = argument &&
                       isa<ProgramOp>(argument.getOwner()->getParentOp()) &&
                       argument.getOwner() == builder.getInsertionBlock();
  return isGiven ? source : Value();
}

void ProgramBuilder::buildView(Operation *operation) {
  Type type = operation->getResult(0).getType();
  Value source = findFirstElements(operation->getOperand(0));
  if (!source) {
    source = lookup(operation->getOperand(0));
  }
  // A reshape of a reshape is one of what lies below.
  if (auto view = source.getDefiningOp<ViewOp>();
      view && view.isWhole() &&
      getElementTypeOrSelf(view.getSource()) == getElementTypeOrSelf(type)) {
    source = view.getSource();
  }
  map(operation->getResult(0),
      source.getType() == type
          ? source
          : ViewOp::create(builder, operation->getLoc(), type, source, Value(),
                           /*offset=*/0, /*stride=*/0)
                .getResult());
}

StringAttr ProgramBuilder::nameKernel(Operation *operation) {
  return builder.getStringAttr(operation->getName().stripDialect() + "_" +
                               Twine(kernelCount++));
}

SmallVector<Operation *>
ProgramBuilder::findPrefixSlices(stablehlo::SortOp sort) {
  SmallVector<Operation *> slices;
  for (Operation *user : sort->getUsers()) {
    auto slice = dyn_cast<stablehlo::SliceOp>(user);
    if (!slice || slice->getBlock() != sort->getBlock()) {
      return {};
    }
    auto type = cast<RankedTensorType>(slice.getOperand().getType());
    int64_t along = sort.getDimension();
    along = along < 0 ? along + type.getRank() : along;
    for (int64_t d = 0; d < type.getRank(); ++d) {
      bool isWhole = slice.getLimitIndices()[d] == type.getDimSize(d);
      if (slice.getStartIndices()[d] != 0 || slice.getStrides()[d] != 1 ||
          (d != along && !isWhole)) {
        return {};
      }
    }
    if (!slices.empty() &&
        cast<stablehlo::SliceOp>(slices.front()).getLimitIndices() !=
            slice.getLimitIndices()) {
      return {};
    }
    slices.push_back(slice);
  }
  // In the order of the program, whatever the order of uses.
  llvm::sort(slices,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return slices;
}

namespace {

/// What a transform takes along: the conversion of real numbers, and the
/// transpositions around it, which say that it is not along the last dimension.
struct AroundTransform {
  explicit AroundTransform(stablehlo::FftOp transform) {
    Value operand = transform.getOperand();
    auto takes = [&](Operation *other) {
      return other && other->hasOneUse() &&
             other->getBlock() == transform->getBlock();
    };
    auto convert = operand.getDefiningOp<stablehlo::ConvertOp>();
    if (transform.getFftType() == stablehlo::FftType::FFT && takes(convert) &&
        getElementTypeOrSelf(operand) ==
            ComplexType::get(getElementTypeOrSelf(convert.getOperand()))) {
      feeders.push_back(convert);
      operand = convert.getOperand();
    }
    auto exchanges = [](stablehlo::TransposeOp transpose) {
      return transpose &&
             transpose.getPermutation() == ArrayRef<int64_t>{0, 2, 1};
    };
    auto before = operand.getDefiningOp<stablehlo::TransposeOp>();
    auto after =
        transform->hasOneUse()
            ? dyn_cast<stablehlo::TransposeOp>(*transform->user_begin())
            : stablehlo::TransposeOp();
    if (exchanges(before) && takes(before) && exchanges(after) &&
        after->getBlock() == transform->getBlock()) {
      feeders.insert(feeders.begin(), before);
      readers.push_back(after);
    }
  }

  SmallVector<Operation *, 2> feeders;
  SmallVector<Operation *, 1> readers;
};

} // namespace

LogicalResult ProgramBuilder::buildTransform(stablehlo::FftOp transform) {
  AroundTransform around(transform);
  return buildKernel(transform, around.readers, around.feeders);
}

LogicalResult ProgramBuilder::buildMove(Operation *operation) {
  Operation *user = operation;
  while (isa<stablehlo::TransposeOp, stablehlo::ConvertOp>(user)) {
    if (!user->hasOneUse()) {
      return buildKernel(operation);
    }
    user = *user->user_begin();
  }
  auto transform = dyn_cast<stablehlo::FftOp>(user);
  bool isTaken =
      transform &&
      llvm::is_contained(AroundTransform(transform).feeders, operation);
  return isTaken ? success() : buildKernel(operation);
}

LogicalResult ProgramBuilder::buildKernel(Operation *operation,
                                          ArrayRef<Operation *> readers,
                                          ArrayRef<Operation *> feeders) {
  if (isView(operation)) {
    buildView(operation);
    return success();
  }
  // What the bodies of the operation take from around it are operands too.
  Operation *first = feeders.empty() ? operation : feeders.front();
  llvm::SetVector<Value> read(first->operand_begin(), first->operand_end());
  getUsedValuesDefinedAbove(operation->getRegions(), read);
  llvm::SetVector<Value> inputs;
  for (Value value : read) {
    if (!hasBytes(value.getType())) {
      return operation->emitError()
             << "'" << operation->getName() << "' takes a " << value.getType()
             << ", which a kernel cannot";
    }
    inputs.insert(lookup(value));
  }
  if (inputs.size() + operation->getNumResults() > kMaximumPointers) {
    return operation->emitError() << "'" << operation->getName() << "' has "
                                  << inputs.size() + operation->getNumResults()
                                  << " operands and results, more than the "
                                  << kMaximumPointers << " a kernel can take";
  }

  SmallVector<Value> results(operation->getResults());
  if (!readers.empty()) {
    results.clear();
    for (Operation *reader : readers) {
      llvm::append_range(results, reader->getResults());
      absorbed.insert(reader);
    }
  }
  auto kernel = KernelOp::create(
      builder, operation->getLoc(), ValueRange(results).getTypes(),
      nameKernel(operation), inputs.getArrayRef(), heroOf(operation));
  OpBuilder::InsertionGuard guard(builder);
  Block *block = builder.createBlock(&kernel.getBody());
  llvm::DenseMap<Value, Value> arguments;
  for (Value input : inputs) {
    arguments[input] = block->addArgument(input.getType(), input.getLoc());
  }
  IRMapping mapping;
  for (Value value : read) {
    mapping.map(value, arguments[lookup(value)]);
  }
  for (Operation *feeder : feeders) {
    builder.clone(*feeder, mapping);
  }
  Operation *copy = builder.clone(*operation, mapping);
  for (Operation *reader : readers) {
    builder.clone(*reader, mapping);
  }
  YieldOp::create(builder, operation->getLoc(),
                  llvm::map_to_vector(results, [&](Value value) {
                    return mapping.lookup(value);
                  }));
  for (auto [from, to] : llvm::zip_equal(results, kernel.getResults())) {
    map(from, to);
  }
  return inlineBodies(copy);
}

LogicalResult ProgramBuilder::inlineBodies(Operation *operation) {
  // Inlining may bring new calls; each round takes those of one level, and a
  // recursion would go on for ever.
  constexpr unsigned kDeepest = 64;
  for (unsigned round = 0; round < kDeepest; ++round) {
    SmallVector<Operation *> calls;
    operation->walk([&](Operation *inner) {
      if (isa<func::CallOp, stablehlo::CompositeOp>(inner)) {
        calls.push_back(inner);
      }
    });
    if (calls.empty()) {
      return success();
    }
    for (Operation *call : calls) {
      auto plain = dyn_cast<func::CallOp>(call);
      StringRef callee =
          plain ? plain.getCallee()
                : cast<stablehlo::CompositeOp>(call).getDecomposition();
      func::FuncOp target = functions.lookup(callee);
      if (!target || target.isExternal()) {
        return call->emitError() << "function '@" << callee << "' has no body";
      }
      IRMapping mapping;
      Block &body = target.getBody().front();
      mapping.map(body.getArguments(), call->getOperands());
      OpBuilder inside(call);
      for (Operation &inner : body.without_terminator()) {
        if (++operationCount > 1'000'000) {
          return function.emitError("the bodies of its operations grow beyond "
                                    "a million operations by inlining");
        }
        inside.clone(inner, mapping);
      }
      SmallVector<Value> returned = llvm::map_to_vector(
          body.getTerminator()->getOperands(),
          [&](Value value) { return mapping.lookupOrDefault(value); });
      call->replaceAllUsesWith(returned);
      call->erase();
    }
  }
  return operation->emitError()
         << "calls in the body of '" << operation->getName()
         << "' are nested more than " << kDeepest << " levels deep";
}

} // namespace weft::plan
