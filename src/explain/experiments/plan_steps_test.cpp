// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/plan_steps.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "find/detect/found_text_test.h"
#include "weave/plan/plan.h"

namespace tapestry {
namespace {

enum class Found { all, nothing };

StepPlan steps_of(const std::string& text, Found found = Found::all) {
    const FoundText all(text);
    Diagnostics diagnostics;
    const TapPlan plan = make_plan(all.design(), all.findings, {}, {}, diagnostics);
    return plan_steps(all.design(), found == Found::all ? all.findings : Findings(), plan);
}

const StepSite& site_of(const StepPlan& plan, const std::string& module) {
    const auto found = std::find_if(plan.sites.begin(), plan.sites.end(),
                                    [&](const StepSite& site) { return site.module == module; });
    EXPECT_NE(found, plan.sites.end());
    return *found;
}

const std::string kStage = R"(
    module stage (input clk, input rst, input in_valid, output in_ready, input [7:0] in_data,
                  output reg out_valid, input out_ready, output reg [7:0] out_data, input pause);
        assign in_ready = !out_valid || out_ready;
        always @(posedge clk) if (rst) out_valid <= 0; else if (in_ready && !pause) begin
            out_valid <= in_valid; out_data <= in_data + 1; end
    endmodule
)";

TEST(PlanSteps, HandshakesFireAndOtherBitsAreLevels) {
    const StepPlan plan = steps_of(kStage + R"(
        module top (input clk, input rst, input in_valid, output in_ready, input [7:0] in_data,
                    output out_valid, input out_ready, output [7:0] out_data, input pause);
            stage u_stage (.*);
        endmodule
    )");
    const StepSite& stage = site_of(plan, "stage");
    ASSERT_EQ(stage.clocks.size(), 1u);
    EXPECT_EQ(stage.clocks[0].port, "clk");
    EXPECT_FALSE(stage.clocks[0].falling);
    EXPECT_EQ(stage.fires.size(), 2u);
    std::vector<std::string> levels;
    for (const StepLevel& level : stage.levels) levels.push_back(level.port);
    EXPECT_EQ(levels, (std::vector<std::string>{"rst", "pause"}));
    EXPECT_TRUE(stage.watches.empty());
    EXPECT_EQ(site_of(plan, "top").namesakes, std::vector<std::string>{"u_stage.clk"});
}

// The names at the top say nothing, and nothing in it uses them: the block behind them does.
TEST(PlanSteps, AHandshakeOfABlockFiresAtTheTopThatConnectsIt) {
    const StepPlan plan = steps_of(kStage + R"(
        module shell (input c, input r, input a, output b, input [7:0] d, output e, input nf,
                      output [7:0] g, input pause);
            wire not_e;
            assign e = ~not_e;
            stage u_stage (.clk(c), .rst(r), .in_valid(a), .in_ready(b), .in_data(d), .out_valid(not_e),
                           .out_ready(~nf), .out_data(g), .pause(pause));
        endmodule
        module top (input c, input r, input a, output b, input [7:0] d, output e, input nf,
                    output [7:0] g, input pause);
            shell u_shell (.*);
        endmodule
    )");
    for (const std::string module : {"shell", "top"}) {
        const StepSite& site = site_of(plan, module);
        ASSERT_EQ(site.fires.size(), 2u);
        EXPECT_EQ(site.fires[0].text, "(a) & (b)");
        EXPECT_EQ(site.fires[0].data, "d");
        EXPECT_EQ(site.fires[1].text, "(~e) & (~nf)");
        EXPECT_TRUE(site.fires[1].leaves);
        EXPECT_EQ(site.fires[1].clock, "c");
        std::vector<std::string> levels;
        for (const StepLevel& level : site.levels) levels.push_back(level.port);
        EXPECT_EQ(levels, (std::vector<std::string>{"r", "pause"}));
    }
}

// One structure to a side: what a member of the parent's wire is found to be, the member of the
// port is too.
TEST(PlanSteps, MembersOfStructuresAreHandshakesAtEitherEdge) {
    const StepPlan plan = steps_of(R"(
        typedef struct packed { logic valid; logic [7:0] data; } req_t;
        typedef struct packed { logic ready; } rsp_t;
        module slow (input clk, input rst, input req_t src, output rsp_t src_rsp, output req_t m,
                     input rsp_t m_rsp);
            typedef enum logic [1:0] {TAKE, RUN, GIVE} phase_t;
            phase_t phase; reg [3:0] left; reg [7:0] kept;
            assign src_rsp.ready = phase == TAKE;
            assign m = {phase == GIVE, kept};
            always @(posedge clk) if (rst) phase <= TAKE; else case (phase)
                TAKE: if (src.valid) begin phase <= RUN; left <= 9; kept <= src.data; end
                RUN: begin left <= left - 1; if (left == 0) phase <= GIVE; end
                default: if (m_rsp.ready) phase <= TAKE;
            endcase
        endmodule
        module top (input clk, input rst, input v, output b, input [7:0] d, output mv, input mr,
                    output [7:0] md);
            req_t w0, w1, w2; rsp_t r0, r1, r2;
            assign w0.valid = v; assign w0.data = d; assign b = ~r0.ready;
            assign mv = w2.valid; assign md = w2.data; assign r2.ready = mr;
            slow u_a (.clk, .rst, .src(w0), .src_rsp(r0), .m(w1), .m_rsp(r1));
            slow u_b (.clk, .rst, .src(w1), .src_rsp(r1), .m(w2), .m_rsp(r2));
        endmodule
    )");
    const StepSite& slow = site_of(plan, "slow");
    std::vector<std::string> fires;
    for (const StepFire& fire : slow.fires) fires.push_back(fire.text);
    std::sort(fires.begin(), fires.end());
    EXPECT_EQ(fires, (std::vector<std::string>{"(m.valid) & (m_rsp.ready)",
                                               "(src.valid) & (src_rsp.ready)"}));
    std::vector<std::string> levels;
    for (const StepLevel& level : slow.levels) levels.push_back(level.port);
    EXPECT_EQ(levels, std::vector<std::string>{"rst"});
}

// Nothing says when a pulse that begins a call is taken: it crosses the edge while it is there.
TEST(PlanSteps, TheStartOfACallIsALevelWhereOnlyItsEndIsSaid) {
    const StepPlan plan = steps_of(R"(
        module core (input clk, input rst, input start, output done, input [7:0] x, output [7:0] y);
            reg [1:0] step; reg [3:0] left; reg [7:0] kept;
            assign done = step == 2; assign y = kept;
            always @(posedge clk) if (rst) step <= 0; else case (step)
                0: if (start) begin step <= 1; left <= 9; kept <= x; end
                1: begin left <= left - 1; kept <= kept + x; if (left == 0) step <= 2; end
                default: step <= 0;
            endcase
        endmodule
        module top (input clk, input rst, input in_valid, output in_ready, input [7:0] in_data,
                    output out_valid, input out_ready, output [7:0] out_data);
            reg [1:0] state; reg [7:0] kept; wire done; wire [7:0] y;
            wire start = state == 1;
            assign in_ready = state == 0; assign out_valid = state == 3; assign out_data = kept;
            core u_core (.clk, .rst, .start(start), .done(done), .x(kept), .y(y));
            always @(posedge clk) if (rst) state <= 0; else case (state)
                0: if (in_valid) begin kept <= in_data; state <= 1; end
                1: state <= 2;
                2: if (done) begin kept <= y; state <= 3; end
                3: if (out_ready) state <= 0;
            endcase
        endmodule
    )");
    const StepSite& core = site_of(plan, "core");
    EXPECT_TRUE(std::any_of(core.levels.begin(), core.levels.end(),
                            [](const StepLevel& level) { return level.port == "start"; }));
    EXPECT_TRUE(std::none_of(core.levels.begin(), core.levels.end(),
                             [](const StepLevel& level) { return level.port == "done"; }));
}

// Who holds a lock works on while request and grant stay: that is no beat in each cycle.
TEST(PlanSteps, ARequestThatMovesNothingIsALevel) {
    const std::string text = R"(
        module claimant (input clk, input rst, output req, input gnt, output reg done);
            reg [1:0] state; reg [3:0] left;
            assign req = state != 0;
            always @(posedge clk) if (rst) begin state <= 0; done <= 0; end else case (state)
                0: begin done <= 0; state <= 1; end
                1: if (gnt) begin state <= 2; left <= 9; end
                2: begin left <= left - 1; if (left == 0) begin state <= 0; done <= 1; end end
                default: state <= 0;
            endcase
        endmodule
        module lock (input clk, input rst, input a, input b, output reg ga, output reg gb);
            always @(posedge clk) if (rst) {ga, gb} <= 0;
                else if (!(a && ga) && !(b && gb)) begin ga <= a; gb <= b && !a; end
        endmodule
        module top (input clk, input rst, output [1:0] done);
            wire a, b, ga, gb;
            claimant u_a (.clk, .rst, .req(a), .gnt(ga), .done(done[0]));
            claimant u_b (.clk, .rst, .req(b), .gnt(gb), .done(done[1]));
            lock u_lock (.clk, .rst, .a, .b, .ga, .gb);
        endmodule
    )";
    const StepSite claimant = site_of(steps_of(text), "claimant");
    EXPECT_TRUE(claimant.fires.empty());
    std::vector<std::string> levels;
    for (const StepLevel& level : claimant.levels) levels.push_back(level.port);
    EXPECT_EQ(levels, (std::vector<std::string>{"rst", "req", "gnt", "done"}));
}

