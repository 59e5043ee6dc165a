// SPDX-License-Identifier: Apache-2.0
// One circuit in many spellings: what is found, which side offers, at which value each is active.
// Only structure is asked, before any name is looked at.
#include "detect/structural_stream.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "elaborate/elaborated_text.h"

namespace tapestry {
namespace {

// The streams that structure alone finds in a text, "valid ready" each, sorted.
std::string streams_of(const std::string& text, const std::string& in_module = "top") {
    const Elaborated elaborated = elaborate_text(text, "top");
    const Design& design = elaborated.design;
    std::vector<ModuleIndex> indexes;
    for (const Module& module : design.modules) indexes.emplace_back(module);
    Clocking clocking(design, indexes);
    DesignLogic logic(design, clocking.inactive_resets());
    Listening listening(logic);
    Findings findings;
    std::vector<std::string> found;
    for (std::size_t i = 0; i < design.modules.size(); ++i) {
        if (design.modules[i].source_name != in_module) continue;
        find_structural_streams(static_cast<std::int32_t>(i), indexes[i], clocking, listening,
                                findings);
    }
    for (const Finding& f : findings.taken)
        found.push_back(f.observe[0].second + " " + f.observe[1].second);
    std::sort(found.begin(), found.end());
    std::string joined;
    for (const std::string& f : found) joined += (joined.empty() ? "" : ", ") + f;
    return joined;
}

// How the two sides are called at the source and at the sink, and whether the ready is inverted.
struct Spelling {
    std::string source_valid, source_ready, source_data;
    std::string sink_valid, sink_ready, sink_data;
    bool inverted = false;
};

const std::vector<Spelling>& spellings() {
    static const std::vector<Spelling> all = {
        {"out_valid", "out_ready", "out_data", "in_valid", "in_ready", "in_data"},
        {"valid_o", "ready_i", "data_o", "valid_i", "ready_o", "data_i"},
        {"o_valid", "i_ready", "o_data", "i_valid", "o_ready", "i_data"},
        {"o_valid", "o_ready", "o_data", "i_valid", "i_ready", "i_data"},
        {"o_vld", "o_rdy", "o_dat", "i_vld", "i_rdy", "i_dat"},
        {"out_val", "out_rdy", "out_msg", "in_val", "in_rdy", "in_msg"},
        {"outValid", "outReady", "outData", "inValid", "inReady", "inData"},
        {"validOut", "readyOut", "dataOut", "validIn", "readyIn", "dataIn"},
        {"io_out_valid", "io_out_ready", "io_out_bits", "io_in_valid", "io_in_ready",
         "io_in_bits"},
        {"m_axis_tvalid", "m_axis_tready", "m_axis_tdata", "s_axis_tvalid", "s_axis_tready",
         "s_axis_tdata"},
        {"stb_o", "ack_i", "dat_o", "stb_i", "ack_o", "dat_i"},
        {"req", "ack", "word", "req", "ack", "word"},
        {"req_o", "gnt_i", "addr_o", "req_i", "gnt_o", "addr_i"},
        {"en", "ack", "payload", "en", "ack", "payload"},
        {"valid", "stall", "data", "valid", "stall", "data", true},
        {"valid", "busy", "data", "valid", "busy", "data", true},
        {"go", "busy", "arg", "go", "busy", "arg", true},
        {"push", "full", "wdata", "push", "full", "wdata", true},
        {"dv", "rfd", "sample", "nd", "rfd", "din"},
        {"offer", "accept", "item", "offer", "accept", "item"},
        {"src_rdy", "dst_rdy", "frame", "src_rdy", "dst_rdy", "frame"},
        {"v", "r", "x", "v", "r", "x"},
        {"valid", "enable", "data", "valid", "enable", "data"},
        {"vld", "rd", "q", "vld", "rd", "d"},
        {"valid", "hold", "data", "valid", "hold", "data", true},
        {"valid", "wait_req", "data", "valid", "wait_req", "data", true},
        {"irdy", "trdy", "ad", "irdy", "trdy", "ad"},
        {"v_o", "yumi_i", "data_o", "v_i", "yumi_o", "data_i"},
        {"alpha", "beta", "gamma", "delta", "epsilon", "zeta"},
    };
    return all;
}

// A source that offers a new word now and then, and a sink that is busy now and then.
std::string source_text(const Spelling& s) {
    return fmt::format(
        "module source (input clk, input rst, output reg {v}, input {r}, output reg [7:0] {d});\n"
        "reg [3:0] n; always @(posedge clk) if (rst) begin {v} <= 0; n <= 0; end else begin n <= n "
        "+ 1;\nif (!{v} || {taken}) begin {v} <= n[1] ^ n[3]; {d} <= {d} + 1; end "
        "end\nendmodule\n",
        fmt::arg("v", s.source_valid), fmt::arg("r", s.source_ready), fmt::arg("d", s.source_data),
        fmt::arg("taken", (s.inverted ? "!" : "") + s.source_ready));
}
std::string sink_text(const Spelling& s) {
    return fmt::format(
        "module sink (input clk, input rst, input {v}, output {r}, input [7:0] {d});\n"
        "reg [2:0] left; reg [7:0] sum; assign {r} = {sense}; always @(posedge clk) if (rst) begin "
        "left <= 0; sum <= 0; end else if (left != 0) left <= left - 1; else if ({v}) begin left "
        "<= {d}[2:0]; sum <= sum + {d}; end\nendmodule\n",
        fmt::arg("v", s.sink_valid), fmt::arg("r", s.sink_ready), fmt::arg("d", s.sink_data),
        fmt::arg("sense", s.inverted ? "left != 0" : "left == 0"));
}
std::string joined_text(const Spelling& s) {
    return fmt::format(
        "module top (input clk, input rst);\nwire a, b; wire [7:0] c;\n"
        "source u_source (.clk, .rst, .{}(a), .{}(b), .{}(c));\n"
        "sink u_sink (.clk, .rst, .{}(a), .{}(b), .{}(c));\nendmodule\n",
        s.source_valid, s.source_ready, s.source_data, s.sink_valid, s.sink_ready, s.sink_data);
}

TEST(StructuralStream, EverySpellingOfOneCircuit) {
    for (const Spelling& s : spellings()) {
        EXPECT_EQ(streams_of(source_text(s) + sink_text(s) + joined_text(s)),
                  s.inverted ? "a !b" : "a b")
            << s.source_valid << "/" << s.source_ready;
    }
    EXPECT_EQ(spellings().size(), 29U);
}

}  // namespace
}  // namespace tapestry
