// RUN: weft-opt %s --infer-layouts="warps=1" --plan-transfers | FileCheck %s
// RUN: weft-opt %s --infer-layouts="warps=8" --plan-transfers | FileCheck %s --check-prefix=MANY

// Elements that one warp has are counted where they are: nobody counts before it. What several have counted is added up.

// CHECK-LABEL: tile.kernel @count
// CHECK: %[[COUNTERS:.*]] = tile.alloc alias "counters_0" : !tile.ref<1x16xi32, shared>
// CHECK: tile.store %{{.*}}, %[[COUNTERS]]
// CHECK: %[[RANK:.*]], %{{.*}} = tile.rank
// CHECK-NOT: tile.gather
// CHECK-NOT: tile.scan
// CHECK: %{{.*}} = tile.load %[[COUNTERS]]{{.*}} -> tensor<16xi32
// CHECK-NOT: %[[COUNTERS]]
// CHECK: tile.store %[[RANK]], %arg1
// MANY-LABEL: tile.kernel @count
// MANY: tile.rank
// MANY: tile.scan
// MANY: tile.gather
tile.kernel @count(%x: !tile.ref<256xi32>, %y: !tile.ref<256xi32>, %z: !tile.ref<16xi32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %digit = tile.load %x[%c0] : !tile.ref<256xi32> -> tensor<256xi32>
  %rank, %count = tile.rank %digit bins 16 : tensor<256xi32> -> tensor<256xi32>, tensor<16xi32>
  tile.store %rank, %y[%c0] : tensor<256xi32>, !tile.ref<256xi32>
  tile.store %count, %z[%c0] : tensor<16xi32>, !tile.ref<16xi32>
  tile.return
}

// Where nobody asks how many there are of each digit, they are not read again.

// CHECK-LABEL: tile.kernel @number
// CHECK: tile.rank
// CHECK-NOT: tile.load
// CHECK: tile.return
tile.kernel @number(%x: !tile.ref<256xi32>, %y: !tile.ref<256xi32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %digit = tile.load %x[%c0] : !tile.ref<256xi32> -> tensor<256xi32>
  %rank, %count = tile.rank %digit bins 16 : tensor<256xi32> -> tensor<256xi32>, tensor<16xi32>
  tile.store %rank, %y[%c0] : tensor<256xi32>, !tile.ref<256xi32>
  tile.return
}
