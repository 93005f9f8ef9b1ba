// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The error function and its relatives. Coefficients are those of Moshier's
// Cephes library (erf, erfc) and of Giles, "Approximating the erfinv function"
// (2010).

#include "weft/StableHLO/Chlo/Expand.h"

#include <llvm/ADT/STLExtras.h>

using namespace mlir;

namespace weft::chlo {

/// erf(x) for |x| <= 1: x T(x^2), or x T(x^2) / U(x^2).
static Expression erfSmall(Expression x) {
  Expression square = x * x;
  if (x.getElementType().isF32()) {
    return x * polynomial(square, {7.853861353153693e-5, -8.010193625184903e-4,
                                   5.188327685732524e-3, -2.685381193529856e-2,
                                   1.128358514861418e-1, -3.761262582423300e-1,
                                   1.128379165726710});
  }
  return x *
         polynomial(square, {9.60497373987051638749, 90.0260197203842689217,
                             2232.00534594684319226, 7003.32514112805075473,
                             55592.3013010394962768}) /
         polynomial(square, {1.0, 33.5617141647503099647,
                             521.357949780152679795, 4594.32382970980127987,
                             22629.0000613890934246, 49267.3942608635921086});
}

/// exp(-a^2). A rounded square would cost a^2 units in the last place, so a is
/// split into h, whose square is exact, and the rest: a^2 = h^2 + (a - h)(a +
/// h).
static Expression gauss(Expression a) {
  Expression h = roundTo(a, a.getElementType().isF32() ? 11 : 25);
  return exp(-(h * h)) * exp((h - a) * (h + a));
}

/// erfc(a) for a >= 1: exp(-a^2) / a P(1 / a^2) in f32, exp(-a^2) P(a) / Q(a)
/// in f64, with other polynomials for large a. Factors turn into NaN where they
/// overflow, long after the result is 0.
static Expression erfcLarge(Expression a) {
  Expression decay = gauss(a);
  if (a.getElementType().isF32()) {
    Expression inverse = 1.0 / a;
    Expression square = inverse * inverse;
    Expression near = polynomial(
        square,
        {2.326819970068386e-2, -1.387039388740657e-1, 3.687424674597105e-1,
         -5.824733027278666e-1, 6.210004621745983e-1, -4.944515323274145e-1,
         3.404879937665872e-1, -2.741127028184656e-1, 5.638259427386472e-1});
    Expression far = polynomial(
        square, {-10.47766399936249, 12.97719955372516, -7.495518717768503,
                 2.921019019210786, -1.015265279202700, 4.218463358204948e-1,
                 -2.820767439740514e-1, 5.641895067754075e-1});
    return select(a > 1e3, 0.0, decay * inverse * select(a < 2.0, near, far));
  }
  Expression near =
      polynomial(a, {2.46196981473530512524e-10, 0.564189564831068821977,
                     7.46321056442269912687, 48.6371970985681366614,
                     196.520832956077098242, 526.445194995477358631,
                     934.528527171957607540, 1027.55188689515710272,
                     557.535335369399327526}) /
      polynomial(a, {1.0, 13.2281951154744992508, 86.7072140885989742329,
                     354.937778887819891062, 975.708501743205489753,
                     1823.90916687909736289, 2246.33760818710981792,
                     1656.66309194161350182, 557.535340817727675546});
  Expression far =
      polynomial(a, {0.564189583547755073984, 1.27536670759978104416,
                     5.01905042251180477414, 6.16021097993053585195,
                     7.40974269950448939160, 2.97886665372100240670}) /
      polynomial(a, {1.0, 2.26052863220117276590, 9.39603524938001434673,
                     12.0489539808096656605, 17.0814450747565897222,
                     9.60896809063285878198, 3.36907645100081516050});
  return select(a > 1e3, 0.0, decay * select(a < 8.0, near, far));
}

Expression expandErf(Expression x) {
  Expression a = abs(x);
  return select(a < 1.0, erfSmall(x), sign(x) * (1.0 - erfcLarge(a)));
}

Expression expandErfc(Expression x) {
  Expression a = abs(x);
  Expression tail = erfcLarge(a);
  return select(a < 1.0, 1.0 - erfSmall(x), select(x < 0.0, 2.0 - tail, tail));
}

/// The factor of x where w is large: at 1 and -1, where w is infinite, infinite
/// as well. Looked at there alone, as most places have a small w.
static Expression atEnds(Expression x, Expression far) {
  return select(equal(abs(x), 1.0), x.infinity(), far);
}

/// Single precision: w = -log(1 - x^2), erfinv(x) = x p(w - 2.5) for w < 5, and
/// x p(sqrt(w) - 3) above.
static Expression erfInvSingle(Expression x, Expression w) {
  Expression near =
      polynomial(w - 2.5, {2.81022636e-08, 3.43273939e-07, -3.5233877e-06,
                           -4.39150654e-06, 0.00021858087, -0.00125372503,
                           -0.00417768164, 0.246640727, 1.50140941});
  Expression far =
      polynomial(sqrt(w) - 3.0, {-0.000200214257, 0.000100950558, 0.00134934322,
                                 -0.00367342844, 0.00573950773, -0.0076224613,
                                 0.00943887047, 1.00167406, 2.83297682});
  return select(w < 5.0, near, atEnds(x, far)) * x;
}

/// Double precision: the same with three intervals.
static Expression erfInvDouble(Expression x, Expression w) {
  Expression near = polynomial(
      w - 3.125, {-3.6444120640178196996e-21, -1.685059138182016589e-19,
                  1.2858480715256400167e-18,  1.115787767802518096e-17,
                  -1.333171662854620906e-16,  2.0972767875968561637e-17,
                  6.6376381343583238325e-15,  -4.0545662729752068639e-14,
                  -8.1519341976054721522e-14, 2.6335093153082322977e-12,
                  -1.2975133253453532498e-11, -5.4154120542946279317e-11,
                  1.051212273321532285e-09,   -4.1126339803469836976e-09,
                  -2.9070369957882005086e-08, 4.2347877827932403518e-07,
                  -1.3654692000834678645e-06, -1.3882523362786468719e-05,
                  0.0001867342080340571352,   -0.00074070253416626697512,
                  -0.0060336708714301490533,  0.24015818242558961693,
                  1.6536545626831027356});
  Expression root = sqrt(w);
  Expression middle = polynomial(
      root - 3.25,
      {2.2137376921775787049e-09, 9.0756561938885390979e-08,
       -2.7517406297064545428e-07, 1.8239629214389227755e-08,
       1.5027403968909827627e-06, -4.013867526981545969e-06,
       2.9234449089955446044e-06, 1.2475304481671778723e-05,
       -4.7318229009055733981e-05, 6.8284851459573175448e-05,
       2.4031110387097893999e-05, -0.0003550375203628474796,
       0.00095328937973738049703, -0.0016882755560235047313,
       0.0024914420961078508066, -0.0037512085075692412107,
       0.005370914553590063617, 1.0052589676941592334, 3.0838856104922207635});
  Expression far = polynomial(
      root - 5.0, {-2.7109920616438573243e-11, -2.5556418169965252055e-10,
                   1.5076572693500548083e-09, -3.7894654401267369937e-09,
                   7.6157012080783393804e-09, -1.4960026627149240478e-08,
                   2.9147953450901080826e-08, -6.7711997758452339498e-08,
                   2.2900482228026654717e-07, -9.9298272942317002539e-07,
                   4.5260625972231537039e-06, -1.9681778105531670567e-05,
                   7.5995277030017761139e-05, -0.00021503011930044477347,
                   -0.00013871931833623122026, 1.0103004648645343977,
                   4.8499064014085844221});
  return select(w < 6.25, near, select(w < 16.0, middle, atEnds(x, far))) * x;
}

/// -log(1 - x^2). The factors keep their digits where x is near 1 or -1. Near 0
/// the logarithm of their product does not, nor need it: what is taken of w
/// there is w - 2.5.
Expression expandErfInv(Expression x) {
  Expression rest = (1.0 - x) * (1.0 + x);
  return x.getElementType().isF32() ? erfInvSingle(x, -roughLog(rest))
                                    : erfInvDouble(x, -log(rest));
}

} // namespace weft::chlo
