// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Memory/MemoryReport.h"

#include "weft/Plan/Memory/Annotations.h"
#include "weft/Plan/Memory/Lives.h"
#include "weft/Plan/Passes.h"
#include "weft/Support/Origins.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Support/FormatVariadic.h>

#include <map>

using namespace mlir;

namespace weft::plan {

#define GEN_PASS_DEF_REPORTPLANMEMORYPASS
#include "weft/Plan/Passes.h.inc"

namespace {

constexpr size_t kMostValues = 10;
constexpr size_t kMostFixes = 3;

std::string describe(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

std::string nameOf(Operation *operation) {
  if (auto kernel = dyn_cast<KernelOp>(operation)) {
    return kernel.getName().str();
  }
  return operation->getName().getStringRef().str();
}

std::string lineOf(Operation *operation) {
  ResolvedLocation place = resolveLocation(operation->getLoc());
  if (place.frames.empty()) {
    return "";
  }
  return llvm::formatv("{0}:{1}", place.frames.front().file,
                       place.frames.front().line);
}

std::string inBytes(int64_t bytes) {
  static constexpr const char *kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  double number = bytes;
  size_t unit = 0;
  while (number >= 1024 && unit + 1 < std::size(kUnits)) {
    number /= 1024;
    ++unit;
  }
  return unit == 0 ? llvm::formatv("{0} B", bytes).str()
                   : llvm::formatv("{0:F1} {1}", number, kUnits[unit]).str();
}

std::string at(const std::string &line) {
  return line.empty() ? "" : " at " + line;
}

class Reporter {
public:
  explicit Reporter(ProgramOp program) : program(program), lives(program) {}

  MemoryReport run() {
    report.sizes = readSizes(program);
    collect();
    findPeak();
    describePeak();
    findDonations();
    return std::move(report);
  }

private:
  /// A storage class in the temp arena.
  struct Class {
    Interval life{std::numeric_limits<int64_t>::max(), -1};
    int64_t bytes = 0;
    std::vector<mlir::Value> values;
  };

  void collect() {
    for (mlir::Value value : lives.values()) {
      if (placeOf(value).getArena() != Arena::Temp) {
        continue;
      }
      StorageOf storage = storageOf(value);
      Class &own = classes[storage.number];
      Interval life = lives.of(value);
      own.life.begin = std::min(own.life.begin, life.begin);
      own.life.end = std::max(own.life.end, life.end);
      own.bytes = std::max(own.bytes, storage.offset + reachOf(value));
      own.values.push_back(value);
    }
  }

  void findPeak() {
    std::map<int64_t, int64_t> changes;
    for (auto &[number, own] : classes) {
      changes[own.life.begin] += own.bytes;
      changes[own.life.end + 1] -= own.bytes;
    }
    int64_t live = 0;
    int64_t most = 0;
    for (auto [time, change] : changes) {
      live += change;
      if (live > most) {
        most = live;
        peak = time;
      }
    }
    program.walk<WalkOrder::PreOrder>([&](Operation *operation) {
      if (operation != program && lives.position(operation) == peak) {
        report.peakStep = nameOf(operation);
        report.peakLine = lineOf(operation);
      }
      return isa<ProgramOp, WhileOp, CaseOp>(operation) ? WalkResult::advance()
                                                        : WalkResult::skip();
    });
  }

  void describePeak() {
    std::vector<std::pair<int64_t, Class *>> alive;
    for (auto &[number, own] : classes) {
      if (own.life.begin <= peak && peak <= own.life.end && own.bytes > 0) {
        alive.push_back({own.bytes, &own});
      }
    }
    llvm::stable_sort(
        alive, [](const auto &a, const auto &b) { return a.first > b.first; });
    for (auto [bytes, own] : ArrayRef(alive).take_front(kMostValues)) {
      // The member that holds the bytes at the peak, or the last before it.
      mlir::Value shown = own->values.front();
      for (mlir::Value value : own->values) {
        if (lives.of(value).begin <= peak) {
          shown = value;
        }
      }
      PeakValue value;
      value.bytes = bytes;
      value.type = describe(shown.getType());
      Operation *maker = shown.getDefiningOp();
      if (!maker) {
        maker = shown.getParentBlock()->getParentOp();
      }
      value.maker = nameOf(maker);
      value.line = lineOf(maker);
      if (Operation *reader = nextReader(shown)) {
        value.nextReader = nameOf(reader);
        value.nextLine = lineOf(reader);
      }
      report.values.push_back(std::move(value));
    }
  }

  Operation *nextReader(mlir::Value value) {
    Operation *next = nullptr;
    for (Operation *user : value.getUsers()) {
      int64_t position = lives.position(user);
      if (position >= peak && (!next || position < lives.position(next))) {
        next = user;
      }
    }
    return next;
  }

  void findDonations() {
    Operation *terminator = program.getBody().front().getTerminator();
    SmallVector<bool> taken(terminator->getNumOperands());
    for (BlockArgument argument : program.getArguments()) {
      if (!hasBytes(argument.getType()) ||
          program.getArgAttr(argument.getArgNumber(), kDonateName)) {
        continue;
      }
      for (auto [i, value] : llvm::enumerate(terminator->getOperands())) {
        PlaceAttr place = placeOf(value);
        if (!taken[i] && value.getType() == argument.getType() && place &&
            place.getArena() == Arena::Result) {
          taken[i] = true;
          report.donations.push_back(
              {argument.getArgNumber(), byteSize(argument.getType())});
          break;
        }
      }
    }
    llvm::stable_sort(report.donations, [](const auto &a, const auto &b) {
      return a.second > b.second;
    });
  }

  ProgramOp program;
  Lives lives;
  int64_t peak = 0;
  llvm::MapVector<int64_t, Class> classes;
  MemoryReport report;
};

} // namespace

MemoryReport reportMemory(ProgramOp program) { return Reporter(program).run(); }

namespace {
struct ReportPlanMemory : impl::ReportPlanMemoryPassBase<ReportPlanMemory> {
  void runOnOperation() override {
    llvm::errs() << reportMemory(getOperation()).text();
    markAllAnalysesPreserved();
  }
};
} // namespace

std::string MemoryReport::text() const {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "peak " << inBytes(sizes.peak() + kernelBytes) << ": arguments "
      << inBytes(sizes.arguments) << ", results " << inBytes(sizes.results)
      << ", constants " << inBytes(sizes.constants) << ", temporaries "
      << inBytes(sizes.temp);
  if (kernelBytes > 0) {
    out << ", kernels " << inBytes(kernelBytes);
  }
  out << "\n";
  if (sizes.aliased > 0) {
    out << "results of " << inBytes(sizes.aliased)
        << " lie in donated arguments\n";
  }
  if (sizes.temp > 0) {
    out << "temporaries are fullest in " << peakStep << at(peakLine) << "; "
        << inBytes(sizes.temp - sizes.tempLowerBound) << " lost to gaps\n";
  }
  for (const PeakValue &value : values) {
    out << "  " << inBytes(value.bytes) << "  " << value.type << "  "
        << value.maker << at(value.line);
    if (!value.nextReader.empty()) {
      out << ", read next by " << value.nextReader << at(value.nextLine);
    }
    out << "\n";
  }
  for (auto [argument, bytes] : ArrayRef(donations).take_front(kMostFixes)) {
    out << "donating argument " << argument << " saves " << inBytes(bytes)
        << "\n";
  }
  return text;
}

} // namespace weft::plan
