// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Compiled/CompiledProgram.h"

#include "weft/Runtime/Compiled/Parallel.h"
#include "weft/Runtime/HostArray.h"
#include "weft/Runtime/Reference/RunDevices.h"
#include "weft/Runtime/Reference/TensorBytes.h"

#include <cstring>

namespace weft {

/// One device's run, as its code hands it to the services.
struct NativeRun {
  runtime::CompiledProgram &program;
  const NativeProgram &native;
  const runtime::RunServices &services;
  /// Null when the program makes no calls.
  runtime::RunningProcess *process;
  char *scratch;
  /// For threads that help, one piece after the other.
  std::span<char> helperScratch;
  Status status = Status::success();
};

} // namespace weft

namespace weft::runtime {
namespace {

void serveParallel(NativeRun *run, NativeKernel kernel, void *const *pointers,
                   int64_t count, int64_t grain, int64_t scratchBytes) {
  runParallel(run->services, kernel, pointers, count, grain, scratchBytes,
              run->scratch, run->helperScratch);
}

int32_t serveCall(NativeRun *run, int32_t site, void *const *pointers) {
  run->status =
      run->program.makeCall(*run->process, static_cast<size_t>(site), pointers);
  return run->status.ok() ? 0 : 1;
}

int32_t serveFail(NativeRun *run, int32_t site) {
  run->status = Status::invalidArgument(run->native.checks[site]);
  return 1;
}

constexpr NativeServices kServices = {serveParallel, serveCall, serveFail};

ArrayType rowMajor(const ArrayType &type) {
  return *ArrayType::create(type.element, type.dimensions);
}

/// Arrays of a run that are not where, or not as, the code wants them.
class TransposedArrays {
public:
  explicit TransposedArrays(Charge &charge) : charge(charge) {}

