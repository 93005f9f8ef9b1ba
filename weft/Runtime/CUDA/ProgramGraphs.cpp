// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/ProgramGraphs.h"

#include <algorithm>

namespace weft::cuda {

StatusOr<CommandGraph *> ProgramGraphs::find(CommandRange range,
                                             const RunPlaces &places) {
  auto &kept = graphs[range];
  auto found = std::ranges::find_if(
      kept, [&](const auto &graph) { return graph->places() == places; });
  if (found != kept.end()) {
    std::rotate(kept.begin(), found, std::next(found));
    return kept.front().get();
  }
  const bool isOfAll =
      range.end - range.begin == source.loaded.program.commands.size();
  if (kept.size() == (isOfAll ? kMostOfAll : kMostOfRange)) {
    std::unique_ptr<CommandGraph> oldest = std::move(kept.back());
    kept.pop_back();
    // Some drivers do not change what is inside of loops: a new one, then.
    if (oldest->moveTo(places).ok()) {
      kept.insert(kept.begin(), std::move(oldest));
      return kept.front().get();
    }
  }
  WEFT_ASSIGN_OR_RETURN(std::unique_ptr<CommandGraph> made,
                        CommandGraph::create(source, range, places));
  kept.insert(kept.begin(), std::move(made));
  return kept.front().get();
}

} // namespace weft::cuda
