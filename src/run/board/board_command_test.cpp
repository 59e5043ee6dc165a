// SPDX-License-Identifier: Apache-2.0
#include "run/board/board_command.h"

#include <gtest/gtest.h>

#include "run/board/board_model.h"

namespace tapestry {
namespace {

struct CommandCase {
    const char* text;
    std::vector<int> positions;  // -1: all taps
};

TEST(BoardCommand, NamesTaps) {
    BoardModel board(12, 32, 1);
    const CommandCase cases[] = {
        {"clear", {-1}},    {"disable", {-1}},      {"disable=dut.e3", {3}},
        {"enable=e3", {3}}, {"enable=*1", {1, 11}}, {"priority=dut.e11", {11}},
        {"report=e0", {0}},
    };
    for (const CommandCase& c : cases) {
        Diagnostics diagnostics;
        const auto commands = board_commands({c.text}, board.map(), diagnostics);
        ASSERT_TRUE(commands) << c.text;
        std::vector<int> positions;
        for (const BoardCommand& command : *commands)
            positions.push_back(command.position.value_or(-1));
        EXPECT_EQ(positions, c.positions) << c.text;
    }
}

TEST(BoardCommand, RefusesWhatMakesNoSense) {
    BoardModel board(12, 32, 1);
    for (const char* text : {"", "halt", "clear=e1", "stop=e1", "report", "report=e*",
                             "priority=", "disable=e99", "=e1"}) {
        Diagnostics diagnostics;
        EXPECT_FALSE(board_commands({text}, board.map(), diagnostics)) << text;
        EXPECT_EQ(diagnostics.all().size(), 1U) << text;
    }
}

}  // namespace
}  // namespace tapestry
