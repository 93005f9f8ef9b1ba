// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Model/Model.h"

#include "weft/Tile/IR/ArgumentUses.h"
#include "weft/Tile/Model/Program.h"
#include "weft/Tile/Model/Text.h"

#include <cstring>
#include <deque>

using namespace mlir;
using weft::reference::Budget;
using weft::reference::ElementType;
using weft::reference::Index;
using weft::reference::IndexSpace;
using weft::reference::Tensor;
using weft::reference::TensorBuilder;

namespace weft::tile {

//===----------------------------------------------------------------------===//
// Arrays and memory
//===----------------------------------------------------------------------===//

int64_t bufferBytes(Type argument) {
  if (auto ref = dyn_cast<RefType>(argument)) {
    return MemoryPlaces(ref).size() * ref.getElementBytes();
  }
  std::optional<ElementType> element = ElementType::from(argument);
  return element ? element->byteWidth() : 0;
}

StatusOr<Tensor> readArray(Budget &budget, RefType type, ArrayRef<char> bytes) {
  WEFT_ASSIGN_OR_RETURN(
      TensorBuilder array,
      TensorBuilder::create(
          budget,
          RankedTensorType::get(type.getShape(), type.getElementType())));
  MemoryPlaces places(type);
  int64_t width = type.getElementBytes();
  char *to = array.bytes().data();
  for (const Index &index : IndexSpace(type.getShape())) {
    std::memcpy(to, bytes.data() + places.placeOf(index) * width, width);
    to += width;
  }
  Tensor result = std::move(array).finish();
  // Brings bits that elements do not have in order.
  return Tensor::fromBytes(budget, result.type(), result.bytes());
}

void writeArray(RefType type, const Tensor &array,
                MutableArrayRef<char> bytes) {
  MemoryPlaces places(type);
  int64_t width = type.getElementBytes();
  const char *from = array.bytes().data();
  for (const Index &index : IndexSpace(type.getShape())) {
    std::memcpy(bytes.data() + places.placeOf(index) * width, from, width);
    from += width;
  }
}

namespace {

//===----------------------------------------------------------------------===//
// One run
//===----------------------------------------------------------------------===//

class Run {
public:
  Run(KernelOp kernel, const ModelOptions &options)
      : options(options), uses(argumentUses(kernel)) {
    machine.kernel = kernel;
    machine.budget = Budget::create(options.limits);
  }

  Status execute(ArrayRef<Buffer> arguments) {
    WEFT_RETURN_IF_ERROR(bind(arguments));
    number();
    WEFT_RETURN_IF_ERROR(runPrograms());
    location = machine.kernel.getLoc();
    return checkOutputs();
  }

  /// Of the operation that failed.
  std::optional<Location> location;

private:
  KernelOp kernel() { return machine.kernel; }

  bool isMarked(size_t argument, StringRef attribute) {
    return static_cast<bool>(kernel().getArgAttr(argument, attribute));
  }

  Status bind(ArrayRef<Buffer> arguments);
  Status bindRef(size_t i, RefType type, ArrayRef<Buffer> arguments);
  void number();
  SmallVector<int64_t> startOrder() const;
  Status runPrograms();
  Status runOn(std::unique_ptr<Program> program);
  Status checkOutputs();

  ModelOptions options;
  SmallVector<ArgumentUse> uses;
  Machine machine;
  /// Outputs of which each element must be written.
  SmallVector<size_t> complete;
  int64_t ended = 0;
  std::deque<std::unique_ptr<Program>> looking;
  std::deque<std::unique_ptr<Program>> atBarrier;
};

Status Run::bind(ArrayRef<Buffer> arguments) {
  location = kernel().getLoc();
  if (arguments.size() != kernel().getNumArguments()) {
    return Status::invalidArgument(llvm::formatv(
        "@{0} takes {1} arguments, {2} were given", kernel().getSymName(),
        kernel().getNumArguments(), arguments.size()));
  }
  for (auto [i, type] : llvm::enumerate(kernel().getArgumentTypes())) {
    int64_t expected = bufferBytes(type);
    if (static_cast<int64_t>(arguments[i].bytes.size()) != expected) {
      return Status::invalidArgument(llvm::formatv(
          "argument {0} of type {1} has {2} bytes, {3} were given", i,
          typeText(type), expected, arguments[i].bytes.size()));
    }
    if (auto ref = dyn_cast<RefType>(type)) {
      WEFT_RETURN_IF_ERROR(bindRef(i, ref, arguments));
      continue;
    }
    WEFT_ASSIGN_OR_RETURN(Tensor scalar,
                          Tensor::fromBytes(*machine.budget,
                                            RankedTensorType::get({}, type),
                                            arguments[i].bytes));
    machine.arguments.push_back(scalar);
  }
  return Status::success();
}

Status Run::bindRef(size_t i, RefType type, ArrayRef<Buffer> arguments) {
  MutableArrayRef<char> bytes = arguments[i].bytes;
  if (!ElementType::from(type.getElementType())) {
    return Status::unimplemented(
        llvm::formatv("the model has no elements of type {0}",
                      typeText(type.getElementType())));
  }
  bool isShared = false;
  for (size_t other = 0; other < arguments.size(); ++other) {
    auto alias =
        kernel().getArgAttrOfType<IntegerAttr>(other, aliasesAttributeName);
    isShared |=
        alias && (other == i || alias.getInt() == static_cast<int64_t>(i));
    if (alias && other == i &&
        arguments[alias.getInt()].bytes.data() != bytes.data()) {
      return Status::invalidArgument(llvm::formatv(
          "argument {0} must have the bytes of argument {1}, which it aliases",
          i, alias.getInt()));
    }
  }
  bool isZeroed = isMarked(i, zeroedAttributeName);
  if (isZeroed) {
    std::fill(bytes.begin(), bytes.end(), 0);
  }
  auto memory = std::make_shared<ModelMemory>(type, bytes);
  if (uses[i].isWritten && !uses[i].isUpdated && !isZeroed) {
    // An output that is read back is also workspace, and rewritten as such.
    memory->trackWrites(options.writesOnce && !uses[i].isRead);
    if (options.writesAll && !isShared) {
      complete.push_back(i);
    }
  }
  machine.arguments.push_back(ModelRef(type, std::move(memory)));
  return Status::success();
}

void Run::number() {
  auto add = [&](Value value) {
    machine.numbers.try_emplace(value, machine.numbers.size());
  };
  llvm::for_each(kernel().getBlock().getArguments(), add);
  kernel().getBody().walk([&](Operation *operation) {
    llvm::for_each(operation->getResults(), add);
    for (Region &region : operation->getRegions()) {
      llvm::for_each(region.getArguments(), add);
    }
  });
}

SmallVector<int64_t> Run::startOrder() const {
  KernelOp op = machine.kernel;
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, op.getGrid()));
  if (!options.seed) {
    return order;
  }
  uint64_t state = *options.seed;
  for (size_t left = order.size(); left > 1; --left) {
    // A linear congruential generator is random enough to shuffle with.
    state = state * 6364136223846793005 + 1442695040888963407;
    std::swap(order[left - 1], order[(state >> 33) % left]);
  }
  return order;
}

