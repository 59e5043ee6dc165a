// SPDX-License-Identifier: Apache-2.0
// What a hardware thread does in each cycle, in the words of the program: it works on a line, fills
// or empties the pipeline of a loop, or waits, for whom. A wire `activity` of the thread carries
// the number, so that one tap counts every cycle by line and by cause.
//
// In the cycles of a plain state that do not wait, its operations start once. In a pipeline an
// iteration starts in `interval` cycles of filling and running together. Where loops are flattened,
// those iterations that begin one of a loop around have a number of their own: only in them starts
// what stands around the inner loop.
#pragma once

#include <nlohmann/json.hpp>

#include "hls/thread_text.h"

namespace tapestry::hls {

struct Activity {
    std::string name;  // LINE12_0, LOOP16_0_FILLS, LOOP16_0_WAITS_A
    std::string
        kind;  // works, fills, empties, request, response, read, write, lock, barrier, drain
    std::string port;  // request, response: of which memory; read, write: of which stream
    std::string category;
    std::size_t state = 0;
    Place place;            // of a wait: the access that waits
    std::string condition;  // when the state does this and nothing before it in the table
    unsigned around = 0;    // of flattened loops: up to which one around its operations start
    Place begins = {};      // the loop of which an iteration begins then
};

// In the order of the states; the last one of a state has no condition. The number of an activity
// is its place.
std::vector<Activity> activities_of(const ThreadContext& c);

std::string activity_text(const ThreadContext& c);

// Of hls.json: every activity with its line, the state it belongs to and what starts there.
nlohmann::json activity_facts(const ThreadContext& c);

}  // namespace tapestry::hls
