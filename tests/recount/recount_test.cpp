// SPDX-License-Identifier: Apache-2.0
// Each test draws a small wave and states, worked out by hand, what docs/counting.md makes of it.
#include "recount.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <stdexcept>

namespace recount {
namespace {

// A dump of tb.dut drawn as one string a signal, one character a cycle (a digit or x; values of
// several bits are written in hexadecimal). Cycle n ends with the rising edge at time 10*n + 10,
// and its values stand from 10*n + 3 on, so that character n is what that edge samples.
std::string draw(const std::vector<std::pair<std::string, std::string>>& rows,
                 const std::string& top = "") {
    std::ostringstream vcd;
    vcd << "$timescale 1ns $end\n" << top << "$scope module tb $end\n$scope module dut $end\n";
    vcd << "$var wire 1 ! clk $end\n";
    for (std::size_t i = 0; i < rows.size(); ++i) {
        vcd << "$var wire 4 " << static_cast<char>('A' + i) << " " << rows[i].first
            << " [3:0] $end\n";
    }
    vcd << "$upscope $end\n$upscope $end\n" << (top.empty() ? "" : "$upscope $end\n");
    vcd << "$enddefinitions $end\n#0\n0!\n";
    const std::size_t cycles = rows.at(0).second.size();
    for (std::size_t n = 0; n < cycles; ++n) {
        vcd << "#" << 10 * n + 3 << "\n";
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const char c = rows[i].second.at(n);
            std::string digits = "xxxx";
            if (c != 'x') {
                const int value = c <= '9' ? c - '0' : c - 'a' + 10;
                for (int b = 0; b < 4; ++b)
                    digits[static_cast<std::size_t>(3 - b)] = ((value >> b) & 1) ? '1' : '0';
            }
            vcd << "b" << digits << " " << static_cast<char>('A' + i) << "\n";
        }
        if (n > 0) vcd << "#" << 10 * n + 5 << "\n0!\n";
        vcd << "#" << 10 * n + 10 << "\n1!\n";
    }
    vcd << "#" << 10 * cycles + 2 << "\n";
    return vcd.str();
}

std::string one_tap(const std::string& kind, const std::string& observe,
                    const std::string& more = "") {
    return R"({"schema": "tapestry.taps/1", "top": "dut", "clocks": [], "taps": [{"kind": ")" +
           kind + R"(", "instance": "dut.tap", "scope": "dut", "observe": {"clk": "clk")" +
           (observe.empty() ? "" : ", ") + observe + "}" + (more.empty() ? "" : ", ") + more +
           "}]}";
}

// The record as text behind the path, without the words that every record has and the checksum.
std::string count(const std::string& vcd, const std::string& taps,
                  RecountOptions options = {"tb.dut", {}, {}}) {
    std::istringstream input(vcd);
    const auto records = recount(input, taps, options);
    std::string text;
    for (const auto& [word, numbers] : records.at(0).words) {
        if (word == "end" || word == "saturated") continue;
        if (word == "edges" || word == "reset_cycles" || word == "observed_cycles") {
            text += std::to_string(numbers[0]) + (word == "observed_cycles" ? ";" : "/");
            continue;
        }
        text += " " + word;
        for (const auto number : numbers) text += " " + std::to_string(number);
    }
    return text;
}

const std::string kTwoStates =
    R"("width": 4, "states": [{"name": "A", "code": "1"}, {"name": "B", "code": "2"}])";

// ---- edges and samples ----

TEST(RecountEdges, ResetEdgesAreCountedApart) {
    // Three reset edges; an X is no reset.
    EXPECT_EQ(count(draw({{"rst", "1100x100"}, {"e", "11111111"}}),
                    one_tap("event", R"("rst": "rst", "event": "e")")),
              "8/3/5; cycles_true 5 rising_edges 2 longest_run 3");
}