TEST(PlanSteps, ABusThatNothingAnnouncesIsWatched) {
    const StepPlan plan = steps_of(R"(
        module filter (input clk, input [7:0] x, output reg [7:0] y);
            always @(posedge clk) y <= x + y;
        endmodule
        module top (input clk, input [7:0] x, output [7:0] y); filter u_f (clk, x, y); endmodule
    )");
    EXPECT_EQ(site_of(plan, "filter").watches, (std::vector<std::string>{"x", "y"}));
    EXPECT_EQ(site_of(plan, "filter").watch_bits, 16u);
}

// A register has no work that could be done faster.
TEST(PlanSteps, WhatOnlyKeepsIsNoBlock) {
    const StepPlan plan = steps_of(R"(
        module kept (input clk, input we, input [7:0] d, output reg [7:0] q);
            always @(posedge clk) if (we) q <= d;
        endmodule
        module count (input clk, input we, output reg [7:0] n);
            always @(posedge clk) if (we) n <= n + 1;
        endmodule
        module top (input clk, input we, output [7:0] q);
            wire [7:0] n;
            count u_count (clk, we, n);
            kept u_kept (clk, we, n, q);
        endmodule
    )");
    std::vector<std::string> paths;
    for (const StepBlock& block : plan.blocks) paths.push_back(block.path);
    EXPECT_EQ(paths, (std::vector<std::string>{"top", "top.u_count"}));
    EXPECT_EQ(plan.sites.size(), 3u);  // whether it stood still is asked of it all the same
}

