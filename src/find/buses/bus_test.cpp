// SPDX-License-Identifier: Apache-2.0
// What bus.h takes for a bus, as a table of small modules, elaborated by the real Verilator in one
// go.
#include "find/buses/bus.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "find/buses/record_bus.h"
#include "find/detect/detect.h"
#include "find/detect/detected_text_test.h"
#include "find/streams/stream.h"

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
        {"obi_ports",
         "output reg data_req_o, input data_gnt_i, input data_rvalid_i, output data_we_o, output "
         "[3:0] data_be_o, output [31:0] data_addr_o, output [31:0] data_wdata_o, input [31:0] "
         "data_rdata_i",
         "always @(posedge clk) data_req_o <= data_req_o ? !data_gnt_i : data_rvalid_i;",
         "data read request, data write request, data both latency, data both outstanding"},
        {"obi_fetch",
         "output reg instr_req_o, input instr_gnt_i, input instr_rvalid_i, output [31:0] "
         "instr_addr_o",
         "always @(posedge clk) instr_req_o <= instr_req_o ? !instr_gnt_i : instr_rvalid_i;",
         "instr read request, instr read latency, instr read outstanding"},
        {"request_only",  // a stream that is granted
         "output reg data_req_o, input data_gnt_i, output [31:0] data_addr_o",
         "always @(posedge clk) data_req_o <= !data_gnt_i;", ""},
        {"accepted",
         "input inport_rd_i, input [3:0] inport_wr_i, input [31:0] inport_addr_i, output reg "
         "inport_accept_o, output reg inport_ack_o, output [31:0] inport_read_data_o",
         "always @(posedge clk) begin inport_accept_o <= !inport_ack_o; inport_ack_o <= "
         "(inport_rd_i || (|inport_wr_i)) && inport_accept_o; end",
         "inport read request, inport write request, inport both latency, inport both outstanding"},
        {"accepted_fetch",
         "output reg mem_i_rd_o, output [31:0] mem_i_pc_o, input mem_i_accept_i, input "
         "mem_i_valid_i, input [63:0] mem_i_inst_i",
         "always @(posedge clk) mem_i_rd_o <= mem_i_rd_o ? !mem_i_accept_i : mem_i_valid_i;",
         "mem_i read request, mem_i read latency, mem_i read outstanding"},
        {"door", "input s_read, output reg s_waitrequest",  // no address
         "always @(posedge clk) s_waitrequest <= s_read;", ""},
    };
    return rows;
}

// "bus direction part" of each finding of a bus, in order.
std::string buses_of(const std::vector<const Finding*>& findings) {
    std::string found;
    for (const Finding* f : findings) {
        if (f->bus().name.empty()) continue;
        found +=
            fmt::format("{}{} {} {}{}", found.empty() ? "" : ", ", f->bus().name,
                        f->bus().direction, f->bus().part, f->bus().reorders ? " reorders" : "");
    }
    return found;
}

void expect_table(const std::vector<Row>& rows, const std::string& support) {
    std::vector<TextModule> modules;
    for (const Row& row : rows) modules.push_back({row.name, row.ports, row.body});
    const DetectedText detected(modules, {find_record_buses, find_streams, find_buses}, support);
    for (const Row& row : rows)
        EXPECT_EQ(buses_of(detected.taken(row.name)), row.wanted) << row.name;
}

TEST(Bus, Table) { expect_table(table(), ""); }

