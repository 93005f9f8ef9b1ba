// RUN: weft-opt %S/../../../Target/GPU/test/Inputs/factors_ahead.mlir --infer-layouts --plan-transfers --pipeline-loops | FileCheck %s

// What no copy brings is loaded before this step's product, and stored behind it.

// CHECK-LABEL: tile.kernel @odd
// CHECK: %[[A:.*]] = tile.alloc : !tile.ref<2x64x32xbf16, shared, #tile.memory<pad = [32, 8]>>
// CHECK: %[[B:.*]] = tile.alloc : !tile.ref<2x32x64xbf16, shared, #tile.memory<pad = [64, 8]>>
// CHECK: scf.if
// CHECK: tile.store {{.*}}, %[[A]]
// CHECK: tile.store {{.*}}, %[[B]]
// CHECK: scf.for %[[STEP:.*]] = %{{.*}} to %[[STEPS:.*]] step
// CHECK: %[[LAST:.*]] = arith.subi %[[STEPS]], %{{.*}} : index
// CHECK: %[[NEXT:.*]] = arith.minsi %{{.*}}, %[[LAST]] : index
// CHECK: %[[AT:.*]] = arith.muli %[[NEXT]], %{{.*}} : index
// CHECK: %[[K:.*]] = arith.addi %{{.*}}, %[[AT]] : index
// CHECK: %[[X:.*]] = tile.load %arg0[%{{.*}}, %[[K]]] bound {{.*}} {ahead, vector = 1 : i64}
// CHECK: %[[Y:.*]] = tile.load %arg1[%[[K]], %{{.*}}] bound {{.*}} {ahead, vector = 1 : i64}
// CHECK: %[[SLOT:.*]] = arith.remui %[[STEP]], %{{.*}} : index
// CHECK: tile.load %[[A]][%[[SLOT]],
// CHECK: tile.load %[[B]]
// CHECK: tile.dot
// CHECK: %[[AFTER:.*]] = arith.addi %[[STEP]]
// CHECK: %[[IS:.*]] = arith.cmpi slt, %[[AFTER]], %[[STEPS]] : index
// CHECK: scf.if %[[IS]] {
// CHECK: %[[OTHER:.*]] = arith.remui %[[AFTER]], %{{.*}} : index
// CHECK: tile.store %[[X]], %[[A]][%[[OTHER]],
// CHECK: tile.store %[[Y]], %[[B]]
// CHECK: scf.yield

// One factor may be copied, and the other one be converted where it is stored.

// CHECK-LABEL: tile.kernel @converted
// CHECK: %[[A:.*]] = tile.alloc : !tile.ref<4x64x32xbf16
// CHECK: %[[B:.*]] = tile.alloc : !tile.ref<2x32x64xbf16
// CHECK: scf.for
// CHECK: %[[Y:.*]] = tile.load %arg1{{.*}} {ahead, vector = 16 : i64}
// CHECK-NEXT: tile.await outstanding 2
// CHECK: tile.store %{{.*}}, %[[A]]{{.*}} {in_flight
// CHECK-NOT: arith.sitofp
// CHECK: tile.dot
// CHECK: %[[WIDE:.*]] = arith.sitofp %[[Y]]
// CHECK-NEXT: %[[HALF:.*]] = arith.truncf %[[WIDE]]
// CHECK: tile.store %[[HALF]], %[[B]]

// CHECK-LABEL: tile.kernel @single
// CHECK-NOT: ahead
// CHECK-NOT: scf.if

// Eight warps have registers for both.

// CHECK-LABEL: tile.kernel @wide
// CHECK-SAME: warps = 8
// CHECK: scf.for
// CHECK-COUNT-2: {ahead

// And not for as many bytes: one factor is loaded by the step that multiplies it.

// CHECK-LABEL: tile.kernel @bytes
// CHECK-SAME: warps = 8
// CHECK: scf.for
// CHECK: tile.load %arg0{{.*}} {ahead
// CHECK: tile.load %arg1{{.*}} {vector = 1 : i64}
// CHECK: tile.dot
