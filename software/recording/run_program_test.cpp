// SPDX-License-Identifier: Apache-2.0
#include "software/recording/run_program.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>

#include "base/file.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;

class RunProgramTest : public testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "run_program_test-XXXXXX").string();
        ASSERT_TRUE(mkdtemp(name.data()));
        folder_ = name;
    }
    void TearDown() override { fs::remove_all(folder_); }

    ProgramEnd shell(const std::string& script) const {
        return run_program({"sh", "-c", "cd " + folder_.string() + "; " + script}, {});
    }

    // Runs the script in a child process, which gets the signal once the file `ready` exists.
    int parent_told(int number, const std::string& script) const {
        const pid_t parent = fork();
        if (parent == 0) _exit(shell(script).status);
        while (!fs::exists(folder_ / "ready")) usleep(10'000);
        kill(parent, number);
        int status = 0;
        waitpid(parent, &status, 0);
        return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    }

    bool is_gone(const char* pid_file) const {
        Diagnostics diagnostics;
        const pid_t process = std::stoi(*read_file(folder_ / pid_file, diagnostics));
        for (int i = 0; i < 300 && kill(process, 0) == 0; ++i) usleep(10'000);
        return kill(process, 0) != 0;
    }

    fs::path folder_;
};

TEST_F(RunProgramTest, SaysHowItEnded) {
    EXPECT_EQ(shell("exit 0").status, 0);
    EXPECT_EQ(shell("exit 7").status, 7);
    const ProgramEnd killed = shell("kill -KILL $$");
    EXPECT_EQ(killed.status, 137);
    EXPECT_EQ(killed.signal, SIGKILL);
    EXPECT_EQ(run_program({"no-such-program"}, {}).error, ENOENT);
    EXPECT_EQ(run_program({"sh", "-c", "exit $NUMBER"}, {{"NUMBER", "5"}}).status, 5);
}

// A grandchild in a session of its own that ignores all signals.
constexpr const char* kDeaf =
    "sh -c 'setsid sh -c \"trap : TERM HUP INT; echo \\$\\$ >deep; touch ready; "
    "while :; do sleep 0.05; done\" & wait' & wait; touch after";

TEST_F(RunProgramTest, NothingOutlivesUs) {
    EXPECT_EQ(parent_told(SIGKILL, kDeaf), 137);
    EXPECT_TRUE(is_gone("deep"));
    EXPECT_FALSE(fs::exists(folder_ / "after"));
}

TEST_F(RunProgramTest, SignalsEndAllThatWasStarted) {
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        fs::remove(folder_ / "ready");
        const auto start = std::chrono::steady_clock::now();
        EXPECT_EQ(parent_told(number, kDeaf), 128 + number);
        EXPECT_TRUE(is_gone("deep")) << strsignal(number);
        EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
    }
}

// A program that ignores a signal has 5 s, and its exit status then is not success.
TEST_F(RunProgramTest, ASignalIsNoSuccess) {
    EXPECT_EQ(parent_told(SIGTERM, "trap 'exit 0' TERM; touch ready; while :; do sleep 0.05; done"),
              128 + SIGTERM);
}

// A signal to the whole group may end the program before its watcher receives it.
TEST_F(RunProgramTest, ASignalToAllIsAnInterruption) {
    for (int i = 0; i < 20; ++i) {
        fs::remove(folder_ / "ready");
        const pid_t parent = fork();
        if (parent == 0) {
            setpgid(0, 0);
            const ProgramEnd end =
                shell("trap 'exit 0' INT; touch ready; while :; do sleep 0.01; done");
            _exit(end.interrupted ? end.status : 1);
        }
        while (!fs::exists(folder_ / "ready")) usleep(1'000);
        kill(-parent, SIGINT);
        int status = 0;
        waitpid(parent, &status, 0);
        ASSERT_EQ(WEXITSTATUS(status), 128 + SIGINT);
    }
}

TEST_F(RunProgramTest, WhatAProgramLeavesRunningIsEnded) {
    EXPECT_EQ(shell("setsid sleep 60 & echo $! >deep").status, 0);
    EXPECT_TRUE(is_gone("deep"));
}

}  // namespace
}  // namespace tapestry
