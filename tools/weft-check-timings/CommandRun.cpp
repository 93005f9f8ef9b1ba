// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/weft-check-timings/CommandRun.h"

#include "weft/Emulator/PtxParser.h"
#include "weft/Emulator/Transfer.h"
#include "weft/Executable/AssembledKernel.h"
#include "weft/Support/Random.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

namespace weft::tools {

static constexpr uint64_t kMemoryBytes = uint64_t(256) << 20;

/// One run: its memory, and where everything lies in it.
struct CommandRun::Running {
  std::unique_ptr<emulator::Memory> memory;
  Random random;
  std::vector<uint64_t> arguments, results;
  uint64_t constants = 0, temporary = 0, words = 0;
  uint64_t instructions = 0;
  /// What has run, and is not over before the command that runs next may begin.
  std::vector<emulator::RaceSpan> beside = {};
  /// Whether it is known no longer: stamps of races begin anew now and then.
  bool hasForgotten = false;

  /// Arrays of no bytes have an address too.
  uint64_t allocate(uint64_t bytes) {
    return memory->allocate(std::max<uint64_t>(bytes, 1));
  }
  uint64_t place(std::string_view bytes) {
    const uint64_t address = allocate(bytes.size());
    memory->write(address, bytes.data(), bytes.size());
    return address;
  }

  uint64_t addressOf(const CommandAddress &address) const {
    switch (address.base) {
    case CommandAddress::Base::Nowhere:
      return 0;
    case CommandAddress::Base::Argument:
      return arguments[address.index] + address.offset;
    case CommandAddress::Base::Result:
      return results[address.index] + address.offset;
    case CommandAddress::Base::Constants:
      return constants + address.offset;
    case CommandAddress::Base::Temporary:
      return temporary + address.offset;
    case CommandAddress::Base::Words:
      return words;
    }
    return 0;
  }

  /// What runs in the order of no kernel may not touch what is not over either.
  Status note(size_t number,
              llvm::function_ref<bool(emulator::Transfer &)> touches) {
    const uint32_t began = memory->clock().now;
    bool isFine = true;
    {
      emulator::Transfer transfer(*memory, spansBeside());
      isFine = touches(transfer);
    }
    hasForgotten |= memory->clock().now < began;
    return isFine ? Status::success()
                  : Status::internal(
                        "command " + std::to_string(number) +
                        " touches bytes that another one touches, and none of "
                        "the two waits for the other");
  }
  std::span<const emulator::RaceSpan> spansBeside() const {
    return hasForgotten ? std::span<const emulator::RaceSpan>() : beside;
  }

