// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/elastic.h"

#include <algorithm>

#include "explain/replay/replay.h"

namespace tapestry {

namespace {

using Times = std::vector<std::uint64_t>;

constexpr std::string_view kInside = " (inside)";

// For each transfer, the first cycle of the valid that it ended.
Times offered(const RecordedHandshake& handshake) {
    Times since;
    std::uint64_t last = 0;  // the first cycle that can belong to the next beat
    for (std::size_t i = 0; i < handshake.stretches.size(); ++i) {
        const HandshakeStretch& s = handshake.stretches[i];
        if (s.kind == StretchKind::idle || s.kind == StretchKind::starved)
            last = handshake.end_of(i);
        if (s.kind != StretchKind::transfer) continue;
        for (std::uint64_t t = s.start; t < handshake.end_of(i); ++t) {
            since.push_back(last);
            last = t + 1;
        }
    }
    return since;
}

class Fitter {
public:
    Fitter(const std::vector<ThreadEnd>& ends, std::uint32_t inside) : inside_(inside) {
        for (const ThreadEnd& end : ends) (end.push ? outputs_ : inputs_).push_back(end);
    }

    std::optional<ElasticBlock> fit() {
        if (inputs_.empty() || outputs_.empty() || !find_times()) return std::nullopt;
        // A block that never had to take faster may still be able to, so interval 1 is tried too.
        std::optional<ElasticBlock> best;
        for (const std::uint64_t interval : {std::uint64_t{1}, least_interval()}) {
            interval_ = interval;
            for (const bool gone : {true, false})
                keep_better(best, block_with(most_inside(gone), gone ? 0 : 1));
            keep_better(best, rigid_block());
        }
        best->most_inside = most_inside(false);
        return best;
    }

private:
    // The transfer times of all ends of one side; false if they differ.
    static bool common_times(const std::vector<ThreadEnd>& ends, Times& times) {
        times = ends[0].handshake->transfers();
        return std::all_of(ends.begin() + 1, ends.end(),
                           [&](const ThreadEnd& e) { return e.handshake->transfers() == times; });
    }

    bool find_times() {
        if (!common_times(inputs_, takes_) || !common_times(outputs_, gives_)) return false;
        if (gives_.empty() || gives_.size() > takes_.size()) return false;
        latency_ = gives_[0] - std::min(gives_[0], takes_[0]);
        for (std::size_t k = 0; k < gives_.size(); ++k) {
            if (gives_[k] < takes_[k]) return false;
            latency_ = std::min(latency_, gives_[k] - takes_[k]);
        }
        there_.assign(takes_.size(), 0);
        for (const ThreadEnd& end : inputs_) {
            const Times since = offered(*end.handshake);
            for (std::size_t k = 0; k < takes_.size(); ++k)
                there_[k] = std::max(there_[k], since[k]);
        }
        due_ = offered(*outputs_[0].handshake);
        return latency_ > 0;
    }

    static void keep_better(std::optional<ElasticBlock>& best, ElasticBlock block) {
        if (!best || block.wrong < best->wrong) best = std::move(block);
    }

    std::uint64_t least_interval() const {
        std::uint64_t least = takes_.size() < 2 ? 1 : takes_[1] - takes_[0];
        for (std::size_t k = 1; k < takes_.size(); ++k)
            least = std::min(least, takes_[k] - takes_[k - 1]);
        return least;
    }

    std::uint64_t most_inside(bool gone) const {
        std::uint64_t most = 1;
        std::size_t left = 0;
        for (std::size_t k = 0; k < takes_.size(); ++k) {
            while (left < gives_.size() &&
                   (gone ? gives_[left] <= takes_[k] : gives_[left] < takes_[k]))
                ++left;
            most = std::max<std::uint64_t>(most, k + 1 - std::min(left, k));
        }
        return most;
    }

    ElasticBlock block_with(std::uint64_t capacity, std::uint64_t room) const {
        ElasticBlock block;
        block.inside = {"", 0, latency_, room, capacity};
        for (std::size_t k = 0; k < takes_.size(); ++k) {
            std::uint64_t time =
                std::max(there_[k], k == 0 ? takes_[0] : takes_[k - 1] + interval_);
            if (k >= capacity && k - capacity < gives_.size())
                time = std::max(time, gives_[k - capacity] + room);
            block.wrong += time != takes_[k] ? 1 : 0;
        }
        for (std::size_t k = 0; k < gives_.size(); ++k) {
            const std::uint64_t time =
                std::max(takes_[k] + latency_, k == 0 ? 0 : gives_[k - 1] + 1);
            block.wrong += time != due_[k] ? 1 : 0;
        }
        block.reader = thread_of(inputs_, true, takes_, interval_);
        block.writer = thread_of(outputs_, false, gives_, 1);
        return block;
    }

    // As a pipeline that stalls as a whole while a beat is due at its output and not taken.
    ElasticBlock rigid_block() const {
        ElasticBlock block;
        std::uint64_t latency = due_[0] - std::min(due_[0], takes_[0]);
        for (std::size_t k = 0; k < gives_.size(); ++k)
            latency = std::min(latency, due_[k] - std::min(due_[k], takes_[k]));
        block.inside = {"", 0, latency, kRigid, std::max<std::uint64_t>(1, latency)};
        Times stood(gives_.size() + 1);  // cycles stalled before each give
        for (std::size_t k = 0; k < gives_.size(); ++k)
            stood[k + 1] = stood[k] + gives_[k] - std::min(gives_[k], due_[k]);
        std::size_t passed = 0;
        for (std::size_t k = 0; k < takes_.size(); ++k) {
            std::uint64_t time =
                std::max(there_[k], k == 0 ? takes_[0] : takes_[k - 1] + interval_);
            for (; passed < gives_.size() && due_[passed] <= time; ++passed)
                time = std::max(time, gives_[passed]);
            block.wrong += time != takes_[k] ? 1 : 0;
            if (k < gives_.size())
                block.wrong += due_[k] != takes_[k] + latency + stood[k] - stood[passed] ? 1 : 0;
        }
        block.reader = thread_of(inputs_, true, takes_, interval_);
        block.writer = thread_of(outputs_, false, gives_, 1);
        return block;
    }

    OperationThread thread_of(const std::vector<ThreadEnd>& ends, bool push, const Times& times,
                              std::uint64_t interval) const {
        OperationThread thread;
        thread.sets.emplace_back();
        for (const ThreadEnd& end : ends) thread.sets[0].push_back({end.channel, end.push, 0});
        thread.sets[0].push_back({inside_, push, 0});
        std::uint64_t last = 0;
        for (const std::uint64_t time : times) {
            const std::uint64_t since = time - last;
            const std::uint64_t delay = std::min(since, thread.visits.empty() ? 1 : interval);
            thread.visits.push_back({delay, 0, since > delay});
            if (since > delay) thread.stalls.push_back(since - delay);
            last = time;
        }
        thread.rest = ends[0].handshake->end - last;
        return thread;
    }

    const std::uint32_t inside_;
    std::vector<ThreadEnd> inputs_, outputs_;
    Times takes_, gives_, there_, due_;
    std::uint64_t latency_ = 0, interval_ = 1;
};

}  // namespace

std::optional<ElasticBlock> elastic_block(const std::vector<ThreadEnd>& ends,
                                          std::uint32_t inside) {
    return Fitter(ends, inside).fit();
}

std::string inside_of(const std::string& block) { return block + std::string(kInside); }
bool is_inside(const OperationChannel& channel) { return channel.path.ends_with(kInside); }

}  // namespace tapestry