TEST(PlanSteps, WhatNobodyReadsIsNoEvent) {
    const StepPlan plan = steps_of(R"(
        module worker (input clk, output reg [7:0] sum, output reg at_end);
            always @(posedge clk) begin sum <= sum + 1; at_end <= sum == 9; end
        endmodule
        module top (input clk, output at_end);
            wire [7:0] unused;
            worker u_worker (.clk(clk), .sum(unused), .at_end(at_end));
        endmodule
    )");
    EXPECT_TRUE(site_of(plan, "worker").watches.empty());
    ASSERT_EQ(site_of(plan, "worker").levels.size(), 1u);
    EXPECT_EQ(site_of(plan, "worker").levels[0].port, "at_end");
}

// Reading a register without side effects changes nothing; what acts on an access does.
TEST(PlanSteps, AnAccessThatNothingListensToIsNoEvent) {
    const auto heard = [](const std::string& more) {
        const StepPlan plan = steps_of(R"(
            module top (input clk, input cs, input we, input [7:0] wdata, output [7:0] rdata);
                reg [7:0] kept, reads;
                assign rdata = kept;
                always @(posedge clk) if (cs && we) kept <= wdata;
        )" + more + "endmodule");
        std::vector<std::string> texts;
        for (const StepLevel& level : site_of(plan, "top").levels)
            texts.push_back(level.port + ": " + level.heard);
        return texts;
    };
    EXPECT_EQ(heard(""), (std::vector<std::string>{"cs: we", "we: cs"}));
    EXPECT_EQ(heard("always @(posedge clk) if (cs) reads <= reads + 1;"),
              (std::vector<std::string>{"cs: ", "we: cs"}));
}

