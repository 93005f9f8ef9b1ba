// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The graphs of a program that are kept: one of all its commands, or one of
// each range of them that the host does not follow.

#pragma once

#include "weft/Runtime/CUDA/CommandGraph.h"

#include <map>

namespace weft::cuda {

/// For whoever has the queue.
class ProgramGraphs {
public:
  /// `source` outlives it.
  explicit ProgramGraphs(const GraphSource &source) : source(source) {}

  /// A graph of the range for arrays in these places, until the next call.
  StatusOr<CommandGraph *> find(CommandRange range, const RunPlaces &places);

private:
  /// Arrays often take turns in a few places; a graph for each need not be
  /// changed. Runs that the host follows have their scratch memory to
  /// themselves, wherever it is: their graphs are changed anyhow, and two of
  /// them may be under way at once.
  static constexpr size_t kMostOfAll = 4;
  static constexpr size_t kMostOfRange = 2;

  const GraphSource &source;
  /// The latest used first.
  std::map<CommandRange, std::vector<std::unique_ptr<CommandGraph>>> graphs;
};

} // namespace weft::cuda
