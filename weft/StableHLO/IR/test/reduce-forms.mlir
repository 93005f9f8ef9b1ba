// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s --emit-bytecode | weft-opt | FileCheck %s

// The two text forms of reduce.

// CHECK-LABEL: func @short
func.func @short(%x: tensor<4x8xf32>, %init: tensor<f32>) -> tensor<4xf32> {
  // CHECK-NEXT: stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %0 = "stablehlo.reduce"(%x, %init) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @short_with_attributes
func.func @short_with_attributes(%x: tensor<4x8xf32>, %init: tensor<f32>) {
  // CHECK-NEXT: stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0, 1] {note = "kept"} : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [0, 1] {note = "kept"} : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  // CHECK-NEXT: stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %1 = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// CHECK-LABEL: func @two_inputs
func.func @two_inputs(%x: tensor<4x8xf32>, %y: tensor<4x8xi32>, %a: tensor<f32>, %b: tensor<i32>) {
  // CHECK-NEXT: %0:2 = stablehlo.reduce(%arg0 init: %arg2), (%arg1 init: %arg3) across dimensions = [1] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
  // CHECK-NEXT:  reducer(%arg4: tensor<f32>, %arg6: tensor<f32>) (%arg5: tensor<i32>, %arg7: tensor<i32>)  {
  // CHECK-NEXT:   stablehlo.add %arg4, %arg6 : tensor<f32>
  // CHECK-NEXT:   stablehlo.add %arg5, %arg7 : tensor<i32>
  // CHECK-NEXT:   stablehlo.return
  // CHECK-NEXT: }
  %0:2 = stablehlo.reduce(%x init: %a), (%y init: %b) across dimensions = [1] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
   reducer(%p: tensor<f32>, %q: tensor<f32>) (%r: tensor<i32>, %s: tensor<i32>)  {
    %1 = stablehlo.add %p, %q : tensor<f32>
    %2 = stablehlo.add %r, %s : tensor<i32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<i32>
  }
  return
}

// Whatever the short form cannot say is written out: a wider accumulator, an
// operation that is not commutative, operands in another order, attributes.

// CHECK-LABEL: func @long
func.func @long(%x: tensor<8xf32>, %init: tensor<f32>, %wide: tensor<f64>) {
  // CHECK-NEXT: stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] :
  // CHECK-NEXT: reducer(%arg3: tensor<f64>, %arg4: tensor<f64>)  {
  // CHECK: }
  %0 = stablehlo.reduce(%x init: %init) across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f64>
   reducer(%a: tensor<f64>, %b: tensor<f64>) {
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }
  // CHECK-NEXT: stablehlo.reduce(%arg0 init: %arg1) across
  // CHECK: stablehlo.subtract
  // CHECK: }
  %1 = stablehlo.reduce(%x init: %init) across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %s = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }
  // CHECK-NEXT: stablehlo.reduce(%arg0 init: %arg1) across
  // CHECK: stablehlo.add %arg4, %arg3
  // CHECK: }
  %2 = stablehlo.reduce(%x init: %init) across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %s = stablehlo.add %b, %a : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }
  // CHECK-NEXT: stablehlo.reduce(%arg0 init: %arg1) across
  // CHECK: stablehlo.add %arg3, %arg4 {note = 1 : i64}
  // CHECK: }
  %3 = stablehlo.reduce(%x init: %init) across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %s = stablehlo.add %a, %b {note = 1 : i64} : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }
  return
}

// The region may use values from outside.

// CHECK-LABEL: func @capture
func.func @capture(%x: tensor<8xf32>, %init: tensor<f32>, %scale: tensor<f32>) {
  // CHECK-NEXT: stablehlo.reduce(%arg0 init: %arg1) across
  // CHECK: stablehlo.multiply %arg3, %arg2 : tensor<f32>
  %0 = stablehlo.reduce(%x init: %init) across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %m = stablehlo.multiply %a, %scale : tensor<f32>
    %s = stablehlo.add %m, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }
  return
}
