// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Emulator/Launch.h"

#include "weft/Emulator/Copies.h"
#include "weft/Emulator/HandOver.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <numeric>
#include <thread>

namespace weft::emulator {
namespace {

/// A thread that has its turn runs at most so many instructions. Threads that
/// never meet lose nothing by long turns; those that do stop when they meet.
constexpr int64_t longestTurn = 2048;
/// Instructions of a block, some 10 ms, after which copies have their turn.
constexpr uint64_t longestBlock = uint64_t(1) << 20;

/// Most blocks that run at the same time, where blocks may wait for each other.
/// One may be alone: it finds out whether others have to come first.
constexpr uint64_t mostTogether = 6;

/// One block after the other.
class BlockRunner {
public:
  BlockRunner(uint64_t &instructions, const LaunchOptions &options)
      : instructions(instructions), options(options) {}

  Block block;
  bool isActive = false;

  /// Its threads are at their first instruction.
  void start() {
    ready.clear();
    barriers.clear();
    done = 0;
    for (uint32_t i = 0; i < block.threads.size(); ++i) {
      ready.push_back(i);
    }
    isActive = true;
    nextTurn = instructions + longestBlock;
  }

  /// A thread's turn; the last one ends the block.
  void run() {
    if (ready.empty()) {
      if (done != block.threads.size()) {
        reportDeadlock();
      }
      isActive = false;
      return;
    }
    const auto place =
        static_cast<size_t>(block.random->below(int64_t(ready.size())));
    Thread &thread = block.threads[ready[place]];
    runTurn(thread);
    landSomeCopies(block);
    letCopiesIn();
    isActive = !block.fault;
    if (thread.state == Thread::State::Ready) {
      return;
    }
    ready[place] = ready.back();
    ready.pop_back();
    if (thread.state == Thread::State::Done) {
      ++done;
    } else if (thread.state == Thread::State::AtBarrier) {
      arrive(thread);
    } else {
      meet(thread);
    }
    isActive = !block.fault;
  }

  /// Nothing is known any more of who touched its memory.
  void forgetRaces() {
    SharedMemory &shared = block.shared;
    std::ranges::fill(shared.cells, RaceCell());
    shared.orderedCells.clear();
    RaceClock fresh;
    fresh.join(*block.clock.intervals, block.clock.number);
    block.clock = fresh;
    block.clock.nextLaunch();
    block.order = {};
    for (Thread &thread : block.threads) {
      thread.forgetOrder();
    }
  }

private:
  void letCopiesIn() {
    if (options.blocks && options.turns && instructions >= nextTurn) {
      nextTurn = instructions + longestBlock;
      options.turns->unlock();
      std::this_thread::sleep_for(std::chrono::microseconds(50));
      options.turns->lock();
    }
  }

  void runTurn(Thread &thread) {
    const int64_t turn = block.random->between(1, longestTurn);
    thread.remaining = turn;
    int64_t count = 0;
    while (thread.remaining-- > 0) {
      const Instruction &instruction = *thread.next++;
      instruction.run(thread, instruction);
      ++count;
    }
    instructions += static_cast<uint64_t>(count);
    if (instructions > options.maximumInstructions && !block.fault) {
      thread.fault(Fault::Kind::Runaway,
                   "the launch took more than " +
                       std::to_string(options.maximumInstructions) +
                       " instructions");
    }
  }

  void release(Thread &thread) {
    thread.state = Thread::State::Ready;
    ready.push_back(thread.number);
  }

  void arrive(Thread &thread) {
    std::vector<uint32_t> &waiting = barriers[thread.barrier];
    waiting.push_back(thread.number);
    const size_t wanted =
        thread.barrierCount ? thread.barrierCount : block.threads.size();
    if (waiting.size() < wanted) {
      return;
    }
    meetBlock(block, waiting);
    for (uint32_t number : waiting) {
      release(block.threads[number]);
    }
    waiting.clear();
  }

  /// When the last of those that take part has come they do it together.
  void meet(Thread &thread) {
    const Instruction &here = thread.current();
    auto lanesOf = [&](Thread &one) {
      return here.lanes == noSlot ? ~uint32_t(0)
                                  : static_cast<uint32_t>(one[here.lanes]);
    };
    const uint32_t wanted = lanesOf(thread);
    if (!(wanted >> thread.lane() & 1)) {
      thread.fault(Fault::Kind::Trap,
                   "a thread executes what it is no member of");
      return;
    }
    Thread *lanes[32] = {};
    const uint32_t first = thread.warp() * 32;
    for (uint32_t lane = 0; lane < 32; ++lane) {
      // Lanes without a thread may be named.
      if (!(wanted >> lane & 1) || first + lane >= block.threads.size()) {
        continue;
      }
      Thread &other = block.threads[first + lane];
      if (other.state != Thread::State::WithWarp || &other.current() != &here) {
        return;
      }
      if (lanesOf(other) != wanted) {
        thread.fault(Fault::Kind::Trap,
                     "threads of a warp name different members");
        return;
      }
      lanes[lane] = &other;
    }
    here.together(lanes, here);
    for (Thread *other : lanes) {
      if (other) {
        release(*other);
      }
    }
  }

