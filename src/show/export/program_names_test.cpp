// SPDX-License-Identifier: Apache-2.0
#include "show/export/program_names.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

Timeline with_names(const std::string& names) {
    Timeline t;
    t.facts["program_names"] = names;
    t.rows.resize(2);
    t.rows[0].path = "accelerator.u_k.thread[1].u_thread.activity";
    t.rows[0].states.resize(2);
    t.rows[0].states[0].name = "LINE12_0";
    t.rows[0].states[1].name = "OTHER";
    t.rows[1].path = "accelerator.u_k.port_A";
    t.rows[1].states.resize(1);
    t.rows[1].states[0].name = "LINE12_0";
    use_program_names(t);
    return t;
}

TEST(ProgramNames, RowsAndTheirStatesAreNamed) {
    const Timeline t = with_names(
        "state\tk0\tLINE12_0\ta.c:12\nrow\taccelerator.u_k.thread[1].u_thread.activity\tsum thread "
        "1\tk0\n"
        "row\taccelerator.u_k.port_A\trequests to A\t\n");
    EXPECT_EQ(t.rows[0].path, "sum thread 1");
    EXPECT_EQ(t.rows[0].states[0].name, "a.c:12");
    EXPECT_EQ(t.rows[0].states[1].name, "OTHER");
    EXPECT_EQ(t.rows[1].path, "requests to A");
    EXPECT_EQ(t.rows[1].states[0].name, "LINE12_0");  // its row has no machine
}

TEST(ProgramNames, WhatIsNotOursStays) {
    for (const char* text :
         {"", "row", "row\taccelerator.u_k.port_A\t\t", "state\tk0\tLINE12_0\t\n", "\t\t\t\n"}) {
        const Timeline t = with_names(text);
        EXPECT_EQ(t.rows[1].path, "accelerator.u_k.port_A") << text;
        EXPECT_EQ(t.rows[0].states[0].name, "LINE12_0") << text;
    }
}

}  // namespace
}  // namespace tapestry
