// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Model/TileOps.h"

#include "weft/StableHLO/Interpreter/Math.h"

using namespace mlir;
using weft::reference::Element;
using weft::reference::ElementType;
using weft::reference::Index;
using weft::reference::IndexSpace;
using weft::reference::Tensor;
using weft::reference::TensorBuilder;

namespace weft::tile {
namespace {

namespace math = reference::math;

/// One operand of a dot, in the type of the sum.
class Operand {
public:
  Operand(const Tensor &elements, const Tensor *scales, bool isUnsigned,
          ElementType type)
      : elements(elements), scales(scales), isUnsigned(isUnsigned), type(type) {
  }

  Element at(ArrayRef<int64_t> index) const {
    Element element = elements.get(index);
    if (!type.isFloat()) {
      return Element::integer(
          type, isUnsigned ? unsignedValue(element)
                           : static_cast<uint64_t>(signedValue(element)));
    }
    double value = element.asReal();
    if (scales) {
      Index block(index);
      for (auto [at, extent, blocks] :
           llvm::zip_equal(block, elements.shape(), scales->shape())) {
        at /= extent / blocks;
      }
      value *= scales->get(block).asReal();
    }
    return Element::real(type, value);
  }

private:
  const Tensor &elements;
  const Tensor *scales;
  bool isUnsigned;
  ElementType type;
};

/// A product that is rounded with the sum it is added to, as machines do it,
/// or before.
Element multiplyAdd(const Element &sum, const Element &lhs, const Element &rhs,
                    bool isRounded) {
  if (isRounded) {
    return math::add(sum, math::multiply(lhs, rhs));
  }
  return sum.type().isFloat()
             ? Element::real(sum.type(),
                             sum.asReal() + lhs.asReal() * rhs.asReal())
             : Element::integer(sum.type(),
                                sum.asUnsigned() +
                                    lhs.asUnsigned() * rhs.asUnsigned());
}

} // namespace

Status evaluate(Program &program, DotOp op) {
  const Tensor &accumulator = program.tensor(op.getAccumulator());
  ElementType type = accumulator.elementType();
  auto scalesOf = [&](Value scales) {
    return scales ? &program.tensor(scales) : nullptr;
  };
  const Tensor &left = program.tensor(op.getLhs());
  Operand lhs(left, scalesOf(op.getLhsScale()), op.getLhsUnsigned(), type);
  Operand rhs(program.tensor(op.getRhs()), scalesOf(op.getRhsScale()),
              op.getRhsUnsigned(), type);
  int64_t rank = left.rank(), depth = left.dimension(rank - 1);
  int64_t promote = op.getPromoteAttr() ? op.getPromoteAttr().getInt() : depth;
  bool isPromoted = promote != depth;
  WEFT_ASSIGN_OR_RETURN(
      TensorBuilder result,
      TensorBuilder::create(program.budget(), accumulator.type()));
  WEFT_RETURN_IF_ERROR(
      program.budget().takeSteps(result.elementCount() * depth));
  for (const Index &index : IndexSpace(result.shape())) {
    Element sum = accumulator.get(index);
    Index l(index), r(index);
    for (int64_t first = 0; first < depth; first += promote) {
      Element part = isPromoted ? Element::zero(type) : sum;
      for (int64_t k = first; k < first + promote; ++k) {
        l[rank - 1] = k;
        r[rank - 2] = k;
        part = multiplyAdd(part, lhs.at(l), rhs.at(r), op.getRounded());
      }
      sum = isPromoted ? math::add(sum, part) : part;
    }
    result.set(index, sum);
  }
  program.set(op.getResult(), std::move(result).finish());
  return Status::success();
}

Status evaluateTileOp(Program &program, Operation *operation) {
  return llvm::TypeSwitch<Operation *, Status>(operation)
      .Case<LoadOp, StoreOp, GatherOp, ScatterOp, AtomicOp, AllocOp,
            ProgramIdOp, UnrankOp, MaskOp, IotaOp, BroadcastOp, TransposeOp,
            ReshapeOp, SliceOp, JoinOp, ReduceOp, ScanOp, RankOp, DotOp>(
          [&](auto op) { return evaluate(program, op); })
      .Default([](Operation *) {
        return Status::unimplemented("the model does not know this operation");
      });
}

} // namespace weft::tile
