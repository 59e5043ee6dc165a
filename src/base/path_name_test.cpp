// SPDX-License-Identifier: Apache-2.0
#include "base/path_name.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

TEST(PathName, Patterns) {
    const struct {
        const char* pattern;
        const char* path;
        bool match;
    } cases[] = {
        {"a.b", "a.b", true},
        {"a.b", "a.bc", false},
        {"*", "", true},
        {"*", "a.b", true},
        {"a.*", "a.b.c", true},
        {"*.state", "a.state", true},
        {"*.state", "a.states", false},
        {"a*c", "abc", true},
        {"a*c", "abcbc", true},
        {"a*c", "abcb", false},
        {"**", "x", true},
        {"", "", true},
        {"", "x", false},
        {"g[0].*", "g[0].s", true},
        {"*a*b*", "xxaxxbxx", true},
    };
    for (const auto& c : cases)
        EXPECT_EQ(matches(c.pattern, c.path), c.match) << c.pattern << " " << c.path;
}

TEST(PathName, Prefixes) {
    const struct {
        const char* path;
        const char* prefix;
        bool under;
    } cases[] = {{"a.b.c", "a.b", true}, {"a.b", "a.b", true}, {"a.b[3].c", "a.b", true},
                 {"a.bc", "a.b", false}, {"a", "a.b", false},  {"a.b", "", true}};
    for (const auto& c : cases) EXPECT_EQ(is_under(c.path, c.prefix), c.under) << c.path;
}

TEST(PathName, LastParts) {
    EXPECT_TRUE(ends_with_name("top.u_a.state", "u_a.state"));
    EXPECT_TRUE(ends_with_name("state", "state"));
    EXPECT_FALSE(ends_with_name("top.u_a.state", "a.state"));
    EXPECT_FALSE(ends_with_name("state", "top.state"));
    EXPECT_EQ(last_part("top.u_a.state"), "state");
    EXPECT_EQ(parent_path("top.u_a.state"), "top.u_a");
    EXPECT_EQ(last_part("top"), "top");
    EXPECT_EQ(last_part("top.\\a.b "), "\\a.b ");
    EXPECT_EQ(parent_path("top.\\a.b "), "top");
    EXPECT_EQ(joined("top", "u_a"), "top.u_a");
    EXPECT_EQ(joined("", "u_a") + joined("top", ""), "u_atop");
    EXPECT_EQ(without_indices("g[0].inner[3]"), "g.inner");
    EXPECT_EQ(parent_path("top"), "");
}

TEST(PathName, DistinctEndsTellPathsApart) {
    using Paths = std::vector<std::string>;
    EXPECT_EQ(distinct_ends({"top.u_a", "top.u_b.u_c"}), (Paths{"u_a", "u_c"}));
    EXPECT_EQ(distinct_ends({"top.g[0].main", "top.g[1].main", "top.u_a"}),
              (Paths{"g[0].main", "g[1].main", "u_a"}));
    EXPECT_EQ(distinct_ends({"main", "a.main", "a.main"}), (Paths{"main", "a.main", "a.main"}));
    EXPECT_EQ(distinct_ends({"a.x.main", "b.x.main"}), (Paths{"a.x.main", "b.x.main"}));
}

}  // namespace
}  // namespace tapestry
