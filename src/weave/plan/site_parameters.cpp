// SPDX-License-Identifier: Apache-2.0
#include "weave/plan/site_parameters.h"

#include <algorithm>
#include <set>
#include <string>

namespace tapestry {

namespace {

// A state port of 64 bits fits a register of any width up to that, so that one text serves every
// parameterisation, even those first seen after weaving. Wider registers get their elaborated
// width.
constexpr std::uint32_t kPortWidth = 64;
constexpr std::uint64_t kMostBins = 1 << 16;
constexpr std::uint64_t kSlackBins =
    4;  // output registers let a queue hold a little more than its array

std::uint64_t bins_of(const QueuePart& queue) {
    return queue.bus.name.empty() ? std::min(queue.depth + 1 + kSlackBins, kMostBins) : queue.bins;
}

std::uint64_t most_bins(const std::vector<Spot>& places) {
    std::uint64_t most = 0;
    for (const Spot& spot : places) most = std::max(most, bins_of(spot.finding->queue()));
    return most;
}

std::uint32_t code_width(const Constant& code) {
    const auto top_digit =
        static_cast<std::uint32_t>(std::stoi(code.hex().substr(0, 1), nullptr, 16));
    std::uint32_t bits = 0;
    for (std::uint32_t d = top_digit; d; d >>= 1) ++bits;
    return std::max<std::uint32_t>(1, static_cast<std::uint32_t>(code.hex().size() - 1) * 4 + bits);
}

void widen(TapSite& site, const Finding& f) {
    const auto widest = [](auto& all, const auto& one) { all = std::max(all, one); };
    if (auto* machine = std::get_if<MachinePart>(&site.own))
        widest(machine->width, f.machine().width);
    else if (auto* stream = std::get_if<StreamPart>(&site.own))
        widest(stream->keep_width, f.stream().keep_width);
    else if (auto* trace = std::get_if<TracePart>(&site.own))
        widest(trace->width, f.trace().width);
}

void fill_codes(TapSite& site, const std::vector<Spot>& places) {
    std::set<Constant> codes;
    for (const Spot& spot : places) {
        for (const FindingState& state : spot.finding->found_states) codes.insert(state.code);
    }
    site.codes.assign(codes.begin(), codes.end());
    for (const Constant& code : site.codes)
        site.code_width = std::max(site.code_width, code_width(code));
}

void fill_port(TapSite& site) {
    const std::uint32_t width = site.machine().width;
    site.port_width = std::max(kPortWidth, width);
    site.one_hot =
        width > kPortWidth && std::all_of(site.codes.begin(), site.codes.end(),
                                          [](const Constant& code) { return code.is_one_hot(); });
}

}  // namespace

void fill_parameters(TapSite& site, const std::vector<Spot>& places) {
    for (const Spot& spot : places) {
        widen(site, *spot.finding);
        for (std::size_t i = 0; i < site.synced.size(); ++i)
            site.synced[i].width = std::max(site.synced[i].width, spot.finding->synced[i].width);
    }
    if (auto* queue = std::get_if<QueuePart>(&site.own)) queue->bins = most_bins(places);
    fill_codes(site, places);
    if (site.is(TapKind::fsm)) fill_port(site);
}

}  // namespace tapestry
