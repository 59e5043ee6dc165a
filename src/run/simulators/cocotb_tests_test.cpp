// SPDX-License-Identifier: Apache-2.0
#include "run/simulators/cocotb_tests.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

using Names = std::vector<std::string>;

TEST(CocotbTests, ThoseThatRanInTheirOrder) {
    const std::string results = R"(<testsuites name="results"><testsuite name="all" package="all">
        <property name="random_seed" value="7"/>
        <testcase name="writes" classname="test_fifo" time="0.1" sim_time_ns="1020.0"/>
        <testcase name="left_out" classname="test_fifo"><skipped/></testcase>
        <testcase name="reads" classname="test_fifo"><failure message="no"/></testcase>
        <testcase name="writes" classname="test_more"/>
        </testsuite></testsuites>)";
    EXPECT_EQ(tests_in_results(results), (Names{"writes", "reads", "writes"}));
}

TEST(CocotbTests, OtherTextsHaveNone) {
    EXPECT_EQ(tests_in_results(""), Names{});
    EXPECT_EQ(tests_in_results("<testsuites><testsuite><testcase/></testsuite>"), Names{});
    EXPECT_EQ(tests_in_results("<html><testcase name='a'/></html>"), Names{});
}

}  // namespace
}  // namespace tapestry