TEST(PlanSteps, ArgumentsOfFunctionsAreNoPorts) {
    const StepPlan plan = steps_of(R"(
        module mixer (input clk, input [7:0] x, output reg [7:0] y);
            function [7:0] doubled(input [7:0] op, input turn);
                doubled = turn ? ~op : {op[6:0], 1'b0};
            endfunction
            always @(posedge clk) y <= doubled(x, y[0]);
        endmodule
        module top (input clk, input [7:0] x, output [7:0] y); mixer u_m (clk, x, y); endmodule
    )");
    EXPECT_EQ(site_of(plan, "mixer").watches, (std::vector<std::string>{"x", "y"}));
    EXPECT_TRUE(site_of(plan, "mixer").levels.empty());
}

TEST(PlanSteps, BothEdgesOfAClockAreSteppedTogether) {
    const StepPlan plan = steps_of(R"(
        module both (input clk, input d, output reg q, output reg p);
            always @(posedge clk) q <= d;
            always @(negedge clk) p <= q;
        endmodule
        module top (input clk, input d, output q, output p); both u_b (clk, d, q, p); endmodule
    )");
    EXPECT_TRUE(plan.refused.empty());
    ASSERT_EQ(site_of(plan, "both").clocks.size(), 1u);
    EXPECT_FALSE(site_of(plan, "both").clocks[0].falling);
}

TEST(PlanSteps, NothingIsTriedInADesignThatCannotBeWatched) {
    const StepPlan plan = steps_of(R"(
        module one (input clk, input d, output reg q); always @(posedge clk) q <= q ^ d; endmodule
        module top (input clk, input d, input [7:0] many [0:511], output q);
            one u_one (clk, d & many[3][0], q);
        endmodule
    )");
    EXPECT_TRUE(plan.blocks.empty());
    ASSERT_EQ(plan.refused.size(), 2u);
    EXPECT_EQ(plan.refused[0].path, "top");
    EXPECT_TRUE(plan.refused[1].reason.starts_with("top cannot be watched: its port 'many'"));
}

TEST(PlanSteps, MembersOfInterfacesAndStructuresCrossTheEdgeLikePorts) {
    const StepPlan plan = steps_of(R"(
        typedef struct packed { logic go; logic [6:0] what; } order_t;
        interface link; logic valid; logic [7:0] data; endinterface
        module source (input clk, link bus, input order_t order);
            always @(posedge clk) if (order.go) begin bus.valid <= !bus.valid; bus.data <= bus.data + order.what; end
        endmodule
        module top (input clk, input order_t order); link u_link (); source u_source (clk, u_link, order); endmodule
    )");
    const StepSite& source = site_of(plan, "source");
    std::vector<std::string> levels;
    for (const StepLevel& level : source.levels) levels.push_back(level.port);
    std::sort(levels.begin(), levels.end());
    EXPECT_EQ(levels, (std::vector<std::string>{"bus.valid", "order.go"}));
}

// Elements of an array of interfaces are not looked at.
TEST(PlanSteps, AnArrayOfInterfacesIsRefused) {
    const StepPlan plan = steps_of(R"(
        interface link; logic valid; logic [7:0] data; endinterface
        module source (input clk, link bus[2]);
            always @(posedge clk) begin bus[0].valid <= !bus[1].valid; bus[1].valid <= !bus[0].valid; end
        endmodule
        module top (input clk); link u_link[2] (); source u_source (clk, u_link); endmodule
    )");
    ASSERT_FALSE(plan.refused.empty());
    EXPECT_EQ(plan.refused.back().path, "top.u_source");
    EXPECT_NE(plan.refused.back().reason.find("lies outside it, and is no port"), std::string::npos)
        << plan.refused.back().reason;
}

TEST(PlanSteps, ClocksThroughInvertersAndGates) {
    const StepPlan plan = steps_of(R"(
        module leaf (input ck, input d, output reg q); always @(posedge ck) q <= d; endmodule
        module top (input clk, input en, input d, output q, output r);
            wire gated = clk & en;
            leaf u_gated (gated, d, q);
            wire turned = ~clk;
        endmodule
    )");
    EXPECT_EQ(site_of(plan, "top").clocks.front().port, "clk");
    EXPECT_EQ(site_of(plan, "leaf").clocks.front().port, "ck");
}

TEST(PlanSteps, LogicBesideInstancesIsABlockOfItsOwn) {
    const StepPlan plan = steps_of(kStage + R"(
        module top (input clk, input rst, input in_valid, output in_ready, input [7:0] in_data,
                    output out_valid, input out_ready, output [7:0] out_data, output reg [3:0] n);
            stage u_stage (.pause(1'b0), .*);
            always @(posedge clk) if (out_valid && out_ready) n <= n + 1;
        endmodule
    )");
    EXPECT_TRUE(site_of(plan, "top").has_own_logic);
    EXPECT_EQ(site_of(plan, "top").children, std::vector<std::string>{"u_stage"});
    EXPECT_EQ(std::count_if(plan.blocks.begin(), plan.blocks.end(),
                            [](const StepBlock& block) { return block.own_logic; }),
              1);
}

// A state that is kept in a module of flops, one level deep or two, is a part of the logic.
TEST(PlanSteps, FlopsAreNoBlocksBesideTheLogic) {
    const StepPlan plan = steps_of(R"(
        module dff #(parameter W = 1, parameter [W-1:0] INIT = 0)
            (input clk, input clear, input [W-1:0] d, output reg [W-1:0] q);
            always @(posedge clk) if (clear) q <= INIT; else q <= d;
        endmodule
        module wrapped #(parameter W = 1, parameter [W-1:0] INIT = 0)
            (input clk, input clear, input [W-1:0] d, output [W-1:0] q);
            dff #(.W(W), .INIT(INIT)) u_bits (.clk(clk), .clear(clear), .d(d), .q(q));
        endmodule
        module work (input clk, input rst, input go, output done);
            reg [3:0] left; wire s, s_next;
            always @(posedge clk) if (go) left <= 9; else left <= left - 1;
            assign s_next = go || (s && left != 0); assign done = s && left == 0;
            wrapped #(.W(1)) u_state (.clk(clk), .clear(rst), .d(s_next), .q(s));
        endmodule
        module top (input clk, input rst, input go, output done);
            work u_work (.clk(clk), .rst(rst), .go(go), .done(done));
        endmodule
    )");
    std::vector<std::string> paths;
    for (const StepBlock& block : plan.blocks) paths.push_back(block.path);
    EXPECT_EQ(paths, (std::vector<std::string>{"top", "top.u_work"}));
}

// The ends of a level of an instance, as "instance a, port rst, own, ?".
std::string ends_of(const StepPlan& plan, const std::string& module, const std::string& instance,
                    const std::string& level) {
    for (const StepStill& still : site_of(plan, module).stills) {
        if (still.instance != instance) continue;
        const StepSite& site = site_of(plan, still.module);
        for (std::size_t i = 0; i < site.levels.size(); ++i) {
            if (site.levels[i].port != level) continue;
            std::string text;
            for (const StepEnd& end : still.levels[i]) {
                constexpr const char* kWords[] = {"?", "own", "instance ", "port "};
                text +=
                    (text.empty() ? "" : ", ") + (kWords[static_cast<int>(end.kind)] + end.name);
            }
            return text;
        }
    }
    return "none";
}

const std::string kAskAndServe = R"(
    module ask (input clk, input rst, output reg want, input busy, input [7:0] result, output reg [7:0] sum);
        always @(posedge clk) if (rst) begin want <= 0; sum <= 0; end
            else if (!busy) begin want <= !want; sum <= sum + result; end
    endmodule
    module serve (input clk, input rst, input want, output busy, output reg [7:0] result);
        reg [3:0] left; assign busy = left != 0;
        always @(posedge clk) if (rst) left <= 0; else if (busy) begin left <= left - 1; result <= result * 3; end
            else if (want) left <= 9;
    endmodule
)";

TEST(PlanSteps, KnowsWhoIsAtTheOtherEndOfALevel) {
    const StepPlan plan = steps_of(kAskAndServe + R"(
        module top (input clk, input rst, output [7:0] sum);
            wire want, busy, held; wire [7:0] result;
            assign held = busy;
            ask u_ask (clk, rst, want, held, result, sum);
            serve u_serve (clk, rst, want, busy, result);
        endmodule
    )",
                                   Found::nothing);
    EXPECT_EQ(ends_of(plan, "top", "u_serve", "busy"), "instance u_ask");
    EXPECT_EQ(ends_of(plan, "top", "u_serve", "want"), "instance u_ask");
    EXPECT_EQ(ends_of(plan, "top", "u_ask", "busy"), "instance u_serve");
    EXPECT_EQ(ends_of(plan, "top", "u_ask", "rst"), "port rst");
    EXPECT_TRUE(site_of(plan, "ask").can_stand_still);
    EXPECT_EQ(site_of(plan, "serve").registers,
              (std::vector<std::string>{"left", "result", "rst", "want"}));
}

// A counter that only restarts itself moves in every cycle, and stands for no work.
TEST(PlanSteps, ARegisterThatNothingHearsMovesNothing) {
    const StepPlan plan = steps_of(R"(
        module lock (input clk, input rst, input want, output grant);
            reg owned; reg [7:0] crc, beats; reg [7:0] spins;
            wire restart = crc[3:0] == 5;
            assign grant = owned;
            always @(posedge clk) begin
                crc <= restart ? 8'hff : {crc[6:0], crc[7] ^ crc[2]};
                spins <= spins + 1;
                if (spins[3:0] == 0) beats <= beats + 1;
                if (beats[7]) owned <= want;
                if (rst) owned <= 0;
            end
        endmodule
        module user (input clk, input grant, output reg want);
            always @(posedge clk) want <= !grant;
        endmodule
        module top (input clk, input rst, output want);
            wire grant;
            lock u_lock (clk, rst, want, grant);
            user u_user (clk, grant, want);
        endmodule
    )",
                                   Found::nothing);
    EXPECT_EQ(site_of(plan, "lock").registers,
              (std::vector<std::string>{"spins", "beats", "owned", "rst", "want"}));
}

