// Operands of products whose columns lie apart, a few side by side, are brought into order: their columns are one
// dimension.
// RUN: weft-opt %s --expand-operations | FileCheck %s

// The colours of an image lie behind its width, over which it is resized.
// CHECK-LABEL: func.func @right(
// CHECK: %[[MOVED:.*]] = stablehlo.transpose %arg1, dims = [1, 0, 2] : (tensor<64x80x3xf32>) -> tensor<80x64x3xf32>
// CHECK: %[[ROWS:.*]] = stablehlo.reshape %[[MOVED]] : (tensor<80x64x3xf32>) -> tensor<80x192xf32>
// CHECK: %[[READ:.*]] = stablehlo.optimization_barrier %[[ROWS]]
// CHECK: %[[PRODUCT:.*]] = stablehlo.dot_general %arg0, %[[READ]], contracting_dims = [1] x [0]{{.*}} -> tensor<40x192xf32>
// CHECK: stablehlo.reshape %[[PRODUCT]] : (tensor<40x192xf32>) -> tensor<40x64x3xf32>
func.func @right(%w: tensor<40x80xf32>, %x: tensor<64x80x3xf32>) -> tensor<40x64x3xf32> {
  %0 = stablehlo.dot_general %w, %x, contracting_dims = [1] x [1] : (tensor<40x80xf32>, tensor<64x80x3xf32>) -> tensor<40x64x3xf32>
  return %0 : tensor<40x64x3xf32>
}

// Of a left operand, what is contracted comes last.
// CHECK-LABEL: func.func @left(
// CHECK: stablehlo.transpose %arg0, dims = [0, 1, 3, 2] : (tensor<2x64x80x3xf32>) -> tensor<2x64x3x80xf32>
// CHECK: stablehlo.reshape {{.*}} -> tensor<2x192x80xf32>
// CHECK: stablehlo.dot_general %{{.*}}, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1]{{.*}} -> tensor<2x192x40xf32>
// CHECK: stablehlo.reshape {{.*}} -> tensor<2x64x3x40xf32>
func.func @left(%x: tensor<2x64x80x3xf32>, %w: tensor<2x80x40xf32>) -> tensor<2x64x3x40xf32> {
  %0 = stablehlo.dot_general %x, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x64x80x3xf32>, tensor<2x80x40xf32>) -> tensor<2x64x3x40xf32>
  return %0 : tensor<2x64x3x40xf32>
}

// Both operands may be such.
// CHECK-LABEL: func.func @both(
// CHECK-DAG: stablehlo.transpose %arg0, dims = [0, 2, 1]
// CHECK-DAG: stablehlo.transpose %arg1, dims = [1, 0, 2]
// CHECK: stablehlo.dot_general {{.*}} contracting_dims = [1] x [0]{{.*}} -> tensor<60x192xf32>
func.func @both(%x: tensor<20x80x3xf32>, %y: tensor<64x80x3xf32>) -> tensor<20x3x64x3xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<20x80x3xf32>, tensor<64x80x3xf32>) -> tensor<20x3x64x3xf32>
  return %0 : tensor<20x3x64x3xf32>
}

// Columns that fill a vector stay, those that lie together, what is used a few times, and small products.
// CHECK-LABEL: func.func @wide(
// CHECK-NOT: stablehlo.transpose
func.func @wide(%w: tensor<40x80xf32>, %x: tensor<64x80x4xf32>) -> tensor<40x64x4xf32> {
  %0 = stablehlo.dot_general %w, %x, contracting_dims = [1] x [1] : (tensor<40x80xf32>, tensor<64x80x4xf32>) -> tensor<40x64x4xf32>
  return %0 : tensor<40x64x4xf32>
}
// CHECK-LABEL: func.func @together(
// CHECK-NOT: stablehlo.transpose
func.func @together(%w: tensor<40x80xf32>, %x: tensor<80x64x3xf32>) -> tensor<40x64x3xf32> {
  %0 = stablehlo.dot_general %w, %x, contracting_dims = [1] x [0] : (tensor<40x80xf32>, tensor<80x64x3xf32>) -> tensor<40x64x3xf32>
  return %0 : tensor<40x64x3xf32>
}
// CHECK-LABEL: func.func @few_uses(
// CHECK-NOT: stablehlo.transpose
func.func @few_uses(%w: tensor<7x800xf32>, %x: tensor<64x800x3xf32>) -> tensor<7x64x3xf32> {
  %0 = stablehlo.dot_general %w, %x, contracting_dims = [1] x [1] : (tensor<7x800xf32>, tensor<64x800x3xf32>) -> tensor<7x64x3xf32>
  return %0 : tensor<7x64x3xf32>
}
// CHECK-LABEL: func.func @small(
// CHECK-NOT: stablehlo.transpose
func.func @small(%w: tensor<40x8xf32>, %x: tensor<64x8x3xf32>) -> tensor<40x64x3xf32> {
  %0 = stablehlo.dot_general %w, %x, contracting_dims = [1] x [1] : (tensor<40x8xf32>, tensor<64x8x3xf32>) -> tensor<40x64x3xf32>
  return %0 : tensor<40x64x3xf32>
}
