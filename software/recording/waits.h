// SPDX-License-Identifier: Apache-2.0
// Calls that waited, with the thread that each waited for. They are found one by one and stored as
// sums.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "model/host_part.h"
#include "software/recording/rank_message.h"
#include "software/recording/sorted_list.h"

namespace tapestry {

enum class WaitPattern : std::uint8_t {
    late_sender,
    late_receiver,
    wait_at_barrier,
    wait_at_collective,
    wait_at_fence,
    wait_for_lock,
    late_post,
    late_complete,
    wait_for_signal,
    wait_for_thread
};
inline constexpr std::uint8_t kWaitPatterns = 10;
const char* to_word(WaitPattern pattern);

// The part of one call in which its thread waited for another.
struct CallWait {
    int place = -1;        // of the thread that waited
    std::uint32_t id = 0;  // of the call, in the recording of its process
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    int cause = -1;  // place of the thread that it waited for
    WaitPattern pattern = WaitPattern::late_sender;
};

// The same with its call.
struct FoundWait {
    CallWait wait;
    std::uint32_t call = 0;  // number of its MessageCall
    std::uint64_t call_start = 0;
    std::uint64_t call_end = 0;

    std::uint64_t ns() const { return wait.end - wait.start; }
};
using TakeWait = std::function<void(const FoundWait&)>;

// A wait in the call of `who`.
FoundWait wait_of(const RankMessage& who, WaitPattern pattern, int cause, std::uint64_t start,
                  std::uint64_t end);

// The wait from the call of `who` until `moment`, or until the call returned.
std::optional<FoundWait> wait_until(const RankMessage& who, std::uint64_t moment,
                                    WaitPattern pattern, const RankMessage& cause);

// A wait for a lock, a signal or the end of a thread of the same process.
std::optional<FoundWait> wait_for_thread(const RankMessage& e);

// A call that waits for several events at once, such as MPI_Waitall, waits for the last of them.
class LongestWaits {
public:
    void add(const FoundWait& wait) { waits_.add(wait); }
    void each(const TakeWait& take);

private:
    struct LongestFirst {
        bool operator()(const FoundWait& a, const FoundWait& b) const;
    };
    SortedList<FoundWait, LongestFirst> waits_;
};

// Sums by thread, pattern, cause, call and line.
class WaitSums {
public:
    void add(const FoundWait& wait);
    // The longest first.
    std::vector<HostWait> sums(const MessageCalls& calls) const;

private:
    using Sum = std::pair<std::uint64_t, std::uint64_t>;  // how many, nanoseconds
    std::map<std::tuple<int, WaitPattern, int, std::uint32_t>, Sum> sums_;
};

// Every single wait by its thread, first to last and last to first.
class ThreadWaits {
public:
    using Take = std::function<void(const CallWait&)>;
    using Cursor = StoredList<CallWait>::Cursor;

    void add(const CallWait& wait);
    // Nothing is added behind this.
    void finish();

    void each(const Take& take) const;  // all of them, by place
    void each_of(int place, const Take& take) const;
    // By descending end, and of equal ends the later beginning first.
    Cursor backwards(int place) const;

private:
    struct ByStart {
        bool operator()(const CallWait& a, const CallWait& b) const;
    };
    struct ByEndBackwards {
        bool operator()(const CallWait& a, const CallWait& b) const;
    };
    using Range = std::pair<std::uint64_t, std::uint64_t>;
    Range range_of(int place) const;

    SortedList<CallWait, ByStart> by_start_;
    SortedList<CallWait, ByEndBackwards> by_end_;
    StoredList<CallWait> forwards_, backwards_;
    std::map<int, Range> range_;  // by place, in both
};

}  // namespace tapestry
