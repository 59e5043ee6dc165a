// SPDX-License-Identifier: Apache-2.0
#include "vhdl/file_order.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace tapestry
