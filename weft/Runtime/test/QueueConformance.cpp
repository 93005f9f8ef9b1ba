// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What clients share serves a device that is not the processor.

#include "QueueClient.h"
#include "TestPrograms.h"

using namespace weft;
using namespace weft::runtime;
using namespace weft::runtime::testing;

namespace {

class QueueKind final : public BodyKind {
public:
  Ref<Client> create(const ClientRequest &request) override {
    return createQueueClient(request.devices, request.memoryLimit,
                             testBodies(gate));
  }
};

INSTANTIATE_TEST_SUITE_P(Queue, ClientConformance,
                         ::testing::Values(NamedKind{
                             "Queue",
                             [] { return std::make_shared<QueueKind>(); }}),
                         nameOfKind);

} // namespace
