// SPDX-License-Identifier: Apache-2.0
#include "weave/sources/scope_logs.h"

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
            taps.push_back({&s, {nullptr, s.scope.size()}, "clk", {s.instance_name}});
        const ScopeLogs made = store_together(taps);
        for (const ScopeLog& log : made.logs) logs.push_back(log_text(log, "", ""));
        for (const TapSite& s : sites) {
            const auto found = made.parameters.find(&s);
            parameters.push_back(found == made.parameters.end() ? "" : found->second);
        }
    }
    bool stores(std::size_t log, const std::string& lanes) const {
        return logs.at(log).find(".LANES(\"" + lanes + "\")") != std::string::npos;
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
              Texts{"tapestry_log #(.CLOCK(0), .TAPS(2), .LANES(\"a b\")) tapestry_log_0 "
                    "(.clk_i(clk), .samples_i({b.logged, a.logged}));"});
    EXPECT_EQ(stored.parameters, (Texts{", .IN_LOG(1)", ", .IN_LOG(1)", "", "", ""}));
}

TEST(ScopeLogs, AWordHasEightLanes) {
    std::vector<TapSite> sites;
    for (char c = 'a'; c < 'a' + 9; ++c) sites.push_back(stream(std::string(1, c)));
    const Stored stored(sites);
    ASSERT_EQ(stored.logs.size(), 2u);
    EXPECT_TRUE(stored.stores(0, "a b c d e f g h"));
    EXPECT_TRUE(stored.stores(1, "i"));
    EXPECT_NE(stored.logs[1].find(" tapestry_log_1 "), std::string::npos);
}

TEST(ScopeLogs, ACallBetweenStreamsNeedsNoLane) {
    const Stored stored({stream("a"), stream("b"), call("a_v && a_r", "b_v && b_r && b_l")});
    EXPECT_EQ(stored.logs.size(), 1u);
    EXPECT_TRUE(stored.stores(0, "a b"));
    EXPECT_EQ(stored.parameters[2], R"(, .IN_LOG(1), .FROM("a"), .TO("b"), .TO_LAST(1))");
}

TEST(ScopeLogs, ACallWithMoreThanStreamsHasALane) {
    const auto has_lane = [](const std::vector<TapSite>& sites) {
        const Stored stored(sites);
        return stored.parameters[2] == ", .IN_LOG(1)" && stored.stores(0, "a b call");
    };
    for (const TapSite& other :
         {call("a_v && a_r && go", "b_v && b_r"), call("a_v && a_r && a_l", "b_v && b_r"),
          site("call", CallPart{},
               {{"start", "a_v && a_r"}, {"ready", "r"}, {"done", "b_v && b_r"}})})
        EXPECT_TRUE(has_lane({stream("a"), stream("b"), other}));
    TapSite another = call("a_v && a_r", "b_v && b_r");
    another.reset_text = "other_rst";
    EXPECT_TRUE(has_lane({stream("a"), stream("b"), another}));
    TapSite held = stream("b");
    held.held = {"valid"};
    EXPECT_TRUE(has_lane({stream("a"), held, call("a_v && a_r", "b_v && b_r")}));
}

TEST(ScopeLogs, ABusStaysInOneLog) {
    std::vector<TapSite> sites;
    for (const char* name : {"a", "b", "c", "d", "e"}) sites.push_back(stream(name));
    for (const char* name : {"p", "x", "q", "r", "s"})  // x is of no bus
        sites.push_back(stream(name, name[0] == 'x' ? "" : "m"));
    sites.push_back(call("p_v && p_r", "s_v && s_r"));
    const Stored stored(sites);
    EXPECT_TRUE(stored.stores(0, "a b c d e"));
    EXPECT_TRUE(stored.stores(1, "p q r s x"));
    EXPECT_EQ(stored.parameters[10], R"(, .IN_LOG(1), .FROM("p"), .TO("s"))");
}

TEST(ScopeLogs, ALaneMayBeAboveTheTap) {
    const TapSite a = stream("a"), b = stream("b");
    const ScopeLogs made = store_together(
        {{&a, {nullptr, 1}, "clk", {"a"}}, {&b, {nullptr, 1}, "clk", {"u_x.u_y.b"}}});
    ASSERT_EQ(made.logs.size(), 1u);
    EXPECT_EQ(made.logs[0].lanes, (Texts{"a", "u_x.u_y.b"}));
    EXPECT_NE(log_text(made.logs[0], "", "").find("{u_x.u_y.b.logged, a.logged}"),
              std::string::npos);
}

