// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt --mlir-print-op-generic %s | weft-opt | FileCheck %s

//===-- Types --------------------------------------------------------------===//

// CHECK-LABEL: tile.kernel @refs
// CHECK-SAME: %{{.*}}: !tile.ref<f32>,
// CHECK-SAME: %{{.*}}: !tile.ref<128x64xbf16> {tile.align = 64 : i64, tile.readonly},
// CHECK-SAME: %{{.*}}: !tile.ref<0x4xi1> {tile.aliases = 1 : i64},
// CHECK-SAME: %{{.*}}: !tile.ref<8x4xf32, #tile.memory<strides = [1, 8]>>,
// CHECK-SAME: %{{.*}}: !tile.ref<512x60xf8E4M3FN, #tile.memory<tile = [256, 12]>>,
// CHECK-SAME: %{{.*}}: !tile.ref<512x16xf32, #tile.memory<tile = [256, 8][2, 4], order = [1, 0]>>,
// CHECK-SAME: %{{.*}}: !tile.ref<8x64xi4, #tile.memory<pad = [64, 8, 128, 4]>>,
// CHECK-SAME: %{{.*}}: index, %{{.*}}: f32)
// CHECK-SAME: attributes {stage = "free", device = "cpu:generic", grid = 7, weft.note = "kept"} {
tile.kernel @refs(
    %a: !tile.ref<f32>,
    %b: !tile.ref<128x64xbf16> {tile.readonly, tile.align = 64},
    %c: !tile.ref<0x4xi1, global> {tile.aliases = 1},
    %d: !tile.ref<8x4xf32, #tile.memory<strides = [1, 8]>>,
    %e: !tile.ref<512x60xf8E4M3FN, global, #tile.memory<tile = [256, 12]>>,
    %f: !tile.ref<512x16xf32, #tile.memory<order = [1, 0], tile = [256, 8][2, 4]>>,
    %g: !tile.ref<8x64xi4, #tile.memory<pad = [64, 8, 128, 4]>>,
    %n: index, %s: f32)
    attributes {stage = "free", grid = 7, device = "cpu:generic", weft.note = "kept"} {
  // CHECK: tile.alloc : !tile.ref<256xi32, shared>
  %h = tile.alloc : !tile.ref<256xi32, shared>
  // CHECK: tile.alloc alias "x" at 1024 : !tile.ref<128x64xbf16, shared, #tile.memory<tile = [8, 64], swizzle = 128>>
  %i = tile.alloc alias "x" at 1024 : !tile.ref<128x64xbf16, shared, #tile.memory<tile = [8, 64], swizzle = 128>>
  // CHECK: tile.alloc : !tile.ref<128x256xf32, tensor_memory>
  %j = tile.alloc : !tile.ref<128x256xf32, tensor_memory>
  tile.return
}

//===-- Programs -----------------------------------------------------------===//

// CHECK-LABEL: tile.kernel @programs
tile.kernel @programs() attributes {stage = "free", grid = 4} {
  // CHECK: tile.program_id
  %p = tile.program_id
  // CHECK: tile.unrank %{{.*}} in [4]
  %i = tile.unrank %p in [4]
  // CHECK: tile.barrier device
  tile.barrier device
  // CHECK: tile.barrier cluster
  tile.barrier cluster
  tile.return
}

//===-- Memory -------------------------------------------------------------===//

