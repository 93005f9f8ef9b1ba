// A loop of kernels with a known number of turns: a GPU counts rounds of sixteen, and nobody asks whether it goes on.
// RUN: weft explain --target=sm_90 %s | FileCheck %s
// CHECK: a loop is over after 299 turns, which are counted; 1 numbers that told that are not computed [turns-counted]
// Two of its turns stand in each, and the odd one before it.
// CHECK: a loop has 149 turns, of which 16 are told at once {{.*}}[turns-written-out]
// CHECK: the plan as commands
// CHECK-NEXT: launch
// CHECK-NEXT: repeat 149 times, 5 times ahead, 16 at once, counted at temporary
// CHECK-NEXT: condition: nothing
// CHECK-NEXT: body
// CHECK-NEXT: launch
// CHECK-NEXT: launch
// CHECK-NOT: launch

// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-run --compiled --target=sm_90 --args="[dense<1.0> : tensor<20000xf32>]" %s | FileCheck %s --check-prefix=SUM
// SUM: 3.000000e+02, 3.000000e+02

// RUN: sed 's/dense<299>/dense<5>/' %s > %t.few.mlir
// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-run --check-passes --target=sm_90 --args="[dense<1.0> : tensor<20000xf32>]" %t.few.mlir | FileCheck %s --check-prefix=AGREES
// AGREES: join-conditions: agrees
// AGREES: join-copies: agrees
// AGREES: emit-code: agrees

func.func @main(%x: tensor<20000xf32>) -> tensor<20000xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<20000xf32>
  cond {
    %many = stablehlo.constant dense<299> : tensor<i32>
    %c = stablehlo.compare LT, %i, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %ones = stablehlo.constant dense<1.0> : tensor<20000xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %r = stablehlo.reverse %s, dims = [0] : tensor<20000xf32>
    %t = stablehlo.add %r, %ones : tensor<20000xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<20000xf32>
  }
  return %0#1 : tensor<20000xf32>
}
