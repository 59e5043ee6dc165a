// SPDX-License-Identifier: Apache-2.0
// Compact encoding of long series of numbers: a page with a million of them must open at once.
//
// A series belongs to a tap and has a name. Each point has a position (a frame number or a clock
// edge) and a value, and is encoded as two LEB128 numbers: the difference to the previous position,
// and the value. The bytes of all series are concatenated and written in base64.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tapestry {

class SeriesPack {
public:
    // Positions of a series must not decrease. A negative value is stored as 0.
    void add(std::int64_t tap, const std::string& name, std::int64_t position, std::int64_t value);

    bool empty() const { return series_.empty(); }

    // {"tap":[…],"name":column,"count":[…],"offset":[…],"bytes":"base64"}
    std::string to_json() const;

private:
    struct Series {
        std::uint64_t last = 0;
        std::size_t count = 0;
        std::string bytes;
    };
    std::map<std::pair<std::int64_t, std::string>, Series> series_;
};

std::string base64(const std::string& bytes);

}  // namespace tapestry
