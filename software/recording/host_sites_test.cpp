// SPDX-License-Identifier: Apache-2.0
#include "software/recording/host_sites.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

// Two lines call MPI_Recv, one of them with two ids; a third state has no definition.
TEST(HostSites, SumByStateAndLine) {
    std::map<std::uint32_t, RecordedName> names;
    names[1] = {0, 0, "MPI_Recv", "", "", "a.c:1", "main"};
    names[2] = {0, 0, "MPI_Recv", "", "", "a.c:2", "main"};
    names[3] = {0, 0, "MPI_Recv", "", "", "a.c:1", "main"};
    HostSites sums(names);
    const auto visit = [&](std::uint32_t id, std::uint32_t state, std::uint64_t ns) {
        sums.add(id, {100, 100 + ns, 8, state, 0});
    };
    visit(1, 0, 10);
    visit(2, 0, 50);
    visit(3, 0, 30);
    visit(9, 1, 5);
    const std::vector<HostSite> sites = sums.finish();
    ASSERT_EQ(sites.size(), 3U);
    EXPECT_EQ(sites[0], (HostSite{0, 0, "a.c:2", "main", 1, 50, 50, 8}));
    EXPECT_EQ(sites[1], (HostSite{0, 0, "a.c:1", "main", 2, 40, 30, 16}));
    EXPECT_EQ(sites[2], (HostSite{0, 1, "", "", 1, 5, 5, 8}));
    std::vector<TapState> states(2);
    name_lines(states, sites);
    EXPECT_EQ(states[0].source, "a.c:2");
}

}  // namespace
}  // namespace tapestry
