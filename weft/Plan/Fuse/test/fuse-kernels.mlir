// What is joined, as far as the oracle that knows shapes allows it.
// RUN: weft-opt --build-plan --fuse-kernels --split-input-file %s | FileCheck %s

// A row softmax is one kernel, and so is a product with its bias and relu.
// CHECK-LABEL: plan.program fused @softmax_and_dot
func.func @softmax_and_dot(%x: tensor<128x1000xf32>, %w: tensor<1000x64xf32>, %b: tensor<64xf32>) -> (tensor<128x1000xf32>, tensor<128x64xf32>) {
  // CHECK: plan.kernel @chain_0 <chain>
  // CHECK-SAME: plan.record = "kernel-fused"
  // CHECK-SAME: (%{{.*}} = %arg0 : tensor<128x1000xf32>) -> tensor<128x1000xf32>
  // CHECK: stablehlo.maximum
  // CHECK: stablehlo.reshape
  // CHECK: stablehlo.exponential
  // CHECK: stablehlo.divide
  %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %ninf) applies stablehlo.maximum across dimensions = [1] : (tensor<128x1000xf32>, tensor<f32>) -> tensor<128xf32>
  %m1 = stablehlo.reshape %m : (tensor<128xf32>) -> tensor<128x1xf32>
  %mb = stablehlo.broadcast_in_dim %m1, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x1000xf32>
  %s = stablehlo.subtract %x, %mb : tensor<128x1000xf32>
  %e = stablehlo.exponential %s : tensor<128x1000xf32>
  %t = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<128x1000xf32>, tensor<f32>) -> tensor<128xf32>
  %tb = stablehlo.broadcast_in_dim %t, dims = [0] : (tensor<128xf32>) -> tensor<128x1000xf32>
  %p = stablehlo.divide %e, %tb : tensor<128x1000xf32>
  // CHECK: plan.kernel @dot_1 <dot>
  // CHECK: stablehlo.dot_general
  // CHECK: stablehlo.add
  // CHECK: stablehlo.maximum
  %d = stablehlo.dot_general %p, %w, contracting_dims = [1] x [0] : (tensor<128x1000xf32>, tensor<1000x64xf32>) -> tensor<128x64xf32>
  %bb = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<64xf32>) -> tensor<128x64xf32>
  %db = stablehlo.add %d, %bb : tensor<128x64xf32>
  %zz = stablehlo.constant dense<0.0> : tensor<128x64xf32>
  %r = stablehlo.maximum %db, %zz : tensor<128x64xf32>
  // CHECK-NOT: plan.kernel
  return %p, %r : tensor<128x1000xf32>, tensor<128x64xf32>
}

// -----

// Nothing goes through a barrier, a call or a loop.
// CHECK-LABEL: plan.program fused @walls
func.func @walls(%x: tensor<64xf32>) -> tensor<64xf32> {
  // CHECK: plan.kernel @negate_0 {{.*}}plan.record = "kernel-alone"
  %0 = stablehlo.negate %x : tensor<64xf32>
  // CHECK: plan.barrier
  %1 = stablehlo.optimization_barrier %0 : tensor<64xf32>
  // CHECK: plan.kernel @negate_1
  %2 = stablehlo.negate %1 : tensor<64xf32>
  // CHECK: plan.ffi
  %3 = stablehlo.custom_call @f(%2) : (tensor<64xf32>) -> tensor<64xf32>
  // CHECK: plan.kernel @negate_2
  %4 = stablehlo.negate %3 : tensor<64xf32>
  return %4 : tensor<64xf32>
}

// -----

// A third between two that would join must run between them.
// CHECK-LABEL: plan.program fused @cycle
func.func @cycle(%x: tensor<64xf32>) -> tensor<64xf32> {
  // CHECK: plan.kernel @exponential_0
  %0 = stablehlo.exponential %x : tensor<64xf32>
  // CHECK: plan.ffi
  %1 = stablehlo.custom_call @f(%0) : (tensor<64xf32>) -> tensor<64xf32>
  // CHECK: plan.kernel @add_1
  %2 = stablehlo.add %0, %1 : tensor<64xf32>
  return %2 : tensor<64xf32>
}

// -----

// A kernel may have several results.
// CHECK-LABEL: plan.program fused @several
func.func @several(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  // CHECK: %[[R:.*]]:2 = plan.kernel @fused_0
  // CHECK-NOT: plan.kernel
  // CHECK: plan.return %[[R]]#0, %[[R]]#1
  %0 = stablehlo.exponential %x : tensor<64xf32>
  %1 = stablehlo.negate %0 : tensor<64xf32>
  return %0, %1 : tensor<64xf32>, tensor<64xf32>
}

// -----

