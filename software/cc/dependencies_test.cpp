// SPDX-License-Identifier: Apache-2.0
#include "software/cc/dependencies.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

using Names = std::vector<std::string>;

TEST(Dependencies, StandWhereTheOptionsSay) {
    EXPECT_EQ(dependency_files(compiler_command({"gcc", "-c", "a.c"})), Names{});
    EXPECT_EQ(dependency_files(compiler_command({"gcc", "-MMD", "-MF", "d/x", "-c", "a.c"})),
              Names{"d/x"});
    EXPECT_EQ(dependency_files(compiler_command({"gcc", "-Wp,-MMD,d/y.d", "-c", "a.c"})),
              Names{"d/y.d"});
    EXPECT_EQ(dependency_files(compiler_command({"g++", "-MMD", "-c", "s/a.cpp", "-o", "o/b.o"})),
              (Names{"o/b.d", "a.d", "o/b-a.d"}));
}

TEST(Dependencies, NameTheSource) {
    EXPECT_EQ(with_sources("a.o: /t/0/a.c /t/0/a.c a.h\n", {{"src/a.c", "/t/0/a.c"}}),
              "a.o: src/a.c src/a.c a.h\n");
}

}  // namespace
}  // namespace tapestry
