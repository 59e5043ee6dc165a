// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/nested_streams.h"

#include <gtest/gtest.h>

#include "explain/network/made_run.h"
#include "explain/replay/made_handshake.h"

namespace tapestry {
namespace {

std::string text_of_handshakes(const RecordedHandshake& h) {
    std::string out;
    for (std::size_t i = 0; i < h.stretches.size(); ++i)
        out.append(h.end_of(i) - h.stretches[i].start,
                   ".sbT"[static_cast<std::size_t>(h.stretches[i].kind)]);
    return out;
}

// A process that passes its input on to two parts; the queue before it is in the top, which is a
// region, and so is the process `top.u_r`, whose only child takes the input.
TEST(NestedStreams, SayWhenTheWholeWaits) {
    MadeRun made;
    made.queue("top.q", 4, 1, 0, 0, 3)
        .queue("top.u_r.q", 4, 1, 0, 0, 3)
        .stream("top.u_a.in", "top.q", "top.u_a", 3, 0, 0)
        .stream("top.u_a.p.in", "top.q", "top.u_a.p", 2, 0, 0)
        .stream("top.u_a.q.in", "top.q", "top.u_a.q", 1, 0, 0)
        .stream("top.u_r.in", "", "top.u_r", 1, 0, 0)
        .stream("top.u_r.u_c.p.in", "", "top.u_r.u_c.p", 1, 0, 0);
    tapestry::Run run = made.run();
    for (TapNumbers& n : run.taps)
        if (n.tap.is(TapKind::stream)) std::get<StreamPart>(n.tap.own).protocol = "empty_n_read";
    std::map<int, RecordedHandshake> handshakes;
    const char* const recorded[] = {"..T.T..T", "ssT.T...", "....sssT", "T.......", "Tss....."};
    std::vector<int> streams;
    for (const TapNumbers& n : run.taps)
        if (n.tap.is(TapKind::stream)) {
            handshakes[n.tap.tap] = handshake(recorded[streams.size()]);
            streams.push_back(n.tap.tap);
        }
    const std::map<int, ChannelEnds> ends = join_parts(run, handshakes);
    ASSERT_EQ(handshakes.size(), 2u);
    EXPECT_EQ(text_of_handshakes(handshakes.at(streams[0])), "ssT.TssT");
    EXPECT_EQ(ends.at(streams[0]).consumer, "top.u_a");
    EXPECT_EQ(text_of_handshakes(handshakes.at(streams[3])), "Tss.....");
    EXPECT_EQ(ends.at(streams[3]).consumer, "top.u_r.u_c");
}

}  // namespace
}  // namespace tapestry
