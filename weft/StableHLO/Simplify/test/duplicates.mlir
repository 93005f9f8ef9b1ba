// RUN: weft-opt --simplify %s | FileCheck %s
// RUN: weft-fuzz-programs --file=%s

// CHECK-LABEL: func @merged
func.func @merged(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK-DAG: %[[A:.*]] = stablehlo.add %arg0, %arg1
  %0 = stablehlo.add %x, %y : tensor<2xf32>
  // Order does not matter.
  %1 = stablehlo.add %y, %x : tensor<2xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.reduce
  %2 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  // CHECK: return %[[A]], %[[A]], %[[B]], %[[B]]
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<f32>
}

// CHECK-LABEL: func @stays
func.func @stays(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // Order matters, or bodies differ.
  // CHECK-COUNT-2: stablehlo.subtract
  %0 = stablehlo.subtract %x, %y : tensor<2xf32>
  %1 = stablehlo.subtract %y, %x : tensor<2xf32>
  // A barrier is there to keep two things apart.
  // CHECK-COUNT-2: stablehlo.optimization_barrier
  %2 = stablehlo.optimization_barrier %x : tensor<2xf32>
  %3 = stablehlo.optimization_barrier %x : tensor<2xf32>
  %4 = stablehlo.sine %2 : tensor<2xf32>
  %5 = stablehlo.sine %3 : tensor<2xf32>
  // CHECK-COUNT-2: stablehlo.reduce
  %6 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %7 = stablehlo.reduce(%x init: %zero) applies stablehlo.multiply across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1, %4, %5, %6, %7 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<f32>
}

// What a branch computes and the code before it has computed.
// CHECK-LABEL: func @into_branches
func.func @into_branches(%p: tensor<i1>, %x: tensor<2000xf32>) -> (tensor<2000xf32>, tensor<2000xf32>) {
  // CHECK: %[[S:.*]] = stablehlo.sine
  // CHECK: stablehlo.if
  // CHECK: stablehlo.tanh %[[S]]
  %0 = stablehlo.sine %x : tensor<2000xf32>
  %1 = "stablehlo.if"(%p) ({
    %2 = stablehlo.sine %x : tensor<2000xf32>
    %3 = stablehlo.tanh %2 : tensor<2000xf32>
    stablehlo.return %3 : tensor<2000xf32>
  }, {
    stablehlo.return %x : tensor<2000xf32>
  }) : (tensor<i1>) -> tensor<2000xf32>
  return %0, %1 : tensor<2000xf32>, tensor<2000xf32>
}
