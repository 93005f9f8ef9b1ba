// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/weft-run/RunKernel.h"

#include "tools/weft-run/RunOnCuda.h"
#include "weft/Tile/IR/ArgumentUses.h"
#include "weft/Tile/Layout/InferLayouts.h"
#include "weft/Tile/Model/Model.h"

using namespace mlir;
using weft::reference::Tensor;

namespace weft::tools {
namespace {

/// The part an argument plays.
struct Role {
  bool isInput = false;
  bool isOutput = false;
};

SmallVector<Role> rolesOf(tile::KernelOp kernel) {
  SmallVector<Role> roles;
  for (auto [i, use] : llvm::enumerate(tile::argumentUses(kernel))) {
    bool isZeroed = kernel.getArgAttr(i, tile::zeroedAttributeName) != nullptr;
    bool isAlias = kernel.getArgAttr(i, tile::aliasesAttributeName) != nullptr;
    bool startsBlank = use.isWritten && !use.isRead && !use.isUpdated;
    roles.push_back({!isZeroed && !isAlias && !startsBlank,
                     !isZeroed && (use.isWritten || use.isUpdated)});
  }
  return roles;
}

RankedTensorType arrayType(Type argument) {
  if (auto ref = dyn_cast<tile::RefType>(argument)) {
    return RankedTensorType::get(ref.getShape(), ref.getElementType());
  }
  return RankedTensorType::get({}, argument);
}

} // namespace

OwningOpRef<func::FuncOp> kernelSignature(tile::KernelOp kernel) {
  SmallVector<Type> inputs, outputs;
  for (auto [type, role] :
       llvm::zip_equal(kernel.getArgumentTypes(), rolesOf(kernel))) {
    if (role.isInput) {
      inputs.push_back(arrayType(type));
    }
    if (role.isOutput) {
      outputs.push_back(arrayType(type));
    }
  }
  return func::FuncOp::create(
      kernel.getLoc(), kernel.getSymName(),
      FunctionType::get(kernel.getContext(), inputs, outputs));
}

FailureOr<DeviceResults> executeKernel(tile::KernelOp kernel,
                                       llvm::ArrayRef<reference::Value> inputs,
                                       reference::Budget &budget,
                                       const Options &options) {
  if (options.devices) {
    return kernel.emitError("a kernel runs on one device; leave --devices out");
  }
  SmallVector<Role> roles = rolesOf(kernel);
  std::vector<std::vector<char>> owned(kernel.getNumArguments());
  SmallVector<tile::Buffer> buffers(kernel.getNumArguments());
  const reference::Value *next = inputs.begin();
  for (auto [i, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    owned[i].resize(tile::bufferBytes(type));
    buffers[i].bytes = owned[i];
    if (!roles[i].isInput) {
      continue;
    }
    const Tensor &array = (next++)->tensor();
    if (auto ref = dyn_cast<tile::RefType>(type)) {
      tile::writeArray(ref, array, owned[i]);
    } else {
      llvm::copy(array.bytes(), owned[i].begin());
    }
  }
  for (size_t i = 0; i < buffers.size(); ++i) {
    if (auto alias = kernel.getArgAttrOfType<IntegerAttr>(
            i, tile::aliasesAttributeName)) {
      buffers[i] = buffers[alias.getInt()];
    }
  }
  tile::ModelOptions model;
  model.limits = options.limits;
  model.seed = options.seed;
  std::optional<Location> location;
  // Layouts play no part in the model, which runs kernels without them.
  OwningOpRef<tile::KernelOp> copy(kernel.clone());
  if (copy->getStageKind() != tile::Stage::Free) {
    tile::eraseLayouts(*copy);
  }
  Status status = options.cuda
                      ? runOnCuda(kernel, buffers, options)
                      : tile::runKernel(*copy, buffers, model, &location);
  if (!status.ok()) {
    return emitError(location.value_or(kernel.getLoc())) << status.message();
  }
  reference::Values results;
  for (auto [i, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    if (!roles[i].isOutput) {
      continue;
    }
    StatusOr<Tensor> array =
        tile::readArray(budget, cast<tile::RefType>(type), buffers[i].bytes);
    if (!array.ok()) {
      return kernel.emitError() << array.status().message();
    }
    results.push_back(std::move(array).value());
  }
  return DeviceResults{std::move(results)};
}

} // namespace weft::tools
