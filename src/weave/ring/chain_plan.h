// SPDX-License-Identifier: Apache-2.0
// Lean taps: which taps are on a chain, and how many low bits its tables need. Each table keeps the
// low bits of its counters and is read all the time (taps/core/tapestry_drain.v); an entry that
// counts at every edge must be read again before they wrap.
#pragma once

#include <cstdint>
#include <vector>

#include "model/tap_plan.h"
#include "weave/ring/link.h"
#include "weave/text/tap_text.h"

namespace tapestry {

// Machines, streams, queues, calls and events count one entry of a table, or of two, at each edge.
// Large machines and deep queues would make the sweep over all entries long; of a thread the
// changes are shown, which are transitions.
bool is_lean(const TapSite& site, const LinkOptions& options);

// The width of the entry's number of each table of a lean tap, in the order of the chain.
std::vector<std::uint32_t> tables_of(const TapSite& site);

// The plan with the histograms of lean queues as large as their tables.
TapPlan with_full_tables(TapPlan plan, const LinkOptions& options);

// The form of all lean taps of a design, which has the same text on every chain: `chains` has the
// number of tables on each. entry_width is 0 if there is none.
ChainForm chain_form(const TapPlan& plan, const std::vector<std::size_t>& chains,
                     const LinkOptions& options);
ChainMap chain_map(const ChainForm& form, std::size_t tables);

// One table on a chain, and its counters: two for each entry.
struct ChainTable {
    std::uint32_t index_width = 0;
    bool last_of_tap = true;
    std::uint64_t base = 0;  // its first counter
};
// Gives every table its counters, aligned to their number.
void place_counters(std::vector<ChainTable>& tables);

}  // namespace tapestry
