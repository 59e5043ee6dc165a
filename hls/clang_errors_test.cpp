// SPDX-License-Identifier: Apache-2.0
#include "hls/clang_errors.h"

#include <gtest/gtest.h>

namespace tapestry::hls {
namespace {

TEST(ClangErrors, Have_Their_Place) {
    const auto errors = clang_errors(
        "a.c:3:1: warning: unused\n"
        "dir:x/a.c:12:5: error: use of undeclared identifier 'm'\n"
        "   12 |     m: error: n;\n"
        "a.c:1:10: fatal error: 'b.h' file not found\n"
        "1 error generated.\n");
    ASSERT_EQ(errors.size(), 2U);
    EXPECT_EQ(errors[0].place.file, "dir:x/a.c");
    EXPECT_EQ(errors[0].place.line, 12U);
    EXPECT_EQ(errors[0].what, "use of undeclared identifier 'm'");
    EXPECT_EQ(errors[1].place.line, 1U);
    EXPECT_EQ(errors[1].what, "'b.h' file not found");
}

}  // namespace
}  // namespace tapestry::hls
