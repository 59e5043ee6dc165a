// SPDX-License-Identifier: Apache-2.0
#include "base/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/codes/files.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;

class FileTest : public testing::Test {
protected:
    FileTest() {
        std::string name = (fs::temp_directory_path() / "file_test-XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    ~FileTest() override { fs::remove_all(folder_); }

    std::size_t files() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {}));
    }

    fs::path folder_;
    Diagnostics diagnostics_;
};

TEST_F(FileTest, WritesAndReadsAllBytes) {
    const std::string text("a\0b\r\n\xff", 6);
    ASSERT_TRUE(write_file(folder_ / "f", text, diagnostics_));
    EXPECT_EQ(read_file(folder_ / "f", diagnostics_), text);
    EXPECT_EQ(files(), 1u) << "no .part is left";
}

TEST_F(FileTest, SaysWhichFileIsMissing) {
    EXPECT_FALSE(read_file(folder_ / "nowhere", diagnostics_));
    EXPECT_NE(diagnostics_.all().at(0).sentence.find("nowhere': No such file"), std::string::npos);
    EXPECT_FALSE(read_file(folder_, diagnostics_)) << "a folder is no file";
}

TEST_F(FileTest, ACircleOfLinksIsRefused) {
    fs::create_symlink("self", folder_ / "self");
    fs::create_symlink("b", folder_ / "a");
    fs::create_symlink("a", folder_ / "b");
    for (const char* name : {"self", "a"}) {
        EXPECT_FALSE(write_file(folder_ / name, "text", diagnostics_));
        EXPECT_TRUE(fs::is_symlink(folder_ / name));
    }
    EXPECT_EQ(files(), 3u);
}

TEST_F(FileTest, ADeviceWithoutAnEndIsRefused) {
    EXPECT_FALSE(read_file("/dev/zero", diagnostics_));
    EXPECT_NE(diagnostics_.all().at(0).sentence.find("without an end"), std::string::npos);
    EXPECT_EQ(read_file("/dev/null", diagnostics_), "");
}

TEST_F(FileTest, AFailedWriteLeavesTheOldFileAndNothingElse) {
    ASSERT_TRUE(write_file(folder_ / "f", "old", diagnostics_));
    // A limit on the size of files stands for a full disk.
    signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const rlimit small{1000, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    const bool written =
        write_file(folder_ / "f", std::string(100000, 'x'), diagnostics_).has_value();
    setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_FALSE(written);
    EXPECT_EQ(diagnostics_.all().at(0).code, code::file_unwritable);
    EXPECT_EQ(read_file(folder_ / "f", diagnostics_), "old");
    EXPECT_EQ(files(), 1u);
}

TEST_F(FileTest, AFolderInTheWayIsAnError) {
    ASSERT_TRUE(make_folder(folder_ / "a" / "b", diagnostics_));
    EXPECT_FALSE(write_file(folder_ / "a", "text", diagnostics_));
    EXPECT_EQ(files(), 1u);
    EXPECT_FALSE(make_folder("/dev/null/folder", diagnostics_));
}

TEST_F(FileTest, ALinkIsFollowedAndStays) {
    ASSERT_TRUE(write_file(folder_ / "there", "old", diagnostics_));
    fs::create_symlink("there", folder_ / "link");
    fs::create_symlink("not_yet", folder_ / "dangling");
    ASSERT_TRUE(write_file(folder_ / "link", "new", diagnostics_));
    ASSERT_TRUE(write_file(folder_ / "dangling", "made", diagnostics_));
    EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
    EXPECT_EQ(read_file(folder_ / "there", diagnostics_), "new");
    EXPECT_EQ(read_file(folder_ / "not_yet", diagnostics_), "made");
    EXPECT_EQ(files(), 4u);
}

TEST_F(FileTest, DevicesAndPipesAreWrittenTo) {
    ASSERT_TRUE(write_file("/dev/null", "text", diagnostics_));
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    const fs::path pipe = folder_ / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
    ASSERT_TRUE(write_file(pipe, "text", diagnostics_));
    char got[8] = {};
    EXPECT_EQ(read(reader, got, sizeof got), 4);
    close(reader);
    EXPECT_TRUE(fs::is_fifo(pipe));
    EXPECT_EQ(files(), 1u);
}

TEST_F(FileTest, FilesOfOthersBesideItAreLeftAlone) {
    ASSERT_TRUE(write_file(folder_ / "precious", "mine", diagnostics_));
    fs::create_symlink("precious", folder_ / "f.part");
    ASSERT_TRUE(write_file(folder_ / "f", "text", diagnostics_));
    EXPECT_EQ(read_file(folder_ / "precious", diagnostics_), "mine");
    EXPECT_TRUE(fs::is_symlink(folder_ / "f.part"));
}

TEST_F(FileTest, KeepsTheRightsOfTheFileItReplaces) {
    ASSERT_TRUE(write_file(folder_ / "f", "old", diagnostics_));
    const fs::perms usual = fs::status(folder_ / "f").permissions();
    EXPECT_NE(usual & fs::perms::owner_write, fs::perms::none);
    fs::permissions(folder_ / "f", fs::perms::owner_all);
    ASSERT_TRUE(write_file(folder_ / "f", "new", diagnostics_));
    EXPECT_EQ(fs::status(folder_ / "f").permissions(), fs::perms::owner_all);
}

TEST_F(FileTest, AbsolutePathsAreNormal) { EXPECT_EQ(absolute_path("/a/./b/../c"), "/a/c"); }

}  // namespace
}  // namespace tapestry
