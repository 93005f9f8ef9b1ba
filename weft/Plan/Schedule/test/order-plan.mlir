// RUN: weft-opt --build-plan --fuse-kernels --order-plan --explain %s 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=RECORD < %t

// Two large values, each needed for a small one only: one after the other.
// CHECK-LABEL: plan.program ordered @main
// RECORD: chosen: main: {{[0-9]+}} bytes alive at once instead of {{[0-9]+}} {{.*}} [order-changed]
func.func public @main(%x: tensor<512x8xf32>) -> tensor<8x8xf32> {
  // CHECK: plan.kernel @dot_0 <dot> {{.*}}-> tensor<512x512xf32>
  // CHECK: plan.kernel @dot_3 <dot> {{.*}}-> tensor<512x8xf32>
  // CHECK: plan.kernel @dot_2 <dot> {{.*}}-> tensor<512x512xf32>
  // CHECK: plan.kernel @dot_4 <dot> {{.*}}-> tensor<512x8xf32>
  %a = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<512x8xf32>, tensor<512x8xf32>) -> tensor<512x512xf32>
  %n = stablehlo.negate %x : tensor<512x8xf32>
  %b = stablehlo.dot_general %n, %x, contracting_dims = [1] x [1] : (tensor<512x8xf32>, tensor<512x8xf32>) -> tensor<512x512xf32>
  %c = stablehlo.dot_general %a, %x, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x8xf32>) -> tensor<512x8xf32>
  %d = stablehlo.dot_general %b, %x, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x8xf32>) -> tensor<512x8xf32>
  %e = stablehlo.dot_general %c, %d, contracting_dims = [0] x [0] : (tensor<512x8xf32>, tensor<512x8xf32>) -> tensor<8x8xf32>
  return %e : tensor<8x8xf32>
}
