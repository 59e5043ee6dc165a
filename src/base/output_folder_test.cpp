// SPDX-License-Identifier: Apache-2.0
#include "base/output_folder.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "base/codes/files.h"
#include "base/file.h"
#include "base/scratch.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;

class OutputFolderTest : public testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "output_test-XXXXXX").string();
        ASSERT_TRUE(mkdtemp(name.data()));
        folder_ = name;
        out_ = folder_ / "out";
    }
    void TearDown() override { fs::remove_all(folder_); }

    static void write(const fs::path& path, const std::string& text) {
        fs::create_directories(path.parent_path());
        std::ofstream(path) << text;
    }
    std::string text(const fs::path& name) {
        return read_file(out_ / name, diagnostics_).value_or("nothing");
    }
    // Leaves a run as a command does.
    void publish(const std::string& what, bool woven = true) {
        Result<OutputFolder> out = OutputFolder::make(out_, diagnostics_);
        ASSERT_TRUE(out);
        if (woven) write(out->work() / "woven" / what, what);
        write(out->work() / "run.tapdb", what);
        write(out->work() / "report.txt", what);
        ASSERT_TRUE(out->publish(diagnostics_));
    }

    // Makes folders as a command does and is killed by a signal in the middle.
    int ended_by(int number, bool keep) {
        const pid_t child = fork();
        if (child == 0) {
            setenv("TMPDIR", folder_.c_str(), 1);
            const Scratch scratch;
            Result<OutputFolder> out = OutputFolder::make(out_, diagnostics_);
            if (!out) _exit(1);
            write(out->work() / "woven" / "src" / "a.v", "module a; endmodule\n");
            if (keep && !out->publish(diagnostics_)) _exit(1);
            if (freopen("/dev/null", "w", stderr) == nullptr) _exit(1);
            raise(number);
            _exit(1);
        }
        int status = 0;
        waitpid(child, &status, 0);
        return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    }

    fs::path folder_;
    fs::path out_;
    Diagnostics diagnostics_;
};

TEST_F(OutputFolderTest, ASignalTakesHalfMadeFoldersAway) {
    for (const int number : {SIGTERM, SIGINT, SIGHUP}) {
        EXPECT_EQ(ended_by(number, false), number);
        EXPECT_TRUE(fs::is_empty(folder_)) << number;
    }
}

TEST_F(OutputFolderTest, WhatIsPublishedStays) {
    EXPECT_EQ(ended_by(SIGTERM, true), SIGTERM);
    EXPECT_TRUE(fs::exists(out_ / "woven" / "src" / "a.v"));
}

TEST_F(OutputFolderTest, AFolderThatWasThereStays) {
    fs::create_directory(out_);
    EXPECT_EQ(ended_by(SIGTERM, false), SIGTERM);
    EXPECT_TRUE(fs::is_empty(out_));
}

TEST_F(OutputFolderTest, AFailedCommandLeavesTheLastGoodOne) {
    publish("first");
    for (const int number : {0, SIGTERM, SIGKILL}) {
        if (number == 0)
            ASSERT_TRUE(OutputFolder::make(out_, diagnostics_));  // and is not published
        else
            EXPECT_EQ(ended_by(number, false), number);
        EXPECT_EQ(text("run.tapdb"), "first");
        EXPECT_EQ(text("woven/first"), "first");
    }
    publish("second");
    EXPECT_EQ(text("run.tapdb"), "second");
    EXPECT_FALSE(fs::exists(out_ / "woven" / "first")) << "all of the old one is gone";
    EXPECT_FALSE(fs::exists(out_ / ".tapestry.work"));
    EXPECT_FALSE(fs::exists(out_ / ".tapestry.ready"));
}

TEST_F(OutputFolderTest, ASecondCommandIsRefusedWhileTheFirstIsAtWork) {
    Result<OutputFolder> first = OutputFolder::make(out_, diagnostics_);
    ASSERT_TRUE(first);
    EXPECT_EQ(work_under_way(out_), first->work());
    EXPECT_FALSE(OutputFolder::make(out_, diagnostics_));
    EXPECT_NE(diagnostics_.all().back().sentence.find("another tapestry"), std::string::npos);
    EXPECT_TRUE(fs::exists(first->work())) << "the refused one has touched nothing";
    ASSERT_TRUE(first->publish(diagnostics_));
    EXPECT_FALSE(OutputFolder::make(out_, diagnostics_)) << "it still reports";
    { const OutputFolder ended = std::move(*first); }
    EXPECT_TRUE(OutputFolder::make(out_, diagnostics_));
    EXPECT_TRUE(work_under_way(out_).empty());
}

TEST_F(OutputFolderTest, ARunKeepsTheWovenSources) {
    publish("first");
    publish("second", false);
    EXPECT_EQ(text("woven/first"), "first");
    EXPECT_EQ(text("run.tapdb"), "second");
}

