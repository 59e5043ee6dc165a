// SPDX-License-Identifier: Apache-2.0
// The channels of a bus in two structs: streams whose valid and ready are struct members.
#pragma once

#include <string>

#include "find/buses/bus_records.h"
#include "find/buses/bus_transfers.h"

namespace tapestry {

class RecordBus {
public:
    // `fallback` is the name of the bus if the names of the structs contain only a direction.
    RecordBus(const Subject& on, const RecordPair& pair, const std::string& fallback);

    // "slv" for slv_req_i, "slv[2]" for an element.
    std::string name() const { return stem_ + index_; }

    // A stream between two members, named after the bus and `suffix`.
    Finding channel(const Member& valid, const Member& ready, const std::string& suffix) const;
    // Takes the stream, or rejects it with a report if it is not a handshake or has no clock.
    bool take(Finding f) const;
    // Transactions in one direction that begin at one channel and end at another.
    Transfers transfers(const std::string& direction, const Finding& begins,
                        const Finding& ends) const;

private:
    const Subject& on_;
    std::string stem_;
    std::string index_;
};

void add_bytes(const std::optional<Member>& data, const std::optional<Member>& enables, Finding& f);

}  // namespace tapestry
