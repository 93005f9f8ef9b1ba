// Padding between elements along rows: tiles of whole periods begin anywhere in
// one, and reach beyond both ends of the operand.
// RUN: weft-fuzz-programs --file=%s --stages=pipeline

func.func public @thirds(%x: tensor<5x70xf32>, %v: tensor<f32>) -> tensor<11x213xf32> {
  %0 = stablehlo.pad %x, %v, low = [1, 4], high = [1, 1], interior = [1, 2] : (tensor<5x70xf32>, tensor<f32>) -> tensor<11x213xf32>
  return %0 : tensor<11x213xf32>
}

func.func public @cut(%x: tensor<3x90xcomplex<f32>>, %v: tensor<complex<f32>>) -> tensor<3x171xcomplex<f32>> {
  %0 = stablehlo.pad %x, %v, low = [0, -5], high = [0, -3], interior = [0, 1] : (tensor<3x90xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3x171xcomplex<f32>>
  return %0 : tensor<3x171xcomplex<f32>>
}

func.func public @line(%x: tensor<200xi8>, %v: tensor<i8>) -> tensor<1001xi8> {
  %y = stablehlo.add %x, %x : tensor<200xi8>
  %0 = stablehlo.pad %y, %v, low = [2], high = [2], interior = [4] : (tensor<200xi8>, tensor<i8>) -> tensor<1000xi8>
  %1 = stablehlo.pad %0, %v, low = [0], high = [1], interior = [0] : (tensor<1000xi8>, tensor<i8>) -> tensor<1001xi8>
  return %1 : tensor<1001xi8>
}
