// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/CopyKernel.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/IR/Builders.h>
#include <mlir/IR/BuiltinOps.h>

using namespace mlir;

namespace weft::gpu {
namespace {

/// Words of a program: four accesses for each of 128 threads.
constexpr int64_t wordsOfProgram = 2048;

tile::KernelOp buildCopy(OpBuilder &builder, Location loc, int64_t bytes) {
  const int64_t words = bytes / 4;
  Type word = builder.getI32Type();
  auto array = tile::RefType::get({words}, word);
  auto kernel = tile::KernelOp::create(
      builder, loc, "copy_of_" + std::to_string(bytes) + "_bytes",
      {array, array},
      static_cast<int64_t>(llvm::divideCeil(words, wordsOfProgram)));
  kernel.setArgAttr(0, "tile.readonly", builder.getUnitAttr());
  Block &block = kernel.getBlock();
  builder.setInsertionPointToEnd(&block);
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value at = arith::MulIOp::create(builder, loc,
                                   tile::ProgramIdOp::create(builder, loc),
                                   index(wordsOfProgram));
  const SmallVector<Value> bound = {words % wordsOfProgram == 0 ? Value()
                                                                : index(words)};
  Value loaded = tile::LoadOp::create(
      builder, loc, RankedTensorType::get({wordsOfProgram}, word),
      block.getArgument(0), ValueRange{at}, bound);
  tile::StoreOp::create(builder, loc, loaded, block.getArgument(1),
                        ValueRange{at}, bound);
  tile::ReturnOp::create(builder, loc);
  return kernel;
}

} // namespace

StatusOr<CompiledKernels> compileCopy(Location loc, int64_t bytes,
                                      const GpuMachine &gpu) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  OpBuilder builder(module->getBodyRegion());
  tile::KernelOp kernel = buildCopy(builder, loc, bytes);
  WEFT_RETURN_IF_ERROR(prepare(kernel, gpu.row));
  return compileKernels({kernel}, gpu, CodeForm::Assembly);
}

} // namespace weft::gpu
