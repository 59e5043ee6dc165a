// SPDX-License-Identifier: Apache-2.0
// What else the text goes by that sets the depth of a queue: queues of one text, as in a loop, have
// one depth, and a parameter that sizes a queue may size the credits of its sender too. It is
// stored as a fact of the run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/run_facts.h"

namespace tapestry {

struct QueueText {
    std::string queue;      // path of its tap
    std::string text;       // queues with the same one are made by the same line
    std::string instance;   // whose parameter sets the depth,
    std::string parameter;  // and all that goes by it, but for
    // parameters of other instances, PATH.PARAMETER, that get the same value: they change with it.
    std::vector<std::string> tied = {};
    // The parameter that the text names, where something else goes by it that no instance could be
    // told: its value cannot be changed for the queue alone.
    std::string kept_by = {};
};

inline constexpr const char* kQueueTexts = "queue_texts";

std::string text_of(const std::vector<QueueText>& texts);
// Of the run's fact; empty if there is none, or if it is damaged.
std::vector<QueueText> queue_texts(const RunFacts& facts);

}  // namespace tapestry
