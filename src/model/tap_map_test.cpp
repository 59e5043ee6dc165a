// SPDX-License-Identifier: Apache-2.0
#include "model/tap_map.h"

#include <gtest/gtest.h>

#include "base/codes/runs.h"

namespace tapestry {
namespace {

Tap common(int index, TapKind kind, const std::string& name) {
    Tap tap;
    tap.tap = index;
    tap.own = part_of(kind);
    tap.name = name;
    tap.path = "dut.u_core." + name;
    tap.module = "core";
    tap.instance = "dut.u_core.tapestry_" + name;
    tap.scope = "dut.u_core";
    tap.clock = 0;
    tap.source = "rtl/core.v:41";
    tap.reason = "a case over a register";
    tap.confidence = 0.98;
    tap.observe = {{"clk", "clk"}, {"a_first", "x"}, {"Z", "y"}};
    return tap;
}

// A map with one tap of each kind.
TapMap full_map() {
    TapMap map;
    map.top = "dut";
    map.clocks = {{0, "clk", "dut.clk", "posedge"}};
    Tap fsm = common(0, TapKind::fsm, "state");
    fsm.machine().width = 3;
    fsm.machine().states = {{"IDLE", "0", "idle", "rtl/core.v:50"},
                            {"RUN", "36893488147419103232", "", ""}};
    Tap stream = common(1, TapKind::stream, "out");
    stream.stream() = {
        "axis", {"dut.m_axi", "read", "data"}, {"dut.u_core", ""}, "tdata", "tvalid", 4, 4, 1};
    Tap queue = common(2, TapKind::queue, "fifo");
    queue.queue().depth = 16;
    queue.queue().bins = 17;
    Tap call = common(3, TapKind::call, "ap");
    call.own = CallPart{"axi4", {"dut.m_axi", "read", "latency", true}};
    Tap event = common(4, TapKind::event, "stall");
    Tap value = common(5, TapKind::value, "addr");
    value.own = ValuePart{18446744073709551615u, 8, 4};
    Tap sum = common(6, TapKind::sum, "bytes");
    sum.own = SumPart{20};
    Tap trace = common(7, TapKind::trace, "around");
    trace.own = TracePart{64, {"lasted", 7, 3, 4, 100}, {{"IDLE", "0", "", ""}}};
    trace.synced = {{"far"}};
    Tap assertion = common(8, TapKind::assertion, "fits");
    map.taps = {fsm, stream, queue, call, event, value, sum, trace, assertion};
    map.edges = {{"dut.u_core", "dut.u_sink", "dut.u_core.out"}};
    map.ignored = {"dut.u_sink.tapestry_in"};
    return map;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

std::string complaint_of(const std::string& text) {
    Diagnostics diagnostics;
    EXPECT_FALSE(tap_map_from_json(text, "taps.json", diagnostics));
    EXPECT_EQ(diagnostics.all().size(), 1u);
    EXPECT_EQ(diagnostics.all().at(0).code, code::tap_map_malformed);
    return to_text(diagnostics.all().at(0));
}

TEST(TapMap, SurvivesTheRoundTrip) {
    const std::string text = to_json(full_map());
    Diagnostics diagnostics;
    const Result<TapMap> back = tap_map_from_json(text, "taps.json", diagnostics);
    ASSERT_TRUE(back) << to_text(diagnostics.all().at(0));
    EXPECT_EQ(to_json(*back), text);
    EXPECT_EQ(back->taps[0].observe, full_map().taps[0].observe) << "the order of ports is kept";
    EXPECT_EQ(back->taps[5].value().from, 18446744073709551615u);
    EXPECT_EQ(back->edges[0].channel, "dut.u_core.out");
    EXPECT_EQ(back->ignored, full_map().ignored);
}

TEST(TapMap, WritesNamesThatAreNotUtf8) {
    TapMap map = full_map();
    map.taps[0].reason = "\xff";
    Diagnostics diagnostics;
    EXPECT_TRUE(tap_map_from_json(to_json(map), "taps.json", diagnostics));
}

TEST(TapMap, SaysWhatIsWrongAndWhere) {
    const std::string good = to_json(full_map());
    const struct {
        const char* from;
        const char* to;
        const char* says;
    } cases[] = {
        {"taps/1", "taps/2", "schema cannot be 'tapestry.taps/2'"},
        {"\"top\": \"dut\"", "\"top\": 3", "top is not a string"},
        {"\"top\": \"dut\"", "\"top\": \"\"", "top is empty"},
        {"\"tap\": 3", "\"tap\": 4", "taps[3].tap is not in 3 .. 3"},
        {"\"kind\": \"queue\"", "\"kind\": \"heap\"", "taps[2].kind cannot be 'heap'"},
        {"\"kind\": \"queue\"", "\"knid\": \"queue\"", "taps[2].kind is missing"},
        {"\"reason\"", "\"because\": \"\", \"reason\"", "taps[0].because is not known"},
        {"\"clock\": 0,\n      \"source\"", "\"clock\": 1,\n      \"source\"",
         "taps[0].clock is not the index of a clock"},
        {"0.98", "1.5", "taps[0].confidence is not a number in 0 .. 1"},
        {"\"width\": 3", "\"width\": 0", "taps[0].width is not in 1 .. 65536"},
        {"\"width\": 3", "\"width\": -3", "taps[0].width is not an unsigned number"},
        {"\"code\": \"0\"", "\"code\": \"0x1\"", "taps[0].states[0].code is not an unsigned"},
        {"\"category\": \"idle\"", "\"category\": \"lazy\"", "category cannot be 'lazy'"},
        {"\"step\": 8", "\"step\": 0", "taps[5].step is not in 1"},
        {"\"part\": \"latency\"", "\"part\": \"guess\"", "taps[3].part cannot be 'guess'"},
        {"\"depth\": 16", "\"depth\": 1e99", "taps[2].depth is not an unsigned number"},
        {"\"edge\": \"posedge\"", "\"edge\": \"both\"", "clocks[0].edge cannot be 'both'"},
        {"\"a_first\": \"x\"", "\"a_first\": null", "taps[0].observe.a_first is not a string"},
        {"dut.u_core.tapestry_state", "tb.u_core.tapestry_state", "instance is not below the top"},
        {"dut.u_core.tapestry_out", "dut.u_core.tapestry_state", "of an earlier tap"},
        {"\"dut.u_sink.tapestry_in\"", "7", "ignored[0] is not a string"},
        {"\"to\": \"dut.u_sink\"", "\"to\": []", "edges[0].to is not a string"},
    };
    for (const auto& c : cases) {
        const std::string said = complaint_of(replaced(good, c.from, c.to));
        EXPECT_NE(said.find(c.says), std::string::npos) << said << "  wanted: " << c.says;
    }
}

TEST(TapMap, SaysTheLineOfBrokenJson) {
    EXPECT_NE(complaint_of("{\n  \"schema\": \n}").find("taps.json:3: error"), std::string::npos);
    complaint_of("");
    complaint_of("[]");
    complaint_of("null");
    complaint_of("\"\xff\"");
    complaint_of(std::string(100000, '['));
    complaint_of("{\"schema\": 1e999999}");
}

TEST(TapMap, RefusesObjectsOfAbsurdSize) {
    std::string text = "{";
    for (int i = 0; i < 100000; ++i) text += fmt::format("\"k{}\":0,", i);
    text += "\"last\":0}";
    EXPECT_NE(complaint_of(text).find("too many members"), std::string::npos);
}

TEST(TapMap, SurvivesEveryTruncation) {
    const std::string good = to_json(full_map());
    for (std::size_t n = 0; n + 2 < good.size(); ++n) complaint_of(good.substr(0, n));
}

}  // namespace
}  // namespace tapestry
