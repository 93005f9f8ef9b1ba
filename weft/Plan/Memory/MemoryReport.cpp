// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Memory/MemoryReport.h"

#include "weft/Plan/IR/Workspace.h"
#include "weft/Plan/Memory/Annotations.h"
#include "weft/Plan/Memory/DescribeSteps.h"
#include "weft/Plan/Memory/TempProfile.h"
#include "weft/Plan/Passes.h"
#include "weft/Support/ByteText.h"

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

class Reporter {
public:
  explicit Reporter(ProgramOp program)
      : program(program), lives(program), profile(program, lives),
        peak(profile.peak()) {}

  MemoryReport run() {
    report.sizes = readSizes(program);
    describeStepOfPeak();
    describePeak();
    findDonations();
    report.savings = findSavings(program, lives, profile);
    return std::move(report);
  }

private:
  void describeStepOfPeak() {
    program.walk<WalkOrder::PreOrder>([&](Operation *operation) {
      if (operation != program && lives.position(operation) == peak) {
        report.peakStep = nameOfStep(operation);
        report.peakLine = lineOfStep(operation);
      }
      return isa<ProgramOp, WhileOp, CaseOp>(operation) ? WalkResult::advance()
                                                        : WalkResult::skip();
    });
  }

  void describePeak() {
    std::vector<std::pair<int64_t, const TempStorage *>> alive;
    for (const auto &[number, own] : profile.storages()) {
      if (own.isAliveAt(peak)) {
        alive.push_back({own.bytes, &own});
      }
    }
    // The only one that is no value.
    const auto workspace = profile.workspaces().find(peak);
    if (workspace != profile.workspaces().end()) {
      alive.push_back({workspaceOf(workspace->second).getBytes(), nullptr});
    }
    llvm::stable_sort(
        alive, [](const auto &a, const auto &b) { return a.first > b.first; });
    for (auto [bytes, own] : ArrayRef(alive).take_front(kMostValues)) {
      if (!own) {
        Operation *kernel = workspace->second;
        report.values.push_back({bytes, "workspace", nameOfStep(kernel),
                                 lineOfStep(kernel), "", ""});
        continue;
      }
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
      value.maker = nameOfStep(maker);
      value.line = lineOfStep(maker);
      if (Operation *reader = nextReader(shown)) {
        value.nextReader = nameOfStep(reader);
        value.nextLine = lineOfStep(reader);
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
  TempProfile profile;
  int64_t peak;
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
  out << "peak " << byteText(sizes.peak() + kernelBytes) << ": arguments "
      << byteText(sizes.arguments) << ", results " << byteText(sizes.results)
      << ", constants " << byteText(sizes.constants) << ", temporaries "
      << byteText(sizes.temp);
  if (kernelBytes > 0) {
    out << ", kernels " << byteText(kernelBytes);
  }
  out << "\n";
  if (sizes.aliased > 0) {
    out << "results of " << byteText(sizes.aliased)
        << " lie in donated arguments\n";
  }
  if (sizes.temp > 0) {
    out << "temporaries are fullest in " << peakStep << atLine(peakLine) << "; "
        << byteText(sizes.temp - sizes.tempLowerBound) << " lost to gaps\n";
  }
  for (const PeakValue &value : values) {
    out << "  " << byteText(value.bytes) << "  " << value.type << "  "
        << value.maker << atLine(value.line);
    if (!value.nextReader.empty()) {
      out << ", read next by " << value.nextReader << atLine(value.nextLine);
    }
    out << "\n";
  }
  for (auto [argument, bytes] : ArrayRef(donations).take_front(kMostFixes)) {
    out << "donating argument " << argument << " saves " << byteText(bytes)
        << "\n";
  }
  // What is not worth a look is left out.
  const int64_t least = (sizes.peak() + kernelBytes) / 16;
  for (const MemorySaving &saving : savings) {
    if (saving.bytes >= least) {
      out << saving.what << " saves about " << byteText(saving.bytes) << "\n";
    }
  }
  return text;
}

} // namespace weft::plan
