// A running function that is no single operation: for threads in a few steps over all places, each of which takes in what is twice as far
// behind it. The steps have one kernel, or are one where the state is small.

// RUN: weft explain --target=sm_90 %s | FileCheck %s
// CHECK: repeat 8 times
// CHECK: body
// CHECK-NEXT: launch [[STEP:fused_[0-9]+]]({{.*}}, result 0, temporary + 64) in 157 blocks
// CHECK-NEXT: launch
// CHECK-NEXT: launch [[STEP]]({{.*}}, temporary + 64, result 0) in 157 blocks
// CHECK-NEXT: launch
// CHECK-NOT: launch

// RUN: weft explain --target=sm_90 --function=small %s | FileCheck %s --check-prefix=SMALL
// SMALL: loop_0 is run by 1 blocks of 512 threads

// On a CPU the places of a block wait for each other, 625 blocks side by side; what they come to is taken in 20 blocks.
// RUN: weft-opt %s --expand-operations | FileCheck %s --check-prefix=CPU
// CPU-LABEL: @main
// CPU: dynamic_slice {{.*}} sizes = [1, 625]
// CPU: dynamic_slice {{.*}} sizes = [1, 20]

func.func public @main(%x: tensor<20000xf32>) -> tensor<20000xf32> {
  %none = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %none) <{padding = dense<[[19999, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 20000>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %larger = stablehlo.maximum %a, %b : tensor<f32>
    %apart = stablehlo.subtract %a, %b : tensor<f32>
    %distance = stablehlo.abs %apart : tensor<f32>
    %below = stablehlo.negate %distance : tensor<f32>
    %part = stablehlo.exponential %below : tensor<f32>
    %more = stablehlo.log_plus_one %part : tensor<f32>
    %both = stablehlo.add %larger, %more : tensor<f32>
    %same = stablehlo.compare NE, %apart, %apart : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %sum = stablehlo.select %same, %larger, %both : tensor<i1>, tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<20000xf32>, tensor<f32>) -> tensor<20000xf32>
  return %r : tensor<20000xf32>
}

func.func public @small(%x: tensor<2000xf32>) -> tensor<2000xf32> {
  %none = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %none) <{padding = dense<[[0, 1999]]> : tensor<1x2xi64>, window_dimensions = array<i64: 2000>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %larger = stablehlo.maximum %a, %b : tensor<f32>
    %apart = stablehlo.subtract %a, %b : tensor<f32>
    %distance = stablehlo.abs %apart : tensor<f32>
    %below = stablehlo.negate %distance : tensor<f32>
    %part = stablehlo.exponential %below : tensor<f32>
    %more = stablehlo.log_plus_one %part : tensor<f32>
    %both = stablehlo.add %larger, %more : tensor<f32>
    %same = stablehlo.compare NE, %apart, %apart : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %sum = stablehlo.select %same, %larger, %both : tensor<i1>, tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<2000xf32>, tensor<f32>) -> tensor<2000xf32>
  return %r : tensor<2000xf32>
}
