// gelu(a * b + bias), gelu by the error function. All three extents end inside of tiles.
tile.kernel @gemm(%a: !tile.ref<200x72xbf16> {tile.readonly}, %b: !tile.ref<72x136xbf16> {tile.readonly}, %bias: !tile.ref<136xf32> {tile.readonly}, %c: !tile.ref<200x136xbf16>) attributes {stage = "free", grid = 12} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c72 = arith.constant 72 : index
  %c136 = arith.constant 136 : index
  %c200 = arith.constant 200 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %half = arith.constant dense<0.5> : tensor<64x64xf32>
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %root = arith.constant dense<0.707106769> : tensor<64x64xf32>
  %program = tile.program_id
  %i, %j = tile.unrank %program in [4, 3] band 2
  %row = arith.muli %i, %c64 : index
  %column = arith.muli %j, %c64 : index
  %sum = scf.for %k = %c0 to %c72 step %c32 iter_args(%before = %zero) -> (tensor<64x64xf32>) {
    %x = tile.load %a[%row, %k] bound [%c200, %c72] : !tile.ref<200x72xbf16> -> tensor<64x32xbf16>
    %y = tile.load %b[%k, %column] bound [%c72, %c136] : !tile.ref<72x136xbf16> -> tensor<32x64xbf16>
    %d = tile.dot %x, %y, %before : tensor<64x32xbf16>, tensor<32x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %v = tile.load %bias[%column] bound [%c136] : !tile.ref<136xf32> -> tensor<64xf32>
  %vs = tile.broadcast %v [1] : tensor<64xf32> -> tensor<64x64xf32>
  %t = arith.addf %sum, %vs : tensor<64x64xf32>
  %u = arith.mulf %t, %root : tensor<64x64xf32>
  %e = math.erf %u : tensor<64x64xf32>
  %e1 = arith.addf %e, %one : tensor<64x64xf32>
  %th = arith.mulf %t, %half : tensor<64x64xf32>
  %g = arith.mulf %th, %e1 : tensor<64x64xf32>
  %o = arith.truncf %g : tensor<64x64xf32> to tensor<64x64xbf16>
  tile.store %o, %c[%row, %column] bound [%c200, %c136] : tensor<64x64xbf16>, !tile.ref<200x136xbf16>
  tile.return
}
