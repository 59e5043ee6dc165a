// SPDX-License-Identifier: Apache-2.0
#include "show/report/short_names.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

TEST(ShortNames, TheShortestEndThatNoOtherInstanceHas) {
    const ShortNames names({"top.u_norm.u_root", "top.u_a.u_mac", "top.u_b.u_mac"}, {});
    EXPECT_EQ(names.in_sentence("top.u_norm.u_root limits this design."),
              "u_root limits this design.");
    EXPECT_EQ(names.in_sentence("(top.u_a.u_mac.state, then top.u_b.u_mac)"),
              "(u_a.u_mac.state, then u_b.u_mac)");
    EXPECT_EQ(names.in_sentence("all of top: top.out waits for top.u_x[3]."),
              "all of top: top.out waits for top.u_x[3].");
}

TEST(ShortNames, AnInstanceThatEndsASentence) {
    const ShortNames names({"top.u_a.u_b"}, {});
    EXPECT_EQ(names.in_sentence("It waits for top.u_a.u_b."), "It waits for u_b.");
    EXPECT_EQ(names.in_sentence("top.u_a.u_b, 5.5%"), "u_b, 5.5%");
    EXPECT_EQ(names.in_sentence("top.u_a.u_bc"), "u_a.u_bc");
}

TEST(ShortNames, AThreadKeepsItsRank) {
    const ShortNames names({"rank[0].main", "rank[1].worker"}, {});
    EXPECT_EQ(names.in_sentence("rank[1].worker limits this program."),
              "rank[1].worker limits this program.");
}

TEST(ShortNames, FilesBelowTheFolderOfAll) {
    const ShortNames names({}, {"/home/me/app/src/a.cpp:3", "/home/me/app/main.cpp:19", "b.v:1"});
    EXPECT_EQ(names.in_sentence("in prepare, /home/me/app/main.cpp:19."),
              "in prepare, main.cpp:19.");
    EXPECT_EQ(names.in_sentence("/home/me/app/src/a.cpp:3"), "src/a.cpp:3");
    const ShortNames apart({}, {"/a/b.cpp:3", "/c/d.cpp:19"});
    EXPECT_EQ(apart.in_sentence("/a/b.cpp:3"), "/a/b.cpp:3");
}

}  // namespace
}  // namespace tapestry
