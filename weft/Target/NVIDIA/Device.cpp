// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/NVIDIA/Device.h"

#include "weft/Tile/Layout/InferLayouts.h"

#include <mlir/Pass/PassRegistry.h>

namespace weft::nvidia {
namespace {

/// A lane number is 4 * row + pair; registers hold the two elements of a pair,
/// then the rows and pairs 8 further on.
tile::MatrixInstruction warpProduct(std::string element) {
  tile::MatrixInstruction instruction;
  instruction.name = "mma.sync.aligned.m16n8k16.row.col.f32." + element + "." +
                     element + ".f32";
  instruction.m = 16;
  instruction.n = 8;
  instruction.k = 16;
  instruction.element = element;
  instruction.accumulatorElement = "f32";
  instruction.lhs.base = {16, 16};
  instruction.lhs.registers = {{0, 1}, {8, 0}, {0, 8}};
  instruction.lhs.lanes = {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}};
  instruction.rhs.base = {16, 8};
  instruction.rhs.registers = {{1, 0}, {8, 0}};
  instruction.rhs.lanes = {{2, 0}, {4, 0}, {0, 1}, {0, 2}, {0, 4}};
  instruction.accumulator.base = {16, 8};
  instruction.accumulator.registers = {{0, 1}, {8, 0}};
  instruction.accumulator.lanes = {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}};
  return instruction;
}

} // namespace

tile::DeviceDescription describeHopper() {
  tile::DeviceDescription device;
  device.name = "nvidia:h200";
  device.lanes = 32;
  device.vectorBytes = 16;
  device.sectorBytes = 32;
  device.banks = 32;
  device.bankBytes = 4;
  device.sharedBytes = 227 << 10;
  device.readsMatrices = true;
  device.mostWarps = 8;
  device.instructions = {warpProduct("bf16"), warpProduct("f16")};
  return device;
}

void registerPasses() {
  mlir::registerPass([] { return tile::createInferLayouts(describeHopper()); });
  mlir::registerPass([] { return tile::createEraseLayouts(); });
}

} // namespace weft::nvidia
