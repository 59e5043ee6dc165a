// SPDX-License-Identifier: Apache-2.0
// A message or a part in a collective call as one rank recorded it, with who the rank is among all.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "software/recording/recording.h"

namespace tapestry {

// Roles beside those of a recording: how many sends or receives of a line were overwritten, and
// that this is not known of a rank.
inline constexpr int kGone = 0x100;
inline constexpr int kUnknownGone = 0x200;

// A call of MPI at a line of the program.
struct MessageCall {
    std::string call;    // MPI_Send
    std::string source;  // line of the call
    auto operator<=>(const MessageCall&) const = default;
};

// Calls by number, so that messages need no texts of their own.
class MessageCalls {
public:
    std::uint32_t number_of(const MessageCall& call) {
        const auto [at, is_new] =
            numbers_.try_emplace(call, static_cast<std::uint32_t>(calls_.size()));
        if (is_new) calls_.push_back(call);
        return at->second;
    }
    const std::vector<MessageCall>& all() const { return calls_; }

private:
    std::vector<MessageCall> calls_;
    std::map<MessageCall, std::uint32_t> numbers_;
};

struct RankMessage {
    RecordedMessage message;  // in run time; its peer is numbered as `rank` is
    int rank = -1;            // a number of its own for each rank of all worlds
    int place = -1;           // of the thread
    std::uint32_t call = 0;   // number of its MessageCall
    int world = 0;            // number of its MPI_COMM_WORLD

    // What its communicator or window has among those of all worlds.
    std::pair<int, std::uint64_t> communicator() const { return {world, message.communicator}; }
};
using TakeMessage = std::function<void(const RankMessage&)>;

}  // namespace tapestry
