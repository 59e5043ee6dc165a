// SPDX-License-Identifier: Apache-2.0
#include "weave/scope_logs.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

TapSite site(const std::string& name, KindPart own, Ports observe) {
    TapSite s;
    s.module = "top";
    s.file = "a.v";
    s.instance_name = name;
    s.shared_clock = 0;
    s.reset_text = "rst";
    s.own = std::move(own);
    s.observe = std::move(observe);
    return s;
}

TapSite stream(const std::string& name, const std::string& bus = "") {
    StreamPart part;
    part.bus.name = bus;
    return site(name, part,
                {{"valid", name + "_v"}, {"ready", name + "_r"}, {"last", name + "_l"}});
}

TapSite call(const std::string& start, const std::string& done) {
    return site("call", CallPart{}, {{"start", start}, {"ready", "1'b1"}, {"done", done}});
}

// The texts of all logs, and the parameters of each site.
struct Stored {
    std::vector<std::string> logs, parameters;

    explicit Stored(const std::vector<TapSite>& sites) {
        std::vector<LoggedTap> taps;
        for (const TapSite& s : sites)
            taps.push_back({&s, {nullptr, s.scope.size()}, "clk", s.instance_name});
        const ScopeLogs made = store_together(taps);
        for (const ScopeLog& log : made.logs) logs.push_back(log_text(log, "", ""));
        for (const TapSite& s : sites) {
            const auto found = made.parameters.find(&s);
            parameters.push_back(found == made.parameters.end() ? "" : found->second);
        }
    }
};

using Texts = std::vector<std::string>;

TEST(ScopeLogs, OneTapStoresItself) {
    const Stored stored({stream("a")});
    EXPECT_TRUE(stored.logs.empty());
    EXPECT_EQ(stored.parameters, Texts{""});
}

TEST(ScopeLogs, TapsOfOneScopeAndClockAreStoredTogether) {
    std::vector<TapSite> sites = {stream("a"), stream("b"), stream("c"), stream("d"), stream("e")};
    sites[2].shared_clock = 1;
    sites[3].shared_clock = -1;
    sites[4].scope = "g";
    const Stored stored(sites);
    EXPECT_EQ(stored.logs,
              Texts{"tapestry_log #(.CLOCK(0), .LOG(0), .TAPS(2)) tapestry_log_0 (.clk_i(clk), "
                    ".samples_i({b.logged, a.logged}));"});
    EXPECT_EQ(stored.parameters, (Texts{", .LANE(0)", ", .LANE(1)", "", "", ""}));
}

TEST(ScopeLogs, AWordHasEightLanes) {
    std::vector<TapSite> sites;
    for (char c = 'a'; c < 'a' + 9; ++c) sites.push_back(stream(std::string(1, c)));
    const Stored stored(sites);
    EXPECT_EQ(stored.logs.size(), 2u);
    EXPECT_EQ(stored.parameters[7], ", .LANE(7)");
    EXPECT_EQ(stored.parameters[8], ", .LANE(8)");
}

TEST(ScopeLogs, ACallBetweenStreamsNeedsNoLane) {
    const Stored stored({stream("a"), stream("b"), call("a_v && a_r", "b_v && b_r && b_l")});
    EXPECT_EQ(stored.logs.size(), 1u);
    EXPECT_EQ(stored.parameters[2], ", .LANE(0), .TO(1), .TO_LAST(1)");
}

TEST(ScopeLogs, ACallWithMoreThanStreamsHasALane) {
    for (const TapSite& other :
         {call("a_v && a_r && go", "b_v && b_r"), call("a_v && a_r && a_l", "b_v && b_r"),
          site("call", CallPart{},
               {{"start", "a_v && a_r"}, {"ready", "r"}, {"done", "b_v && b_r"}})})
        EXPECT_EQ(Stored({stream("a"), stream("b"), other}).parameters[2], ", .LANE(2)");
    TapSite another = call("a_v && a_r", "b_v && b_r");
    another.reset_text = "other_rst";
    EXPECT_EQ(Stored({stream("a"), stream("b"), another}).parameters[2], ", .LANE(2)");
    TapSite held = stream("b");
    held.held = {"valid"};
    const TapSite plain = call("a_v && a_r", "b_v && b_r");
    EXPECT_EQ(Stored({stream("a"), held, plain}).parameters[2], ", .LANE(2)");
}

TEST(ScopeLogs, ABusStaysInOneLog) {
    std::vector<TapSite> sites;
    for (const char* name : {"a", "b", "c", "d", "e"}) sites.push_back(stream(name));
    for (const char* name : {"p", "x", "q", "r", "s"})  // x is of no bus
        sites.push_back(stream(name, name[0] == 'x' ? "" : "m"));
    sites.push_back(call("p_v && p_r", "s_v && s_r"));
    const Stored stored(sites);
    EXPECT_EQ(stored.parameters[5], ", .LANE(8)");
    EXPECT_EQ(stored.parameters[9], ", .LANE(11)");
    EXPECT_EQ(stored.parameters[10], ", .LANE(8), .TO(11)");
}

TEST(ScopeLogs, ALaneMayBeAboveTheTap) {
    const TapSite a = stream("a"), b = stream("b");
    std::vector<LoggedTap> taps = {{&a, {nullptr, 1}, "clk", "a"},
                                   {&b, {nullptr, 1}, "clk", "u_x.u_y.b", 2}};
    const ScopeLogs made = store_together(taps);
    ASSERT_EQ(made.logs.size(), 1u);
    EXPECT_NE(log_text(made.logs[0], "", "").find("{u_x.u_y.b.logged, a.logged}"),
              std::string::npos);
    EXPECT_EQ(made.parameters.at(&b), ", .LANE(1), .UP(2)");
}

// top has u_x, which has u_y, and in a generate block u_z; u_y and u_z are of modules of their own.
struct Tree {
    TapPlan plan;
    ClockSite leader;

    Tree() {
        leader.module = "top";
        const auto add = [&](const std::string& module, const std::string& name,
                             std::int32_t parent, const std::string& scope = "") {
            TreeNode node;
            node.module = module;
            node.name = name;
            node.parent = parent;
            node.scope = scope;
            plan.tree.push_back(node);
        };
        add("top", "dut", kNone);
        add("x", "u_x", 0);
        add("y", "u_y", 1);
        add("z", "u_z", 1, "g[0]");
        add("odd", "\\u+w", 0);
        add("twice", "u_1", 0);
        add("twice", "u_2", 0);
    }

    std::optional<std::vector<std::string>> way(const std::string& module,
                                                const std::string& scope = "") const {
        TapSite s;
        s.module = module;
        s.scope = scope;
        return WaysDown(plan).from(leader, s);
    }
};

TEST(WaysDown, LeadToWhatTheDesignHasOnce) {
    const Tree tree;
    EXPECT_EQ(tree.way("top"), Texts{});
    EXPECT_EQ(tree.way("x"), Texts{"u_x"});
    EXPECT_EQ(tree.way("y"), (Texts{"u_x", "u_y"}));
    EXPECT_FALSE(tree.way("twice"));
    EXPECT_FALSE(tree.way("z"));       // in a generate block
    EXPECT_FALSE(tree.way("y", "g"));  // a tap in one
    EXPECT_FALSE(tree.way("odd"));     // a name with a backslash
    EXPECT_FALSE(tree.way("unknown"));
}

TEST(WaysDown, DoNotLeadUp) {
    Tree tree;
    tree.leader.module = "y";
    EXPECT_FALSE(tree.way("x"));
    EXPECT_EQ(tree.way("y"), Texts{});
}

}  // namespace
}  // namespace tapestry
