// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Machine/Machine.h"

#include "weft/Machine/OperationCosts.h"

#include <algorithm>

namespace weft {
namespace {

class Lines {
public:
  void add(std::string_view name, std::string_view value) {
    text.append(name).append(" = ").append(value).append("\n");
  }
  void add(std::string_view name, int64_t value) {
    add(name, std::string_view(std::to_string(value)));
  }
  std::string text;
};

} // namespace

bool MatrixInstruction::fits(bool lhsIsUnsigned, bool rhsIsUnsigned) const {
  switch (signs) {
  case IntegerSigns::Any:
    return true;
  case IntegerSigns::Signed:
    return !lhsIsUnsigned && !rhsIsUnsigned;
  case IntegerSigns::Unsigned:
    return lhsIsUnsigned && rhsIsUnsigned;
  case IntegerSigns::UnsignedBySigned:
    return lhsIsUnsigned && !rhsIsUnsigned;
  case IntegerSigns::SignedByUnsigned:
    return !lhsIsUnsigned && rhsIsUnsigned;
  }
  return false;
}

int64_t Machine::transferPicoseconds(int64_t bytes) const {
  // The memory of a GPU is that of all its multiprocessors, and each has its
  // share.
  const int64_t sharing = family == MachineFamily::Cpu ? 1 : costs.workers;
  const auto *level = memories.data();
  while (bytes > level->bytes && level != &memories.back()) {
    ++level;
  }
  return saturatingMultiply(
      saturatingMultiply(bytes, 1000) / level->bytesPerNanosecond, sharing);
}

std::string describeMachine(const Machine &machine) {
  Lines lines;
  lines.add("triple", machine.triple);
  lines.add("processor", machine.processor);
  lines.add("features", machine.features);
  lines.add("vectorBytes", machine.vectorBytes);
  lines.add("vectorRegisters", machine.vectorRegisters);
  lines.add("scalableBytes", machine.scalableBytes);
  lines.add("alignment", machine.alignment);
  lines.add("loopValueBytes", machine.loopValueBytes);
  lines.add("expectedTiles.columns", machine.expectedTiles.columns);
  lines.add("expectedTiles.productColumns",
            machine.expectedTiles.productColumns);
  lines.add("expectedTiles.productRows", machine.expectedTiles.productRows);
  for (const MemoryLevel &level : machine.memories) {
    lines.add(level.name + ".bytes", level.bytes);
    lines.add(level.name + ".bytesPerNanosecond", level.bytesPerNanosecond);
  }
  const MachineCosts &costs = machine.costs;
  lines.add("kernelPicoseconds", costs.kernelPicoseconds);
  lines.add("launchPicoseconds", costs.launchPicoseconds);
  lines.add("iterationPicoseconds", costs.iterationPicoseconds);
  lines.add("guardPicoseconds", costs.guardPicoseconds);
  lines.add("unitPicoseconds", costs.unitPicoseconds);
  lines.add("piecePicoseconds", costs.piecePicoseconds);
  lines.add("handedLinePicoseconds", costs.handedLinePicoseconds);
  lines.add("workers", costs.workers);
  for (const MatrixInstruction &instruction : machine.instructions) {
    lines.add("instruction", instruction.name);
  }
  if (machine.isCpu()) {
    return lines.text;
  }
  lines.add("largestNarrowNumber", machine.largestNarrowNumber);
  const ThreadModel &threads = machine.threads;
  lines.add("lanes", threads.lanes);
  lines.add("threadsPerBlock", threads.threadsPerBlock);
  lines.add("threadsPerMultiprocessor", threads.threadsPerMultiprocessor);
  lines.add("multiprocessors", threads.multiprocessors);
  lines.add("registersPerThread", threads.registersPerThread);
  lines.add("registersPerMultiprocessor", threads.registersPerMultiprocessor);
  lines.add("warpsPerTile", threads.warpsPerTile);
  lines.add("sharedBytesPerBlock", threads.sharedBytesPerBlock);
  lines.add("banks", threads.banks);
  lines.add("bankBytes", threads.bankBytes);
  lines.add("tensorBytes", threads.tensorBytes);
  lines.add("sectorBytes", threads.sectorBytes);
  lines.add("readsMatrices", threads.readsMatrices ? 1 : 0);
  lines.add("flightBytes", threads.flightBytes);
  lines.add("addedBytes", threads.addedBytes);
  for (const ArithmeticRate &rate : machine.rates) {
    lines.add((rate.isMatrix ? "matrix." : "rate.") + rate.type,
              rate.perNanosecond);
  }
  return lines.text;
}

} // namespace weft
