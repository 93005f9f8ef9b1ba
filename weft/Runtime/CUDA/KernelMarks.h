// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which kernel of a program was the last to begin: each one leaves its number
// in a word of the host's memory. When the device is lost, it is that one, or
// one of those that may run beside it.

#pragma once

#include "weft/Runtime/CUDA/Gpu.h"

namespace weft::cuda {

/// Runs of a program in messages. Any thread.
class KernelMarks final : public WorkText {
public:
  static StatusOr<std::shared_ptr<KernelMarks>>
  create(std::string name, std::shared_ptr<const CommandProgram> program,
         std::shared_ptr<Gpu> gpu);
  ~KernelMarks() override { gpu->words().giveBack(words); }
  KernelMarks(const KernelMarks &) = delete;

  /// The last parameters of a kernel that leaves a mark.
  std::array<uint64_t, 2> of(size_t command) const {
    return {reinterpret_cast<uint64_t>(words.data()), command + 1};
  }

  /// With the kernel that runs, or those that may.
  std::string text() const override;
  /// A kernel by its name, its program's and its line.
  std::string describe(const CommandKernel &kernel) const;

private:
  KernelMarks(std::string name, std::shared_ptr<const CommandProgram> program,
              std::shared_ptr<Gpu> gpu, PinnedWords::Words words)
      : name(std::move(name)), program(std::move(program)), gpu(std::move(gpu)),
        words(words) {}

  const std::string name;
  const std::shared_ptr<const CommandProgram> program;
  const std::shared_ptr<Gpu> gpu;
  const PinnedWords::Words words;
};

/// The commands of which neither waits for the other: this one itself, and
/// launches that the device may be busy with at the same time.
std::vector<size_t> launchesBeside(const CommandProgram &program,
                                   size_t command);

} // namespace weft::cuda
