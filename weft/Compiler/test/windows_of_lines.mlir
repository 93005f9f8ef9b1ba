// Convolutions whose features come first. Elements of the window lie apart, so
// that each is moved by itself: once for all programs, also where the window is
// walked backwards. Features of a place are brought together, and where a window
// is inside of the array, they are repeated over all lanes as they are loaded.
//
// RUN: weft explain %s --target=x86-64-v4 --function=forwards --kernel=conv_2 --all | FileCheck %s
// RUN: weft explain %s --target=x86-64-v4 --function=backwards --kernel=conv_2 --all | FileCheck %s

// CHECK: the features of each place of conv_2's input are brought together, once for all programs
// CHECK: the right operand of conv_2 is packed in panels of 48 lines, once for all programs
// CHECK-LABEL: as assembly
// CHECK: vbroadcastss 96004(%{{[a-z0-9]+}},%{{[a-z0-9]+}},4), %zmm
// CHECK: vfmadd231ps

func.func public @forwards(%x: tensor<4x24x333xf32>, %w: tensor<40x24x7xf32>) -> tensor<4x40x333xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {pad = [[3, 3]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x24x333xf32>, tensor<40x24x7xf32>) -> tensor<4x40x333xf32>
  return %0 : tensor<4x40x333xf32>
}

func.func public @backwards(%x: tensor<4x24x333xf32>, %w: tensor<40x24x7xf32>) -> tensor<4x40x333xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {pad = [[3, 3]], reverse = [true]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x24x333xf32>, tensor<40x24x7xf32>) -> tensor<4x40x333xf32>
  return %0 : tensor<4x40x333xf32>
}
