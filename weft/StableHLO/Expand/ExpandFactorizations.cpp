// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Expand/ExpandFactorizations.h"

#include "weft/StableHLO/Expand/Reflections.h"
#include "weft/StableHLO/IR/Eigen.h"
#include "weft/StableHLO/IR/Reflections.h"
#include "weft/StableHLO/IR/Tridiagonal.h"
#include "weft/Support/DecisionsDialect.h"

#include <llvm/Support/FormatVariadic.h>
#include <mlir/IR/TypeUtilities.h>

#include <numeric>

using namespace mlir;

namespace weft::stablehlo {
namespace {

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// The name of a call without what is the same for all, such as "potrf";
/// nothing where the element type is not the one that the name is for.
llvm::StringRef routineOf(CustomCallOp call) {
  llvm::StringRef name = call.getCallTargetName();
  if (!name.consume_front("lapack_") || !name.consume_back("_ffi") ||
      name.empty() || call->getNumOperands() == 0) {
    return {};
  }
  Type element = getElementTypeOrSelf(call->getOperand(0));
  auto complex = dyn_cast<ComplexType>(element);
  Type part = complex ? complex.getElementType() : element;
  bool isMeant = false;
  switch (name.front()) {
  case 's':
    isMeant = element.isF32();
    break;
  case 'd':
    isMeant = element.isF64();
    break;
  case 'c':
    isMeant = complex && part.isF32();
    break;
  case 'z':
    isMeant = complex && part.isF64();
    break;
  default:
    break;
  }
  return isMeant ? name.drop_front() : llvm::StringRef();
}

/// A letter among the parameters of a call; 0 for none.
char letterOf(CustomCallOp call, llvm::StringRef name) {
  DictionaryAttr parameters = call.getTypedBackendConfig();
  auto letter = parameters ? parameters.getAs<IntegerAttr>(name) : nullptr;
  return letter ? static_cast<char>(letter.getValue().getZExtValue()) : 0;
}

/// Whether arrays of matrices, which have so many dimensions, have them by
/// columns, and all others are row-major: the order in which elements are what
/// their indices say.
bool areByColumns(TypeRange types, std::optional<ArrayAttr> layouts,
                  int64_t rank) {
  if (!layouts || layouts->size() != types.size()) {
    return false;
  }
  for (auto [i, type, layout] :
       llvm::enumerate(types, layouts->getAsRange<DenseIntElementsAttr>())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.hasStaticShape() || tensor.getEncoding() ||
        tensor.getNumElements() == 0 ||
        layout.getNumElements() != tensor.getRank()) {
      return false;
    }
    llvm::SmallVector<int64_t> order(tensor.getRank());
    std::iota(order.rbegin(), order.rend(), 0);
    bool isMatrix =
        !tensor.getElementType().isInteger() && tensor.getRank() == rank;
    if (isMatrix && order.size() >= 2) {
      std::swap(order[0], order[1]);
    }
    if (!llvm::equal(order, layout.getValues<APInt>(),
                     [](int64_t d, const APInt &other) {
                       return other == static_cast<uint64_t>(d);
                     })) {
      return false;
    }
  }
  return true;
}

/// The element of an array that is the same everywhere.
template <typename Attr> Attr elementOfAll(Value value) {
  while (auto broadcast = value.getDefiningOp<BroadcastInDimOp>()) {
    value = broadcast.getOperand();
  }
  auto constant = value.getDefiningOp<ConstantOp>();
  auto splat = constant ? dyn_cast<SplatElementsAttr>(constant.getValue())
                        : SplatElementsAttr();
  return splat ? dyn_cast<Attr>(splat.template getSplatValue<Attribute>())
               : Attr();
}

/// Whether results are to be no numbers where a matrix is not solved.
bool isNaN(Value value) {
  if (auto number = elementOfAll<FloatAttr>(value)) {
    return number.getValue().isNaN();
  }
  auto parts = elementOfAll<ArrayAttr>(value);
  return parts && llvm::all_of(parts.getAsRange<FloatAttr>(), [](FloatAttr at) {
           return at.getValue().isNaN();
         });
}

/// Programs put NaN in place of results where a call says that it failed. A
/// solution that is NaN then already is what they choose.
void dropChecks(Value failed, Value solution) {
  SmallVector<Value> conditions;
  for (Operation *user : failed.getUsers()) {
    auto compare = dyn_cast<CompareOp>(user);
    auto zero =
        compare ? elementOfAll<IntegerAttr>(compare.getRhs()) : IntegerAttr();
    if (zero && zero.getValue().isZero() && compare.getLhs() == failed &&
        compare.getComparisonDirection() == ComparisonDirection::EQ) {
      conditions.push_back(compare);
    }
  }
  // Of each matrix, for all of its elements.
  for (size_t i = 0; i < conditions.size(); ++i) {
    for (Operation *user :
         llvm::make_early_inc_range(conditions[i].getUsers())) {
      auto broadcast = dyn_cast<BroadcastInDimOp>(user);
      if (broadcast &&
          llvm::equal(broadcast.getBroadcastDimensions(),
                      llvm::seq<int64_t>(0, typeOf(conditions[i]).getRank()))) {
        conditions.push_back(broadcast);
      }
      auto select = dyn_cast<SelectOp>(user);
      if (select && select.getPred() == conditions[i] &&
          select.getOnTrue() == solution && isNaN(select.getOnFalse())) {
        select.replaceAllUsesWith(solution);
      }
    }
  }
}

class Expansion {
public:
  /// The operand has the shape of the matrices.
  explicit Expansion(CustomCallOp call, unsigned operand = 0)
      : call(call), writer(call), type(typeOf(call->getOperand(operand))),
        batch(type.getShape().drop_back(2)),
        rows(type.getShape()[type.getRank() - 2]),
        columns(type.getShape().back()) {}

