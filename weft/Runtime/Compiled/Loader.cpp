// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Compiled/Loader.h"

#include "weft/Runtime/Compiled/CompiledProgram.h"
#include "weft/Runtime/Reference/ReferenceProgram.h"

namespace weft::runtime {
namespace {

class Loader final : public ProgramLoader {
public:
  StatusOr<std::shared_ptr<ProgramRunner>>
  load(const Executable &executable, const CustomCallRegistry &customCalls,
       const std::string &platform) override {
    return executable.section(SectionKind::Code).empty()
               ? ReferenceProgram::load(executable, customCalls, platform)
               : CompiledProgram::load(executable, customCalls, platform);
  }
};

} // namespace

std::shared_ptr<ProgramLoader> createLoader() {
  return std::make_shared<Loader>();
}

} // namespace weft::runtime