Status Run::runOn(std::unique_ptr<Program> program) {
  StatusOr<Program::Pause> pause = program->run();
  if (!pause.ok()) {
    location = program->operation()->getLoc();
    return pause.status();
  }
  switch (*pause) {
  case Program::Pause::Ended:
    ++ended;
    break;
  case Program::Pause::Looked:
    looking.push_back(std::move(program));
    break;
  case Program::Pause::Barrier:
    atBarrier.push_back(std::move(program));
    break;
  }
  return Status::success();
}

Status Run::runPrograms() {
  SmallVector<int64_t> order = startOrder();
  int64_t grid = order.size(), started = 0;
  // A loop may count before it looks again, so a round in which nothing
  // changes does not prove yet that nothing will.
  int64_t idleRounds = 0;
  constexpr int64_t mostIdleRounds = 64;
  while (ended < grid) {
    uint64_t changes = machine.changes;
    size_t others = ended + atBarrier.size();
    for (size_t turn = looking.size(); turn > 0; --turn) {
      std::unique_ptr<Program> program = std::move(looking.front());
      looking.pop_front();
      WEFT_RETURN_IF_ERROR(runOn(std::move(program)));
    }
    if (changes != machine.changes || others != ended + atBarrier.size()) {
      idleRounds = 0;
      continue;
    }
    if (started < grid) {
      WEFT_RETURN_IF_ERROR(
          runOn(std::make_unique<Program>(machine, order[started++])));
      continue;
    }
    if (!looking.empty()) {
      if (++idleRounds > mostIdleRounds) {
        location = looking.front()->operation()->getLoc();
        return Status::failedPrecondition(
            llvm::formatv("{0} programs, among them program {1}, wait for "
                          "memory that no program "
                          "will change",
                          looking.size(), looking.front()->number()));
      }
      continue;
    }
    if (ended != 0) {
      location = atBarrier.front()->operation()->getLoc();
      return Status::failedPrecondition(
          llvm::formatv("{0} programs, among them program {1}, wait at a "
                        "barrier, but {2} have ended",
                        atBarrier.size(), atBarrier.front()->number(), ended));
    }
    for (ModelValue &argument : machine.arguments) {
      if (auto *ref = std::get_if<ModelRef>(&argument)) {
        ref->memory->forgetWriters();
      }
    }
    for (size_t turn = atBarrier.size(); turn > 0; --turn) {
      std::unique_ptr<Program> program = std::move(atBarrier.front());
      atBarrier.pop_front();
      WEFT_RETURN_IF_ERROR(runOn(std::move(program)));
    }
  }
  return Status::success();
}

Status Run::checkOutputs() {
  for (size_t i : complete) {
    const ModelRef &ref = *std::get_if<ModelRef>(&machine.arguments[i]);
    int64_t missing = 0;
    Index first;
    for (const Index &index : IndexSpace(ref.type.getShape())) {
      if (!ref.memory->isWritten(ref.places->placeOf(index))) {
        first = missing++ == 0 ? index : first;
      }
    }
    if (missing != 0) {
      return Status::failedPrecondition(llvm::formatv(
          "@{0} does not write element {1} of argument {2}, nor {3} others",
          kernel().getSymName(), listText(first), i, missing - 1));
    }
  }
  return Status::success();
}

} // namespace

Status runKernel(KernelOp kernel, ArrayRef<Buffer> arguments,
                 const ModelOptions &options,
                 std::optional<Location> *location) {
  Run run(kernel, options);
  Status status = run.execute(arguments);
  if (location && !status.ok()) {
    *location = run.location;
  }
  return status;
}

} // namespace weft::tile
