// SPDX-License-Identifier: Apache-2.0
// The rules of queue.h, as a table of small modules, elaborated by the real Verilator in one
// go.
#include "find/queues/queue.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "find/detect/detected_text_test.h"
#include "find/streams/stream.h"

namespace tapestry {
namespace {

struct Row {
    TextModule module;
    // "name depth: push / full / pop / empty" of each queue, or "no: " and part of the reason of
    // the last rejection, or "none".
    std::string wanted;
};

// Pointers into an array: what steps them and what compares them differs from row to row.
std::string buffer(const std::string& steps, const std::string& flags) {
    return "reg [7:0] mem [0:3]; reg [2:0] w, r; assign q = mem[r[1:0]]; always @(posedge clk) "
           "begin if (push) mem[w[1:0]] <= d; " +
           steps + " end " + flags;
}
constexpr const char* kBufferPorts =
    "input rst, input push, input pop, input flush, input [7:0] d, output [7:0] q";
constexpr const char* kWords =
    "input rst, input wv, output wr, input [7:0] d, output rv, input rr, output [7:0] q";
constexpr const char* kSteps =
    "if (rst) w <= 0; else if (push) w <= w + 1; if (rst) r <= 0; else if (pop) r <= r + 1;";
constexpr const char* kFlags = "wire is_full = (w ^ r) == 4; wire is_empty = w == r;";

const std::vector<Row>& table() {
    static const std::vector<Row> rows = {
        {{"by_ports",
          "input wr_en, input rd_en, input [7:0] din, output full, output empty, output [7:0] dout",
          "reg [7:0] mem [0:7]; reg [3:0] w, r; assign full = (w ^ r) == 8, empty = w == r, dout = "
          "mem[r[2:0]]; always @(posedge clk) begin if (wr_en && !full) begin mem[w[2:0]] <= din; "
          "w "
          "<= w + 1; end if (rd_en && !empty) r <= r + 1; end"},
         " 8: wr_en / full / rd_en / empty"},
        {{"flags_are_the_opposite_of_their_names",
          "input wr_en, input rd_en, input [7:0] din, output full, output empty, output [7:0] dout",
          "reg [7:0] mem [0:7]; reg [3:0] w, r; reg last; wire some = w != r; assign full = (w ^ "
          "r) != 8, empty = some, dout = mem[r[2:0]]; always @(posedge clk) begin if (wr_en && "
          "full) begin mem[w[2:0]] <= din; w <= w + 1; end last <= din[0]; if (rd_en && some && "
          "(last || !last)) r <= r + 1; end"},
         " 8: wr_en / !full / rd_en / !empty"},
        {{"taken_by_got",
          "input put, input got, input [7:0] din, output full, output valid, output [7:0] dout",
          "reg [7:0] mem [0:7]; reg [3:0] w, r; assign full = (w ^ r) == 8, valid = w != r, dout = "
          "mem[r[2:0]]; always @(posedge clk) begin if (put && !full) begin mem[w[2:0]] <= din; w "
          "<= w + 1; end if (got && valid) r <= r + 1; end"},
         " 8: put / full / got / !valid"},
        {{"accepts_when_full",
          "input push, input pop, input [7:0] din, output full, output empty, output [7:0] dout",
          "reg [7:0] mem [0:1]; reg [1:0] w, r; assign full = (w ^ r) == 2, empty = w == r, dout = "
          "mem[r[0]]; always @(posedge clk) begin if (push && (!full || pop)) begin mem[w[0]] <= "
          "din; w <= w + 1; end if (pop && !empty) r <= r + 1; end"},
         " 2: push / full && !pop / pop / empty"},
        {{"shifted",
          "input push, input pop, input [7:0] din, output full, output empty, output [7:0] dout",
          "reg [39:0] s; reg [2:0] n; wire at_end = n == 5; assign full = at_end, empty = n == 0, "
          "dout = s >> (8 * (n - 1)); wire i = push && !full, o = pop && !empty; always @(posedge "
          "clk) begin if (i) s <= {s[31:0], din}; if (i && !o) n <= n + 1; else if (o && !i) n <= "
          "n - 1; end"},
         " 5: push / full / pop / empty"},
        {{"output_register",
          "input wr_en, input rd_en, input [7:0] din, output full, output empty, output reg [7:0] "
          "dout",
          "parameter DEPTH = 8; reg [7:0] mem [0:DEPTH-2]; reg [3:0] n; reg [2:0] w, r; assign "
          "full = n == DEPTH, empty = n == 0; always @(posedge clk) begin n <= n + (wr_en && "
          "!full) "
          "- (rd_en && !empty); if (wr_en && !full) begin mem[w] <= din; w <= w == 6 ? 0 : w + 1; "
          "end if (rd_en && !empty) begin dout <= mem[r]; r <= r == 6 ? 0 : r + 1; end end"},
         " 8: wr_en / full / rd_en / empty"},
        {{"two_full_ports", "input push, input pop, output full, output is_full, output empty",
          "reg [1:0] n; assign full = n == 3, is_full = full, empty = n == 0; always @(posedge "
          "clk) "
          "n <= n + push - pop;"},
         "none"},
        {{"my_fifo",
          "input in_valid, output in_ready, input [7:0] in_data, output out_valid, input "
          "out_ready, "
          "output [7:0] out_data",
          "reg [7:0] mem [0:3]; reg [2:0] w, r; assign in_ready = (w ^ r) != 4, out_valid = w != "
          "r, "
          "out_data = mem[r[1:0]]; always @(posedge clk) begin if (in_valid && in_ready) begin "
          "mem[w[1:0]] <= in_data; w <= w + 1; end if (out_valid && out_ready) r <= r + 1; end"},
         " 4: in_valid / !in_ready / out_ready / !out_valid"},
        {{"frame_fifo",  // accepted beats may not be stored
          "input in_valid, output in_ready, input bad, input [7:0] in_data, output out_valid, "
          "input "
          "out_ready, output [7:0] out_data",
          "reg [7:0] mem [0:3]; reg [2:0] w, r; assign in_ready = (w ^ r) != 4, out_valid = w != "
          "r, "
          "out_data = mem[r[1:0]]; always @(posedge clk) begin if (in_valid && in_ready && !bad) "
          "begin mem[w[1:0]] <= in_data; w <= w + 1; end if (out_valid && out_ready) r <= r + 1; "
          "end"},
         "no: it does not show that every beat it takes is stored"},
        {{"drop_fifo",  // drops accepted beats
          "input in_valid, output in_ready, input drop, input [7:0] in_data, output out_valid, "
          "input out_ready, output [7:0] out_data",
          "reg [7:0] mem [0:3]; reg [2:0] w, r, mark; assign in_ready = (w ^ r) != 4, out_valid = "
          "w "
          "!= r, out_data = mem[r[1:0]]; always @(posedge clk) begin if (drop) w <= mark; else if "
          "(in_valid && in_ready) begin mem[w[1:0]] <= in_data; w <= w + 1; mark <= w; end if "
          "(out_valid && out_ready) r <= r + 1; end"},
         "no: its place is set back to 'mark'"},
        // Whole modules by what they do; their ports say nothing.
        {{"flag_beside_pointers", kWords,
          "reg [7:0] s [0:3]; reg [1:0] head, tail; reg is_full; wire [1:0] after = head + 1; wire "
          "put = wv && !is_full; wire take = rr && rv; assign wr = !is_full, rv = !(head == tail &&"
          " !is_full), q = s[tail]; always @(posedge clk) begin if (put) s[head] <= d; if (put) "
          "head <= after; if (take) tail <= tail + 1; if (put && !take && after == tail) is_full <="
          " 1; else if (take && !put) is_full <= 0; if (rst) begin head <= 0; tail <= 0; is_full <="
          " 0; end end"},
         " 4: wv / !wr / rr / !rv"},
        {{"shifts_an_array", kWords,
          "reg [7:0] s [0:3]; reg [2:0] n; integer i; assign wr = n != 4, rv = n != 0, q = s[n-1]; "
          "wire put = wv && wr, get = rv && rr; always @(posedge clk) begin if (put) begin s[0] <= "
          "d; for (i = 1; i < 4; i = i + 1) s[i] <= s[i-1]; end if (rst) n <= 0; else if (put && "
          "!get) n <= n + 1; else if (get && !put) n <= n - 1; end"},
         " 4: wv / !wr / rr / !rv"},
        {{"reset_by_a_register", kWords,
          "reg [7:0] s [0:3]; reg [2:0] n; reg late_reset; integer i; assign wr = n != 4, rv = n "
          "!= 0, "
          "q = s[0]; wire put = wv && wr, get = rv && rr; always @(posedge clk) begin late_reset "
          "<= rst; "
          "if (get) for (i = 0; i < 3; i = i + 1) s[i] <= s[i+1]; if (put) s[n - get] <= d; if "
          "(late_reset) n <= 0; else n <= n + put - get; end"},
         " 4: wv / !wr / rr / !rv"},
        {{"words_in_structures",
          "input rst, input struct packed {logic v; logic [79:0] d;} in, output struct packed "
          "{logic full, odd;} back, output struct packed {logic v; logic [79:0] d;} out, input "
          "struct packed {logic go; logic [1:0] id;} take",
          "reg [79:0] s [0:3]; reg [2:0] n; integer i; wire put = in.v && n != 4, get = take.go && "
          "n != 0; assign back.full = n == 4, back.odd = n[0], out.v = n != 0, out.d = s[0]; "
          "always @(posedge clk) begin if (get) for (i = 0; i < 3; i = i + 1) s[i] <= s[i+1]; if "
          "(put) s[n - get] <= in.d; if (rst) n <= 0; else n <= n + put - get; end"},
         " 4: in.v / back.full / take.go / !out.v"},
        {{"counted_and_kept", "input put, input [1:0] some, input [7:0] d, output [7:0] q",
          "reg [7:0] s [0:3]; reg [2:0] n; assign q = s[0]; always @(posedge clk) begin if (put) "
          "begin s[1] <= s[0]; s[n[1:0]] <= d; n <= n + 1; end else n <= n - some; end"},
         "no: it keeps data like a queue"},
        {{"valid_bits", kWords,
          "reg [7:0] a, b, c; reg [2:0] v; wire put = wv && wr, get = rv && rr; assign wr = !v[2], "
          "rv = v[0], q = a; always @(posedge clk) if (rst) v <= 0; else begin if (put && !get) "
          "begin v <= {v[1:0], 1'b1}; if (!v[0]) a <= d; else if (!v[1]) b <= d; else c <= d; end "
          "else if (get && !put) begin v <= v >> 1; a <= b; b <= c; end else if (get) begin a <= "
          "v[1] ? b : d; b <= v[2] ? c : d; c <= d; end end"},
         " 3: wv / !wr / rr / !rv"},
        {{"free_running", kWords,
          "reg [7:0] s [0:5]; reg [31:0] w, r; assign wr = w - r < 6, rv = w != r, q = s[r % 6]; "
          "always @(posedge clk) if (rst) begin w <= 0; r <= 0; end else begin if (wv && wr) begin "
          "s[w % 6] <= d; w <= w + 1; end if (rv && rr) r <= r + 1; end"},
         " 6: wv / !wr / rr / !rv"},
        {{"register_behind", kWords,
          "reg [7:0] s [0:3]; reg [2:0] w, r; reg ov; reg [7:0] o; assign wr = (w ^ r) != 4, rv = "
          "ov, q = o; wire get = w != r && (!ov || rr); always @(posedge clk) if (rst) begin w <= "
          "0; r <= 0; ov <= 0; end else begin if (wv && wr) begin s[w[1:0]] <= d; w <= w + 1; end "
          "if (get) begin o <= s[r[1:0]]; r <= r + 1; ov <= 1; end else if (rr) ov <= 0; end"},
         " 5: wv / !wr / rr / !rv"},
        {{"not_gated", kWords,
          "reg [7:0] s [0:3]; reg [1:0] w, r; reg [2:0] n; assign wr = n < 4, rv = n != 0, q = "
          "s[r]; always @(posedge clk) if (rst) begin w <= 0; r <= 0; n <= 0; end else begin if "
          "(wv) begin s[w] <= d; w <= w + 1; end if (rr) r <= r + 1; n <= n + wv - rr; end"},
         " 4: wv / !wr / rr / !rv"},
        {{"adds_one", kWords,
          "reg [7:0] s [0:3]; reg [1:0] w, r; reg [2:0] n; assign wr = n != 4, rv = n != 0, q = "
          "s[r]; wire put = wv && wr, get = rv && rr; always @(posedge clk) if (rst) begin w <= 0; "
          "r <= 0; n <= 0; end else begin if (put) begin s[w] <= d + 1; w <= w + 1; end if (get) r "
          "<= r + 1; n <= n + put - get; end"},
         "n 4: put / (n == 4) && !(put) / get / (n == 0) && !(get)"},
        {{"batch", kWords,
          "reg [7:0] a, b; reg [1:0] n; reg out; assign wr = !out, rv = out, q = n == 2 ? a : b; "
          "always @(posedge clk) if (rst) begin n <= 0; out <= 0; end else if (!out) begin if (wv) "
          "begin if (n == 0) a <= d; else b <= d; n <= n + 1; if (n == 1) out <= 1; end end else if"
          " (rr) begin n <= n - 1; if (n == 1) out <= 0; end"},
         "none"},
        {{"one_register", kWords,
          "reg [7:0] a; reg v; assign wr = !v || rr, rv = v, q = a; always @(posedge clk) if (rst) "
          "v <= 0; else if (wr) begin v <= wv; a <= d; end"},
         "none"},
        {{"by_memory", kBufferPorts, buffer(kSteps, kFlags)},
         " 4: push / is_full && !(push) / pop / is_empty && !(pop)"},
        {{"wrap_bit", kBufferPorts, buffer(kSteps, "wire same = w == r;")},
         " 4: push / ((w ^ r) == 4) && !(push) / pop / ((w ^ r) == 0) && !(pop)"},
        {{"with_count", kBufferPorts,
          buffer(
              std::string(kSteps) +
                  " if (rst) n <= 0; else if (push && !pop) n <= n + 1; else if (pop && !push) n "
                  "<= n - 1;",
              "reg [2:0] n;")},
         " 4: push / (n == 4) && !(push) / pop / (n == 0) && !(pop)"},
        {{"flushed", kBufferPorts,
          buffer(
              "if (rst) w <= 0; else if (flush) w <= 0; else if (push) w <= w + 1; if (rst) r <= "
              "0; else if (flush) r <= 0; else if (pop) r <= r + 1;",
              kFlags)},
         " 4: !flush && push / is_full && !(!flush && push) / !flush && pop / is_empty && "
         "!(!flush && pop)"},
        {{"uncompared", kBufferPorts, buffer(kSteps, "")},
         "no: two counters address it, but nothing compares them"},
        {{"by_two", kBufferPorts,
          buffer(
              "if (rst) w <= 0; else if (push) w <= w + 2; if (rst) r <= 0; else if (pop) r <= r "
              "+ 1;",
              kFlags)},
         "no: the conditions of its push and pop cannot be written"},
        {{"low_bits_compared", kBufferPorts,
          buffer(
              "if (rst) w <= 0; else if (push) w <= w + 1; if (rst) r <= 0; else if (pop) r <= r "
              "+ 1;",
              "reg [3:0] wide; always @(posedge clk) wide <= w[1:0] == r[1:0] ? 1 : 0;")},
         " 4: push / ((w ^ r) == 4) && !(push) / pop / ((w ^ r) == 0) && !(pop)"},
        {{"table_of_words", "input we, input [1:0] a, input [7:0] d, output [7:0] q",
          "reg [7:0] mem [0:3]; assign q = mem[a]; always @(posedge clk) if (we) mem[a] <= d;"},
         "none"},
    };
    return rows;
}

std::string verdict(const DetectedText& text, const std::string& module) {
    std::string all;
    for (const Finding* f : text.taken(module)) {
        if (!f->is(TapKind::queue)) continue;
        all += fmt::format("{}{} {}: {} / {} / {} / {}", all.empty() ? "" : ", ", f->name,
                           f->queue().depth, observed(*f, "push"), observed(*f, "full"),
                           observed(*f, "pop"), observed(*f, "empty"));
    }
    if (!all.empty()) return all;
    for (const Rejection* r : text.rejected(module)) {
        if (r->kind == TapKind::queue) all = "no: " + r->reason;
    }
    return all.empty() ? "none" : all;
}

class QueueTable : public testing::Test {
protected:
    static const DetectedText& text() {
        static const DetectedText detected = [] {
            std::vector<TextModule> modules;
            for (const Row& row : table()) modules.push_back(row.module);
            return DetectedText(modules, {find_streams, find_queues, reject_silent_queue});
        }();
        return detected;
    }
};

TEST_F(QueueTable, FoundOrRejected) {
    for (const Row& row : table()) {
        const std::string got = verdict(text(), row.module.name);
        if (row.wanted.starts_with("no: "))
            EXPECT_TRUE(got.starts_with(row.wanted)) << row.module.name << ": " << got;
        else
            EXPECT_EQ(got, row.wanted) << row.module.name;
    }
}

// The memory of a queue may be a module whose name says queue.
TEST(QueueMemory, IsNoQueueOfItsOwn) {
    const DetectedText text(
        "module word_fifo_ram (input clk, input we, input [1:0] w, input [1:0] r, input [7:0] d, "
        "output [7:0] q); reg [7:0] s [0:3]; integer i; assign q = s[r]; always @(posedge clk) if "
        "(we) begin for (i = 3; i > 0; i = i - 1) s[i] <= s[i-1]; s[0] <= d; end endmodule\n"
        "module top (input clk, input rst, input put, output full, input [7:0] d, input get, "
        "output some, output [7:0] q); reg [2:0] n; wire i = put && !full, o = get && some; assign "
        "full = n == 4, some = n != 0; wire [1:0] at = n - 1; always @(posedge clk) if (rst) n <= "
        "0; else n <= n + i - o; word_fifo_ram u_ram(clk, i, 2'd0, at, d, q); endmodule\n",
        {find_streams, find_queues, reject_silent_queue});
    EXPECT_EQ(verdict(text, "top"), " 4: put / full / get / !some");
    EXPECT_TRUE(text.rejected("word_fifo_ram").empty());
}

// A flushed queue is empty, as after a reset.
TEST_F(QueueTable, FlushIsAReset) {
    const auto taken = text().taken("flushed");
    ASSERT_EQ(taken.size(), 1U);
    EXPECT_NE(taken[0]->clock.reset_text.find("flush"), std::string::npos)
        << taken[0]->clock.reset_text;
}

// The states of a module in which two are counted, however deep its queue is, and with an input
// that empties it.
TEST(QueueStates, DeepAndEmptied) {
    const std::string pointers =
        "assign wr = (w ^ r) != DEPTH, rv = w != r, q = s[r[W-1:0]]; always @(posedge clk) if "
        "(rst) begin w <= 0; r <= 0; end else if (drop) begin w <= 5; r <= 5; end else begin if "
        "(wv && wr) begin s[w[W-1:0]] <= d; w <= w + 1; end if (rv && !rr) r <= r + 1; end";
    const std::string ports = std::string(kWords) + ", input drop";
    const DetectedText text(
        {{"shallow", ports,
          "localparam W = 3, DEPTH = 8; reg [7:0] s [0:7]; reg [3:0] w, r; " + pointers},
         {"deep", ports,
          "localparam W = 10, DEPTH = 1024; reg [7:0] s [0:1023]; reg [10:0] w, r; " + pointers}},
        {find_streams, find_queues});
    for (const auto& [module, depth] : {std::pair("shallow", 8U), std::pair("deep", 1024U)}) {
        const auto taken = text.taken(module);
        ASSERT_EQ(taken.size(), 1U) << module;
        EXPECT_EQ(taken[0]->queue().depth, depth);
        EXPECT_NE(taken[0]->clock.reset_text.find("drop"), std::string::npos)
            << taken[0]->clock.reset_text;
        const bool all = taken[0]->reason.find("all of its") != std::string::npos;
        EXPECT_EQ(all, depth == 8U) << taken[0]->reason;
    }
}

// Depths that are said of a queue must be such as its text works with, also where it has no
// parameter.
TEST(QueueDepth, EndsWhereTheBitsOfAPointerDo) {
    const auto text = [](const char* next) {
        return fmt::format(
            "reg [7:0] mem [0:3]; reg [1:0] w, r; reg [2:0] n; wire full = n == 4, empty = n == 0; "
            "always @(posedge clk) if (rst) begin w <= 0; r <= 0; n <= 0; end else begin "
            "if (push && !full) begin mem[w] <= d; w <= {0}; end "
            "if (pop && !empty) r <= r + 1; "
            "n <= n + (push && !full) - (pop && !empty); end assign q = mem[r];",
            next);
    };
    const char* ports =
        "input rst, input push, input [7:0] d, input pop, output [7:0] q, output full_o";
    const DetectedText found(
        {{"by_bits", ports, text("w + 1")}, {"by_choice", ports, text("w == 3 ? 0 : w + 1")}},
        {find_queues});
    for (const auto& [module, by_bits] :
         {std::pair("by_bits", true), std::pair("by_choice", false)}) {
        const auto taken = found.taken(module);
        ASSERT_EQ(taken.size(), 1U) << module;
        EXPECT_TRUE(taken[0]->queue().parameter.empty());
        EXPECT_EQ(taken[0]->queue().is_power_of_two, by_bits) << module;
    }
}

// A second reset is a flush, whatever it is called and wherever it stands.
TEST(QueueFlush, BySecondReset) {
    const std::string ports =
        "input rst, input soft_rst, input push, input pop, input [7:0] d, output full, "
        "output empty, output [7:0] q";
    const std::string body =
        "reg [7:0] mem [0:7]; reg [3:0] w, r; assign full = (w ^ r) == 8, empty = w == r, q = "
        "mem[r[2:0]]; always @(posedge clk) begin if (push && !full) mem[w[2:0]] <= d; ";
    const std::string steps = "if (push && !full) w <= w + 1; if (pop && !empty) r <= r + 1; end ";
    const DetectedText text(
        {{"joined", ports,
          body + "if (rst | soft_rst) begin w <= 0; r <= 0; end else begin " + steps + "end"},
         {"second", ports,
          body +
              "if (rst) begin w <= 0; r <= 0; end else if (soft_rst) begin w <= 0; r <= 0; end "
              "else begin " +
              steps + "end"},
         {"last", ports,
          body + "begin " + steps +
              "if (soft_rst) begin w <= 0; r <= 0; end "
              "if (rst) begin w <= 0; r <= 0; end end"}},
        {find_streams, find_queues});
    for (const char* name : {"joined", "second", "last"}) {
        const auto taken = text.taken(name);
        ASSERT_EQ(taken.size(), 1U) << name;
        const std::string& reset = taken[0]->clock.reset_text;
        EXPECT_TRUE(reset.starts_with("rst || (")) << name << ": " << reset;
        EXPECT_NE(reset.find("soft_rst"), std::string::npos) << name << ": " << reset;
    }
}

// The same with pointers in instances: their clear is traced to the names of the queue's module.
TEST(QueueFlush, InAModuleBelow) {
    const std::string ports =
        "input rst, input clear, input push, input pop, input [7:0] d, output full, output empty, "
        "output [7:0] q";
    const std::string body =
        "reg [7:0] mem [0:7]; wire [3:0] w, r; assign full = (w ^ r) == 8, empty = w == r, q = "
        "mem[r[2:0]]; always @(posedge clk) if (push && !full) mem[w[2:0]] <= d; ";
    const std::string support =
        "module place (input clk, input rst, input clr, input step, output reg [3:0] n);\n"
        "always @(posedge clk) if (rst) n <= 0; else if (clr) n <= 0; else if (step) n <= n + 1;\n"
        "endmodule\n"
        "module hidden (input clk, input rst, input clr, input step, output reg [3:0] n);\n"
        "reg late; always @(posedge clk) begin late <= clr; if (rst) n <= 0; else if (late) n <= "
        "0; else if (step) n <= n + 1; end\nendmodule\n";
    auto pair = [](const std::string& module) {
        return module + " u_w (.clk, .rst, .clr(clear), .step(push && !full), .n(w)); " + module +
               " u_r (.clk, .rst, .clr(clear), .step(pop && !empty), .n(r));";
    };
    const DetectedText text(
        {{"cleared", ports, body + pair("place")}, {"cleared_late", ports, body + pair("hidden")}},
        {find_streams, find_queues}, support);
    const std::string beside =
        "module store (input clk, input we, input [2:0] a, b, input [7:0] d, output [7:0] q);\n"
        "reg [7:0] mem [0:7]; assign q = mem[b]; always @(posedge clk) if (we) mem[a] <= d;\n"
        "endmodule\nmodule places (input clk, input init, input put, input get, output [2:0] a, "
        "b, output full, empty);\nreg [3:0] w, r; assign full = (w ^ r) == 8, empty = w == r, a = "
        "w[2:0], b = r[2:0];\nalways @(posedge clk) if (init) begin w <= 0; r <= 0; end else begin "
        "if (put && !full) w <= w + 1; if (get && !empty) r <= r + 1; end\nendmodule\n";
    const DetectedText apart(
        {{"apart", ports,
          "wire [2:0] a, b; places u_places (.clk, .init(rst | clear), .put(push), .get(pop), "
          ".a, .b, .full, .empty); store u_store (.clk, .we(push && !full), .a, .b, .d, .q);"}},
        {find_streams, find_queues}, beside);
    const auto both = apart.taken("apart");
    ASSERT_EQ(both.size(), 1U);
    EXPECT_EQ(both[0]->clock.reset_text, "rst || ((rst || clear))");
    const auto places = apart.taken("places");
    ASSERT_EQ(places.size(), 1U) << "its ports are those of a queue, the memory is outside";
    EXPECT_EQ(places[0]->clock.reset_text, "(init)");
    const auto taken = text.taken("cleared");
    ASSERT_EQ(taken.size(), 1U);
    EXPECT_EQ(taken[0]->clock.reset_text, "rst || (clear)");
    EXPECT_TRUE(verdict(text, "cleared_late").starts_with("no: it can be emptied"))
        << verdict(text, "cleared_late");
}

// A loop that mixes a word into itself makes wires whose ways double with each round: following
// each way took half a minute with these, and minutes with a real bit packer.
TEST(Queue, IsFoundBesideWiresThatMeetAgain) {
    const DetectedText text({{"packer",
                              "input rst, input put, input take, input [63:0] x, output full, "
                              "output empty, output [63:0] q, "
                              "output reg [127:0] words",
                              R"(
reg [63:0] mem [0:7]; reg [2:0] wr, rd; reg [3:0] count; reg [127:0] all; integer i;
assign full = count == 8; assign empty = count == 0; assign q = mem[rd];
always @* begin
    all = words;
    for (i = 0; i < 64; i = i + 1)
        all = (all << 1) | (all ^ {127'b0, x[i]}) | ({64'b0, x} & all);
end
always @(posedge clk)
    if (rst) begin wr <= 0; rd <= 0; count <= 0; words <= 0; end
    else begin
        if (put & ~full) begin mem[wr] <= x; wr <= wr + 1; end
        if (take & ~empty) begin rd <= rd + 1; words <= all; end
        count <= count + (put & ~full) - (take & ~empty);
    end
)"}},
                            {find_streams, find_queues});
    EXPECT_EQ(text.taken("packer").size(), 1U);
}

}  // namespace
}  // namespace tapestry
