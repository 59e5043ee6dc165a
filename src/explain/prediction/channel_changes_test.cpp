// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/channel_changes.h"

#include <gtest/gtest.h>

#include "explain/network/made_run.h"
#include "explain/prediction/predict.h"
#include "explain/replay/elastic.h"

namespace tapestry {
namespace {

constexpr int kPackets = 50, kBeats = 8;

// A works 5 cycles, then gives a packet of 8 beats to B, which works 2 cycles for each packet.
Run packets() {
    MadeRun made;
    made.machine("top.u_a", {{"SEND", 600, 50, {for_ready("link")}}}, {})
        .machine("top.u_b", {{"TAKE", 600, 50, {for_valid("link")}}}, {})
        .stream("link", "top.u_a", "top.u_b", kPackets * kBeats, 0, 200)
        .stream("m", "top.u_b", "", kPackets, 0, 500);
    Run run = made.run();
    std::string link, m;
    for (const TapNumbers& n : run.taps)
        if (n.tap.is(TapKind::stream)) (n.tap.path.ends_with("link") ? link : m) = n.tap.path;
    Operations& all = run.operations;
    all.channels = {{link, 0, 0, 0, 0}, {m, 0, 0, 0, 0}};
    all.threads = {{"top.u_a", 0, {{{0, true, 0}}}, {}, {}},
                   {"top.u_b", 0, {{{0, false, 0}}, {{1, true, 0}}}, {}, {}},
                   {"(sink of " + m + ")", 0, {{{1, false, 0}}}, {}, {}}};
    for (int p = 0; p < kPackets; ++p) {
        for (int b = 0; b < kBeats; ++b) {
            all.threads[0].visits.push_back({b == 0 ? 6u : 1u, 0, false});
            all.threads[1].visits.push_back({1, 0, false});
        }
        all.threads[1].visits.push_back({2, 1, false});
        all.threads[2].visits.push_back({1, 0, false});
    }
    return run;
}

double cycles_after(const Run& run, const std::string& change) {
    Diagnostics diagnostics;
    const Result<Prediction> p =
        predict(run, *changes_from_lines(change, "", diagnostics), diagnostics);
    if (!p) return 0;
    EXPECT_EQ(p->engine, "replay");
    return p->predicted_cycles;
}

// Beats that go as one leave the design so many cycles earlier, packet by packet.
TEST(ChannelChanges, OfWidthMergeBeats) {
    const tapestry::Run run = packets();
    const double now = cycles_after(run, "width:link=1x");
    EXPECT_DOUBLE_EQ(now - cycles_after(run, "width:link=2x"), kPackets * kBeats / 2);
    EXPECT_DOUBLE_EQ(now - cycles_after(run, "width:link=8x"), kPackets * (kBeats - 1));
    EXPECT_DOUBLE_EQ(cycles_after(run, "width:link=0.5x") - now, kPackets * kBeats - 1);
}

// A pipeline of 4 cycles, asked for one answer at a time.
TEST(ChannelChanges, OfLatencyDelayWhatIsUnderWay) {
    tapestry::Run run = packets();
    Operations& all = run.operations;
    all.channels = {
        {"ask", 0, 0, 0, 0}, {inside_of("top.u_ram"), 0, 4, 1, 2}, {"top.m", 0, 0, 0, 0}};
    all.threads = {{"top.u_a", 0, {{{0, true, 0}}, {{2, false, 0}}}, {}, {}},
                   {"top.u_ram", 0, {{{0, false, 0}, {1, true, 0}}}, {}, {}},
                   {"top.u_ram (gives)", 0, {{{1, false, 0}, {2, true, 0}}}, {}, {}}};
    for (int i = 0; i < 10; ++i) {
        all.threads[0].visits.push_back({1, 0, false});
        all.threads[0].visits.push_back({1, 1, false});
        all.threads[1].visits.push_back({1, 0, false});
        all.threads[2].visits.push_back({1, 0, false});
    }
    const double now = cycles_after(run, "latency:u_ram=4");
    EXPECT_DOUBLE_EQ(cycles_after(run, "latency:u_ram=9") - now, 10 * 5);
    EXPECT_DOUBLE_EQ(now - cycles_after(run, "latency:top.u_ram=1"), 10 * 3);
}

}  // namespace
}  // namespace tapestry
