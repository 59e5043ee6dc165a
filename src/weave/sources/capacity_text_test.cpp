// SPDX-License-Identifier: Apache-2.0
#include "weave/sources/capacity_text.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

Woven woven_with(const std::string& module, const std::string& instance) {
    const std::string text = module + "\nmodule top; " + instance + " endmodule\n";
    Woven woven;
    woven.files.push_back({"a.v", "a.v", text, text});
    return woven;
}

// Of the instance `u` of `q` in `top`.
Capacity depth_of_u() {
    Capacity room;
    room.instance = "u";
    room.module = "q";
    room.file = room.parent_file = "a.v";
    room.line = 1;
    room.parent = "top";
    room.parent_line = 2;
    room.parameter = "DEPTH";
    room.value = 4;
    return room;
}

// What the instance of `q` in `top` becomes with twice the room.
std::string enlarged(const std::string& module, const std::string& instance) {
    Woven woven = woven_with(module, instance);
    if (!enlarge(woven, depth_of_u(), 2)) return "";
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

TEST(RoomText, SaysWhatAnInstanceGivesAParameter) {
    const auto given = [](const std::string& instance) {
        return parameter_text(woven_with(kQueue, instance), depth_of_u());
    };
    EXPECT_EQ(given("q #(.W(3), .DEPTH( WINDOW )) u (b);"), "WINDOW");
    EXPECT_EQ(given("q #(3, 2 * N) u (b);"), "2 * N");
    EXPECT_EQ(given("q #(3) u (b);"), "");
    EXPECT_EQ(given("q u (b);"), "");
}

TEST(RoomText, CountsWhereAModuleNamesSomething) {
    const Woven woven = woven_with(
        kQueue, "parameter N = 4; /* N */ q #(.N(N), .DEPTH(N)) u (b); assign x = c.N == N;");
    EXPECT_EQ(times_named(woven, depth_of_u(), "N"), 4u);
    EXPECT_EQ(times_named(woven, depth_of_u(), "NN"), 0u);
}

}  // namespace
}  // namespace tapestry
