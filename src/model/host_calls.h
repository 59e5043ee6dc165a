// SPDX-License-Identifier: Apache-2.0
// The calls of software in a run: which states enclose which, when each was visited, and what ranks
// did together. It is stored beside the run and shown; analyses do not need it. Times are
// nanoseconds of the run's time base.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/host_part.h"

namespace tapestry {

// Rows that need not fit into memory: they are gone through in their order.
template <class T>
class Rows {
public:
    using Take = std::function<void(const T&)>;

    Rows() = default;
    Rows(std::vector<T> all)
        : each_([kept = std::make_shared<const std::vector<T>>(std::move(all))](const Take& take) {
              for (const T& row : *kept) take(row);
          }) {}
    // `each` calls its argument for each row.
    explicit Rows(std::function<void(const Take&)> each) : each_(std::move(each)) {}

    void each(const Take& take) const {
        if (each_) each_(take);
    }
    std::vector<T> all() const {
        std::vector<T> all;
        each([&](const T& row) { all.push_back(row); });
        return all;
    }

private:
    std::function<void(const Take&)> each_;
};

// A state as it was entered from one line inside one sequence of enclosing states.
struct CallPath {
    int tap = 0;
    std::uint64_t path = 0;    // its number in the tap; what encloses it has a smaller one
    std::int64_t parent = -1;  // number of what encloses it; -1: nothing
    std::uint64_t state = 0;   // index in TapNumbers::states
    std::string source;        // as in HostSite
    std::uint64_t entries = 0;
    std::uint64_t inclusive_ns = 0;
    std::uint64_t own_ns = 0;  // outside of what it encloses
    std::uint64_t min_ns = 0;  // inclusive, as the next
    std::uint64_t max_ns = 0;
    std::uint64_t bytes = 0;
    bool operator==(const CallPath&) const = default;
};

// One visit of a state. Those of a tap are in the order of their beginnings, the outer one first.
struct HostVisit {
    int tap = 0;
    std::uint64_t path = 0;  // number of its CallPath
    std::uint64_t start_ns = 0;
    std::uint64_t end_ns = 0;
    std::uint64_t bytes = 0;
    bool operator==(const HostVisit&) const = default;
};

// What the visits of a state moved, and what recording them cost.
struct HostSizes {
    int tap = 0;
    std::uint64_t state = 0;
    std::uint64_t transfers = 0;  // visits that moved bytes, and what the smallest and
    std::uint64_t min_bytes = 0;  // largest of them moved
    std::uint64_t max_bytes = 0;
    std::uint64_t overhead_ns = 0;  // reckoned
    bool operator==(const HostSizes&) const = default;
};

// How much a counter of the processor or the kernel grew in a state, and in none inside it.
struct HostCount {
    int tap = 0;
    std::uint64_t state = 0;  // index in TapNumbers::states; their number: outside all
    std::string counter;
    std::uint64_t value = 0;
    bool operator==(const HostCount&) const = default;
};

// The part of one rank in a collective call; of a nonblocking one, in the call that completes it.
struct HostCollective {
    int place = -1;  // the thread
    std::string call;
    std::string communicator;
    std::uint64_t number = 0;  // equal in all parts of one collective call
    int root = -1;             // a thread of the root; -1: there is none
    std::uint64_t start_ns = 0;
    std::uint64_t end_ns = 0;
    std::uint64_t bytes = 0;
    bool operator==(const HostCollective&) const = default;
};

struct HostCalls {
    std::vector<CallPath> paths;    // by tap and path
    std::vector<HostVisit> visits;  // by tap; those of a tap are all there, or none
    std::vector<HostSizes> sizes;   // by tap and state
    Rows<RunMessage> messages;      // in order of time; of a stored run they are in Run::host
    Rows<HostCollective> collectives;
    std::vector<HostCount> counts;  // by tap
};

}  // namespace tapestry
