// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every operation that a tile program may hold has code for one thread of a
// GPU: PTX that calls nothing and that NVIDIA's assembler takes, where there is
// one. Operations are listed from their dialects, so a new one without a case
// fails.

#include "weft/Target/GPU/Compile.h"
#include "weft/Target/NVIDIA/Assembler.h"
#include "weft/Target/NVIDIA/NvidiaMachine.h"

#include <gtest/gtest.h>
#include <llvm/ADT/StringExtras.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/Verifier.h>
#include <mlir/Parser/Parser.h>

#include <map>
#include <set>

namespace weft::nvidia {
namespace {

using gpu::CompiledKernels;

class OperationsTest : public testing::Test {
protected:
  OperationsTest() {
    mlir::DialectRegistry registry;
    tile::registerTileDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  std::set<std::string> operationsOf(llvm::StringRef dialect) {
    std::set<std::string> names;
    for (mlir::RegisteredOperationName name :
         context.getRegisteredOperations()) {
      if (name.getDialectNamespace() == dialect) {
        names.insert(name.getStringRef().str());
      }
    }
    return names;
  }

  StatusOr<CompiledKernels> compile(const std::string &text,
                                    const std::string &machine = "sm_90") {
    mlir::OwningOpRef<mlir::ModuleOp> module =
        mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    if (!module || failed(mlir::verify(*module))) {
      return Status::invalidArgument("the test is no tile program");
    }
    return gpu::compileThreadKernels(
        llvm::to_vector(module->getOps<tile::KernelOp>()),
        *createNvidiaMachine(*findMachine(machine)), gpu::CodeForm::Assembly);
  }

  /// One kernel has an entry under its name, and calls nothing from elsewhere.
  void expectCode(const std::string &name, const std::string &text) {
    StatusOr<CompiledKernels> compiled = compile(text);
    ASSERT_TRUE(compiled.ok()) << name << ": " << compiled.status().message();
    const std::string &ptx = compiled->code;
    EXPECT_NE(ptx.find(".entry " + compiled->kernels.front().name),
              std::string::npos)
        << name;
    EXPECT_EQ(ptx.find(".extern .func"), std::string::npos) << name;
  }

  /// All kernels in one file: starting the assembler takes longest.
  void expectAssembles(const std::string &text) {
    const std::string assembler = findAssembler();
    if (assembler.empty()) {
      return;
    }
    for (const char *machine :
         {"sm_80", "sm_89", "sm_90", "sm_100", "sm_120"}) {
      StatusOr<CompiledKernels> compiled = compile(text, machine);
      ASSERT_TRUE(compiled.ok())
          << machine << ": " << compiled.status().message();
      const Status status =
          assemble(assembler, findMachine(machine)->processor, compiled->code)
              .status();
      EXPECT_TRUE(status.ok()) << machine << ": " << status.message();
    }
  }

  mlir::MLIRContext context;
};

//===----------------------------------------------------------------------===//
// Operations of tiles
//===----------------------------------------------------------------------===//

struct Case {
  const char *arguments;
  const char *body;
  int grid = 4;
};

/// By operation, one or more kernels that hold it.
const std::multimap<std::string, Case> &tileCases() {
  static const std::multimap<std::string, Case> cases = {
      {"tile.alloc",
       {"%x: !tile.ref<8x4xf32>",
        R"(%s = tile.alloc : !tile.ref<8x4xf32, shared>
           %t = tile.load %x[%c0, %c0] : !tile.ref<8x4xf32> -> tensor<8x4xf32>
           tile.store %t, %s[%c0, %c0] : tensor<8x4xf32>, !tile.ref<8x4xf32, shared>
           %u = tile.load %s[%p, %c0] : !tile.ref<8x4xf32, shared> -> tensor<4xf32>
           tile.store %u, %x[%p, %c0] : tensor<4xf32>, !tile.ref<8x4xf32>)"}},
      // More than local memory should hold.
      {"tile.alloc",
       {"%x: !tile.ref<4096xf32>",
        R"(%s = tile.alloc : !tile.ref<4096xf32, shared>
           %t = tile.load %x[%p] : !tile.ref<4096xf32> -> tensor<f32>
           tile.store %t, %s[%p] : tensor<f32>, !tile.ref<4096xf32, shared>
           %u = tile.load %s[%c1] : !tile.ref<4096xf32, shared> -> tensor<f32>
           tile.store %u, %x[%p] : tensor<f32>, !tile.ref<4096xf32>)"}},
      {"tile.atomic",
       {"%c: !tile.ref<4xi32>, %m: !tile.ref<1xf32>, %d: !tile.ref<1xf64>",
        R"(%one = arith.constant 1 : i32
           %x = arith.constant 2.0 : f32
           %y = arith.constant 2.0 : f64
           %0 = tile.atomic add relaxed device %c[%c0], %one : i32 : !tile.ref<4xi32> -> i32
           %1 = tile.atomic umax release device %c[%c0], %0 : i32 : !tile.ref<4xi32> -> i32
           %2 = tile.atomic exchange acquire_release device %c[%c1], %1 : i32 : !tile.ref<4xi32> -> i32
           %3 = tile.atomic load acquire device %c[%c0] : !tile.ref<4xi32> -> i32
           %t = tensor.splat %3 : tensor<2xi32>
           %4 = tile.atomic mul relaxed device %c[%c0], %t : tensor<2xi32> : !tile.ref<4xi32> -> tensor<2xi32>
           %5 = tile.atomic max acquire_release device %m[%c0], %x : f32 : !tile.ref<1xf32> -> f32
           %6 = tile.atomic add relaxed device %d[%c0], %y : f64 : !tile.ref<1xf64> -> f64
           tile.store %4, %c[%c0] : tensor<2xi32>, !tile.ref<4xi32>)"}},
      {"tile.atomic",
       {"%b: !tile.ref<4xbf16>, %s: !tile.ref<4xi8>, %l: !tile.ref<4xi64>",
        R"(%x = arith.constant 2.0 : bf16
           %y = arith.constant 2 : i8
           %z = arith.constant 2 : i64
           %0 = tile.atomic add relaxed device %b[%p], %x : bf16 : !tile.ref<4xbf16> -> bf16
           %1 = tile.atomic add relaxed device %s[%p], %y : i8 : !tile.ref<4xi8> -> i8
           %2 = tile.atomic min relaxed device %l[%p], %z : i64 : !tile.ref<4xi64> -> i64
           %t = tensor.splat %2 : tensor<i64>
           tile.store %t, %l[%c0] : tensor<i64>, !tile.ref<4xi64>)"}},
      {"tile.barrier",
       {"%x: !tile.ref<8xf32>",
        R"(%t = tile.load %x[%c0] : !tile.ref<8xf32> -> tensor<8xf32>
           tile.barrier device
           tile.store %t, %x[%c0] : tensor<8xf32>, !tile.ref<8xf32>)",
        1}},
      {"tile.broadcast",
       {"%x: !tile.ref<4xf32>, %y: !tile.ref<4x3xf32>",
        R"(%t = tile.load %x[%c0] : !tile.ref<4xf32> -> tensor<4xf32>
           %u = tile.broadcast %t [0] : tensor<4xf32> -> tensor<4x3xf32>
           tile.store %u, %y[%c0, %c0] : tensor<4x3xf32>, !tile.ref<4x3xf32>)"}},
      {"tile.dot",
       {"%x: !tile.ref<4x3xf32>, %y: !tile.ref<3x5xf32>, %z: "
        "!tile.ref<4x5xf32>",
        R"(%a = tile.load %x[%c0, %c0] : !tile.ref<4x3xf32> -> tensor<4x3xf32>
           %b = tile.load %y[%c0, %c0] : !tile.ref<3x5xf32> -> tensor<3x5xf32>
           %c = tile.load %z[%c0, %c0] : !tile.ref<4x5xf32> -> tensor<4x5xf32>
           %d = tile.dot %a, %b, %c : tensor<4x3xf32>, tensor<3x5xf32>, tensor<4x5xf32>
           tile.store %d, %z[%c0, %c0] : tensor<4x5xf32>, !tile.ref<4x5xf32>)"}},
      {"tile.dot",
       {"%x: !tile.ref<2x4x8xbf16>, %y: !tile.ref<2x8x1xbf16>, %z: "
        "!tile.ref<2x4x1xbf16>",
        R"(%a = tile.load %x[%c0, %c0, %c0] : !tile.ref<2x4x8xbf16> -> tensor<2x4x8xbf16>
           %b = tile.load %y[%c0, %c0, %c0] : !tile.ref<2x8x1xbf16> -> tensor<2x8x1xbf16>
           %c = tile.load %z[%c0, %c0, %c0] : !tile.ref<2x4x1xbf16> -> tensor<2x4x1xbf16>
           %d = tile.dot %a, %b, %c promote 4 {rounded} : tensor<2x4x8xbf16>, tensor<2x8x1xbf16>, tensor<2x4x1xbf16>
           tile.store %d, %z[%c0, %c0, %c0] : tensor<2x4x1xbf16>, !tile.ref<2x4x1xbf16>)"}},
      {"tile.gather",
       {"%x: !tile.ref<8x6xf32>, %i: !tile.ref<4xi32>, %y: !tile.ref<4x6xf32>",
        R"(%k = tile.load %i[%c0] : !tile.ref<4xi32> -> tensor<4xi32>
           %n = arith.constant dense<5> : tensor<4xi32>
           %m = arith.cmpi slt, %k, %n : tensor<4xi32>
           %c5 = arith.constant 5 : index
           %f = arith.constant 1.0 : f32
           %t = tile.gather %x[%k, %c0] bound [_, %c5] mask %m else %f : !tile.ref<8x6xf32>, tensor<4xi32>, index -> tensor<4x6xf32>
           tile.store %t, %y[%c0, %c0] : tensor<4x6xf32>, !tile.ref<4x6xf32>)"}},
      {"tile.gather",
       {"%x: !tile.ref<8x6xf32>, %i: !tile.ref<4xi32>, %y: !tile.ref<4xf32>",
        R"(%k = tile.load %i[%c0] : !tile.ref<4xi32> -> tensor<4xi32>
           %t = tile.gather %x[%k, %k] : !tile.ref<8x6xf32>, tensor<4xi32>, tensor<4xi32> -> tensor<4xf32>
           tile.store %t, %y[%c0] : tensor<4xf32>, !tile.ref<4xf32>)"}},
      {"tile.iota",
       {"%x: !tile.ref<4x3xi32>",
        R"(%t = tile.iota 1 : tensor<4x3xi32>
           tile.store %t, %x[%c0, %c0] : tensor<4x3xi32>, !tile.ref<4x3xi32>)"}},
      {"tile.join",
       {"%x: !tile.ref<4xf32>, %y: !tile.ref<4x2xf32>",
        R"(%t = tile.load %x[%c0] : !tile.ref<4xf32> -> tensor<4xf32>
           %u = arith.negf %t : tensor<4xf32>
           %v = tile.join %t, %u : tensor<4xf32> -> tensor<4x2xf32>
           tile.store %v, %y[%c0, %c0] : tensor<4x2xf32>, !tile.ref<4x2xf32>)"}},
      {"tile.load",
       {"%x: !tile.ref<10x10xf32> {tile.readonly}, %y: !tile.ref<4x4xf32>, %n: "
        "index",
        R"(%f = arith.constant 1.0 : f32
           %t = tile.load %x[%p, %n] bound [_, %n] else %f strides [1, -2] : !tile.ref<10x10xf32> -> tensor<4x4xf32>
           tile.store %t, %y[%c0, %c0] : tensor<4x4xf32>, !tile.ref<4x4xf32>)"}},
      // Rows that follow each other: from the array or from a buffer.
      {"tile.load",
       {"%x: !tile.ref<10x10xi4>, %y: !tile.ref<4x4xi4>, %n: index",
        R"(%t = tile.load %x[%p, %n] bound [%n, %n] : !tile.ref<10x10xi4> -> tensor<4x4xi4>
           tile.store %t, %y[%c0, %c0] : tensor<4x4xi4>, !tile.ref<4x4xi4>)"}},
      {"tile.mask",
       {"%x: !tile.ref<4x4xi1>, %n: index",
        R"(%t = tile.mask [%n, %p] bound [%n, %n] strides [1, 2] : tensor<4x4xi1>
           tile.store %t, %x[%c0, %c0] : tensor<4x4xi1>, !tile.ref<4x4xi1>)"}},
      {"tile.program_id",
       {"%x: !tile.ref<8xf32>, %y: !tile.ref<8xf32>",
        R"(%i = tile.program_id
           %t = tile.load %x[%i] : !tile.ref<8xf32> -> tensor<f32>
           tile.store %t, %y[%i] : tensor<f32>, !tile.ref<8xf32>)"}},
      {"tile.rank",
       {"%x: !tile.ref<16xi32>, %y: !tile.ref<8xi32>",
        R"(%t = tile.load %x[%c0] : !tile.ref<16xi32> -> tensor<16xi32>
           %r, %n = tile.rank %t bins 8 : tensor<16xi32> -> tensor<16xi32>, tensor<8xi32>
           tile.store %r, %x[%c0] : tensor<16xi32>, !tile.ref<16xi32>
           tile.store %n, %y[%c0] : tensor<8xi32>, !tile.ref<8xi32>)"}},
      {"tile.reduce",
       {"%x: !tile.ref<4x6xf32>, %y: !tile.ref<4xf32>, %z: !tile.ref<6xbf16>",
        R"(%t = tile.load %x[%c0, %c0] : !tile.ref<4x6xf32> -> tensor<4x6xf32>
           %u = tile.reduce max %t [1] : tensor<4x6xf32> -> tensor<4xf32>
           %v = arith.truncf %t : tensor<4x6xf32> to tensor<4x6xbf16>
           %w = tile.reduce add %v [0] : tensor<4x6xbf16> -> tensor<6xbf16>
           tile.store %u, %y[%c0] : tensor<4xf32>, !tile.ref<4xf32>
           tile.store %w, %z[%c0] : tensor<6xbf16>, !tile.ref<6xbf16>)"}},
      {"tile.reduce",
       {"%x: !tile.ref<4x6xf64>, %y: !tile.ref<4xi32>",
        R"(%t = tile.load %x[%c0, %c0] : !tile.ref<4x6xf64> -> tensor<4x6xf64>
           %i = tile.iota 1 : tensor<4x6xi32>
           %u, %at = tile.reduce custom %t, %i [1] : tensor<4x6xf64>, tensor<4x6xi32> -> tensor<4xf64>, tensor<4xi32> {
           ^bb0(%a: f64, %ai: i32, %b: f64, %bi: i32):
             %less = arith.cmpf olt, %a, %b : f64
             %r:2 = scf.if %less -> (f64, i32) {
               scf.yield %a, %ai : f64, i32
             } else {
               scf.yield %b, %bi : f64, i32
             }
             tile.yield %r#0, %r#1 : f64, i32
           }
           tile.store %at, %y[%c0] : tensor<4xi32>, !tile.ref<4xi32>)"}},
      {"tile.reshape",
       {"%x: !tile.ref<4x3xf32>, %y: !tile.ref<12xf32>",
        R"(%t = tile.load %x[%c0, %c0] : !tile.ref<4x3xf32> -> tensor<4x3xf32>
           %u = tile.reshape %t : tensor<4x3xf32> -> tensor<12xf32>
           tile.store %u, %y[%c0] : tensor<12xf32>, !tile.ref<12xf32>)"}},
      {"tile.scan",
       {"%x: !tile.ref<4x6xf32>, %y: !tile.ref<4xf32>",
        R"(%t = tile.load %x[%c0, %c0] : !tile.ref<4x6xf32> -> tensor<4x6xf32>
           %u, %s = tile.scan add %t along 1 exclusive reverse : tensor<4x6xf32> -> tensor<4x6xf32>, tensor<4xf32>
           %v, %w = tile.scan max %u along 0 : tensor<4x6xf32> -> tensor<4x6xf32>, tensor<6xf32>
           tile.store %v, %x[%c0, %c0] : tensor<4x6xf32>, !tile.ref<4x6xf32>
           tile.store %s, %y[%c0] : tensor<4xf32>, !tile.ref<4xf32>)"}},
      {"tile.scan",
       {"%x: !tile.ref<8xf32>",
        R"(%t = tile.load %x[%c0] : !tile.ref<8xf32> -> tensor<8xf32>
           %u, %s = tile.scan custom %t along 0 : tensor<8xf32> -> tensor<8xf32>, tensor<f32> {
           ^bb0(%a: f32, %b: f32):
             %r = arith.mulf %a, %b : f32
             tile.yield %r : f32
           }
           tile.store %u, %x[%c0] : tensor<8xf32>, !tile.ref<8xf32>)"}},
      {"tile.scatter",
       {"%x: !tile.ref<4xf32>, %i: !tile.ref<4xi32>, %y: !tile.ref<8xf32>",
        R"(%t = tile.load %x[%c0] : !tile.ref<4xf32> -> tensor<4xf32>
           %k = tile.load %i[%c0] : !tile.ref<4xi32> -> tensor<4xi32>
           %n = arith.constant dense<5> : tensor<4xi32>
           %m = arith.cmpi slt, %k, %n : tensor<4xi32>
           tile.scatter add %t, %y[%k] mask %m : tensor<4xf32>, !tile.ref<8xf32>, tensor<4xi32>)"}},
      {"tile.scatter",
       {"%x: !tile.ref<4x5xbf16>, %i: !tile.ref<4xi64>, %y: "
        "!tile.ref<8x5xbf16>, %n: index",
        R"(%t = tile.load %x[%c0, %c0] : !tile.ref<4x5xbf16> -> tensor<4x5xbf16>
           %k = tile.load %i[%c0] : !tile.ref<4xi64> -> tensor<4xi64>
           tile.scatter set %t, %y[%k, %c0] bound [_, %n] {unique} : tensor<4x5xbf16>, !tile.ref<8x5xbf16>, tensor<4xi64>, index)",
        1}},
      {"tile.slice",
       {"%x: !tile.ref<4x6xf32>, %y: !tile.ref<2x3xf32>",
        R"(%t = tile.load %x[%c0, %c0] : !tile.ref<4x6xf32> -> tensor<4x6xf32>
           %u = tile.slice %t [1, 2] : tensor<4x6xf32> -> tensor<2x3xf32>
           tile.store %u, %y[%c0, %c0] : tensor<2x3xf32>, !tile.ref<2x3xf32>)"}},
      {"tile.store",
       {"%x: !tile.ref<4x4xf32>, %y: !tile.ref<10x10xf32>, %n: index",
        R"(%t = tile.load %x[%c0, %c0] : !tile.ref<4x4xf32> -> tensor<4x4xf32>
           tile.store %t, %y[%n, %p] bound [%n, %n] : tensor<4x4xf32>, !tile.ref<10x10xf32>
           tile.store %t, %y[%n, %p] bound [%n, _] strides [-1, 2] : tensor<4x4xf32>, !tile.ref<10x10xf32>)"}},
      {"tile.transpose",
       {"%x: !tile.ref<4x6xi8>, %y: !tile.ref<6x4xi8>",
        R"(%t = tile.load %x[%c0, %c0] : !tile.ref<4x6xi8> -> tensor<4x6xi8>
           %u = tile.transpose %t [1, 0] : tensor<4x6xi8> -> tensor<6x4xi8>
           tile.store %u, %y[%c0, %c0] : tensor<6x4xi8>, !tile.ref<6x4xi8>)"}},
      {"tile.unrank",
       {"%x: !tile.ref<4x6xf32>",
        R"(%i, %j = tile.unrank %p in [4, 6] band 2
           %k, %l = tile.unrank %p in [4, 6]
           %t = tile.load %x[%i, %j] : !tile.ref<4x6xf32> -> tensor<f32>
           tile.store %t, %x[%k, %l] : tensor<f32>, !tile.ref<4x6xf32>)",
        24}},
      // Control flow, and what else a kernel may hold.
      {"scf.for",
       {"%x: !tile.ref<10x8xf32>, %n: index",
        R"(%zero = arith.constant dense<0.0> : tensor<4xf32>
           %sum = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> (tensor<4xf32>) {
             %t = tile.load %x[%c0, %i] bound [_, %n] : !tile.ref<10x8xf32> -> tensor<4xf32>
             %b = arith.addf %a, %t : tensor<4xf32>
             scf.yield %b : tensor<4xf32>
           }
           tile.store %sum, %x[%p, %c0] : tensor<4xf32>, !tile.ref<10x8xf32>)"}},
      {"scf.if",
       {"%x: !tile.ref<8xf32>",
        R"(%t = tile.load %x[%c0] : !tile.ref<8xf32> -> tensor<8xf32>
           %is = arith.cmpi eq, %p, %c1 : index
           %r = scf.if %is -> tensor<8xf32> {
             %u = arith.negf %t : tensor<8xf32>
             scf.yield %u : tensor<8xf32>
           } else {
             scf.yield %t : tensor<8xf32>
           }
           tile.store %r, %x[%c0] : tensor<8xf32>, !tile.ref<8xf32>)"}},
      {"scf.while",
       {"%x: !tile.ref<8xf32>",
        R"(%one = arith.constant dense<1.0> : tensor<2xf32>
           %r:2 = scf.while (%i = %p, %t = %one) : (index, tensor<2xf32>) -> (index, tensor<2xf32>) {
             %go = arith.cmpi slt, %i, %c1 : index
             scf.condition(%go) %i, %t : index, tensor<2xf32>
           } do {
           ^bb0(%i: index, %t: tensor<2xf32>):
             %j = arith.addi %i, %c1 : index
             %u = arith.addf %t, %t : tensor<2xf32>
             scf.yield %j, %u : index, tensor<2xf32>
           }
           tile.store %r#1, %x[%c0] : tensor<2xf32>, !tile.ref<8xf32>)"}},
      {"scf.index_switch",
       {"%x: !tile.ref<8xf32>",
        R"(%r = scf.index_switch %p -> tensor<2xf32>
           case 0 {
             %t = arith.constant dense<1.0> : tensor<2xf32>
             scf.yield %t : tensor<2xf32>
           }
           default {
             %t = arith.constant dense<2.0> : tensor<2xf32>
             scf.yield %t : tensor<2xf32>
           }
           tile.store %r, %x[%c0] : tensor<2xf32>, !tile.ref<8xf32>)"}},
      {"tensor.extract",
       {"%x: !tile.ref<8xf32>",
        R"(%t = tile.load %x[%c0] : !tile.ref<8xf32> -> tensor<f32>
           %e = tensor.extract %t[] : tensor<f32>
           %u = tensor.splat %e : tensor<8xf32>
           tile.store %u, %x[%c0] : tensor<8xf32>, !tile.ref<8xf32>)"}},
      {"arith.index_cast",
       {"%x: !tile.ref<8xi32>, %y: !tile.ref<8xf32>",
        R"(%t = tile.load %x[%c0] : !tile.ref<8xi32> -> tensor<8xi32>
           %i = arith.index_cast %t : tensor<8xi32> to tensor<8xindex>
           %u = tile.gather %y[%i] : !tile.ref<8xf32>, tensor<8xindex> -> tensor<8xf32>
           tile.store %u, %y[%c0] : tensor<8xf32>, !tile.ref<8xf32>)"}},
      {"arith.index_castui",
       {"%x: !tile.ref<8xi32>, %y: !tile.ref<8xf32>, %n: i32",
        R"(%i = arith.index_castui %n : i32 to index
           %t = tile.load %y[%i] : !tile.ref<8xf32> -> tensor<f32>
           tile.store %t, %y[%c0] : tensor<f32>, !tile.ref<8xf32>)"}},
      {"cf.assert",
       {"%x: !tile.ref<8xf32>",
        R"(%is = arith.cmpi slt, %p, %c1 : index
           cf.assert %is, "a promise")"}},
  };
  return cases;
}

std::string kernelText(const std::string &name, const Case &given) {
  return "tile.kernel @" + name + "(" + given.arguments +
         ") attributes {stage = \"free\", grid = " +
         std::to_string(given.grid) + "} {\n" +
         "  %c0 = arith.constant 0 : index\n" +
         "  %c1 = arith.constant 1 : index\n" + "  %p = tile.program_id\n" +
         given.body + "\n  tile.return\n}\n";
}

std::string symbolOf(llvm::StringRef operation, size_t number) {
  std::string symbol = operation.str() + "_" + std::to_string(number);
  llvm::replace(symbol, '.', '_');
  return symbol;
}

TEST_F(OperationsTest, EveryTileOperationHasACase) {
  std::set<std::string> names = operationsOf("tile");
  ASSERT_FALSE(names.empty());
  // Part of every kernel and of every region, or not of kernels without
  // layouts.
  for (const char *name :
       {"tile.kernel", "tile.return", "tile.yield", "tile.convert_layout",
        "tile.commit", "tile.await"}) {
    EXPECT_EQ(names.erase(name), 1U) << name;
  }
  for (const std::string &name : names) {
    EXPECT_NE(tileCases().count(name), 0U) << name;
  }
}

TEST_F(OperationsTest, TileOperationsHaveCode) {
  std::string all;
  size_t number = 0;
  for (const auto &[name, given] : tileCases()) {
    const std::string text = kernelText(symbolOf(name, number++), given);
    EXPECT_NE(text.find(name), std::string::npos) << name;
    expectCode(name, text);
    all += text;
  }
  expectAssembles(all);
}

TEST_F(OperationsTest, ScratchIsLocalOrTheCallers) {
  auto range = tileCases().equal_range("tile.alloc");
  std::vector<int64_t> bytes;
  for (auto found = range.first; found != range.second; ++found) {
    StatusOr<CompiledKernels> compiled =
        compile(kernelText("k", found->second));
    ASSERT_TRUE(compiled.ok()) << compiled.status().message();
    bytes.push_back(compiled->kernels.front().scratchBytes);
  }
  EXPECT_EQ(bytes, (std::vector<int64_t>{0, 4096 * 4}));
}

TEST_F(OperationsTest, LaunchOfThreads) {
  struct {
    int programs;
    int64_t grid, threads;
  } launches[] = {{1, 1, 32}, {100, 1, 128}, {129, 2, 128}, {5000, 40, 128}};
  for (const auto &[programs, grid, threads] : launches) {
    StatusOr<CompiledKernels> compiled =
        compile(kernelText("k", {"%x: !tile.ref<1xf32>", "", programs}));
    ASSERT_TRUE(compiled.ok()) << compiled.status().message();
    EXPECT_EQ(compiled->kernels.front().grid, grid);
    EXPECT_EQ(compiled->kernels.front().threads, threads);
  }
}

//===----------------------------------------------------------------------===//
// Operations of elements
//===----------------------------------------------------------------------===//

using Types = std::vector<std::string>;

struct ElementCase {
  /// What follows the name, on %x, %y and %z; $T is the type of tiles of each
  /// of `types` in turn.
  const char *rest;
  Types types;
  /// The element type of the result; empty: that of the operands.
  std::string result = "";
};

const std::map<std::string, ElementCase> &elementCases() {
  static const Types floats = {"f32", "f64", "bf16"};
  static const Types integers = {"i8", "i32", "i64"};
  const char *unary = " %x : $T";
  const char *binary = " %x, %y : $T";
  static const std::map<std::string, ElementCase> cases = {
      {"arith.addf", {binary, {"f32", "f64", "bf16", "f16", "f8E4M3FN"}}},
      {"arith.addi", {binary, {"i1", "i4", "i8", "i16", "i32", "i64"}}},
      {"arith.addui_extended", {" %x, %y : $T, tensor<8xi1>", integers}},
      {"arith.andi", {binary, integers}},
      {"arith.bitcast", {" %x : $T to tensor<8xi32>", {"f32"}, "i32"}},
      {"arith.ceildivsi", {binary, integers}},
      {"arith.ceildivui", {binary, integers}},
      {"arith.cmpf", {" olt, %x, %y : $T", floats, "i1"}},
      {"arith.cmpi", {" ult, %x, %y : $T", integers, "i1"}},
      {"arith.constant", {" dense<1.0> : $T", floats}},
      {"arith.divf", {binary, floats}},
      {"arith.divsi", {binary, integers}},
      {"arith.divui", {binary, integers}},
      {"arith.extf",
       {" %x : $T to tensor<8xf64>", {"f32", "bf16", "f8E5M2"}, "f64"}},
      {"arith.extsi",
       {" %x : $T to tensor<8xi64>", {"i4", "i8", "i32"}, "i64"}},
      {"arith.extui",
       {" %x : $T to tensor<8xi64>", {"i1", "i8", "i32"}, "i64"}},
      {"arith.floordivsi", {binary, integers}},
      {"arith.fptosi", {" %x : $T to tensor<8xi32>", floats, "i32"}},
      {"arith.fptoui", {" %x : $T to tensor<8xi64>", floats, "i64"}},
      {"arith.maximumf", {binary, floats}},
      {"arith.maxnumf", {binary, floats}},
      {"arith.maxsi", {binary, integers}},
      {"arith.maxui", {binary, integers}},
      {"arith.minimumf", {binary, floats}},
      {"arith.minnumf", {binary, floats}},
      {"arith.minsi", {binary, integers}},
      {"arith.minui", {binary, integers}},
      {"arith.mulf", {binary, floats}},
      {"arith.muli", {binary, integers}},
      {"arith.mulsi_extended", {binary, integers}},
      {"arith.mului_extended", {binary, integers}},
      {"arith.negf", {unary, floats}},
      {"arith.ori", {binary, integers}},
      {"arith.remf", {binary, floats}},
      {"arith.remsi", {binary, integers}},
      {"arith.remui", {binary, integers}},
      {"arith.select", {" %m, %x, %y : tensor<8xi1>, $T", floats}},
      {"arith.shli", {binary, integers}},
      {"arith.shrsi", {binary, integers}},
      {"arith.shrui", {binary, integers}},
      {"arith.sitofp", {" %x : $T to tensor<8xf32>", integers, "f32"}},
      {"arith.subf", {binary, floats}},
      {"arith.subi", {binary, integers}},
      {"arith.truncf", {" %x : $T to tensor<8xf8E4M3FN>", floats, "f8E4M3FN"}},
      {"arith.trunci", {" %x : $T to tensor<8xi4>", integers, "i4"}},
      {"arith.uitofp", {" %x : $T to tensor<8xbf16>", integers, "bf16"}},
      {"arith.xori", {binary, integers}},
      {"math.absf", {unary, floats}},
      {"math.absi", {unary, integers}},
      {"math.acos", {unary, floats}},
      {"math.acosh", {unary, floats}},
      {"math.asin", {unary, floats}},
      {"math.asinh", {unary, floats}},
      {"math.atan", {unary, floats}},
      {"math.atan2", {binary, floats}},
      {"math.atanh", {unary, floats}},
      {"math.cbrt", {unary, floats}},
      {"math.ceil", {unary, floats}},
      {"math.clampf", {" %x to [%y, %z] : $T", floats}},
      {"math.copysign", {binary, floats}},
      {"math.cos", {unary, floats}},
      {"math.cosh", {unary, floats}},
      {"math.ctlz", {unary, integers}},
      {"math.ctpop", {unary, integers}},
      {"math.cttz", {unary, integers}},
      {"math.erf", {unary, floats}},
      {"math.erfc", {unary, floats}},
      {"math.exp", {unary, floats}},
      {"math.exp2", {unary, floats}},
      {"math.expm1", {unary, floats}},
      {"math.floor", {unary, floats}},
      {"math.fma", {" %x, %y, %z : $T", floats}},
      {"math.ipowi", {binary, integers}},
      {"math.isfinite", {unary, floats, "i1"}},
      {"math.isinf", {unary, floats, "i1"}},
      {"math.isnan", {unary, floats, "i1"}},
      {"math.isnormal", {unary, floats, "i1"}},
      {"math.log", {unary, floats}},
      {"math.log10", {unary, floats}},
      {"math.log1p", {unary, floats}},
      {"math.log2", {unary, floats}},
      {"math.powf", {binary, floats}},
      {"math.round", {unary, floats}},
      {"math.roundeven", {unary, floats}},
      {"math.rsqrt", {unary, floats}},
      {"math.sin", {unary, floats}},
      {"math.sincos", {unary, {"f32", "f64"}}},
      {"math.sinh", {unary, floats}},
      {"math.sqrt", {unary, floats}},
      {"math.tan", {unary, floats}},
      {"math.tanh", {unary, floats}},
      {"math.trunc", {unary, floats}},
  };
  return cases;
}

/// What no machine has a form of: no stage makes it.
const std::set<std::string> &unused() {
  static const std::set<std::string> names = {
      "arith.scaling_extf", "arith.scaling_truncf", "math.fpowi"};
  return names;
}

std::string elementText(const std::string &symbol, const std::string &name,
                        const ElementCase &given, const std::string &type) {
  auto tile = [](const std::string &element) {
    return "tensor<8x" + element + ">";
  };
  auto ref = [](const std::string &element) {
    return "!tile.ref<8x" + element + ">";
  };
  const std::string result = given.result.empty() ? type : given.result;
  std::string statement = name + given.rest;
  for (size_t at = 0; (at = statement.find("$T", at)) != std::string::npos;) {
    statement.replace(at, 2, tile(type));
  }
  const bool isPair =
      name == "math.sincos" || llvm::StringRef(name).ends_with("_extended");
  std::string text = "tile.kernel @" + symbol + "(%rx: " + ref(type) +
                     ", %ry: " + ref(type) + ", %rz: " + ref(type) +
                     ", %rr: " + ref(result) +
                     ") attributes {stage = \"free\", grid = 4} {\n"
                     "  %c0 = arith.constant 0 : index\n"
                     "  %c4 = arith.constant 4 : index\n"
                     "  %m = tile.mask [%c0] bound [%c4] : tensor<8xi1>\n";
  for (const char *operand : {"x", "y", "z"}) {
    text += std::string("  %") + operand + " = tile.load %r" + operand +
            "[%c0] : " + ref(type) + " -> " + tile(type) + "\n";
  }
  return text + (isPair ? "  %r, %s = " : "  %r = ") + statement +
         "\n  tile.store %r, %rr[%c0] : " + tile(result) + ", " + ref(result) +
         "\n  tile.return\n}\n";
}

TEST_F(OperationsTest, EveryElementOperationHasACase) {
  for (const char *dialect : {"arith", "math"}) {
    const std::set<std::string> names = operationsOf(dialect);
    ASSERT_FALSE(names.empty());
    for (const std::string &name : names) {
      const size_t cases = elementCases().count(name) + tileCases().count(name);
      EXPECT_NE(cases != 0, unused().count(name) != 0) << name;
    }
  }
}

TEST_F(OperationsTest, ElementOperationsHaveCode) {
  std::string all;
  size_t number = 0;
  for (const auto &[name, given] : elementCases()) {
    for (const std::string &type : given.types) {
      const std::string text =
          elementText(symbolOf(name, number++), name, given, type);
      expectCode(name + " " + type, text);
      all += text;
    }
  }
  expectAssembles(all);
}

} // namespace
} // namespace weft::nvidia
