// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a caller must know of a compiled program without looking inside it.

#pragma once

#include "weft/Executable/ArrayType.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

inline constexpr std::string_view kDefaultMemoryKind = "device";

struct ParameterInfo {
  ArrayType type;
  std::string memoryKind = std::string(kDefaultMemoryKind);
  /// As the program gave it (`mhlo.sharding`, or the text of `sdy.sharding`);
  /// empty when it gave none.
  std::string sharding;
  /// The result that takes this parameter's storage over; the buffer given for
  /// it is donated, hence deleted by the call.
  std::optional<uint32_t> aliasedResult;
};

struct ResultInfo {
  ArrayType type;
  std::string memoryKind = std::string(kDefaultMemoryKind);
  std::string sharding;
  /// The producer's name for it (`jax.result_info`).
  std::string name;
};

/// Estimates, counted from the program; loops of unknown length count once.
struct CostAnalysis {
  double flops = 0;
  double transcendentals = 0;
  double bytesAccessed = 0;
};

/// Memory of a kernel that runs on several threads, for each thread but one.
struct HelperScratch {
  /// Times as many threads as a machine may have, it stays a number.
  static constexpr uint64_t kMost = uint64_t(1) << 40;

  uint64_t bytes = 0;
  /// As many threads find work.
  uint32_t threads = 1;
};

/// In bytes.
struct MemoryReport {
  uint64_t code = 0;
  uint64_t arguments = 0;
  uint64_t results = 0;
  /// Of the results, those that live in donated arguments.
  uint64_t aliased = 0;
  uint64_t temporary = 0;
  /// Everything alive at the worst moment, arguments and results included.
  uint64_t peak = 0;
  /// Of the kernels that several threads share; one of them runs at a time.
  std::vector<HelperScratch> helpers;

  /// What a run on so many threads takes beside `temporary` and `peak`, which
  /// are those of a run in one.
  uint64_t helperBytes(int threads) const;
};

/// What a program may do besides computing results from arguments. Decides
/// where it may run: only one without effects runs in its caller's thread.
struct ProgramTraits {
  /// Talks to the other devices of its run.
  bool collectives = false;
  /// Sends to or receives from the host.
  bool hostTransfers = false;
  /// Calls of foreign code that may wait for others.
  bool customCalls = false;
  /// Has loops whose length is not known.
  bool loops = false;
  /// Calls of linear algebra, which compute and come back.
  bool libraryCalls = false;
};

struct Manifest {
  std::string name;
  /// The function that runs.
  std::string entry = "main";
  uint32_t replicas = 1;
  uint32_t partitions = 1;
  /// Global ids of the devices, [replica][partition]; empty when the program
  /// is portable: it then runs, alone, on the device named by each call.
  std::vector<int32_t> deviceIds;
  std::vector<ParameterInfo> parameters;
  std::vector<ResultInfo> results;
  CostAnalysis cost;
  MemoryReport memory;
  ProgramTraits traits;
  /// How long a run may take, where its call does not say so; zero is as long
  /// as it takes.
  std::optional<std::chrono::milliseconds> timeLimit;

  bool isPortable() const { return deviceIds.empty(); }
  uint32_t deviceCount() const { return replicas * partitions; }
};

/// Bytes of the copies a run makes of arguments and results that are not
/// row-major.
uint64_t transposedBytes(const Manifest &manifest);

/// The bytes of the manifest section, and back. Decoding checks everything:
/// the bytes may come from anywhere.
std::string encodeManifest(const Manifest &manifest);
StatusOr<Manifest> decodeManifest(std::string_view bytes);

} // namespace weft
