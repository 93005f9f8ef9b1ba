// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/CPU/Compile.h"

#include "weft/Support/InParallel.h"
#include "weft/Target/CPU/AdvanceAddresses.h"
#include "weft/Target/CPU/Needs.h"
#include "weft/Target/CPU/Objects.h"
#include "weft/Target/CPU/RangeExtremes.h"
#include "weft/Target/CPU/Targets.h"
#include "weft/Target/Code/FatalErrors.h"
#include "weft/Target/Code/ObjectCode.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <mlir/IR/Diagnostics.h>

#include <ctime>
#include <deque>
#include <mutex>

namespace weft::cpu {

using code::CodeGenerator;

namespace {

/// Idle code generators, for the CPUs last compiled
/// for.
class IdleGenerators {
public:
  StatusOr<std::unique_ptr<CodeGenerator>> take(const Machine &cpu) {
    {
      std::lock_guard<std::mutex> lock(mutex);
      auto found = llvm::find_if(
          idle, [&](const auto &entry) { return entry.first == nameOf(cpu); });
      if (found != idle.end()) {
        std::unique_ptr<CodeGenerator> generator = std::move(found->second);
        idle.erase(found);
        return generator;
      }
    }
    return CodeGenerator::create(cpu, CodeGenerator::Form::Object);
  }

  void giveBack(const Machine &cpu, std::unique_ptr<CodeGenerator> generator) {
    constexpr size_t most = 16;
    std::lock_guard<std::mutex> lock(mutex);
    if (idle.size() == most) {
      idle.erase(idle.begin());
    }
    idle.push_back({nameOf(cpu), std::move(generator)});
  }

  /// Never destroyed: compiles may run while the process ends.
  static IdleGenerators &get() {
    static auto *generators = new IdleGenerators();
    return *generators;
  }

private:
  /// All that LLVM is told of a machine.
  static std::string nameOf(const Machine &cpu) {
    return cpu.triple + " " + cpu.processor + " " + cpu.features;
  }

  std::mutex mutex;
  std::vector<std::pair<std::string, std::unique_ptr<CodeGenerator>>> idle;
};

/// Runs `use` on a module that is ready to be filled, under a guard. Whether
/// LLVM gave up, so that neither module nor generator can be used or destroyed,
/// is said by `abandoned`.
Status
withModule(CodeGenerator &generator, bool &abandoned,
           llvm::function_ref<Status(llvm::Module &, CodeGenerator &)> use) {
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = std::make_unique<llvm::Module>("kernels", *context);
  module->setTargetTriple(generator.machine().getTargetTriple());
  module->setDataLayout(generator.machine().createDataLayout());
  Status status = code::guardAgainstFatalErrors(
      [&] { return use(*module, generator); }, abandoned);
  if (abandoned) {
    static_cast<void>(module.release());
    static_cast<void>(context.release());
  }
  return status;
}

/// With registers of a known width LLVM keeps vectors of that width in them.
/// Functions that others wrote attributes of their own for keep them.
void tellWidth(llvm::Module &module, const Machine &cpu) {
  if (cpu.scalableBytes == 0) {
    return;
  }
  const auto scale = static_cast<unsigned>(cpu.scalableBytes / 16);
  for (llvm::Function &function : module) {
    if (!function.isDeclaration() &&
        !function.hasFnAttribute(llvm::Attribute::VScaleRange)) {
      function.addFnAttr(llvm::Attribute::getWithVScaleRangeArgs(
          module.getContext(), scale, scale));
    }
  }
}

/// Malformed code is a bug of whoever wrote it, found here in builds that look
/// for bugs.
Status verify(const llvm::Module &module) {
#ifndef NDEBUG
  std::string broken;
  llvm::raw_string_ostream stream(broken);
  if (llvm::verifyModule(module, &stream)) {
    return Status::internal("emitted code is malformed: " + broken);
  }
#endif
  return Status::success();
}

/// Processor time of this thread, in microseconds: what a compile costs,
/// whatever else the machine does.
double processorTime() {
  timespec time = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e6 +
         static_cast<double>(time.tv_nsec) * 1e-3;
}

} // namespace

Status emitKernels(llvm::ArrayRef<tile::KernelOp> kernels, const Machine &cpu,
                   llvm::Module &module, std::vector<KernelInfo> &infos) {
  if (kernels.empty()) {
    return Status::success();
  }
  std::string errors;
  mlir::ScopedDiagnosticHandler handler(
      tile::KernelOp(kernels.front()).getContext(),
      [&](mlir::Diagnostic &diagnostic) {
        llvm::raw_string_ostream stream(errors);
        stream << (errors.empty() ? "" : "; ") << diagnostic.getLocation()
               << ": " << diagnostic.str();
        return mlir::success();
      });
  for (tile::KernelOp kernel : kernels) {
    mlir::FailureOr<KernelInfo> info = KernelEmitter(module, cpu, kernel).run();
    if (failed(info)) {
      return Status::unimplemented(errors);
    }
    infos.push_back(std::move(*info));
  }
  return Status::success();
}

static void optimize(llvm::Module &module, const Machine &cpu,
                     CodeGenerator &generator) {
  code::optimizeModule(module, generator.machine());
  advanceAddresses(module);
  useRangeForExtremes(module, cpu);
}

/// The code generator changes the module it works on, so it gets a copy.
static Status writeText(const llvm::Module &module, CodeGenerator &generator,
                        CodeText &text) {
  llvm::raw_string_ostream stream(text.llvm);
  module.print(stream, nullptr);
  std::unique_ptr<llvm::Module> copy = llvm::CloneModule(module);
  WEFT_ASSIGN_OR_RETURN(text.assembly, generator.run(*copy));
  return Status::success();
}

namespace {

/// A module on its way to an object file.
class Part {
public:
  explicit Part(const llvm::TargetMachine &machine)
      : context(std::make_unique<llvm::LLVMContext>()),
        module(std::make_unique<llvm::Module>("kernels", *context)) {
    module->setTargetTriple(machine.getTargetTriple());
    module->setDataLayout(machine.createDataLayout());
  }

