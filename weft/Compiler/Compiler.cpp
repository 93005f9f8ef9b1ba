// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/Compiler.h"

#include "weft/Compiler/Options.h"
#include "weft/Support/PlantedFault.h"
#include "weft/Target/NVIDIA/Assembler.h"

namespace weft {
namespace {

/// Of all that a compiled program depends on.
Digest keyOf(std::string_view program, const CompileOptions &options) {
  FieldDigest key;
  key.add(buildId());
  key.add(plantedFault());
  key.add(program);
  key.add(options.replicas);
  key.add(options.partitions);
  key.add(options.portable ? 1 : 0);
  key.add(static_cast<int64_t>(options.deviceIds.size()));
  for (int32_t id : options.deviceIds) {
    key.add(id);
  }
  key.add(static_cast<int64_t>(options.parameterLayouts.size()));
  for (const auto &layout : options.parameterLayouts) {
    key.add(layout ? static_cast<int64_t>(layout->size()) : -1);
    for (int64_t dimension : layout.value_or(std::vector<int64_t>())) {
      key.add(dimension);
    }
  }
  key.add(static_cast<int64_t>(options.overrides.size()));
  for (const auto &[name, value] : options.overrides) {
    key.add(name);
    key.add(value);
  }
  key.add(options.serialized);
  StatusOr<Engine> engine = engineOf(options);
  key.add(static_cast<int64_t>(engine.ok() ? *engine : options.engine));
  if (engine.ok() && *engine == Engine::Native) {
    // Where there is none, compiling says so.
    StatusOr<Machine> machine = machineOf(options);
    key.add(machine.ok() ? describeMachine(*machine)
                         : std::string(machine.status().message()));
    // Kernels are assembled by whatever is found.
    key.add(options.aheadOfTime ? "ahead, " + nvidia::findAssembler() : "");
  }
  return key.finish();
}

} // namespace

StatusOr<Ref<const Executable>>
Compiler::compile(std::string_view program, const CompileOptions &options) {
  if (!cache.isEnabled()) {
    return compileProgram(program, options);
  }
  Digest key = keyOf(program, options);
  if (Ref<const Executable> cached = cache.find(key)) {
    return cached;
  }
  WEFT_ASSIGN_OR_RETURN(Ref<const Executable> executable,
                        compileProgram(program, options));
  cache.insert(key, *executable);
  return executable;
}

} // namespace weft
