// Long sums are taken apart before kernels are formed: products over a very long
// dimension, and reductions of rows along with dimensions that lie apart from
// them. What is handed on is joined in f64.
// RUN: weft-opt %s --expand-operations | FileCheck %s

// CHECK-LABEL: func.func @product(
// CHECK: %[[X:.*]] = stablehlo.reshape %arg0 : (tensor<3x10000xf32>) -> tensor<3x5x2000xf32>
// CHECK: %[[Y:.*]] = stablehlo.reshape %arg1 : (tensor<10000x4xf32>) -> tensor<5x2000x4xf32>
// CHECK: stablehlo.dot_general %[[X]], %[[Y]], batching_dims = [1] x [0], contracting_dims = [2] x [1] {{.*}} -> tensor<5x3x4xf32>
// CHECK: stablehlo.convert {{.*}} -> tensor<5x3x4xf64>
// CHECK: stablehlo.reduce({{.*}}) applies stablehlo.add across dimensions = [0]
func.func @product(%x: tensor<3x10000xf32>, %y: tensor<10000x4xf32>) -> tensor<3x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<3x10000xf32>, tensor<10000x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// Complex numbers are joined in parts of f64.
// CHECK-LABEL: func.func @complex(
// CHECK: stablehlo.dot_general {{.*}} -> tensor<5x3x4xcomplex<f32>>
// CHECK: stablehlo.convert {{.*}} -> tensor<5x3x4xcomplex<f64>>
// CHECK: stablehlo.reduce({{.*}}) applies stablehlo.add across dimensions = [0]
func.func @complex(%x: tensor<3x10000xcomplex<f32>>, %y: tensor<10000x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<3x10000xcomplex<f32>>, tensor<10000x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  return %0 : tensor<3x4xcomplex<f32>>
}

// A length that no block divides leaves a rest.
// CHECK-LABEL: func.func @rest(
// CHECK: stablehlo.slice %arg0 [0:2, 0:8192]
// CHECK: stablehlo.dot_general {{.*}} -> tensor<4x2x2xf32>
// CHECK: stablehlo.slice %arg0 [0:2, 8192:8209]
// CHECK: stablehlo.dot_general {{.*}} -> tensor<2x2xf32>
// CHECK: stablehlo.add {{.*}} : tensor<2x2xf64>
func.func @rest(%x: tensor<2x8209xbf16>, %y: tensor<8209x2xbf16>) -> tensor<2x2xbf16> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x8209xbf16>, tensor<8209x2xbf16>) -> tensor<2x2xbf16>
  return %0 : tensor<2x2xbf16>
}

// Of many lines on both sides, blocks are single chains.
// CHECK-LABEL: func.func @chains(
// CHECK: stablehlo.reshape %arg0 : (tensor<32x4096xf32>) -> tensor<32x8x512xf32>
// CHECK: stablehlo.dot_general {{.*}} -> tensor<8x32x40xf32>
// CHECK: stablehlo.convert {{.*}} -> tensor<8x32x40xf64>
func.func @chains(%x: tensor<32x4096xf32>, %y: tensor<4096x40xf32>) -> tensor<32x40xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<32x4096xf32>, tensor<4096x40xf32>) -> tensor<32x40xf32>
  return %0 : tensor<32x40xf32>
}

// Those of f64 are shorter: they are joined in f64 as well.
// CHECK-LABEL: func.func @chains_f64(
// CHECK: stablehlo.reshape %arg0 : (tensor<32x3840xf64>) -> tensor<32x10x384xf64>
func.func @chains_f64(%x: tensor<32x3840xf64>, %y: tensor<3840x40xf64>) -> tensor<32x40xf64> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<32x3840xf64>, tensor<3840x40xf64>) -> tensor<32x40xf64>
  return %0 : tensor<32x40xf64>
}

