// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/Entry.h"
#include "weft/Pjrt/NamedValues.h"

namespace weft::pjrt {

/// Attributes live for the process.
static const NamedValues &pluginAttributes() {
  static const NamedValues *attributes = [] {
    auto *values = new NamedValues;
    values->add("xla_version", int64_t(2));
    // The caller writes the older of this version and its own. The importer
    // reads everything up to here, so that no program has to be downgraded: a
    // downgrade fails where a program uses what the older version lacked.
    values->add("stablehlo_current_version", std::vector<int64_t>{1, 20, 0});
    values->add("stablehlo_minimum_version", std::vector<int64_t>{0, 9, 0});
    values->add("sdy_current_version", std::vector<int64_t>{0, 0, 2});
    return values;
  }();
  return *attributes;
}

static Status pluginInitialize(PJRT_Plugin_Initialize_Args &) {
  return Status::success();
}

static Status getPluginAttributes(PJRT_Plugin_Attributes_Args &args) {
  args.attributes = pluginAttributes().data();
  args.num_attributes = pluginAttributes().size();
  return Status::success();
}

void fillPluginSlots(PJRT_Api &api) {
  api.PJRT_Plugin_Initialize =
      entry<pluginInitialize, &PJRT_Plugin_Initialize_Args::extension_start>;
  api.PJRT_Plugin_Attributes =
      entry<getPluginAttributes, &PJRT_Plugin_Attributes_Args::num_attributes>;
}

} // namespace weft::pjrt
