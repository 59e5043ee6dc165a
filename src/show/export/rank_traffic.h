// SPDX-License-Identifier: Apache-2.0
// What the ranks of MPI in a run sent each other and called together, in terms of the rows of its
// timeline, for formats that know MPI.
#pragma once

#include <cstdint>
#include <string>
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

struct RankTransfer {
    std::size_t from_row = 0;
    std::size_t to_row = 0;
    std::uint32_t from = 0;  // member of the communicator
    std::uint32_t to = 0;
    std::size_t communicator = 0;
    std::uint64_t sent_ns = 0;
    std::uint64_t received_ns = 0;
    std::uint64_t bytes = 0;
    std::uint32_t tag = 0;
};

struct RankCollective {
    std::size_t row = 0;
    std::string call;
    std::size_t communicator = 0;
    std::int64_t root = -1;  // member of the communicator; -1: none
    bool is_root = false;
    std::uint64_t start_ns = 0;
    std::uint64_t end_ns = 0;
    std::uint64_t bytes = 0;
};

struct RankTraffic {
    std::vector<std::size_t> ranks;  // the row of the first thread of each
    std::vector<RankGroup> communicators;
    std::vector<RankTransfer> messages;  // those that both sides recorded
    std::vector<RankCollective> collectives;
};

Result<RankTraffic> read_rank_traffic(const RunView& run, const Timeline& timeline,
                                      Diagnostics& diagnostics);

}  // namespace tapestry
