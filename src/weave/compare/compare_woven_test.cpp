// SPDX-License-Identifier: Apache-2.0
#include "weave/compare/compare_woven.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/file.h"
#include "base/scratch.h"
#include "model/tap_map.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;

const std::string kTap =
    "  tapestry_sync_bit tapestry_event_a (.clk_i(clk), .in_i(a), .out_o(tapestry_q));\n";

// A design of two files and a woven copy of it, both in a folder of their own.
class CompareWovenTest : public testing::Test {
protected:
    CompareWovenTest() {
        put("m.v",
            "module m (input clk, input a);\n  box u (clk);\n  part v (clk, a);\n"
            "  reg [3:0] r [0:1];\n  initial $readmemh(\"r.hex\", r);\nendmodule\n");
        put("part.v", "module part (clk, a);\n  input clk, a;\nendmodule\n");
        put("r.hex", "1\n2\n");
        put("woven/src/m.v",
            "module m (input clk, input a);\n  box u (clk);\n  part v (clk, a, tapestry_r);\n"
            "  reg [3:0] r [0:1];\n  initial $readmemh(\"r.hex\", r);\n  wire tapestry_q;\n" +
                kTap + "endmodule\n");
        put("woven/src/part.v",
            "module part (clk, a, tapestry_r);\n  input wire tapestry_r;\n  input clk, "
            "a;\nendmodule\n");
        put("woven/woven.f", "// made\nsrc/m.v\nsrc/part.v\n");
        TapMap map;
        map.top = "m";
        Tap tap;
        tap.path = "m.a";
        tap.module = "m";
        tap.instance = "m.tapestry_event_a";
        map.taps.push_back(tap);
        put("woven/taps.json", to_json(map));
    }

    void put(const std::string& name, const std::string& text) const {
        fs::create_directories((root_ / name).parent_path());
        std::ofstream(root_ / name) << text;
    }
    void replace(const std::string& name, const std::string& from, const std::string& to) const {
        Diagnostics ignored;
        std::string text = read_file(root_ / name, ignored).value_or("");
        ASSERT_NE(text.find(from), std::string::npos);
        put(name, text.replace(text.find(from), from.size(), to));
    }
    SourceSet sources(const std::string& folder) const {
        SourceSet set;
        set.files = {(root_ / folder / "m.v").string(), (root_ / folder / "part.v").string()};
        return set;
    }
    // What the first difference is; empty if there is none.
    std::string difference() const {
        const auto all = compare_woven(sources(""), woven_, root_ / "woven");
        return all.empty() ? "" : all.front().what;
    }

    Scratch scratch_;
    fs::path root_ = scratch_.path();
    SourceSet woven_ = sources("woven/src");
};

TEST_F(CompareWovenTest, TakesWhatWasWoven) { EXPECT_EQ(difference(), ""); }

TEST_F(CompareWovenTest, SeesWhichPortAConnectionIsOf) {
    replace("woven/src/m.v", "box u (clk)", "box u (clk, tapestry_q)");
    EXPECT_EQ(difference(), "which ports of 'box' are connected is not seen");
}

TEST_F(CompareWovenTest, APortThatWasOpenStaysOpen) {
    for (const char* file : {"m.v", "woven/src/m.v"})
        replace(file, "part v (clk, a", "part v (clk");
    EXPECT_EQ(difference(), "which ports of 'part' are connected is not seen");
}

TEST_F(CompareWovenTest, ADesignWithoutItsTapIsNotWoven) {
    replace("woven/src/m.v", kTap, "");
    EXPECT_EQ(difference(), "tap 'm.a' is not in the woven text of 'm'");
    fs::remove(root_ / "woven" / "taps.json");
    EXPECT_EQ(difference(), "there is no tap map, which says what was woven");
}

TEST_F(CompareWovenTest, TheListSaysNothingElse) {
    for (const char* line :
         {"-pvalue+W=2", "+define+A -pvalue+W=2", "-f more.f", "$SRC/m.v", "a.v b.v", "# note"}) {
        put("woven/woven.f", std::string("src/m.v\n") + line + "\nsrc/part.v\n");
        EXPECT_EQ(difference(), "weaving writes no such line") << line;
    }
    put("woven/woven.f", "+define+A=1\n-y /lib\n+incdir+include\nsrc/m.v\n");
    EXPECT_EQ(difference(), "");
}

TEST_F(CompareWovenTest, SettingsAreTheSame) {
    woven_.parameters = {{"W", "2"}};
    EXPECT_EQ(difference(), "the woven design has other parameters");
    woven_.parameters = {};
    woven_.defines = {{"W", "2"}};
    EXPECT_EQ(difference(), "the woven design is read with other macros");
}

TEST_F(CompareWovenTest, DataIsTheSame) {
    for (const char* place : {"woven/r.hex", "woven/src/r.hex"}) {
        put(place, "1\n2\n");
        EXPECT_EQ(difference(), "") << place;
        put(place, "1\n3\n");
        EXPECT_EQ(difference(), "it is not the 'r.hex' that the original reads") << place;
        fs::remove(root_ / place);
    }
    put("woven/other.hex", "1\n2\n");
    EXPECT_EQ(difference(), "the original reads no such file");
}

TEST_F(CompareWovenTest, LineNumbersAreUsedByNobody) {
    for (const char* file : {"m.v", "woven/src/m.v"})
        replace(file, "box u (clk)", "box #(`__LINE__) u (clk)");
    EXPECT_EQ(difference(), "weaving moves its lines, whose numbers it uses");
}

}  // namespace
}  // namespace tapestry
