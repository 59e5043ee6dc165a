// SPDX-License-Identifier: Apache-2.0
#include "software/recording/call_sites.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

TEST(CallSites, TakesAnAddressApart) {
    EXPECT_EQ(code_place("0x11f3@1700000000 in /home/me/my solver"),
              (CodePlace{0x11f3, 1700000000, "/home/me/my solver"}));
    for (const char* other :
         {"", "solver.c:12", "0x", "0x11f3", "0x11f3@", "0x11f3@12", "0xg@1 in a", "0x1@1 in ",
          "0x1@1 at a", "0x11112222333344445555@1 in a"})
        EXPECT_FALSE(code_place(other)) << other;
    EXPECT_EQ(to_text({0x11f3, 0, "/home/me/solver"}), "solver+0x11f3");
}

TEST(CallSites, BelievesOnlyLinesThatAreKnown) {
    const std::vector<CodeLine> lines = code_lines(
        "main\n/src/a b.c:12\nhalo(int)\n/src/h.cpp:7 (discriminator 3)\n??\n??:0\nf\n??:?\ng\n"
        "/src/g.c:?\n",
        7);
    EXPECT_EQ(lines[0], (CodeLine{"main", "/src/a b.c:12"}));
    EXPECT_EQ(lines[1], (CodeLine{"halo(int)", "/src/h.cpp:7"}));
    EXPECT_EQ(lines[2], (CodeLine{"", ""}));
    EXPECT_EQ(lines[3], (CodeLine{"f", ""}));
    EXPECT_EQ(lines[4], (CodeLine{"g", ""}));
    EXPECT_EQ(lines[6], (CodeLine{"", ""}));
}

// A file that is missing or was rebuilt gives no lines.
TEST(CallSites, LeavesAddressesOfOtherFiles) {
    std::vector<Recording> recordings(1);
    recordings[0].names[1].source = "0x10@1 in /nowhere/solver";
    recordings[0].names[2].source = "0x20@1 in /proc/self/exe";
    recordings[0].names[3].source = "solver.c:12";
    name_call_sites(recordings);
    EXPECT_EQ(recordings[0].names[1].source, "solver+0x10");
    EXPECT_EQ(recordings[0].names[2].source, "exe+0x20");
    EXPECT_EQ(recordings[0].names[3].source, "solver.c:12");
}

}  // namespace
}  // namespace tapestry
