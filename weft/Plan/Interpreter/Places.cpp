// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Interpreter/Places.h"

#include "weft/Plan/IR/Workspace.h"
#include "weft/Plan/Interpreter/Evaluate.h"
#include "weft/Plan/Memory/Annotations.h"

#include <llvm/ADT/StringSet.h>

#include <map>
#include <memory>
#include <mutex>

using namespace mlir;
using weft::reference::OpCall;
using weft::reference::OpFunction;
using weft::reference::OpTable;

namespace weft::plan {
namespace {

constexpr char kGarbage = static_cast<char>(0xA5);

/// The arenas of one run of one program.
class Arenas {
public:
  explicit Arenas(ProgramOp program) : program(program) {}

  /// Takes the arguments over.
  Status begin(const OpCall &call);
  Status read(mlir::Value value, const reference::Value &expected);
  Status write(mlir::Value value, const reference::Value &made);
  /// Leaves what a kernel may leave in its workspace.
  void spoil(PlaceAttr place);
  /// Computes where a view with an index lies now.
  void move(ViewOp view, const OpCall &call);
  Status end(const OpCall &call);

private:
  StatusOr<llvm::MutableArrayRef<char>> bytesOf(mlir::Value value);
  int64_t shiftOf(mlir::Value value) const;

  ProgramOp program;
  std::map<std::pair<Arena, int64_t>, std::vector<char>> memory;
  /// Bytes from where a view's source begins to where the view does.
  llvm::DenseMap<mlir::Value, int64_t> shifts;
  /// What arguments held that are not donated.
  llvm::DenseMap<mlir::Value, std::vector<char>> untouched;
};

/// How far a value lies from the beginning of its place.
int64_t Arenas::shiftOf(mlir::Value value) const {
  if (auto view = value.getDefiningOp<ViewOp>()) {
    return shiftOf(view.getSource()) + shifts.lookup(value);
  }
  if (auto barrier = value.getDefiningOp<BarrierOp>()) {
    return shiftOf(barrier.getOperand(cast<OpResult>(value).getResultNumber()));
  }
  return 0;
}

StatusOr<llvm::MutableArrayRef<char>> Arenas::bytesOf(mlir::Value value) {
  PlaceAttr place = placeOf(value);
  if (!place || place.getArena() == Arena::None) {
    return Status::internal("a value has no place");
  }
  int64_t size = byteSize(value.getType());
  int64_t offset = place.getOffset() + shiftOf(value);
  std::vector<char> &arena = memory[{place.getArena(), place.getIndex()}];
  if (static_cast<int64_t>(arena.size()) < offset + size) {
    arena.resize(offset + size, kGarbage);
  }
  return llvm::MutableArrayRef<char>(arena).slice(offset, size);
}

Status Arenas::write(mlir::Value value, const reference::Value &made) {
  if (!hasBytes(value.getType())) {
    return Status::success();
  }
  WEFT_ASSIGN_OR_RETURN(llvm::MutableArrayRef<char> bytes, bytesOf(value));
  llvm::copy(made.tensor().bytes(), bytes.begin());
  return Status::success();
}

Status Arenas::read(mlir::Value value, const reference::Value &expected) {
  if (!hasBytes(value.getType())) {
    return Status::success();
  }
  WEFT_ASSIGN_OR_RETURN(llvm::MutableArrayRef<char> bytes, bytesOf(value));
  llvm::ArrayRef<char> wanted = expected.tensor().bytes();
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (bytes[i] != wanted[i]) {
      std::string place;
      llvm::raw_string_ostream(place) << placeOf(value);
      return Status::internal(llvm::formatv(
          "byte {0} of a {1}-byte value in {2} is {3}, but was {4}", i,
          wanted.size(), place, static_cast<unsigned char>(bytes[i]),
          static_cast<unsigned char>(wanted[i])));
    }
  }
  return Status::success();
}

void Arenas::spoil(PlaceAttr place) {
  std::vector<char> &arena = memory[{place.getArena(), place.getIndex()}];
  if (static_cast<int64_t>(arena.size()) < place.getEnd()) {
    arena.resize(place.getEnd(), kGarbage);
  }
  std::fill(arena.begin() + place.getOffset(), arena.begin() + place.getEnd(),
            kGarbage);
}

void Arenas::move(ViewOp view, const OpCall &call) {
  if (view.getIndex()) {
    shifts[view.getResult()] =
        clampIndex(view, call.tensor(1)) * view.getStride();
  }
}

Status Arenas::begin(const OpCall &call) {
  memory.clear();
  untouched.clear();
  const reference::FunctionPlan *plan =
      call.context().program().find(program.getName());
  for (BlockArgument argument : program.getArguments()) {
    reference::Slot slot = plan->body.arguments[argument.getArgNumber()];
    if (!hasBytes(argument.getType())) {
      continue;
    }
    // Arguments that nothing reads are gone already.
    if (const reference::Value &value = call.frameValues()[slot];
        !value.isEmpty()) {
      WEFT_RETURN_IF_ERROR(write(argument, value));
    }
    WEFT_ASSIGN_OR_RETURN(llvm::MutableArrayRef<char> bytes, bytesOf(argument));
    if (!program.getArgAttr(argument.getArgNumber(), kDonateName)) {
      untouched[argument] = {bytes.begin(), bytes.end()};
    }
  }
  return Status::success();
}

Status Arenas::end(const OpCall &call) {
  const reference::FunctionPlan *plan =
      call.context().program().find(program.getName());
  Operation *terminator = program.getBody().front().getTerminator();
  for (auto [i, value] : llvm::enumerate(terminator->getOperands())) {
    if (!hasBytes(value.getType())) {
      continue;
    }
    WEFT_RETURN_IF_ERROR(read(value, call.frameValues()[plan->body.results[i]])
                             .withContext("result " + std::to_string(i)));
    PlaceAttr place = placeOf(value);
    bool isOwn = place.getArena() == Arena::Result &&
                 place.getIndex() == static_cast<int64_t>(i);
    if (place.getOffset() != 0 ||
        (!isOwn && place.getArena() != Arena::Argument)) {
      return Status::internal("result " + std::to_string(i) +
                              " does not lie in a storage of its own");
    }
  }
  for (BlockArgument argument : program.getArguments()) {
    auto found = untouched.find(argument);
    if (found == untouched.end()) {
      continue;
    }
    WEFT_ASSIGN_OR_RETURN(llvm::MutableArrayRef<char> bytes, bytesOf(argument));
    if (!llvm::equal(bytes, found->second)) {
      return Status::internal("argument " +
                              std::to_string(argument.getArgNumber()) +
                              " is not donated, and was written");
    }
  }
  return Status::success();
}

/// The runs under way, one per context and program.
class Runs {
public:
  Status execute(const OpFunction &function, OpCall &call) {
    Operation *step = call.operation();
    auto program = step->getParentOfType<ProgramOp>();
    if (!program || !program.isAtLeast(Stage::Placed) || !isStep(step)) {
      return function(call);
    }
    Arenas &arenas = of(call, program);
    Block &block = program.getBody().front();
    if (step == &block.front()) {
      WEFT_RETURN_IF_ERROR(arenas.begin(call));
    }
    for (auto [i, operand] : llvm::enumerate(step->getOperands())) {
      WEFT_RETURN_IF_ERROR(arenas.read(operand, call.operand(i))
                               .withContext("operand " + std::to_string(i)));
    }
    if (auto view = dyn_cast<ViewOp>(step)) {
      arenas.move(view, call);
    }
    if (auto kernel = dyn_cast<KernelOp>(step)) {
      if (PlaceAttr place = workspaceOf(kernel)) {
        arenas.spoil(place);
      }
    }
    WEFT_RETURN_IF_ERROR(function(call));
    for (auto [i, result] : llvm::enumerate(step->getResults())) {
      const reference::Value &value = call.result(i);
      bool isThere = !isWritten(result) && !result.getDefiningOp<ConstantOp>();
      Status status =
          isThere ? arenas.read(result, value) : arenas.write(result, value);
      WEFT_RETURN_IF_ERROR(status.withContext("result " + std::to_string(i)));
    }
    return step->getNextNode() == block.getTerminator() ? arenas.end(call)
                                                        : Status::success();
  }

private:
  static bool isStep(Operation *operation) {
    return isa<ProgramOp, WhileOp, CaseOp>(operation->getParentOp());
  }

  Arenas &of(const OpCall &call, ProgramOp program) {
    std::lock_guard<std::mutex> guard(lock);
    auto &found = runs[{&call.context(), program}];
    if (!found) {
      found = std::make_unique<Arenas>(program);
    }
    return *found;
  }

  std::mutex lock;
  std::map<std::pair<const reference::Context *, Operation *>,
           std::unique_ptr<Arenas>>
      runs;
};

} // namespace

void checkPlaces(OpTable &table, ModuleOp module) {
  auto runs = std::make_shared<Runs>();
  llvm::StringSet<> wrapped;
  for (auto program : module.getOps<ProgramOp>()) {
    if (!program.isAtLeast(Stage::Placed)) {
      continue;
    }
    program.walk([&](Operation *operation) {
      StringRef name = operation->getName().getStringRef();
      const OpFunction *found = table.find(name);
      bool isStep = operation != program &&
                    isa<ProgramOp, WhileOp, CaseOp>(operation->getParentOp());
      if (found && isStep && wrapped.insert(name).second) {
        table.add(name, [runs, function = *found](OpCall &call) {
          return runs->execute(function, call);
        });
      }
    });
  }
}

} // namespace weft::plan