TEST(PlanSteps, LooksThroughWhatHasNoRegisters) {
    const StepPlan plan = steps_of(kAskAndServe + R"(
        module both (input a, input b, output y); assign y = a | b; endmodule
        module top (input clk, input rst, input pause, output [7:0] sum);
            wire want, busy, held; wire [7:0] result; reg slow;
            always @(posedge clk) slow <= !slow;
            both u_both (busy | slow, pause, held);
            ask u_ask (clk, rst, want, held, result, sum);
            serve u_serve (clk, rst, want, busy, result);
        endmodule
    )",
                                   Found::nothing);
    EXPECT_EQ(ends_of(plan, "top", "u_serve", "busy"), "instance u_ask");
    EXPECT_EQ(ends_of(plan, "top", "u_ask", "busy"), "own, instance u_serve, port pause");
}

// Whoever runs on another clock may not have looked at a level yet.
TEST(PlanSteps, AnotherClockIsNoWitness) {
    const StepPlan plan = steps_of(kAskAndServe + R"(
        module top (input clk, input clk2, input rst, output [7:0] sum);
            wire want, busy; wire [7:0] result;
            ask u_ask (clk, rst, want, busy, result, sum);
            serve u_serve (clk2, rst, want, busy, result);
        endmodule
    )",
                                   Found::nothing);
    EXPECT_EQ(ends_of(plan, "top", "u_serve", "busy"), "?");
    EXPECT_EQ(ends_of(plan, "top", "u_serve", "want"), "?");
}