TEST(ScopeLogs, EachInstanceOfAModuleHasALane) {
    const TapSite a = stream("a");
    const ScopeLogs made = store_together({{&a, {nullptr, 1}, "clk", {"u_1.a", "u_2.a"}}});
    ASSERT_EQ(made.logs.size(), 1u);
    EXPECT_EQ(made.logs[0].lanes, (Texts{"u_1.a", "u_2.a"}));
    EXPECT_EQ(made.parameters.at(&a), ", .IN_LOG(1)");
}

// What lies between two streams of a module has a lane in each instance, or in none.
TEST(ScopeLogs, InstancesAreAlike) {
    const TapSite a = stream("a"), b = stream("b"), between = call("a_v && a_r", "b_v && b_r");
    const auto stored = [&](std::size_t instances) {
        std::vector<LoggedTap> taps;
        for (const TapSite* s : {&a, &b, &between}) {
            taps.push_back({s, {nullptr, 1}, "clk", {}});
            for (std::size_t k = 0; k < instances; ++k)
                taps.back().paths.push_back("u_" + std::to_string(k) + "." + s->instance_name);
        }
        return store_together(taps);
    };
    const ScopeLogs two = stored(2);
    ASSERT_EQ(two.logs.size(), 1u);
    EXPECT_EQ(two.logs[0].lanes, (Texts{"u_0.a", "u_1.a", "u_0.b", "u_1.b"}));
    EXPECT_EQ(two.parameters.at(&between), R"(, .IN_LOG(1), .FROM("a"), .TO("b"))");
    const ScopeLogs five = stored(5);  // ten streams are too many for one log
    EXPECT_EQ(five.parameters.at(&between), ", .IN_LOG(1)");
    std::size_t lanes = 0;
    for (const ScopeLog& log : five.logs) lanes += log.lanes.size();
    EXPECT_EQ(lanes, 15u);
}

// top has u_x, which has u_y, and in a generate block u_z; u_y and u_z are of modules of their own.
struct Tree {
    TapPlan plan;
    ClockSite leader;

    Tree() {
        leader.module = "top";
        const auto add = [&](const std::string& module, const std::string& name,
                             const TreeId parent, const std::string& scope = "") {
            TreeNode node;
            node.module = module;
            node.name = name;
            node.parent = parent;
            node.scope = scope;
            plan.tree.push_back(node);
        };
        add("top", "dut", kNone);
        add("x", "u_x", TreeId(0));
        add("y", "u_y", TreeId(1));
        add("z", "u_z", TreeId(1), "g[0]");
        add("odd", "\\u+w", TreeId(0));
        add("twice", "u_1", TreeId(0));
        add("twice", "u_2", TreeId(0));
        add("partly", "u_3", TreeId(0));
        add("partly", "u_4", TreeId(0), "g[1]");
    }

    Texts paths(const std::string& module, const std::string& scope = "") const {
        TapSite s;
        s.module = module;
        s.scope = scope;
        s.instance_name = "tap";
        return TapPaths(plan).paths(leader, s);
    }
};

TEST(TapPaths, LeadToAllInstances) {
    const Tree tree;
    EXPECT_EQ(tree.paths("top"), Texts{"tap"});
    EXPECT_EQ(tree.paths("x"), Texts{"u_x.tap"});
    EXPECT_EQ(tree.paths("y"), Texts{"u_x.u_y.tap"});
    EXPECT_EQ(tree.paths("twice"), (Texts{"u_1.tap", "u_2.tap"}));
}

TEST(TapPaths, AreSure) {
    const Tree tree;
    EXPECT_EQ(tree.paths("z"), Texts{});       // in a generate block
    EXPECT_EQ(tree.paths("partly"), Texts{});  // one of two in one
    EXPECT_EQ(tree.paths("y", "g"), Texts{});  // a tap in one
    EXPECT_EQ(tree.paths("odd"), Texts{});     // a name with a backslash
    EXPECT_EQ(tree.paths("unknown"), Texts{});
}

TEST(TapPaths, DoNotLeadUp) {
    Tree tree;
    tree.leader.module = "y";
    EXPECT_EQ(tree.paths("x"), Texts{});
    EXPECT_EQ(tree.paths("y"), Texts{"tap"});
}

}  // namespace
}  // namespace tapestry
