// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/Status.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <sstream>

using namespace weft;

namespace {

Status positive(int number) {
  if (number <= 0) {
    return Status::outOfRange("number " + std::to_string(number) +
                              " is not positive");
  }
  return Status::success();
}

StatusOr<std::unique_ptr<int>> boxed(int number) {
  WEFT_RETURN_IF_ERROR(positive(number));
  return std::make_unique<int>(number);
}

StatusOr<int> sumOfBoxes(int left, int right) {
  WEFT_ASSIGN_OR_RETURN(std::unique_ptr<int> a, boxed(left));
  WEFT_ASSIGN_OR_RETURN(auto b, boxed(right));
  int sum = 0;
  WEFT_ASSIGN_OR_RETURN(sum, StatusOr<int>(*a + *b));
  return sum;
}

TEST(Status, SuccessCarriesNothing) {
  EXPECT_TRUE(Status::success().ok());
  EXPECT_EQ(Status::success().toString(), "ok");
  EXPECT_EQ(Status(StatusCode::Ok, "lost"), Status::success());
}

TEST(Status, CodesHaveTheirWireNumbersAndDistinctNames) {
  EXPECT_EQ(static_cast<int>(StatusCode::Cancelled), 1);
  EXPECT_EQ(static_cast<int>(StatusCode::InvalidArgument), 3);
  EXPECT_EQ(static_cast<int>(StatusCode::ResourceExhausted), 8);
  EXPECT_EQ(static_cast<int>(StatusCode::Unimplemented), 12);
  EXPECT_EQ(static_cast<int>(StatusCode::Unauthenticated), 16);
  std::set<std::string_view> names;
  for (int code = 0; code <= 16; ++code) {
    names.insert(statusCodeName(static_cast<StatusCode>(code)));
  }
  EXPECT_EQ(names.size(), 17u);
  EXPECT_EQ(statusCodeName(static_cast<StatusCode>(99)), "unknown");
}

TEST(Status, FactoriesSetTheirCode) {
  EXPECT_EQ(Status::cancelled("m").code(), StatusCode::Cancelled);
  EXPECT_EQ(Status::unknown("m").code(), StatusCode::Unknown);
  EXPECT_EQ(Status::invalidArgument("m").code(), StatusCode::InvalidArgument);
  EXPECT_EQ(Status::deadlineExceeded("m").code(), StatusCode::DeadlineExceeded);
  EXPECT_EQ(Status::notFound("m").code(), StatusCode::NotFound);
  EXPECT_EQ(Status::alreadyExists("m").code(), StatusCode::AlreadyExists);
  EXPECT_EQ(Status::permissionDenied("m").code(), StatusCode::PermissionDenied);
  EXPECT_EQ(Status::resourceExhausted("m").code(),
            StatusCode::ResourceExhausted);
  EXPECT_EQ(Status::failedPrecondition("m").code(),
            StatusCode::FailedPrecondition);
  EXPECT_EQ(Status::aborted("m").code(), StatusCode::Aborted);
  EXPECT_EQ(Status::outOfRange("m").code(), StatusCode::OutOfRange);
  EXPECT_EQ(Status::unimplemented("m").code(), StatusCode::Unimplemented);
  EXPECT_EQ(Status::internal("m").code(), StatusCode::Internal);
  EXPECT_EQ(Status::unavailable("m").code(), StatusCode::Unavailable);
  EXPECT_EQ(Status::dataLoss("m").code(), StatusCode::DataLoss);
  EXPECT_EQ(Status::unauthenticated("m").code(), StatusCode::Unauthenticated);
}

TEST(Status, ContextAndText) {
  Status status = Status::notFound("no such file").withContext("a.npy");
  EXPECT_EQ(status.message(), "a.npy: no such file");
  std::ostringstream stream;
  stream << status;
  EXPECT_EQ(stream.str(), "not found: a.npy: no such file");
  EXPECT_TRUE(Status::success().withContext("a.npy").ok());
}

TEST(StatusOr, PropagatesValuesAndFailures) {
  StatusOr<int> sum = sumOfBoxes(2, 3);
  ASSERT_TRUE(sum.ok());
  EXPECT_EQ(*sum, 5);
  EXPECT_TRUE(sum.status().ok());
  StatusOr<int> failed = sumOfBoxes(2, -3);
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.status().code(), StatusCode::OutOfRange);
  EXPECT_EQ(failed.status().message(), "number -3 is not positive");
}

TEST(StatusOr, MoveOnlyValuesMoveOut) {
  std::unique_ptr<int> box = boxed(7).value();
  EXPECT_EQ(*box, 7);
  StatusOr<std::string> text = "converted";
  EXPECT_EQ(text->size(), 9u);
  EXPECT_EQ(std::move(text).value(), "converted");
}

} // namespace
