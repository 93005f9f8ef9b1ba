// Products of few results are sums where threads come in warps.
// RUN: weft explain %s --target=sm_90 --stage=expand-operations | FileCheck %s
// RUN: weft explain %s --target=arm64 --stage=expand-operations | FileCheck %s --check-prefix=PRODUCTS
// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-run --check-passes --target=sm_90 %s | FileCheck %s --check-prefix=AGREES

// PRODUCTS-COUNT-7: stablehlo.dot_general
// AGREES: emit-code: agrees

func.func public @main(%inner: tensor<30x40xf32>, %other: tensor<30x40xf32>, %rows: tensor<50x6xbf16>, %columns: tensor<50x5xbf16>, %left: tensor<9x3x7xf32>,
                       %right: tensor<7x9x4xf32>, %ints: tensor<6x33xi8>, %vector: tensor<33xi8>, %square: tensor<40x40xf32>)
    -> (tensor<f32>, tensor<6x5xbf16>, tensor<9x3x4xf32>, tensor<6xi32>, tensor<4x3xf32>, tensor<40x40xf32>, tensor<3xf32>) {
  // Of all elements, in the shape that they are computed in.
  // CHECK: %[[SINE:.*]] = stablehlo.sine %arg0
  // CHECK: stablehlo.multiply %[[SINE]], %arg1 : tensor<30x40xf32>
  // CHECK: stablehlo.reduce({{.*}}) applies stablehlo.add across dimensions = [0, 1]
  %sine = stablehlo.sine %inner : tensor<30x40xf32>
  %flat = stablehlo.reshape %sine : (tensor<30x40xf32>) -> tensor<1200xf32>
  %flat_other = stablehlo.reshape %other : (tensor<30x40xf32>) -> tensor<1200xf32>
  %0 = stablehlo.dot_general %flat, %flat_other, contracting_dims = [0] x [0] : (tensor<1200xf32>, tensor<1200xf32>) -> tensor<f32>
  // Digits are those of f32 meanwhile.
  // CHECK: stablehlo.multiply %{{.*}}, %{{.*}} : tensor<50x6x5xf32>
  // CHECK: stablehlo.reduce({{.*}}) applies stablehlo.add across dimensions = [0]
  %1 = stablehlo.dot_general %rows, %columns, contracting_dims = [0] x [0] : (tensor<50x6xbf16>, tensor<50x5xbf16>) -> tensor<6x5xbf16>
  // Many small ones.
  // CHECK: stablehlo.multiply %{{.*}}, %{{.*}} : tensor<9x3x7x4xf32>
  // CHECK: stablehlo.reduce({{.*}}) applies stablehlo.add across dimensions = [2]
  %2 = stablehlo.dot_general %left, %right, batching_dims = [0] x [1], contracting_dims = [2] x [0] : (tensor<9x3x7xf32>, tensor<7x9x4xf32>) -> tensor<9x3x4xf32>
  // CHECK: stablehlo.multiply %{{.*}}, %{{.*}} : tensor<6x33xi32>
  %3 = stablehlo.dot_general %ints, %vector, contracting_dims = [1] x [0] : (tensor<6x33xi8>, tensor<33xi8>) -> tensor<6xi32>
  // Dimensions of the result are put into their order.
  // CHECK: stablehlo.reduce({{.*}}) applies stablehlo.add across dimensions = [{{.*}}] : (tensor<3x7x9x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  // CHECK: stablehlo.transpose
  %turned = stablehlo.transpose %left, dims = [1, 2, 0] : (tensor<9x3x7xf32>) -> tensor<3x7x9xf32>
  %4 = stablehlo.dot_general %right, %turned, contracting_dims = [0, 1] x [1, 2] : (tensor<7x9x4xf32>, tensor<3x7x9xf32>) -> tensor<4x3xf32>
  // Squares are for matrix instructions.
  // CHECK: stablehlo.dot_general %arg8, %arg8
  %5 = stablehlo.dot_general %square, %square, contracting_dims = [1] x [0] : (tensor<40x40xf32>, tensor<40x40xf32>) -> tensor<40x40xf32>
  // The steps of a loop that is one kernel keep theirs.
  // CHECK: stablehlo.while
  // CHECK: stablehlo.dot_general
  %state = stablehlo.constant dense<1.0> : tensor<3xf32>
  %weights = stablehlo.constant dense<0.25> : tensor<3x3xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %6:2 = stablehlo.while(%i = %zero, %s = %state) : tensor<i32>, tensor<3xf32>
   cond {
    %end = stablehlo.constant dense<10> : tensor<i32>
    %7 = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %7 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %7 = stablehlo.dot_general %weights, %s, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %8 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %8, %7 : tensor<i32>, tensor<3xf32>
  }
  return %0, %1, %2, %3, %4, %5, %6#1 : tensor<f32>, tensor<6x5xbf16>, tensor<9x3x4xf32>, tensor<6xi32>, tensor<4x3xf32>, tensor<40x40xf32>, tensor<3xf32>
}