  int64_t read(const CommandNumber &number) const {
    uint64_t bits = 0;
    memory->read(&bits, addressOf(number.address), number.bytes);
    const unsigned unused = 64 - number.bits;
    bits <<= unused;
    return number.isSigned ? static_cast<int64_t>(bits) >> unused
                           : static_cast<int64_t>(bits >> unused);
  }
};

StatusOr<CommandRun> CommandRun::load(const Executable &executable) {
  CommandRun run;
  run.executable = &executable;
  const Manifest &manifest = executable.manifest();
  const std::string_view code = executable.section(SectionKind::Code);
  WEFT_ASSIGN_OR_RETURN(
      run.program,
      decodeCommandProgram(executable.section(SectionKind::Commands),
                           manifest.parameters.size(), manifest.results.size(),
                           executable.section(SectionKind::Constants).size(),
                           code.size()));
  run.modules.resize(run.program.kernels.size());
  run.texts.resize(run.program.kernels.size());
  for (const auto &[i, kernel] : llvm::enumerate(run.program.kernels)) {
    std::string text(code.substr(kernel.codeOffset, kernel.codeBytes));
    run.beginsByWaiting.push_back(allowEarlyLaunch(text));
    WEFT_RETURN_IF_ERROR(run.replaceText(i, text));
  }
  return run;
}

Status CommandRun::replaceText(size_t kernel, const std::string &text) {
  WEFT_ASSIGN_OR_RETURN(modules[kernel], emulator::parsePtx(text));
  texts[kernel] = text;
  return Status::success();
}

StatusOr<Arrays> CommandRun::run(const Arrays &arguments, uint64_t seed) {
  WEFT_ASSIGN_OR_RETURN(std::unique_ptr<emulator::Memory> memory,
                        emulator::Memory::create(kMemoryBytes));
  Running running{std::move(memory), Random(seed), {}, {}};
  for (const std::string &argument : arguments) {
    running.arguments.push_back(running.place(argument));
  }
  for (const ResultInfo &result : executable->manifest().results) {
    running.results.push_back(running.allocate(result.type.byteSize()));
  }
  running.constants =
      running.place(executable->section(SectionKind::Constants));
  running.temporary = running.allocate(program.temporaryBytes);
  running.words = running.place(std::string(RunWords::kBytes, '\0'));
  for (const std::unique_ptr<emulator::Module> &module : modules) {
    WEFT_RETURN_IF_ERROR(emulator::loadVariables(*module, *running.memory));
  }
  WEFT_RETURN_IF_ERROR(runList(running, 0, program.commands.size()));
  taken = running.instructions;
  Arrays results;
  for (const auto &[result, address] :
       llvm::zip_equal(executable->manifest().results, running.results)) {
    std::string bytes(result.type.byteSize(), '\0');
    running.memory->read(bytes.data(), address, bytes.size());
    results.push_back(std::move(bytes));
  }
  return results;
}

/// Commands that wait for nothing any more run in any order, and touch nothing
/// that others touch which they neither wait for nor are waited for by.
Status CommandRun::runList(Running &running, size_t begin, size_t end) {
  std::vector<uint32_t> open;
  std::map<uint32_t, std::set<uint32_t>> over;
  for (size_t i = begin; i < end; i += lengthOf(program.commands[i])) {
    const auto number = static_cast<uint32_t>(i);
    open.push_back(number);
    for (uint32_t wait : program.waits[i]) {
      over[number].insert(wait);
      over[number].insert(over[wait].begin(), over[wait].end());
    }
  }
  std::map<uint32_t, emulator::RaceSpan> done;
  while (!open.empty()) {
    std::vector<size_t> ready;
    for (const auto &[place, number] : llvm::enumerate(open)) {
      const bool isBlocked =
          llvm::any_of(program.waits[number], [&](uint32_t other) {
            return llvm::is_contained(open, other);
          });
      if (!isBlocked) {
        ready.push_back(place);
      }
    }
    if (ready.empty()) {
      return Status::internal("commands wait for each other");
    }
    const size_t place = ready[static_cast<size_t>(
        running.random.below(static_cast<int64_t>(ready.size())))];
    const uint32_t number = open[place];
    open.erase(open.begin() + static_cast<ptrdiff_t>(place));
    const size_t outside = running.beside.size();
    for (const auto &[other, span] : done) {
      if (!over[number].contains(other)) {
        running.beside.push_back(span);
      }
    }
    const emulator::RaceClock earlier = running.memory->clock();
    WEFT_RETURN_IF_ERROR(runCommand(running, number));
    done[number] = running.memory->clock().since(earlier);
    running.beside.resize(outside);
  }
  return Status::success();
}

Status CommandRun::runCommand(Running &running, size_t number) {
  const Command &command = program.commands[number];
  if (const auto *one = std::get_if<LaunchCommand>(&command)) {
    return launch(running, *one);
  }
  for (const CommandGuard &guard : movedUnder(command)) {
    const auto number = static_cast<uint32_t>(running.read(guard.number()));
    if (!guard.test.holdsFor(number)) {
      return Status::success();
    }
  }
  if (const auto *one = std::get_if<CopyCommand>(&command)) {
    const uint64_t to = running.addressOf(one->to);
    const uint64_t from = running.addressOf(one->from);
    running.memory->copy(to, from, one->bytes);
    return running.note(number, [&](emulator::Transfer &transfer) {
      return transfer.note(emulator::Access::Read, from, one->bytes) &&
             transfer.note(emulator::Access::Write, to, one->bytes);
    });
  }
  if (const auto *one = std::get_if<FillCommand>(&command)) {
    const uint64_t to = running.addressOf(one->to);
    running.memory->fill(to, one->pattern, one->width, one->count());
    return running.note(number, [&](emulator::Transfer &transfer) {
      return transfer.note(emulator::Access::Write, to,
                           one->width * one->count());
    });
  }
  if (const auto *one = std::get_if<DeviceNumberCommand>(&command)) {
    const uint32_t zero = 0;
    running.memory->write(running.addressOf(one->to), &zero, sizeof(zero));
    return Status::success();
  }
  if (const auto *one = std::get_if<WhileCommand>(&command)) {
    const size_t body = number + 1 + one->condition;
    if (one->turns == 0 || one->rounds != 0) {
      const uint64_t turns = one->lead + uint64_t(one->rounds) * one->turns;
      for (uint64_t i = 0; i < turns; ++i) {
        WEFT_RETURN_IF_ERROR(runList(running, body, body + one->body));
      }
      return Status::success();
    }
    for (;;) {
      WEFT_RETURN_IF_ERROR(runList(running, number + 1, body));
      if (running.read(one->again) == 0) {
        return Status::success();
      }
      WEFT_RETURN_IF_ERROR(runList(running, body, body + one->body));
      for (uint32_t i = 1; one->isGuarded && i < one->turns; ++i) {
        WEFT_RETURN_IF_ERROR(runList(running, number + 1, body));
        WEFT_RETURN_IF_ERROR(runList(running, body, body + one->body));
      }
    }
  }
  if (const auto *one = std::get_if<SwitchCommand>(&command)) {
    const auto count = static_cast<int64_t>(one->branches.size());
    int64_t chosen = running.read(one->chosen);
    chosen = chosen < 0 || chosen >= count ? count - 1 : chosen;
    size_t begin = number + 1;
    for (int64_t i = 0; i < chosen; ++i) {
      begin += one->branches[static_cast<size_t>(i)];
    }
    return runList(running, begin,
                   begin + one->branches[static_cast<size_t>(chosen)]);
  }
  if (const auto *one = std::get_if<CheckCommand>(&command)) {
    return running.read(one->holds) ? Status::success()
                                    : Status::internal(one->message);
  }
  return Status::unimplemented("the program calls its host");
}

Status CommandRun::launch(Running &running, const LaunchCommand &command) {
  const CommandKernel &kernel = program.kernels[command.kernel];
  const emulator::Module &module = *modules[command.kernel];
  const emulator::Function *function = module.findEntry(kernel.name);
  if (!function) {
    return Status::notFound("there is no kernel '" + kernel.name + "'");
  }
  std::vector<uint8_t> parameters;
  for (const CommandAddress &argument : command.arguments) {
    const uint64_t address = running.addressOf(argument);
    const auto *bytes = reinterpret_cast<const uint8_t *>(&address);
    parameters.insert(parameters.end(), bytes, bytes + sizeof(address));
  }
  emulator::LaunchShape shape;
  shape.blocks[0] = static_cast<uint32_t>(kernel.blocks);
  shape.threads[0] = kernel.threads;
  shape.dynamicShared = kernel.sharedBytes;
  emulator::LaunchOptions how;
  how.seed = running.random.next();
  how.isAhead = beginsByWaiting[command.kernel];
  how.beside = running.spansBeside();
  how.maximumInstructions = allowed - std::min(allowed, running.instructions);
  const uint32_t began = running.memory->clock().now;
  const emulator::LaunchResult result = emulator::launch(
      module, *function, shape, parameters, *running.memory, how);
  running.hasForgotten |= running.memory->clock().now < began;
  running.instructions += result.instructions;
  return result.fault ? Status::internal(result.fault->report())
                      : Status::success();
}

} // namespace weft::tools