  Factorization describe() {
    Factorization what;
    what.order = std::max(rows, columns);
    what.steps = std::min(rows, columns);
    what.batch = type.getNumElements() / (rows * columns);
    what.element = type.getElementType();
    return what;
  }

  void expandCholesky(bool isLower) {
    Value a = flat(call->getOperand(0));
    Value factor = writer.make<CholeskyOp>(a.getType(), a, isLower);
    // A pivot that was not positive, and all after it, are NaN.
    Value diagonal = diagonalOf(factor);
    Value failed =
        firstStep(writer.compare(diagonal, ComparisonDirection::NE, diagonal));
    // The other triangle stays what it was.
    auto words = typeOf(a).clone(writer.builder.getI32Type());
    int64_t rank = words.getRank();
    Value isBelow = writer.compare(writer.iota(words, rank - 2),
                                   isLower ? ComparisonDirection::GE
                                           : ComparisonDirection::LE,
                                   writer.iota(words, rank - 1));
    finish({writer.select(isBelow, factor, a), failed});
  }

  void expandLu() {
    Value a = flat(call->getOperand(0));
    auto lu = writer.make<LuOp>(a);
    Value diagonal = diagonalOf(lu.getFactors());
    Value failed = firstStep(writer.compare(diagonal, ComparisonDirection::EQ,
                                            writer.zero(typeOf(diagonal))));
    finish({lu.getFactors(), lu.getPivots(), failed});
  }

  /// Rotations always come to an end, with numbers or without.
  void expandEigen(bool isLower) {
    auto eigh = writer.make<EighOp>(flat(call->getOperand(0)), isLower);
    finish({eigh.getVectors(), eigh.getValues(),
            writer.zero(typeOf(call->getResult(2)))});
  }

  void expandQr(bool isLoop) {
    if (isLoop) {
      auto [factors, scales] = writeQr(writer, stacked(call->getOperand(0)));
      return finish({factors, scales});
    }
    auto qr = writer.make<QrOp>(flat(call->getOperand(0)));
    finish({qr.getFactors(), qr.getScales()});
  }

  void expandReflections(bool isLoop) {
    if (isLoop) {
      return finish({writeReflections(writer, stacked(call->getOperand(0)),
                                      stacked(call->getOperand(1)))});
    }
    Value factors = flat(call->getOperand(0));
    finish({writer.make<ReflectionsOp>(factors.getType(), factors,
                                       flat(call->getOperand(1)))});
  }

  void expandSolve(bool isLeft, bool isLower, bool isUnit,
                   Transpose transpose) {
    Value a = flat(call->getOperand(0));
    Value b = flat(call->getOperand(1));
    finish({writer.make<TriangularSolveOp>(b.getType(), a, b, isLeft, isLower,
                                           isUnit, transpose)});
  }

