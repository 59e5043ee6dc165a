// SPDX-License-Identifier: Apache-2.0
// Messages with the same communicator, sender, receiver and tag are a line: they do not overtake
// each other, so the n-th send belongs to the n-th receive.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "software/recording/rank_message.h"
#include "software/recording/sorted_list.h"

namespace tapestry {

// One side of a message. A nonblocking send waits in the call that completes it.
struct MessageSide {
    RankMessage message;
    bool is_awaited = false;
    RankMessage awaited = {};  // the call that completed it
    std::uint64_t index = 0;   // in its line

    const RankMessage& waiting_part() const { return is_awaited ? awaited : message; }
};

class MessageLines {
public:
    // A send, the completion of one, a receive, or a number of them that were overwritten.
    void add(const RankMessage& message);
    // What a rank sent or received that does not know what it has forgotten fits nothing.
    void add_unknown_rank(int rank) { not_known_.insert(rank); }

    // The sides of each message, of which one may be null. Of a message whose other side was
    // overwritten nothing is said.
    using Take = std::function<void(const MessageSide* send, const MessageSide* receive)>;
    void each(const Take& take);

private:
    // Communicator, from, to, tag.
    using Line = std::tuple<std::pair<int, std::uint64_t>, int, int, int>;
    static Line line_of(const RankMessage& e);

    struct ByRank {  // the completion of a send before it
        bool operator()(const RankMessage& a, const RankMessage& b) const;
    };
    struct BySide {
        bool operator()(const MessageSide& a, const MessageSide& b) const;
    };
    struct ByIndex {
        bool operator()(const MessageSide& a, const MessageSide& b) const;
    };
    struct Gone {
        std::uint64_t count = 0;
        std::uint64_t last = 0;  // number
    };

    void add_sends_with_their_ends();
    void put_into_lines();
    bool is_known(const RankMessage& e) const;
    std::uint64_t first_of(const Line& line) const;

    SortedList<RankMessage, ByRank> sends_;
    SortedList<MessageSide, BySide> sides_;
    SortedList<MessageSide, ByIndex> lines_;
    std::map<std::pair<Line, bool>, Gone> gone_;  // by line, and whether they are receives
    std::map<Line, std::uint64_t> first_;         // index that both sides have; absent: 0
    std::set<int> not_known_;
};

}  // namespace tapestry
