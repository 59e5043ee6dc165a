// SPDX-License-Identifier: Apache-2.0
#include "run/reading/match.h"

#include <gtest/gtest.h>

#include "base/codes/readings.h"
#include "run/reading/parse_reading.h"
#include "run/reading/record_text.h"

namespace tapestry {
namespace {

Tap make_tap(int index, TapKind kind, const std::string& scope, const std::string& name) {
    Tap tap;
    tap.tap = index;
    tap.own = part_of(kind);
    tap.scope = scope;
    tap.name = name;
    tap.path = scope + "." + name;
    tap.instance = fmt::format("{}.tapestry_{}_{}", scope, to_word(kind), name);
    tap.clock = 0;
    return tap;
}

TapMap map_of(std::vector<Tap> taps) {
    TapMap map;
    map.top = "dut";
    map.clocks = {{0, "clk", "dut.clk", "posedge"}};
    for (std::size_t i = 0; i < taps.size(); ++i) taps[i].tap = static_cast<int>(i);
    map.taps = std::move(taps);
    return map;
}

void give_bins(Tap& tap, std::uint64_t bins) {
    if (auto* queue = std::get_if<QueuePart>(&tap.own)) queue->bins = bins;
    if (auto* value = std::get_if<ValuePart>(&tap.own)) value->bins = bins;
}

Tap fsm_tap(const std::string& scope) {
    Tap tap = make_tap(0, TapKind::fsm, scope, "state");
    tap.machine().states = {{"IDLE", "0", "idle", ""}, {"RUN", "1", "busy", ""}};
    return tap;
}

std::string event_at(const std::string& path, std::uint64_t edges, std::uint64_t cycles_true = 0,
                     int end = 1) {
    return record_text("event " + path,
                       common_words(edges, 0, end) + fmt::format(" cycles_true {}", cycles_true));
}

struct Matched {
    std::optional<Run> run;
    Diagnostics diagnostics;
};

Matched match_text(const TapMap& map, const std::string& text, const RunFacts& facts = {}) {
    Matched m;
    const Result<Reading> reading = parse_reading(text, "r", m.diagnostics);
    EXPECT_TRUE(reading);
    if (reading) m.run = match(map, *reading, facts, m.diagnostics).if_any();
    return m;
}

std::vector<Code> codes(const Matched& m) {
    std::vector<Code> codes;
    for (const Diagnostic& d : m.diagnostics.all()) codes.push_back(d.code);
    return codes;
}

TEST(Match, FindsTheDesignBelowAnyPrefix) {
    const TapMap map = map_of({make_tap(0, TapKind::event, "dut", "e"),
                               make_tap(0, TapKind::event, "dut.g[0].u_core", "e")});
    for (const char* prefix : {"dut", "TOP.dut", "tb.u_dut", "tb.g__BRA__1__KET__.\\my-dut "}) {
        const Matched m = match_text(
            map,
            event_at(fmt::format("{}.tapestry_event_e", prefix), 5, 2) +
                event_at(fmt::format("{}.g__BRA__0__KET__.u_core.tapestry_event_e", prefix), 5, 3));
        ASSERT_TRUE(m.run) << prefix;
        EXPECT_TRUE(m.diagnostics.all().empty()) << prefix;
        ASSERT_EQ(m.run->taps.size(), 2u);
        EXPECT_EQ(m.run->taps[0].number("cycles_true"), 2u);
        EXPECT_EQ(m.run->taps[1].number("cycles_true"), 3u);
        EXPECT_EQ(m.run->taps[1].tap.path, "dut.g[0].u_core.e");
        EXPECT_EQ(m.run->cycles, 5u);
        EXPECT_FALSE(m.run->partial);
    }
}

// Every path here can be cut in two ways; only one prefix explains both.
TEST(Match, TakesThePrefixThatMostTapsAgreeOn) {
    const TapMap map = map_of(
        {make_tap(0, TapKind::event, "dut", "e"), make_tap(0, TapKind::event, "dut.u_core", "e")});
    const Matched m = match_text(map, event_at("tb.u_core.tapestry_event_e", 5, 2) +
                                          event_at("tb.u_core.u_core.tapestry_event_e", 5, 3));
    ASSERT_TRUE(m.run);
    ASSERT_EQ(m.run->taps.size(), 2u);
    EXPECT_EQ(m.run->taps[0].number("cycles_true"), 2u);
    EXPECT_EQ(m.run->taps[1].number("cycles_true"), 3u);
}

TEST(Match, CopiesTheTapsForEachInstanceOfTheDesign) {
    TapMap map = map_of({make_tap(0, TapKind::event, "dut.u_core", "e")});
    map.edges = {{"dut.u_core", "", "dut.u_core.e"}, {"$CPU", "dut.u_core", ""}};
    const Matched m = match_text(
        map, event_at("tb.u_dut1.u_core.tapestry_event_e", 5, 1) +
                 event_at("tb.u_dut0.u_core.tapestry_event_e", 5, 4) +
                 record_text("clock tb.u_dut1.tapestry_clock_0", "edges 7 end 1 clock 0 time 70") +
                 record_text("clock tb.tapestry_clock_0", "edges 6 end 1 clock 0 time 60"));
    ASSERT_TRUE(m.run);
    ASSERT_EQ(m.run->taps.size(), 2u);
    EXPECT_EQ(m.run->taps[0].tap.path, "u_dut0.u_core.e");
    EXPECT_EQ(m.run->taps[0].number("cycles_true"), 4u);
    EXPECT_EQ(m.run->taps[1].tap.path, "u_dut1.u_core.e");
    EXPECT_EQ(m.run->taps[1].tap.tap, 1);
    EXPECT_EQ(m.run->taps[1].tap.clock, 1);
    ASSERT_EQ(m.run->clocks.size(), 2u);
    EXPECT_EQ(m.run->clocks[0].edges, 6u) << "the counter outside serves the first";
    EXPECT_EQ(m.run->clocks[1].edges, 7u) << "the second has its own";
    EXPECT_EQ(m.run->clocks[1].clock.path, "u_dut1.clk");
    ASSERT_EQ(m.run->edges.size(), 4u);
    EXPECT_EQ(m.run->edges[2].from, "u_dut1.u_core");
    EXPECT_EQ(m.run->edges[2].to, "");
    EXPECT_EQ(m.run->edges[3].from, "$CPU") << "it is outside of both";
    EXPECT_EQ(m.run->edges[3].to, "u_dut1.u_core");
}

TEST(Match, KeepsEnoughOfThePrefixToTellInstancesApart) {
    const TapMap map = map_of({make_tap(0, TapKind::event, "dut", "e")});
    const Matched m = match_text(map, event_at("tb.a.u_dut.tapestry_event_e", 5) +
                                          event_at("tb.ab.u_dut.tapestry_event_e", 5));
    ASSERT_TRUE(m.run);
    EXPECT_EQ(m.run->taps[0].tap.path, "a.u_dut.e");
    EXPECT_EQ(m.run->taps[1].tap.path, "ab.u_dut.e");
}

TEST(Match, FailsOnATapThatTheMapDoesNotKnow) {
    const TapMap map = map_of(
        {make_tap(0, TapKind::event, "dut", "e"), make_tap(0, TapKind::event, "dut.u_core", "e")});
    const std::string good =
        event_at("tb.dut.tapestry_event_e", 5) + event_at("tb.dut.u_core.tapestry_event_e", 5);
    for (const std::string& stranger :
         {event_at("tb.dut.u_core.tapestry_event_f", 5),
          event_at("tb.dut.u_other.tapestry_event_e", 5), event_at("e", 5),
          record_text("value tb.dut.tapestry_event_e", common_words(5, 0)),
          record_text("clock tb.dut.c", "edges 5 end 1 clock 7 time 5")}) {
        const Matched m = match_text(map, good + stranger);
        EXPECT_FALSE(m.run) << stranger;
        EXPECT_EQ(codes(m), std::vector<Code>{code::reading_unknown_tap}) << stranger;
    }
}

// The partner of the design in the testbench has one of its modules in it; one inside the design
// that the map does not know is another matter.
TEST(Match, PassesOverInstancesOfTheTestbench) {
    const TapMap map = map_of(
        {make_tap(0, TapKind::event, "dut", "e"), make_tap(0, TapKind::event, "dut.u_fifo", "f")});
    const std::string text = event_at("tb.u_dut.tapestry_event_e", 5, 1) +
                             event_at("tb.u_dut.u_fifo.tapestry_event_f", 5, 2);
    const Matched m = match_text(map, text + event_at("tb.partner.u_queue.tapestry_event_f", 5, 3));
    ASSERT_TRUE(m.run);
    EXPECT_TRUE(codes(m).empty());
    ASSERT_EQ(m.run->taps.size(), 2u);
    EXPECT_EQ(m.run->taps[1].number("cycles_true"), 2u);
    EXPECT_FALSE(match_text(map, text + event_at("tb.u_dut.u_queue.tapestry_event_f", 5, 3)).run);
    EXPECT_FALSE(match_text(map, event_at("tb.partner.u_queue.tapestry_event_f", 5, 3)).run);
}

TEST(Match, PassesOverTapsThatTheMapIgnores) {
    TapMap map = map_of(
        {make_tap(0, TapKind::event, "dut", "e"), make_tap(0, TapKind::event, "dut.u_a", "f")});
    map.ignored = {"dut.u_a.tapestry_event_e", "dut.u_b[0].tapestry_event_e"};
    const std::string wanted = event_at("tb.dut.u_a.tapestry_event_f", 5, 2);
    const std::string ignored = event_at("tb.dut.u_a.tapestry_event_e", 5, 1) +
                                event_at("tb.dut.u_b__BRA__0__KET__.tapestry_event_e", 5, 1);
    const Matched m = match_text(map, wanted + ignored);
    ASSERT_TRUE(m.run);
    ASSERT_EQ(m.run->taps.size(), 2u);
    EXPECT_TRUE(m.run->taps[0].silent) << "an ignored tap is no stand-in for a silent one";
    EXPECT_EQ(m.run->taps[1].number("cycles_true"), 2u);
    EXPECT_FALSE(match_text(map, wanted + event_at("tb.dut.u_c.tapestry_event_e", 5)).run);
}

TEST(Match, ReportsASilentTap) {
    const TapMap map =
        map_of({make_tap(0, TapKind::event, "dut", "e"), make_tap(0, TapKind::event, "dut", "f")});
    const Matched m = match_text(map, event_at("tb.dut.tapestry_event_e", 5));
    ASSERT_TRUE(m.run);
    EXPECT_EQ(codes(m), std::vector<Code>{code::reading_tap_silent});
    EXPECT_TRUE(m.run->taps[1].silent);
    EXPECT_EQ(m.run->taps[1].quality, Quality::invalid);
    EXPECT_FALSE(m.run->partial);
    ASSERT_EQ(m.run->diagnostics.size(), 1u) << "the run remembers what was said";
    const Matched none = match_text(map, record_text("clock tb.c", "edges 5 end 1 clock 0 time 5"));
    EXPECT_FALSE(none.run);
    EXPECT_EQ(codes(none), std::vector<Code>{code::reading_malformed});
}

TEST(Match, VerifiesEveryClosedSum) {
    const struct {
        TapKind kind;
        const char* good;
        const char* bad;
    } cases[] = {
        {TapKind::fsm, "state 0 5 1 1 5 state 2 3 1 0 3", "state 0 5 1 1 5"},
        {TapKind::stream, "transfer_cycles 2 blocked_cycles 3 starved_cycles 2 idle_cycles 1",
         "transfer_cycles 2 blocked_cycles 3 starved_cycles 2"},
        {TapKind::stream,
         "transfer_cycles 2 blocked_cycles 3 starved_cycles 2 idle_cycles 1 bursts 1 "
         "burst_histogram 1 1",
         "transfer_cycles 2 blocked_cycles 3 starved_cycles 2 idle_cycles 1 bursts 1"},
        {TapKind::queue, "histogram 0 6 histogram 4 2", "histogram 0 6 histogram 4 1"},
        {TapKind::queue, "histogram 0 8", "histogram 0 18446744073709551615 histogram 1 9"},
        {TapKind::call, "completions 2 latency_histogram 0 2", "completions 2"},
        {TapKind::event, "cycles_true 8", "cycles_true 9"},
        {TapKind::value, "samples 6 below 1 above 2 histogram 3 3", "samples 6 below 1 above 2"},
        {TapKind::value, "unknown 8", "unknown 9"},
    };
    for (const auto& c : cases) {
        Tap tap = make_tap(0, c.kind, "dut", "x");
        if (auto* states = tap.find_states()) *states = fsm_tap("dut").states();
        give_bins(tap, 4);
        const TapMap map = map_of({tap, make_tap(0, TapKind::event, "dut", "fine")});
        const std::string head = fmt::format("{0} tb.dut.tapestry_{0}_x", to_word(c.kind));
        const std::string fine = event_at("tb.dut.tapestry_event_fine", 10);
        const Matched good =
            match_text(map, fine + record_text(head, common_words(10, 2) + " " + c.good));
        ASSERT_TRUE(good.run) << c.good;
        EXPECT_TRUE(good.diagnostics.all().empty()) << c.good;
        EXPECT_EQ(good.run->taps[0].quality, Quality::exact);
        const std::string open = record_text(head, common_words(10, 2) + " " + c.bad);
        const Matched bad = match_text(map, fine + open);
        ASSERT_TRUE(bad.run) << c.bad;
        EXPECT_EQ(codes(bad), std::vector<Code>{code::reading_sum_open}) << c.bad;
        EXPECT_EQ(bad.run->taps[0].quality, Quality::invalid);
        EXPECT_EQ(bad.run->taps[1].quality, Quality::exact);
        EXPECT_FALSE(match_text(map, open).run) << "nothing to trust is left";
    }
}

TEST(Match, WantsEdgesToBeResetAndObserved) {
    const TapMap map = map_of({make_tap(0, TapKind::event, "dut", "e")});
    const Matched m =
        match_text(map, record_text("event tb.dut.tapestry_event_e",
                                    "edges 9 reset_cycles 1 observed_cycles 7 end 1"));
    EXPECT_FALSE(m.run);
    ASSERT_EQ(m.diagnostics.all().size(), 1u);
    EXPECT_EQ(m.diagnostics.all()[0].sentence,
              "the edges of tap 'dut.e' add up to 8, but 9 were counted");
}

TEST(Match, DoesNotTrustRowsThatTheMapDoesNotHave) {
    Tap queue = make_tap(0, TapKind::queue, "dut", "q");
    give_bins(queue, 2);
    const TapMap map = map_of({fsm_tap("dut"), queue, make_tap(0, TapKind::event, "dut", "fine")});
    const Matched m = match_text(
        map,
        record_text("fsm tb.dut.tapestry_fsm_state",
                    common_words(9, 0) + " state 18446744073709551615 9 1 1 1") +
            record_text("queue tb.dut.tapestry_queue_q", common_words(9, 0) + " histogram 3 9") +
            event_at("tb.dut.tapestry_event_fine", 9));
    ASSERT_TRUE(m.run);
    EXPECT_EQ(codes(m), (std::vector<Code>{code::reading_row_unknown, code::reading_row_unknown}));
    EXPECT_EQ(m.run->taps[0].quality, Quality::invalid);
}

TEST(Match, MarksSaturationAsALowerBound) {
    const TapMap map = map_of({fsm_tap("dut")});
    const Matched m =
        match_text(map, record_text("fsm tb.dut.tapestry_fsm_state",
                                    common_words(99, 0, 1, 1) + " state 0 15 15 1 15"));
    ASSERT_TRUE(m.run);
    EXPECT_EQ(m.run->taps[0].quality, Quality::lower_bound);
    EXPECT_TRUE(m.diagnostics.all().empty()) << "a saturated sum cannot close";
}

// The flags and the depth of a queue are witnesses of its occupancy.
TEST(Match, AnOccupancyThatTheDesignContradictsIsUnknown) {
    const struct {
        const char* empty;
        const char* words;
        Quality quality;
    } cases[] = {
        {"empty", " pushes 9 pops 9 empty_cycles 60 max_occupancy 8", Quality::exact},
        {"empty", " pushes 9 pops 9 empty_cycles 90 max_occupancy 9", Quality::estimated},
        {"empty", " pushes 200 pops 9 empty_cycles 60 max_occupancy 162", Quality::invalid},
        {"empty", " pushes 1 pops 0 empty_cycles 99 max_occupancy 1", Quality::invalid},
        {"empty", " pushes 5 pops 5 empty_cycles 20 max_occupancy 3", Quality::invalid},
        {"!valid", " pushes 1 pops 0 empty_cycles 99 max_occupancy 1", Quality::exact},
    };
    for (const auto& c : cases) {
        Tap tap = make_tap(0, TapKind::queue, "dut", "q");
        give_bins(tap, 4);
        tap.queue().depth = 8;
        tap.observe = {{"push", "p"}, {"full", "f"}, {"pop", "g"}, {"empty", c.empty}};
        const Matched m = match_text(
            map_of({tap, make_tap(0, TapKind::event, "dut", "fine")}),
            record_text("queue tb.dut.tapestry_queue_q",
                        common_words(100, 0, 1) + c.words + " histogram 0 60 histogram 4 40") +
                event_at("tb.dut.tapestry_event_fine", 100));
        ASSERT_TRUE(m.run) << c.words;
        const std::vector<Code> said = {code::occupancy_contradicted};
        EXPECT_EQ(codes(m), c.quality == Quality::invalid ? said : std::vector<Code>()) << c.words;
        EXPECT_EQ(m.run->taps[0].quality, c.quality) << c.words;
    }
}

TEST(Match, ARunWithoutANumberToTrustFailsWithASentence) {
    Tap tap = make_tap(0, TapKind::queue, "dut", "q");
    give_bins(tap, 4);
    tap.queue().depth = 8;
    tap.observe = {{"push", "p"}, {"full", "f"}, {"pop", "g"}, {"empty", "empty"}};
    const Matched m = match_text(
        map_of({tap}),
        record_text("queue tb.dut.tapestry_queue_q",
                    common_words(100, 0, 1) + " pushes 200 pops 9 empty_cycles 60 "
                                              "max_occupancy 162 histogram 0 60 histogram 4 40"));
    EXPECT_FALSE(m.run);
    EXPECT_EQ(codes(m), (std::vector<Code>{code::occupancy_contradicted, code::reading_untrusted}));
}

TEST(Match, MarksWhatATapLostTrackOfAsEstimated) {
    const struct {
        TapKind kind;
        std::string words;
        Quality quality;
    } cases[] = {
        {TapKind::call, " invocations 3 overflows 0", Quality::exact},
        {TapKind::call, " invocations 3 overflows 1", Quality::estimated},
        {TapKind::queue, " pops 3 underflows 0 histogram 0 9", Quality::exact},
        {TapKind::queue, " pops 3 underflows 2 histogram 0 9", Quality::estimated},
    };
    for (const auto& c : cases) {
        Tap tap = make_tap(0, c.kind, "dut", "x");
        give_bins(tap, 4);
        const std::string word(to_word(c.kind));
        const Matched m = match_text(
            map_of({tap}),
            record_text(word + " tb.dut.tapestry_" + word + "_x", common_words(9, 0, 1) + c.words));
        ASSERT_TRUE(m.run) << word << c.words;
        EXPECT_EQ(m.run->taps[0].quality, c.quality) << word << c.words;
    }
}

TEST(Match, EstimatesLatenciesOfABusThatMayAnswerOutOfOrder) {
    for (const int outstanding : {1, 2}) {
        Tap latency = make_tap(0, TapKind::call, "dut", "x");
        *latency.find_bus() = {"dut.bus", "read", "latency", true};
        Tap queue = make_tap(1, TapKind::queue, "dut", "x");
        queue.own = QueuePart{{"dut.bus", "read", "outstanding"}, {}, 0, 4};
        const Matched m = match_text(
            map_of({latency, queue}),
            record_text("call tb.dut.tapestry_call_x", common_words(9, 0, 1)) +
                record_text("queue tb.dut.tapestry_queue_x",
                            common_words(9, 0, 1) +
                                fmt::format(" max_occupancy {} histogram 0 9", outstanding)));
        ASSERT_TRUE(m.run);
        EXPECT_EQ(m.run->taps[0].quality, outstanding > 1 ? Quality::estimated : Quality::exact);
        EXPECT_EQ(m.run->taps[1].quality, Quality::exact);
    }
}

TEST(Match, MakesFramesOfConsecutiveRecords) {
    const TapMap map = map_of({fsm_tap("dut")});
    const std::string head = "fsm tb.dut.tapestry_fsm_state";
    const std::string last = " state 0 12 2 1 9 state 1 8 1 1 8 transition 0 1 1";
    const Matched m =
        match_text(map, record_text(head, common_words(10, 2, 0) + " state 0 8 1 0 8") +
                            record_text(head, common_words(22, 2, 0) + last) +
                            record_text(head, common_words(22, 2, 1) + last));
    ASSERT_TRUE(m.run);
    const TapNumbers& tap = m.run->taps[0];
    ASSERT_EQ(tap.frames.size(), 2u) << "the run ends on the last edge of the second frame";
    std::vector<std::string> rows;
    for (const Frame& f : tap.frames) {
        for (const auto& [name, value] : f.growth) {
            rows.push_back(
                fmt::format("{}-{} {} {}", f.start_edge, f.end_edge, tap.frame_names[name], value));
        }
    }
    EXPECT_EQ(rows, (std::vector<std::string>{"0-10 reset_cycles 2", "0-10 observed_cycles 8",
                                              "0-10 state.IDLE 8", "10-22 observed_cycles 12",
                                              "10-22 state.IDLE 4", "10-22 state.RUN 8"}));
    EXPECT_FALSE(m.run->partial);
    EXPECT_EQ(tap.states[1].cycles, 8u);
    EXPECT_EQ(tap.states.size(), 3u) << "other is there";
}

TEST(Match, PutsTheRecordsOfATraceTogether) {
    const TapMap map = map_of({make_tap(0, TapKind::trace, "dut", "t")});
    const std::string head = "trace tb.dut.tapestry_trace_t";
    const std::string first = record_text(
        head, common_words(9, 1, 0) + " records 2 lost 0 record 0 3 7 unknown_record 1 5");
    const std::string second =
        record_text(head, common_words(20, 1) + " records 3 lost 4 record 2 11 1");
    const Matched m = match_text(map, first + second);
    ASSERT_TRUE(m.run);
    const TapNumbers& tap = m.run->taps[0];
    EXPECT_EQ(tap.quality, Quality::exact);
    EXPECT_EQ(tap.number("lost"), 4u);
    ASSERT_EQ(tap.trace.size(), 3u);
    EXPECT_EQ(tap.trace[0].value, 7u);
    EXPECT_FALSE(tap.trace[1].known);
    EXPECT_EQ(tap.trace[2].edge, 11u);
    EXPECT_TRUE(tap.frames.empty());
    const std::string again =
        record_text(head, common_words(20, 1) + " records 3 lost 4 record 1 11 1");
    for (const std::string& text : {second, first + again}) {
        const Matched broken = match_text(map, text);
        EXPECT_FALSE(broken.run) << "no tap has numbers to trust";
        EXPECT_EQ(codes(broken), std::vector<Code>{code::reading_sum_open});
    }
}

TEST(Match, NoticesNumbersThatGoDown) {
    const TapMap map = map_of(
        {make_tap(0, TapKind::event, "dut", "e"), make_tap(0, TapKind::event, "dut", "fine")});
    const std::string fine = event_at("tb.dut.tapestry_event_fine", 9);
    for (const std::string& text :
         {event_at("tb.dut.tapestry_event_e", 10, 3, 0) +
              event_at("tb.dut.tapestry_event_e", 11, 2),
          event_at("tb.dut.tapestry_event_e", 10, 3) + event_at("tb.dut.tapestry_event_e", 9, 3)}) {
        const Matched m = match_text(map, text + fine);
        ASSERT_TRUE(m.run);
        EXPECT_EQ(codes(m), std::vector<Code>{code::reading_goes_back});
        EXPECT_EQ(m.run->taps[0].quality, Quality::invalid);
        EXPECT_TRUE(m.run->taps[0].frames.empty());
    }
}

TEST(Match, TellsACutRunFromALostRecord) {
    const TapMap map =
        map_of({make_tap(0, TapKind::event, "dut", "e"), make_tap(0, TapKind::event, "dut", "f")});
    RunFacts killed;
    killed.partial = true;
    killed.facts = {{"ended", "ran out of its time after 60 s"}};
    const std::string e0 = event_at("tb.dut.tapestry_event_e", 10, 3, 0);
    const std::string f0 = event_at("tb.dut.tapestry_event_f", 10, 3, 0);
    const Matched cut = match_text(map, e0 + f0, killed);
    ASSERT_TRUE(cut.run);
    EXPECT_TRUE(cut.run->partial);
    EXPECT_EQ(cut.run->partial_reason, "the simulation ran out of its time after 60 s");
    EXPECT_EQ(cut.run->taps[0].quality, Quality::exact);
    const Matched lost = match_text(map, e0 + event_at("tb.dut.tapestry_event_f", 20, 3));
    ASSERT_TRUE(lost.run);
    EXPECT_TRUE(lost.run->partial);
    EXPECT_EQ(lost.run->partial_reason, "1 of 2 taps did not write their last record");
    EXPECT_EQ(codes(lost), std::vector<Code>{code::reading_end_missing});
    EXPECT_EQ(lost.run->taps[0].quality, Quality::invalid);
    EXPECT_EQ(lost.run->taps[1].quality, Quality::exact);
}

TEST(Match, KeepsTheClocksOfADesignWithoutTaps) {
    const Matched m =
        match_text(map_of({}), record_text("clock tb.dut.c", "edges 5 end 1 clock 0 time 50"));
    ASSERT_TRUE(m.run);
    ASSERT_EQ(m.run->clocks.size(), 1u);
    EXPECT_EQ(m.run->clocks[0].edges, 5u);
    EXPECT_EQ(m.run->cycles, 5u);
}

std::optional<double> rate_of(const std::string& times) {
    const Matched m =
        match_text(map_of({}), record_text("clock tb.dut.c", "edges 5 end 1 clock 0" + times));
    EXPECT_TRUE(m.run);
    return m.run ? m.run->clocks[0].rate_hz : std::nullopt;
}

TEST(Match, TimesOfEdgesGiveARate) {
    EXPECT_EQ(rate_of(" timed_edges 5 first_edge_fs 5000000 last_edge_fs 37000000 edge_step_fs 0"),
              125e6);
    EXPECT_EQ(rate_of(""), std::nullopt);
    EXPECT_EQ(rate_of(" timed_edges 1 first_edge_fs 5000000 last_edge_fs 5000000"), std::nullopt);
    // No clock of an FPGA: a simulator chose the unit, 1 ps or 1 s.
    EXPECT_EQ(rate_of(" timed_edges 5 first_edge_fs 5000 last_edge_fs 45000"), std::nullopt);
    EXPECT_EQ(
        rate_of(" timed_edges 5 first_edge_fs 5000000000000000 last_edge_fs 9000000000000000"),
        std::nullopt);
}

}  // namespace
}  // namespace tapestry