// Records of three protocols, and of none.
const std::string kRecords = R"(
package p;
    typedef struct packed {logic [3:0] id; logic [31:0] addr; logic [7:0] len; logic [5:0] atop;} ax_t;
    typedef struct packed {logic [63:0] data; logic [7:0] strb; logic last;} w_t;
    typedef struct packed {logic [3:0] id; logic [1:0] resp;} b_t;
    typedef struct packed {logic [3:0] id; logic [63:0] data; logic last;} r_t;
    typedef struct packed {ax_t aw; logic aw_valid; w_t w; logic w_valid; logic b_ready; ax_t ar;
        logic ar_valid; logic r_ready;} axi_req_t;
    typedef struct packed {logic aw_ready; logic ar_ready; logic w_ready; logic b_valid; b_t b;
        logic r_valid; r_t r;} axi_resp_t;
    typedef struct packed {struct packed {logic valid; logic [7:0] addr;} ar;
        struct packed {logic ready;} r;} lite_req_t;
    typedef struct packed {struct packed {logic ready;} ar;
        struct packed {logic valid; logic [31:0] data;} r;} lite_resp_t;
    typedef struct packed {logic a_valid; logic [2:0] a_opcode; logic [1:0] a_size;
        logic [7:0] a_source; logic [3:0] a_mask; logic [31:0] a_data; logic d_ready;} h2d_t;
    typedef struct packed {logic d_valid; logic [2:0] d_opcode; logic [7:0] d_source;
        logic [31:0] d_data; logic a_ready;} d2h_t;
    typedef struct packed {logic a_valid; logic [2:0] a_opcode; logic [3:0] a_size;
        logic [31:0] a_data; logic d_ready;} long_h2d_t;
    typedef struct packed {struct packed {logic [31:0] addr; logic we; logic [3:0] be;
        logic [31:0] wdata;} a; logic req;} obi_req_t;
    typedef struct packed {struct packed {logic [31:0] rdata;} r; logic gnt; logic rvalid;} obi_rsp_t;
    typedef struct packed {logic req; logic [31:0] addr;} fetch_req_t;
endpackage
)";

const std::string kAnswer =
    "always_ff @(posedge clk) begin s_resp_o.ar_ready <= s_req_i.ar_valid; s_resp_o.r_valid <= "
    "s_req_i.r_ready; s_resp_o.aw_ready <= s_req_i.aw_valid; s_resp_o.w_ready <= s_req_i.w_valid; "
    "s_resp_o.b_valid <= s_req_i.b_ready; end";
const std::string kAxi =
    "{0} write request, {0} write data, {0} write response, {0} read request, {0} read data, "
    "{0} read latency reorders, {0} read outstanding, {0} write latency reorders, {0} write "
    "outstanding";
const std::string kTileLink =
    "{0} read request, {0} read data, {0} read latency{1}, {0} read outstanding, {0} write "
    "request, {0} write response, {0} write latency{1}, {0} write outstanding";
const std::string kObi =
    "{0} read request, {0} write request, {0} both latency, {0} both outstanding";

TEST(Bus, Records) {
    const std::vector<Row> rows = {
        {"axi", "input p::axi_req_t s_req_i, output p::axi_resp_t s_resp_o", kAnswer,
         fmt::format(fmt::runtime(kAxi), "s")},
        {"array", "input p::axi_req_t [1:0] ports_req_i, output p::axi_resp_t [1:0] ports_resp_o",
         "always_ff @(posedge clk) for (int i = 0; i < 2; i++) ports_resp_o[i].aw_ready <= "
         "ports_req_i[i].aw_valid;",
         fmt::format(fmt::runtime(kAxi), "ports[0]") + ", " +
             fmt::format(fmt::runtime(kAxi), "ports[1]")},
        {"lite", "output p::lite_req_t req_o, input p::lite_resp_t rsp_i",
         "always_ff @(posedge clk) begin req_o.ar.valid <= rsp_i.ar.ready; req_o.r.ready <= "
         "rsp_i.r.valid; end",
         "axi read request, axi read data, axi read latency, axi read outstanding"},
        {"tilelink", "input p::h2d_t tl_i, output p::d2h_t tl_o",
         "always_ff @(posedge clk) begin tl_o.a_ready <= tl_i.a_valid; tl_o.d_valid <= "
         "tl_i.d_ready; end",
         fmt::format(fmt::runtime(kTileLink), "tl", " reorders")},
        {"tilelink_bursts",  // sizes beyond the width of the data
         "input p::long_h2d_t tl_i, output p::d2h_t tl_o",
         "always_ff @(posedge clk) begin tl_o.a_ready <= tl_i.a_valid; tl_o.d_valid <= "
         "tl_i.d_ready; end",
         "tl read request, tl read data, tl write request, tl write response"},
        {"obi", "input p::obi_req_t data_req_i, output p::obi_rsp_t data_rsp_o",
         "always_ff @(posedge clk) begin data_rsp_o.gnt <= data_req_i.req; data_rsp_o.rvalid <= "
         "data_rsp_o.gnt; end",
         fmt::format(fmt::runtime(kObi), "data")},
        {"fetch", "output p::fetch_req_t instr_req_o, input p::obi_rsp_t instr_rsp_i",
         "always_ff @(posedge clk) instr_req_o.req <= instr_rsp_i.gnt;",
         "instr read request, instr read latency, instr read outstanding"},
        {"lone_names",  // nothing in common, and the only ones of their kind
         "input p::obi_req_t question, output p::obi_rsp_t reply",
         "always_ff @(posedge clk) begin reply.gnt <= question.req; reply.rvalid <= reply.gnt; end",
         fmt::format(fmt::runtime(kObi), "question")},
        {"one_way", "output p::obi_req_t data_req, output p::obi_rsp_t data_rsp",
         "always_ff @(posedge clk) begin data_req.req <= 1; data_rsp.gnt <= 1; end", ""},
        {"two_answers",  // nobody can tell which belongs to the request
         "input p::obi_req_t x, output p::obi_rsp_t y, output p::obi_rsp_t z",
         "always_ff @(posedge clk) begin y.gnt <= x.req; z.gnt <= x.req; end", ""},
    };
    expect_table(rows, kRecords);
}

