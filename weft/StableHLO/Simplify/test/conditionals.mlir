// RUN: weft-opt --simplify %s | FileCheck %s
// RUN: weft-fuzz-programs --file=%s

// CHECK-LABEL: func @known
func.func @known(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  // CHECK-DAG: %[[A:.*]] = stablehlo.sine %arg0
  %0 = "stablehlo.if"(%false) ({
    stablehlo.return %x : tensor<2xf32>
  }, {
    %s = stablehlo.sine %x : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  // Out of range: the last one.
  // CHECK-DAG: %[[B:.*]] = stablehlo.cosine %arg0
  %1 = "stablehlo.case"(%nine) ({
    stablehlo.return %x : tensor<2xf32>
  }, {
    %s = stablehlo.cosine %x : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  // CHECK: return %[[A]], %[[B]]
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func @small
func.func @small(%p: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-DAG: %[[A:.*]] = stablehlo.sine %arg1
  // CHECK-DAG: %[[B:.*]] = stablehlo.cosine %arg1
  // CHECK: stablehlo.select %arg0, %[[B]], %[[A]]
  %i = stablehlo.convert %p : (tensor<i1>) -> tensor<i32>
  %0 = "stablehlo.case"(%i) ({
    %s = stablehlo.sine %x : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }, {
    %s = stablehlo.cosine %x : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @stays
func.func @stays(%p: tensor<i1>, %x: tensor<2xf32>, %large: tensor<2000xf32>) -> (tensor<2xf32>, tensor<2000xf32>, tensor<2xf32>) {
  // An effect, much work, a barrier.
  // CHECK-COUNT-3: "stablehlo.if"(%arg0)
  %0 = "stablehlo.if"(%p) ({
    stablehlo.custom_call @prints(%x) {has_side_effect = true} : (tensor<2xf32>) -> ()
    stablehlo.return %x : tensor<2xf32>
  }, {
    %s = stablehlo.sine %x : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  %1 = "stablehlo.if"(%p) ({
    stablehlo.return %large : tensor<2000xf32>
  }, {
    %s = stablehlo.sine %large : tensor<2000xf32>
    stablehlo.return %s : tensor<2000xf32>
  }) : (tensor<i1>) -> tensor<2000xf32>
  %2 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<2xf32>
  }, {
    %b = stablehlo.optimization_barrier %x : tensor<2xf32>
    stablehlo.return %b : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<2000xf32>, tensor<2xf32>
}

// CHECK-LABEL: func @results
func.func @results(%i: tensor<i32>, %x: tensor<2000xf32>) -> (tensor<2000xf32>, tensor<2000xf32>) {
  // CHECK: %[[A:.*]] = "stablehlo.case"(%arg0)
  // CHECK-NOT: stablehlo.cosine
  // CHECK: return %[[A]], %arg1
  %0:3 = "stablehlo.case"(%i) ({
    %s = stablehlo.sine %x : tensor<2000xf32>
    %c = stablehlo.cosine %x : tensor<2000xf32>
    stablehlo.return %s, %x, %c : tensor<2000xf32>, tensor<2000xf32>, tensor<2000xf32>
  }, {
    stablehlo.return %x, %x, %x : tensor<2000xf32>, tensor<2000xf32>, tensor<2000xf32>
  }, {
    %s = stablehlo.tanh %x : tensor<2000xf32>
    stablehlo.return %s, %x, %x : tensor<2000xf32>, tensor<2000xf32>, tensor<2000xf32>
  }) : (tensor<i32>) -> (tensor<2000xf32>, tensor<2000xf32>, tensor<2000xf32>)
  return %0#0, %0#1 : tensor<2000xf32>, tensor<2000xf32>
}