TEST(PlanSteps, ABusIsWatchedWhileItCounts) {
    const StepPlan plan = steps_of(kAskAndServe + R"(
        module top (input clk, input rst, output [7:0] sum);
            wire want, busy; wire [7:0] result;
            ask u_ask (clk, rst, want, busy, result, sum);
            serve u_serve (clk, rst, want, busy, result);
        endmodule
    )",
                                   Found::nothing);
    EXPECT_EQ(site_of(plan, "serve").watches,
              std::vector<std::string>{"((~busy) ? result : 1'b0)"});
}

// A handshake that was found on the wires between two blocks fires at the ports of both.
TEST(PlanSteps, HandshakesOnWiresFireAtThePortsOfBothEnds) {
    const StepPlan plan = steps_of(R"(
        module maker (input clk, output reg go, input free, output reg [7:0] n);
            always @(posedge clk) if (free || !go) begin go <= 1; n <= n + 1; end
        endmodule
        module taker (input clk, input go, output free, input [7:0] n, output reg [7:0] sum);
            reg [3:0] left; assign free = left == 0;
            always @(posedge clk) if (go && free) begin sum <= sum + n; left <= 9; end
                else if (left != 0) left <= left - 1;
        endmodule
        module top (input clk, output [7:0] sum);
            wire word_valid, word_ready; wire [7:0] word_data;
            maker u_maker (clk, word_valid, word_ready, word_data);
            taker u_taker (clk, word_valid, word_ready, word_data, sum);
        endmodule
    )");
    for (const char* module : {"maker", "taker"}) {
        const StepSite& site = site_of(plan, module);
        ASSERT_EQ(site.fires.size(), 1u) << module;
        EXPECT_EQ(site.fires[0].text, "(go) & (free)");
        EXPECT_TRUE(site.levels.empty());
    }
}

