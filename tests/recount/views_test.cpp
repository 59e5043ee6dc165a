// SPDX-License-Identifier: Apache-2.0
#include "views.h"

#include <gtest/gtest.h>

#include <sstream>

namespace recount {
namespace {

constexpr const char* kTaps = R"({"top": "dut", "taps": [
  {"tap": 0, "kind": "fsm", "path": "dut.state", "instance": "dut.tapestry_fsm_state",
   "states": [{"name": "A", "code": "0"}, {"name": "B", "code": "1"}]}]})";

constexpr const char* kReading =
    "fsm tapestry_fsm_state edges 12 reset_cycles 2 observed_cycles 10 end 1 saturated 0 "
    "state 0 4 2 1 3 transition 0 1 1 state 2 6 1 0 6 sum 0\n";

std::string views(const std::string& cycles, const std::string& more = "") {
    return R"({"taps": [{"tap": 0, "kind": "fsm", "path": "dut.state", "observed_cycles": 10,
        "reset_cycles": 2, "quality": "exact"}],
      "states": [{"tap": 0, "state": "A", "cycles": )" +
           cycles + R"(, "share": 0.4, "entries": 2, "min_dwell": 1, "max_dwell": 3},
        {"tap": 0, "state": "B", "cycles": 0, "share": 0.0, "entries": 0, "min_dwell": null, "max_dwell": null},
        {"tap": 0, "state": "other", "cycles": 6, "share": 0.6, "entries": 1, "min_dwell": null, "max_dwell": 6}],
      "transitions": [{"tap": 0, "from_state": "A", "to_state": "B", "count": 1}])" +
           more + "}";
}

std::vector<std::string> differences_in(const std::string& text) {
    std::istringstream reading(kReading);
    return view_differences(read_last_records(reading), kTaps, text);
}

TEST(Views, ThatSayWhatTheReadingHoldsAreFine) {
    EXPECT_EQ(differences_in(views("4")), std::vector<std::string>{});
}

TEST(Views, AWrongCellIsNamed) {
    EXPECT_EQ(differences_in(views("5")),
              std::vector<std::string>{"states 0 \"A\", cycles: must be 4, is 5"});
}

TEST(Views, ARowTooManyIsNamed) {
    EXPECT_EQ(differences_in(views("4", R"(, "sums": [{"tap": 0, "samples": 1, "total": 1}])")),
              std::vector<std::string>{"sums 0: there should be no such row"});
}

TEST(Views, AMissingRowIsNamed) {
    std::string text = views("4");
    text.replace(text.find("\"transitions\""), 13, "\"other_view\"");
    EXPECT_EQ(differences_in(text),
              std::vector<std::string>{"transitions 0 \"A\" \"B\": the row is missing"});
}

}  // namespace
}  // namespace recount
