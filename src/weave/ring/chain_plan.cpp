// SPDX-License-Identifier: Apache-2.0
#include "weave/ring/chain_plan.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace tapestry {

namespace {

constexpr std::size_t kMostStates = 62;
constexpr std::uint64_t kMostBins = 126;
constexpr std::uint32_t kFlowWidth = 5;  // push, full, pop, empty, underflow

std::uint32_t width_of(std::uint64_t numbers) {
    return static_cast<std::uint32_t>(std::bit_width(numbers - 1));
}

// `other` and reset have numbers too.
std::uint32_t state_width(const TapSite& site) { return width_of(site.codes.size() + 2); }

// Above the bins and reset have entries too.
std::uint32_t bins_width(std::uint64_t bins) { return std::max(3U, width_of(bins + 2)); }

// While a word comes, the bytes of two counters grow and one byte is fetched; a value has more
// than one byte (taps/ring/tapestry_sweep.v).
std::uint32_t fewest_bits(std::uint32_t counter_width, std::uint32_t entry_width) {
    const std::uint32_t bytes = (counter_width + 7) / 8;
    return std::max(std::max(entry_width, bytes) + bytes + 6, entry_width + 9);
}

}  // namespace

bool is_lean(const TapSite& site, const LinkOptions& options) {
    const std::string kind(to_word(site.kind()));
    const std::vector<std::string>& full = options.full_kinds;
    if (!options.lean || std::find(full.begin(), full.end(), kind) != full.end()) return false;
    switch (site.kind()) {
        case TapKind::fsm:
            return site.codes.size() <= kMostStates && !site.machine().is_thread;
        case TapKind::queue:
            return site.queue().bins <= kMostBins;
        case TapKind::stream:
        case TapKind::call:
        case TapKind::event:
            return true;
        default:
            return false;
    }
}

std::vector<std::uint32_t> tables_of(const TapSite& site) {
    switch (site.kind()) {
        case TapKind::fsm:
            return {state_width(site) + 1};
        case TapKind::stream:
            return {3};
        case TapKind::queue:
            return {kFlowWidth, bins_width(site.queue().bins)};
        case TapKind::call:
            return {4};
        case TapKind::event:
            return {2};
        default:
            return {};
    }
}

TapPlan with_full_tables(TapPlan plan, const LinkOptions& options) {
    for (TapSite& site : plan.sites) {
        if (!site.is(TapKind::queue) || !is_lean(site, options)) continue;
        const std::uint64_t bins = (std::uint64_t{1} << bins_width(site.queue().bins)) - 2;
        site.queue().bins = bins;
        for (Tap& tap : plan.map.taps) {
            const std::string name = tap.instance.substr(tap.instance.rfind('.') + 1);
            if (tap.module != site.module || name != site.instance_name) continue;
            tap.queue().bins = bins;
            if (tap.queue().depth == 0) site.queue().depth = 0;  // one text serves them all
        }
    }
    return plan;
}

ChainForm chain_form(const TapPlan& plan, const std::vector<std::size_t>& chains,
                     const LinkOptions& options) {
    ChainForm form;
    form.block_ram = options.block_ram;
    for (const TapSite& site : plan.sites) {
        if (!is_lean(site, options)) continue;
        for (std::uint32_t width : tables_of(site))
            form.entry_width = std::max(form.entry_width, width);
    }
    const std::uint32_t fewest = fewest_bits(options.counter_width, form.entry_width);
    form.low = fewest - form.entry_width;
    const auto obeys = [&](std::size_t tables) {
        return chain_map(form, tables).edges_between_reads() < std::uint64_t{1} << form.low;
    };
    while (!std::all_of(chains.begin(), chains.end(), obeys)) ++form.low;
    return form;
}

ChainMap chain_map(const ChainForm& form, std::size_t tables) {
    const std::uint64_t bits = form.low + form.entry_width;
    return {static_cast<std::uint32_t>(tables), form.entry_width, form.low, tables * bits + 3};
}

void place_counters(std::vector<ChainTable>& tables) {
    std::vector<std::size_t> order(tables.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return tables[a].index_width > tables[b].index_width;
    });
    std::uint64_t next = 0;
    for (std::size_t i : order) {
        tables[i].base = next;
        next += std::uint64_t{2} << tables[i].index_width;
    }
}

}  // namespace tapestry
