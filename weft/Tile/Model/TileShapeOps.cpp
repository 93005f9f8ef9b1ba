// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Model/TileOps.h"

#include "weft/Tile/IR/Unrank.h"
#include "weft/Tile/Model/Text.h"

using namespace mlir;
using weft::reference::Element;
using weft::reference::ElementType;
using weft::reference::Index;
using weft::reference::IndexSpace;
using weft::reference::Tensor;
using weft::reference::TensorBuilder;

namespace weft::tile {
namespace {

void setIndex(Program &program, Value value, int64_t number) {
  program.set(value,
              Tensor::scalar(value.getType(),
                             Element::integer(ElementType::signedInteger(64),
                                              static_cast<uint64_t>(number))));
}

/// A result whose elements are those of `input` at `source(index)`.
template <typename Function>
Status move(Program &program, TypedValue<RankedTensorType> input,
            TypedValue<RankedTensorType> output, Function source) {
  const Tensor &from = program.tensor(input);
  WEFT_ASSIGN_OR_RETURN(
      TensorBuilder result,
      TensorBuilder::create(program.budget(), output.getType()));
  WEFT_RETURN_IF_ERROR(program.budget().takeSteps(result.elementCount()));
  for (const Index &index : IndexSpace(result.shape())) {
    result.copy(index, from, source(index));
  }
  program.set(output, std::move(result).finish());
  return Status::success();
}

} // namespace

Status evaluate(Program &program, ProgramIdOp op) {
  setIndex(program, op.getResult(), program.number());
  return Status::success();
}

Status evaluate(Program &program, UnrankOp op) {
  int64_t id = program.integer(op.getId());
  std::optional<int64_t> band;
  if (op.getBandAttr()) {
    band = op.getBandAttr().getInt();
  }
  std::optional<SmallVector<int64_t>> numbers =
      unrank(id, op.getCounts(), band);
  if (!numbers) {
    return Status::outOfRange(llvm::formatv(
        "{0} is not below the product of {1}", id, listText(op.getCounts())));
  }
  for (auto [value, number] : llvm::zip_equal(op.getResults(), *numbers)) {
    setIndex(program, value, number);
  }
  return Status::success();
}

Status evaluate(Program &program, MaskOp op) {
  WEFT_ASSIGN_OR_RETURN(
      TensorBuilder result,
      TensorBuilder::create(program.budget(), op.getResult().getType()));
  SmallVector<BoxDim> dims;
  for (auto [i, offset] : llvm::enumerate(op.getOffsets())) {
    BoxDim dim{program.integer(offset), op.getStride(i), std::nullopt};
    if (Value bound = op.getBound(i)) {
      dim.bound = program.integer(bound);
    }
    dims.push_back(dim);
  }
  for (const Index &index : IndexSpace(result.shape())) {
    bool live = true;
    for (auto [dim, i] : llvm::zip_equal(dims, index)) {
      live &= dim.isLive(i);
    }
    result.set(index, Element::boolean(live));
  }
  program.set(op.getResult(), std::move(result).finish());
  return Status::success();
}

Status evaluate(Program &program, IotaOp op) {
  WEFT_ASSIGN_OR_RETURN(
      TensorBuilder result,
      TensorBuilder::create(program.budget(), op.getResult().getType()));
  for (const Index &index : IndexSpace(result.shape())) {
    result.set(index, Element::integer(result.elementType(),
                                       index[op.getDimension()]));
  }
  program.set(op.getResult(), std::move(result).finish());
  return Status::success();
}

Status evaluate(Program &program, BroadcastOp op) {
  ArrayRef<int64_t> extents = op.getInput().getType().getShape();
  return move(program, op.getInput(), op.getResult(), [&](const Index &index) {
    Index from;
    for (auto [dim, extent] : llvm::zip_equal(op.getDimensions(), extents)) {
      from.push_back(extent == 1 ? 0 : index[dim]);
    }
    return from;
  });
}

Status evaluate(Program &program, TransposeOp op) {
  return move(program, op.getInput(), op.getResult(), [&](const Index &index) {
    Index from(index.size());
    for (auto [i, dim] : llvm::enumerate(op.getPermutation())) {
      from[dim] = index[i];
    }
    return from;
  });
}

Status evaluate(Program &program, ReshapeOp op) {
  program.set(op.getResult(),
              program.tensor(op.getInput()).withType(op.getResult().getType()));
  return Status::success();
}

Status evaluate(Program &program, SliceOp op) {
  return move(program, op.getInput(), op.getResult(), [&](const Index &index) {
    Index from(index);
    for (auto [at, offset] : llvm::zip_equal(from, op.getOffsets())) {
      at += offset;
    }
    return from;
  });
}

Status evaluate(Program &program, JoinOp op) {
  WEFT_ASSIGN_OR_RETURN(
      TensorBuilder result,
      TensorBuilder::create(program.budget(), op.getResult().getType()));
  int64_t count = op.getInputs().size();
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    const Tensor &from = program.tensor(input);
    for (int64_t position = 0; position < from.elementCount(); ++position) {
      result.copyAt(position * count + i, from, position);
    }
  }
  program.set(op.getResult(), std::move(result).finish());
  return Status::success();
}

} // namespace weft::tile
