// RUN: weft-opt %S/../../../Target/GPU/test/Inputs/gemm.mlir --infer-layouts --plan-transfers --pipeline-loops | FileCheck %s
// RUN: weft-opt %S/../../../Target/GPU/test/Inputs/gemm.mlir --infer-layouts="machine=gfx942" --plan-transfers --pipeline-loops | FileCheck %s --check-prefix=NONE

// What three steps need is sent before the loop; in it a step sends for the third one after it.

// CHECK-LABEL: tile.kernel @gemm
// CHECK: %[[A:.*]] = tile.alloc : !tile.ref<4x64x32xbf16, shared, #tile.memory<pad = [32, 8]>>
// CHECK: %[[B:.*]] = tile.alloc : !tile.ref<4x32x64xbf16, shared, #tile.memory<pad = [64, 8]>>
// CHECK-COUNT-3: tile.commit
// CHECK: scf.for %[[STEP:.*]] = %{{.*}} to %{{.*}} step
// CHECK: tile.await outstanding 2
// CHECK: scf.if
// CHECK: %[[X:.*]] = tile.load %{{.*}} bound {{.*}} {vector = 8 : i64} : !tile.ref<200x72xbf16>
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0
// CHECK-NEXT: tile.store %[[X]], %[[A]][%{{.*}}, %[[C0]], %[[C0]]] {in_flight, vector = 8 : i64}
// CHECK: tile.store %{{.*}}, %[[B]]
// CHECK-SAME: in_flight
// CHECK: tile.commit
// CHECK: %[[SLOT:.*]] = arith.remui %[[STEP]], %{{.*}} : index
// CHECK: tile.load %[[A]][%[[SLOT]], %{{.*}}, %{{.*}}] {matrices}
// CHECK: tile.load %[[B]]
// CHECK-SAME: {matrices}
// CHECK: tile.dot
// CHECK-NOT: tile.await
// CHECK: tile.return

// A machine that cannot waits for what it loads.

// NONE-LABEL: tile.kernel @gemm
// NONE-NOT: tile.commit
// NONE: tile.return
