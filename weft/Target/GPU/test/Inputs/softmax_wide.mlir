// A row is spread over all warps, and walked in two steps.
tile.kernel @softmax_wide(%x: !tile.ref<5x1999xf32> {tile.readonly}, %y: !tile.ref<5x1999xf32>) attributes {stage = "free", grid = 5} {
  %c0 = arith.constant 0 : index
  %c1024 = arith.constant 1024 : index
  %c1999 = arith.constant 1999 : index
  %lowest = arith.constant dense<0xFF800000> : tensor<1x1024xf32>
  %zero = arith.constant dense<0.0> : tensor<1x1024xf32>
  %low = arith.constant dense<0xFF800000> : tensor<1xf32>
  %none = arith.constant dense<0.0> : tensor<1xf32>
  %row = tile.program_id
  %max = scf.for %j = %c0 to %c1999 step %c1024 iter_args(%before = %low) -> (tensor<1xf32>) {
    %in = tile.load %x[%row, %j] bound [_, %c1999] : !tile.ref<5x1999xf32> -> tensor<1x1024xf32>
    %live = tile.mask [%row, %j] bound [_, %c1999] : tensor<1x1024xi1>
    %s = arith.select %live, %in, %lowest : tensor<1x1024xi1>, tensor<1x1024xf32>
    %m = tile.reduce max %s [1] : tensor<1x1024xf32> -> tensor<1xf32>
    %next = arith.maximumf %before, %m : tensor<1xf32>
    scf.yield %next : tensor<1xf32>
  }
  %maxes = tile.broadcast %max [0] : tensor<1xf32> -> tensor<1x1024xf32>
  %sum = scf.for %j = %c0 to %c1999 step %c1024 iter_args(%before = %none) -> (tensor<1xf32>) {
    %in = tile.load %x[%row, %j] bound [_, %c1999] : !tile.ref<5x1999xf32> -> tensor<1x1024xf32>
    %live = tile.mask [%row, %j] bound [_, %c1999] : tensor<1x1024xi1>
    %d = arith.subf %in, %maxes : tensor<1x1024xf32>
    %e = math.exp %d : tensor<1x1024xf32>
    %em = arith.select %live, %e, %zero : tensor<1x1024xi1>, tensor<1x1024xf32>
    %s = tile.reduce add %em [1] : tensor<1x1024xf32> -> tensor<1xf32>
    %next = arith.addf %before, %s : tensor<1xf32>
    scf.yield %next : tensor<1xf32>
  }
  %sums = tile.broadcast %sum [0] : tensor<1xf32> -> tensor<1x1024xf32>
  scf.for %j = %c0 to %c1999 step %c1024 {
    %in = tile.load %x[%row, %j] bound [_, %c1999] : !tile.ref<5x1999xf32> -> tensor<1x1024xf32>
    %d = arith.subf %in, %maxes : tensor<1x1024xf32>
    %e = math.exp %d : tensor<1x1024xf32>
    %out = arith.divf %e, %sums : tensor<1x1024xf32>
    tile.store %out, %y[%row, %j] bound [_, %c1999] : tensor<1x1024xf32>, !tile.ref<5x1999xf32>
  }
  tile.return
}
