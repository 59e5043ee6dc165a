// SPDX-License-Identifier: Apache-2.0
#include "show/store/frame_rows.h"

#include <algorithm>

namespace tapestry {

namespace {

class FrameReader {
public:
    explicit FrameReader(RunRows& rows) : rows_(rows) {}

    void read() {
        rows_.each("SELECT tap, position, name FROM raw_frame_names", [&](const Statement& row) {
            TapNumbers& n = rows_.tap(row);
            if (rows_.index(row, 1, n.frame_names.size() + 1) != n.frame_names.size())
                return rows_.fail("a name of its frames is missing");
            n.frame_names.push_back(rows_.word(row, 2));
        });
        rows_.each("SELECT tap, frame, start_edge, end_edge FROM raw_frames",
                   [&](const Statement& row) {
                       TapNumbers& n = rows_.tap(row);
                       if (rows_.index(row, 1, n.frames.size() + 1) != n.frames.size() ||
                           rows_.count(row, 2) > rows_.count(row, 3))
                           return rows_.fail("a frame of it is missing or ends before it begins");
                       n.frames.push_back({rows_.count(row, 2), rows_.count(row, 3), {}});
                   });
        read_growth();
    }

private:
    // Each name has one row per frame. If several states have the same name, the first one gets the
    // whole number, and raw_twins later moves the parts of the others to them.
    void read_growth() {
        int of = -1;
        std::unordered_map<std::int64_t, std::uint32_t> positions;
        auto look_up = [&](const TapNumbers& n) {
            positions.clear();
            std::unordered_map<std::string, std::uint32_t> first;
            for (std::uint32_t i = 0; i < n.frame_names.size(); ++i)
                first.emplace(n.frame_names[i], i);
            for (const auto& [name, at] : first) positions.emplace(rows_.number_of(name), at);
            of = n.tap.tap;
        };
        rows_.each("SELECT tap, frame, name, value FROM raw_growth", [&](const Statement& row) {
            TapNumbers& n = rows_.tap(row);
            if (!rows_.good()) return;
            if (n.tap.tap != of) look_up(n);
            const std::size_t frame = rows_.index(row, 1, n.frames.size());
            const auto at = positions.find(row.integer(2));
            if (at == positions.end()) return rows_.fail("a number of its frames has no name");
            if (rows_.good()) n.frames[frame].growth.emplace_back(at->second, rows_.count(row, 3));
        });
        read_twins();
        for (TapNumbers& n : rows_.run.taps) {
            for (Frame& f : n.frames) std::sort(f.growth.begin(), f.growth.end());
        }
    }

    void read_twins() {
        rows_.each("SELECT tap, frame, position, value FROM raw_twins", [&](const Statement& row) {
            TapNumbers& n = rows_.tap(row);
            const std::size_t frame = rows_.index(row, 1, n.frames.size());
            const std::size_t position = rows_.index(row, 2, n.frame_names.size());
            if (!rows_.good()) return;
            const auto first =
                std::find(n.frame_names.begin(), n.frame_names.end(), n.frame_names[position]) -
                n.frame_names.begin();
            auto& growth = n.frames[frame].growth;
            const auto shared = std::find_if(growth.begin(), growth.end(), [&](const auto& g) {
                return g.first == static_cast<std::uint32_t>(first);
            });
            const std::uint64_t value = rows_.count(row, 3);
            if (shared == growth.end() || shared->second < value)
                return rows_.fail("a number of its frames is more than there is");
            shared->second -= value;
            if (shared->second == 0) growth.erase(shared);
            growth.emplace_back(static_cast<std::uint32_t>(position), value);
        });
    }

    RunRows& rows_;
};

}  // namespace

void read_frames(RunRows& rows) { FrameReader(rows).read(); }

void set_growth(TapNumbers& tap, std::size_t frame, std::int64_t position, std::uint64_t value) {
    for (auto& [at, growth] : tap.frames[frame].growth) {
        if (at == position) growth = value;
    }
}

}  // namespace tapestry