  /// The call leaves factors in its first results, which nobody reads.
  void expandTridiagonal() {
    SmallVector<Value> flattened;
    for (Value operand : call->getOperands()) {
      flattened.push_back(flat(operand));
    }
    Value x = writer.make<TridiagonalSolveOp>(flattened[0], flattened[1],
                                              flattened[2], flattened[3]);
    // Of a singular matrix nothing is a number.
    ArrayRef<int64_t> shape = typeOf(x).getShape();
    SmallVector<int64_t> starts(shape.size(), 0);
    SmallVector<int64_t> limits(shape);
    SmallVector<int64_t> strides(shape.size(), 1);
    limits[shape.size() - 2] = 1;
    SmallVector<int64_t> columns(shape.drop_back(2));
    columns.push_back(shape.back());
    Value first =
        writer.reshape(writer.slice(x, starts, limits, strides), columns);
    auto flags = typeOf(first).clone(writer.builder.getI32Type());
    Value numbers = largest(
        writer.select(writer.compare(first, ComparisonDirection::EQ, first),
                      writer.integer(flags, 1), writer.zero(flags)));
    Value failed = writer.subtract(writer.integer(typeOf(numbers), 1), numbers);
    dropChecks(call->getResult(4), call->getResult(3));
    finish({call->getOperand(0), call->getOperand(1), call->getOperand(2), x,
            failed});
  }

private:
  /// With one dimension for the batch, or none.
  Value flat(Value value) { return batch.size() < 2 ? value : stacked(value); }
  /// With one dimension for the batch.
  Value stacked(Value value) {
    ArrayRef<int64_t> shape = typeOf(value).getShape();
    int64_t matrices = 1;
    for (int64_t extent : batch) {
      matrices *= extent;
    }
    llvm::SmallVector<int64_t> flattened = {matrices};
    llvm::append_range(flattened, shape.drop_front(batch.size()));
    return writer.reshape(value, flattened);
  }
  void finish(ArrayRef<Value> results) {
    for (auto [old, result] : llvm::zip_equal(call->getResults(), results)) {
      old.replaceAllUsesWith(writer.reshape(result, typeOf(old).getShape()));
    }
    call->erase();
  }

  Value diagonalOf(Value matrices) {
    llvm::SmallVector<int64_t> shape(typeOf(matrices).getShape().drop_back(2));
    shape.push_back(rows * columns);
    Value list = writer.reshape(matrices, shape);
    llvm::SmallVector<int64_t> starts(shape.size(), 0);
    llvm::SmallVector<int64_t> limits(shape);
    llvm::SmallVector<int64_t> strides(shape.size(), 1);
    strides.back() = columns + 1;
    limits.back() = (std::min(rows, columns) - 1) * (columns + 1) + 1;
    return writer.slice(list, starts, limits, strides);
  }
  /// The first step that failed, counted from one; 0 for none.
  Value firstStep(Value hasFailed) {
    auto words = typeOf(hasFailed).clone(writer.builder.getI32Type());
    auto steps = static_cast<uint64_t>(words.getShape().back());
    // Step k is counted as steps - k, so that the first one is the largest.
    Value counted = writer.subtract(writer.integer(words, steps),
                                    writer.iota(words, words.getRank() - 1));
    Value most = largest(writer.select(hasFailed, counted, writer.zero(words)));
    Value none = writer.zero(typeOf(most));
    return writer.select(
        writer.compare(most, ComparisonDirection::EQ, none), none,
        writer.subtract(writer.integer(typeOf(most), steps + 1), most));
  }
  /// Of what is not negative, along the last dimension.
  Value largest(Value words) {
    RankedTensorType from = typeOf(words);
    auto scalar = RankedTensorType::get({}, from.getElementType());
    Value initial = writer.zero(scalar);
    auto reduce = writer.make<ReduceOp>(
        TypeRange(from.clone(from.getShape().drop_back())), ValueRange(words),
        ValueRange(initial),
        writer.builder.getDenseI64ArrayAttr({from.getRank() - 1}));
    OpBuilder::InsertionGuard guard(writer.builder);
    Block *body =
        writer.builder.createBlock(&reduce.getBody(), {}, {scalar, scalar},
                                   {call.getLoc(), call.getLoc()});
    Value larger = writer.larger(body->getArgument(0), body->getArgument(1));
    writer.make<ReturnOp>(ValueRange(larger));
    return reduce.getResult(0);
  }

