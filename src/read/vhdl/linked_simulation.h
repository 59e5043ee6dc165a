// SPDX-License-Identifier: Apache-2.0
// For tests: a VHDL testbench, built by GHDL and linked with quick_writing, in a folder of its own.
#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <sstream>
#include <thread>

#include "base/file.h"
#include "base/process.h"
#include "read/vhdl/ghdl.h"
#include "read/vhdl/quick_writing.h"

namespace tapestry {

class LinkedSimulation : public testing::Test {
protected:
    explicit LinkedSimulation(const std::string& name)
        : folder(std::filesystem::temp_directory_path() /
                 ("tapestry_" + name + "." +
                  testing::UnitTest::GetInstance()->current_test_info()->name())) {}

    const std::filesystem::path folder;
    Diagnostics diagnostics;

    void SetUp() override {
        std::filesystem::remove_all(folder);
        std::filesystem::create_directories(folder);
    }
    void TearDown() override { std::filesystem::remove_all(folder); }

    void ghdl(std::vector<std::string> words) {
        Command command;
        command.words = std::move(words);
        command.folder = folder;
        command.output = folder / "ghdl.log";
        ASSERT_TRUE(run(command).good()) << read_file(command.output, diagnostics).value_or("");
    }
    // Builds the unit `tb` of the text as the program `sim`.
    void build(const std::string& testbench) {
        ASSERT_TRUE(write_file(folder / "tb.vhd", testbench, diagnostics));
        ghdl({"ghdl", "-a", "--std=08", "tb.vhd"});
        std::vector<std::string> link = {"ghdl", "-e", "--std=08"};
        const std::vector<std::string> quick = quick_writing(folder, ghdl_version(folder));
        ASSERT_FALSE(quick.empty());
        link.insert(link.end(), quick.begin(), quick.end());
        link.insert(link.end(), {"-o", "sim", "tb"});
        ghdl(link);
    }
    // The waveform read through a pipe of that name.
    std::string told_through(const std::string& pipe_name) {
        const std::filesystem::path pipe = folder / pipe_name;
        EXPECT_EQ(mkfifo(pipe.c_str(), 0600), 0);
        std::ostringstream told;
        std::thread reader([&] { told << std::ifstream(pipe, std::ios::binary).rdbuf(); });
        ghdl({(folder / "sim").string(), "--wave=" + pipe.string()});
        reader.join();
        return told.str();
    }
};

}  // namespace tapestry