// The clock rises at 5, 15 and 25 and the event is 1 from the edge at 15 to the one at 25; the
// lines at one time stamp may come in any order.
std::string same_stamp(bool clock_first) {
    const std::string at_15 = clock_first ? "1!\n1\"\n" : "1\"\n1!\n";
    const std::string at_25 = clock_first ? "1!\n0\"\n" : "0\"\n1!\n";
    return "$scope module tb $end\n$scope module dut $end\n$var wire 1 ! clk $end\n"
           "$var wire 1 \" e $end\n$upscope $end\n$upscope $end\n$enddefinitions $end\n"
           "#0\n0!\n0\"\n#5\n1!\n#10\n0!\n#15\n" +
           at_15 + "#20\n0!\n#25\n" + at_25 + "#30\n0!\n";
}

TEST(RecountEdges, TheSampleIsTheValueBeforeTheTimeStampOfTheEdge) {
    for (const bool clock_first : {false, true}) {
        EXPECT_EQ(count(same_stamp(clock_first), one_tap("event", R"("event": "e")")),
                  "3/0/3; cycles_true 1 rising_edges 1 longest_run 1");
    }
}

TEST(RecountEdges, AnEdgeAtTheEndDoesNotCount) {
    // Without the time stamp after it, the edge at 25 is the end of the run.
    std::string vcd = same_stamp(true);
    vcd.erase(vcd.find("#30"));
    EXPECT_EQ(count(vcd, one_tap("event", R"("event": "e")")),
              "2/0/2; cycles_true 0 rising_edges 0 longest_run 0");
    // The caller knows that the run went on until 26.
    EXPECT_EQ(count(vcd, one_tap("event", R"("event": "e")"), {"tb.dut", 26, {}}),
              "3/0/3; cycles_true 1 rising_edges 1 longest_run 1");
    EXPECT_EQ(count(vcd, one_tap("event", R"("event": "e")"), {"tb.dut", 15, {}}),
              "1/0/1; cycles_true 0 rising_edges 0 longest_run 0");
}

TEST(RecountEdges, AnEdgeAtTimeZeroDoesNotCountAndOneFromXDoes) {
    const std::string head =
        "$scope module tb $end\n$scope module dut $end\n$var wire 1 ! clk $end\n"
        "$upscope $end\n$upscope $end\n$enddefinitions $end\n";
    const std::string taps = one_tap("event", R"("event": "1'b1")");
    EXPECT_EQ(count(head + "#0\n$dumpvars\n1!\n$end\n#5\n0!\n#10\n1!\n#12\n", taps).substr(0, 5),
              "1/0/1");
    EXPECT_EQ(count(head + "#0\nx!\n#5\n1!\n#12\n", taps).substr(0, 5), "1/0/1");
    EXPECT_EQ(count(head + "#0\n1!\n#5\nx!\n#7\n1!\n#12\n", taps).substr(0, 5), "1/0/1");
}

TEST(RecountEdges, AnInvertedClockCountsFallingEdges) {
    const std::string taps =
        R"({"top": "dut", "taps": [{"kind": "event", "instance": "dut.tap", "scope": "dut",
            "observe": {"clk": "!clk", "event": "e"}}]})";
    // Falling edges at 10, 20, 30; the event is 1 between 15 and 25, and 30 is the end.
    EXPECT_EQ(count(same_stamp(false), taps), "2/0/2; cycles_true 1 rising_edges 1 longest_run 1");
}

TEST(RecountEdges, ALevelAboveTheTestbenchMayBeThere) {
    EXPECT_EQ(count(draw({{"e", "0110"}}, "$scope module TOP $end\n"),
                    one_tap("event", R"("event": "e")")),
              "4/0/4; cycles_true 2 rising_edges 1 longest_run 2");
}

// ---- state machine ----

TEST(RecountFsm, VisitsDwellsAndTransitions) {
    // A for 2, B for 3, A for 1, something unknown for 2 (two different samples, one visit), A
    // for 4. The last visit is open: it counts for max_dwell, not for min_dwell.
    EXPECT_EQ(count(draw({{"s", "112221x71111"}}), one_tap("fsm", R"("state": "s")", kTwoStates)),
              "12/0/12; state 0 7 3 1 4 state 1 3 1 3 3 state 2 2 1 2 2"
              " transition 0 1 1 transition 0 2 1 transition 1 0 1 transition 2 0 1");
}