  Status compile(const Machine &cpu, bool isShown);

  /// LLVM gave up on it, so that it can be neither used nor destroyed.
  void abandon() {
    static_cast<void>(module.release());
    static_cast<void>(context.release());
  }

  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  std::string object;
  CodeText text;
  CompileTimes times;

private:
  Status write(CodeGenerator &generator, CodeGenerator *writer,
               const Machine &cpu);
};

Status Part::write(CodeGenerator &generator, CodeGenerator *writer,
                   const Machine &cpu) {
  tellWidth(*module, cpu);
  noteNeeds(*module, cpu);
  WEFT_RETURN_IF_ERROR(verify(*module));
  double start = processorTime();
  optimize(*module, cpu, generator);
  times.optimization = processorTime() - start;
  if (writer != nullptr) {
    WEFT_RETURN_IF_ERROR(writeText(*module, *writer, text));
  }
  // Code for another machine is only looked at.
  if (cpu.name == "host") {
    code::instrumentModule(*module, generator.machine());
  }
  start = processorTime();
  WEFT_ASSIGN_OR_RETURN(object, generator.run(*module));
  times.generation = processorTime() - start;
  return Status::success();
}

Status Part::compile(const Machine &cpu, bool isShown) {
  std::unique_ptr<CodeGenerator> writer;
  if (isShown) {
    WEFT_ASSIGN_OR_RETURN(
        writer, CodeGenerator::create(cpu, CodeGenerator::Form::Assembly));
  }
  WEFT_ASSIGN_OR_RETURN(std::unique_ptr<CodeGenerator> generator,
                        IdleGenerators::get().take(cpu));
  bool abandoned = false;
  Status status = code::guardAgainstFatalErrors(
      [&] { return write(*generator, writer.get(), cpu); }, abandoned);
  if (abandoned) {
    abandon();
    static_cast<void>(generator.release());
    static_cast<void>(writer.release());
  } else {
    IdleGenerators::get().giveBack(cpu, std::move(generator));
  }
  return status;
}

class Parts : public Modules {
public:
  explicit Parts(const llvm::TargetMachine &machine) : machine(machine) {}

