// SPDX-License-Identifier: Apache-2.0
// What circular_buffer.h, pointer_steps.h and pointer_origin.h see in pointers, by small modules
// elaborated by the real Verilator in one go.
#include "find/queues/circular_buffer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "find/detect/detected_text_test.h"
#include "find/module/condition.h"
#include "find/queues/pointer_origin.h"
#include "find/queues/pointer_steps.h"

namespace tapestry {
namespace {

// Each text has `w`, the write pointer in question, which addresses an array.
struct BufferRow {
    std::string name;
    std::string steps;
    std::string wanted;  // when `w` advances, as text; "no" if it does anything else
};

const std::vector<BufferRow>& buffer_table() {
    static const std::vector<BufferRow> rows = {
        {"by_one", "always @(posedge clk) if (push) w <= w + 1;", "push"},
        {"by_two", "always @(posedge clk) if (push) w <= w + 2;", "no"},
        {"by_a_bit", "always @(posedge clk) w <= w + {2'b0, push};", "push"},
        {"by_a_choice", "always @(posedge clk) w <= push ? w + 1 : w;", "push"},
        {"by_a_wire",
         "reg [2:0] n; always @* begin n = w; if (push) n = w + 1; end always @(posedge clk) w <= "
         "n;",
         "push"},
        {"back_to_0", "always @(posedge clk) if (push) w <= w == 5 ? 0 : w + 1;", "push"},
        {"by_more", "always @(posedge clk) w <= w + d;", "no"},
    };
    return rows;
}

struct Seen {
    std::string steps;
    std::string origin;
    std::string pairs;
};
std::map<std::string, Seen> seen;  // by module; filled by `look`, which is shown each module

std::string name_or_none(const Subject& on, VarId v) {
    return v == kNone ? "none" : on.module.var(v).name;
}

std::string steps_text(const Subject& on, VarId pointer) {
    const auto steps = pointer_steps(on, pointer);
    if (!steps) return "no";
    std::string all;
    for (const auto& guards : *steps)
        all += (all.empty() ? "" : " or ") + render(on.index, guards, "").value_or("?");
    return all;
}

void look(const Subject& on) {
    const VarId w = on.index.find("w");
    if (w == kNone) return;
    Seen& here = seen[on.module.source_name];
    here.steps = steps_text(on, w);
    here.origin = name_or_none(on, taken_over_by(on, w));
    const CircularBuffers buffers = find_circular_buffers(on);
    auto text = [&](const CircularBuffer& b) {
        return fmt::format("{}[{}, {}] {}", on.module.var(b.memory).name,
                           on.module.var(b.write_pointer).name, on.module.var(b.read_pointer).name,
                           name_or_none(on, b.counter));
    };
    for (const CircularBuffer& b : buffers.paired) here.pairs += "paired " + text(b);
    for (const CircularBuffer& b : buffers.unpaired) here.pairs += "unpaired " + text(b);
}

constexpr const char* kPorts = "input push, input pop, input [2:0] d, output [2:0] q";
constexpr const char* kArray =
    "reg [2:0] mem [0:7]; reg [2:0] w, r; assign q = mem[r]; always @(posedge clk) begin mem[w] <= "
    "d; if (pop) r <= r + 1; end ";

class CircularBufferTest : public testing::Test {
protected:
    static void SetUpTestSuite() {
        std::vector<TextModule> modules;
        const std::string push = "always @(posedge clk) if (push) w <= w + 1; ";
        for (const BufferRow& row : buffer_table())
            modules.push_back({row.name, kPorts, kArray + row.steps});
        modules.push_back({"compared", kPorts, kArray + push + "wire same = w == r;"});
        modules.push_back({"counted", kPorts,
                           kArray + push +
                               "reg [3:0] n; always @(posedge clk) if (push && !pop) n <= n + 1; "
                               "else if (pop && !push) n <= n - 1;"});
        modules.push_back({"other_count", kPorts,  // counts something else
                           kArray + push +
                               "reg [3:0] n; always @(posedge clk) if (d[0]) n <= n + 1; else if "
                               "(d[1]) n <= n - 1;"});
        modules.push_back({"set_back", kPorts,
                           kArray + std::string("reg [2:0] mark; always @(posedge clk) begin mark "
                                                "<= w; if (pop) w <= mark; else if (push) w <= w + "
                                                "1; end")});
        seen.clear();
        const DetectedText text(modules, {look});
    }
};

TEST_F(CircularBufferTest, Steps) {
    for (const BufferRow& row : buffer_table())
        EXPECT_EQ(seen[row.name].steps, row.wanted) << row.name;
}

TEST_F(CircularBufferTest, PointersThatKnowOfEachOther) {
    EXPECT_EQ(seen["by_one"].pairs, "unpaired mem[w, r] none");
    EXPECT_EQ(seen["compared"].pairs, "paired mem[w, r] none");
    EXPECT_EQ(seen["counted"].pairs, "paired mem[w, r] n");
    EXPECT_EQ(seen["other_count"].pairs, "unpaired mem[w, r] none");
}

TEST_F(CircularBufferTest, WhatAPointerTakesOver) {
    EXPECT_EQ(seen["by_one"].origin, "none");
    EXPECT_EQ(seen["set_back"].origin, "mark");
    EXPECT_EQ(seen["by_more"].origin, "d");
}

}  // namespace
}  // namespace tapestry