TEST(RecountFsm, AResetCutsAVisit) {
    // B for 2, cut; then B for 1 that moves on to A: no transition over the reset.
    EXPECT_EQ(count(draw({{"rst", "00100"}, {"s", "22221"}}),
                    one_tap("fsm", R"("rst": "rst", "state": "s")", kTwoStates)),
              "5/1/4; state 0 1 1 0 1 state 1 3 2 1 2 transition 1 0 1");
}

TEST(RecountFsm, CodesWiderThanAWord) {
    const std::string head =
        "$scope module tb $end\n$scope module dut $end\n$var wire 1 ! clk $end\n"
        "$var wire 80 s state [79:0] $end\n$upscope $end\n$upscope $end\n$enddefinitions $end\n";
    const std::string one = "b1" + std::string(70, '0') + " s\n";  // 2^70
    EXPECT_EQ(count(head + "#0\n0!\nb0 s\n#1\n1!\n#2\n0!\n" + one + "#3\n1!\n#4\n",
                    one_tap("fsm", R"("state": "state")",
                            R"("states": [{"code": "0"}, {"code": "1180591620717411303424"}])")),
              "2/0/2; state 0 1 1 1 1 state 1 1 1 0 1 transition 0 1 1");
}

// ---- stream ----

TEST(RecountStream, TheFourBinsAndTheRuns) {
    // Transfers: cycles 0 1 | 5 | 8 9 10 (open); blocked: 2 3 | 7; starved: 4; idle: 6 (valid is
    // X).
    EXPECT_EQ(count(draw({{"v", "111101x1111"}, {"r", "11001100111"}, {"l", "01001000010"}}),
                    one_tap("stream", R"("valid": "v", "ready": "r", "last": "l[0]")",
                            R"("data": "{8{v}}")")),
              "11/0/11; transfer_cycles 6 blocked_cycles 3 starved_cycles 1 idle_cycles 1 packets "
              "2 bytes 24"
              " longest_block 2 bursts 3 longest_burst 3 burst_histogram 0 1 burst_histogram 1 2");
}

TEST(RecountStream, KeepCountsBytesAndAResetCutsABurst) {
    // Beats with 4, 1 and 2 kept lanes of 2 bytes each; the reset splits the burst of four edges.
    EXPECT_EQ(count(draw({{"rst", "0010"}, {"v", "1111"}, {"r", "1111"}, {"k", "f1f3"}}),
                    one_tap("stream", R"("rst": "rst", "valid": "v", "ready": "r", "keep": "k")",
                            R"("data": "{16{v}}")")),
              "4/1/3; transfer_cycles 3 blocked_cycles 0 starved_cycles 0 idle_cycles 0 packets 0 "
              "bytes 14"
              " longest_block 0 bursts 2 longest_burst 2 burst_histogram 0 1 burst_histogram 1 1");
}

// ---- queue ----

TEST(RecountQueue, OccupancyRefusalsAndHistogram) {
    // edge       0 1 2 3 4 5 6
    // push       1 1 1 0 1 0 0     push at 2 is refused (full)
    // full       0 0 1 1 0 0 0
    // pop        1 0 0 1 1 1 1     pop at 0 is refused (empty), pop at 6 underflows
    // empty      1 0 0 0 0 0 0
    // occupancy  0 1 2 2 1 1 0
    EXPECT_EQ(
        count(draw({{"p", "1110100"}, {"f", "0011000"}, {"q", "1001111"}, {"e", "1000000"}}),
              one_tap("queue", R"("push": "p", "full": "f", "pop": "q", "empty": "e")",
                      R"("bins": 2)")),
        "7/0/7; pushes 3 pops 4 refused_pushes 1 refused_pops 1 full_cycles 2 empty_cycles 1"
        " max_occupancy 2 occupancy_sum 7 underflows 1 histogram 0 2 histogram 1 3 histogram 2 2");
}

