// SPDX-License-Identifier: Apache-2.0
#include "weave/sources/capacity_text.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

// What the instance of `q` in `top` becomes with twice the room.
std::string enlarged(const std::string& module, const std::string& instance) {
    const std::string text = module + "\nmodule top; " + instance + " endmodule\n";
    Woven woven;
    woven.files.push_back({"a.v", "a.v", text, text});
    Capacity room;
    room.instance = "u";
    room.module = "q";
    room.file = room.parent_file = "a.v";
    room.line = 1;
    room.parent = "top";
    room.parent_line = 2;
    room.parameter = "DEPTH";
    room.value = 4;
    if (!enlarge(woven, room, 2)) return "";
    const std::string& after = woven.files[0].after;
    const std::size_t from = after.find("module top; ") + 12;
    return after.substr(from, after.find(" endmodule", from) - from);
}

const std::string kQueue =
    "module q #(parameter W = 8, DEPTH = 4, localparam L = 2) (input a); endmodule";

TEST(RoomText, SetsTheParameterWhereItIsSet) {
    EXPECT_EQ(enlarged(kQueue, "q #(.W(3), .DEPTH(N + 1)) u (.a(b));"),
              "q #(.W(3), .DEPTH((N + 1) * 2)) u (.a(b));");
    EXPECT_EQ(enlarged(kQueue, "q #(3, f(x, 4)) u (b);"), "q #(3, (f(x, 4)) * 2) u (b);");
}

TEST(RoomText, SetsItWhereItIsNotSet) {
    EXPECT_EQ(enlarged(kQueue, "q u (b);"), "q #(.DEPTH(8)) u (b);");
    EXPECT_EQ(enlarged(kQueue, "q #(.W(3)) u (b);"), "q #(.DEPTH(8), .W(3)) u (b);");
    EXPECT_EQ(enlarged(kQueue, "q #() u (b);"), "q #(.DEPTH(8)) u (b);");
}

TEST(RoomText, FindsTheInstanceInGenerateBlocks) {
    EXPECT_EQ(enlarged(kQueue, "generate if (1) begin : g q u (b); end endgenerate"),
              "generate if (1) begin : g q #(.DEPTH(8)) u (b); end endgenerate");
}

TEST(RoomText, ParametersInTheBodyAndWithoutAKeyword) {
    EXPECT_EQ(enlarged("module q (a); parameter W = 1; parameter DEPTH = 4; input a; endmodule",
                       "q #(3, 4) u (b);"),
              "q #(3, (4) * 2) u (b);");
    EXPECT_EQ(enlarged("module q #(int W = 1, DEPTH = 4) (input a); endmodule", "q u (b);"),
              "q #(.DEPTH(8)) u (b);");
}

TEST(RoomText, RefusesWhatAnInstanceCannotSet) {
    EXPECT_EQ(enlarged("module q (input a); localparam DEPTH = 4; endmodule", "q u (b);"), "");
    EXPECT_EQ(enlarged(kQueue, "q #(3) u (b);"), "");
    EXPECT_EQ(enlarged(kQueue, "`MAKE(u)"), "");
}

}  // namespace
}  // namespace tapestry
