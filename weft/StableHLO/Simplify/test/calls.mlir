// RUN: weft-opt --simplify --mlir-print-debuginfo --mlir-print-local-scope %s | FileCheck %s
// RUN: weft-opt --simplify=keep-composites=kept.op %s | FileCheck %s --check-prefix=KEPT

// Functions go into their callers; what was named relative to the function is
// named from the outside, and the call's place follows its own.

// CHECK-LABEL: func.func @main
// CHECK: stablehlo.sine %arg0 : tensor<4xf32> loc("jit(f)/jit(g)/sin"(callsite(callsite("model.py":3:17 at "model.py":4:2) at "jit(f)/jit(g)"("model.py":5:8))))
// CHECK: stablehlo.cosine
// CHECK-NOT: func.func
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @g(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("jit(f)/jit(g)"("model.py":5:8))
  %1 = stablehlo.composite "kept.op" %0 {decomposition = @definition} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// KEPT-LABEL: func.func @main
// KEPT: stablehlo.sine
// KEPT: stablehlo.composite "kept.op"
// KEPT-NOT: func.func private @g
// KEPT: func.func private @definition

func.func private @g(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @h(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("model.py":4:2)
  return %0 : tensor<4xf32>
}

func.func private @h(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.sine %x : tensor<4xf32> loc("sin"("model.py":3:17))
  return %0 : tensor<4xf32>
}

func.func private @definition(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.cosine %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func private @nobody(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