TEST(RecountQueue, AResetEmptiesItAndAPopMayComeWithItsPush) {
    // Occupancies 0, 1, (reset), 0, 0: the pop at the fourth edge comes with a push.
    EXPECT_EQ(
        count(draw({{"rst", "00100"}, {"p", "11010"}, {"q", "00010"}}),
              one_tap("queue",
                      R"("rst": "rst", "push": "p", "full": "1'b0", "pop": "q", "empty": "1'b0")",
                      R"("bins": 4)")),
        "5/1/4; pushes 3 pops 1 refused_pushes 0 refused_pops 0 full_cycles 0 empty_cycles 0"
        " max_occupancy 1 occupancy_sum 1 underflows 0 histogram 0 3 histogram 1 1");
}

// ---- call ----

TEST(RecountCall, StartHeldUntilReadyIsOneInvocation) {
    // edge    0 1 2 3 4 5 6 7 8 9
    // start   0 1 1 1 1 0 0 0 1 0     begins at 1, 4 and 8
    // ready   0 0 0 1 1 0 0 0 1 0
    // done    0 0 0 0 1 0 1 0 1 1     completes 1->4 (4), 4->6 (3), 8->8 (1); 9 is an orphan
    EXPECT_EQ(count(draw({{"s", "0111100010"}, {"r", "0001100010"}, {"d", "0000101011"}}),
                    one_tap("call", R"("start": "s", "ready": "r", "done": "d")")),
              "10/0/10; invocations 3 completions 3 busy_cycles 7 min_latency 1 max_latency 4 "
              "latency_sum 8"
              " min_interval 3 max_interval 4 interval_sum 7 orphans 1 overflows 0"
              " latency_histogram 0 1 latency_histogram 1 1 latency_histogram 2 1");
}

TEST(RecountCall, WithoutReadyDoneEndsTheOffer) {
    // A pulse at 0, done at 3; start is held over 5..7, done at 6: begins again at 7, still open.
    EXPECT_EQ(
        count(draw({{"s", "10000111"}, {"d", "00010010"}}),
              one_tap("call", R"("start": "s", "done": "d")")),
        "8/0/8; invocations 3 completions 2 busy_cycles 7 min_latency 2 max_latency 4 latency_sum 6"
        " min_interval 2 max_interval 5 interval_sum 7 orphans 0 overflows 0"
        " latency_histogram 1 1 latency_histogram 2 1");
}

TEST(RecountCall, AResetForgetsWhatIsUnderWay) {
    // Begun at 0, cut at 2; the done at 3 is an orphan; begun at 4, done at 5. No interval.
    EXPECT_EQ(
        count(draw({{"rst", "001000"}, {"s", "100010"}, {"d", "000101"}}),
              one_tap("call", R"("rst": "rst", "start": "s", "ready": "s", "done": "d")")),
        "6/1/5; invocations 2 completions 1 busy_cycles 4 min_latency 2 max_latency 2 latency_sum 2"
        " min_interval 0 max_interval 0 interval_sum 0 orphans 1 overflows 0 latency_histogram 1 "
        "1");
}

TEST(RecountCall, MoreThan64UnderWayOverflow) {
    // 66 starts in a row, none done.
    const std::string ones(66, '1');
    EXPECT_EQ(count(draw({{"s", ones}, {"d", std::string(66, '0')}}),
                    one_tap("call", R"("start": "s", "ready": "s", "done": "d")")),
              "66/0/66; invocations 66 completions 0 busy_cycles 66 min_latency 0 max_latency 0 "
              "latency_sum 0"
              " min_interval 1 max_interval 1 interval_sum 65 orphans 0 overflows 2");
}

TEST(RecountCall, TheDoneOfAnOverflowedCallEndsTheOldestThatIsFollowed) {
    // 65 starts in a row, then 65 dones: the last one finds nothing under way.
    EXPECT_EQ(
        count(draw({{"s", std::string(65, '1') + std::string(65, '0')},
                    {"d", std::string(65, '0') + std::string(65, '1')}}),
              one_tap("call", R"("start": "s", "ready": "s", "done": "d")")),
        "130/0/130; invocations 65 completions 64 busy_cycles 129 min_latency 66 max_latency 66 "
        "latency_sum 4224 min_interval 1 max_interval 1 interval_sum 64 orphans 1 overflows 1 "
        "latency_histogram 6 64");
}

