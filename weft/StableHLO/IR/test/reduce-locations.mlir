// RUN: weft-opt %s --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: weft-opt %s --mlir-print-debuginfo | weft-opt --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: weft-opt %s --mlir-print-debuginfo --mlir-print-local-scope | weft-opt --mlir-print-op-generic --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=GENERIC

// The short form has room for one location, which the whole body gets.

// CHECK-LABEL: func @short
// CHECK-NEXT: stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32> loc("here")
// GENERIC: "stablehlo.reduce"
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<f32> loc("here"), %{{.*}}: tensor<f32> loc("here")):
// GENERIC-NEXT: "stablehlo.add"{{.*}} loc("here")
// GENERIC-NEXT: "stablehlo.return"{{.*}} loc("here")
// GENERIC-NEXT: }) : {{.*}} loc("here")
func.func @short(%x: tensor<8xf32>, %init: tensor<f32>) {
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32> loc("here")
  return
}

// The long form has room for all.

// CHECK-LABEL: func @long
// CHECK: reducer(%arg2: tensor<f32> loc("a"), %arg3: tensor<f32> loc("b"))  {
// CHECK: stablehlo.add {{.*}} loc("sum")
// CHECK: } loc("all")
func.func @long(%x: tensor<8xf32>, %init: tensor<f32>) {
  %0 = stablehlo.reduce(%x init: %init) across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32> loc("a"), %b: tensor<f32> loc("b")) {
    %s = stablehlo.add %b, %a : tensor<f32> loc("sum")
    stablehlo.return %s : tensor<f32>
  } loc("all")
  return
}
