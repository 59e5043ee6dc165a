// SPDX-License-Identifier: Apache-2.0
// A small design, elaborated by the real Verilator, and a waveform of it as text.
#include "run/import/import.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "read/verilog/elaborated_text.h"
#include "run/waveform/vcd_reader.h"

namespace tapestry {
namespace {

constexpr const char* kDesign = R"(
    typedef struct packed { logic flag; logic [1:0][3:0] pair; } record_t;
    module dut (input clk, input [1:0][3:0] lanes, input record_t record, input record_t [1:0] both);
        reg [3:0] last;
        always @(posedge clk) last <= lanes[1];
    endmodule)";

// One edge, at which lanes is 4'd3, 4'd9, record 1, 4'd5, 4'd12, and both are that and 0, 4'd2,
// 4'd7.
constexpr const char* kWaveform = R"($timescale 1ns $end
$scope module dut $end
$var wire 1 ! clk $end
$var wire 8 " lanes [7:0] $end
$var wire 9 # record [8:0] $end
$var wire 18 $ both [17:0] $end
$upscope $end
$enddefinitions $end
#0
0!
b00111001 "
b101011100 #
b101011100000100111 $
#5
1!
#10
0!
)";

// The record of the only tap.
ReadingRecord measured(const Design& design, Tap tap, const std::string& waveform) {
    tap.path = "dut.x";
    tap.instance = "dut.tapestry_x";
    tap.scope = "dut";
    tap.clock = 0;
    TapMap map;
    map.top = "dut";
    map.clocks = {{0, "clk", "dut.clk", "posedge"}};
    map.taps = {tap};
    VcdReader reader(bytes_in_memory(waveform));
    EXPECT_EQ(reader.read_header(), "");
    Diagnostics diagnostics;
    const Result<Imported> imported = import_with_map(reader, map, &design, {}, diagnostics);
    if (imported)
        for (const ReadingRecord& record : imported->reading.records)
            if (record.kind == to_word(tap.kind())) return record;
    ADD_FAILURE() << "the tap has no record";
    return {};
}

// The sum of what `expression` was at the edge.
std::uint64_t sampled(const Design& design, const std::string& expression) {
    Tap tap;
    tap.own = ValuePart{0, 1, 1};
    tap.observe = {{"clk", "clk"}, {"enable", "1'b1"}, {"value", expression}};
    return measured(design, tap, kWaveform).number("value_sum");
}

TEST(Import, TakesWholeElementsOfPackedArrays) {
    const Elaborated elaborated = elaborate_text(kDesign, "dut");
    const std::pair<const char*, std::uint64_t> table[] = {
        {"lanes", 0x39},        {"lanes[1]", 3},       {"lanes[0]", 9},
        {"lanes[0][3]", 1},     {"lanes[1][1:0]", 3},  {"record.pair[1]", 5},
        {"record.pair[0]", 12}, {"record.pair", 0x5c}, {"record.pair[0][3:2]", 3},
        {"both[1].flag", 1},    {"both[0].flag", 0},   {"both[1].pair[1]", 5},
        {"both[0].pair", 0x27},
    };
    for (const auto& [expression, value] : table)
        EXPECT_EQ(sampled(elaborated.design, expression), value) << expression;
}

// An edge on the last time stamp: it does not count, and what the value was before it is known.
TEST(Import, TracesTellTheValueAtTheEdgeOfTheEnd) {
    const Elaborated elaborated = elaborate_text(kDesign, "dut");
    Tap tap;
    tap.own = TracePart{8, {.trigger = "change"}, {}};
    tap.observe = {{"clk", "clk"}, {"data", "lanes"}};
    const ReadingRecord between = measured(elaborated.design, tap, kWaveform);
    EXPECT_EQ(between.number("edges"), 1u);
    EXPECT_EQ(between.number("end_edge"), 0u);
    const std::string more = std::string(kWaveform) + "b00000111 \"\n#15\n1!\nb11110000 \"\n";
    const ReadingRecord at_edge = measured(elaborated.design, tap, more);
    EXPECT_EQ(at_edge.number("edges"), 1u);
    EXPECT_EQ(at_edge.number("records"), 1u);
    EXPECT_EQ(at_edge.number("end_edge"), 1u);
    EXPECT_EQ(at_edge.number("end_value"), 7u);
}

}  // namespace
}  // namespace tapestry
