// Arrays of more than 2^31 places are sorted, scattered in order and transformed by blocks, too: their places, and what is before
// them, have 64 bits, and so has where workspace begins. Of other arrays they have 32. What such kernels compute is checked by the
// programs of test/timings, compiled for a GPU that counts all places so.

// DEFINE: %{explain} = weft explain %s --target=sm_90 --deterministic
// DEFINE: %{check} = FileCheck %s --implicit-check-not=threads-alone

// RUN: %{explain} --function=digits | %{check} --check-prefix=DIGITS
// RUN: weft explain %s --target=gfx942 --function=digits | %{check} --check-prefix=DIGITS
// DIGITS: sort of tiles by digits
// DIGITS-LABEL: the plan as commands
// DIGITS: launch sort_0_move({{.*}}temporary + 10200552704) in 524289 blocks of

// RUN: %{explain} --function=first | %{check} --check-prefix=FIRST
// FIRST: first places by groups
// FIRST-LABEL: the plan as commands
// FIRST-COUNT-4: launch sort_0_climb_
// FIRST-COUNT-4: launch sort_0_choose_
// FIRST: launch sort_0(

// RUN: %{explain} --function=comparator | %{check} --check-prefix=COMPARATOR
// COMPARATOR: merge sort of tiles
// COMPARATOR: launch sort_0_merge({{.*}}temporary + 25769804544) in 1048577 blocks of

// RUN: %{explain} --function=elements | %{check} --check-prefix=ELEMENTS
// ELEMENTS: updates in their order, sorted by place
// ELEMENTS: launch scatter_0_sort_move({{.*}} in 524289 blocks of

// RUN: %{explain} --function=rows | %{check} --check-prefix=ROWS
// ROWS: updates in their order, sorted by place
// ROWS: launch scatter_0_keys({{.*}}temporary + 34359738624

// RUN: %{explain} --function=lines | %{check} --check-prefix=LINES
// LINES: transforms by blocks
// LINES: launch fft_0({{.*}}temporary) in 2097160 blocks of

// Of a single line, by either kind of code: no table is nearly as long as it.
// RUN: %{explain} --function=line | %{check} --check-prefix=LINE
// RUN: weft explain %s --target=gfx942 --function=line | %{check} --check-prefix=LINE
// LINE-LABEL: the plan as commands
// LINE: launch fft_0_part_0({{.*}}constants{{( \+ [0-9]{1,6})?}},
// LINE: launch fft_0_part_1({{.*}}constants{{( \+ [0-9]{1,6})?}},
// LINE: launch fft_0({{.*}}constants + {{[0-9][0-9][0-9][0-9][0-9][0-9]}}, result 0, temporary{{.*}}, after

// What comes before the digits of each tile: the longest line whose places have 32 bits, and shorter ones in tests.
// RUN: weft explain %s --target=sm_90 --function=digits --kernel=sort_0 --stage=tile-blocks | FileCheck %s --check-prefix=FAR
// RUN: weft explain %s --target=sm_90 --function=near --kernel=sort_0 --stage=tile-blocks | FileCheck %s --check-prefix=NEAR
// RUN: env WEFT_CALIBRATION=%timings/far_places.txt weft explain %s --target=sm_90 --function=near --kernel=sort_0 --stage=tile-blocks | FileCheck %s --check-prefix=NEAR-AS-FAR
// FAR: tile.kernel @sort_0_move({{.*}}!tile.ref<1x256x524289xi64>
// NEAR: tile.kernel @sort_0_move({{.*}}!tile.ref<1x256x524287xi32>
// NEAR-AS-FAR: tile.kernel @sort_0_move({{.*}}!tile.ref<1x256x524287xi64>

func.func public @digits(%x0: tensor<2147483649xf32>, %x1: tensor<2147483649xi64>) -> (tensor<2147483649xf32>, tensor<2147483649xi64>) {
  %0:2 = "stablehlo.sort"(%x0, %x1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i64>, %b1: tensor<i64>):
    %less = stablehlo.compare LT, %a0, %b0, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<2147483649xf32>, tensor<2147483649xi64>) -> (tensor<2147483649xf32>, tensor<2147483649xi64>)
  return %0#0, %0#1 : tensor<2147483649xf32>, tensor<2147483649xi64>
}
func.func public @first(%x0: tensor<2147483649xf32>, %x1: tensor<2147483649xi64>) -> tensor<100xi64> {
  %0:2 = "stablehlo.sort"(%x0, %x1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i64>, %b1: tensor<i64>):
    %less = stablehlo.compare LT, %a0, %b0, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<2147483649xf32>, tensor<2147483649xi64>) -> (tensor<2147483649xf32>, tensor<2147483649xi64>)
  %1 = stablehlo.slice %0#1 [0:100] : (tensor<2147483649xi64>) -> tensor<100xi64>
  return %1 : tensor<100xi64>
}
func.func public @comparator(%x0: tensor<2147483649xi32>, %x1: tensor<2147483649xi32>) -> (tensor<2147483649xi32>, tensor<2147483649xi32>) {
  %0:2 = "stablehlo.sort"(%x0, %x1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<i32>, %b0: tensor<i32>, %a1: tensor<i32>, %b1: tensor<i32>):
    %left = stablehlo.multiply %a0, %b1 : tensor<i32>
    %right = stablehlo.multiply %b0, %a1 : tensor<i32>
    %less = stablehlo.compare LT, %left, %right : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<2147483649xi32>, tensor<2147483649xi32>) -> (tensor<2147483649xi32>, tensor<2147483649xi32>)
  return %0#0, %0#1 : tensor<2147483649xi32>, tensor<2147483649xi32>
}
func.func public @elements(%x: tensor<2147483649xf32>, %i: tensor<2147483649x1xi64>, %u: tensor<2147483649xf32>) -> tensor<2147483649xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2147483649xf32>, tensor<2147483649x1xi64>, tensor<2147483649xf32>) -> tensor<2147483649xf32>
  return %0 : tensor<2147483649xf32>
}
func.func public @rows(%x: tensor<2147483649x4xf32>, %i: tensor<100000x1xi64>, %u: tensor<100000x4xf32>) -> tensor<2147483649x4xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2147483649x4xf32>, tensor<100000x1xi64>, tensor<100000x4xf32>) -> tensor<2147483649x4xf32>
  return %0 : tensor<2147483649x4xf32>
}
func.func public @lines(%x: tensor<262145x16384xcomplex<f32>>) -> tensor<262145x16384xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = FFT, length = [16384] : (tensor<262145x16384xcomplex<f32>>) -> tensor<262145x16384xcomplex<f32>>
  return %0 : tensor<262145x16384xcomplex<f32>>
}
func.func public @near(%x: tensor<2147479551xf32>) -> tensor<2147479551xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %less = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<2147479551xf32>) -> tensor<2147479551xf32>
  return %0 : tensor<2147479551xf32>
}
func.func public @line(%x: tensor<2147483648xcomplex<f32>>) -> tensor<2147483648xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = FFT, length = [2147483648] : (tensor<2147483648xcomplex<f32>>) -> tensor<2147483648xcomplex<f32>>
  return %0 : tensor<2147483648xcomplex<f32>>
}