// Kernels with one large operand in common read it once.
// CHECK-LABEL: plan.program fused @siblings
func.func @siblings(%x: tensor<128x1024xf32>) -> (tensor<128x1024xf32>, tensor<128x1024xf32>) {
  // CHECK: %[[R:.*]]:2 = plan.kernel @fused_0
  // CHECK-NOT: plan.kernel
  %0 = stablehlo.exponential %x : tensor<128x1024xf32>
  %1 = stablehlo.negate %x : tensor<128x1024xf32>
  return %0, %1 : tensor<128x1024xf32>, tensor<128x1024xf32>
}

// -----

// A cheap value is computed where it is used instead of being stored.
// CHECK-LABEL: plan.program fused @cheap
func.func @cheap(%x: tensor<256x256xf32>, %z: tensor<f32>) -> (tensor<256xf32>, tensor<256xf32>) {
  // CHECK: plan.kernel @reduce_0 <reduce>
  // CHECK: stablehlo.negate
  // CHECK: stablehlo.reduce
  // CHECK: plan.kernel @reduce_1 <reduce>
  // CHECK: stablehlo.negate
  // CHECK: stablehlo.reduce
  // CHECK-NOT: plan.kernel
  %0 = stablehlo.negate %x : tensor<256x256xf32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<256x256xf32>, tensor<f32>) -> tensor<256xf32>
  %2 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<256x256xf32>, tensor<f32>) -> tensor<256xf32>
  return %1, %2 : tensor<256xf32>, tensor<256xf32>
}

// -----

// Equal kernels have equal digests, whatever they are called.
// CHECK-LABEL: plan.program fused @digests
func.func @digests(%x: tensor<64xf32>, %y: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  // CHECK: digest = "[[D:[0-9a-f]+]]"
  %0 = stablehlo.exponential %x : tensor<64xf32>
  %1 = stablehlo.optimization_barrier %y : tensor<64xf32>
  // CHECK: digest = "[[D]]"
  %2 = stablehlo.exponential %1 : tensor<64xf32>
  %3 = stablehlo.optimization_barrier %0 : tensor<64xf32>
  return %3, %2 : tensor<64xf32>, tensor<64xf32>
}

// -----

// What nobody reads is gone, and free steps are in each kernel that uses them.
// CHECK-LABEL: plan.program fused @free
func.func @free(%x: tensor<4x64xf32>) -> tensor<4x64xf32> {
  %0 = stablehlo.negate %x : tensor<4x64xf32>
  %1 = stablehlo.iota dim = 1 : tensor<4x64xf32>
  // CHECK: plan.kernel @fused_0 {{.*}}(%{{.*}} = %arg0 : tensor<4x64xf32>) -> tensor<4x64xf32>
  // CHECK-NEXT: stablehlo.iota
  // CHECK-NEXT: stablehlo.add
  %2 = stablehlo.add %x, %1 : tensor<4x64xf32>
  return %2 : tensor<4x64xf32>
}

// -----

// A product that is read as a vector: two of its dimensions are one loop of the
// reader, which has no tiles that suit it.
// CHECK-LABEL: plan.program fused @flat_product
// CHECK: plan.kernel @dot_0 <dot>
// CHECK-NEXT: stablehlo.dot_general
// CHECK-NEXT: plan.yield
func.func @flat_product(%a: tensor<64x128xf32>, %b: tensor<128x128xf32>, %c: tensor<8192xf32>) -> tensor<8192xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x128xf32>, tensor<128x128xf32>) -> tensor<64x128xf32>
  %1 = stablehlo.reshape %0 : (tensor<64x128xf32>) -> tensor<8192xf32>
  %2 = stablehlo.add %1, %c : tensor<8192xf32>
  return %2 : tensor<8192xf32>
}

// -----

// Two sums of one function: siblings first, then what they read.
// CHECK-LABEL: plan.program fused @sums_of_function
// CHECK: plan.kernel @chain_0 <chain>
// CHECK-COUNT-1: stablehlo.exponential
// CHECK-NOT: plan.kernel
func.func @sums_of_function(%x: tensor<256x512xf32>) -> (tensor<256xf32>, tensor<256xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<256x512xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<256x512xf32>, tensor<f32>) -> tensor<256xf32>
  %2 = stablehlo.reduce(%0 init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<256x512xf32>, tensor<f32>) -> tensor<256xf32>
  return %1, %2 : tensor<256xf32>, tensor<256xf32>
}

// -----

// A function of a row, that each row of the result needs: it is stored.
// CHECK-LABEL: plan.program fused @function_of_row
// CHECK: plan.kernel @exponential_0
// CHECK: plan.kernel @fused_1
func.func @function_of_row(%x: tensor<256x512xf32>, %c: tensor<512xf32>) -> tensor<256x512xf32> {
  %0 = stablehlo.exponential %c : tensor<512xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<512xf32>) -> tensor<256x512xf32>
  %2 = stablehlo.multiply %x, %1 : tensor<256x512xf32>
  return %2 : tensor<256x512xf32>
}
