// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Memory/Annotations.h"

using namespace mlir;

namespace weft::plan {

/// The result that an argument of a loop's region lies with; the value itself
/// otherwise.
static Value carrierOf(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument) {
    return value;
  }
  Operation *owner = argument.getOwner()->getParentOp();
  return isa<WhileOp>(owner) ? Value(owner->getResult(argument.getArgNumber()))
                             : value;
}

StorageOf storageOf(Value value) {
  value = carrierOf(value);
  DenseI64ArrayAttr storage;
  unsigned number = 0;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto program = cast<ProgramOp>(argument.getOwner()->getParentOp());
    storage = program.getArgAttrOfType<DenseI64ArrayAttr>(
        argument.getArgNumber(), kStorageName);
  } else {
    storage =
        value.getDefiningOp()->getAttrOfType<DenseI64ArrayAttr>(kStorageName);
    number = cast<OpResult>(value).getResultNumber();
  }
  if (!storage) {
    return {};
  }
  const size_t first = size_t(2) * number;
  return {storage[first], storage[first + 1]};
}

PlaceAttr placeOf(Value value) {
  value = carrierOf(value);
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto program = cast<ProgramOp>(argument.getOwner()->getParentOp());
    return program.getArgAttrOfType<PlaceAttr>(argument.getArgNumber(),
                                               kPlaceName);
  }
  auto places = value.getDefiningOp()->getAttrOfType<ArrayAttr>(kPlaceName);
  return places
             ? cast<PlaceAttr>(places[cast<OpResult>(value).getResultNumber()])
             : PlaceAttr();
}

int64_t reachOf(Value value) {
  auto view = value.getDefiningOp<ViewOp>();
  if (!view) {
    return byteSize(value.getType());
  }
  // How far the source itself may be moved.
  int64_t slack =
      reachOf(view.getSource()) - byteSize(view.getSource().getType());
  int64_t own = byteSize(value.getType());
  return slack + own +
         (view.getIndex() ? view.getLastIndex() * view.getStride() : 0);
}

bool isWritten(Value value) {
  return isa<OpResult>(value) &&
         !isa<ViewOp, BarrierOp, WhileOp, CaseOp, ConstantOp>(
             value.getDefiningOp());
}

} // namespace weft::plan
