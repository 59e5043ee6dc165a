// SPDX-License-Identifier: Apache-2.0
#include "base/verilator_start.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/scratch.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;

class VerilatorStart : public testing::Test {
protected:
    // A script beside a program that says which arguments it has got.
    void write(const std::string& name, const std::string& text) {
        Diagnostics diagnostics;
        ASSERT_TRUE(write_file(folder_.path() / name, text, diagnostics));
        fs::permissions(folder_.path() / name, fs::perms::owner_all);
    }
    std::string started(std::vector<std::string> more) {
        Command command;
        command.words = {(folder_.path() / "simulator").string()};
        command.words.insert(command.words.end(), more.begin(), more.end());
        start_without_script(command);
        return fs::path(command.words[0]).filename().string();
    }
    Scratch folder_;
};

TEST_F(VerilatorStart, LeavesAPerlScriptOut) {
    write("simulator", "#!/usr/bin/env perl\n");
    EXPECT_EQ(started({"--version"}), "simulator") << "there is nothing beside it";
    write("simulator_bin", "#!/bin/sh\nulimit -s; echo $*\n");
    EXPECT_EQ(started({"--version"}), "simulator_bin");
    EXPECT_EQ(started({"-Wall", "--debug"}), "simulator") << "the script takes another program";
    EXPECT_EQ(started({"--gdbbt"}), "simulator");
    setenv("VERILATOR_ROOT", "/opt/verilator", 1);
    EXPECT_EQ(started({"--version"}), "simulator");
    unsetenv("VERILATOR_ROOT");
}

TEST_F(VerilatorStart, KeepsAScriptOfTheUsers) {
    write("simulator", "#!/bin/sh\nexec docker run …\n");
    write("simulator_bin", "#!/bin/sh\n");
    EXPECT_EQ(started({"--version"}), "simulator");
}

TEST_F(VerilatorStart, HasTheStackThatTheScriptGives) {
    write("simulator", "#!/usr/bin/perl\n");
    write("simulator_bin", "#!/bin/sh\nulimit -s; ulimit -Hs; echo $*\n");
    Command command;
    command.words = {(folder_.path() / "simulator").string(), "--version"};
    command.output = folder_.path() / "said";
    start_without_script(command);
    ASSERT_TRUE(run(command).good());
    Diagnostics diagnostics;
    const std::string said = read_file(command.output, diagnostics).value_or("");
    const std::size_t end = said.find('\n');
    EXPECT_EQ(said.substr(0, end), said.substr(end + 1, said.find('\n', end + 1) - end - 1));
    EXPECT_TRUE(said.ends_with("--version\n"));
}

}  // namespace
}  // namespace tapestry
