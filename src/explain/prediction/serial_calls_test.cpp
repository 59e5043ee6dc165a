// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/serial_calls.h"

#include <gtest/gtest.h>

#include "explain/network/made_run.h"
#include "explain/prediction/predict.h"

namespace tapestry {
namespace {

// A controller that calls A, which takes 50 cycles, and then B, which takes `cycles_of_b`, a
// hundred times.
MadeRun controller(std::uint64_t cycles_of_b, std::uint64_t busy_of_b) {
    MadeRun made;
    made.machine("top",
                 {{"PREPARE", 1000, 100},
                  {"RUN_A", 5000, 100, {for_block("top.u_a")}},
                  {"RUN_B", cycles_of_b, 100, {for_block("top.u_b")}}},
                 {{0, 1, 100}, {1, 2, 100}, {2, 0, 99}})
        .machine("top.u_a", {{"REST", 5000, 100, {for_block("top")}}, {"LOOP", 5000, 100}},
                 {{0, 1, 100}, {1, 0, 99}})
        .machine(
            "top.u_b",
            {{"REST", kMadeCycles - busy_of_b, 100, {for_block("top")}}, {"LOOP", busy_of_b, 100}},
            {{0, 1, 100}, {1, 0, 99}})
        .call("top.u_a", 100, 5000)
        .call("top.u_b", 100, busy_of_b);
    return made;
}

double cycles_with(MadeRun made, const std::string& change) {
    Diagnostics diagnostics;
    const Result<std::vector<Change>> changes = changes_from_lines(change, "", diagnostics);
    const Result<Prediction> p = predict(made.run(), *changes, diagnostics);
    for (const Diagnostic& d : diagnostics.all()) ADD_FAILURE() << d.sentence;
    if (!p) return 0;
    EXPECT_LE(p->low, p->predicted_cycles);
    EXPECT_GE(p->high, p->predicted_cycles);
    return p->predicted_cycles;
}

// Nothing runs beside: the run gets shorter and longer by what a callee does.
TEST(SerialCalls, AreTheTimeOfTheirCaller) {
    EXPECT_NEAR(cycles_with(controller(4000, 4000), "time:top.u_a.state/LOOP=0.5x"), 7500, 1);
    EXPECT_NEAR(cycles_with(controller(4000, 4000), "time:top.u_b.state/LOOP=80"), 14'000, 1);
    EXPECT_NEAR(cycles_with(controller(4000, 4000), "latency:top.u_a=20"), 7000, 1);
}

// A caller that is elsewhere while B works on does not wait for all that B takes.
TEST(SerialCalls, DoNotOverlap) {
    MadeRun made = controller(2000, 4000);
    const RunSummary summary = summary_of(made.run());
    for (std::size_t b = 0; b < summary.model.blocks.size(); ++b)
        EXPECT_EQ(serial_caller_of(made.run(), summary, b).has_value(),
                  summary.model.blocks[b].path == "top.u_a");
}

// However the waits of a model come to rest: no run gets longer than by the work that is added.
TEST(SerialCalls, NoRunGrowsByMoreThanItsWork) {
    EXPECT_LE(cycles_with(controller(2000, 4000), "time:top.u_b.state/LOOP=3x"), 18'000);
    EXPECT_GE(cycles_with(controller(2000, 4000), "time:top.u_b.state/LOOP=0.5x"), 8000);
}

}  // namespace
}  // namespace tapestry
