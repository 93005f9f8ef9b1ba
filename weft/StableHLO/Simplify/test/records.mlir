// RUN: weft-opt --simplify --explain %s 2>&1 >%t | FileCheck %s --check-prefix=EXPLAIN
// RUN: weft-opt --simplify --mlir-print-debuginfo --mlir-print-local-scope %s | FileCheck %s

// Every rule leaves a record, and what it makes has the places of what it
// replaces.

// EXPLAIN: model.py:2:1: passes: chosen: call of @g inlined [call-inlined]
// EXPLAIN-DAG: model.py:4:4: passes: chosen: stablehlo.reshape rewritten by rule reshape-of-reshape [rule-applied]
// EXPLAIN-DAG: model.py:6:6: passes: chosen: stablehlo.add computed at compile time, 4 bytes [constant-folded]
// EXPLAIN-DAG: passes: chosen: stablehlo.sine merged with an equal operation [duplicate-merged]
// EXPLAIN-DAG: passes: chosen: stablehlo.tanh removed, nothing uses its results [dead-removed]
// EXPLAIN-DAG: model.py:9:9: passes: refused: stablehlo.broadcast_in_dim left for run time: its 80000 bytes are over the limit of 65536 [constant-too-large]

// CHECK-DAG: stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<3x2xf32> loc(fused["model.py":4:4, "model.py":3:3])
// CHECK-DAG: stablehlo.sine %{{.*}} loc(fused["model.py":7:7, "model.py":8:8])
func.func @main(%x: tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<i32>, tensor<3x2xf32>, tensor<3x2xf32>, tensor<2x3xf32>, tensor<20000xi32>) {
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32> loc("model.py":3:3)
  %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<3x2xf32> loc("model.py":4:4)
  %c = stablehlo.constant dense<2> : tensor<i32> loc("model.py":5:5)
  %2 = stablehlo.add %c, %c : tensor<i32> loc("model.py":6:6)
  %3 = stablehlo.sine %1 : tensor<3x2xf32> loc("model.py":7:7)
  %4 = stablehlo.sine %1 : tensor<3x2xf32> loc("model.py":8:8)
  %5 = stablehlo.tanh %1 : tensor<3x2xf32>
  %6 = func.call @g(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32> loc("model.py":2:1)
  %large = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %spread = stablehlo.broadcast_in_dim %large, dims = [1] : (tensor<5xi32>) -> tensor<4000x5xi32> loc("model.py":9:9)
  %7 = stablehlo.reshape %spread : (tensor<4000x5xi32>) -> tensor<20000xi32>
  return %1, %2, %3, %4, %6, %7 : tensor<3x2xf32>, tensor<i32>, tensor<3x2xf32>, tensor<3x2xf32>, tensor<2x3xf32>, tensor<20000xi32>
}

func.func private @g(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.cosine %x : tensor<2x3xf32> loc("model.py":10:10)
  return %0 : tensor<2x3xf32>
}