TEST(RecountCall, AStartDroppedBeforeReadyIsStillOnOffer) {
    // Start comes, goes, and comes again before ready: one invocation, since its first edge.
    EXPECT_EQ(
        count(draw({{"s", "01001100"}, {"r", "00000100"}, {"d", "00000010"}}),
              one_tap("call", R"("start": "s", "ready": "r", "done": "d")")),
        "8/0/8; invocations 1 completions 1 busy_cycles 6 min_latency 6 max_latency 6 latency_sum 6"
        " min_interval 0 max_interval 0 interval_sum 0 orphans 0 overflows 0 latency_histogram 2 "
        "1");
}

// ---- event and value ----

TEST(RecountEvent, AnyBitCountsAndXIsZero) {
    EXPECT_EQ(count(draw({{"e", "08x420011"}}), one_tap("event", R"("event": "e")")),
              "9/0/9; cycles_true 5 rising_edges 3 longest_run 2");
}

TEST(RecountValue, BinsAndUnknown) {
    // Enabled: 1 3 4 9 x 6. From 2 in steps of 3, 2 bins: 2..4, 5..7.
    EXPECT_EQ(count(draw({{"n", "1111011"}, {"v", "13495x6"}}),
                    one_tap("value", R"("enable": "n", "value": "v")",
                            R"("from": 2, "step": 3, "bins": 2)")),
              "7/0/7; samples 5 value_sum 23 least 1 most 9 below 1 above 1 unknown 1"
              " histogram 0 2 histogram 1 1");
}

// ---- the map and the record ----

TEST(RecountMap, RecordsAreSortedAndCarryTheRunningName) {
    std::istringstream vcd(draw({{"e", "01"}}));
    const auto records = recount(vcd, R"({"top": "dut", "taps": [
        {"kind": "event", "instance": "dut.tap_z", "scope": "dut", "observe": {"clk": "clk", "event": "e"}},
        {"kind": "event", "instance": "dut.tap_a", "scope": "dut", "observe": {"clk": "clk", "event": "e"}}]})",
                                 {"tb.dut", {}, {}});
    std::ostringstream text;
    for (const auto& record : records) write_record(text, record);
    // 2, 62, 1924, 59645, 1848995, 57318846, 1776884227, 55083411038
    EXPECT_EQ(text.str(),
              "event tb.dut.tap_a edges 2 reset_cycles 0 observed_cycles 2 end 1 saturated 0"
              " cycles_true 1 rising_edges 1 longest_run 1 sum 55083411038\n"
              "event tb.dut.tap_z edges 2 reset_cycles 0 observed_cycles 2 end 1 saturated 0"
              " cycles_true 1 rising_edges 1 longest_run 1 sum 55083411038\n");
}

TEST(RecountMap, BadInputIsRefused) {
    const std::string vcd = draw({{"e", "01"}});
    EXPECT_THROW(count(vcd, one_tap("event", R"("event": "nowhere")")), std::runtime_error);
    EXPECT_THROW(count(vcd, one_tap("event", "")), std::runtime_error);
    EXPECT_THROW(count(vcd, one_tap("weather", "")), std::runtime_error);
    EXPECT_THROW(count(vcd, one_tap("event", R"("event": "e")"), {"tb.nobody", {}, {}}),
                 std::runtime_error);
    EXPECT_THROW(count("$scope module tb $end\n", one_tap("event", R"("event": "e")")),
                 std::runtime_error);
}

TEST(Recount, TheMapNamesTapsToPassOver) {
    EXPECT_EQ(ignored_taps(R"({"top": "dut", "ignored": ["dut.u_b.tap", "dut.tap"]})"),
              (std::set<std::string>{"tap", "u_b.tap"}));
    EXPECT_TRUE(ignored_taps(one_tap("event", "")).empty());
}

}  // namespace
}  // namespace recount
