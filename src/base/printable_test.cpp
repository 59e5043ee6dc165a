// SPDX-License-Identifier: Apache-2.0
#include "base/printable.h"

#include <gtest/gtest.h>
#include <stdlib.h>

namespace tapestry {
namespace {

TEST(Printable, APlainLocaleGetsAscii) {
    for (const char* name : {"LC_CTYPE", "LANG"}) unsetenv(name);
    for (const char* plain : {"C", "POSIX"}) {
        setenv("LC_ALL", plain, 1);
        EXPECT_FALSE(locale_has_unicode());
        EXPECT_EQ(for_locale("a … b · c – ü\n"), "a ... b - c - ?\n");
    }
    setenv("LC_ALL", "C.UTF-8", 1);
    EXPECT_EQ(for_locale("a … b\n"), "a … b\n");
    unsetenv("LC_ALL");
    EXPECT_TRUE(locale_has_unicode());
}

}  // namespace
}  // namespace tapestry
