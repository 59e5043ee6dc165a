// SPDX-License-Identifier: Apache-2.0
#include "model/run.h"

#include <gtest/gtest.h>

#include "model/reading.h"

namespace tapestry {
namespace {

TEST(ReadingRecord, NumberIsTheFirstOfTheFirstWord) {
    ReadingRecord record;
    record.words = {{"edges", {7}}, {"state", {1, 5, 2, 1, 4}}, {"state", {2, 9, 9, 9, 9}}};
    EXPECT_EQ(record.number("edges"), 7u);
    EXPECT_EQ(record.number("state"), 1u);
    EXPECT_EQ(record.number("pushes"), 0u);
}

TEST(TapNumbers, NumberOfAnUnknownWordIsZero) {
    TapNumbers tap;
    tap.numbers = {{"pushes", 3}};
    EXPECT_EQ(tap.number("pushes"), 3u);
    EXPECT_EQ(tap.number("pops"), 0u);
}

TEST(Quality, HasAWordForEveryValue) {
    EXPECT_EQ(to_word(Quality::exact), "exact");
    EXPECT_EQ(to_word(Quality::lower_bound), "lower_bound");
    EXPECT_EQ(to_word(Quality::estimated), "estimated");
    EXPECT_EQ(to_word(Quality::invalid), "invalid");
}

TEST(RunPlace, IsOneDeviceWithItsInstances) {
    tapestry::Run run;
    run.top = "dut";
    run.taps.resize(2);
    run.taps[0].tap.scope = "dut.g[1].u_b";
    run.taps[1].tap.scope = "dut";
    run.edges = {{"dut.u_a", "", "dut.c"}};
    std::string text;
    for (const RunPlace& p : places_of_device(run))
        text += fmt::format("{} {} {} {}\n", to_word(p.kind), p.path, p.name, p.parent);
    EXPECT_EQ(text,
              "device device dut -1\nblock dut dut 0\nblock dut.g[1] g[1] 1\n"
              "block dut.g[1].u_b u_b 2\nblock dut.u_a u_a 1\n");
    EXPECT_EQ(place_kind_of("thread"), PlaceKind::thread);
    EXPECT_FALSE(place_kind_of("rack"));
}

}  // namespace
}  // namespace tapestry
