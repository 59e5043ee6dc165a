// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/leave_out.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

const std::vector<std::string> kEntities = {"adder", "divider", "alu", "memory", "core", "soc"};

// Which entities a design has that refuses `guilty` ones, unless they are left out or stand in one
// that is.
std::vector<std::string> found(const std::set<std::string>& guilty, int* tries = nullptr) {
    const std::map<std::string, std::string> is_in = {
        {"adder", "alu"}, {"divider", "alu"}, {"alu", "core"}, {"memory", "soc"}, {"core", "soc"}};
    const auto refusal = [&](const std::set<std::string>& without) -> std::optional<Refusal> {
        if (tries) ++*tries;
        for (const std::string& one : guilty) {
            bool is_out = false;
            for (std::string at = one; !at.empty();) {
                is_out = is_out || without.contains(at);
                at = is_in.contains(at) ? is_in.at(at) : "";
            }
            if (!is_out) return Refusal{.text = one};
        }
        return std::nullopt;
    };
    std::vector<std::string> entities;
    for (const LeftOut& left : refused_entities(kEntities, {.text = "first"}, refusal))
        entities.push_back(left.entity);
    return entities;
}

TEST(LeaveOut, takes_the_innermost_entity_that_is_refused) {
    for (const std::string& one : kEntities) EXPECT_EQ(found({one}), std::vector{one});
}

TEST(LeaveOut, takes_several) {
    EXPECT_EQ(found({"adder", "memory"}), (std::vector<std::string>{"memory", "adder"}));
}

TEST(LeaveOut, takes_none_when_that_does_not_help) {
    EXPECT_TRUE(found({"the top itself"}).empty());
    EXPECT_TRUE(refused_entities({}, {}, [](const auto&) { return Refusal{}; }).empty());
}

TEST(LeaveOut, does_not_try_each) {
    int tries = 0;
    found({"divider"}, &tries);
    EXPECT_LE(tries, 6);
}

}  // namespace
}  // namespace tapestry
