// All stages agree.
// RUN: weft-run --check-passes %s --seed=7 | FileCheck %s --check-prefix=AGREES
// AGREES: import: agrees
// AGREES-NEXT: normalize-calls: agrees
// AGREES-NEXT: expand-calls: agrees
// AGREES-NEXT: expand-chlo: agrees
// AGREES-NEXT: refine-shapes: agrees
// AGREES-NEXT: shift-zero-points: agrees
// AGREES-NEXT: expand-quantized: agrees
// AGREES-NEXT: expand-collectives: agrees
// AGREES-NEXT: expand-factorizations: agrees
// AGREES-NEXT: expand-layouts: agrees
// AGREES-NEXT: simplify: agrees
// AGREES-NEXT: expand-operations: agrees
// AGREES-NEXT: build-plan: agrees
// AGREES-NEXT: form-loop-kernels: agrees
// AGREES-NEXT: fuse-kernels: agrees
// AGREES-NEXT: pack-operands: agrees
// AGREES-NEXT: order-plan: agrees
// AGREES-NEXT: pair-iterations: agrees
// AGREES-NEXT: share-storage: agrees
// AGREES-NEXT: place-values: agrees
// AGREES-NEXT: tile-kernels: agrees
// AGREES-NEXT: join-bands: agrees
// AGREES-NEXT: walk-tiles: agrees
// AGREES-NEXT: emit-code: agrees

// A fault in each level is found where it is, and again in the reduced program.
// RUN: env WEFT_PLANTED_FAULT=12 not weft-run --check-passes %s > %t.12 2>&1
// RUN: FileCheck %s --check-prefix=SIMPLIFY --input-file=%t.12
// SIMPLIFY: expand-layouts: agrees
// SIMPLIFY-NEXT: simplify: changes a result: element [{{.*}}] of result 1, tensor<4x5xf32>, was {{.*}} and is
// SIMPLIFY-NEXT: in rule merge-duplicates
// SIMPLIFY: // changed by simplify
// SIMPLIFY: // to run it again: weft-run --check-passes FILE
// SIMPLIFY-NOT: stablehlo.pad
// SIMPLIFY: // --args=
// SIMPLIFY: error: stage simplify of the compiler changes a result

// RUN: env WEFT_PLANTED_FAULT=14 not weft-run --check-passes %s 2>&1 | FileCheck %s --check-prefix=PLAN
// PLAN: build-plan: agrees
// PLAN: fuse-kernels: changes a result
// PLAN: // changed by fuse-kernels

// RUN: env WEFT_PLANTED_FAULT=17 not weft-run --check-passes %s 2>&1 | FileCheck %s --check-prefix=TILING
// TILING: place-values: agrees
// TILING-NEXT: tile-kernels: changes a result
// TILING-NEXT: in kernel @
// TILING: // changed by tile-kernels
// TILING-NOT: stablehlo.subtract
// TILING: stablehlo.pad

// RUN: env WEFT_PLANTED_FAULT=18 not weft-run --check-passes %s 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: join-bands: agrees
// CPU: walk-tiles: agrees
// CPU-NEXT: emit-code: changes a result
// CPU-NEXT: in kernel @
// CPU: // changed by emit-code
// CPU: stablehlo.compare

// As many operations as are asked for.

// RUN: not weft-run --check-passes --max-steps=3 %s 2>&1 | FileCheck %s --check-prefix=STEPS
// STEPS: there is nothing to compare with, the interpreter says: {{.*}}the limit is 3

func.func @main(%x: tensor<4x5xf32>, %y: tensor<4x5xf32>, %a: tensor<6xui8>, %b: tensor<6xui8>)
    -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<7x5xf32>, tensor<6xi1>) {
  %one = stablehlo.subtract %x, %y : tensor<4x5xf32>
  %other = stablehlo.subtract %y, %x : tensor<4x5xf32>
  %sum = stablehlo.tanh %one : tensor<4x5xf32>
  %both = stablehlo.multiply %sum, %other : tensor<4x5xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %padded = stablehlo.pad %x, %zero, low = [2, 0], high = [1, 0], interior = [0, 0]
      : (tensor<4x5xf32>, tensor<f32>) -> tensor<7x5xf32>
  %far = stablehlo.constant dense<250> : tensor<6xui8>
  %c = stablehlo.add %a, %far : tensor<6xui8>
  %less = stablehlo.compare GT, %c, %b : (tensor<6xui8>, tensor<6xui8>) -> tensor<6xi1>
  return %sum, %both, %padded, %less : tensor<4x5xf32>, tensor<4x5xf32>, tensor<7x5xf32>, tensor<6xi1>
}