  llvm::Module &add() override { return *list.emplace_back(machine).module; }

  std::deque<Part> list;

private:
  const llvm::TargetMachine &machine;
};

} // namespace

StatusOr<std::string> compileModules(const Machine &cpu,
                                     llvm::function_ref<Status(Modules &)> fill,
                                     CompileTimes *times, CodeText *text) {
  registerHostTarget();
  WEFT_ASSIGN_OR_RETURN(std::unique_ptr<CodeGenerator> generator,
                        IdleGenerators::get().take(cpu));
  Parts parts(generator->machine());
  CompileTimes measured;
  bool abandoned = false;
  const double start = processorTime();
  Status status =
      code::guardAgainstFatalErrors([&] { return fill(parts); }, abandoned);
  measured.emission = processorTime() - start;
  IdleGenerators::get().giveBack(cpu, std::move(generator));
  if (abandoned) {
    llvm::for_each(parts.list, [](Part &part) { part.abandon(); });
  }
  WEFT_RETURN_IF_ERROR(std::move(status));

  // Each takes memory for its code while it is made.
  constexpr size_t mostThreads = 32;
  std::vector<Status> outcomes(parts.list.size(), Status::success());
  inParallel(outcomes.size(), mostThreads, [&](size_t i) {
    outcomes[i] = parts.list[i].compile(cpu, text != nullptr);
  });
  std::vector<std::string> objects;
  for (auto [part, outcome] : llvm::zip_equal(parts.list, outcomes)) {
    WEFT_RETURN_IF_ERROR(std::move(outcome));
    objects.push_back(std::move(part.object));
    measured.optimization += part.times.optimization;
    measured.generation += part.times.generation;
    if (text != nullptr) {
      text->llvm += part.text.llvm;
      text->assembly += part.text.assembly;
    }
  }
  if (times != nullptr) {
    *times = measured;
  }
  return packObjects(objects);
}

StatusOr<std::string>
compileModule(const Machine &cpu,
              llvm::function_ref<Status(llvm::Module &)> fill,
              CompileTimes *times, CodeText *text) {
  return compileModules(
      cpu, [&](Modules &modules) { return fill(modules.add()); }, times, text);
}

StatusOr<CompiledKernels> compileKernels(llvm::ArrayRef<tile::KernelOp> kernels,
                                         const Machine &cpu,
                                         CompileTimes *times) {
  CompiledKernels result;
  WEFT_ASSIGN_OR_RETURN(result.object, compileModule(
                                           cpu,
                                           [&](llvm::Module &module) {
                                             return emitKernels(kernels, cpu,
                                                                module,
                                                                result.kernels);
                                           },
                                           times));
  return result;
}

StatusOr<std::string> printKernels(llvm::ArrayRef<tile::KernelOp> kernels,
                                   const Machine &cpu, TextForm form) {
  registerHostTarget();
  WEFT_ASSIGN_OR_RETURN(
      std::unique_ptr<CodeGenerator> generator,
      CodeGenerator::create(cpu, CodeGenerator::Form::Assembly));
  std::string text;
  bool abandoned = false;
  Status status = withModule(
      *generator, abandoned,
      [&](llvm::Module &module, CodeGenerator &generator) -> Status {
        std::vector<KernelInfo> infos;
        WEFT_RETURN_IF_ERROR(emitKernels(kernels, cpu, module, infos));
        tellWidth(module, cpu);
        WEFT_RETURN_IF_ERROR(verify(module));
        if (form != TextForm::Emitted) {
          optimize(module, cpu, generator);
        }
        if (form == TextForm::Assembly) {
          WEFT_ASSIGN_OR_RETURN(text, generator.run(module));
          return Status::success();
        }
        llvm::raw_string_ostream stream(text);
        module.print(stream, nullptr);
        return Status::success();
      });
  if (abandoned) {
    static_cast<void>(generator.release());
  }
  WEFT_RETURN_IF_ERROR(std::move(status));
  return text;
}

} // namespace weft::cpu