  StatusOr<void *> add(const ArrayType &type) {
    WEFT_RETURN_IF_ERROR(charge.add(type.byteSize()));
    WEFT_ASSIGN_OR_RETURN(
        Arena arena, Arena::allocate(type.byteSize(), "a transposed array"));
    arenas.push_back(std::move(arena));
    return arenas.back().data();
  }

private:
  Charge &charge;
  std::vector<Arena> arenas;
};

void transpose(const ArrayType &type, const void *source,
               const std::vector<int64_t> &from, void *destination,
               const std::vector<int64_t> &to) {
  copyStrided(elementBytes(type.element), type.dimensions, source, from,
              destination, to);
}

} // namespace

CompiledProgram::CompiledProgram(const Manifest &manifest, NativeProgram native,
                                 cpu::LoadedCode code, int threads)
    : manifest(manifest), native(std::move(native)), code(std::move(code)),
      spare(this->native.temporaryBytes + scratchSize() +
            manifest.memory.helperBytes(threads)) {}

StatusOr<std::shared_ptr<CompiledProgram>>
CompiledProgram::load(const Executable &executable,
                      const CustomCallRegistry &customCalls,
                      const std::string &platform, int threads) {
  WEFT_ASSIGN_OR_RETURN(
      NativeProgram native,
      decodeNativeProgram(executable.section(SectionKind::Native)));
  std::string_view object = executable.section(SectionKind::Code);
  WEFT_ASSIGN_OR_RETURN(cpu::LoadedCode code,
                        cpu::LoadedCode::load(llvm::StringRef(object)));
  std::shared_ptr<CompiledProgram> loaded(new CompiledProgram(
      executable.manifest(), std::move(native), std::move(code), threads));
  loaded->entry =
      reinterpret_cast<NativeEntry>(loaded->code.find(kEntrySymbol));
  if (!loaded->entry) {
    return Status::dataLoss("the executable's code has no entry");
  }
  std::string_view constants = executable.section(SectionKind::Constants);
  WEFT_ASSIGN_OR_RETURN(
      loaded->constants,
      Arena::allocate(constants.size(), "the constants of a program"));
  if (!constants.empty()) {
    std::memcpy(loaded->constants.data(), constants.data(), constants.size());
  }
  WEFT_ASSIGN_OR_RETURN(loaded->calls,
                        ProgramCalls::load(executable, loaded->native.calls,
                                           customCalls, platform));
  return loaded;
}

Status CompiledProgram::run(std::span<RunPart> parts,
                            const RunServices &services) {
  if (parts.size() == 1 && calls->areNone()) {
    return runPart(parts.front(), services, nullptr);
  }
  return runDevices(manifest, parts, services, [&](RunningProcess &process) {
    return runPart(process.part, services, &process);
  });
}

Status CompiledProgram::runPart(RunPart &part, const RunServices &services,
                                RunningProcess *process) {
  Charge charge(part.memory);
  TransposedArrays transposed(charge);
  // An argument that a result takes over is written to. Where the runtime
  // could not give its memory away, the result's memory gets a copy of it.
  llvm::SmallVector<void *, 16> arguments;
  llvm::SmallVector<void *, 16> results(part.results.begin(),
                                        part.results.end());
  for (size_t i = 0; i < part.arguments.size(); ++i) {
    auto *given = const_cast<void *>(part.arguments[i]);
    const ArrayType &type = *part.argumentTypes[i];
    std::optional<uint32_t> taker = manifest.parameters[i].aliasedResult;
    bool isPlain = type.isToken() || type.isRowMajor();
    bool canPassOn = !taker || (results[*taker] == given &&
                                manifest.results[*taker].type.isRowMajor());
    if (isPlain && canPassOn) {
      arguments.push_back(given);
      continue;
    }
    void *own = nullptr;
    if (taker && manifest.results[*taker].type.isRowMajor() &&
        results[*taker] != given) {
      own = results[*taker];
    } else {
      WEFT_ASSIGN_OR_RETURN(own, transposed.add(type));
    }
    transpose(type, given, type.byteStrides(), own,
              rowMajor(type).byteStrides());
    arguments.push_back(own);
    if (taker) {
      results[*taker] = own;
    }
  }
  for (size_t i = 0; i < results.size(); ++i) {
    const ArrayType &type = manifest.results[i].type;
    if (!type.isToken() && !type.isRowMajor() &&
        results[i] == part.results[i]) {
      WEFT_ASSIGN_OR_RETURN(results[i], transposed.add(type));
    }
  }

  WEFT_RETURN_IF_ERROR(charge.add(spare.size()));
  WEFT_ASSIGN_OR_RETURN(Arena memory, spare.take());
  char *scratch = memory.data() + native.temporaryBytes;
  uint64_t before = native.temporaryBytes + scratchSize();
  NativeRun run{*this,    native,
                services, process,
                scratch,  {scratch + scratchSize(), spare.size() - before}};
  static constexpr uint32_t kNotCancelled = 0;
  NativeFrame frame;
  frame.services = &kServices;
  frame.run = &run;
  frame.arguments = arguments.data();
  frame.results = results.data();
  frame.temp = memory.data();
  frame.scratch = run.scratch;
  frame.constants = constants.data();
  frame.cancelled =
      services.cancellation ? services.cancellation->flag() : &kNotCancelled;
  frame.partition = part.partition;
  frame.replica = part.replica;
  int32_t code = entry(&frame);
  spare.giveBack(std::move(memory));
  if (code != 0) {
    // Code ends early for its own reasons, or because it was asked to.
    return run.status.ok() ? services.cancellation->reason()
                           : std::move(run.status);
  }

  for (size_t i = 0; i < results.size(); ++i) {
    const ArrayType &type = manifest.results[i].type;
    if (type.isToken()) {
      continue;
    }
    if (isSignedSubByte(type.element)) {
      signExtend({static_cast<char *>(results[i]), type.byteSize()},
                 elementBits(type.element));
    }
    if (results[i] != part.results[i]) {
      transpose(type, results[i], rowMajor(type).byteStrides(), part.results[i],
                type.byteStrides());
    }
  }
  return Status::success();
}

} // namespace weft::runtime
