// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/CommandGraph.h"

#include <algorithm>
#include <set>

namespace weft::cuda {

// Numbers of the driver's interface.
static constexpr int anyMemory = 4;
static constexpr int nodeIsKernel = 0;
static constexpr int nodeIsConditional = 13;
/// A kernel may begin when all blocks of the one before have: it waits itself.
static constexpr EdgeData earlyEdge = {1, 0, 1, {}};
static constexpr unsigned beginsWithDefault = 1;
enum Conditional : int { conditionalWhile = 1, conditionalSwitch = 2 };

/// A copy's or a fill's row is so long at most; longer ones are several nodes.
static constexpr uint64_t longestRow = uint64_t(1) << 30;

namespace {

/// The words of a node in the driver's own form, which points to them.
struct NodeParameters {
  KernelNodeParameters kernel = {};
  CopyNodeParameters copy = {};
  FillNodeParameters fill = {};
  std::vector<void *> pointers;
};

} // namespace

/// `words` of a copy: from, to, bytes; of a fill: to, pattern, its width, how
/// often.
template <class Node>
static void describe(Node &node, NodeParameters &parameters) {
  switch (node.kind) {
  case Node::Kind::Kernel:
    parameters.pointers.clear();
    for (uint64_t &word : node.words) {
      parameters.pointers.push_back(&word);
    }
    parameters.kernel.function = node.function->handle;
    parameters.kernel.grid[0] = node.blocks;
    parameters.kernel.grid[1] = parameters.kernel.grid[2] = 1;
    parameters.kernel.block[0] = node.threads;
    parameters.kernel.block[1] = parameters.kernel.block[2] = 1;
    parameters.kernel.sharedBytes =
        static_cast<unsigned>(node.function->sharedBytes);
    parameters.kernel.parameters = parameters.pointers.data();
    return;
  case Node::Kind::Copy:
    parameters.copy.from.kind = parameters.copy.to.kind = anyMemory;
    parameters.copy.from.device = node.words[0];
    parameters.copy.to.device = node.words[1];
    parameters.copy.width = node.words[2];
    parameters.copy.height = parameters.copy.depth = 1;
    return;
  case Node::Kind::Fill:
    parameters.fill.to = node.words[0];
    parameters.fill.value = static_cast<unsigned>(node.words[1]);
    parameters.fill.elementBytes = static_cast<unsigned>(node.words[2]);
    parameters.fill.width = node.words[3];
    parameters.fill.height = 1;
    return;
  }
}

bool CommandGraph::isPossible(std::span<const Command> commands,
                              const DriverFunctions &driver, LeftToHost left) {
  return std::ranges::all_of(commands, [&](const Command &command) {
    if (std::holds_alternative<WhileCommand>(command) ||
        !movedUnder(command).empty()) {
      return driver.hasConditions();
    }
    if (std::holds_alternative<SwitchCommand>(command)) {
      return driver.hasSwitches();
    }
    if (std::holds_alternative<CheckCommand>(command)) {
      return driver.hasConditions() && left.checks;
    }
    return left.calls || !std::holds_alternative<CallCommand>(command);
  });
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

class CommandGraph::Builder {
public:
  Builder(CommandGraph &built, bool withEarlyEdges)
      : built(built), source(built.source), driver(built.driver),
        program(source.loaded.program), nodesOf(program.commands.size()),
        hasEarlyEdges(withEarlyEdges &&
                      driver.graphAddKernelBehind != nullptr) {}

  Status build() {
    WEFT_RETURN_IF_ERROR(
        driver.check(driver.graphCreate(&built.graph, 0), "making a graph"));
    Handles first;
    const CommandRange all = {0, program.commands.size()};
    if (source.decisions != nullptr && built.range == all) {
      WEFT_RETURN_IF_ERROR(
          addKernel(built.graph, first, source.decisions->begin(), 1, 1,
                    [](const RunPlaces &places, std::vector<uint64_t> &to) {
                      to = {places.words};
                    }));
    }
    WEFT_RETURN_IF_ERROR(
        addList(built.graph, built.range.begin, built.range.end, first));
    return driver.check(
        driver.graphInstantiate(&built.executable, built.graph, 0),
        "instantiating a graph");
  }

private:
  using Handles = std::vector<void *>;
  using Work = Node::Work;

  /// Adds commands to `graph`, behind the nodes `after`, which become those
  /// that have to be over when all commands are. What they wait for outside of
  /// the graph has no nodes: the queue is before all of them.
  Status addList(void *graph, size_t begin, size_t end, Handles &after) {
    const Handles before = after;
    std::vector<size_t> open;
    Handles lastCall;
    for (size_t next = begin; next < end;) {
      const size_t number = next;
      Handles waits;
      for (uint32_t wait : program.waits[number]) {
        waits.insert(waits.end(), nodesOf[wait].begin(), nodesOf[wait].end());
        std::erase(open, wait);
      }
      if (waits.empty()) {
        waits = before;
      }
      // They come in their order, by the one place of the ring that is next.
      const bool isCall = putsCalls(number);
      if (isCall) {
        waits.insert(waits.end(), lastCall.begin(), lastCall.end());
      }
      // The driver takes no node twice.
      std::ranges::sort(waits);
      waits.erase(std::ranges::unique(waits).begin(), waits.end());
      WEFT_RETURN_IF_ERROR(addCommand(graph, number, next, waits));
      // One; or, for a loop that never runs, those that it waits for.
      nodesOf[number] = std::move(waits);
      open.push_back(number);
      if (isCall) {
        lastCall = nodesOf[number];
      }
    }
    if (!open.empty()) {
      after.clear();
      for (size_t number : open) {
        after.insert(after.end(), nodesOf[number].begin(),
                     nodesOf[number].end());
      }
    }
    std::ranges::sort(after);
    after.erase(std::ranges::unique(after).begin(), after.end());
    return Status::success();
  }

  /// Adds one command behind the nodes `after`, which becomes its own. `next`
  /// becomes the number of the command after it.
  Status addCommand(void *graph, size_t number, size_t &next, Handles &after) {
    const Command &command = program.commands[number];
    next = number + 1;
    if (const auto *launch = std::get_if<LaunchCommand>(&command)) {
      const CommandKernel &kernel = program.kernels[launch->kernel];
      return addKernel(graph, after, source.loaded.kernels[launch->kernel],
                       static_cast<uint32_t>(kernel.blocks), kernel.threads,
                       [&loaded = source.loaded, number](
                           const RunPlaces &places, std::vector<uint64_t> &to) {
                         loaded.appendParameters(number, places, to);
                       });
    }
    const auto *copy = std::get_if<CopyCommand>(&command);
    if (copy != nullptr && !copy->guards.empty()) {
      return addGuardedCopy(graph, *copy, after);
    }
    if (copy != nullptr) {
      for (uint64_t at = 0; at < copy->bytes; at += longestRow) {
        const uint64_t bytes = std::min(longestRow, copy->bytes - at);
        WEFT_RETURN_IF_ERROR(add(graph, after, Node::Kind::Copy,
                                 [copy, at, bytes](const RunPlaces &places,
                                                   std::vector<uint64_t> &to) {
                                   to = {places.addressOf(copy->from) + at,
                                         places.addressOf(copy->to) + at,
                                         bytes};
                                 }));
      }
      return Status::success();
    }
    const auto *fill = std::get_if<FillCommand>(&command);
    if (fill != nullptr && !fill->guards.empty()) {
      return addGuardedFill(graph, *fill, after);
    }
    if (fill != nullptr) {
      for (uint64_t at = 0; at < fill->bytes; at += longestRow) {
        const uint64_t bytes = std::min(longestRow, fill->bytes - at);
        WEFT_RETURN_IF_ERROR(add(graph, after, Node::Kind::Fill,
                                 [fill, at, bytes](const RunPlaces &places,
                                                   std::vector<uint64_t> &to) {
                                   to = {places.addressOf(fill->to) + at,
                                         fill->pattern, fill->width,
                                         bytes / fill->width};
                                 }));
      }
      return Status::success();
    }
    if (const auto *id = std::get_if<DeviceNumberCommand>(&command)) {
      return add(graph, after, Node::Kind::Fill,
                 [id](const RunPlaces &places, std::vector<uint64_t> &to) {
                   to = {places.addressOf(id->to), places.numberOf(id->kind),
                         sizeof(uint32_t), 1};
                 });
    }
    if (const auto *loop = std::get_if<WhileCommand>(&command)) {
      return addWhile(graph, *loop, next, after);
    }
    if (const auto *branch = std::get_if<SwitchCommand>(&command)) {
      return addSwitch(graph, *branch, next, after);
    }
    if (const auto *check = std::get_if<CheckCommand>(&command)) {
      return addKernel(graph, after, source.decisions->check(), 1, 1,
                       [holds = check->holds, number](
                           const RunPlaces &places, std::vector<uint64_t> &to) {
                         to = {places.words,   places.addressOf(holds.address),
                               holds.bytes,    uint64_t(64) - holds.bits,
                               places.failure, uint64_t(number) + 1};
                       });
    }
    const auto *call = std::get_if<CallCommand>(&command);
    if (source.ringed != nullptr && call != nullptr) {
      return addPuts(graph, source.ringed->calls[call->site], after);
    }
    if (source.staged != nullptr && call != nullptr) {
      for (const StagedCall::Array &array :
           source.staged->calls[nextCall++].arrays) {
        if (array.bytes != 0) {
          WEFT_RETURN_IF_ERROR(
              add(graph, after, Node::Kind::Copy,
                  [&array](const RunPlaces &places, std::vector<uint64_t> &to) {
                    to = {places.addressOf(array.from),
                          places.staging + array.offset, array.bytes};
                  }));
        }
      }
      return Status::success();
    }
    return Status::internal("a command that has no node in a graph");
  }

  Status addGuardedCopy(void *graph, const CopyCommand &copy, Handles &after) {
    return addMover(
        graph, after, source.decisions->copyIf(), copy.bytes,
        [one = &copy](const RunPlaces &places, std::vector<uint64_t> &to) {
          to = DecisionKernels::wordsOf(one->guards, places);
          to.insert(to.end(), {places.addressOf(one->from),
                               places.addressOf(one->to), one->bytes});
        });
  }

  Status addGuardedFill(void *graph, const FillCommand &fill, Handles &after) {
    return addMover(
        graph, after, source.decisions->fillIf(), fill.bytes,
        [one = &fill](const RunPlaces &places, std::vector<uint64_t> &to) {
          to = DecisionKernels::wordsOf(one->guards, places);
          to.insert(to.end(),
                    {places.addressOf(one->to), one->fourBytes(), one->bytes});
        });
  }

  /// A kernel of ours whose threads share so many bytes.
  Status addMover(void *graph, Handles &after, const Function &function,
                  uint64_t bytes, Work work) {
    constexpr uint32_t threads = 256;
    // A few vectors for each thread, and as many blocks as any device runs at
    // once.
    constexpr uint64_t bytesOfBlock = 4 * 16 * threads;
    constexpr uint64_t mostBlocks = 1024;
    const uint64_t blocks = (bytes + bytesOfBlock - 1) / bytesOfBlock;
    return addKernel(graph, after, function,
                     static_cast<uint32_t>(std::min(blocks, mostBlocks)),
                     threads, std::move(work));
  }

  /// Whether a command, or one inside of it, leaves calls in the ring.
  bool putsCalls(size_t number) const {
    const auto first = program.commands.begin() + number;
    return source.ringed != nullptr &&
           std::any_of(first, first + lengthOf(*first),
                       [](const Command &command) {
                         return std::holds_alternative<CallCommand>(command);
                       });
  }

  /// A node for each array, the last of which completes the call.
  Status addPuts(void *graph, const StagedCall &call, Handles &after) {
    constexpr uint64_t mostForWarp = 2048;
    constexpr uint32_t warp = 32;
    constexpr uint32_t block = 256;
    std::vector<StagedCall::Array> arrays = call.arrays;
    std::erase_if(arrays, [](const auto &array) { return array.bytes == 0; });
    if (arrays.empty()) {
      arrays.emplace_back();
    }
    for (size_t i = 0; i < arrays.size(); ++i) {
      const uint64_t last = i + 1 == arrays.size() ? call.site + 1 : 0;
      WEFT_RETURN_IF_ERROR(
          addKernel(graph, after, source.decisions->put(), 1,
                    arrays[i].bytes > mostForWarp ? block : warp,
                    [array = arrays[i], last, ringed = source.ringed](
                        const RunPlaces &places, std::vector<uint64_t> &to) {
                      to = {places.staging,
                            places.words,
                            ringed->slots - 1,
                            ringed->slotBytes,
                            places.addressOf(array.from),
                            array.offset,
                            array.bytes,
                            last};
                    }));
    }
    return Status::success();
  }

  Status addWhile(void *graph, const WhileCommand &loop, size_t &next,
                  Handles &after) {
    const size_t condition = next;
    const size_t body = condition + loop.condition;
    next = body + loop.body;
    for (uint32_t i = 0; i < loop.lead; ++i) {
      WEFT_RETURN_IF_ERROR(addList(graph, body, next, after));
    }
    if (loop.turns == 0) {
      return Status::success();
    }
    if (loop.rounds != 0) {
      return addCounted(graph, loop, {body, next}, after);
    }
    unsigned long long handle = 0;
    WEFT_RETURN_IF_ERROR(makeCondition(handle));
    WEFT_RETURN_IF_ERROR(addList(graph, condition, body, after));
    WEFT_RETURN_IF_ERROR(addDecision(graph, handle, loop.again, 0, after));
    WEFT_ASSIGN_OR_RETURN(
        Handles bodies,
        addConditional(graph, handle, conditionalWhile, 1, after));
    Handles inside;
    for (uint32_t i = 0; i < loop.turns; ++i) {
      WEFT_RETURN_IF_ERROR(addList(bodies.front(), body, next, inside));
      // The guards of the next turn are set by the condition of this one.
      if (loop.isGuarded || i + 1 == loop.turns) {
        WEFT_RETURN_IF_ERROR(addList(bodies.front(), condition, body, inside));
      }
    }
    return addDecision(bodies.front(), handle, loop.again, 0, inside);
  }

  /// What follows the turns told ahead, of a loop with a count of rounds.
  Status addCounted(void *graph, const WhileCommand &loop, CommandRange body,
                    Handles &after) {
    unsigned long long handle = 0;
    WEFT_RETURN_IF_ERROR(makeCondition(handle));
    WEFT_RETURN_IF_ERROR(addCount(graph, handle, loop, loop.rounds, after));
    WEFT_ASSIGN_OR_RETURN(
        Handles bodies,
        addConditional(graph, handle, conditionalWhile, 1, after));
    Handles inside;
    for (uint32_t i = 0; i < loop.turns; ++i) {
      WEFT_RETURN_IF_ERROR(
          addList(bodies.front(), body.begin, body.end, inside));
    }
    return addCount(bodies.front(), handle, loop, 0, inside);
  }

  /// Begins a count with so many rounds, or counts one where that is none.
  Status addCount(void *graph, unsigned long long handle,
                  const WhileCommand &loop, uint32_t rounds, Handles &after) {
    return addKernel(graph, after, source.decisions->count(), 1, 1,
                     [handle, one = &loop, rounds](const RunPlaces &places,
                                                   std::vector<uint64_t> &to) {
                       to = {handle, places.words,
                             places.addressOf(one->again.address), rounds};
                     });
  }

  Status addSwitch(void *graph, const SwitchCommand &branch, size_t &next,
                   Handles &after) {
    unsigned long long handle = 0;
    WEFT_RETURN_IF_ERROR(makeCondition(handle));
    const auto count = static_cast<unsigned>(branch.branches.size());
    WEFT_RETURN_IF_ERROR(
        addDecision(graph, handle, branch.chosen, count, after));
    WEFT_ASSIGN_OR_RETURN(
        Handles bodies,
        addConditional(graph, handle, conditionalSwitch, count, after));
    for (unsigned i = 0; i < count; ++i) {
      Handles inside;
      WEFT_RETURN_IF_ERROR(
          addList(bodies[i], next, next + branch.branches[i], inside));
      next += branch.branches[i];
    }
    return Status::success();
  }

  Status makeCondition(unsigned long long &handle) {
    return driver.check(driver.graphConditionalHandleCreate(
                            &handle, built.graph, built.device.contextHandle(),
                            0, beginsWithDefault),
                        "making a condition");
  }

  Status addDecision(void *graph, unsigned long long handle,
                     const CommandNumber &number, unsigned branches,
                     Handles &after) {
    return addKernel(graph, after, source.decisions->decide(), 1, 1,
                     [handle, number, branches](const RunPlaces &places,
                                                std::vector<uint64_t> &to) {
                       to = {handle,
                             places.words,
                             places.addressOf(number.address),
                             number.bytes,
                             uint64_t(64) - number.bits,
                             number.isSigned ? uint64_t(1) : uint64_t(0),
                             branches};
                     });
  }

  /// The graphs of its bodies.
  StatusOr<Handles> addConditional(void *graph, unsigned long long handle,
                                   int kind, unsigned bodies, Handles &after) {
    ConditionalNode parameters = {};
    parameters.kind = nodeIsConditional;
    parameters.condition = handle;
    parameters.conditionalKind = kind;
    parameters.bodyCount = bodies;
    parameters.context = built.device.contextHandle();
    void *node = nullptr;
    WEFT_RETURN_IF_ERROR(
        driver.check(driver.graphAddNode(&node, graph, after.data(),
                                         after.size(), &parameters),
                     "adding a condition to a graph"));
    after = {node};
    return Handles(parameters.bodies, parameters.bodies + bodies);
  }

  Status addKernel(void *graph, Handles &after, const Function &function,
                   uint32_t blocks, uint32_t threads, Work work) {
    Node node;
    node.function = &function;
    node.blocks = blocks;
    node.threads = threads;
    return add(graph, after, Node::Kind::Kernel, std::move(work),
               std::move(node));
  }

  Status add(void *graph, Handles &after, Node::Kind kind, Work work,
             Node node = {}) {
    node.kind = kind;
    node.work = std::move(work);
    node.work(built.placed, node.words);
    NodeParameters parameters;
    describe(node, parameters);
    Result result = 0;
    switch (kind) {
    case Node::Kind::Kernel:
      result = addKernelNode(graph, after, node, parameters.kernel);
      break;
    case Node::Kind::Copy:
      result = driver.graphAddCopyNode(&node.handle, graph, after.data(),
                                       after.size(), &parameters.copy,
                                       built.device.contextHandle());
      break;
    case Node::Kind::Fill:
      result = driver.graphAddFillNode(&node.handle, graph, after.data(),
                                       after.size(), &parameters.fill,
                                       built.device.contextHandle());
      break;
    }
    WEFT_RETURN_IF_ERROR(driver.check(result, "adding a node to a graph"));
    after = {node.handle};
    if (kind == Node::Kind::Kernel) {
      kernels.insert(node.handle);
    }
    built.nodes.push_back(std::move(node));
    return Status::success();
  }

  Result addKernelNode(void *graph, const Handles &after, Node &node,
                       const KernelNodeParameters &parameters) {
    // One edge stands for all that the kernel behind it waited for
    // (gpu::reduceWaits), and does so when it is an early one, too: of A, B and
    // C in a row, each thread of B waits for the end of A before it lets C
    // come, so that A is over, and what it wrote to be seen, when C begins, and
    // B when C has waited. A kernel that does not begin by waiting has ordinary
    // edges before it.
    //
    // In bodies of loops and branches NVIDIA's own checker stops at such edges,
    // without saying why.
    if (hasEarlyEdges && graph == built.graph &&
        node.function->beginsByWaiting && after.size() == 1 &&
        kernels.contains(after.front())) {
      KernelNode kernel = {};
      kernel.kind = nodeIsKernel;
      kernel.kernel = parameters;
      return driver.graphAddKernelBehind(&node.handle, graph, after.data(),
                                         &earlyEdge, 1, &kernel);
    }
    return driver.graphAddKernelNode(&node.handle, graph, after.data(),
                                     after.size(), &parameters);
  }

  CommandGraph &built;
  const GraphSource &source;
  const DriverFunctions &driver;
  const CommandProgram &program;
  /// By the number of the command. Those of a loop's condition are in the graph
  /// twice, first before the loop.
  std::vector<Handles> nodesOf;
  /// Nodes that are kernels.
  std::set<void *> kernels;
  /// Of those that are made behind the run, which are met in their order.
  size_t nextCall = 0;
  const bool hasEarlyEdges;
};

StatusOr<std::unique_ptr<CommandGraph>>
CommandGraph::create(const GraphSource &source, CommandRange range,
                     const RunPlaces &places) {
  std::unique_ptr<CommandGraph> graph(new CommandGraph(source, range, places));
  if (Builder(*graph, /*withEarlyEdges=*/true).build().ok()) {
    return graph;
  }
  // A driver may not take such edges where a graph has them.
  graph.reset(new CommandGraph(source, range, places));
  WEFT_RETURN_IF_ERROR(Builder(*graph, /*withEarlyEdges=*/false).build());
  return graph;
}

CommandGraph::~CommandGraph() {
  const DeviceScope scope(device);
  if (executable != nullptr) {
    driver.graphExecutableDestroy(executable);
  }
  if (graph != nullptr) {
    driver.graphDestroy(graph);
  }
}

//===----------------------------------------------------------------------===//
// Using
//===----------------------------------------------------------------------===//

Status CommandGraph::moveTo(const RunPlaces &places) {
  std::vector<uint64_t> words;
  NodeParameters parameters;
  for (Node &node : nodes) {
    words.clear();
    node.work(places, words);
    if (words == node.words) {
      continue;
    }
    node.words.swap(words);
    describe(node, parameters);
    Result result = 0;
    switch (node.kind) {
    case Node::Kind::Kernel:
      result = driver.graphChangeKernelNode(executable, node.handle,
                                            &parameters.kernel);
      break;
    case Node::Kind::Copy:
      result = driver.graphChangeCopyNode(
          executable, node.handle, &parameters.copy, device.contextHandle());
      break;
    case Node::Kind::Fill:
      result = driver.graphChangeFillNode(
          executable, node.handle, &parameters.fill, device.contextHandle());
      break;
    }
    WEFT_RETURN_IF_ERROR(driver.check(result, "changing a node of a graph"));
  }
  placed = places;
  return Status::success();
}

Status CommandGraph::launch(void *stream) const {
  return driver.check(driver.graphLaunch(executable, stream),
                      "launching a graph");
}

} // namespace weft::cuda
