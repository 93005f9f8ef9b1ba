// Discrete Fourier transforms of any length.
// RUN: weft-run --check %s

func.func @fft_of_one_point() {
  %x = stablehlo.constant dense<[(1.0, -4.0)]> : tensor<1xcomplex<f32>>
  %0 = stablehlo.fft %x, type = FFT, length = [1] : (tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f32>>
  check.expect_almost_eq_const %0, dense<[(1.0, -4.0)]> : tensor<1xcomplex<f32>>, tolerance = 1.0e-5
  return
}

func.func @fft_of_two_points() {
  %x = stablehlo.constant dense<[(0.0, 2.0), (-4.0, 0.0)]> : tensor<2xcomplex<f32>>
  %0 = stablehlo.fft %x, type = FFT, length = [2] : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  check.expect_almost_eq_const %0, dense<[(-4.0, 2.0), (4.0, 2.0)]> : tensor<2xcomplex<f32>>, tolerance = 1.0e-5
  return
}

func.func @fft_length_three() {
  %x = stablehlo.constant dense<[(-3.0, -1.0), (0.0, -2.0), (4.0, -3.0)]> : tensor<3xcomplex<f64>>
  %0 = stablehlo.fft %x, type = FFT, length = [3] : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %0, dense<[(1.0, -6.0), (-4.133974596215562, 4.964101615137754), (-5.866025403784438, -1.9641016151377544)]> : tensor<3xcomplex<f64>>, tolerance = 1.0e-13
  return
}

func.func @fft_length_five_of_each_row() {
  %x = stablehlo.constant dense<[[(0.0, -4.0), (-1.0, -1.0), (4.0, 1.0), (2.0, 0.0), (0.0, 1.0)], [(3.0, 3.0), (2.0, 2.0), (2.0, 1.0), (1.0, 3.0), (-4.0, 3.0)]]> : tensor<2x5xcomplex<f32>>
  %0 = stablehlo.fft %x, type = FFT, length = [5] : (tensor<2x5xcomplex<f32>>) -> tensor<2x5xcomplex<f32>>
  check.expect_almost_eq_const %0, dense<[[(5.0, -3.0), (-6.477447, -5.033531), (0.5364919, -1.201085), (4.789746, -6.180882), (-3.848791, -4.584503)], [(4.0, 12.0), (-2.171712, -4.985107), (6.859413, -2.384672), (4.230757, 2.766638), (2.081542, 7.603141)]]> : tensor<2x5xcomplex<f32>>, tolerance = 1.0e-5
  return
}

func.func @fft_power_of_two() {
  %x = stablehlo.constant dense<[(4.0, -2.0), (2.0, 1.0), (2.0, 3.0), (-4.0, -2.0), (4.0, -3.0), (4.0, 4.0), (4.0, 2.0), (1.0, 4.0)]> : tensor<8xcomplex<f64>>
  %0 = stablehlo.fft %x, type = FFT, length = [8] : (tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f64>>
  check.expect_almost_eq_const %0, dense<[(17.0, 7.0), (-3.2426406871192857, 10.071067811865476), (5.0, -19.0), (-9.485281374238571, 1.8284271247461903), (11.0, -7.0), (5.242640687119286, -4.0710678118654755), (-1.0, -1.0), (7.485281374238571, -3.8284271247461903)]> : tensor<8xcomplex<f64>>, tolerance = 1.0e-13
  return
}

func.func @fft_prime_length_seven() {
  %x = stablehlo.constant dense<[(4.0, 2.0), (-1.0, -3.0), (-1.0, 1.0), (0.0, 1.0), (-4.0, -2.0), (-4.0, 4.0), (3.0, 3.0)]> : tensor<7xcomplex<f64>>
  %0 = stablehlo.fft %x, type = FFT, length = [7] : (tensor<7xcomplex<f64>>) -> tensor<7xcomplex<f64>>
  check.expect_almost_eq_const %0, dense<[(-3.0, 6.0), (3.6493383311077388, 0.2553714349772631), (-1.3275674389778231, 5.200354654581259), (2.6376727399709634, 5.521287698397009), (-2.6962787585174595, 5.1586521881029554), (12.45925396730689, -11.457022937322916), (16.27758115910969, 3.3213569612644314)]> : tensor<7xcomplex<f64>>, tolerance = 1.0e-13
  return
}

func.func @fft_composite_length_twelve() {
  %x = stablehlo.constant dense<[(-3.0, 4.0), (0.0, -4.0), (0.0, 2.0), (4.0, -3.0), (0.0, -1.0), (3.0, 4.0), (4.0, -2.0), (-4.0, 3.0), (-4.0, -3.0), (-2.0, -2.0), (-4.0, -2.0), (3.0, -1.0)]> : tensor<12xcomplex<f64>>
  %0 = stablehlo.fft %x, type = FFT, length = [12] : (tensor<12xcomplex<f64>>) -> tensor<12xcomplex<f64>>
  check.expect_almost_eq_const %0, dense<[(-3.0, -5.0), (-0.3397459621556145, -17.32050807568877), (2.267949192431123, 18.660254037844386), (-8.0, 4.000000000000001), (0.8038475772933684, 6.6602540378443855), (-17.660254037844386, 17.32050807568877), (-10.999999999999998, 1.0000000000000007), (-3.2679491924311237, 19.464101615137753), (11.196152422706632, -10.660254037844386), (-6.0, -4.440892098500626e-16), (5.732050807568876, 1.3397459621556138), (-6.732050807568877, 12.535898384862247)]> : tensor<12xcomplex<f64>>, tolerance = 1.0e-13
  return
}

func.func @fft_two_dimensions() {
  %x = stablehlo.constant dense<[[(2.0, 3.0), (-4.0, 3.0), (4.0, -4.0), (-3.0, 0.0)], [(4.0, 0.0), (-4.0, 1.0), (2.0, 1.0), (1.0, 1.0)], [(0.0, 1.0), (1.0, -3.0), (-1.0, -3.0), (-3.0, 3.0)]]> : tensor<3x4xcomplex<f32>>
  %0 = stablehlo.fft %x, type = FFT, length = [3, 4] : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  check.expect_almost_eq_const %0, dense<[[(-1.0, 3.0), (-2.0, 12.0), (23.0, -7.0), (4.0, 8.0)], [(3.330127, -3.696152), (5.964102, -0.06217783), (8.866025, -9.428204), (-21.62436, 9.330127)], [(-5.330127, 6.696152), (-0.9641016, 12.06218), (7.133975, 4.428203), (2.624356, 0.669873)]]> : tensor<3x4xcomplex<f32>>, tolerance = 1.0e-5
  return
}

func.func @fft_three_dimensions() {
  %x = stablehlo.constant dense<[[[(4.0, 3.0), (-1.0, 0.0), (-4.0, -4.0)], [(0.0, 1.0), (-3.0, 3.0), (-3.0, 2.0)]], [[(3.0, -2.0), (-2.0, -1.0), (-2.0, -2.0)], [(0.0, -4.0), (4.0, -4.0), (2.0, 1.0)]]]> : tensor<2x2x3xcomplex<f32>>
  %0 = stablehlo.fft %x, type = FFT, length = [2, 2, 3] : (tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  check.expect_almost_eq_const %0, dense<[[[(-2.0, -7.0), (12.36602, -3.830127), (10.63398, 4.830127)], [(-2.0, -5.0), (19.29423, 7.633975), (3.705771, 9.366025)]], [[(-12.0, 17.0), (15.29423, 5.633975), (-0.2942286, 7.366025)], [(12.0, -9.0), (-7.098076, 0.169873), (-1.901924, 8.830127)]]]> : tensor<2x2x3xcomplex<f32>>, tolerance = 1.0e-5
  return
}

func.func @ifft_divides_by_the_length() {
  %x = stablehlo.constant dense<[(-2.0, 2.0), (4.0, 1.0), (3.0, 4.0), (-4.0, 0.0), (3.0, -3.0), (0.0, -4.0)]> : tensor<6xcomplex<f64>>
  %0 = stablehlo.fft %x, type = IFFT, length = [6] : (tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>
  check.expect_almost_eq_const %0, dense<[(0.6666666666666666, 0.0), (-1.5653841409022107, 0.5773502691896257), (-1.5446581987385204, 1.0773502691896257), (0.6666666666666667, 1.0), (-2.122008467928146, -0.07735026918962573), (1.898717474235544, -0.5773502691896256)]> : tensor<6xcomplex<f64>>, tolerance = 1.0e-13
  return
}

func.func @ifft_two_dimensions() {
  %x = stablehlo.constant dense<[[(-2.0, -1.0), (0.0, -1.0), (-4.0, -4.0)], [(-4.0, -3.0), (-4.0, -1.0), (-4.0, 0.0)]]> : tensor<2x3xcomplex<f32>>
  %0 = stablehlo.fft %x, type = IFFT, length = [2, 3] : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  check.expect_almost_eq_const %0, dense<[[(-3.0, -1.666667), (-0.2886751, 0.4106836), (0.2886751, -0.7440169)], [(1.0, -0.3333333), (-0.5773503, 1.244017), (0.5773503, 0.0893164)]]> : tensor<2x3xcomplex<f32>>, tolerance = 1.0e-5
  return
}

func.func @rfft_even_length() {
  %x = stablehlo.constant dense<[0.0, 4.0, -3.0, -3.0, -4.0, 4.0]> : tensor<6xf32>
  %0 = stablehlo.fft %x, type = RFFT, length = [6] : (tensor<6xf32>) -> tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %0, dense<[(-2.0, 0.0), (10.5, -0.8660254), (-3.5, 0.8660254), (-12.0, 0.0)]> : tensor<4xcomplex<f32>>, tolerance = 1.0e-5
  return
}

func.func @rfft_odd_length() {
  %x = stablehlo.constant dense<[2.0, -1.0, -4.0, 3.0, -3.0]> : tensor<5xf64>
  %0 = stablehlo.fft %x, type = RFFT, length = [5] : (tensor<5xf64>) -> tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %0, dense<[(-3.0, 0.0), (1.5729490168751576, 2.2123837334570045), (4.927050983124842, -7.83296611865102)]> : tensor<3xcomplex<f64>>, tolerance = 1.0e-13
  return
}

func.func @rfft_two_dimensions() {
  %x = stablehlo.constant dense<[[0.0, -1.0, 3.0, 2.0], [3.0, -4.0, 3.0, 0.0], [-3.0, 3.0, 4.0, 1.0]]> : tensor<3x4xf32>
  %0 = stablehlo.fft %x, type = RFFT, length = [3, 4] : (tensor<3x4xf32>) -> tensor<3x3xcomplex<f32>>
  check.expect_almost_eq_const %0, dense<[[(11.0, 0.0), (-10.0, 5.0), (9.0, 0.0)], [(0.5, 2.598076), (5.696152, -4.062178), (-1.5, -11.25833)], [(0.5, -2.598076), (-4.696152, 8.062178), (-1.5, 11.25833)]]> : tensor<3x3xcomplex<f32>>, tolerance = 1.0e-5
  return
}

func.func @rfft_of_one_point() {
  %x = stablehlo.constant dense<[-3.0]> : tensor<1xf32>
  %0 = stablehlo.fft %x, type = RFFT, length = [1] : (tensor<1xf32>) -> tensor<1xcomplex<f32>>
  check.expect_almost_eq_const %0, dense<[(-3.0, 0.0)]> : tensor<1xcomplex<f32>>, tolerance = 1.0e-5
  return
}

func.func @irfft_odd_length() {
  %x = stablehlo.constant dense<[(4.0, -4.0), (2.0, -1.0), (0.0, -2.0)]> : tensor<3xcomplex<f32>>
  %0 = stablehlo.fft %x, type = IRFFT, length = [5] : (tensor<3xcomplex<f32>>) -> tensor<5xf32>
  check.expect_almost_eq_const %0, dense<[1.6, 1.897864, -0.3729447, 0.6785175, 0.1965628]> : tensor<5xf32>, tolerance = 1.0e-5
  return
}

func.func @irfft_even_length() {
  %x = stablehlo.constant dense<[(4.0, 3.0), (-3.0, -2.0), (3.0, 0.0), (1.0, 1.0)]> : tensor<4xcomplex<f64>>
  %0 = stablehlo.fft %x, type = IRFFT, length = [6] : (tensor<4xcomplex<f64>>) -> tensor<6xf64>
  check.expect_almost_eq_const %0, dense<[0.8333333333333333, 0.07735026918962573, 1.4106836025229588, 2.5, 0.2559830641437076, -1.0773502691896255]> : tensor<6xf64>, tolerance = 1.0e-13
  return
}

func.func @irfft_length_one() {
  %x = stablehlo.constant dense<[(-2.0, -3.0)]> : tensor<1xcomplex<f32>>
  %0 = stablehlo.fft %x, type = IRFFT, length = [1] : (tensor<1xcomplex<f32>>) -> tensor<1xf32>
  check.expect_almost_eq_const %0, dense<[-2.0]> : tensor<1xf32>, tolerance = 1.0e-5
  return
}

func.func @irfft_odd_length_in_two_dimensions() {
  %x = stablehlo.constant dense<[[(2.0, -3.0), (-1.0, 1.0)], [(4.0, 2.0), (4.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %0 = stablehlo.fft %x, type = IRFFT, length = [2, 3] : (tensor<2x2xcomplex<f32>>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %0, dense<[[2.0, 0.2113249, 0.7886751], [-2.0, 0.2113249, 0.7886751]]> : tensor<2x3xf32>, tolerance = 1.0e-5
  return
}

func.func @fft_of_empty_lines() {
  %x = stablehlo.constant dense<> : tensor<0x4xcomplex<f32>>
  %0 = stablehlo.fft %x, type = FFT, length = [4] : (tensor<0x4xcomplex<f32>>) -> tensor<0x4xcomplex<f32>>
  check.expect_eq_const %0, dense<> : tensor<0x4xcomplex<f32>>
  return
}

func.func @fft_is_exact_at_quarter_turns() {
  %x = stablehlo.constant dense<[(0.0, 0.0), (1.0, 0.0), (0.0, 0.0), (0.0, 0.0)]> : tensor<4xcomplex<f64>>
  %0 = stablehlo.fft %x, type = FFT, length = [4] : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  check.expect_eq_const %0, dense<[(1.0, 0.0), (0.0, -1.0), (-1.0, 0.0), (0.0, 1.0)]> : tensor<4xcomplex<f64>>
  return
}

// A long line of a length that is no power of two: one impulse gives a wave of
// constant size, whose square sums to the length.
func.func @fft_long_odd_line() {
  %zero = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f64>>
  %one = stablehlo.constant dense<(1.0, 0.0)> : tensor<1xcomplex<f64>>
  %x = stablehlo.pad %one, %zero, low = [5], high = [993], interior = [0] : (tensor<1xcomplex<f64>>, tensor<complex<f64>>) -> tensor<999xcomplex<f64>>
  %0 = stablehlo.fft %x, type = FFT, length = [999] : (tensor<999xcomplex<f64>>) -> tensor<999xcomplex<f64>>
  %size = stablehlo.abs %0 : (tensor<999xcomplex<f64>>) -> tensor<999xf64>
  check.expect_almost_eq_const %size, dense<1.0> : tensor<999xf64>, tolerance = 1.0e-14
  %back = stablehlo.fft %0, type = IFFT, length = [999] : (tensor<999xcomplex<f64>>) -> tensor<999xcomplex<f64>>
  check.expect_almost_eq %back, %x, tolerance = 1.0e-15 : tensor<999xcomplex<f64>>
  return
}
