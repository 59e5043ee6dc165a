// SPDX-License-Identifier: Apache-2.0
#include "weave/ring/chain_plan.h"

#include <gtest/gtest.h>

#include <set>

namespace tapestry {
namespace {

TapSite site_of(TapKind kind) {
    TapSite site;
    site.own = part_of(kind);
    return site;
}

TapSite machine(std::size_t states) {
    TapSite site = site_of(TapKind::fsm);
    site.codes.resize(states);
    return site;
}

TapSite queue(std::uint64_t bins) {
    TapSite site = site_of(TapKind::queue);
    site.queue().bins = bins;
    return site;
}

TEST(ChainPlan, TablesHoldEveryEntry) {
    using Widths = std::vector<std::uint32_t>;
    EXPECT_EQ(tables_of(machine(6)), Widths({4}));  // 6 states, other and reset, each twice
    EXPECT_EQ(tables_of(machine(7)), Widths({5}));
    EXPECT_EQ(tables_of(queue(30)), Widths({5, 5}));
    EXPECT_EQ(tables_of(queue(31)), Widths({5, 6}));
    EXPECT_EQ(tables_of(site_of(TapKind::stream)), Widths({3}));
    EXPECT_EQ(tables_of(site_of(TapKind::call)), Widths({4}));
    EXPECT_EQ(tables_of(site_of(TapKind::event)), Widths({2}));
}

TEST(ChainPlan, WhatIsTooLargeOrAskedForStaysFull) {
    LinkOptions options;
    EXPECT_TRUE(is_lean(machine(62), options));
    EXPECT_FALSE(is_lean(machine(63), options));
    EXPECT_TRUE(is_lean(queue(126), options));
    EXPECT_FALSE(is_lean(queue(127), options));
    EXPECT_FALSE(is_lean(site_of(TapKind::trace), options));
    TapSite thread = machine(4);
    thread.machine().is_thread = true;
    EXPECT_FALSE(is_lean(thread, options));
    options.full_kinds = {"fsm"};
    EXPECT_FALSE(is_lean(machine(4), options));
    EXPECT_TRUE(is_lean(queue(30), options));
    options.lean = false;
    EXPECT_FALSE(is_lean(queue(30), options));
}

// The law holds, and with one bit less it would not, unless the chain then had no time for a word.
TEST(ChainPlan, LowBitsAreTheFewestOfTheLaw) {
    TapPlan plan;
    plan.sites = {queue(30)};
    for (std::size_t tables : {1, 2, 7, 32, 48, 49, 300, 2000}) {
        ChainForm form = chain_form(plan, {1, tables}, {});
        const auto holds = [&] {
            return chain_map(form, tables).edges_between_reads() < std::uint64_t{1} << form.low;
        };
        EXPECT_TRUE(holds()) << tables;
        EXPECT_GE(form.low + form.entry_width, 14U);
        EXPECT_LE(form.low + form.entry_width, 31U);  // taps/core/tapestry_drain.v
        --form.low;
        EXPECT_TRUE(!holds() || form.low + form.entry_width < 14U) << tables;
    }
    EXPECT_EQ(chain_form(plan, {48}, {}).low, 16U);
    EXPECT_EQ(chain_form(plan, {49}, {}).low, 17U);
}

TEST(ChainPlan, CountersAreApartAndAligned) {
    std::vector<ChainTable> tables;
    for (std::uint32_t width : {2, 5, 3, 5, 4, 2, 6}) tables.push_back({width});
    place_counters(tables);
    std::set<std::uint64_t> taken;
    for (const ChainTable& table : tables) {
        const std::uint64_t size = std::uint64_t{2} << table.index_width;
        EXPECT_EQ(table.base % size, 0U);
        for (std::uint64_t k = 0; k < size; ++k) EXPECT_TRUE(taken.insert(table.base + k).second);
    }
    EXPECT_EQ(*taken.rbegin() + 1, taken.size());  // none is left out
}

// Tables are powers of two; the map has as many bins as the tap.
TEST(ChainPlan, HistogramsFillTheirTable) {
    TapPlan plan;
    plan.sites = {queue(21)};
    plan.sites[0].module = "fifo";
    plan.sites[0].instance_name = "tapestry_queue_q";
    plan.sites[0].queue().depth = 16;
    Tap tap;
    tap.own = part_of(TapKind::queue);
    tap.module = "fifo";
    tap.instance = "top.u.tapestry_queue_q";
    plan.map.taps = {tap};
    plan = with_full_tables(plan, {});
    EXPECT_EQ(plan.sites[0].queue().bins, 30U);
    EXPECT_EQ(plan.map.taps[0].queue().bins, 30U);
    EXPECT_EQ(plan.sites[0].queue().depth, 0U);  // one of its queues has an unknown depth
}

}  // namespace
}  // namespace tapestry