// The wires between two blocks may be joined through inverters on their way to a port.
TEST(PlanSteps, AHandshakeThroughInvertersFiresAtThePort) {
    const StepPlan plan = steps_of(R"(
        module maker (input clk, output reg go, input free, output reg [7:0] n);
            always @(posedge clk) if (free || !go) begin go <= 1; n <= n + 1; end
        endmodule
        module taker (input clk, input none, output held, input [7:0] n, output reg [7:0] sum);
            reg [3:0] left; assign held = left != 0;
            always @(posedge clk) if (!none && !held) begin sum <= sum + n; left <= 9; end
                else if (left != 0) left <= left - 1;
        endmodule
        module top (input clk, output [7:0] sum);
            wire word_valid, word_ready, held; wire [7:0] word_data;
            assign word_ready = ~held;
            maker u_maker (clk, word_valid, word_ready, word_data);
            taker u_taker (clk, ~word_valid, held, word_data, sum);
        endmodule
    )");
    const StepSite& site = site_of(plan, "taker");
    ASSERT_EQ(site.fires.size(), 1u);
    EXPECT_EQ(site.fires[0].text, "(~none) & (~held)");
    EXPECT_TRUE(site.levels.empty());
}

// A bus of both directions is watched like others.
TEST(PlanSteps, ABusOfBothDirectionsCrossesTheEdge) {
    const StepPlan plan = steps_of(R"(
        module chip (input clk, input read, inout [7:0] pins);
            reg [7:0] kept; assign pins = read ? kept : 8'bz;
            always @(posedge clk) if (!read) kept <= pins;
        endmodule
        module top (input clk, input read, inout [7:0] pins); chip u_chip (clk, read, pins); endmodule
    )");
    EXPECT_EQ(site_of(plan, "chip").watches, std::vector<std::string>{"pins"});
}

TEST(PlanSteps, APortOfTooManyPartsIsRefused) {
    const StepPlan plan = steps_of(R"(
        module bank (input clk, input [7:0] all [0:511], output reg [7:0] sum);
            always @(posedge clk) sum <= sum + all[3];
        endmodule
        module top (input clk, output [7:0] sum);
            wire [7:0] all [0:511]; bank u_bank (clk, all, sum);
        endmodule
    )");
    ASSERT_FALSE(plan.refused.empty());
    EXPECT_NE(plan.refused.back().reason.find("more parts than can be watched"), std::string::npos);
}

}  // namespace
}  // namespace tapestry
