// SPDX-License-Identifier: Apache-2.0
#include "base/file.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>

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
    EXPECT_EQ(diagnostics_.all().at(0).code, Code::file_unwritable);
    EXPECT_EQ(read_file(folder_ / "f", diagnostics_), "old");
    EXPECT_EQ(files(), 1u);
}

TEST_F(FileTest, AFolderInTheWayIsAnError) {
    ASSERT_TRUE(make_folder(folder_ / "a" / "b", diagnostics_));
    EXPECT_FALSE(write_file(folder_ / "a", "text", diagnostics_));
    EXPECT_EQ(files(), 1u);
    EXPECT_FALSE(make_folder("/dev/null/folder", diagnostics_));
}

TEST_F(FileTest, AbsolutePathsAreNormal) { EXPECT_EQ(absolute_path("/a/./b/../c"), "/a/c"); }

}  // namespace
}  // namespace tapestry
