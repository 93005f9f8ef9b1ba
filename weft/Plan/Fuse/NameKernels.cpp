// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/NameKernels.h"

#include <llvm/Support/BLAKE3.h>

using namespace mlir;

namespace weft::plan {

/// A digest of what a kernel computes: its text without names and places.
static std::string digestOf(KernelOp kernel) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << kernel.getOperandTypes() << ";" << kernel.getResultTypes() << ";"
         << stringifyHero(kernel.getHero()) << ";";
  for (BlockArgument argument : kernel.getBody().getArguments()) {
    stream << argument.getType() << ",";
  }
  // Values by number, so that names of the program do not matter.
  llvm::DenseMap<Value, unsigned> numbers;
  auto number = [&](Value value) {
    return numbers.try_emplace(value, numbers.size()).first->second;
  };
  std::function<void(Block &)> write = [&](Block &block) {
    for (BlockArgument argument : block.getArguments()) {
      stream << "^" << number(argument) << ":" << argument.getType();
    }
    for (Operation &operation : block) {
      stream << operation.getName().getStringRef() << "(";
      for (Value operand : operation.getOperands()) {
        stream << number(operand) << ",";
      }
      stream << ")" << operation.getAttrDictionary() << "->";
      for (Value result : operation.getResults()) {
        stream << number(result) << ":" << result.getType() << ",";
      }
      for (Region &region : operation.getRegions()) {
        stream << "{";
        for (Block &inner : region) {
          write(inner);
        }
        stream << "}";
      }
    }
  };
  write(kernel.getBody().front());
  auto hash = llvm::BLAKE3::hash<16>(
      ArrayRef(reinterpret_cast<const uint8_t *>(text.data()), text.size()));
  return llvm::toHex(hash, /*LowerCase=*/true);
}

void nameKernels(ProgramOp program) {
  unsigned count = 0;
  program.walk([&](KernelOp kernel) {
    Operation &first = kernel.getBody().front().front();
    StringRef stem = "fused";
    if (kernel.getHero() != Hero::None) {
      stem = stringifyHero(kernel.getHero());
    } else if (countOperations(kernel.getBody()) == 1) {
      stem = first.getName().stripDialect();
    }
    kernel.setName((stem + "_" + Twine(count++)).str());
    kernel.setDigest(digestOf(kernel));
  });
}

} // namespace weft::plan
