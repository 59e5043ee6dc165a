// SPDX-License-Identifier: Apache-2.0
#include "base/process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

#include "base/file.h"

namespace tapestry {
namespace {

Command shell(const std::string& script) {
    Command command;
    command.words = {"sh", "-c", script};
    return command;
}

TEST(Process, SaysHowItEnded) {
    const struct {
        std::string script;
        Exit::How how;
        int status;
        std::string text;
    } cases[] = {
        {"exit 0", Exit::How::exited, 0, "exited with status 0"},
        {"exit 3", Exit::How::exited, 3, "exited with status 3"},
        {"kill -KILL $$", Exit::How::signalled, SIGKILL, "was ended by signal 9 (Killed)"},
        {"kill -ABRT $$", Exit::How::signalled, SIGABRT, "was ended by signal 6 (Aborted)"},
    };
    for (const auto& c : cases) {
        const Exit exit = run(shell(c.script));
        EXPECT_EQ(exit.how, c.how) << c.script;
        EXPECT_EQ(exit.status, c.status) << c.script;
        EXPECT_EQ(exit.to_text(), c.text);
        EXPECT_EQ(exit.good(), c.status == 0);
    }
}

TEST(Process, AProgramThatIsAbsentIsNotFound) {
    Command command;
    command.words = {"no-such-program"};
    EXPECT_EQ(run(command).how, Exit::How::not_found);
    command.words = {"/no/such/program"};
    EXPECT_EQ(run(command).how, Exit::How::not_found);
    EXPECT_FALSE(find_program("no-such-program"));
    EXPECT_TRUE(find_program("sh"));
    EXPECT_FALSE(find_program("/")) << "a folder cannot be run";
}

TEST(Process, ATimeOutEndsTheWholeGroup) {
    Command command = shell("sleep 60 & sleep 60; echo never");
    command.timeout = std::chrono::seconds(1);
    const Exit exit = run(command);
    EXPECT_EQ(exit.how, Exit::How::timed_out);
    EXPECT_FALSE(exit.good());
    EXPECT_LT(exit.seconds, 5);
}

// A woven simulation writes its reading when it receives TERM.
TEST(Process, TermIsPassedOnAndGivesTimeToFinish) {
    std::string name = (std::filesystem::temp_directory_path() / "process_test-XXXXXX").string();
    const std::filesystem::path folder = mkdtemp(name.data());
    Command command = shell("trap 'exit 7' TERM; touch ready; while :; do sleep 0.05; done");
    command.folder = folder;
    command.ends_alone = true;
    bool sent = false;
    command.on_tick = [&] {
        if (!sent && std::filesystem::exists(folder / "ready")) {
            kill(getpid(), SIGTERM);
            sent = true;
        }
    };
    const Exit exit = run(command);
    EXPECT_EQ(exit.how, Exit::How::interrupted);
    EXPECT_EQ(exit.status, 7);
    std::filesystem::remove_all(folder);
}

// TERM is not lost even right after the start.
TEST(Process, TermAtTheVeryStartEndsTheProgram) {
    Command command = shell("sleep 60");
    command.ends_alone = true;
    bool sent = false;
    command.on_tick = [&] {
        if (!sent) kill(getpid(), SIGTERM);
        sent = true;
    };
    const Exit exit = run(command);
    EXPECT_EQ(exit.how, Exit::How::interrupted);
    EXPECT_LT(exit.seconds, 4);
}

// Starts the script from a child process, which then gets the signal.
int parent_ended_by(int number, const std::string& script, const std::filesystem::path& folder) {
    const pid_t parent = fork();
    if (parent == 0) {
        signal(number, SIG_DFL);  // nohup would have set it to ignored
        Command command = shell(script + "; touch after");
        command.folder = folder;
        run(command);
        _exit(0);
    }
    while (!std::filesystem::exists(folder / "ready")) usleep(10'000);
    kill(parent, number);
    int status = 0;
    waitpid(parent, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

bool is_gone(const std::filesystem::path& pid_file) {
    Diagnostics diagnostics;
    const pid_t pid = std::stoi(*read_file(pid_file, diagnostics));
    for (int i = 0; i < 300 && kill(pid, 0) == 0; ++i) usleep(10'000);
    return kill(pid, 0) != 0;
}

// Neither the program nor its children outlive us.
TEST(Process, NothingOutlivesUs) {
    for (const int number : {SIGKILL, SIGHUP, SIGINT, SIGTERM}) {
        std::string name =
            (std::filesystem::temp_directory_path() / "process_test-XXXXXX").string();
        const std::filesystem::path folder = mkdtemp(name.data());
        const std::string script =
            "sh -c 'trap \"\" TERM HUP INT; echo $$ >below; touch ready; "
            "while :; do sleep 0.1; done'";
        EXPECT_EQ(parent_ended_by(number, script, folder), number);
        EXPECT_TRUE(is_gone(folder / "below")) << strsignal(number);
        EXPECT_FALSE(std::filesystem::exists(folder / "after"));
        std::filesystem::remove_all(folder);
    }
}

TEST(Process, WhatAProgramLeavesRunningIsEnded) {
    std::string name = (std::filesystem::temp_directory_path() / "process_test-XXXXXX").string();
    const std::filesystem::path folder = mkdtemp(name.data());
    Command command = shell("sleep 60 & echo $! >below");
    command.folder = folder;
    EXPECT_TRUE(run(command).good());
    EXPECT_TRUE(is_gone(folder / "below"));
    std::filesystem::remove_all(folder);
}

TEST(Process, WordsReachTheProgramAsTheyAre) {
    std::string name = (std::filesystem::temp_directory_path() / "process_test-XXXXXX").string();
    const std::filesystem::path folder = mkdtemp(name.data());
    Command command;
    command.words = {"printf", "%s|", "a b", "$HOME", "`id`", "*", ""};
    command.folder = folder;
    command.output = folder / "out";
    EXPECT_TRUE(run(command).good());
    Diagnostics diagnostics;
    EXPECT_EQ(read_file(folder / "out", diagnostics), "a b|$HOME|`id`|*||");
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace tapestry
