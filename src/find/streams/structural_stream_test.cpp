// SPDX-License-Identifier: Apache-2.0
// One circuit in many spellings: what is found, which side offers, at which value each is active.
// Only structure is asked, before any name is looked at.
#include "find/streams/structural_stream.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "find/detect/detected_text_test.h"

namespace tapestry {
namespace {

// The streams that structure alone finds in each module of a design, "valid ready" each, sorted.
class StructuralStream : public testing::Test {
protected:
    void look_at(const std::string& text) {
        found_.emplace(
            text, std::vector<FindFunction>{find_structural_streams, [](const Subject& on) {
                                                find_shared_handshakes(
                                                    on, port_handshakes(on.design, on.findings));
                                            }});
    }

    std::string streams(const std::string& module) const {
        std::vector<std::string> found;
        for (const Finding* f : found_->taken(module))
            found.push_back(f->observe[0].second + " " + f->observe[1].second);
        std::sort(found.begin(), found.end());
        std::string joined;
        for (const std::string& f : found) joined += (joined.empty() ? "" : ", ") + f;
        return joined;
    }

private:
    std::optional<DetectedText> found_;
};

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
        {"io_out_valid", "io_out_ready", "io_out_bits", "io_in_valid", "io_in_ready", "io_in_bits"},
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
std::string source_text(const Spelling& s, std::size_t n) {
    return fmt::format(
        "module source{n} (input clk, input rst, output reg {v}, input {r}, output reg [7:0] "
        "{d});\n"
        "reg [3:0] n; always @(posedge clk) if (rst) begin {v} <= 0; n <= 0; end else begin n <= n "
        "+ 1;\nif (!{v} || {taken}) begin {v} <= n[1] ^ n[3]; {d} <= {d} + 1; end "
        "end\nendmodule\n",
        fmt::arg("v", s.source_valid), fmt::arg("r", s.source_ready), fmt::arg("d", s.source_data),
        fmt::arg("n", n), fmt::arg("taken", (s.inverted ? "!" : "") + s.source_ready));
}
std::string sink_text(const Spelling& s, std::size_t n) {
    return fmt::format(
        "module sink{n} (input clk, input rst, input {v}, output {r}, input [7:0] {d});\n"
        "reg [2:0] left; reg [7:0] sum; assign {r} = {sense}; always @(posedge clk) if (rst) begin "
        "left <= 0; sum <= 0; end else if (left != 0) left <= left - 1; else if ({v}) begin left "
        "<= {d}[2:0]; sum <= sum + {d}; end\nendmodule\n",
        fmt::arg("v", s.sink_valid), fmt::arg("r", s.sink_ready), fmt::arg("d", s.sink_data),
        fmt::arg("n", n), fmt::arg("sense", s.inverted ? "left != 0" : "left == 0"));
}
std::string pair_text(const Spelling& s, std::size_t n) {
    return fmt::format(
        "module pair{n} (input clk, input rst);\nwire a, b; wire [7:0] c;\n"
        "source{n} u_source (.clk, .rst, .{}(a), .{}(b), .{}(c));\n"
        "sink{n} u_sink (.clk, .rst, .{}(a), .{}(b), .{}(c));\nendmodule\n",
        s.source_valid, s.source_ready, s.source_data, s.sink_valid, s.sink_ready, s.sink_data,
        fmt::arg("n", n));
}

TEST_F(StructuralStream, EverySpellingOfOneCircuit) {
    ASSERT_EQ(spellings().size(), 29U);
    std::string text;
    std::string top = "module top (input clk, input rst);\n";
    for (std::size_t n = 0; n < spellings().size(); ++n) {
        const Spelling& s = spellings()[n];
        text += source_text(s, n) + sink_text(s, n) + pair_text(s, n);
        top += fmt::format("pair{0} u_{0} (.*);\n", n);
    }
    look_at(text + top + "endmodule\n");
    for (std::size_t n = 0; n < spellings().size(); ++n) {
        const Spelling& s = spellings()[n];
        EXPECT_EQ(streams(fmt::format("pair{}", n)), s.inverted ? "a !b" : "a b")
            << s.source_valid << "/" << s.source_ready;
    }
}

// Blocks that many of the following designs are made of.
const std::string kBlocks = R"(
module src (input clk, input rst, output reg a, input b, output reg [7:0] c);
    reg [3:0] n;
    always @(posedge clk) if (rst) begin a <= 0; n <= 0; end else begin
        n <= n + 1;
        if (!a || b) begin a <= n[1] ^ n[3]; c <= c + 1; end
    end
endmodule
module snk (input clk, input rst, input a, output b, input [7:0] c);
    reg [2:0] left; reg [7:0] sum;
    assign b = left == 0;
    always @(posedge clk) if (rst) begin left <= 0; sum <= 0; end
        else if (left != 0) left <= left - 1;
        else if (a) begin left <= c[2:0]; sum <= sum + c; end
endmodule
)";

TEST_F(StructuralStream, MembersOfStructures) {
    look_at(R"(
package p;
    typedef struct packed {logic valid; logic [7:0] data; logic last;} req_t;
    typedef struct packed {logic ready; logic [1:0] st;} rsp_t;
endpackage
module s import p::*; (input clk, input rst, output req_t req_o, input rsp_t rsp_i);
    logic [3:0] n; req_t r; assign req_o = r;
    always_ff @(posedge clk) if (rst) begin r <= '0; n <= 0; end else begin
        n <= n + 1;
        if (!r.valid || rsp_i.ready) begin
            r.valid <= n[1] ^ n[3]; r.data <= r.data + 1; r.last <= &r.data[1:0];
        end
    end
endmodule
module k import p::*; (input clk, input rst, input req_t req_i, output rsp_t rsp_o);
    logic [2:0] left; logic [7:0] sum;
    assign rsp_o.ready = left == 0; assign rsp_o.st = left[1:0];
    always_ff @(posedge clk) if (rst) begin left <= 0; sum <= 0; end
        else if (left != 0) left <= left - 1;
        else if (req_i.valid) begin
            left <= req_i.data[2:0]; sum <= req_i.last ? 0 : sum + req_i.data;
        end
endmodule
module top (input clk, input rst);
    p::req_t q [2]; p::rsp_t [1:0] a;
    s u0 (.clk, .rst, .req_o(q[1]), .rsp_i(a[1])); k u1 (.clk, .rst, .req_i(q[1]), .rsp_o(a[1]));
endmodule
)");
    EXPECT_EQ(streams("top"), "q[1].valid a[1].ready");
}

TEST_F(StructuralStream, MembersOfInterfaces) {
    look_at(R"(
interface lk; logic v; logic s; logic [7:0] d;
    modport m(output v, output d, input s); modport t(input v, input d, output s);
endinterface
module s (input clk, input rst, lk.m o); logic [3:0] n;
    always_ff @(posedge clk) if (rst) begin o.v <= 0; n <= 0; end else begin
        n <= n + 1; if (!o.v || !o.s) begin o.v <= n[1] ^ n[3]; o.d <= o.d + 1; end end
endmodule
module k (input clk, input rst, lk.t i); logic [2:0] left; logic [7:0] sum;
    assign i.s = left != 0;
    always_ff @(posedge clk) if (rst) begin left <= 0; sum <= 0; end
        else if (left != 0) left <= left - 1;
        else if (i.v) begin left <= i.d[2:0]; sum <= sum + i.d; end
endmodule
module top (input clk, input rst);
    lk l(); s u0 (.clk, .rst, .o(l)); k u1 (.clk, .rst, .i(l));
endmodule
)");
    EXPECT_EQ(streams("top"), "l.v !l.s");
}

TEST_F(StructuralStream, WrappersQueuesInvertersAndExpressionsInPortLists) {
    look_at(kBlocks + R"(
module wrap (input clk, input rst, output a, input b, output [7:0] c); src u (.*); endmodule
module fif (input clk, input rst, input wr, input [7:0] d, output full, input rd,
            output [7:0] q, output empty);
    reg [7:0] m [0:7]; reg [3:0] w, r;
    assign full = (w - r) == 8; assign empty = w == r; assign q = m[r[2:0]];
    always @(posedge clk) if (rst) begin w <= 0; r <= 0; end else begin
        if (wr && !full) begin m[w[2:0]] <= d; w <= w + 1; end
        if (rd && !empty) r <= r + 1;
    end
endmodule
module top (input clk, input rst);
    wire x, full, empty, rb, ov, kb; wire [7:0] xd, yd, od; reg en;
    wrap u5 (.clk, .rst, .a(x), .b(~full), .c(xd));
    fif u6 (.clk, .rst, .wr(x), .full, .d(xd), .rd(rb), .empty, .q(yd));
    snk u7 (.clk, .rst, .a(~empty), .b(rb), .c(yd));
    always @(posedge clk) if (rst) en <= 0; else en <= ~en;
    src u8 (.clk, .rst, .a(ov), .b(kb & en), .c(od));
    snk u9 (.clk, .rst, .a(ov & en), .b(kb), .c(od));
endmodule
)");
    EXPECT_EQ(streams("top"), "!empty rb, (ov && en) kb, ov (kb && en), x !full");
}

TEST_F(StructuralStream, VectorsAndGenerateBlocks) {
    look_at(kBlocks + R"(
module top (input clk, input rst);
    wire [2:0] v, r; wire [2:0][7:0] d;
    generate for (genvar g = 0; g < 3; g++) begin : lane
        wire mv, mr; wire [7:0] md;
        src u (.clk, .rst, .a(v[g]), .b(r[g]), .c(d[g]));
        snk k (.clk, .rst, .a(v[g]), .b(r[g]), .c(d[g]));
        src u2 (.clk, .rst, .a(mv), .b(mr), .c(md));
        snk k2 (.clk, .rst, .a(mv), .b(mr), .c(md));
    end endgenerate
endmodule
)");
    EXPECT_EQ(streams("top"), "mv mr, mv mr, mv mr, v[0] r[0], v[1] r[1], v[2] r[2]");
}

TEST_F(StructuralStream, FourPhasesStallsArbitersAndMemories) {
    look_at(kBlocks + R"(
module m4 (input clk, input rst, output reg req, input ack, output reg [7:0] w); reg [3:0] n;
    always @(posedge clk) if (rst) begin req <= 0; n <= 0; end else begin n <= n + 1;
        if (req && ack) req <= 0;
        else if (!req && !ack && n[2]) begin req <= 1; w <= w + 3; end end
endmodule
module s4 (input clk, input rst, input req, output reg ack, input [7:0] w);
    reg [7:0] s; reg [1:0] d;
    always @(posedge clk) if (rst) begin ack <= 0; d <= 0; s <= 0; end
        else if (!ack && req) begin d <= d + 1; if (d == 3) begin ack <= 1; s <= s + w; end end
        else if (ack && !req) begin ack <= 0; d <= 0; end
endmodule
module st (input clk, input rst, input stop, output reg v, output reg [7:0] d); reg [3:0] n;
    always @(posedge clk) if (rst) begin v <= 0; n <= 0; end
        else if (!stop) begin n <= n + 1; v <= n[1]; d <= d + 1; end
endmodule
module arb (input clk, input rst, input [1:0] req, output reg [1:0] gnt, input [7:0] d0, d1,
            output reg ov, input ordy, output reg [7:0] od); reg last;
    always @* begin gnt = 0;
        if (!ov || ordy) begin
            if (req[0] && (last || !req[1])) gnt[0] = 1; else if (req[1]) gnt[1] = 1; end end
    always @(posedge clk) if (rst) begin ov <= 0; last <= 0; end else begin
        if (ordy) ov <= 0;
        if (gnt[0]) begin ov <= 1; od <= d0; last <= 0; end
        if (gnt[1]) begin ov <= 1; od <= d1; last <= 1; end end
endmodule
module memc (input clk, input rst, output reg req, output reg [7:0] addr, input gnt,
             input rvalid, input [7:0] rdata); reg busy; reg [7:0] s;
    always @(posedge clk) if (rst) begin req <= 0; busy <= 0; s <= 0; addr <= 0; end else begin
        if (!busy && !req) req <= 1;
        if (req && gnt) begin req <= 0; busy <= 1; addr <= addr + 1; end
        if (rvalid) begin busy <= 0; s <= s + rdata; end end
endmodule
module mem (input clk, input rst, input req, input [7:0] addr, output gnt, output reg rvalid,
            output reg [7:0] rdata); reg [7:0] m [0:255]; reg [2:0] c; assign gnt = req && c == 0;
    always @(posedge clk) if (rst) begin c <= 0; rvalid <= 0; end else begin rvalid <= 0;
        if (gnt) begin c <= 5; rdata <= m[addr]; end
        else if (c != 0) begin c <= c - 1; rvalid <= c == 1; end end
endmodule
module top (input clk, input rst);
    wire q4, a4; wire [7:0] w4;
    m4 u0 (.clk, .rst, .req(q4), .ack(a4), .w(w4)); s4 u1 (.clk, .rst, .req(q4), .ack(a4), .w(w4));
    wire sv, sb; wire [7:0] sd;
    st u2 (.clk, .rst, .stop(~sb), .v(sv), .d(sd)); snk u3 (.clk, .rst, .a(sv), .b(sb), .c(sd));
    wire [1:0] rq, gn; wire [7:0] d0, d1, od; wire ov, ob;
    src u4 (.clk, .rst, .a(rq[0]), .b(gn[0]), .c(d0)); src u5 (.clk, .rst, .a(rq[1]), .b(gn[1]), .c(d1));
    arb u6 (.clk, .rst, .req(rq), .gnt(gn), .d0, .d1, .ov, .ordy(ob), .od);
    snk u7 (.clk, .rst, .a(ov), .b(ob), .c(od));
    wire mq, mg, mv; wire [7:0] ma, md;
    memc u8 (.clk, .rst, .req(mq), .gnt(mg), .addr(ma), .rvalid(mv), .rdata(md));
    mem u9 (.clk, .rst, .req(mq), .gnt(mg), .addr(ma), .rvalid(mv), .rdata(md));
endmodule
)");
    EXPECT_EQ(streams("top"), "mq mg, ov ob, q4 a4, rq[0] gn[0], rq[1] gn[1], sv sb");
}

// Signals that run both ways between two blocks and are no handshake.
TEST_F(StructuralStream, DesignsWithoutHandshakes) {
    look_at(R"(
module ctl (input clk, input rst, output reg start, input done, input [7:0] res,
            output reg [7:0] acc); reg [1:0] s;
    always @(posedge clk) if (rst) begin s <= 0; start <= 0; acc <= 0; end else case (s)
        0: begin start <= 1; s <= 1; end 1: begin start <= 0; s <= 2; end
        2: if (done) begin acc <= acc + res; s <= 0; end endcase
endmodule
module wk (input clk, input rst, input start, output reg done, output reg [7:0] res);
    reg b; reg [3:0] c;
    always @(posedge clk) if (rst) begin b <= 0; done <= 0; c <= 0; res <= 0; end else begin
        done <= 0;
        if (!b && start) begin b <= 1; c <= 9; end
        else if (b) begin c <= c - 1; if (c == 0) begin b <= 0; done <= 1; res <= res + 7; end end
    end
endmodule
module cnt (input clk, input rst, input en, output tick); reg [3:0] c; assign tick = c == 15;
    always @(posedge clk) if (rst) c <= 0; else if (en) c <= c + 1;
endmodule
module ent (input clk, input rst, input tick, output reg en); reg [7:0] k;
    always @(posedge clk) if (rst) begin en <= 1; k <= 0; end
        else begin if (tick) k <= k + 1; en <= k[2:0] != 3; end
endmodule
module len (input clk, input rst, output reg en, input done); reg [3:0] w;
    always @(posedge clk) if (rst) begin en <= 0; w <= 0; end
        else if (en) begin if (done) en <= 0; end
        else begin w <= w + 1; if (w == 9) en <= 1; end
endmodule
module lwk (input clk, input rst, input en, output done); reg [3:0] c; assign done = c == 12;
    always @(posedge clk) if (rst) c <= 0; else if (!en) c <= 0; else if (!done) c <= c + 1;
endmodule
module vp (input clk, input rst, input [7:0] back, output reg v, output reg [7:0] d);
    reg [2:0] n;
    always @(posedge clk) if (rst) begin v <= 0; n <= 0; d <= 0; end
        else begin n <= n + 1; v <= n[1]; d <= d + back; end
endmodule
module vc (input clk, input rst, input v, input [7:0] d, output reg [7:0] s);
    always @(posedge clk) if (rst) s <= 0; else if (v) s <= s + d;
endmodule
module top (input clk, input rst);
    wire go, dn; wire [7:0] rs;
    ctl u0 (.clk, .rst, .start(go), .done(dn), .res(rs), .acc());
    wk u1 (.clk, .rst, .start(go), .done(dn), .res(rs));
    wire e, t; cnt u2 (.clk, .rst, .en(e), .tick(t)); ent u3 (.clk, .rst, .en(e), .tick(t));
    wire le, ld; len u4 (.clk, .rst, .en(le), .done(ld)); lwk u5 (.clk, .rst, .en(le), .done(ld));
    wire v; wire [7:0] d, s; vp u6 (.clk, .rst, .back(s), .v, .d); vc u7 (.clk, .rst, .v, .d, .s);
endmodule
)");
    EXPECT_EQ(streams("top"), "");
}

// What is loaded while the other is empty: the loader looks at `empty` only while it does not load.
TEST_F(StructuralStream, WhatIsTakenOnlyWhileNothingIsOfferedIsNoData) {
    look_at(R"(
module tab (input clk, input rst, output reg load, output reg [7:0] w, input empty);
    reg [2:0] n;
    always @(posedge clk) if (rst) begin load <= 0; w <= 0; n <= 4; end else begin
        load <= 0;
        if (n != 0) n <= n - 1;
        else if (empty && !load) begin load <= 1; w <= w + 11; n <= 4; end
    end
endmodule
module shi (input clk, input rst, input load, input [7:0] w, output empty, output q);
    reg [7:0] b; reg [3:0] c; assign empty = c == 0; assign q = b[7];
    always @(posedge clk) if (rst) begin b <= 0; c <= 0; end
        else if (load) begin b <= w; c <= 8; end
        else if (!empty) begin b <= {b[6:0], 1'b0}; c <= c - 1; end
endmodule
module top (input clk, input rst, output q);
    wire load, empty; wire [7:0] w;
    tab u0 (.*); shi u1 (.*);
endmodule
)");
    EXPECT_EQ(streams("top"), "");
}

// No data run with it. `go` alone, and `start`, do not tell: they may belong to a call.
// A queue that takes its data an edge later, and shows a level that stands while it waits: only the
// level runs with a handshake, and it runs the wrong way.
TEST_F(StructuralStream, WhatIsToldThatAQueueIsFullOffers) {
    look_at(R"(
module source (input clk, output reg request, input full, input [3:0] level, output reg [7:0] d);
    reg [7:0] seen;
    always @(posedge clk) begin
        d <= d + 3;
        if (request && !full) begin request <= d[0]; seen <= seen + level; end
        else if (!request) request <= d[1];
    end
endmodule
module store (input clk, input request, output full, output reg [3:0] level, input [7:0] d);
    reg [7:0] late; reg [7:0] mem [0:15]; reg [3:0] at; reg last;
    assign full = level == 15;
    always @(posedge clk) begin
        late <= d; last <= request && !full;
        if (last) begin mem[at] <= late; at <= at + 1; end
        if (request && !full) level <= level + 1;
    end
endmodule
module top (input clk);
    wire request, full; wire [3:0] level; wire [7:0] d;
    source u_source (.*);
    store u_store (.*);
endmodule)");
    EXPECT_EQ(streams("top"), "request !full");
}

TEST_F(StructuralStream, OneNameTellsWhichSideOffers) {
    const auto circuit = [](const std::string& out, const std::string& in) {
        return fmt::format(R"(
module src (input clk, input rst, output {0}, input {1});
    reg full; reg [7:0] n; assign {0} = full;
    always @(posedge clk) if (rst) begin full <= 0; n <= 0; end
        else if (!full) full <= n[0] ^ n[3];
        else if ({1}) begin full <= n[1]; n <= n + 1; end
endmodule
module top (input clk, input rst, output reg v, input take);
    wire {0};
    src u (.clk(clk), .rst(rst), .{0}({0}), .{1}(!v || take));
    always @(posedge clk) if (rst) v <= 0; else if (!v || take) v <= {0};
endmodule
)",
                           out, in);
    };
    look_at(circuit("e", "o_rdy"));
    EXPECT_EQ(streams("top"), "e (!v || take)");
    look_at(circuit("go", "fin"));
    EXPECT_EQ(streams("top"), "");
    look_at(circuit("start", "ready"));
    EXPECT_EQ(streams("top"), "");
}

// The maker cannot see that what it gives second is not watched by who lets it go on.
TEST_F(StructuralStream, IsOneAtEveryInstanceOfAModule) {
    look_at(R"(
module maker (input clk, input rst, output reg give, input okay, output reg [7:0] val);
    reg [2:0] t;
    always @(posedge clk) if (rst) begin give <= 0; val <= 0; t <= 0; end
        else if (give) begin if (okay) begin give <= 0; val <= val + 1; t <= 0; end end
        else if (t == 3) give <= 1; else t <= t + 1;
endmodule
module user (input clk, input rst, input give, output okay, input [7:0] val, output reg [7:0] s);
    reg [2:0] c; assign okay = c == 0;
    always @(posedge clk) if (rst) begin c <= 0; s <= 0; end
        else if (c != 0) c <= c - 1; else if (give) begin c <= 5; s <= s ^ val; end
endmodule
module top (input clk, input rst, input pause, output [7:0] s, output reg [7:0] both);
    wire g, o, g2, g3; wire [7:0] v, v2, v3;
    maker u_m (clk, rst, g, o, v);
    user u_u (clk, rst, g, o, v, s);
    maker u_m2 (clk, rst, g2, ~pause, v2);
    maker u_m3 (clk, rst, g3, 1'b1, v3);
    always @(posedge clk) if (rst) both <= 0; else if (g2) both <= both ^ v2;
endmodule)");
    EXPECT_EQ(streams("top"), "g o, g2 !pause");
}

}  // namespace
}  // namespace tapestry
