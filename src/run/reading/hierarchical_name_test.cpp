// SPDX-License-Identifier: Apache-2.0
#include "run/reading/hierarchical_name.h"

#include <gtest/gtest.h>

#include "base/path_name.h"

namespace tapestry {
namespace {

TEST(HierarchicalName, HasOneSpelling) {
    EXPECT_EQ(normal_name("tb.g[0].u_core"), "tb.g[0].u_core");
    EXPECT_EQ(normal_name("tb.g__BRA__0__KET__.u_core"), "tb.g[0].u_core");
    EXPECT_EQ(normal_name("tb__DOT__u_core"), "tb.u_core");
    EXPECT_EQ(normal_name("tb.\\g[0] .u_core"), "tb.g[0].u_core");
    EXPECT_EQ(normal_name("tb.\\odd-name .x"), normal_name("tb.odd__02Dname.x"));
    EXPECT_EQ(normal_name("a__0"), "a__0");
    EXPECT_EQ(normal_name("a__0zz_b"), "a__0zz_b");
    EXPECT_EQ(normal_name("__"), "__");
    EXPECT_EQ(normal_name(""), "");
}

TEST(HierarchicalName, ChangesItsTop) {
    EXPECT_EQ(below_top("dut.u_core.state"), "u_core.state");
    EXPECT_EQ(below_top("dut"), "");
    EXPECT_EQ(with_top("dut.u_core.state", "u_dut0"), "u_dut0.u_core.state");
    EXPECT_EQ(with_top("dut", "u_dut0"), "u_dut0");
    EXPECT_EQ(with_top("", "u_dut0"), "") << "outside the design stays outside";
}

}  // namespace
}  // namespace tapestry
