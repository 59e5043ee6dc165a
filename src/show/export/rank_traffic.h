// SPDX-License-Identifier: Apache-2.0
// What the ranks of MPI in a run sent each other and called together, in terms of the rows of its
// timeline, for formats that know MPI. It need not fit into memory.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "show/export/timeline.h"
#include "show/store/run_view.h"

namespace tapestry {

// Members are those that used the communicator, in the order of their ranks in the world. A member
// has its index among them where the format wants a rank, which another order of the program's own
// does not change for a reader.
struct RankGroup {
    std::string name;
    std::vector<std::size_t> members;  // indices in RankTraffic::ranks
};

// A message is sent and received; the part of a rank in a collective call begins and ends.
struct RankEvent {
    enum Kind { send, receive, begin, end } kind = send;
    std::size_t row = 0;
    std::uint64_t time = 0;
    std::size_t communicator = 0;
    std::int64_t peer = -1;  // member of it: the other end, or the root; -1: there is none
    bool is_root = false;
    std::uint64_t bytes = 0;
    std::uint32_t tag = 0;
    std::string call;  // collective
};

class RankTraffic {
public:
    static Result<RankTraffic> read(const RunView& run, const Timeline& timeline,
                                    Diagnostics& diagnostics);

    // The row of the first thread of each.
    const std::vector<std::size_t>& ranks() const { return ranks_; }
    const std::vector<RankGroup>& communicators() const { return communicators_; }

    // Of messages those that both sides recorded.
    using Take = std::function<void(const RankEvent&)>;
    // Row after row, those of a row in the order of time.
    Result<Done> each_event(const Take& take, Diagnostics& diagnostics) const;
    // The beginnings of collective calls.
    Result<Done> each_collective(const Take& take, Diagnostics& diagnostics) const;

private:
    // Communicators of two jobs may have one name.
    using Key = std::pair<std::string, std::string>;
    struct Rank {
        std::size_t number;
        std::string job;
    };

    explicit RankTraffic(const RunView& run) : run_(&run) {}
    void find_ranks(const Timeline& timeline);
    void number_groups();
    const Rank* rank_of(const Cell& path) const;
    std::int64_t member(std::size_t communicator, const Rank* rank) const;
    void tell(const Row& row, const Take& take) const;

    const RunView* run_;
    std::vector<std::size_t> ranks_;
    std::vector<RankGroup> communicators_;
    std::map<std::string, Rank> by_process_;
    std::map<std::string, std::size_t> row_of_;
    std::map<std::size_t, std::string> process_of_row_;
    std::map<Key, std::set<std::size_t>> members_;
    std::map<Key, std::size_t> number_of_;
};

}  // namespace tapestry
