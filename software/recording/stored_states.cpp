// SPDX-License-Identifier: Apache-2.0
#include "software/recording/stored_states.h"

#include <algorithm>
#include <deque>
#include <tuple>

namespace tapestry {

namespace {

auto backwards_key(const RecordedState& s) { return std::tuple(~s.end, s.depth, s.start); }
bool comes_before(const RecordedState& a, const RecordedState& b) {
    return backwards_key(a) < backwards_key(b);
}

// A signal handler's states are recorded behind the one that it interrupted, at most 16 of them. So
// a short line puts records into order; nearly all of them belong at its end.
class Reorder {
public:
    explicit Reorder(const TakeState& take) : take_(take) {}
    void add(const RecordedState& s) {
        auto at = line_.end();
        while (at != line_.begin() && comes_before(s, *std::prev(at))) --at;
        line_.insert(at, s);
        if (line_.size() > kMost) pop();
    }
    void finish() {
        while (!line_.empty()) pop();
    }

private:
    static constexpr std::size_t kMost = 64;
    void pop() {
        take_(line_.front());
        line_.pop_front();
    }
    const TakeState& take_;
    std::deque<RecordedState> line_;
};

}  // namespace

StoredStates::StoredStates(std::vector<RecordedChunk> chunks, TickLine line,
                           std::shared_ptr<const MappedFile> file)
    : chunks_(std::move(chunks)), line_(std::move(line)), file_(std::move(file)) {}

void StoredStates::add_chunk_of(std::uint32_t thread, std::size_t chunk) {
    std::vector<std::size_t>& all = chunks_of_[thread];
    if (all.empty() || all.back() != chunk) all.push_back(chunk);
}

void StoredStates::forget(const RecordedChunk& chunk) const {
    if (file_) file_->forget(chunk.bytes);
}

template <class Take>
void StoredStates::each_of_thread(const RecordedChunk& chunk, std::uint32_t thread,
                                  const Take& take) {
    std::uint32_t current = chunk.thread;
    chunk.each([&](const ChunkRecord& r) {
        if (r.kind() == TAPESTRY_RECORD_THREAD) current = r.id();
        if (current == thread) take(r);
    });
}

void StoredStates::each_backwards(std::uint32_t thread, const TakeState& take) const {
    const auto at = chunks_of_.find(thread);
    if (at == chunks_of_.end()) return;
    Reorder order(take);
    std::vector<RecordedState> states;
    for (auto index = at->second.rbegin(); index != at->second.rend(); ++index) {
        const RecordedChunk& chunk = chunks_[*index];
        states.clear();
        each_of_thread(chunk, thread, [&](const ChunkRecord& r) {
            if (r.kind() != TAPESTRY_RECORD_STATE) return;
            if (const auto state = state_of_record(r, line_)) states.push_back(*state);
        });
        std::for_each(states.rbegin(), states.rend(), [&](const auto& s) { order.add(s); });
        forget(chunk);
    }
    order.finish();
}

void StoredStates::each_message(std::uint32_t thread, const TakeRecorded& take) const {
    const auto at = chunks_of_.find(thread);
    if (at == chunks_of_.end()) return;
    for (const std::size_t index : at->second) {
        each_of_thread(chunks_[index], thread, [&](const ChunkRecord& r) {
            if (r.kind() != TAPESTRY_RECORD_MESSAGE) return;
            if (const auto message = message_of_record(r, line_)) take(*message);
        });
        forget(chunks_[index]);
    }
}

std::optional<RecordedState> state_of_record(const ChunkRecord& r, const TickLine& line) {
    const std::uint64_t start = line.ns(r.word(0)), end = line.ns(r.word(1));
    if (end < start || r.words < 2 || r.depth() >= static_cast<int>(TAPESTRY_MOST_OPEN))
        return std::nullopt;
    return RecordedState{start, end, r.word(2), r.id(), static_cast<std::uint32_t>(r.depth())};
}

std::optional<RecordedMessage> message_of_record(const ChunkRecord& r, const TickLine& line) {
    const std::uint64_t start = line.ns(r.word(0)), end = line.ns(r.word(1));
    if (end < start || r.words < 6) return std::nullopt;
    return RecordedMessage{r.detail(),
                           r.id(),
                           start,
                           end,
                           static_cast<int>(static_cast<std::int32_t>(r.word(2))),
                           static_cast<int>(static_cast<std::int32_t>(r.word(2) >> 32)),
                           r.word(3),
                           r.word(4),
                           r.word(5)};
}

bool is_dropped(const RecordedThread& thread, std::uint32_t id) {
    return std::binary_search(thread.dropped.begin(), thread.dropped.end(), id);
}

void each_state_backwards(const Recording& recording, const RecordedThread& thread,
                          const TakeState& taken) {
    const TakeState take = [&](const RecordedState& s) {
        if (!is_dropped(thread, s.id)) taken(s);
    };
    std::vector<RecordedState> here = thread.states;
    std::sort(here.begin(), here.end(), comes_before);
    std::size_t next = 0;
    if (recording.stored)
        recording.stored->each_backwards(thread.number, [&](const RecordedState& stored) {
            RecordedState s = stored;
            if (thread.turned) s.start = thread.turned(s.start), s.end = thread.turned(s.end);
            while (next < here.size() && comes_before(here[next], s)) take(here[next++]);
            take(s);
        });
    while (next < here.size()) take(here[next++]);
}

void each_message(const Recording& recording, const RecordedThread& thread,
                  const TakeRecorded& take) {
    if (recording.stored)
        recording.stored->each_message(thread.number, [&](RecordedMessage m) {
            if (thread.turned) m.start = thread.turned(m.start), m.end = thread.turned(m.end);
            take(m);
        });
    for (const RecordedMessage& m : thread.messages) take(m);
}

}  // namespace tapestry