  void reportDeadlock() {
    size_t atBarrier = 0, withWarp = 0;
    Thread *first = nullptr;
    for (Thread &thread : block.threads) {
      atBarrier += thread.state == Thread::State::AtBarrier;
      withWarp += thread.state == Thread::State::WithWarp;
      if (!first && thread.state != Thread::State::Done) {
        first = &thread;
      }
    }
    std::string text;
    if (atBarrier) {
      text = std::to_string(atBarrier) +
             " threads wait at a barrier that others do not reach";
    }
    if (withWarp) {
      text += (text.empty() ? "" : ", ") + std::to_string(withWarp) +
              " threads wait for others of their warp";
    }
    text += "; " + std::to_string(done) + " of " +
            std::to_string(block.threads.size()) + " threads are done";
    first->fault(Fault::Kind::Deadlock, std::move(text));
  }

  uint64_t &instructions;
  const LaunchOptions &options;
  uint64_t nextTurn = 0;
  std::vector<uint32_t> ready;
  std::map<uint32_t, std::vector<uint32_t>> barriers;
  size_t done = 0;
};

/// Blocks in steps of any width: nothing may depend on which comes first.
class BlockOrder {
public:
  BlockOrder(uint64_t count, Random &random)
      : count(count), start(random.next() % count),
        step(random.next() % count) {
    while (std::gcd(step, count) != 1) {
      step = (step + 1) % count;
    }
  }
  uint64_t operator[](uint64_t turn) const {
    return static_cast<uint64_t>((Wide(turn) * step + start) % count);
  }

private:
  __extension__ using Wide = unsigned __int128;
  uint64_t count, start, step;
};

void prepareThread(Thread &thread, Block &block, uint32_t number,
                   const std::vector<uint8_t> &parameters) {
  const LaunchShape &shape = *block.shape;
  thread.block = &block;
  thread.number = number;
  thread.index[0] = number % shape.threads[0];
  thread.index[1] = number / shape.threads[0] % shape.threads[1];
  thread.index[2] = number / shape.threads[0] / shape.threads[1];
  thread.state = Thread::State::Ready;
  thread.isAhead = block.isAhead;
  thread.frames.clear();
  thread.copies.clear();
  thread.copyGroups.clear();
  thread.forgetOrder();
  thread.next = nullptr;
  thread.enter(*block.kernel, nullptr);
  std::copy(parameters.begin(), parameters.end(), thread.parameters);
}

} // namespace

Status loadVariables(Module &module, Memory &memory) {
  for (Variable &variable : module.variables) {
    if (variable.space != Space::Global && variable.space != Space::Constant) {
      continue;
    }
    variable.address = memory.allocate(variable.size, variable.alignment);
    if (!variable.address) {
      return Status::resourceExhausted("no memory for the variable '" +
                                       variable.name + "'");
    }
    if (variable.values.empty()) {
      memory.fill(variable.address, 0, 1, variable.size);
    } else {
      memory.write(variable.address, variable.values.data(),
                   variable.values.size());
    }
  }
  return Status::success();
}

void unloadVariables(Module &module, Memory &memory) {
  for (Variable &variable : module.variables) {
    if ((variable.space == Space::Global ||
         variable.space == Space::Constant) &&
        variable.address) {
      memory.release(variable.address);
      variable.address = 0;
    }
  }
}

namespace {

/// The blocks of a launch: one after the other, or some of them at the same
/// time, which take turns thread by thread.
class Grid {
public:
  Grid(const Module &module, const Function &kernel, const LaunchShape &shape,
       const std::vector<uint8_t> &parameters, Memory &memory,
       const LaunchOptions &options)
      : shape(shape), parameters(parameters), memory(memory), options(options),
        random(options.seed), order(shape.blockCount(), random),
        beside(options.beside) {
    uint64_t together = 1;
    if (kernel.mayWait && shape.blockCount() > 1) {
      const uint64_t most = std::min(shape.blockCount(), mostTogether);
      together += static_cast<uint64_t>(random.below(int64_t(most)));
    }
    const Landing landing = chooseLanding(kernel, random);
    const size_t sharedBytes =
        (module.sharedBytes + 15) / 16 * 16 + shape.dynamicShared;
    for (uint64_t i = 0; i < together; ++i) {
      auto runner = std::make_unique<BlockRunner>(result.instructions, options);
      Block &block = runner->block;
      block.forgetRaces = [this] { forgetRaces(); };
      block.flags = &flags;
      block.module = &module;
      block.kernel = &kernel;
      block.shape = &shape;
      block.memory = &memory;
      block.random = &random;
      block.checksRaces = options.checksRaces;
      block.checksUnwritten = options.checksUnwritten;
      block.isAhead = options.isAhead;
      block.landing = landing;
      block.setConditional = options.setConditional;
      block.shared.bytes.resize(sharedBytes);
      block.shared.states.resize(sharedBytes);
      block.shared.cells.resize(sharedBytes);
      block.threads.resize(shape.threadCount());
      runners.push_back(std::move(runner));
    }
  }

