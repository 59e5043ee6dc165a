// SPDX-License-Identifier: Apache-2.0
#include "run/simulators/simulation_note.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

TEST(SimulationNote, SurvivesItsText) {
    const SimulationNote note{"b1", "", "test_mill", "/some where", {"sim.vvp", "+a=1 2", "x\ny"}};
    const SimulationNote read = note_from_text(to_text(note));
    EXPECT_EQ(read.build, "b1");
    EXPECT_EQ(read.test, "");
    EXPECT_EQ(read.cocotb, "test_mill");
    EXPECT_EQ(read.folder, "/some where");
    EXPECT_EQ(read.words, (std::vector<std::string>{"sim.vvp", "+a=1 2", "x?y"}));
}

TEST(SimulationNote, NamesTestsApart) {
    const std::vector<SimulationNote> notes = {
        {"", "smoke/1", "ignored", "", {}},
        {"", "", "test_mill.one", "", {"Vtop"}},
        {"", "", "", "/x", {"obj_dir/Vtop", "-fst", "+seed=3", "+tapestry_reading=y"}},
        {"", "", "", "/x", {"build/sim.vvp"}},
        {"", "", "", "/y", {"build/sim.vvp"}},
        {"", "", "", "/y", {"build/sim.vvp"}},
        {"", "", "", "", {}},
        {"", "..", "", "", {}},
    };
    EXPECT_EQ(test_names(notes),
              (std::vector<std::string>{"smoke-1", "test_mill.one", "Vtop-seed=3", "x-sim", "y-sim",
                                        "y-sim-2", "test", "test-2"}));
}

}  // namespace
}  // namespace tapestry