  CustomCallOp call;
  ScalarLoops writer;
  RankedTensorType type;
  ArrayRef<int64_t> batch;
  int64_t rows;
  int64_t columns;
};

std::optional<Transpose> transposeOf(char letter) {
  switch (letter) {
  case 'N':
    return Transpose::NO_TRANSPOSE;
  case 'T':
    return Transpose::TRANSPOSE;
  case 'C':
    return Transpose::ADJOINT;
  default:
    return std::nullopt;
  }
}

/// Whether a letter is one of two.
bool isOneOf(char letter, char first, char second) {
  return letter == first || letter == second;
}

/// Whether a call is to be kernels, with a record of what was weighed.
FactorizationChoice chooseKernels(CustomCallOp call, const Factorization &what,
                                  FactorizationRule rule) {
  const FactorizationChoice choice = rule(what);
  if (choice.kernelPicoseconds == 0 || choice.libraryPicoseconds == 0) {
    return choice;
  }
  if (auto decision =
          decide(call, DecisionKind::Library, Reason::AlgorithmChosen)) {
    auto described = [](llvm::StringRef name, int64_t picoseconds) {
      return llvm::formatv("{0} ({1:f2} us)", name,
                           static_cast<double>(picoseconds) / 1e6)
          .str();
    };
    std::string kernels = described("kernels", choice.kernelPicoseconds);
    std::string library = described("LAPACK", choice.libraryPicoseconds);
    Cost costs[] = {{choice.kernelPicoseconds, std::nullopt},
                    {choice.libraryPicoseconds, std::nullopt}};
    if (!choice.isKernel) {
      std::swap(kernels, library);
      std::swap(costs[0], costs[1]);
    }
    decision.subject(call.getCallTargetName()).cost(costs[0], costs[1])
        << arg(kernels) << arg(int64_t(2)) << arg(library);
  }
  return choice;
}

/// Diagonals lie by rows, and right-hand sides by columns.
void expandTridiagonal(CustomCallOp call, FactorizationRule rule) {
  if (call->getNumOperands() != 4 || call->getNumResults() != 5 ||
      llvm::any_of(call->getResults().take_front(3),
                   [](Value factor) { return !factor.use_empty(); })) {
    return;
  }
  const int64_t rank = typeOf(call->getOperand(3)).getRank();
  if (rank < 2 ||
      !areByColumns(call->getOperandTypes(), call.getOperandLayouts(), rank) ||
      !areByColumns(call->getResultTypes(), call.getResultLayouts(), rank)) {
    return;
  }
  Factorization what;
  auto b = typeOf(call->getOperand(3));
  what.order = what.steps = b.getShape()[rank - 2];
  what.systems = b.getShape().back();
  what.batch = b.getNumElements() / (what.order * what.systems);
  what.element = b.getElementType();
  what.isTridiagonal = true;
  if (chooseKernels(call, what, rule).isKernel) {
    Expansion(call, /*operand=*/3).expandTridiagonal();
  }
}

void expandCall(CustomCallOp call, FactorizationRule rule) {
  llvm::StringRef routine = routineOf(call);
  if (routine == "gtsv") {
    return expandTridiagonal(call, rule);
  }
  int64_t rank = typeOf(call->getOperand(0)).getRank();
  if (rank < 2 ||
      !areByColumns(call->getOperandTypes(), call.getOperandLayouts(), rank) ||
      !areByColumns(call->getResultTypes(), call.getResultLayouts(), rank)) {
    return;
  }
  Expansion expansion(call);
  Factorization what = expansion.describe();
  what.isLu = routine == "getrf";
  auto isKernel = [&](const Factorization &what) {
    return chooseKernels(call, what, rule).isKernel;
  };
  size_t operands = call->getNumOperands();
  size_t results = call->getNumResults();
  char triangle = letterOf(call, "uplo");
  if (routine == "potrf" && operands == 1 && results == 2 &&
      isOneOf(triangle, 'L', 'U') && isKernel(what)) {
    expansion.expandCholesky(triangle == 'L');
  } else if (routine == "syevd" && operands == 1 && results == 3 &&
             letterOf(call, "mode") == 'V' && isOneOf(triangle, 'L', 'U')) {
    what.isEigen = true;
    if (isKernel(what)) {
      expansion.expandEigen(triangle == 'L');
    }
  } else if (routine == "getrf" && operands == 1 && results == 3 &&
             isKernel(what)) {
    expansion.expandLu();
  } else if (isa<FloatType>(what.element) &&
             ((routine == "geqrf" && operands == 1 && results == 2) ||
              (routine == "orgqr" && operands == 2 && results == 1))) {
    what.isByReflections = true;
    const FactorizationChoice choice = chooseKernels(call, what, rule);
    if (!choice.isKernel) {
      return;
    }
    if (routine == "geqrf") {
      expansion.expandQr(choice.isLoop);
    } else {
      expansion.expandReflections(choice.isLoop);
    }
  } else if (routine == "trsm" && operands == 2 && results == 1) {
    char side = letterOf(call, "side");
    char diagonal = letterOf(call, "diag");
    std::optional<Transpose> transpose = transposeOf(letterOf(call, "trans_x"));
    what.systems = typeOf(call->getOperand(1)).getNumElements() /
                   (what.batch * what.order);
    if (transpose && isOneOf(triangle, 'L', 'U') && isOneOf(side, 'L', 'R') &&
        isOneOf(diagonal, 'N', 'U') && isKernel(what)) {
      expansion.expandSolve(side == 'L', triangle == 'L', diagonal == 'U',
                            *transpose);
    }
  }
}

} // namespace

void expandFactorizations(Operation *root, FactorizationRule rule) {
  llvm::SmallVector<CustomCallOp> calls;
  root->walk([&](CustomCallOp call) {
    if (!routineOf(call).empty()) {
      calls.push_back(call);
    }
  });
  for (CustomCallOp call : calls) {
    expandCall(call, rule);
  }
}

} // namespace weft::stablehlo
