// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/NameKernels.h"

#include "weft/Support/DecisionsDialect.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/BLAKE3.h>

#include <array>
#include <map>

using namespace mlir;

namespace weft::plan {
namespace {

/// Digests of what kernels compute, without names and places.
class Digester {
public:
  std::string run(KernelOp kernel);

private:
  void write(Block &block);
  void write(uint64_t number) {
    const auto *bytes = reinterpret_cast<const uint8_t *>(&number);
    text.append(bytes, bytes + sizeof(number));
  }
  void write(Value value) {
    // By number, so that names of the program do not matter.
    write(numbers.try_emplace(value, numbers.size()).first->second);
  }
  /// A type or an attribute is written as the hash of its text: few are many
  /// times in a program, and texts take long to make.
  template <typename Printed> void writeText(Printed printed) {
    auto [entry, isNew] = hashes.try_emplace(printed.getAsOpaquePointer(),
                                             std::array<uint8_t, 16>());
    if (isNew) {
      std::string own;
      llvm::raw_string_ostream(own) << printed;
      entry->second = hash(
          ArrayRef(reinterpret_cast<const uint8_t *>(own.data()), own.size()));
    }
    text.append(entry->second.begin(), entry->second.end());
  }
  static std::array<uint8_t, 16> hash(ArrayRef<uint8_t> bytes) {
    return llvm::BLAKE3::hash<16>(bytes);
  }

  SmallVector<uint8_t, 1024> text;
  llvm::DenseMap<Value, uint64_t> numbers;
  llvm::DenseMap<const void *, std::array<uint8_t, 16>> hashes;
};

void Digester::write(Block &block) {
  write(block.getNumArguments());
  for (BlockArgument argument : block.getArguments()) {
    write(argument);
    writeText(argument.getType());
  }
  for (Operation &operation : block) {
    StringRef name = operation.getName().getStringRef();
    text.append(name.bytes_begin(), name.bytes_end());
    write(operation.getNumOperands());
    for (Value operand : operation.getOperands()) {
      write(operand);
    }
    writeText(operation.getAttrDictionary());
    write(operation.getNumResults());
    for (Value result : operation.getResults()) {
      write(result);
      writeText(result.getType());
    }
    write(operation.getNumRegions());
    for (Region &region : operation.getRegions()) {
      for (Block &inner : region) {
        write(inner);
      }
    }
  }
}

std::string Digester::run(KernelOp kernel) {
  text.clear();
  numbers.clear();
  write(static_cast<uint64_t>(kernel.getHero()));
  write(kernel.getBody().front());
  return llvm::toHex(hash(text), /*LowerCase=*/true);
}

} // namespace

void renewDigest(KernelOp kernel) { kernel.setDigest(Digester().run(kernel)); }

void nameKernels(ProgramOp program) {
  unsigned count = 0;
  Digester digester;
  // What was decided about a kernel is found under the name it has at the end.
  std::map<std::string, std::string> renamed;
  program.walk([&](KernelOp kernel) {
    Operation &first = kernel.getBody().front().front();
    StringRef stem = "fused";
    if (kernel.getHero() != Hero::None) {
      stem = stringifyHero(kernel.getHero());
    } else if (countOperations(kernel.getBody()) == 1) {
      stem = first.getName().stripDialect();
    }
    std::string name = (stem + "_" + Twine(count++)).str();
    renamed[kernel.getName().str()] = name;
    kernel.setName(name);
    kernel.setDigest(digester.run(kernel));
  });
  if (DecisionLog *log = decisionLogOf(program.getContext())) {
    log->rename(renamed);
  }
}

} // namespace weft::plan
