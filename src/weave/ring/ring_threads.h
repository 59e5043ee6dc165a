// SPDX-License-Identifier: Apache-2.0
// A *thread* is the path of one ring through the text of one module: taps and instances in the
// order of the text, inside their generate constructs. A module instantiated under several clocks
// still has one text: two of its taps share a thread if they have the same clock in every instance
// of the module.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "weave/text/module_structure.h"

namespace tapestry {

inline constexpr int kAbsent = -2;  // in place of a clock: no such tap in that instance

struct ThreadElement {
    enum class Kind { tap, instance, construct } kind = Kind::tap;
    std::vector<int> clocks;  // of a tap or instance, for each instance of the module
    std::size_t site = 0;     // tap: index in TapPlan::sites
    const StructureItem* item = nullptr;
    std::string child;                               // instance: its module
    std::size_t child_thread = 0;                    // and which thread of it
    std::vector<std::vector<ThreadElement>> bodies;  // construct: one for each body of the item
};

struct Thread {
    std::vector<int> clocks;  // for each instance of the module; kAbsent: it has no tap there
    std::string suffix;       // of the ring ports: empty when the module has one thread
    std::vector<ThreadElement> elements;
};

// The common clock of several elements: kAbsent if there are none, nothing if they differ.
class OneClock {
public:
    void add(int clock) {
        if (clock == kAbsent) return;
        differs_ = differs_ || (clock_ != kAbsent && clock_ != clock);
        clock_ = clock;
    }
    std::optional<int> get() const { return differs_ ? std::nullopt : std::optional(clock_); }

private:
    int clock_ = kAbsent;
    bool differs_ = false;
};

// Distributes the elements of a module's text over as few threads as its clocks allow.
std::vector<Thread> threads_of(const std::vector<ThreadElement>& all);

}  // namespace tapestry
