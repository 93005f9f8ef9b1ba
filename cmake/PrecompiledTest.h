// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same with GoogleTest.

#pragma once

#include "cmake/PrecompiledStandard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
