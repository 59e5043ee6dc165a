// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/ghdl.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "read/vhdl/ghdl_messages.h"

namespace tapestry {
namespace {

TEST(GhdlMessages, have_a_place_and_a_severity) {
    const auto messages = ghdl_messages(
        "a/b.vhd:12:3: ';' is expected\n"
        "  signal x : std_logic\n"
        "b.vhd:7:1:warning: unused [-Wunused]\n"
        "c.vhd:9:5: (assertion note): hello\n"
        "/usr/bin/ghdl-llvm: compilation error\n");
    ASSERT_EQ(messages.size(), 3u);
    EXPECT_EQ(messages[0].place.file, "a/b.vhd");
    EXPECT_EQ(messages[0].place.line, 12u);
    EXPECT_EQ(messages[0].text, "';' is expected");
    EXPECT_TRUE(messages[0].is_error);
    EXPECT_FALSE(messages[1].is_error);
    EXPECT_FALSE(messages[2].is_error);
}

TEST(GhdlMessages, of_a_simulation_end_with_why_it_stopped) {
    GhdlMessage last = last_words(
        "tb.vhd:9:1:@5ns:(report note): hello\n"
        "tb.vhd:19:5:@205ns:(assertion failure): the gate jams\n"
        "sim:error: assertion failed\n");
    EXPECT_EQ(last.place.line, 19u);
    EXPECT_EQ(last.text, "assertion of severity failure: the gate jams");
    last = last_words("tb.vhd:17:5:@97ns:(report failure): enough\nsim:error: report failed\n");
    EXPECT_EQ(last.place.file, "tb.vhd");
    EXPECT_EQ(last.text, "report of severity failure: enough");
    last = last_words(
        "sim:error: index (4) out of bounds (0 to 3) at tb.vhd:21\n"
        "in process .tb(a).P1\nsim:error: simulation failed\n");
    EXPECT_EQ(last.place.line, 21u);
    EXPECT_EQ(last.text, "index (4) out of bounds (0 to 3), in process .tb(a).P1");
    last = last_words(
        "sim:error: several sources for unresolved signal\n"
        "for signal: .tb(a).stop\nsim:error: error during elaboration\n");
    EXPECT_EQ(last.text, "several sources for unresolved signal, for signal: .tb(a).stop");
    EXPECT_EQ(last_words("all is well\n").text, "");
}

TEST(GhdlMessages, of_a_missing_library_stand_once) {
    const auto causes =
        causes_in(ghdl_messages("a.vhd:16:9: cannot find resource library \"vendor\"\n"
                                "a.vhd:17:11: unit \"parts\" not found in library \"vendor\"\n"
                                "a.vhd:20:3:warning: hidden\n"
                                "a.vhd:48:14: entity 'a' was not analysed\n"));
    ASSERT_EQ(causes.size(), 1u);
    EXPECT_EQ(causes[0].place.line, 16u);
    EXPECT_EQ(causes_in(ghdl_messages("a.vhd:17:11: unit \"b\" not found in library \"work\"\n"
                                      "a.vhd:48:14: entity 'a' was not analysed\n"))
                  .size(),
              2u);
}

TEST(GhdlMessages, of_severity_failure_may_be_the_end) {
    const auto ends = [](const std::string& text) {
        return ends_by_failure(
            last_words("tb.vhd:9:1:@5ns:(assertion failure): " + text + "\nsim:error: failed\n"));
    };
    EXPECT_TRUE(ends("NONE. End of simulation."));
    EXPECT_TRUE(ends("Simulation finished"));
    EXPECT_TRUE(ends("Test completed with no errors"));
    EXPECT_TRUE(ends("end of test (not a failure)"));
    EXPECT_TRUE(ends("All tests passed"));
    EXPECT_FALSE(ends("Assertion violation."));
    EXPECT_FALSE(ends("Simulation ended with 3 errors"));
    EXPECT_FALSE(ends("test failed: wrong word at the end"));
    EXPECT_FALSE(ends("the gate jams"));
    EXPECT_FALSE(ends("enough"));
    EXPECT_FALSE(ends("timeout: frame not over"));
    EXPECT_FALSE(ends_by_failure(last_words("sim:error: index at the end at tb.vhd:21\n")));
}

// GHDL refuses -e with such a name and an architecture behind it.
TEST(Ghdl, builds_an_entity_of_one_letter) {
    namespace fs = std::filesystem;
    const fs::path folder = fs::temp_directory_path() / "tapestry_ghdl_test";
    fs::remove_all(folder);
    fs::create_directories(folder);
    Diagnostics diagnostics;
    const fs::path file = folder / "e.vhd";
    ASSERT_TRUE(write_file(file,
                           "entity e is end entity; architecture a of e is begin end architecture;",
                           diagnostics));
    Ghdl ghdl(folder / "work", "08", Ghdl::Purpose::look);
    fs::create_directories(folder / "work");
    ASSERT_TRUE(ghdl.analyse({{kVhdlWork, file.string()}}, {}, diagnostics));
    GhdlMessage trouble;
    EXPECT_TRUE(ghdl.build({kVhdlWork, "e", "a", {}}, trouble, diagnostics)) << trouble.text;
    fs::remove_all(folder);
}

TEST(GhdlSelection, has_no_indices_and_every_signal_once) {
    EXPECT_EQ(ghdl_selection({"tb.dut.g[0].state", "tb.dut.g[1].state", "tb.clk"}),
              "$ version 1.1\n/tb/dut/g/state\n/tb/clk\n");
}

TEST(GhdlMessages, SayWhenASimulationEnded) {
    EXPECT_EQ(end_of_simulation("a\nsimulation stopped @148ns\n"), 148'000'000u);
    EXPECT_EQ(end_of_simulation("x:info: simulation stopped by --stop-time @1us\n"),
              1'000'000'000u);
    EXPECT_EQ(end_of_simulation("simulation finished @5042500ps"), 5'042'500'000u);
    EXPECT_EQ(end_of_simulation("tb.vhd:9:5:@1us:(report note): hello\n"), 0u);
    EXPECT_EQ(end_of_simulation("simulation stopped @soon"), 0u);
    EXPECT_EQ(end_of_simulation(""), 0u);
}

}  // namespace
}  // namespace tapestry
