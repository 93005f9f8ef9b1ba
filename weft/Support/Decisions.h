// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Decision records: what the compiler chose, what it rejected and why, at what
// cost, for which line of the user's program.
//
// A DecisionLog is one table per compilation. Stages of the pipeline open and
// close; between the two, passes add records from any thread. Two runs on the
// same program give the same table, byte for byte, whatever the threads did:
//
// - Records are gathered per *anchor*, the top-level symbol (function) that is
//   worked on. One anchor is worked on by one thread at a time, so that the
//   order within an anchor is the order of the program, never that of threads.
// - When the stage ends, anchors are put in program order, records get their
//   sequence numbers, and strings are entered into the string table. Before
//   that nothing has a number that could depend on time.
// - Limits cut where the order is already settled: each subject (a kernel,
//   say) keeps its first records of a stage, the table its first million;
//   what is beyond is counted.
//
// This header knows nothing of MLIR: the table outlives the compiler's IR and
// is read by reports that have none. Passes write it through
// DecisionsDialect.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

namespace weft {

/// What a decision is about.
enum class DecisionKind : uint8_t {
  Import,
  Simplify,
  Fuse,
  Tile,
  Layout,
  Algorithm,
  Precision,
  Loop,
  Copy,
  InPlace,
  Place,
  Order,
  Queue,
  Library,
  Cache,
  Limit,
  Check,
};

enum class Verdict : uint8_t {
  /// Done, as the best of the candidates.
  Chosen,
  /// Possible, but another candidate is better.
  Rejected,
  /// Done because there is no other way.
  Forced,
  /// Not done because it would be wrong or is not supported.
  Refused,
  /// Done at a cost the user would not expect.
  Cliff,
};

enum class Reason : uint16_t {
#define WEFT_REASON(enumerator, code, sentence, explanation) enumerator,
#include "weft/Support/Reasons.def"
};

std::string_view decisionKindName(DecisionKind kind);
std::string_view verdictName(Verdict verdict);

/// A row of Reasons.def.
struct ReasonInfo {
  Reason reason;
  std::string_view code;
  std::string_view sentence;
  std::string_view explanation;

  /// The arguments of the sentence, in the order in which they are given.
  std::vector<std::string_view> argumentNames() const;
};

/// All rows, in the order of Reason.
std::span<const ReasonInfo> allReasons();
const ReasonInfo &reasonInfo(Reason reason);

/// docs/reasons.md, whole.
std::string reasonsPage();

struct Cost {
  std::optional<int64_t> picoseconds;
  std::optional<int64_t> bytes;

  friend bool operator==(const Cost &, const Cost &) = default;
};

/// An index into the log's string table. 0 is the empty string.
enum class StringId : uint32_t { Empty = 0 };

using ArgumentValue = std::variant<int64_t, double, StringId>;

/// A frame of the user's program.
struct SourceFrame {
  StringId file = StringId::Empty;
  uint32_t line = 0;
  uint32_t column = 0;
  StringId function = StringId::Empty;
};

struct Record {
  static constexpr uint32_t noParent = UINT32_MAX;

  /// The record's index in the table.
  uint32_t sequence = 0;
  /// The record this one follows from, or noParent.
  uint32_t parent = noParent;
  uint16_t stage = 0;
  Reason reason{};
  DecisionKind kind{};
  Verdict verdict{};
  /// The top-level symbol worked on.
  StringId anchor = StringId::Empty;
  /// What it is about: an operation, a kernel, a buffer.
  StringId subject = StringId::Empty;
  /// What it was weighed against, or together with.
  StringId other = StringId::Empty;
  uint32_t firstArgument = 0;
  uint32_t firstOrigin = 0;
  uint16_t argumentCount = 0;
  uint16_t originCount = 0;
  Cost cost;
  Cost bestAlternative;
};

/// Names a record from the moment it is added, for use as a parent.
struct DecisionTicket {
  uint32_t stage = 0;
  uint32_t anchor = 0;
  uint32_t counter = 0;
};

/// A record as a pass gives it.
struct Decision {
  DecisionKind kind{};
  Verdict verdict = Verdict::Chosen;
  Reason reason{};
  std::string subject;
  std::string other;
  std::vector<std::variant<int64_t, double, std::string>> arguments;
  /// Numbers of the imported operations it concerns, ascending.
  std::vector<uint32_t> origins;
  Cost cost;
  Cost bestAlternative;
  std::optional<DecisionTicket> parent;
};

struct DecisionLimits {
  uint32_t perSubject = 64;
  uint32_t total = 1'000'000;
};

class DecisionLog {
public:
  using Limits = DecisionLimits;

