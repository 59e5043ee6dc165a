// SPDX-License-Identifier: Apache-2.0
// Classifies what a hardware thread does in each cycle, in terms of the program: it works on a
// line, fills or empties the pipeline of a loop, or waits for a port, stream, lock or barrier. The
// thread drives the number of its activity on a wire `activity`, so that one tap counts every cycle
// by line and by cause.
//
// In a plain state, the operations start once per visit, in its cycle that does not wait. In a
// pipeline, an iteration starts once per `interval` cycles of filling and running. In a flattened
// nest, iterations that also begin an iteration of an enclosing loop have an activity of their own:
// operations outside the inner loop start only in those.
#pragma once

#include <nlohmann/json.hpp>

#include "hls/thread_text.h"

namespace tapestry::hls {

struct Activity {
    std::string name;  // LINE12_0, LOOP16_0_FILLS, LOOP16_0_WAITS_A
    std::string
        kind;  // works, fills, empties, request, response, read, write, lock, barrier, drain
    std::string port;  // memory (request, response) or stream (read, write)
    std::string category;
    std::size_t state = 0;
    Place place;            // of a wait: the access that waits
    std::string condition;  // holds if no earlier activity of this state holds
    unsigned around = 0;    // flattened nests: operations start up to this nesting level
    Place begins = {};      // the loop of which an iteration begins
};

// Activities in the order of their states; the last one of each state has no condition. An
// activity's number is its index.
std::vector<Activity> activities_of(const ThreadContext& c);

std::string activity_text(const ThreadContext& c);

// For hls.json: every activity with its line, its state and the operations that start in it.
nlohmann::json activity_facts(const ThreadContext& c);

}  // namespace tapestry::hls
