// SPDX-License-Identifier: Apache-2.0
#include "find/queues/queue_by_streams.h"

#include <fmt/format.h>

#include <algorithm>

#include "find/queues/queue_depth.h"
#include "find/queues/queue_finding.h"
#include "find/queues/queue_keeps.h"
#include "model/handshake_names.h"

namespace tapestry {

namespace {

struct Ends {
    Finding in;
    Finding out;
};

bool is_own_stream(const Subject& on, const Finding& f) {
    return f.module == on.id && f.is(TapKind::stream) && f.valid != kNone && f.scope.empty() &&
           f.bus().name.empty();
}

// The only input stream and the only output stream; nothing if there are more or fewer.
std::optional<Ends> ends_of(const Subject& on) {
    std::vector<const Finding*> in;
    std::vector<const Finding*> out;
    for (const Finding& f : on.findings.taken) {
        if (!is_own_stream(on, f)) continue;
        if (f.protocol() == "full_n_write" || f.protocol() == "empty_n_read") return std::nullopt;
        const Direction direction = on.module.var(f.valid).direction;
        if (direction == Direction::input) in.push_back(&f);
        if (direction == Direction::output) out.push_back(&f);
    }
    if (in.size() != 1 || out.size() != 1) return std::nullopt;
    return Ends{*in[0], *out[0]};
}

std::string why_none(const Subject& on, const CircularBuffers& buffers, const Ends& ends) {
    const std::string why = why_lossy(on, buffers);
    if (!why.empty() || keeps_all(on, buffers, ends.in, ends.out)) return why;
    return "it does not show that every beat it takes is stored; its ends are measured as streams";
}

void take(const Subject& on, const CircularBuffers& buffers, const Ends& ends, bool named,
          std::uint64_t memory) {
    Finding f = begin_queue(on, "", on.module.place);
    f.observe = {{"push", ends.in.observe[0].second},
                 {"full", "!" + ends.in.observe[1].second},
                 {"pop", ends.out.observe[1].second},
                 {"empty", "!" + ends.out.observe[0].second}};
    f.confidence = named ? 0.9 : 0.85;
    f.reason =
        fmt::format("stream '{}' goes in, stream '{}' comes out, and {} lies between", ends.in.name,
                    ends.out.name, memory ? "an array" : "a buffer by its name");
    f.queue().depth = memory ? with_output_register(on, memory) : depth_of_parameters(on);
    if (f.queue().depth == 0) f.queue().depth = 2;
    take_queue(on, std::move(f), ends.in.clock, buffers.paired);
}

}  // namespace

bool is_named_queue(const Module& module) {
    const std::string name = in_lower_case(module.source_name);
    return name.find("fifo") != std::string::npos || name.find("queue") != std::string::npos ||
           name.find("skid") != std::string::npos;
}

bool find_queue_by_streams(const Subject& on, const CircularBuffers& buffers) {
    const auto ends = ends_of(on);
    if (!ends || is_wrapper(on)) return false;
    const bool named = is_named_queue(on.module);
    const std::uint64_t memory = depth_of_memory(on.design, on.id, named ? kLevelsOfMemory : 0);
    if (!named && (memory == 0 || buffers.paired.empty())) return false;
    if (ends->in.clock.clock_text != ends->out.clock.clock_text) return false;
    if (const std::string why = why_none(on, buffers, *ends); !why.empty()) {
        if (!named) return false;  // a larger module may still contain a queue
        reject_queue(on, why);
        return true;
    }
    take(on, buffers, *ends, named, memory);
    return true;
}

}  // namespace tapestry
