// SPDX-License-Identifier: Apache-2.0
#include "model/reset_name.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

TEST(ResetName, WholeWordsAreResets) {
    for (const char* name :
         {"rst",     "reset",         "rst_n",    "rst_ni",       "i_rst",   "aresetn",
          "ARESETN", "ap_rst",        "ap_rst_n", "ap_rst_n_inv", "wrst_n",  "rrst_n",
          "sysRst",  "nReset",        "rst0",     "reset_i",      "PRESETn", "wb_rst_i",
          "sys_rst", "s_axi_aresetn", "RSTB",     "sysrst",       "hreset"})
        EXPECT_TRUE(is_reset_name(name)) << name;
}

TEST(ResetName, LettersInsideAWordAreNone) {
    for (const char* name : {"first", "first_beat", "burst_end", "boosterStream_full_n", "worst",
                             "filterStream", "burst", "thirst", "resetting", "go"})
        EXPECT_FALSE(is_reset_name(name)) << name;
}

TEST(ResetName, ActiveLow) {
    for (const char* name :
         {"rst_n", "rst_ni", "aresetn", "nreset", "RSTB", "ap_rst_n", "PRESETn", "rst_l"})
        EXPECT_TRUE(is_low_reset_name(name)) << name;
    for (const char* name : {"rst", "ap_rst", "reset_i", "sysRst", "net_rst", "ap_rst_n_inv"})
        EXPECT_FALSE(is_low_reset_name(name)) << name;
}

}  // namespace
}  // namespace tapestry
