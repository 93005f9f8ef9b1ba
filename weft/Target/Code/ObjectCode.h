// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a module of LLVM's to the bytes of an object file, or to text.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Support/Status.h"

#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>

/// Whether this is a build under the thread sanitizer.
#define WEFT_THREAD_SANITIZER __has_feature(thread_sanitizer)

namespace weft::code {

/// The passes of LLVM that our code profits from, in place. Vectors, unrolling
/// and fusion were decided at tile level; LLVM's own such passes never run.
void optimizeModule(llvm::Module &module, llvm::TargetMachine &machine);

/// For machines that compute in 32 bits: computes in them what fits
/// (NarrowNumbers.h), and leaves out tests that the ends of numbers decide.
void narrowNumbers(llvm::Module &module, llvm::TargetMachine &machine);

/// Finds out, for code whose accesses are of single elements, which memory they
/// are to and by how much they are aligned: LLVM makes vectors of neighbours
/// whose alignment it knows.
void alignAccesses(llvm::Module &module, llvm::TargetMachine &machine);

/// In a build under the thread sanitizer, lets the code tell it what it reads
/// and writes, but for lanes under masks; in others, does nothing.
void instrumentModule(llvm::Module &module, llvm::TargetMachine &machine);

/// What modules for a machine say about types, as its code generator takes it.
llvm::DataLayout dataLayoutOf(const Machine &machine);

/// The passes of LLVM's code generators, but for those that cost more than they
/// give here and have no switch.
class GeneratorPasses : public llvm::legacy::PassManager {
public:
  void add(llvm::Pass *pass) override;
};

/// LLVM's code generator for one machine. Setting it up takes longer than the
/// code of a small kernel, so it is used again and again, by one thread at a
/// time.
class CodeGenerator {
public:
  enum class Form { Object, Assembly };

  /// Fails if this program was linked without it, or LLVM does not know the
  /// processor.
  static StatusOr<std::unique_ptr<CodeGenerator>> create(const Machine &machine,
                                                         Form form);

  llvm::TargetMachine &machine() { return *targetMachine; }

  /// An object file in ELF, or assembly language. The same module gives the
  /// same bytes. Fatal errors of LLVM end the process here unless guarded
  /// (FatalErrors.h).
  StatusOr<std::string> run(llvm::Module &module);

private:
  CodeGenerator() : stream(bytes) {}

  std::unique_ptr<llvm::TargetMachine> targetMachine;
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream;
  GeneratorPasses passes;
};

} // namespace weft::code
