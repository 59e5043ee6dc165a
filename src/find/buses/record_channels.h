// SPDX-License-Identifier: Apache-2.0
// The channels of a bus in two records: streams whose sides are members of these.
#pragma once

#include <string>

#include "find/buses/bus_records.h"
#include "find/buses/bus_transfers.h"

namespace tapestry {

class RecordBus {
public:
    // `fallback` is what the bus is called when the records' names say only their direction.
    RecordBus(const Subject& on, const RecordPair& pair, const std::string& fallback);

    // "slv" of slv_req_i, "slv[2]" of an element.
    std::string name() const { return stem_ + index_; }

    // A stream between two members, which is called after the bus and `suffix`.
    Finding channel(const Member& valid, const Member& ready, const std::string& suffix) const;
    // Takes it, or rejects it when it is no handshake or has no clock, which is told.
    bool take(Finding f) const;
    // Transfers in one direction that begin at one channel and end at another.
    Transfers transfers(const std::string& direction, const Finding& begins,
                        const Finding& ends) const;

private:
    const Subject& on_;
    std::string stem_;
    std::string index_;
};

void add_bytes(const std::optional<Member>& data, const std::optional<Member>& enables, Finding& f);

}  // namespace tapestry
