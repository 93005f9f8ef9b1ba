// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What operations with effects act on: one queue per direction of a transfer,
// so that two sends keep their order and a send and an infeed need not.

#pragma once

#include <mlir/Interfaces/SideEffectInterfaces.h>

namespace weft::stablehlo::effects {

struct SendResource : public mlir::SideEffects::Resource::Base<SendResource> {
  llvm::StringRef getName() final { return "stablehlo.send"; }
};
struct RecvResource : public mlir::SideEffects::Resource::Base<RecvResource> {
  llvm::StringRef getName() final { return "stablehlo.recv"; }
};
struct InfeedResource
    : public mlir::SideEffects::Resource::Base<InfeedResource> {
  llvm::StringRef getName() final { return "stablehlo.infeed"; }
};
struct OutfeedResource
    : public mlir::SideEffects::Resource::Base<OutfeedResource> {
  llvm::StringRef getName() final { return "stablehlo.outfeed"; }
};
/// The other processes of a group: all of them execute the same collectives in
/// the same order.
struct CollectiveResource
    : public mlir::SideEffects::Resource::Base<CollectiveResource> {
  llvm::StringRef getName() final { return "stablehlo.collective"; }
};
/// The hidden state of `rng`.
struct RandomResource
    : public mlir::SideEffects::Resource::Base<RandomResource> {
  llvm::StringRef getName() final { return "stablehlo.random"; }
};

} // namespace weft::stablehlo::effects
