// SPDX-License-Identifier: Apache-2.0
#include "hls/loop_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "hls/if_convert.h"
#include "hls/schedule_kernel.h"

namespace tapestry::hls {

namespace {

// How many iterations a loop is expected to have whose trip count is not known.
constexpr double kUsualTrips = 16;

// The expected cycles of an iteration in plain blocks, in topological order.
double plain_cycles(const Kernel& kernel, const HlsOptions& options, const Loop& loop) {
    std::map<int, double> share;
    for (const int b : loop.blocks) share[b] = 0;
    share[loop.header] = 1;
    double cycles = 0;
    for (const int b : loop.blocks) {
        cycles += share[b] * plan_block(kernel, options, b).length;
        // An iteration that leaves the loop is the last one: the others stay inside.
        std::vector<int> inside;
        for (const int next : kernel.blocks[static_cast<std::size_t>(b)].next)
            if (share.contains(next)) inside.push_back(next);
        for (const int next : inside)
            if (next != loop.header) share[next] += share[b] / static_cast<double>(inside.size());
    }
    return cycles;
}

// The same as one block, with the cycles to fill and empty the pipeline.
double converted_cycles(const BlockPlan& plan, const Loop& loop) {
    if (plan.interval == 0) return plan.length;
    const double trips = loop.trip_count > 0 ? static_cast<double>(loop.trip_count) : kUsualTrips;
    return plan.interval + (static_cast<double>(plan.length) - plan.interval) / trips;
}

void choose_form(Kernel& kernel, const HlsOptions& options, std::size_t index) {
    // Blocks are numbered so that all edges except back edges lead to higher numbers.
    Loop& loop = kernel.loops[index];
    std::sort(loop.blocks.begin(), loop.blocks.end());
    Kernel converted = kernel;
    if (!make_one_block(converted, converted.loops[index])) return;
    const BlockPlan plan = plan_block(converted, options, loop.header);
    const double plain = plain_cycles(kernel, options, loop);
    if (converted_cycles(plan, loop) <= plain) {
        kernel = std::move(converted);
        return;
    }
    loop.why_plain = fmt::format(
        "an iteration takes about {:.0f} cycles by its arms, and as a pipeline {} cycles by all of "
        "them: {}",
        plain, plan.interval ? plan.interval : plan.length, plan.limit.why);
}

}  // namespace

void choose_loop_forms(Kernel& kernel, const HlsOptions& options) {
    for (std::size_t i = 0; i < kernel.loops.size(); ++i)
        if (is_innermost(kernel, kernel.loops[i])) choose_form(kernel, options, i);
    remove_unreached(kernel);
}

}  // namespace tapestry::hls
