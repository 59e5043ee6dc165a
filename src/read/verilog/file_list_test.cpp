// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/file_list.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "base/codes/sources.h"
#include "base/file.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;
using Pairs = std::vector<std::pair<std::string, std::string>>;

class FileListTest : public testing::Test {
protected:
    FileListTest() {
        std::string name = (fs::temp_directory_path() / "file_list_test-XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    ~FileListTest() override { fs::remove_all(folder_); }

    std::string write(const std::string& name, const std::string& text) {
        std::string path = (folder_ / name).string();
        EXPECT_TRUE(make_folder(fs::path(path).parent_path(), diagnostics_));
        EXPECT_TRUE(write_file(path, text, diagnostics_));
        return path;
    }
    bool read(const std::string& text) {
        return read_file_list(write("list.f", text), set_, diagnostics_).has_value();
    }

    fs::path folder_;
    SourceSet set_;
    Diagnostics diagnostics_;
};

TEST_F(FileListTest, TakesFilesAndPassesOverComments) {
    ASSERT_TRUE(read("a.v b.v // c.v\n# d.v\n/* e.v\nf.v */ g.v\r\n\"h i.v\"\n\tj.v"));
    EXPECT_EQ(set_.files, (Names{"a.v", "b.v", "g.v", "h i.v", "j.v"}));
    EXPECT_TRUE(diagnostics_.all().empty());
}

TEST_F(FileListTest, OddComments) {
    EXPECT_TRUE(read("a.v /* never closed"));
    EXPECT_TRUE(read("/"));
    EXPECT_TRUE(read("/*"));
    EXPECT_TRUE(read("b.v //"));
    EXPECT_TRUE(read(""));
}

// Each names the next one ten times: ten thousand million words, from a few lines.
TEST_F(FileListTest, ListsThatMultiplyAreRefused) {
    for (int level = 0; level < 10; ++level) {
        std::string text;
        for (int i = 0; i < 10; ++i)
            text += "-F " + (folder_ / ("level" + std::to_string(level + 1))).string() + "\n";
        write("level" + std::to_string(level), text);
    }
    write("level10", "a.v\n");
    EXPECT_FALSE(read("-F " + (folder_ / "level0").string()));
    ASSERT_EQ(diagnostics_.all().size(), 1u);
    EXPECT_EQ(diagnostics_.all()[0].code, code::file_list_malformed);
    const std::string list = (folder_ / "level0").string();
    EXPECT_FALSE(with_lists_written_out({"-f", list}, diagnostics_));
}

TEST_F(FileListTest, TakesSettings) {
    ASSERT_TRUE(
        read("-Iinc -I inc2 +incdir+x+y -DA -D B=1 +define+C+D=2 -y lib -v cells.v +libext+.v+.sv "
             "-GWIDTH=8"));
    EXPECT_EQ(set_.include_folders, (Names{"inc", "inc2", "x", "y"}));
    EXPECT_EQ(set_.defines, (Pairs{{"A", ""}, {"B", "1"}, {"C", ""}, {"D", "2"}}));
    EXPECT_EQ(set_.library_folders, Names{"lib"});
    EXPECT_EQ(set_.library_files, Names{"cells.v"});
    EXPECT_EQ(set_.library_endings, (Names{".v", ".sv"}));
    EXPECT_EQ(set_.parameters, (Pairs{{"WIDTH", "8"}}));
}

TEST_F(FileListTest, ReadsListsInLists) {
    const std::string inner = write("sub/inner.f", "in.v -y lib");
    ASSERT_TRUE(read("-f " + inner + " -F " + inner + " out.v"));
    const std::string sub = (folder_ / "sub").string();
    EXPECT_EQ(set_.files, (Names{"in.v", sub + "/in.v", "out.v"})) << "-F is relative to the list";
    EXPECT_EQ(set_.library_folders, (Names{"lib", sub + "/lib"}));
}

TEST_F(FileListTest, NoticesACircle) {
    write("b.f", "-F list.f");
    EXPECT_FALSE(read("-F " + (folder_ / "b.f").string()));
    EXPECT_EQ(diagnostics_.all().at(0).code, code::file_list_malformed);
}

TEST_F(FileListTest, ReplacesVariables) {
    setenv("FILE_LIST_TEST", "root", 1);
    ASSERT_TRUE(read("$FILE_LIST_TEST/a.v ${FILE_LIST_TEST}/b.v $(FILE_LIST_TEST)/c.v"));
    EXPECT_EQ(set_.files, (Names{"root/a.v", "root/b.v", "root/c.v"}));
}

TEST_F(FileListTest, SaysWhichLineIsWrong) {
    EXPECT_FALSE(read("a.v\n\n-v"));
    EXPECT_EQ(diagnostics_.all().at(0).place.line, 3u);
    EXPECT_TRUE(read("/* one\ntwo */\n--strange"));
    EXPECT_EQ(diagnostics_.all().at(1).code, code::file_list_flag_ignored);
    EXPECT_EQ(diagnostics_.all().at(1).place.line, 3u);
}

TEST(FileList, SplitsDefinitions) {
    EXPECT_EQ(split_definition("A=B=C"), std::make_pair(std::string("A"), std::string("B=C")));
    EXPECT_EQ(split_definition("A"), std::make_pair(std::string("A"), std::string()));
}

}  // namespace
}  // namespace tapestry
