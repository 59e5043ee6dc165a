// SPDX-License-Identifier: Apache-2.0
// RemotePrograms between real processes, as mpirun would start them.
#include "jobs/experiments/remote_programs.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;

class ErrandsTest : public testing::Test {
protected:
    ErrandsTest() {
        std::string name = (fs::temp_directory_path() / "tapestry_errands_XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    ~ErrandsTest() override { fs::remove_all(folder_); }

    // The other process; its exit status is 0 when it was sent home.
    pid_t start(int rank, int size) {
        const pid_t child = fork();
        if (child != 0) return child;
        serve_remote_programs({rank, size, "job"}, folder_ / "out");
        _exit(0);
    }
    static int end_of(pid_t child) {
        int status = -1;
        waitpid(child, &status, 0);
        return status;
    }

    fs::path folder_;
};

TEST_F(ErrandsTest, ProgramsRunInTheOtherProcess) {
    const pid_t child = start(1, 2);
    {
        RemotePrograms remote({0, 2, "job"}, folder_ / "out");
        ASSERT_EQ(remote.helpers(), 1);
        Command command;
        command.words = {"sh", "-c", "echo $PPID \"$1\"; exit 3", "sh", "a b\nc"};
        command.output = folder_ / "log";
        command.timeout = std::chrono::seconds(20);
        const Exit exit = remote.run(command, 1);
        EXPECT_EQ(exit.how, Exit::How::exited);
        EXPECT_EQ(exit.status, 3);
        Diagnostics diagnostics;
        EXPECT_EQ(read_file(folder_ / "log", diagnostics).value_or(""),
                  std::to_string(child) + " a b\nc\n");
        command.words = {"sleep", "30"};
        command.timeout = std::chrono::seconds(1);
        EXPECT_EQ(remote.run(command, 1).how, Exit::How::timed_out);
    }
    EXPECT_EQ(end_of(child), 0);
    EXPECT_FALSE(fs::exists(folder_ / "out.remote.job"));
}

TEST_F(ErrandsTest, AGroupOfOneHasNoHelpers) {
    const RemotePrograms remote({0, 1, "job"}, folder_ / "out");
    EXPECT_EQ(remote.helpers(), 0);
    EXPECT_FALSE(fs::exists(folder_ / "out.remote.job"));
}

}  // namespace
}  // namespace tapestry
