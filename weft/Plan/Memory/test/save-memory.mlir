// What would make the temporaries smaller, as the memory report says it: a value
// that waits over the peak is computed again, and so is nothing else.
// RUN: weft-opt --pass-pipeline='builtin.module(build-plan,plan.program(fuse-kernels,order-plan,share-storage,place-values,report-plan-memory))' --split-input-file %s -o /dev/null 2>&1 | FileCheck %s

// CHECK: temporaries 6.0 MiB
// CHECK: temporaries are fullest in sort_2
// CHECK: computing what is f32 in bf16 saves about 3.0 MiB
// CHECK-NEXT: half of the 512 rows of argument 0 at a time (values there have as many) saves about 3.0 MiB
// CHECK-NEXT: recomputing dot_0 at {{.*}}save-memory.mlir:11 for dot_3 at {{.*}}save-memory.mlir:18 (jax.checkpoint) saves about 2.0 MiB
func.func @waits(%x: tensor<512x16xf32>, %v: tensor<16x1024xf32>, %w: tensor<1024x1024xf32>) -> tensor<512x512xf32> {
  %early = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<512x16xf32>, tensor<16x1024xf32>) -> tensor<512x1024xf32>
  %next = stablehlo.dot_general %early, %w, contracting_dims = [1] x [0] : (tensor<512x1024xf32>, tensor<1024x1024xf32>) -> tensor<512x1024xf32>
  %sorted = "stablehlo.sort"(%next) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<512x1024xf32>) -> tensor<512x1024xf32>
  %late = stablehlo.dot_general %sorted, %early, contracting_dims = [1] x [1] : (tensor<512x1024xf32>, tensor<512x1024xf32>) -> tensor<512x512xf32>
  return %late : tensor<512x512xf32>
}

// -----

// To compute it again what it was made of would have to wait instead.
// CHECK: peak
// CHECK-NOT: recomputing
// CHECK: computing what is f32 in bf16
// CHECK-NOT: recomputing
func.func @made_of_as_much(%x: tensor<512x1024xf32>, %w: tensor<1024x1024xf32>) -> tensor<512x512xf32> {
  %first = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<512x1024xf32>) -> tensor<512x1024xf32>
  %early = stablehlo.dot_general %first, %w, contracting_dims = [1] x [0] : (tensor<512x1024xf32>, tensor<1024x1024xf32>) -> tensor<512x1024xf32>
  %next = stablehlo.dot_general %early, %w, contracting_dims = [1] x [0] : (tensor<512x1024xf32>, tensor<1024x1024xf32>) -> tensor<512x1024xf32>
  %sorted = "stablehlo.sort"(%next) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<512x1024xf32>) -> tensor<512x1024xf32>
  %late = stablehlo.dot_general %sorted, %early, contracting_dims = [1] x [1] : (tensor<512x1024xf32>, tensor<512x1024xf32>) -> tensor<512x512xf32>
  return %late : tensor<512x512xf32>
}