  LaunchResult run() {
    while (turn < shape.blockCount() && !result.fault) {
      std::unique_lock<std::mutex> others;
      std::unique_lock<std::mutex> lock;
      if (options.blocks) {
        others = std::unique_lock(*options.blocks);
      }
      if (options.turns) {
        lock = std::unique_lock(*options.turns);
      }
      catchUp();
      if (isShared()) {
        runTogether();
      } else {
        runOne();
      }
    }
    return std::move(result);
  }

private:
  bool isShared() const { return runners.size() > 1; }

  /// Whatever has run since the last block has had intervals of its own, and
  /// may have forgotten about all before.
  void catchUp() {
    const uint32_t now = memory.clock().now >> RaceClock::threadBits;
    if (isFirst || now < intervals.last) {
      beginIntervals(now);
    }
    intervals.last = now;
    intervals.owners.resize(now - intervals.begin, Intervals::nobody);
    if (memory.clock().isFull()) {
      forgetRaces();
    }
  }

  void beginIntervals(uint32_t now) {
    intervals = Intervals();
    intervals.begin = intervals.last = now;
    intervals.threads = static_cast<uint32_t>(shape.threadCount());
    intervals.isOneByOne = !isShared();
    flags.clear();
    isFirst = true;
  }

  void runOne() {
    BlockRunner &runner = *runners.front();
    start(runner);
    while (runner.isActive) {
      runner.run();
    }
    finish(runner);
  }

  /// All that are left, so that nothing else comes in between.
  void runTogether() {
    while (!result.fault) {
      std::vector<BlockRunner *> active;
      for (const std::unique_ptr<BlockRunner> &runner : runners) {
        if (!runner->isActive && turn < shape.blockCount()) {
          start(*runner);
        }
        if (runner->isActive) {
          active.push_back(runner.get());
        }
      }
      if (active.empty()) {
        return;
      }
      BlockRunner *ended = nullptr;
      while (!ended) {
        BlockRunner *next = active[static_cast<size_t>(
            random.below(static_cast<int64_t>(active.size())))];
        next->run();
        ended = next->isActive ? nullptr : next;
      }
      finish(*ended);
    }
  }

  void start(BlockRunner &runner) {
    const uint64_t number = order[turn++];
    Block &block = runner.block;
    block.index[0] = static_cast<uint32_t>(number % shape.blocks[0]);
    block.index[1] =
        static_cast<uint32_t>(number / shape.blocks[0] % shape.blocks[1]);
    block.index[2] =
        static_cast<uint32_t>(number / shape.blocks[0] / shape.blocks[1]);
    block.clock = RaceClock();
    block.clock.join(intervals, static_cast<uint32_t>(turn));
    if (block.clock.isFull()) {
      forgetRaces();
    }
    block.clock.launch = launched;
    block.clock.beside = beside;
    block.order = {};
    block.hasOrders = false;
    if (isFirst) {
      block.clock.nextLaunch();
      launched = block.clock.launch;
    } else {
      block.clock.nextBlock();
    }
    isFirst = false;
    std::fill(block.shared.states.begin(), block.shared.states.end(),
              unwritten);
    for (uint32_t i = 0; i < block.threads.size(); ++i) {
      prepareThread(block.threads[i], block, i, parameters);
    }
    runner.start();
  }

  void finish(BlockRunner &runner) {
    memory.clock() = RaceClock();
    memory.clock().now = intervals.last << RaceClock::threadBits;
    if (runner.block.fault) {
      result.fault = std::move(runner.block.fault);
    }
  }

  void forgetRaces() {
    memory.clearRaces();
    beginIntervals(0);
    beside = {};
    for (const std::unique_ptr<BlockRunner> &runner : runners) {
      if (runner->isActive) {
        runner->forgetRaces();
        runner->block.clock.launch = launched =
            isFirst ? runner->block.clock.launch : launched;
        isFirst = false;
      }
    }
  }

  const LaunchShape &shape;
  const std::vector<uint8_t> &parameters;
  Memory &memory;
  const LaunchOptions &options;
  LaunchResult result;
  Random random;
  BlockOrder order;
  std::span<const RaceSpan> beside;
  std::vector<std::unique_ptr<BlockRunner>> runners;
  Intervals intervals;
  Flags flags;
  /// Blocks that have begun.
  uint64_t turn = 0;
  uint32_t launched = 0;
  bool isFirst = true;
};

} // namespace

LaunchResult launch(const Module &module, const Function &kernel,
                    const LaunchShape &shape,
                    const std::vector<uint8_t> &parameters, Memory &memory,
                    const LaunchOptions &options) {
  return Grid(module, kernel, shape, parameters, memory, options).run();
}

} // namespace weft::emulator
