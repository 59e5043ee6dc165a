// SPDX-License-Identifier: Apache-2.0
// Calls by the names of ports, as a table of small modules.
#include "find/buses/call.h"

#include <gtest/gtest.h>

#include "find/detect/detected_text_test.h"

namespace tapestry {
namespace {

TEST(Call, Table) {
    const struct {
        TextModule module;
        std::string wanted;  // "start / done", or ""
    } rows[] = {
        {{"plain", "input start, output reg done", "always @(posedge clk) done <= start;"},
         "start / done"},
        {{"stems", "input calc_start, output reg calc_done",
          "always @(posedge clk) calc_done <= calc_start;"},
         "calc_start / calc_done"},
        {{"sides", "input i_go, output reg o_finished",
          "always @(posedge clk) o_finished <= i_go;"},
         "i_go / o_finished"},
        {{"held_off", "input op_stb, output op_busy, output reg op_done",
          "reg [2:0] n; assign op_busy = n != 0; always @(posedge clk) begin op_done <= n == 1; if "
          "(op_busy) n <= n - 1; else if (op_stb) n <= 5; end"},
         "op_stb && !op_busy / op_done"},
        {{"letter", "input rstart, input wstart, output reg rdone",
          "always @(posedge clk) rdone <= rstart | wstart;"},
         "rstart / rdone"},
        {{"letters", "input restart, output reg redone",
          "always @(posedge clk) redone <= restart;"},
         ""},
        {{"offer_without_busy", "input req, output reg done", "always @(posedge clk) done <= req;"},
         ""},
        {{"other_stems", "input rx_start, output reg tx_done",
          "always @(posedge clk) tx_done <= rx_start;"},
         ""},
        {{"sentence", "input start_of_frame, output reg done",
          "always @(posedge clk) done <= start_of_frame;"},
         ""},
    };
    std::vector<TextModule> modules;
    for (const auto& row : rows) modules.push_back(row.module);
    const DetectedText text(modules, {find_calls});
    for (const auto& row : rows) {
        std::string got;
        for (const Finding* f : text.taken(row.module.name))
            got += observed(*f, "start") + " / " + observed(*f, "done");
        EXPECT_EQ(got, row.wanted) << row.module.name;
    }
}

}  // namespace
}  // namespace tapestry
