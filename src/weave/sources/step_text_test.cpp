// SPDX-License-Identifier: Apache-2.0
#include "weave/sources/step_text.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

StepSite step_site(const std::string& module, std::uint32_t line) {
    StepSite s;
    s.module = module;
    s.file = "a.v";
    s.line = line;
    s.clocks = {{"clk"}};
    s.can_stand_still = true;
    return s;
}

// A module with registers of its own beside an instance `u` of `part`, in this generate construct.
struct Beside {
    StepPlan plan;
    std::string text;

    explicit Beside(const std::string& construct, const std::string& child) {
        const std::string source =
            "module part (input clk); reg r; always @(posedge clk) r <= !r; endmodule\n"
            "module top (input clk); reg r; always @(posedge clk) r <= !r; " +
            construct + " endmodule\n";
        Woven woven;
        woven.files.push_back({"a.v", "a.v", source, source});
        plan.top = "top";
        plan.sites = {step_site("part", 1), step_site("top", 2)};
        StepSite& top = plan.sites[1];
        top.is_top = true;
        top.has_own_logic = true;
        top.children = {child};
        top.modules_below = {"part"};
        top.stills = {{child, "part", {}}};
        plan.blocks = {{"top", 1, false}, {"top", 1, true}, {"top." + child, 0, false}};
        text = add_steps(woven, plan).files[0].after;
    }
};

TEST(StepText, LogicBesideAnInstanceHearsItsEvents) {
    const Beside plain("if (1) begin : g part u (clk); end", "g.u");
    EXPECT_NE(plain.text.find("g.u.tapestry_event"), std::string::npos);
    EXPECT_EQ(plain.plan.blocks.size(), 3U);
}

TEST(StepText, NoNameLeadsIntoAnElseIf) {
    const Beside hidden("if (0) begin : g end else if (1) begin : g part u (clk); end", "g.u");
    EXPECT_EQ(hidden.text.find("g.u."), std::string::npos) << hidden.text;
    EXPECT_EQ(hidden.plan.blocks.size(), 2U);  // its own logic cannot be told apart
}

}  // namespace
}  // namespace tapestry