  explicit DecisionLog(Limits limits = {});
  DecisionLog(const DecisionLog &) = delete;
  DecisionLog &operator=(const DecisionLog &) = delete;

  //===--------------------------------------------------------------------===//
  // Writing. Stages are opened and closed by one thread; add is free-threaded.
  //===--------------------------------------------------------------------===//

  /// Ends the open stage, if any, and begins one.
  void beginStage(std::string_view name);

  /// Settles the order of the stage's records. `programOrder` lists top-level
  /// symbols; anchors that are not in it follow by name.
  void endStage(std::span<const std::string_view> programOrder = {});

  /// Adds a record to the open stage; without one, to a stage without a name.
  /// Records of one anchor must not be added by two threads at once, or their
  /// order would be the threads'.
  DecisionTicket add(std::string_view anchor, Decision decision);

  /// Says where an origin is in the user's program. The first word counts.
  struct Frame {
    std::string_view file;
    uint32_t line = 0;
    uint32_t column = 0;
    std::string_view function;
  };
  void describeOrigin(uint32_t origin, std::span<const Frame> frames,
                      std::string_view namePath);
  bool isOriginDescribed(uint32_t origin) const;

  /// Things that records speak of have other names from now on. All change at
  /// once, in every stage; those that are not listed keep theirs. Not while
  /// others add.
  void rename(const std::map<std::string, std::string> &names);

  //===--------------------------------------------------------------------===//
  // Reading. Holds what ended stages brought.
  //===--------------------------------------------------------------------===//

  std::span<const Record> records() const { return table; }
  std::string_view stageName(const Record &record) const;
  std::string_view string(StringId id) const;
  std::span<const ArgumentValue> arguments(const Record &record) const;
  std::span<const uint32_t> origins(const Record &record) const;

  /// Innermost user frame first; empty when nothing is known.
  std::span<const SourceFrame> frames(uint32_t origin) const;
  /// The producer's name for the operation, such as `jit(f)/add`.
  std::string_view namePath(uint32_t origin) const;

  /// Records that the limits left out.
  struct Omission {
    uint16_t stage = 0;
    Reason reason{};
    uint64_t count = 0;
  };
  std::span<const Omission> omissions() const { return omitted; }
  std::string_view stageName(const Omission &omission) const;

  /// The sentence of a record, arguments filled in.
  std::string sentence(const Record &record) const;

  /// A record as printText writes it, without the line break.
  std::string text(const Record &record) const;

  /// Receives a text piece by piece.
  using Sink = std::function<void(std::string_view)>;

  /// One line per record, as a person reads it:
  ///   model.py:12:3: import: chosen: composite x.y kept, ... [composite-kept]
  void printText(const Sink &sink) const;
  /// One JSON object per line.
  void printJson(const Sink &sink) const;

private:
  /// Looks names up without making strings of them.
  struct NameHash {
    using is_transparent = void;
    size_t operator()(std::string_view name) const {
      return std::hash<std::string_view>()(name);
    }
  };
  template <class Value>
  using NameMap =
      std::unordered_map<std::string, Value, NameHash, std::equal_to<>>;

  /// What one anchor has gathered in the open stage.
  struct Gathered {
    std::string anchor;
    std::vector<Decision> decisions;
    NameMap<uint32_t> perSubject;
    std::map<Reason, uint64_t> omitted;
  };

  struct OriginDescription {
    uint32_t firstFrame = 0;
    uint32_t frameCount = 0;
    StringId namePath = StringId::Empty;
  };

  /// Where each of the records of one stage went: by anchor, then counter.
  using StageSequences = std::vector<std::vector<uint32_t>>;

  StringId intern(std::string_view text);
  void append(const Decision &decision, StringId anchor);

  const Limits limits;

  /// Guards what `add` touches.
  std::mutex mutex;
  bool stageOpen = false;
  std::vector<Gathered> gathered;
  NameMap<uint32_t> gatheredByAnchor;

  std::vector<std::string> stages;
  std::vector<StageSequences> sequences;
  std::vector<Record> table;
  std::vector<ArgumentValue> argumentTable;
  std::vector<uint32_t> originTable;
  std::vector<Omission> omitted;
  std::vector<std::string> strings;
  NameMap<StringId> stringIds;
  std::vector<SourceFrame> frameTable;
  std::map<uint32_t, OriginDescription> originDescriptions;
};

} // namespace weft
