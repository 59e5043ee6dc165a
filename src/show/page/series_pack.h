// SPDX-License-Identifier: Apache-2.0
// Long series of numbers, small: a million of them must open in a browser at once.
//
// A series belongs to a tap and has a name; its points are a position (number of a frame, or an
// edge) and a value. Each point is two LEB128 numbers, the step from the last position and the
// value; the bytes of all series follow each other and are written in base64.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tapestry {

class SeriesPack {
public:
    // Positions of a series must not go down. A value below 0 counts as 0.
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
