// Blocks of threads sort by any comparator: numbers that it compares by their digits, also where these are plain floats, and
// all else by merging runs.

// RUN: weft explain %s --target=sm_90 --function=fractions | FileCheck %s --check-prefix=MERGE --implicit-check-not=threads-alone
// RUN: weft explain %s --target=sm_80 --function=fractions | FileCheck %s --check-prefix=MERGE --implicit-check-not=threads-alone
// RUN: weft explain %s --target=sm_120 --function=fractions | FileCheck %s --check-prefix=MERGE --implicit-check-not=threads-alone
// RUN: weft explain %s --target=gfx942 --function=fractions | FileCheck %s --check-prefix=MERGE --implicit-check-not=threads-alone
// MERGE: sort_{{[0-9]}} is computed by merge sort of tiles
// MERGE-LABEL: the plan as commands
// MERGE: launch sort_{{[0-9]}}_runs(
// MERGE: launch sort_{{[0-9]}}_split({{.*}}constants,
// MERGE: launch sort_{{[0-9]}}_merge({{.*}}constants,
// All passes have the same code: the first reads what tiles left, the last writes the result.
// MERGE: launch sort_{{[0-9]}}_split({{.*}}constants + 256,
// MERGE: launch sort_{{[0-9]}}_merge({{.*}}constants + 256,

// RUN: weft explain %s --target=sm_90 --function=plain | FileCheck %s --check-prefix=PLAIN --implicit-check-not=threads-alone
// PLAIN: sort_0 is computed by sort of tiles by digits

// As approx_max_k has it.
// RUN: weft explain %s --target=sm_90 --function=first | FileCheck %s --check-prefix=FIRST --implicit-check-not=threads-alone
// FIRST: is computed by first places by groups

// Zeros of either sign are equal, and stay in their order.
// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-run --compiled --target=sm_90 --function=zeros --args="[dense<[2.0, -0.0, 0.0, -1.0, 0.0, -0.0, 0x7F800000, 1.0e-45, -1.0e-45]> : tensor<9xf32>]" %s | FileCheck %s --check-prefix=ZEROS
// ZEROS: [3, 8, 1, 2, 4, 5, 7, 0, 6]

// Beside NaN, and where a comparator contradicts itself, some order comes out that has every place once.
// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-run --compiled --target=sm_90 --function=beside_nan %s | FileCheck %s --check-prefix=ONCE
// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-run --compiled --target=sm_90 --function=contradicting %s | FileCheck %s --check-prefix=ONCE
// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-run --compiled --target=sm_90 --function=always %s | FileCheck %s --check-prefix=ONCE
// ONCE: tensor<i32> {1}
// ONCE-NEXT: tensor<i32> {1}