// A command killed after any step of moving results into place is completed by the next command.
TEST_F(OutputFolderTest, WhatWasBeingPublishedIsFinished) {
    for (int moved = 0; moved <= 3; ++moved) {
        fs::remove_all(out_);
        publish("first");
        write(out_ / "report.json", "first");  // not part of the new results
        const fs::path ready = out_ / ".tapestry.ready";
        write(ready / "names", "woven\nrun.tapdb\nreport.txt\n");
        for (const char* name : {"woven/second", "run.tapdb", "report.txt"})
            write(ready / name, "second");
        int step = 0;
        for (const char* name : {"woven", "run.tapdb", "report.txt"}) {
            if (step++ == moved) break;
            fs::remove_all(out_ / name);
            fs::rename(ready / name, out_ / name);
        }
        settle(out_);
        for (const char* name : {"woven/second", "run.tapdb", "report.txt"})
            EXPECT_EQ(text(name), "second") << name << " after " << moved;
        EXPECT_FALSE(fs::exists(out_ / "report.json"));
        EXPECT_FALSE(fs::exists(ready));
    }
}

// An untrusted folder lists complete entries: no name or link in it may lead out of the folder.
class StrangersFolderTest : public OutputFolderTest {
protected:
    void SetUp() override {
        OutputFolderTest::SetUp();
        ready_ = out_ / ".tapestry.ready";
        write(out_ / ".tapestry", "");
        write(out_ / "run.tapdb", "first");
        write(folder_ / "precious", "good");
        write(ready_ / "run.tapdb", "second");
        write(ready_ / "names", "run.tapdb\n");
    }
    // Every kind of access leaves the folder unchanged.
    void expect_refused(const std::string& what) {
        settle(out_);
        EXPECT_FALSE(OutputFolder::make(out_, diagnostics_)) << what;
        EXPECT_EQ(diagnostics_.all().back().code, code::output_not_ours) << what;
        EXPECT_EQ(text("../precious"), "good") << what;
        EXPECT_EQ(text("run.tapdb"), "first") << what;
    }

    fs::path ready_;
};

TEST_F(StrangersFolderTest, NamesOfOtherPlacesAreRefused) {
    for (const std::string name : {"../precious", "../../precious", "/etc/hostname", "", ".", "..",
                                   "names", "old", ".tapestry", ".tapestry.ready", "a/b"}) {
        write(ready_ / "names", "run.tapdb\n" + name + "\n");
        write(folder_ / "out" / "precious", "evil");
        expect_refused(name);
    }
}

TEST_F(StrangersFolderTest, LinksAreRefused) {
    fs::create_symlink(folder_, ready_ / "old");
    expect_refused("what was replaced goes elsewhere");
    fs::remove(ready_ / "old");
    fs::rename(ready_ / "names", folder_ / "list");
    fs::create_symlink(folder_ / "list", ready_ / "names");
    expect_refused("the names are elsewhere");
    fs::remove(ready_ / "names");
    ASSERT_EQ(mkfifo((ready_ / "names").c_str(), 0600), 0);
    expect_refused("the names never come");
    fs::remove(ready_ / "names");
    fs::rename(folder_ / "list", ready_ / "names");
    fs::remove(ready_ / "run.tapdb");
    fs::create_symlink(folder_ / "precious", ready_ / "run.tapdb");
    expect_refused("what is ready is elsewhere");
    fs::rename(ready_, folder_ / "elsewhere");
    fs::create_directory_symlink(folder_ / "elsewhere", ready_);
    expect_refused("all that is ready is elsewhere");
    fs::remove(ready_);
    EXPECT_TRUE(OutputFolder::make(out_, diagnostics_)) << "without it the folder is as any";
}

TEST_F(OutputFolderTest, AMarkThatIsAPipeKeepsNobodyWaiting) {
    fs::create_directory(out_);
    ASSERT_EQ(mkfifo((out_ / ".tapestry").c_str(), 0600), 0);
    EXPECT_TRUE(work_under_way(out_).empty());
    settle(out_);
}

// All but the first are refused with that reason, even if the folder is new.
TEST_F(OutputFolderTest, OfManyOnANewFolderOneWorksAndTheOthersAreToldSo) {
    std::vector<pid_t> children;
    for (int i = 0; i < 16; ++i) {
        children.push_back(fork());
        if (children.back() != 0) continue;
        Diagnostics own;
        const Result<OutputFolder> made = OutputFolder::make(out_, own);
        if (made) usleep(500'000);  // longer than the retries of FolderLock
        _exit(made ? 0 : own.all().back().code == code::output_busy ? 1 : 2);
    }
    for (const pid_t child : children) {
        int status = 0;
        waitpid(child, &status, 0);
        EXPECT_LT(WEXITSTATUS(status), 2);
    }
}

// Files kept next to work() have the mark, however the command ends.
TEST_F(OutputFolderTest, WhatIsKeptIsOursAlsoAfterASignal) {
    const pid_t child = fork();
    if (child == 0) {
        Result<OutputFolder> out = OutputFolder::make(out_, diagnostics_);
        if (!out || freopen("/dev/null", "w", stderr) == nullptr) _exit(1);
        out->keep();
        fs::create_directory(out_ / "builds");
        raise(SIGTERM);
        _exit(1);
    }
    waitpid(child, nullptr, 0);
    EXPECT_TRUE(fs::exists(out_ / "builds"));
    EXPECT_FALSE(fs::exists(out_ / ".tapestry.work"));
    EXPECT_TRUE(OutputFolder::make(out_, diagnostics_));
}

}  // namespace
}  // namespace tapestry
