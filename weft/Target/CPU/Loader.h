// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Object code in memory, ready to be called.

#pragma once

#include "weft/Support/Status.h"

#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <memory>

namespace weft::cpu {

/// Runs the programs [begin, end) of a kernel's grid. `pointers` holds one
/// address per kernel argument, of an array or of a scalar; `scratch` is
/// memory for this call alone, aligned to 64 bytes and as large as the kernel
/// was said to need.
using KernelFunction = void (*)(void *const *pointers, int64_t begin,
                                int64_t end, char *scratch);

/// The functions of a program's code (Objects.h), mapped executable. They can
/// be called from any thread until this is destroyed.
class LoadedCode {
public:
  /// Fails, without leaving anything mapped, if an object is damaged, is for
  /// another machine, or needs a symbol that is neither in allowedSymbols() nor
  /// in an object before it. `code` is not used afterwards.
  static StatusOr<LoadedCode> load(llvm::StringRef code);

  LoadedCode(LoadedCode &&);
  LoadedCode &operator=(LoadedCode &&);
  ~LoadedCode();

  /// The address of a function, or null if no object defines it.
  void *find(llvm::StringRef name) const;
  KernelFunction findKernel(llvm::StringRef name) const {
    return reinterpret_cast<KernelFunction>(find(name));
  }

private:
  struct Image;
  explicit LoadedCode(std::unique_ptr<Image> image);

  std::unique_ptr<Image> image;
};

} // namespace weft::cpu