// CHECK-LABEL: tile.kernel @memory
tile.kernel @memory(%r: !tile.ref<64x100xf32>, %s: !tile.ref<f32>, %n: index, %f: f32,
                    %k: !tile.ref<64xi32>) attributes {stage = "free", grid = 4} {
  %c0 = arith.constant 0 : index
  // CHECK: tile.load %{{.*}}[%{{.*}}, %{{.*}}] bound [_, %{{.*}}] else %{{.*}} strides [1, -2] : !tile.ref<64x100xf32> -> tensor<4x32xf32>
  %a = tile.load %r[%c0, %n] bound [_, %n] else %f strides [1, -2] : !tile.ref<64x100xf32> -> tensor<4x32xf32>
  // CHECK: tile.load %{{.*}}[] : !tile.ref<f32> -> tensor<f32>
  %b = tile.load %s[] : !tile.ref<f32> -> tensor<f32>
  // CHECK: tile.load %{{.*}}[%{{.*}}, %{{.*}}] bound [%{{.*}}, %{{.*}}] : !tile.ref<64x100xf32> -> tensor<f32>
  %c = tile.load %r[%c0, %n] bound [%n, %n] : !tile.ref<64x100xf32> -> tensor<f32>
  // CHECK: tile.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] bound [%{{.*}}, _] strides [2, 1] : tensor<4x32xf32>, !tile.ref<64x100xf32>
  tile.store %a, %r[%c0, %c0] bound [%n, _] strides [2, 1] : tensor<4x32xf32>, !tile.ref<64x100xf32>
  // CHECK: tile.store %{{.*}}, %{{.*}}[] : tensor<f32>, !tile.ref<f32>
  tile.store %b, %s[] : tensor<f32>, !tile.ref<f32>

  %rows = tile.load %k[%c0] : !tile.ref<64xi32> -> tensor<8xi32>
  %mask = tile.mask [%n] bound [%n] : tensor<8xi1>
  // CHECK: tile.gather %{{.*}}[%{{.*}}, %{{.*}}] bound [_, %{{.*}}] mask %{{.*}} else %{{.*}} : !tile.ref<64x100xf32>, tensor<8xi32>, index -> tensor<8x32xf32>
  %g = tile.gather %r[%rows, %n] bound [_, %n] mask %mask else %f : !tile.ref<64x100xf32>, tensor<8xi32>, index -> tensor<8x32xf32>
  // CHECK: tile.gather %{{.*}}[%{{.*}}, %{{.*}}] : !tile.ref<64x100xf32>, tensor<8xi32>, tensor<8xi32> -> tensor<8xf32>
  %h = tile.gather %r[%rows, %rows] : !tile.ref<64x100xf32>, tensor<8xi32>, tensor<8xi32> -> tensor<8xf32>
  // CHECK: tile.scatter add %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] bound [_, %{{.*}}] mask %{{.*}} : tensor<8x32xf32>, !tile.ref<64x100xf32>, tensor<8xi32>, index
  tile.scatter add %g, %r[%rows, %c0] bound [_, %n] mask %mask : tensor<8x32xf32>, !tile.ref<64x100xf32>, tensor<8xi32>, index
  // CHECK: tile.scatter set %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] {unique} : tensor<8xf32>, !tile.ref<64x100xf32>, index, tensor<8xi32>
  tile.scatter set %h, %r[%n, %rows] {unique} : tensor<8xf32>, !tile.ref<64x100xf32>, index, tensor<8xi32>
  // CHECK: %{{.*}} = tile.scatter add %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] mask %{{.*}} : tensor<8xf32>, !tile.ref<64x100xf32>, tensor<8xi32>, index -> tensor<8xf32>
  %before = tile.scatter add %h, %r[%rows, %n] mask %mask : tensor<8xf32>, !tile.ref<64x100xf32>, tensor<8xi32>, index -> tensor<8xf32>
  // CHECK: tile.atomic umax acquire_release cluster %{{.*}}[%{{.*}}], %{{.*}} : tensor<8xi32> : !tile.ref<64xi32> -> tensor<8xi32>
  %o = tile.atomic umax acquire_release cluster %k[%c0], %rows : tensor<8xi32> : !tile.ref<64xi32> -> tensor<8xi32>
  tile.return
}

//===-- Shapes -------------------------------------------------------------===//

// CHECK-LABEL: tile.kernel @shapes
tile.kernel @shapes(%n: index) attributes {stage = "free", grid = 1} {
  // CHECK: tile.mask [%{{.*}}, %{{.*}}] bound [%{{.*}}, _] strides [3, 1] : tensor<4x32xi1>
  %m = tile.mask [%n, %n] bound [%n, _] strides [3, 1] : tensor<4x32xi1>
  // CHECK: tile.iota 1 : tensor<4x32xindex>
  %i = tile.iota 1 : tensor<4x32xindex>
  // CHECK: tile.broadcast %{{.*}} [1, 2] : tensor<4x32xindex> -> tensor<2x4x32xindex>
  %b = tile.broadcast %i [1, 2] : tensor<4x32xindex> -> tensor<2x4x32xindex>
  // CHECK: tile.transpose %{{.*}} [2, 0, 1] : tensor<2x4x32xindex> -> tensor<32x2x4xindex>
  %t = tile.transpose %b [2, 0, 1] : tensor<2x4x32xindex> -> tensor<32x2x4xindex>
  // CHECK: tile.reshape %{{.*}} : tensor<32x2x4xindex> -> tensor<256xindex>
  %r = tile.reshape %t : tensor<32x2x4xindex> -> tensor<256xindex>
  // CHECK: tile.slice %{{.*}} [16] : tensor<256xindex> -> tensor<1xindex>
  %s = tile.slice %r [16] : tensor<256xindex> -> tensor<1xindex>
  // CHECK: tile.broadcast %{{.*}} [0] : tensor<1xindex> -> tensor<8x2xindex>
  %g = tile.broadcast %s [0] : tensor<1xindex> -> tensor<8x2xindex>
  // CHECK: tile.join %{{.*}}, %{{.*}}, %{{.*}} : tensor<8x2xindex> -> tensor<8x2x3xindex>
  %j = tile.join %g, %g, %g : tensor<8x2xindex> -> tensor<8x2x3xindex>
  tile.return
}

