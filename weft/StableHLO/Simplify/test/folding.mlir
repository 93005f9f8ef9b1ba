// RUN: weft-opt --simplify %s | FileCheck %s
// RUN: weft-fuzz-programs --file=%s
// RUN: weft-opt --simplify=max-constant-bytes=0 %s | FileCheck %s --check-prefix=OFF

// CHECK-LABEL: func @folds
// OFF-LABEL: func @folds
func.func @folds() -> (tensor<3xf32>, tensor<2xi32>, tensor<i32>) {
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %b = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // CHECK-DAG: stablehlo.constant dense<[2.000000e+00, 4.000000e+00, 6.000000e+00]>
  // OFF: stablehlo.add
  %0 = stablehlo.add %a, %a : tensor<3xf32>
  // CHECK-DAG: stablehlo.constant dense<[6, 15]>
  // OFF: stablehlo.reduce
  %1 = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
  // CHECK-DAG: stablehlo.constant dense<21>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  return %0, %1, %2 : tensor<3xf32>, tensor<2xi32>, tensor<i32>
}

// Equal elements are computed once, whatever their number.
// CHECK-LABEL: func @splats
func.func @splats() -> tensor<1000x1000xf32> {
  %a = stablehlo.constant dense<2.0> : tensor<1000x1000xf32>
  // CHECK-NEXT: stablehlo.constant dense<4.000000e+00> : tensor<1000x1000xf32>
  // CHECK-NEXT: return
  %0 = stablehlo.multiply %a, %a : tensor<1000x1000xf32>
  return %0 : tensor<1000x1000xf32>
}

// CHECK-LABEL: func @stays
func.func @stays(%i: tensor<i32>) -> (tensor<50000xi32>, tensor<100x3xi32>, tensor<4xui32>, tensor<2xf32>, tensor<3xf32>, tensor<3xi32>) {
  // Too large.
  // CHECK-DAG: stablehlo.iota
  %0 = stablehlo.iota dim = 0 : tensor<50000xi32>
  // Larger than what it is made from.
  %c = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  // CHECK-DAG: stablehlo.broadcast_in_dim
  %1 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<3xi32>) -> tensor<100x3xi32>
  // Random numbers.
  // CHECK-DAG: stablehlo.rng_bit_generator
  %state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %2:2 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  // Behind a barrier.
  // CHECK-DAG: %[[B:.*]] = stablehlo.optimization_barrier
  // CHECK-DAG: stablehlo.negate %[[B]]
  %f = stablehlo.constant dense<1.0> : tensor<2xf32>
  %held = stablehlo.optimization_barrier %f : tensor<2xf32>
  %3 = stablehlo.negate %held : tensor<2xf32>
  // Known only to who is called.
  // CHECK-DAG: stablehlo.custom_call
  %g = stablehlo.constant dense<1.0> : tensor<3xf32>
  %4 = stablehlo.custom_call @something(%g) : (tensor<3xf32>) -> tensor<3xf32>
  // The body looks at something that is not constant.
  // CHECK-DAG: stablehlo.sort
  %5 = "stablehlo.sort"(%c) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %x = stablehlo.xor %a, %i : tensor<i32>
    %y = stablehlo.xor %b, %i : tensor<i32>
    %p = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3xi32>) -> tensor<3xi32>
  return %0, %1, %2#1, %3, %4, %5 : tensor<50000xi32>, tensor<100x3xi32>, tensor<4xui32>, tensor<2xf32>, tensor<3xf32>, tensor<3xi32>
}

// CHECK-LABEL: func @empty
func.func @empty(%x: tensor<2x0xf32>) -> tensor<0x2xf32> {
  // CHECK-NEXT: %[[E:.*]] = stablehlo.constant dense<> : tensor<0x2xf32>
  // CHECK-NEXT: return %[[E]]
  %0 = stablehlo.exponential %x : tensor<2x0xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x0xf32>) -> tensor<0x2xf32>
  return %1 : tensor<0x2xf32>
}
