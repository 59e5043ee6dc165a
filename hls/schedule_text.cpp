// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "hls/kernel_text.h"
#include "hls/price.h"

namespace tapestry::hls {

namespace {

// The kernel's own place, which ends every chain of calls, is not repeated.
std::string place_text(const SourcePlace& place, const Place& kernel = {}) {
    if (place.at.line == 0) return "";
    std::string text = fmt::format("{}:{}", place.at.file, place.at.line);
    for (const Place& p : place.inlined_at)
        if (!is_same(p, kernel)) text += fmt::format(" (from {}:{})", p.file, p.line);
    return text;
}

std::string op_text(const ThreadContext& c, Value v) {
    const Op& op = c.kernel.op(v);
    std::string text = fmt::format("v{} = {}", v, name_of(op.kind));
    if (is_memory(op.kind))
        text += " " + c.kernel.memories[static_cast<std::size_t>(op.memory)].c_name;
    if (op.width > 0) text += fmt::format(" {} bits", op.width);
    const unsigned latency = c.plan.latency[static_cast<std::size_t>(v)];
    if (latency > 0) text += fmt::format(", {} cycles", latency);
    return text;
}

// For a flattened nest: ", of the loops a.c:3, a.c:5".
std::string loops_text(const Kernel& k, int block) {
    std::string text;
    for (const Loop& l : k.loops) {
        if (l.header != block || l.flattened_into >= 0) continue;
        for (const Loop* around : flattened_into(k, l)) text += place_text(around->place) + ", ";
        if (!text.empty()) text = ", of the loops " + text + place_text(l.place);
    }
    return text;
}

// Why the loop that begins here is not one block.
std::string plain_text(const Kernel& kernel, int b) {
    for (const Loop& loop : kernel.loops)
        if (loop.header == b && !loop.why_plain.empty())
            return ", not pipelined: " + loop.why_plain;
    return {};
}

// What an operation does in the cycles that it takes: the letter of a later one in this list hides
// the others of its line.
constexpr const char* kActions = " -#rw";

char action_of(OpKind kind, unsigned latency) {
    if (kind == OpKind::store || kind == OpKind::stream_write) return 'w';
    if (kind == OpKind::load || kind == OpKind::stream_read) return 'r';
    return latency > 0 ? '#' : '-';
}

// The rows of a chart: each line of the program, in the order in which they begin, with a letter
// for each cycle of an iteration or pass.
std::vector<std::pair<std::string, std::string>> chart_rows(const ThreadContext& c, int b) {
    std::vector<std::pair<std::string, std::string>> rows;
    const unsigned length = c.plan.block(b).length;
    for (unsigned cycle = 0; cycle < length; ++cycle)
        for (const Value v : c.kernel.blocks[static_cast<std::size_t>(b)].ops) {
            const Op& op = c.kernel.op(v);
            if (!is_timed(c.kernel, c.plan, v) || c.plan.start(v) != cycle) continue;
            if (op.place.at.line == 0 || op.kind == OpKind::phi) continue;
            const std::string line = place_text({op.place.at, {}});
            auto row = std::find_if(rows.begin(), rows.end(),
                                    [&](const auto& r) { return r.first == line; });
            if (row == rows.end()) row = rows.insert(row, {line, std::string(length, ' ')});
            const unsigned latency = c.plan.latency[static_cast<std::size_t>(v)];
            const std::string_view order = kActions;
            for (unsigned i = cycle; i < std::min(length, cycle + std::max(1U, latency)); ++i)
                if (const char now = action_of(op.kind, latency);
                    order.find(now) > order.find(row->second[i]))
                    row->second[i] = now;
        }
    return rows;
}

// Who works when: a row for each line, a column for each cycle. Long iterations are cut.
std::string chart_text(const ThreadContext& c, int b) {
    constexpr unsigned kMostColumns = 100;
    const unsigned length = c.plan.block(b).length;
    if (length < 2) return {};
    const auto rows = chart_rows(c, b);
    std::size_t width = 0;
    for (const auto& [line, cycles] : rows) width = std::max(width, line.size());
    std::string tens, ones;
    for (unsigned i = 0; i < std::min(length, kMostColumns); ++i) {
        tens += i % 10 == 0 && i > 0 ? static_cast<char>('0' + i / 10 % 10) : ' ';
        ones += static_cast<char>('0' + i % 10);
    }
    std::string text = length > 10 ? fmt::format("  {:{}}  {}\n", "", width, tens) : "";
    text += fmt::format("  {:{}}  {}{}\n", "", width, ones, length > kMostColumns ? " ..." : "");
    for (const auto& [line, cycles] : rows) {
        const std::string shown = cycles.substr(0, kMostColumns);
        text += fmt::format("  {:{}}  {}\n", line, width,
                            shown.substr(0, shown.find_last_not_of(' ') + 1));
    }
    return text;
}

std::string block_text(const ThreadContext& c, int b) {
    const BlockPlan& plan = c.plan.block(b);
    std::string text;
    if (plan.interval > 0)
        text = fmt::format(
            "\n{}  pipelined: interval {} (resources {}, recurrences {}, exit {}), depth {} "
            "cycles{}{}\n",
            c.state_name(b, 0), plan.interval, plan.bounds.resource, plan.bounds.recurrence,
            plan.bounds.exit, plan.length, loops_text(c.kernel, b),
            plan.limit.why.empty() ? "" : ": " + plan.limit.why);
    else
        text = fmt::format("\n{}  {} cycles{}{}\n", c.state_name(b, 0), plan.length,
                           plan.limit.why.empty() ? "" : ", " + plan.limit.why,
                           plain_text(c.kernel, b));
    for (unsigned cycle = 0; cycle < plan.length; ++cycle)
        for (const Value v : c.kernel.blocks[static_cast<std::size_t>(b)].ops)
            if (is_timed(c.kernel, c.plan, v) && c.plan.start(v) == cycle)
                text += fmt::format("  {:>4}  {:<40} {}\n", cycle, op_text(c, v),
                                    place_text(c.kernel.op(v).place, c.kernel.place.at));
    return text + chart_text(c, b);
}

}  // namespace

std::string schedule_text(const ThreadContext& c, const ThreadParts& parts) {
    const Price price = price_of(parts);
    const Kernel& k = c.kernel;
    std::string text =
        fmt::format("{}  {}  {} thread{}{}, clock {} ns, {} states\n", k.name, place_text(k.place),
                    k.threads, k.threads == 1 ? "" : "s",
                    c.shares() ? fmt::format(", {} at each datapath", c.sharing()) : "",
                    c.options.clock_ns, c.states.states.size());
    for (const Memory& m : k.memories)
        text += m.has_port()
                    ? fmt::format("  port   {}: {} bytes wide, reads expected after {} cycles\n",
                                  m.c_name, m.word_bytes, c.options.memory_latency)
                    : fmt::format("  memory {}: {} words of {} bytes\n", m.c_name, m.words,
                                  m.word_bytes);
    const std::vector<std::string> missing = unmeasured(parts), near = taken_from_nearest(parts);
    text += fmt::format(
        "  estimate, Xilinx 7 series: {:.0f} LUT, {:.0f} FF, {:.0f} DSP, {:.0f} block RAM{}{}{}\n",
        price.lut, price.ff, price.dsp, price.ram,
        c.shares()      ? " for each datapath"
        : k.threads > 1 ? " for each thread"
                        : "",
        near.empty() ? "" : fmt::format(", {} by others like it", fmt::join(near, ", ")),
        missing.empty() ? "" : fmt::format(", without {}: not measured", fmt::join(missing, ", ")));
    for (std::size_t b = 0; b < k.blocks.size(); ++b) text += block_text(c, static_cast<int>(b));
    return text;
}

}  // namespace tapestry::hls
