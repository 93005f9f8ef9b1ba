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
       const std::string &platform, int threads) override {
    if (executable.section(SectionKind::Code).empty()) {
      return ReferenceProgram::load(executable, customCalls, platform);
    }
    WEFT_ASSIGN_OR_RETURN(
        std::shared_ptr<CompiledProgram> compiled,
        CompiledProgram::load(executable, customCalls, platform, threads));
    return std::shared_ptr<ProgramRunner>(std::move(compiled));
  }
};

} // namespace

std::shared_ptr<ProgramLoader> createLoader() {
  return std::make_shared<Loader>();
}

} // namespace weft::runtime
