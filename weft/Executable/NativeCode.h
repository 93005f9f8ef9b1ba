// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the runtime and a program's native code speak to each other. Everything
// compiled code uses comes through these tables: it has no state of its own
// and looks nothing up in the process.
//
// The layouts are known to the code generator (weft/Target/CPU/EmitGlue.cpp)
// and are part of the executable's format: what changes here changes
// kNativeCodeVersion.

#pragma once

#include <cstddef>
#include <cstdint>

namespace weft {

inline constexpr uint32_t kNativeCodeVersion = 3;

/// Of temporary values and of scratch, in bytes.
inline constexpr uint64_t kNativeAlignment = 64;

/// The function of an object file that runs its program.
inline constexpr const char *kEntrySymbol = "weft_run";

/// What a run keeps beside its arrays; compiled code only hands it on.
struct NativeRun;

/// Runs programs [begin, end) of a kernel's grid; see weft/Target/CPU/Loader.h.
using NativeKernel = void (*)(void *const *pointers, int64_t begin, int64_t end,
                              char *scratch);

/// What compiled code may ask of the runtime. Functions that can fail return
/// zero on success, anything else ends the run; details stay in `run`.
struct NativeServices {
  /// Runs `kernel` over [0, count) on the caller and on free workers, in pieces
  /// of at least `grain` programs. The split does not change any result. Each
  /// piece gets scratch of its own.
  void (*parallel)(NativeRun *run, NativeKernel kernel, void *const *pointers,
                   int64_t count, int64_t grain, int64_t scratchBytes);
  /// Makes call number `site` of the program: a foreign function, a transfer to
  /// or from the host, an exchange between devices. `pointers` holds operands,
  /// then results; tokens are left out.
  int32_t (*call)(NativeRun *run, int32_t site, void *const *pointers);
  /// A check failed; `site` numbers the checks of the program.
  int32_t (*fail)(NativeRun *run, int32_t site);
};

/// One run on one device.
struct NativeFrame {
  const NativeServices *services = nullptr;
  NativeRun *run = nullptr;
  void *const *arguments = nullptr;
  void *const *results = nullptr;
  /// Aligned to kNativeAlignment, as large as the executable says.
  char *temp = nullptr;
  const char *constants = nullptr;
  /// Set from outside to end the run early; read by every loop of the program.
  const uint32_t *cancelled = nullptr;
  /// Memory for kernels that run in this thread.
  char *scratch = nullptr;
  uint32_t partition = 0;
  uint32_t replica = 0;
};

/// What the entry returns when it was cancelled.
inline constexpr int32_t kRunCancelled = -1;

using NativeEntry = int32_t (*)(const NativeFrame *frame);

static_assert(offsetof(NativeFrame, partition) == 64 && sizeof(void *) == 8);

} // namespace weft
