// One function on several logical devices at once.
// RUN: weft-run %s --devices=2 --args='[dense<1.0> : tensor<2xf32>, dense<3.0> : tensor<2xf32>]' | FileCheck %s
// RUN: weft-run %s --devices=1x2 --function=where | FileCheck %s --check-prefix=WHERE
// RUN: weft-run %s --devices=2 --args='[dense<1.0> : tensor<2xf32>]' | FileCheck %s --check-prefix=SAME
// RUN: not weft-run %s --devices=3 --args='[dense<1.0> : tensor<2xf32>, dense<3.0> : tensor<2xf32>]' 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not weft-run %s --devices=2 --function=stuck 2>&1 | FileCheck %s --check-prefix=STUCK
// RUN: rm -rf %t && mkdir %t && weft-run %s --devices=2 --args='[dense<1.0> : tensor<2xf32>]' --output=%t/a.npy --output=%t/b.npy && cmp %t/a.npy %t/b.npy

// CHECK: device (0, 0)
// CHECK-NEXT: tensor<2xf32> {
// CHECK-NEXT: [4.000000e+00, 4.000000e+00]
// CHECK-NEXT: }
// CHECK-NEXT: device (1, 0)
// CHECK-NEXT: tensor<2xf32> {
// CHECK-NEXT: [4.000000e+00, 4.000000e+00]
// SAME-COUNT-2: [2.000000e+00, 2.000000e+00]
// COUNT: error: @main takes 1 input ('tensor<2xf32>') on each of 3 devices, but 2 were given
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// WHERE: device (0, 0)
// WHERE-NEXT: tensor<ui32> {0}
// WHERE-NEXT: device (0, 1)
// WHERE-NEXT: tensor<ui32> {1}
func.func @where() -> tensor<ui32> {
  %0 = stablehlo.partition_id : tensor<ui32>
  return %0 : tensor<ui32>
}

// Each waits for a third device.
// STUCK: run_devices.mlir:[[#]]:8: error:
func.func @stuck() -> tensor<f32> {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
