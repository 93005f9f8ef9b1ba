// RUN: weft-opt --pass-pipeline='builtin.module(build-plan,plan.program(fuse-kernels,order-plan,share-storage,place-values,verify-plan-memory))' %s | FileCheck %s
// RUN: weft-opt --pass-pipeline='builtin.module(build-plan,plan.program(fuse-kernels,order-plan,share-storage,place-values,report-plan-memory))' %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT

// Equal constants lie once; values that are never alive together share memory.
// CHECK: plan.program placed @main(
// CHECK-SAME: %arg0: tensor<64x64xf32> {plan.place = #plan.place<argument 0, 0, 16384>
// CHECK-SAME: arenas = {constants = 64 : i64, temp = 32768 : i64, temp_bound = 32768 : i64}
func.func public @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // CHECK-DAG: plan.place = [#plan.place<constants, 0, 32>]
  %c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %d = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %e:2 = stablehlo.optimization_barrier %c, %d : tensor<8xf32>, tensor<8xf32>
  // CHECK: plan.kernel @dot_0 {{.*}}plan.place = [#plan.place<temp, {{0|16384}}, 16384>]
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  // CHECK: plan.kernel @dot_1 {{.*}}plan.place = [#plan.place<temp, {{0|16384}}, 16384>]
  %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  // CHECK: plan.kernel @dot_2 {{.*}}plan.place = [#plan.place<temp, {{0|16384}}, 16384>]
  %2 = stablehlo.dot_general %1, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  // CHECK: plan.kernel @dot_3 {{.*}}plan.place = [#plan.place<result 0, 0, 16384>]
  %3 = stablehlo.dot_general %2, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}

// REPORT: peak 64.1 KiB: arguments 16.0 KiB, results 16.0 KiB, constants 64 B, temporaries 32.0 KiB
// REPORT-NEXT: temporaries are fullest in dot_1 at {{.*}}place-values.mlir:{{[0-9]+}}; 0 B lost to gaps
// REPORT-NEXT: 16.0 KiB tensor<64x64xf32> dot_0 at {{.*}}, read next by dot_1 at
// REPORT-NEXT: 16.0 KiB tensor<64x64xf32> dot_1 at {{.*}}, read next by dot_2 at
// REPORT-NEXT: donating argument 0 saves 16.0 KiB
