// RUN: weft-opt %s -split-input-file -verify-diagnostics

// What may stand in a kernel of stage free.

tile.kernel @isolated(%a: index) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{use of undeclared SSA value name}}
  %b = arith.addi %a, %outside : index
  tile.return
}

// -----

tile.kernel @tensor_op(%a: f32) attributes {stage = "free", grid = 1} {
  %t = tensor.splat %a : tensor<4xf32>
  // expected-error @+1 {{is not allowed in a kernel of stage free}}
  %s = tensor.extract_slice %t[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  tile.return
}

// -----

tile.kernel @fpowi(%a: f32, %b: i32) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{is not allowed in a kernel of stage free}}
  %c = math.fpowi %a, %b : f32, i32
  tile.return
}

// -----

tile.kernel @parallel(%a: index) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{is not allowed in a kernel of stage free}}
  scf.parallel (%i) = (%a) to (%a) step (%a) {
    scf.reduce
  }
  tile.return
}

// -----

tile.kernel @extract(%a: f32, %i: index) attributes {stage = "free", grid = 1} {
  %t = tensor.splat %a : tensor<4xf32>
  // expected-error @+1 {{in a kernel takes a tile of rank 0, got 'tensor<4xf32>'; use tile.slice and tile.reshape first}}
  %s = tensor.extract %t[%i] : tensor<4xf32>
  tile.return
}

// -----

tile.kernel @constant() attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{of a tile must have one value for all elements; read other constants from memory}}
  %t = arith.constant dense<[1, 2]> : tensor<2xi32>
  tile.return
}

// -----

tile.kernel @barrier() attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{of scope program is not allowed in stage free, where a program is one agent}}
  tile.barrier program
  tile.return
}

// -----

tile.kernel @dynamic(%a: f32, %n: index) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{has a value of type 'tensor<?xf32>': the extents of a tile are static and at least 1}}
  %t = tensor.splat %a[%n] : tensor<?xf32>
  tile.return
}

// -----

tile.kernel @empty(%a: f32) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{has a value of type 'tensor<0xf32>': the extents of a tile are static and at least 1}}
  %t = tensor.splat %a : tensor<0xf32>
  tile.return
}

// -----

tile.kernel @encoding(%a: f32) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{has a value of type 'tensor<4xf32, "layout">': tiles have no layout in stage free}}
  %t = tensor.splat %a : tensor<4xf32, "layout">
  tile.return
}

// -----

tile.kernel @vector() attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{has a value with 'vector<4xf32>': values in a kernel are refs, tiles and scalars of floats, signless integers and index}}
  %t = arith.constant dense<0.0> : vector<4xf32>
  tile.return
}

// -----

tile.kernel @loop_argument(%n: index) attributes {stage = "free", grid = 1} {
  %v = arith.constant 0 : index
  // expected-error @+1 {{has a result that is a ref; refs do not pass through control flow}}
  %r = scf.index_switch %n -> !tile.ref<4xf32, shared>
  default {
    %a = tile.alloc : !tile.ref<4xf32, shared>
    scf.yield %a : !tile.ref<4xf32, shared>
  }
  tile.return
}

// -----

tile.kernel @while_argument(%x: !tile.ref<4xf32>) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{has a region argument that is a ref; refs do not pass through control flow}}
  scf.while (%r = %x) : (!tile.ref<4xf32>) -> () {
    %more = arith.constant false
    scf.condition(%more)
  } do {
    scf.yield %x : !tile.ref<4xf32>
  }
  tile.return
}

// -----

// expected-error @+1 {{writes to argument 1, which is readonly}}
tile.kernel @readonly(%i: index, %x: !tile.ref<4x4xf32> {tile.readonly}) attributes {stage = "free", grid = 1} {
  %t = arith.constant dense<0.0> : tensor<4xf32>
  tile.store %t, %x[%i, %i] : tensor<4xf32>, !tile.ref<4x4xf32>
  tile.return
}
