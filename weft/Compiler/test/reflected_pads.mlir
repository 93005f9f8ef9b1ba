// Rows that are continued by their reflection: loads that go backwards are on
// one side of their bounds in most steps, and partly live in some.
// RUN: weft-fuzz-programs --file=%s --stages=pipeline

func.func public @reflected(%x: tensor<7x100xf32>) -> tensor<7x110xf32> {
  %0 = stablehlo.slice %x [0:7, 1:6] : (tensor<7x100xf32>) -> tensor<7x5xf32>
  %1 = stablehlo.reverse %0, dims = [1] : tensor<7x5xf32>
  %2 = stablehlo.slice %x [0:7, 94:99] : (tensor<7x100xf32>) -> tensor<7x5xf32>
  %3 = stablehlo.reverse %2, dims = [1] : tensor<7x5xf32>
  %4 = stablehlo.concatenate %1, %x, %3, dim = 1 : (tensor<7x5xf32>, tensor<7x100xf32>, tensor<7x5xf32>) -> tensor<7x110xf32>
  return %4 : tensor<7x110xf32>
}

func.func public @halves(%x: tensor<3x77xi8>, %y: tensor<3x90xi8>) -> tensor<3x167xi8> {
  %0 = stablehlo.reverse %x, dims = [1] : tensor<3x77xi8>
  %1 = stablehlo.reverse %y, dims = [0, 1] : tensor<3x90xi8>
  %2 = stablehlo.concatenate %0, %1, dim = 1 : (tensor<3x77xi8>, tensor<3x90xi8>) -> tensor<3x167xi8>
  return %2 : tensor<3x167xi8>
}

func.func public @padded(%x: tensor<2x61xf64>, %v: tensor<f64>) -> tensor<2x67xf64> {
  %0 = stablehlo.reverse %x, dims = [1] : tensor<2x61xf64>
  %1 = stablehlo.pad %0, %v, low = [0, 2], high = [0, 4], interior = [0, 0] : (tensor<2x61xf64>, tensor<f64>) -> tensor<2x67xf64>
  return %1 : tensor<2x67xf64>
}
