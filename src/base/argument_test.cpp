// SPDX-License-Identifier: Apache-2.0
#include "base/argument.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

TEST(Argument, APathIsNoOption) {
    for (const char* option : {"-pipe-filter", "+libext+v", "@list", "./-x"}) {
        const std::string path = path_argument(option);
        EXPECT_EQ(path[0], '/') << option;
        EXPECT_TRUE(path.ends_with(std::string(option).substr(option[0] == '.' ? 2 : 0)));
        EXPECT_EQ(path_argument(path), path);
    }
    EXPECT_EQ(path_argument("./a.v"), "a.v");
    EXPECT_EQ(path_argument("././rtl/a.v"), "rtl/a.v");
    EXPECT_EQ(path_argument("./"), "./");
    EXPECT_EQ(path_argument("../a.v"), "../a.v");
    EXPECT_EQ(path_argument("rtl/-a.v"), "rtl/-a.v");
    EXPECT_EQ(path_argument("/a b.v"), "/a b.v");
}

TEST(Argument, ControlCharactersAreNone) {
    EXPECT_TRUE(is_argument("a b ü"));
    EXPECT_FALSE(is_argument("a\nflag:DLL=x"));
    EXPECT_FALSE(is_argument(std::string("a\0b", 3)));
    EXPECT_FALSE(is_argument("\x7f"));
}

TEST(Argument, ANameBeginsAsNamesDo) {
    for (const char* good : {"top", "_t", "\\odd+name", "t$1"}) EXPECT_TRUE(is_name_argument(good));
    for (const char* bad : {"", "-top", "+top", "a b", "1a", "a\n"})
        EXPECT_FALSE(is_name_argument(bad)) << bad;
}

}  // namespace
}  // namespace tapestry
