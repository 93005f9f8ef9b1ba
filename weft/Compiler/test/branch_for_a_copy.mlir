// RUN: weft explain --target=sm_90 %s | FileCheck %s
// RUN: weft explain --target=arm64 --stage=pair-iterations %s | FileCheck %s --check-prefix=CPU

// Two values change places in each turn of a loop, of which nobody knows how many there are. A branch around every second turn saves a copy, and
// takes a GPU longer than to copy 64 KiB; a core takes it at once.
// CHECK: the plan as commands
// CHECK: while temporary
// CHECK-NOT: one branch
// CPU: plan.while
// CPU: plan.case
func.func @main(%a: tensor<128x128xf32>, %b: tensor<128x128xf32>) -> (tensor<128x128xf32>, tensor<128x128xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %most = stablehlo.constant dense<1.0e6> : tensor<f32>
  %0:2 = stablehlo.while(%x = %a, %y = %b) : tensor<128x128xf32>, tensor<128x128xf32>
  cond {
    %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<128x128xf32>, tensor<f32>) -> tensor<f32>
    %c = stablehlo.compare LT, %sum, %most : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %t = stablehlo.transpose %y, dims = [1, 0] : (tensor<128x128xf32>) -> tensor<128x128xf32>
    %z = stablehlo.add %x, %t : tensor<128x128xf32>
    stablehlo.return %z, %x : tensor<128x128xf32>, tensor<128x128xf32>
  }
  return %0#0, %0#1 : tensor<128x128xf32>, tensor<128x128xf32>
}