// The shortest rest there is.
// CHECK-LABEL: func.func @rest_of_chains(
// CHECK: stablehlo.slice %arg0 [0:32, 0:8160]
// CHECK: stablehlo.reshape {{.*}} -> tensor<32x17x480xf32>
// CHECK: stablehlo.slice %arg0 [0:32, 8160:8191]
func.func @rest_of_chains(%x: tensor<32x8191xf32>, %y: tensor<8191x40xf32>) -> tensor<32x40xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<32x8191xf32>, tensor<8191x40xf32>) -> tensor<32x40xf32>
  return %0 : tensor<32x40xf32>
}

// Narrow numbers are multiplied faster than results are handed on.
// CHECK-LABEL: func.func @narrow(
// CHECK-NEXT: stablehlo.dot_general
// CHECK-NEXT: return
func.func @narrow(%x: tensor<32x4096xbf16>, %y: tensor<4096x40xbf16>) -> tensor<32x40xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<32x4096xbf16>, tensor<4096x40xbf16>) -> tensor<32x40xf32>
  return %0 : tensor<32x40xf32>
}

// Results that are larger than what is multiplied are not handed on.
// CHECK-LABEL: func.func @large(
// CHECK-NEXT: stablehlo.dot_general
// CHECK-NEXT: return
func.func @large(%x: tensor<8192x8192xf32>, %y: tensor<8192x8192xf32>) -> tensor<8192x8192xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<8192x8192xf32>, tensor<8192x8192xf32>) -> tensor<8192x8192xf32>
  return %0 : tensor<8192x8192xf32>
}

// CHECK-LABEL: func.func @rows(
// CHECK: stablehlo.reduce({{.*}}) applies stablehlo.add across dimensions = [2] {{.*}} -> tensor<40x30xf32>
// CHECK: stablehlo.convert {{.*}} -> tensor<40x30xf64>
// CHECK: stablehlo.reduce({{.*}}) applies stablehlo.add across dimensions = [0] {{.*}} -> tensor<30xf64>
func.func @rows(%x: tensor<40x30x200xf32>) -> tensor<30xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 2] : (tensor<40x30x200xf32>, tensor<f32>) -> tensor<30xf32>
  return %0 : tensor<30xf32>
}

// What is computed of arrays that are repeated, or of places, is summed by rows: of one long row, each element would divide to find its operands.
// CHECK-LABEL: func.func @pairs(
// CHECK: stablehlo.abs {{.*}} : tensor<1000x1000xf32>
// CHECK: stablehlo.reduce({{.*}}) applies stablehlo.add across dimensions = [1, 2] : (tensor<50x20x1000xf32>, tensor<f32>) -> tensor<50xf32>
func.func @pairs(%x: tensor<1000xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<1000xf32>) -> tensor<1000x1000xf32>
  %1 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<1000xf32>) -> tensor<1000x1000xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<1000x1000xf32>
  %3 = stablehlo.abs %2 : tensor<1000x1000xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<1000x1000xf32>, tensor<f32>) -> tensor<f32>
  return %4 : tensor<f32>
}

// CHECK-LABEL: func.func @upper(
// CHECK: stablehlo.reduce({{.*}}) applies stablehlo.add across dimensions = [1, 2] : (tensor<50x20x1000xf32>, tensor<f32>) -> tensor<50xf32>
func.func @upper(%x: tensor<1000x1000xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.constant dense<0.0> : tensor<1000x1000xf32>
  %0 = stablehlo.iota dim = 0 : tensor<1000x1000xi32>
  %1 = stablehlo.iota dim = 1 : tensor<1000x1000xi32>
  %2 = stablehlo.compare LT, %0, %1, SIGNED : (tensor<1000x1000xi32>, tensor<1000x1000xi32>) -> tensor<1000x1000xi1>
  %3 = stablehlo.select %2, %x, %zeros : tensor<1000x1000xi1>, tensor<1000x1000xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<1000x1000xf32>, tensor<f32>) -> tensor<f32>
  return %4 : tensor<f32>
}