// An atomic operation that returns what it found begins a read too.
TEST(Bus, AtomicOperationsAreReads) {
    const DetectedText detected(
        {{"axi", "input p::axi_req_t s_req_i, output p::axi_resp_t s_resp_o", kAnswer}},
        {find_record_buses}, kRecords);
    for (const Finding* f : detected.taken("axi")) {
        if (f->name != "s_read_latency") continue;
        EXPECT_EQ(observed(*f, "start"),
                  "(s_req_i.ar_valid && s_resp_o.ar_ready) || (s_req_i.aw_valid && "
                  "s_resp_o.aw_ready && s_req_i.aw.atop[5])");
        EXPECT_EQ(observed(*f, "done"), "s_resp_o.r_valid && s_req_i.r_ready && s_resp_o.r.last");
        return;
    }
    FAIL() << "no reads are timed";
}

// A port of any type, one that is passed on, and nets that only the ports of instances tell.
TEST(Bus, RecordsOfTypesAndNets) {
    const Elaborated elaborated = elaborate_text(kRecords + R"(
module leaf #(parameter type req_t = logic, parameter type rsp_t = logic) (input clk,
        input req_t in_req_i, output rsp_t in_rsp_o);
    always_ff @(posedge clk) begin in_rsp_o.gnt <= in_req_i.req; in_rsp_o.rvalid <= in_rsp_o.gnt; end
endmodule
module core (input clk, output p::obi_req_t [1:0] data_reqs_o, input p::obi_rsp_t [1:0] data_rsps_i);
    always_ff @(posedge clk)
        for (int i = 0; i < 2; i++) data_reqs_o[i].req <= data_rsps_i[i].gnt ^ data_rsps_i[i].rvalid;
endmodule
module top (input clk);
    p::obi_req_t [1:0] away; p::obi_rsp_t [1:0] home;
    p::obi_req_t lost; p::obi_rsp_t other;
    core u_core (.clk, .data_reqs_o(away), .data_rsps_i(home));
    for (genvar g = 0; g < 2; g++) begin : turn
        leaf #(.req_t(p::obi_req_t), .rsp_t(p::obi_rsp_t)) u_leaf
            (.clk, .in_req_i(away[g]), .in_rsp_o(home[g]));
    end
    always_ff @(posedge clk) begin lost.req <= clk; other.gnt <= clk; end
endmodule
)",
                                                 "top");
    const Design& design = elaborated.design;
    const NameSource names{[](const SourcePlace&) { return std::string(); }};
    Diagnostics diagnostics;
    const auto found = detect(design, names, {}, diagnostics);
    auto found_in = [&](const std::string& module) {
        std::vector<const Finding*> all;
        for (const Finding& f : found->taken) {
            if (design.modules[f.module].source_name == module) all.push_back(&f);
        }
        return all;
    };
    EXPECT_EQ(buses_of(found_in("leaf")), fmt::format(fmt::runtime(kObi), "in"));
    const std::string two = fmt::format(fmt::runtime(kObi), "away[0]") + ", " +
                            fmt::format(fmt::runtime(kObi), "away[1]");
    EXPECT_EQ(buses_of(found_in("top")), two);
    for (const Finding* f : found_in("leaf")) {
        if (!f->is(TapKind::stream)) continue;
        EXPECT_EQ(f->stream().bytes_per_beat, 4U) << f->name;
    }
}

}  // namespace
}  // namespace tapestry
