// SPDX-License-Identifier: Apache-2.0
#include "show/store/tune_file.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/scratch.h"

namespace tapestry {
namespace {

TEST(TuneFile, EachPointIsTakenOnce) {
    const Scratch scratch;
    TuneFile file(scratch.path() / "tune.db");
    file.add(0, {"A=1", "A=2"});
    file.add(1, {"A=2", "A=3"});
    EXPECT_EQ(file.take(0)->settings, "A=1");
    EXPECT_EQ(file.take(0)->settings, "A=2");
    EXPECT_FALSE(file.take(0));
    EXPECT_EQ(file.take(1)->settings, "A=3");
    EXPECT_EQ(file.items().size(), 3u);
}

TEST(TuneFile, TheFirstWordCounts) {
    const Scratch scratch;
    TuneFile file(scratch.path() / "tune.db"), other(scratch.path() / "tune.db");
    EXPECT_EQ(file.fact("simulator"), "");
    EXPECT_EQ(file.settle("simulator", "icarus"), "icarus");
    EXPECT_EQ(other.settle("simulator", "verilator"), "icarus");
    EXPECT_EQ(other.fact("simulator"), "icarus");
}

TEST(TuneFile, WhatBecameOfAPointIsKept) {
    const Scratch scratch;
    {
        TuneFile file(scratch.path() / "tune.db");
        file.add(0, {"A=1"});
        TuneItem item = *file.take(0);
        item.state = "done";
        item.cycles = 1234;
        item.area = {5, 6, 7};
        item.bottleneck = "top.u_a";
        file.put(item);
    }
    TuneFile again(scratch.path() / "tune.db");
    ASSERT_TRUE(again.good());
    const TuneItem item = again.items().at(0);
    EXPECT_EQ(item.state, "done");
    EXPECT_EQ(item.cycles, 1234u);
    EXPECT_EQ(item.area.bram, 7u);
    EXPECT_EQ(item.bottleneck, "top.u_a");
}

TEST(TuneFile, APointOfAProcessThatDiedIsTakenAgain) {
    const Scratch scratch;
    const auto path = scratch.path() / "tune.db";
    { TuneFile(path).add(0, {"A=1"}); }
    const pid_t child = fork();
    if (child == 0) {
        TuneFile(path).take(0);
        _exit(0);
    }
    waitpid(child, nullptr, 0);
    TuneFile file(path);
    ASSERT_EQ(file.items().at(0).state, "taken");
    EXPECT_TRUE(file.take(0));
}

TEST(TuneFile, AFileOfOtherSourcesIsRefused) {
    const Scratch scratch;
    TuneFile file(scratch.path() / "tune.db");
    EXPECT_TRUE(file.is_of("a"));
    EXPECT_TRUE(file.is_of("a"));
    EXPECT_FALSE(file.is_of("b"));
}

}  // namespace
}  // namespace tapestry
