// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/Decisions.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <tuple>
#include <utility>

namespace weft {

static constexpr std::array reasonTable = {
#define WEFT_REASON(enumerator, code, sentence, explanation)                   \
  ReasonInfo{Reason::enumerator, code, sentence, explanation},
#include "weft/Support/Reasons.def"
};

std::span<const ReasonInfo> allReasons() { return reasonTable; }

const ReasonInfo &reasonInfo(Reason reason) {
  return reasonTable[static_cast<size_t>(reason)];
}

std::string_view decisionKindName(DecisionKind kind) {
  static constexpr std::array<std::string_view, 17> names = {
      "import",    "simplify", "fuse",  "tile",    "layout", "algorithm",
      "precision", "loop",     "copy",  "inplace", "place",  "order",
      "queue",     "library",  "cache", "limit",   "check"};
  static_assert(names.size() == static_cast<size_t>(DecisionKind::Check) + 1);
  return names[static_cast<size_t>(kind)];
}

std::string_view verdictName(Verdict verdict) {
  static constexpr std::array<std::string_view, 5> names = {
      "chosen", "rejected", "forced", "refused", "cliff"};
  static_assert(names.size() == static_cast<size_t>(Verdict::Cliff) + 1);
  return names[static_cast<size_t>(verdict)];
}

DecisionLog::DecisionLog(Limits limits) : limits(limits), strings(1) {
  stringIds.emplace(std::string(), StringId::Empty);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

void DecisionLog::beginStage(std::string_view name) {
  endStage();
  std::lock_guard lock(mutex);
  assert(stages.size() < std::numeric_limits<uint16_t>::max());
  stages.emplace_back(name);
  sequences.emplace_back();
  stageOpen = true;
}

DecisionTicket DecisionLog::add(std::string_view anchor, Decision decision) {
  assert(decision.arguments.size() ==
             reasonInfo(decision.reason).argumentNames().size() &&
         "arguments do not fit the reason's sentence");
  std::lock_guard lock(mutex);
  if (!stageOpen) {
    stages.emplace_back();
    sequences.emplace_back();
    stageOpen = true;
  }
  auto position = gatheredByAnchor.find(anchor);
  if (position == gatheredByAnchor.end()) {
    position = gatheredByAnchor
                   .try_emplace(std::string(anchor),
                                static_cast<uint32_t>(gathered.size()))
                   .first;
    gathered.emplace_back().anchor = std::string(anchor);
  }
  Gathered &here = gathered[position->second];
  DecisionTicket ticket;
  ticket.stage = static_cast<uint32_t>(stages.size() - 1);
  ticket.anchor = position->second;
  ticket.counter = static_cast<uint32_t>(here.decisions.size());
  // An anchor that alone has filled the table may stop: its further records
  // would be cut when the stage ends.
  if (here.perSubject[decision.subject]++ >= limits.perSubject ||
      here.decisions.size() >= limits.total) {
    ++here.omitted[decision.reason];
    ticket.counter = std::numeric_limits<uint32_t>::max();
    return ticket;
  }
  here.decisions.push_back(std::move(decision));
  return ticket;
}

void DecisionLog::endStage(std::span<const std::string_view> programOrder) {
  std::lock_guard lock(mutex);
  if (!stageOpen) {
    return;
  }
  std::unordered_map<std::string_view, size_t> ranks;
  for (std::string_view name : programOrder) {
    ranks.try_emplace(name, ranks.size());
  }
  const auto key = [&](uint32_t index) {
    const std::string &anchor = gathered[index].anchor;
    const auto rank = ranks.find(anchor);
    // The whole module, anchor "", speaks before its parts.
    return std::tuple(!anchor.empty(),
                      rank == ranks.end() ? ranks.size() : rank->second,
                      std::string_view(anchor));
  };
  std::vector<uint32_t> order(gathered.size());
  for (uint32_t index = 0; index < order.size(); ++index) {
    order[index] = index;
  }
  std::sort(order.begin(), order.end(),
            [&](uint32_t a, uint32_t b) { return key(a) < key(b); });

  // First the places, then the records: a parent may come later than its
  // child.
  StageSequences &places = sequences.back();
  places.resize(gathered.size());
  std::map<Reason, uint64_t> dropped;
  uint32_t next = static_cast<uint32_t>(table.size());
  for (uint32_t index : order) {
    Gathered &here = gathered[index];
    for (const auto &[reason, count] : here.omitted) {
      dropped[reason] += count;
    }
    const uint32_t room = limits.total - std::min(limits.total, next);
    for (size_t cut = room; cut < here.decisions.size(); ++cut) {
      ++dropped[here.decisions[cut].reason];
    }
    here.decisions.resize(std::min<size_t>(here.decisions.size(), room));
    for (size_t count = 0; count < here.decisions.size(); ++count) {
      places[index].push_back(next++);
    }
  }
  for (uint32_t index : order) {
    const StringId anchor = intern(gathered[index].anchor);
    for (const Decision &decision : gathered[index].decisions) {
      append(decision, anchor);
    }
  }
  const uint16_t stage = static_cast<uint16_t>(stages.size() - 1);
  for (const auto &[reason, count] : dropped) {
    omitted.push_back({stage, reason, count});
  }
  gathered.clear();
  gatheredByAnchor.clear();
  stageOpen = false;
}

void DecisionLog::append(const Decision &decision, StringId anchor) {
  Record record;
  record.sequence = static_cast<uint32_t>(table.size());
  record.stage = static_cast<uint16_t>(stages.size() - 1);
  record.reason = decision.reason;
  record.kind = decision.kind;
  record.verdict = decision.verdict;
  record.anchor = anchor;
  record.subject = intern(decision.subject);
  record.other = intern(decision.other);
  record.cost = decision.cost;
  record.bestAlternative = decision.bestAlternative;
  record.firstArgument = static_cast<uint32_t>(argumentTable.size());
  record.argumentCount = static_cast<uint16_t>(decision.arguments.size());
  for (const auto &argument : decision.arguments) {
    if (const std::string *text = std::get_if<std::string>(&argument)) {
      argumentTable.emplace_back(intern(*text));
    } else if (const double *number = std::get_if<double>(&argument)) {
      argumentTable.emplace_back(*number);
    } else {
      argumentTable.emplace_back(std::get<int64_t>(argument));
    }
  }
  record.firstOrigin = static_cast<uint32_t>(originTable.size());
  record.originCount = static_cast<uint16_t>(std::min<size_t>(
      decision.origins.size(), std::numeric_limits<uint16_t>::max()));
  originTable.insert(originTable.end(), decision.origins.begin(),
                     decision.origins.begin() + record.originCount);
  if (decision.parent && decision.parent->stage < sequences.size()) {
    const StageSequences &places = sequences[decision.parent->stage];
    // A parent that the limits left out is no parent.
    if (decision.parent->anchor < places.size() &&
        decision.parent->counter < places[decision.parent->anchor].size()) {
      record.parent = places[decision.parent->anchor][decision.parent->counter];
    }
  }
  table.push_back(record);
}

void DecisionLog::rename(const std::map<std::string, std::string> &names) {
  std::lock_guard lock(mutex);
  const auto renameText = [&](std::string &text) {
    if (const auto found = names.find(text); found != names.end()) {
      text = found->second;
    }
  };
  for (Gathered &here : gathered) {
    for (Decision &decision : here.decisions) {
      renameText(decision.subject);
      renameText(decision.other);
    }
  }
  for (Record &record : table) {
    for (StringId *id : {&record.subject, &record.other}) {
      std::string text(string(*id));
      renameText(text);
      *id = intern(text);
    }
  }
}

void DecisionLog::describeOrigin(uint32_t origin, std::span<const Frame> frames,
                                 std::string_view namePath) {
  auto [position, isNew] = originDescriptions.try_emplace(origin);
  if (!isNew) {
    return;
  }
  OriginDescription &description = position->second;
  description.firstFrame = static_cast<uint32_t>(frameTable.size());
  description.frameCount = static_cast<uint32_t>(frames.size());
  description.namePath = intern(namePath);
  for (const Frame &frame : frames) {
    frameTable.push_back(
        {intern(frame.file), frame.line, frame.column, intern(frame.function)});
  }
}

StringId DecisionLog::intern(std::string_view text) {
  const auto known = stringIds.find(text);
  if (known != stringIds.end()) {
    return known->second;
  }
  const StringId id = static_cast<StringId>(strings.size());
  strings.emplace_back(text);
  stringIds.emplace(strings.back(), id);
  return id;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

bool DecisionLog::isOriginDescribed(uint32_t origin) const {
  return originDescriptions.contains(origin);
}

std::string_view DecisionLog::stageName(const Record &record) const {
  return stages[record.stage];
}

std::string_view DecisionLog::stageName(const Omission &omission) const {
  return stages[omission.stage];
}

std::string_view DecisionLog::string(StringId id) const {
  return strings[static_cast<size_t>(id)];
}

std::span<const ArgumentValue>
DecisionLog::arguments(const Record &record) const {
  return std::span(argumentTable)
      .subspan(record.firstArgument, record.argumentCount);
}

std::span<const uint32_t> DecisionLog::origins(const Record &record) const {
  return std::span(originTable).subspan(record.firstOrigin, record.originCount);
}

std::span<const SourceFrame> DecisionLog::frames(uint32_t origin) const {
  const auto position = originDescriptions.find(origin);
  if (position == originDescriptions.end()) {
    return {};
  }
  return std::span(frameTable)
      .subspan(position->second.firstFrame, position->second.frameCount);
}

std::string_view DecisionLog::namePath(uint32_t origin) const {
  const auto position = originDescriptions.find(origin);
  return position == originDescriptions.end()
             ? std::string_view()
             : string(position->second.namePath);
}

} // namespace weft
