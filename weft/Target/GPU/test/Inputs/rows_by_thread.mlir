// Each program turns one row around and sums it up from the left, by way of its
// own memory: a kernel for threads, of which the last ones have no row.
tile.kernel @rows(%x: !tile.ref<100x7xf32> {tile.readonly}, %y: !tile.ref<100x7xf32>) attributes {stage = "free", grid = 100} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %p = tile.program_id
  %s = tile.alloc : !tile.ref<8xf32, shared>
  %row = tile.load %x[%p, %c0] bound [_, %c7] : !tile.ref<100x7xf32> -> tensor<8xf32>
  tile.store %row, %s[%c0] : tensor<8xf32>, !tile.ref<8xf32, shared>
  %zero = arith.constant 0.0 : f32
  %total = scf.for %i = %c0 to %c7 step %c1 iter_args(%sum = %zero) -> (f32) {
    %at = arith.subi %c6, %i : index
    %t = tile.load %s[%at] : !tile.ref<8xf32, shared> -> tensor<f32>
    %e = tensor.extract %t[] : tensor<f32>
    %next = arith.addf %sum, %e : f32
    %u = tensor.splat %next : tensor<f32>
    tile.store %u, %y[%p, %i] : tensor<f32>, !tile.ref<100x7xf32>
    scf.yield %next : f32
  }
  tile.return
}