func.func public @fractions(%a: tensor<5003xi32>, %b: tensor<5003xi32>, %c: tensor<5003xf32>) -> (tensor<5003xi32>, tensor<5003xi32>, tensor<5003xf32>) {
  %s:3 = "stablehlo.sort"(%a, %b, %c) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>, %r: tensor<i32>, %t: tensor<i32>, %x: tensor<f32>, %y: tensor<f32>):
    %left = stablehlo.multiply %p, %t : tensor<i32>
    %right = stablehlo.multiply %q, %r : tensor<i32>
    %less = stablehlo.compare LT, %left, %right : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<5003xi32>, tensor<5003xi32>, tensor<5003xf32>) -> (tensor<5003xi32>, tensor<5003xi32>, tensor<5003xf32>)
  return %s#0, %s#1, %s#2 : tensor<5003xi32>, tensor<5003xi32>, tensor<5003xf32>
}
func.func public @plain(%a: tensor<5003xf32>) -> tensor<5003xf32> {
  %s = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %less = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<5003xf32>) -> tensor<5003xf32>
  return %s : tensor<5003xf32>
}
func.func private @greater(%p: tensor<f32>, %q: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func public @first(%x: tensor<16x65536xf32>) -> (tensor<16x64xf32>, tensor<16x64xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<16x65536xi32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %least, %none) {called_computations = [@greater], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.95 : f32, reduction_dim = 1 : i64, reduction_input_size_override = -1 : i64, top_k = 64 : i64}} : (tensor<16x65536xf32>, tensor<16x65536xi32>, tensor<f32>, tensor<i32>) -> (tensor<16x64xf32>, tensor<16x64xi32>)
  return %0#0, %0#1 : tensor<16x64xf32>, tensor<16x64xi32>
}
func.func public @zeros(%x: tensor<9xf32>) -> tensor<9xi32> {
  %i = stablehlo.iota dim = 0 : tensor<9xi32>
  %s:2 = "stablehlo.sort"(%x, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %j: tensor<i32>, %k: tensor<i32>):
    %less = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<9xf32>, tensor<9xi32>) -> (tensor<9xf32>, tensor<9xi32>)
  return %s#1 : tensor<9xi32>
}
// How often the places that come least, and most, often are there.
func.func private @times(%places: tensor<5003xi32>) -> (tensor<i32>, tensor<i32>) {
  %none = stablehlo.constant dense<0> : tensor<5003xi32>
  %one = stablehlo.constant dense<1> : tensor<5003xi32>
  %at = stablehlo.reshape %places : (tensor<5003xi32>) -> tensor<5003x1xi32>
  %counts = "stablehlo.scatter"(%none, %at, %one) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<5003xi32>, tensor<5003x1xi32>, tensor<5003xi32>) -> tensor<5003xi32>
  %many = stablehlo.constant dense<2147483647> : tensor<i32>
  %few = stablehlo.constant dense<-1> : tensor<i32>
  %least = stablehlo.reduce(%counts init: %many) applies stablehlo.minimum across dimensions = [0] : (tensor<5003xi32>, tensor<i32>) -> tensor<i32>
  %most = stablehlo.reduce(%counts init: %few) applies stablehlo.maximum across dimensions = [0] : (tensor<5003xi32>, tensor<i32>) -> tensor<i32>
  return %least, %most : tensor<i32>, tensor<i32>
}
func.func private @scattered() -> tensor<5003xi32> {
  %i = stablehlo.iota dim = 0 : tensor<5003xi32>
  %far = stablehlo.constant dense<7919> : tensor<5003xi32>
  %length = stablehlo.constant dense<5003> : tensor<5003xi32>
  %0 = stablehlo.multiply %i, %far : tensor<5003xi32>
  %1 = stablehlo.remainder %0, %length : tensor<5003xi32>
  return %1 : tensor<5003xi32>
}
func.func public @beside_nan() -> (tensor<i32>, tensor<i32>) {
  %i = stablehlo.iota dim = 0 : tensor<5003xi32>
  %k = func.call @scattered() : () -> tensor<5003xi32>
  %x = stablehlo.convert %k : (tensor<5003xi32>) -> tensor<5003xf32>
  // Square roots of negative numbers.
  %half = stablehlo.constant dense<2500.0> : tensor<5003xf32>
  %y = stablehlo.subtract %x, %half : tensor<5003xf32>
  %z = stablehlo.sqrt %y : tensor<5003xf32>
  %s:3 = "stablehlo.sort"(%z, %x, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<f32>, %t: tensor<f32>, %j: tensor<i32>, %l: tensor<i32>):
    %left = stablehlo.multiply %p, %t : tensor<f32>
    %right = stablehlo.multiply %q, %r : tensor<f32>
    %less = stablehlo.compare LT, %left, %right : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<5003xf32>, tensor<5003xf32>, tensor<5003xi32>) -> (tensor<5003xf32>, tensor<5003xf32>, tensor<5003xi32>)
  %0:2 = func.call @times(%s#2) : (tensor<5003xi32>) -> (tensor<i32>, tensor<i32>)
  return %0#0, %0#1 : tensor<i32>, tensor<i32>
}
func.func public @contradicting() -> (tensor<i32>, tensor<i32>) {
  %i = stablehlo.iota dim = 0 : tensor<5003xi32>
  %k = func.call @scattered() : () -> tensor<5003xi32>
  %s:2 = "stablehlo.sort"(%k, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>, %j: tensor<i32>, %l: tensor<i32>):
    %a = stablehlo.constant dense<31> : tensor<i32>
    %b = stablehlo.constant dense<17> : tensor<i32>
    %c = stablehlo.constant dense<4> : tensor<i32>
    %0 = stablehlo.multiply %p, %a : tensor<i32>
    %1 = stablehlo.multiply %q, %b : tensor<i32>
    %2 = stablehlo.xor %0, %1 : tensor<i32>
    %3 = stablehlo.and %2, %c : tensor<i32>
    %less = stablehlo.compare EQ, %3, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<5003xi32>, tensor<5003xi32>) -> (tensor<5003xi32>, tensor<5003xi32>)
  %4:2 = func.call @times(%s#1) : (tensor<5003xi32>) -> (tensor<i32>, tensor<i32>)
  return %4#0, %4#1 : tensor<i32>, tensor<i32>
}
func.func public @always() -> (tensor<i32>, tensor<i32>) {
  %i = stablehlo.iota dim = 0 : tensor<5003xi32>
  %k = func.call @scattered() : () -> tensor<5003xi32>
  %s:2 = "stablehlo.sort"(%k, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>, %j: tensor<i32>, %l: tensor<i32>):
    %less = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<5003xi32>, tensor<5003xi32>) -> (tensor<5003xi32>, tensor<5003xi32>)
  %0:2 = func.call @times(%s#1) : (tensor<5003xi32>) -> (tensor<i32>, tensor<i32>)
  return %0#0, %0#1 : tensor<i32>, tensor<i32>
}
