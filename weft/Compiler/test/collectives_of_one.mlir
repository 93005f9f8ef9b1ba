// On one device nothing is exchanged: what a process sends is what it gets, and nothing calls the host.
// RUN: weft-run --check-passes %s --function=gather | FileCheck %s
// RUN: weft-run --check-passes %s --function=turn | FileCheck %s
// RUN: weft-run --check-passes %s --function=permute | FileCheck %s
// RUN: weft-run --check-passes %s --function=unsent | FileCheck %s
// RUN: weft-run --check-passes %s --function=started_unsent | FileCheck %s
// RUN: weft-run --check-passes %s --function=broadcast | FileCheck %s
// RUN: weft-run --check-passes %s --function=scatter | FileCheck %s
// RUN: weft-run --check-passes %s --function=reduce | FileCheck %s
// RUN: weft-run --check-passes %s --function=started | FileCheck %s
// CHECK: expand-collectives: agrees
// CHECK: emit-code: agrees

// RUN: weft explain --function=gather --target=sm_90 %s | FileCheck %s --check-prefix=COMMANDS
// RUN: weft explain --function=turn --target=sm_90 %s | FileCheck %s --check-prefix=COMMANDS
// RUN: weft explain --function=permute --target=sm_90 %s | FileCheck %s --check-prefix=COMMANDS
// RUN: weft explain --function=unsent --target=sm_90 %s | FileCheck %s --check-prefix=COMMANDS
// RUN: weft explain --function=broadcast --target=sm_90 %s | FileCheck %s --check-prefix=COMMANDS
// RUN: weft explain --function=scatter --target=sm_90 %s | FileCheck %s --check-prefix=COMMANDS
// RUN: weft explain --function=reduce --target=sm_90 %s | FileCheck %s --check-prefix=COMMANDS
// RUN: weft explain --function=started --target=sm_90 %s | FileCheck %s --check-prefix=COMMANDS
// COMMANDS: the plan as commands
// COMMANDS-NOT: call

// Processes that are alone in their groups, and those that send to themselves, are so on several devices, too.
// RUN: weft-run --check-passes %s --devices=2 --function=apart | FileCheck %s
// RUN: rm -rf %t.dump
// RUN: weft-run --compiled --devices=2 --function=apart --args='[dense<[1.0, 2.0]> : tensor<2xf32>]' --dump=%t.dump %s | FileCheck %s --check-prefix=APART
// APART: 1.000000e+00, 2.000000e+00
// RUN: cat %t.dump/*place-values* | FileCheck %s --check-prefix=PLAN
// PLAN-NOT: plan.collective

// Who is nobody's target gets zeros.
// RUN: weft-run --compiled --function=unsent --args='[dense<[1, 2, 3]> : tensor<3xi32>]' %s | FileCheck %s --check-prefix=UNSENT
// RUN: weft-run --compiled --devices=2 --function=unsent --args='[dense<[1, 2, 3]> : tensor<3xi32>]' %s | FileCheck %s --check-prefix=UNSENT
// UNSENT: [0, 0, 0]

func.func @gather(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @turn(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 1 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @permute(%x: tensor<3xi32>) -> tensor<3xi32> {
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<0> : tensor<1x2xi64>}> : (tensor<3xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

func.func @unsent(%x: tensor<3xi32>) -> tensor<3xi32> {
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<> : tensor<0x2xi64>}> : (tensor<3xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

func.func @started_unsent(%x: tensor<3xi32>) -> tensor<3xi32> {
  %f = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<3xi32>):
    %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<> : tensor<0x2xi64>}> : (tensor<3xi32>) -> tensor<3xi32>
    stablehlo.return %0 : tensor<3xi32>
  }) : (tensor<3xi32>) -> !stablehlo.future<tensor<3xi32>>
  %1 = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<3xi32>>) -> tensor<3xi32>
  return %1 : tensor<3xi32>
}

func.func @broadcast(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

func.func @scatter(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

func.func @reduce(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

func.func @started(%x: tensor<3xf32>) -> tensor<3xf32> {
  %f = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<3xf32>):
    %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<3xf32>) -> tensor<3xf32>
    stablehlo.return %0 : tensor<3xf32>
  }) : (tensor<3xf32>) -> !stablehlo.future<tensor<3xf32>>
  %1 = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<3xf32>>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

func.func @apart(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "stablehlo.collective_permute"(%0) <{source_target_pairs = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
