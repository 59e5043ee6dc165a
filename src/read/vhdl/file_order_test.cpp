// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/file_order.h"

#include <gtest/gtest.h>

#include "read/vhdl/needed_files.h"

namespace tapestry {
namespace {

std::string order_of(const std::vector<std::pair<VhdlFile, std::string>>& files) {
    std::vector<VhdlFile> list;
    std::vector<VhdlUnits> units;
    for (const auto& [file, text] : files) {
        list.push_back(file);
        units.push_back(units_of(file, text, {"work", "util"}));
    }
    std::string order;
    for (const VhdlFile& file : in_order_of_use(list, units)) order += file.path + " ";
    return order;
}

TEST(FileOrder, WhatIsUsedComesFirst) {
    EXPECT_EQ(order_of({{{"work", "top"},
                         "entity top is end; architecture a of top is begin\n"
                         "u : entity Work.Leaf; end;"},
                        {{"work", "body"}, "package body types is end;"},
                        {{"work", "leaf"},
                         "use work.types.all; use util.base.all;\n"
                         "entity leaf is end entity leaf;"},
                        {{"work", "types"}, "package types is end package types;"},
                        {{"util", "base"}, "package base is end;"}}),
              "types base leaf top body ");
}

TEST(FileOrder, WordsInCommentsAndOtherLibrariesAreNothing) {
    EXPECT_EQ(order_of({{{"work", "a"}, "-- work.b\nuse ieee.b.all; entity a is end;"},
                        {{"work", "b"}, "package b is end;"}}),
              "a b ");
}

TEST(FileOrder, FilesThatNeedEachOtherStay) {
    EXPECT_EQ(order_of({{{"work", "a"}, "use work.b.all; package a is end;"},
                        {{"work", "b"}, "use work.a.all; package b is end;"}}),
              "b a ");
}

std::string needed_of(const std::vector<std::pair<std::string, std::string>>& files,
                      const std::set<std::string>& roots) {
    VhdlSources sources;
    for (const auto& [name, text] : files) {
        sources.files.push_back({"work", name});
        sources.units.push_back(units_of(sources.files.back(), text, {"work"}));
    }
    std::string needed;
    for (const VhdlFile& file : needed_files(sources, roots).files) needed += file.path + " ";
    return needed;
}

// A part for a board needs a vendor's library, and nothing of the design needs it.
const std::vector<std::pair<std::string, std::string>> kBoard = {
    {"board",
     "library vendor; entity board is end; architecture a of board is begin\n"
     "u : core; v : pll; end;"},
    {"pll", "library vendor; use vendor.all; entity pll is end;"},
    {"parts", "package parts is component pll is end component pll; component leaf end component;"},
    {"core", "use work.parts.all; entity core is end;"},
    {"core_rtl", "architecture rtl of core is begin u : component Leaf; end;"},
    {"leaf", "entity leaf is end;"},
    {"parts_body", "package body parts is end;"}};

TEST(NeededFiles, ThoseThatTheRootsReach) {
    EXPECT_EQ(needed_of(kBoard, {"core"}), "parts core core_rtl leaf parts_body ");
    EXPECT_EQ(needed_of(kBoard, {"leaf"}), "leaf ");
    EXPECT_EQ(needed_of(kBoard, {"board"}), "board pll parts core core_rtl leaf parts_body ");
}

TEST(NeededFiles, AllWhenNobodyDeclaresARoot) {
    EXPECT_EQ(needed_of(kBoard, {"cores"}), "board pll parts core core_rtl leaf parts_body ");
}

}  // namespace
}  // namespace tapestry
