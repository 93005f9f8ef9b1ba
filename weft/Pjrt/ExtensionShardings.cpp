// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/Entry.h"
#include "weft/Pjrt/Extensions.h"
#include "weft/Pjrt/Handles.h"

namespace weft::pjrt {

/// Null in place of a list means that the caller keeps its own shardings.
static const char *const *
pointersOf(const PJRT_Executable::Shardings &shardings) {
  return shardings.pointers.empty() ? nullptr : shardings.pointers.data();
}

static const size_t *sizesOf(const PJRT_Executable::Shardings &shardings) {
  return shardings.sizes.empty() ? nullptr : shardings.sizes.data();
}

static Status parameterShardings(
    PJRT_Shardings_PJRT_Executable_ParameterShardings_Args &args) {
  const PJRT_Executable::Shardings &shardings =
      args.executable->parameterShardings;
  args.num_parameters = shardings.pointers.size();
  args.shardings = pointersOf(shardings);
  args.sharding_sizes = sizesOf(shardings);
  return Status::success();
}

static Status
outputShardings(PJRT_Shardings_PJRT_Executable_OutputShardings_Args &args) {
  const PJRT_Executable::Shardings &shardings =
      args.executable->resultShardings;
  args.num_outputs = shardings.pointers.size();
  args.shardings = pointersOf(shardings);
  args.sharding_sizes = sizesOf(shardings);
  return Status::success();
}

PJRT_Extension_Base *shardingsExtension() {
  static PJRT_Shardings_Extension extension = {
      {PJRT_Shardings_Extension_STRUCT_SIZE, PJRT_Extension_Type_Shardings,
       nullptr},
      entry<parameterShardings,
            &PJRT_Shardings_PJRT_Executable_ParameterShardings_Args::
                sharding_sizes>,
      entry<
          outputShardings,
          &PJRT_Shardings_PJRT_Executable_OutputShardings_Args::sharding_sizes>,
  };
  return &extension.base;
}

} // namespace weft::pjrt
