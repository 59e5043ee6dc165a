// SPDX-License-Identifier: Apache-2.0
// What bus.h takes for a bus, as a table of small modules, elaborated by the real Verilator in one
// go.
#include "detect/bus.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "detect/detected_text_test.h"
#include "detect/stream.h"

namespace tapestry {
namespace {

struct Row {
    std::string name;
    std::string ports;
    std::string body;
    std::string wanted;  // "bus direction part" of each finding of a bus, in order
};

const std::vector<Row>& table() {
    static const std::vector<Row> rows = {
        {"lite", "input s_arvalid, output reg s_arready, output reg s_rvalid, input s_rready",
         "always @(posedge clk) begin s_arready <= s_arvalid; s_rvalid <= s_rready; end",
         "s read request, s read data, s read latency, s read outstanding"},
        {"no_last",  // the end of a burst does not show
         "input s_arvalid, input [7:0] s_arlen, output reg s_arready, output reg s_rvalid, input "
         "s_rready",
         "always @(posedge clk) begin s_arready <= s_arvalid; s_rvalid <= s_rready; end",
         "s read request, s read data"},
        {"no_response",  // a stream that happens to be called r
         "input s_rvalid, output reg s_rready", "always @(posedge clk) s_rready <= s_rvalid;", ""},
        {"identifiers",
         "input s_arvalid, input [3:0] s_arid, output reg s_arready, output reg s_rvalid, output "
         "[3:0] s_rid, input s_rready",
         "assign s_rid = 0; always @(posedge clk) begin s_arready <= s_arvalid; s_rvalid <= "
         "s_rready; end",
         "s read request, s read data, s read latency reorders, s read outstanding"},
        {"constant_identifier",
         "output reg m_arvalid, output [3:0] m_arid, input m_arready, input m_rvalid, input [3:0] "
         "m_rid, output reg m_rready",
         "assign m_arid = 4'd3; always @(posedge clk) begin m_arvalid <= !m_arready; m_rready <= "
         "m_rvalid; end",
         "m read request, m read data, m read latency, m read outstanding"},
        {"classic", "input wb_cyc_i, input wb_stb_i, input wb_we_i, output reg wb_ack_o",
         "always @(posedge clk) wb_ack_o <= wb_cyc_i && wb_stb_i;",
         "wb read request, wb read single, wb write request, wb write single"},
        {"master", "output reg CYC_O, output reg STB_O, input ACK_I, input [7:0] DAT_I",
         "always @(posedge clk) begin CYC_O <= !ACK_I; STB_O <= !ACK_I; end",
         "wishbone read request, wishbone read single"},
        {"pipelined",
         "input i_wb_cyc, input i_wb_stb, input i_wb_we, output reg o_wb_ack, output o_wb_stall",
         "assign o_wb_stall = 0; always @(posedge clk) o_wb_ack <= i_wb_cyc && i_wb_stb;",
         "wb read request, wb write request, wb both latency, wb both outstanding"},
        {"all_one_way", "output reg w_cyc, output reg w_stb, output reg w_we, output reg w_ack",
         "always @(posedge clk) {w_cyc, w_stb, w_we, w_ack} <= 0;", ""},
        {"no_strobe", "input w_cyc, input w_we, output reg w_ack",
         "always @(posedge clk) w_ack <= w_cyc;", ""},
        {"cycle_counter", "input cycle, input stb, input we, output reg ack",
         "always @(posedge clk) ack <= stb;", ""},
        {"wide_cyc", "input [1:0] w_cyc, input w_stb, input w_we, output reg w_ack",
         "always @(posedge clk) w_ack <= w_stb;", ""},
        {"avalon",
         "input [7:0] s_address, input s_read, input s_write, output [7:0] s_readdata, output reg "
         "s_readdatavalid, output s_waitrequest",
         "assign s_readdata = 0, s_waitrequest = 0; always @(posedge clk) s_readdatavalid <= "
         "s_read;",
         "s read request, s read latency, s read outstanding, s write request, s write single"},
        {"avalon_bursts",
         "input [7:0] s_address, input [3:0] s_burstcount, input s_read, input s_write, output "
         "[7:0] s_readdata, output reg s_readdatavalid, output s_waitrequest",
         "assign s_readdata = 0, s_waitrequest = 0; always @(posedge clk) s_readdatavalid <= "
         "s_read;",
         "s read request, s read data, s write data"},
        {"door", "input s_read, output reg s_waitrequest",  // no address
         "always @(posedge clk) s_waitrequest <= s_read;", ""},
    };
    return rows;
}

TEST(Bus, Table) {
    std::vector<TextModule> modules;
    for (const Row& row : table()) modules.push_back({row.name, row.ports, row.body});
    const DetectedText detected(modules, {find_streams, find_buses});
    for (const Row& row : table()) {
        std::string found;
        for (const Finding* f : detected.taken(row.name)) {
            if (f->bus().name.empty()) continue;
            found += fmt::format("{}{} {} {}{}", found.empty() ? "" : ", ", f->bus().name,
                                 f->bus().direction, f->bus().part,
                                 f->bus().reorders ? " reorders" : "");
        }
        EXPECT_EQ(found, row.wanted) << row.name;
    }
}

}  // namespace
}  // namespace tapestry
