// RUN: weft-opt --simplify %s | FileCheck %s
// RUN: weft-fuzz-programs --file=%s

// Nothing moves, folds or merges across a barrier.

// CHECK-LABEL: func @no_rule_looks_through
func.func @no_rule_looks_through(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  // CHECK-DAG: %[[A:.*]] = stablehlo.negate %arg0
  // CHECK-DAG: %[[B:.*]] = stablehlo.optimization_barrier %[[A]]
  // CHECK-DAG: %[[C:.*]] = stablehlo.negate %[[B]]
  %0 = stablehlo.negate %x : tensor<2x3xf32>
  %1 = stablehlo.optimization_barrier %0 : tensor<2x3xf32>
  %2 = stablehlo.negate %1 : tensor<2x3xf32>
  // CHECK-DAG: %[[D:.*]] = stablehlo.reshape %arg0
  // CHECK-DAG: %[[E:.*]] = stablehlo.optimization_barrier %[[D]]
  // CHECK-DAG: %[[F:.*]] = stablehlo.reshape %[[E]]
  %3 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
  %4 = stablehlo.optimization_barrier %3 : tensor<6xf32>
  %5 = stablehlo.reshape %4 : (tensor<6xf32>) -> tensor<2x3xf32>
  // CHECK-DAG: %[[ONE:.*]] = stablehlo.constant dense<1.000000e+00>
  // CHECK-DAG: %[[G:.*]] = stablehlo.optimization_barrier %[[ONE]]
  // CHECK-DAG: %[[H:.*]] = stablehlo.multiply %arg0, %[[G]]
  %one = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  %6 = stablehlo.optimization_barrier %one : tensor<2x3xf32>
  %7 = stablehlo.multiply %x, %6 : tensor<2x3xf32>
  // CHECK: return %[[C]], %[[F]], %[[H]]
  return %2, %5, %7 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// Computing again behind a barrier, to hold less in memory: the two stay two.
// CHECK-LABEL: func @recomputation
func.func @recomputation(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: %[[A:.*]] = stablehlo.sine %arg0
  // CHECK: %[[B:.*]]:2 = stablehlo.optimization_barrier %arg0, %[[A]]
  // CHECK: %[[C:.*]] = stablehlo.sine %[[B]]#0
  // CHECK: stablehlo.multiply %[[C]], %[[B]]#1
  %0 = stablehlo.sine %x : tensor<8xf32>
  %1:2 = stablehlo.optimization_barrier %x, %0 : tensor<8xf32>, tensor<8xf32>
  %2 = stablehlo.sine %1#0 : tensor<8xf32>
  %3 = stablehlo.multiply %2, %1#1 : tensor<8xf32>
  return %0, %3 : tensor<8xf32>, tensor<8xf32>
}

// Out of a loop, a barrier does not go, nor what is behind it. (An empty
// result is no reason to drop it either.)
// CHECK-LABEL: func @in_loops
func.func @in_loops(%x: tensor<8xf32>, %n: tensor<i32>, %e: tensor<0xf32>) -> (tensor<8xf32>, tensor<0xf32>) {
  // CHECK: stablehlo.while
  // CHECK: stablehlo.optimization_barrier %arg0
  // CHECK: stablehlo.sine
  // CHECK: stablehlo.optimization_barrier %arg2
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.optimization_barrier %x : tensor<8xf32>
    %3 = stablehlo.sine %2 : tensor<8xf32>
    %4 = stablehlo.add %v, %3 : tensor<8xf32>
    stablehlo.return %1, %4 : tensor<i32>, tensor<8xf32>
  }
  %5 = stablehlo.optimization_barrier %e : tensor<0xf32>
  return %0#1, %5 : tensor<8xf32>, tensor<0xf32>
}