//===-- Combination --------------------------------------------------------===//

// CHECK-LABEL: tile.kernel @combination
tile.kernel @combination(%x: !tile.ref<4x32xf32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %v = tile.load %x[%c0, %c0] : !tile.ref<4x32xf32> -> tensor<4x32xf32>
  %i = tile.iota 1 : tensor<4x32xi32>
  // CHECK: tile.reduce mul %{{.*}} [0, 1] : tensor<4x32xf32> -> tensor<f32>
  %a = tile.reduce mul %v [0, 1] : tensor<4x32xf32> -> tensor<f32>
  // CHECK: tile.reduce custom %{{.*}}, %{{.*}} [1] : tensor<4x32xf32>, tensor<4x32xi32> -> tensor<4xf32>, tensor<4xi32> {
  // CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: i32, %{{.*}}: f32, %{{.*}}: i32):
  %m, %at = tile.reduce custom %v, %i [1] : tensor<4x32xf32>, tensor<4x32xi32> -> tensor<4xf32>, tensor<4xi32> {
  ^bb0(%x0: f32, %i0: i32, %x1: f32, %i1: i32):
    %less = arith.cmpf olt, %x0, %x1 : f32
    %x2 = arith.select %less, %x1, %x0 : f32
    %i2 = arith.select %less, %i1, %i0 : i32
    // CHECK: tile.yield %{{.*}}, %{{.*}} : f32, i32
    tile.yield %x2, %i2 : f32, i32
  }
  // CHECK: tile.scan umin %{{.*}} along 0 exclusive reverse : tensor<4x32xi32> -> tensor<4x32xi32>, tensor<32xi32>
  %s, %total = tile.scan umin %i along 0 exclusive reverse : tensor<4x32xi32> -> tensor<4x32xi32>, tensor<32xi32>
  // CHECK: %{{.*}}:2, %{{.*}}:2 = tile.scan custom %{{.*}}, %{{.*}} along 1 :
  %p:4 = tile.scan custom %v, %v along 1 : tensor<4x32xf32>, tensor<4x32xf32> -> tensor<4x32xf32>, tensor<4x32xf32>, tensor<4xf32>, tensor<4xf32> {
  ^bb0(%a0: f32, %b0: f32, %a1: f32, %b1: f32):
    %a2 = arith.mulf %a0, %a1 : f32
    %b2 = arith.addf %b0, %b1 : f32
    tile.yield %a2, %b2 : f32, f32
  }
  %digits = tile.reshape %i : tensor<4x32xi32> -> tensor<128xi32>
  // CHECK: tile.rank %{{.*}} bins 256 : tensor<128xi32> -> tensor<128xi32>, tensor<256xi32>
  %rank, %count = tile.rank %digits bins 256 : tensor<128xi32> -> tensor<128xi32>, tensor<256xi32>
  tile.return
}

// CHECK-LABEL: tile.kernel @products
tile.kernel @products(%i: i8, %e: f8E4M3FN, %s: f8E8M0FNU) attributes {stage = "free", grid = 1} {
  %a = tensor.splat %i : tensor<2x8x16xi8>
  %b = tensor.splat %i : tensor<2x16x4xi8>
  %c = arith.constant dense<0> : tensor<2x8x4xi32>
  // CHECK: tile.dot %{{.*}}, %{{.*}}, %{{.*}} {rhs_unsigned} : tensor<2x8x16xi8>, tensor<2x16x4xi8>, tensor<2x8x4xi32>
  %d = tile.dot %a, %b, %c {rhs_unsigned} : tensor<2x8x16xi8>, tensor<2x16x4xi8>, tensor<2x8x4xi32>
  %f = tensor.splat %e : tensor<8x64xf8E4M3FN>
  %g = tensor.splat %e : tensor<64x4xf8E4M3FN>
  %h = tensor.splat %s : tensor<8x2xf8E8M0FNU>
  %k = tensor.splat %s : tensor<2x4xf8E8M0FNU>
  %z = arith.constant dense<0.0> : tensor<8x4xf32>
  // CHECK: tile.dot %{{.*}}, %{{.*}}, %{{.*}} scales %{{.*}}, %{{.*}} promote 32 : tensor<8x64xf8E4M3FN>, tensor<64x4xf8E4M3FN>, tensor<8x4xf32> scales tensor<8x2xf8E8M0FNU>, tensor<2x4xf8E8M0FNU>
  %l = tile.dot %f, %g, %z scales %h, %k promote 32 : tensor<8x64xf8E4M3FN>, tensor<64x4xf8E4M3FN>, tensor<8x4xf32> scales tensor<8x2xf8E8M0FNU>, tensor<2x4xf8E8M0FNU>
  tile.return
}
