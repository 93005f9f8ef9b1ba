// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/IR/ArgumentUses.h"
#include "weft/Tile/IR/Tile.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/ControlFlow/IR/ControlFlow.h>
#include <mlir/Dialect/Math/IR/Math.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

using namespace mlir;

#include "weft/Tile/IR/TileDialect.cpp.inc"

namespace weft::tile {

void TileDialect::initialize() {
  registerAttributes();
  registerTypes();
  registerKernelOperations();
  registerMemoryOperations();
  registerShapeOperations();
  registerCombineOperations();
  registerMatrixOperations();
}

Operation *TileDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location location) {
  return arith::ConstantOp::materialize(builder, value, type, location);
}

LogicalResult TileDialect::verifyRegionArgAttribute(Operation *operation,
                                                    unsigned /*region*/,
                                                    unsigned index,
                                                    NamedAttribute attribute) {
  auto kernel = dyn_cast<KernelOp>(operation);
  if (!kernel) {
    return operation->emitOpError()
           << "argument " << index << ": '" << attribute.getName().getValue()
           << "' belongs to the arguments of a tile.kernel";
  }
  auto refuse = [&](StringRef what) {
    return operation->emitOpError()
           << "argument " << index << ": '" << attribute.getName().getValue()
           << "' " << what << ", got " << attribute.getValue();
  };
  StringRef name = attribute.getName().getValue();
  if (!isa<RefType>(kernel.getArgumentTypes()[index])) {
    return operation->emitOpError()
           << "argument " << index << ": '" << name << "' belongs to a ref";
  }
  if (name == readonlyAttributeName || name == zeroedAttributeName) {
    return isa<UnitAttr>(attribute.getValue()) ? success()
                                               : refuse("takes no value");
  }
  auto number = dyn_cast<IntegerAttr>(attribute.getValue());
  if (name == alignAttributeName) {
    return number && number.getInt() > 0 && llvm::isPowerOf2_64(number.getInt())
               ? success()
               : refuse("must be a power of two");
  }
  if (name == partAttributeName) {
    return number && number.getInt() > 0
               ? success()
               : refuse("must be a positive number of elements");
  }
  if (name == aliasesAttributeName) {
    bool fits = number && number.getInt() >= 0 &&
                number.getInt() < kernel.getNumArguments() &&
                number.getInt() != index &&
                isa<RefType>(kernel.getArgumentTypes()[number.getInt()]);
    return fits
               ? success()
               : refuse("must be the number of another argument that is a ref");
  }
  return operation->emitOpError()
         << "argument " << index << ": unknown attribute '" << name << "'";
}

void registerTileDialects(DialectRegistry &registry) {
  registry.insert<TileDialect, arith::ArithDialect, cf::ControlFlowDialect,
                  math::MathDialect, scf::SCFDialect, tensor::TensorDialect>();
}

} // namespace weft::tile
