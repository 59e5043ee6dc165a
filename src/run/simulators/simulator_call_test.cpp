// SPDX-License-Identifier: Apache-2.0
#include "run/simulators/simulator_call.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/file.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;

class SimulatorCallTest : public testing::Test {
protected:
    void SetUp() override {
        old_ = fs::current_path();
        fs::create_directories(folder_);
        fs::current_path(folder_);
        for (const char* name : {"dut.v", "tb.sv", "main.cpp", "sim"}) std::ofstream(name) << "x";
    }
    void TearDown() override {
        fs::current_path(old_);
        fs::remove_all(folder_);
    }
    static WovenTexts woven() {
        return {{{absolute_path("dut.v"), "/w/dut.v"}},
                {"/w/inc"},
                {"/w/t.sv"},
                "/w/sim.cpp",
                "/w/list.f",
                "b1"};
    }

private:
    fs::path folder_ =
        fs::temp_directory_path() / ("simulator_call_test" + std::to_string(getpid()));
    fs::path old_;
};

TEST_F(SimulatorCallTest, ReadsWhatVerilatorCompiles) {
    const SimulatorCall call = read_call(
        "verilator", {"--cc", "-exe", "--top-module", "dut", "-Mdir", "obj", "-o", "sim", "-GN=3",
                      "+incdir+a+b", "-DX=1", "+define+Y", "-y", "lib", "dut.v", "main.cpp"});
    EXPECT_TRUE(call.builds);
    EXPECT_FALSE(call.links_alone);
    EXPECT_TRUE(call.has_harness);
    EXPECT_EQ(call.top, "dut");
    EXPECT_EQ(call.sources.files, std::vector{absolute_path("dut.v")});
    EXPECT_EQ(call.sources.include_folders, (std::vector{absolute_path("a"), absolute_path("b")}));
    EXPECT_EQ(call.sources.library_folders, std::vector{absolute_path("lib")});
    EXPECT_EQ(call.sources.parameters, (decltype(call.sources.parameters){{"N", "3"}}));
    EXPECT_EQ(call.sources.defines, (decltype(call.sources.defines){{"X", "1"}, {"Y", ""}}));
}

TEST_F(SimulatorCallTest, LeavesAloneWhatBuildsNoSimulation) {
    EXPECT_FALSE(read_call("verilator", {"--lint-only", "--cc", "dut.v"}).builds);
    EXPECT_FALSE(read_call("verilator", {"--version"}).builds);
    EXPECT_FALSE(read_call("iverilog", {"-V"}).builds);
    EXPECT_FALSE(read_call("iverilog", {"-t", "null", "dut.v"}).builds);
    EXPECT_TRUE(read_call("verilator", {"--cc", "dut.v"}).links_alone);
}

TEST_F(SimulatorCallTest, PutsWovenSourcesInPlace) {
    const SimulatorCall call =
        read_call("verilator", {"--binary", "-j", "2", "./dut.v", "tb.sv", "--threads", "2"});
    const std::vector<std::string> words = with_woven(call, woven());
    const std::vector<std::string> expected = {"-I/w/inc",   "--binary",
                                               "-j",         "2",
                                               "/w/dut.v",   "tb.sv",
                                               "--threads",  "2",
                                               "/w/t.sv",    "/w/sim.cpp",
                                               "-CFLAGS",    "-DVL_USER_FINISH",
                                               "-CFLAGS",    "-DTAPESTRY_BUILD=b1",
                                               "-Wno-fatal", "-DTAPESTRY_THREADS"};
    EXPECT_EQ(words, expected);
}

TEST_F(SimulatorCallTest, IcarusNamesItsOtherTopOnlyBesideOne) {
    const SimulatorCall named =
        read_call("iverilog", {"-g2012", "-stb", "-o", "sim", "+incdir+a", "dut.v", "tb.sv"});
    EXPECT_EQ(named.top, "tb");
    EXPECT_EQ(named.output, absolute_path("sim"));
    EXPECT_EQ(
        with_woven(named, woven()),
        (std::vector<std::string>{"-I/w/inc", "-f", "/w/list.f", "-g2012", "-stb", "-o", "sim",
                                  "/w/dut.v", "tb.sv", "/w/t.sv", "-s", "tapestry_sim"}));
    EXPECT_EQ(list_of(named), "+incdir+a\n");
    const SimulatorCall unnamed = read_call("iverilog", {"dut.v", "tb.sv"});
    EXPECT_EQ(with_woven(unnamed, woven()).back(), "/w/t.sv");
}

TEST_F(SimulatorCallTest, FindsWhatIsRun) {
    EXPECT_EQ(simulation_of({"-M", "dut.v", "-m", "vpi", "-n", "sim", "+seed=1"}),
              absolute_path("sim"));
    EXPECT_EQ(simulation_of({"-V"}), "");
}

}  // namespace
}  // namespace tapestry
