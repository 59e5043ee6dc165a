// SPDX-License-Identifier: Apache-2.0
// Which output gates which input, as a table of small modules elaborated by the real Verilator.
#include "find/logic/observability.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "read/verilog/elaborated_text.h"

namespace tapestry {
namespace {

// Each text stands in a module with inputs clk, rst, x, go, d[7:0] and outputs y, q[7:0].
struct Row {
    std::string name;
    std::string text;
    std::string
        wanted;  // the value of y that gates x and whether tightly; the value of x that moves
};

const std::vector<Row>& table() {
    static const std::vector<Row> rows = {
        {"producer",
         "always @(posedge clk) if (rst) y <= 0; else if (!y || x) begin y <= go; q <= d; end",
         "1 tight moves 1"},
        {"producer_stalled",
         "always @(posedge clk) if (rst) y <= 0; else if (!(y && x)) begin y <= go; q <= d; end",
         "1 tight moves 0"},
        {"consumer",
         "assign y = !full; reg full; always @(posedge clk) if (rst) full <= 0; else if (x && "
         "!full) begin full <= 1; q <= d; end else if (go) full <= 0;",
         "1 tight moves 1"},
        {"busy",
         "always @(posedge clk) if (rst) y <= 0; else if (x && !y) begin y <= 1; q <= d; end else "
         "if (go) y <= 0;",
         "0 tight moves 1"},
        {"mealy_ready", "assign y = go & x; always @(posedge clk) if (x & y) q <= d;",
         "1 tight moves 1"},
        {"counter",
         "reg [3:0] n; assign y = n != 8; always @(posedge clk) if (rst) n <= 0; else n <= n + (x "
         "&& y) - go;",
         "1 tight"},
        {"machine",
         "reg [1:0] s; assign y = s == 2; always @(posedge clk) if (rst) s <= 0; else case (s) 0: "
         "if (go) s <= 2; 2: if (x) s <= 3; 3: s <= 0; endcase",
         "1 tight moves 1"},
        {"two_process",
         "reg [1:0] s, n; always @* begin n = s; y = 0; case (s) 0: if (go) n = 2; 2: begin y = 1; "
         "if (x) n = 0; end default: n = 0; endcase end always @(posedge clk) if (rst) s <= 0; "
         "else s <= n;",
         "1 tight moves 1"},
        {"one_state_of_many",
         "reg [1:0] s; assign y = s != 0; always @(posedge clk) if (rst) s <= 0; else case (s) 0: "
         "if (go) s <= 1; 1: s <= 2; 2: if (x) s <= 0; endcase",
         "1 loose moves 1"},
        {"listens_always", "always @(posedge clk) begin y <= go; if (x) q <= d; end",
         "none moves 1"},
        {"memory",
         "reg [7:0] m [0:63]; reg [5:0] w, r; assign y = w != r; always @(posedge clk) begin q <= "
         "m[r]; if (x && y) m[w] <= d; end",
         "1 tight moves 1"},
        {"in_a_module_below", "leaf u (.clk, .rst, .x, .go, .d, .y, .q);", "1 tight moves 1"},
        {"inverted_below",
         "wire n; assign y = !n; leaf u (.clk, .rst, .x(!x), .go, .d, .y(n), .q);",
         "0 tight moves 0"},
    };
    return rows;
}

std::string text_of_table() {
    const std::string ports =
        "(input clk, input rst, input x, input go, input [7:0] d, output logic y, output logic "
        "[7:0] q)";
    std::string text = "module leaf " + ports +
                       ";\nalways @(posedge clk) if (rst) y <= 0; else if (!y || x) begin y <= go; "
                       "q <= d; end\nendmodule\n";
    std::string top = fmt::format(
        "module top (input clk, input rst, input x, input go, input [7:0] d, output [{}:0] y);\n",
        table().size() - 1);
    int i = 0;
    for (const Row& row : table()) {
        text += fmt::format("module {} {};\n{}\nendmodule\n", row.name, ports, row.text);
        top +=
            fmt::format("{0} u_{0} (.clk, .rst, .x, .go, .d, .y(y[{1}]), .q());\n", row.name, i++);
    }
    return text + top + "endmodule\n";
}

std::string said(Observability& listening, ModuleId module, VarId x, VarId y) {
    ModuleLogic& logic = listening.logic().module(module);
    Diagram& d = logic.diagram();
    const auto atom = d.literal_of(logic.value({x, 0, 0})).variable;
    Diagram::Node gating = logic.value({y, 0, 0});
    if (d.depends_on(gating, atom)) gating = d.fixed(gating, atom, true);
    const auto gate = listening.gate(module, atom, gating);
    const auto moving = listening.moving_value(module, atom,
                                               !gate         ? Diagram::kTrue
                                               : gate->value ? gating
                                                             : d.negated(gating));
    return (gate ? fmt::format("{} {}", gate->value ? 1 : 0, gate->tight ? "tight" : "loose")
                 : "none") +
           (moving ? fmt::format(" moves {}", *moving ? 1 : 0) : "");
}

TEST(Observability, GateTable) {
    const Elaborated elaborated = elaborate_text(text_of_table(), "top");
    const Design& design = elaborated.design;
    IdTable<ModuleId, std::vector<InactiveReset>> resets(design.modules.size());
    for (const ModuleId i : design.modules.ids()) {
        for (const VarId v : design.modules[i].vars.ids()) {
            if (design.modules[i].vars[v].name == "rst") resets[i].push_back({v, false});
        }
    }
    DesignLogic logic(design, resets);
    Observability listening(logic);
    for (const Row& row : table()) {
        const FoundVar x = find_var(design, row.name, "x");
        const FoundVar y = find_var(design, row.name, "y");
        EXPECT_EQ(said(listening, x.module, x.var, y.var), row.wanted) << row.name;
    }
}

}  // namespace
}  // namespace tapestry
