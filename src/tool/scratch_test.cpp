// SPDX-License-Identifier: Apache-2.0
#include "tool/scratch.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "base/file.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;

class ScratchTest : public testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "scratch_test-XXXXXX").string();
        ASSERT_TRUE(mkdtemp(name.data()));
        folder_ = name;
    }
    void TearDown() override { fs::remove_all(folder_); }

    // Makes folders as a command does and is ended by a signal in the middle.
    int ended_by(int number, bool keep) const {
        const pid_t child = fork();
        if (child == 0) {
            setenv("TMPDIR", folder_.c_str(), 1);
            Diagnostics diagnostics;
            const Scratch scratch;
            Result<OutputFolder> out = OutputFolder::make(folder_ / "out", diagnostics);
            if (!out || !make_folder(folder_ / "out" / "woven" / "src", diagnostics)) _exit(1);
            std::ofstream(folder_ / "out" / "woven" / "src" / "a.v") << "module a; endmodule\n";
            if (keep) out->keep();
            raise(number);
            _exit(1);
        }
        int status = 0;
        waitpid(child, &status, 0);
        return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    }

    fs::path folder_;
};

TEST_F(ScratchTest, ASignalTakesHalfMadeFoldersAway) {
    for (int number : {SIGTERM, SIGINT}) {
        EXPECT_EQ(ended_by(number, false), number);
        EXPECT_TRUE(fs::is_empty(folder_));
    }
}

TEST_F(ScratchTest, WhatIsFinishedStays) {
    EXPECT_EQ(ended_by(SIGTERM, true), SIGTERM);
    EXPECT_TRUE(fs::exists(folder_ / "out" / "woven" / "src" / "a.v"));
}

TEST_F(ScratchTest, AFolderThatWasThereStays) {
    fs::create_directory(folder_ / "out");
    EXPECT_EQ(ended_by(SIGTERM, false), SIGTERM);
    EXPECT_TRUE(fs::is_empty(folder_ / "out"));
}

}  // namespace
}  // namespace tapestry
