// SPDX-License-Identifier: Apache-2.0
#include "software/recording/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/codes/software.h"
#include "software/library/recording_layout.h"
#include "software/recording/stored_states.h"

namespace tapestry {

namespace {

constexpr std::size_t kChunk = TAPESTRY_CHUNK_BYTES;
constexpr std::size_t kHead = TAPESTRY_HEADER_BYTES;

std::string text_of(const char* text, std::size_t most) { return {text, strnlen(text, most)}; }

class RecordingReader {
public:
    RecordingReader(std::string_view bytes, std::shared_ptr<const MappedFile> mapped,
                    const std::string& file, Diagnostics& diagnostics)
        : bytes_(bytes), mapped_(std::move(mapped)), diagnostics_(diagnostics) {
        out_.file = file;
    }

    Result<Recording> read() {
        if (const auto done = read_header(); !done) return done.failure();
        std::vector<RecordedChunk> chunks = find_chunks();
        TickLine line(tick_points(chunks), header_.tick != TAPESTRY_TICK_COUNTER, header_.ticks_hz);
        stored_ = std::make_shared<StoredStates>(std::move(chunks), std::move(line), mapped_);
        out_.clock_doubt_ns = stored_->line().doubt_ns();
        out_.start_ticks = header_.start_ticks;
        out_.start = stored_->line().ns(header_.start_ticks);
        out_.state_cost_ns = state_cost_ns();
        if (header_.kept_from != 0) out_.kept_from = stored_->line().ns(header_.kept_from);
        for (std::size_t i = 0; i < stored_->chunks().size(); ++i) read_chunk(i);
        finish();
        out_.stored = stored_;
        return std::move(out_);
    }

private:
    double state_cost_ns() const {
        constexpr std::uint64_t kMost = 1 << 30;
        const std::uint64_t ticks = std::min(header_.state_cost, kMost);
        const std::uint64_t ns = stored_->line().ns(header_.start_ticks + ticks) - out_.start;
        return static_cast<double>(std::min(ns, kMost)) / TAPESTRY_COST_STATES;
    }

    Reported refuse(const std::string& why) {
        return diagnostics_.report(code::recording_malformed, {out_.file, 0}, why);
    }

    Result<Done> read_header() {
        if (bytes_.size() < kHead) return refuse("it is too short");
        std::memcpy(&header_, bytes_.data(), sizeof header_);
        if (std::memcmp(header_.magic, TAPESTRY_MAGIC, 8) != 0)
            return refuse("it begins with other bytes");
        if (header_.byte_order != TAPESTRY_BYTE_ORDER)
            return refuse("it was made on a machine with another byte order");
        if (header_.version != TAPESTRY_LAYOUT_VERSION || header_.header_bytes != kHead ||
            header_.chunk_bytes != kChunk)
            return refuse(fmt::format("it has layout {}, and this tapestry reads layout {}",
                                      header_.version, TAPESTRY_LAYOUT_VERSION));
        out_.pid = header_.pid;
        out_.parent_pid = header_.parent_pid;
        out_.rank = header_.rank;
        out_.ranks = header_.ranks;
        out_.launched = std::max(header_.launched, 0) - 1;
        out_.world = header_.world;
        out_.strange_mpi = header_.strange_mpi;
        out_.ending = static_cast<int>(header_.ending);
        out_.lost = header_.lost;
        out_.too_deep = header_.too_deep;
        out_.unmatched = header_.unmatched;
        out_.overwritten = header_.overwritten;
        out_.lines_unknown = header_.lines_unknown != 0;
        out_.refused_counters = text_of(header_.refused_counters, sizeof header_.refused_counters);
        out_.program = text_of(header_.program, sizeof header_.program);
        out_.host = text_of(header_.host, sizeof header_.host);
        out_.boot = text_of(header_.boot, sizeof header_.boot);
        return Done{};
    }

    // Collects the chunks of each slot in sequence; of two with the same number, the fuller one.
    std::vector<RecordedChunk> find_chunks() {
        std::vector<RecordedChunk> chunks;
        for (std::size_t at = kHead; at + kChunk <= bytes_.size(); at += kChunk) {
            const RecordedChunk chunk = chunk_at(bytes_, at);
            if (chunk.is_chunk) chunks.push_back(chunk);
            damaged_ = damaged_ || chunk.damaged;
            if (mapped_) mapped_->forget(chunk.bytes);
        }
        const auto key = [](const RecordedChunk& c) { return std::pair(c.slot, c.sequence); };
        std::stable_sort(chunks.begin(), chunks.end(),
                         [&](const RecordedChunk& a, const RecordedChunk& b) {
                             return std::tuple(key(a), b.words) < std::tuple(key(b), a.words);
                         });
        chunks.erase(std::unique(chunks.begin(), chunks.end(),
                                 [&](const RecordedChunk& a, const RecordedChunk& b) {
                                     return key(a) == key(b);
                                 }),
                     chunks.end());
        return chunks;
    }

    std::vector<TickPoint> tick_points(const std::vector<RecordedChunk>& chunks) const {
        std::vector<TickPoint> points;
        for (const RecordedChunk& chunk : chunks) {
            chunk.each([&](const ChunkRecord& r) {
                if (r.kind() == TAPESTRY_RECORD_CLOCK && r.words >= 3)
                    points.push_back({r.word(0), r.word(1), r.word(2)});
            });
            if (mapped_) mapped_->forget(chunk.bytes);
        }
        return points;
    }

    RecordedThread& thread(std::uint32_t number) {
        if (known_ < out_.threads.size() && out_.threads[known_].number == number)
            return out_.threads[known_];
        const auto [at, is_new] = index_.try_emplace(number, out_.threads.size());
        if (is_new) out_.threads.emplace_back().number = number;
        known_ = at->second;
        return out_.threads[known_];
    }

    std::uint64_t time(std::uint64_t ticks) {
        const std::uint64_t ns = stored_->line().ns(ticks);
        latest_ = std::max(latest_, ns);
        return ns;
    }

    void read_chunk(std::size_t index) {
        const RecordedChunk& chunk = stored_->chunks()[index];
        if (chunk.words == 0) return;
        chunk_ = index;
        std::uint32_t current = chunk.thread;
        chunk.each([&](const ChunkRecord& r) {
            if (r.kind() == TAPESTRY_RECORD_THREAD) current = r.id();
            take(r, current);
        });
        const bool is_last = index + 1 == stored_->chunks().size() ||
                             stored_->chunks()[index + 1].slot != chunk.slot;
        if (is_last) note_open(chunk.head(), thread(current));
        stored_->forget(chunk);
    }

    void take(const ChunkRecord& r, std::uint32_t current) {
        switch (r.kind()) {
            case TAPESTRY_RECORD_STATE:
                return take_state(r, thread(current));
            case TAPESTRY_RECORD_DEFINITION:
                return take_name(r);
            case TAPESTRY_RECORD_COUNTER:
                thread(current).events.push_back({time(r.word(0)), r.id(), r.real(1)});
                return;
            case TAPESTRY_RECORD_MARK:
                thread(current).events.push_back(
                    {time(r.word(0)), r.id(),
                     static_cast<double>(static_cast<std::int64_t>(r.word(1)))});
                return;
            case TAPESTRY_RECORD_THREAD:
                return take_thread(r);
            case TAPESTRY_RECORD_THREAD_END:
                thread(r.id()).end = time(r.word(0));
                return;
            case TAPESTRY_RECORD_MESSAGE:
                return take_message(r, thread(current));
            case TAPESTRY_RECORD_COMMUNICATOR:
                out_.communicators[r.word(0)] = {static_cast<int>(r.word(1)),
                                                 static_cast<int>(r.id())};
                return;
            case TAPESTRY_RECORD_DEVICE_CLOCK:
                out_.device_clocks.push_back(
                    {r.id(), time(r.word(0)), r.word(1),
                     stored_->line().ns(r.word(0) + r.word(2)) - stored_->line().ns(r.word(0))});
                return;
            case TAPESTRY_RECORD_MODELLED:
                return take_stretch(r, thread(current));
            case TAPESTRY_RECORD_MODEL_CLOCK:
                out_.model_clocks.push_back({r.id(), r.word(0), r.real(1)});
                return;
            case TAPESTRY_RECORD_DROPPED:
                thread(r.words > 0 ? static_cast<std::uint32_t>(r.word(0)) : current)
                    .dropped.push_back(r.id());
                return;
            case TAPESTRY_RECORD_COUNTS:
                for (std::size_t i = 0; i + 1 < r.words; i += 2)
                    thread(current).counts[{r.id(), static_cast<std::uint32_t>(r.word(i))}] +=
                        r.word(i + 1);
                return;
            case TAPESTRY_RECORD_OVERWRITTEN:
                return take_gone(r);
            case TAPESTRY_RECORD_ALIGNMENT:
                out_.alignments.push_back({r.real(0), r.real(1), r.real(2)});
                return;
            default:
                return;
        }
    }

    void take_state(const ChunkRecord& r, RecordedThread& thread) {
        const auto state = state_of_record(r, stored_->line());
        if (!state) {
            damaged_ = true;
            return;
        }
        latest_ = std::max(latest_, state->end);
        thread.first = std::min(thread.first, state->start);
        thread.last = std::max(thread.last, state->end);
        if (thread.number != last_of_ || !last_) {
            last_of_ = thread.number;
            last_ = &last_states_[thread.number];
        }
        note_chunk_of(thread);
        std::vector<RecordedState>& last = *last_;
        if (last.empty() || last.back().id != state->id) thread.ids.insert(state->id);
        if (last.size() == 2 * kLast) last.erase(last.begin(), last.begin() + kLast);
        last.push_back(*state);
    }

    void note_chunk_of(const RecordedThread& thread) {
        if (chunk_ == noted_chunk_ && thread.number == noted_thread_) return;
        stored_->add_chunk_of(noted_thread_ = thread.number, noted_chunk_ = chunk_);
    }

    void take_name(const ChunkRecord& r) {
        std::size_t at = 8;
        RecordedName& n = out_.names[r.id()];
        n.what = r.detail();
        n.category = static_cast<int>(r.word(0) & 0xff);
        n.name = r.text(at);
        n.peer = r.text(at);
        n.purpose = r.text(at);
        n.source = r.text(at);
    }

    void take_thread(const ChunkRecord& r) {
        RecordedThread& t = thread(r.id());
        t.kind = r.detail();
        t.start = time(r.word(0));
        t.tid = r.word(1);
        std::size_t at = 16;
        t.name = r.text(at);
        t.is_named = r.depth() != 0;
    }

    void take_message(const ChunkRecord& r, const RecordedThread& thread) {
        const auto message = message_of_record(r, stored_->line());
        damaged_ = damaged_ || !message;
        if (!message) return;
        latest_ = std::max(latest_, message->end);
        note_chunk_of(thread);
    }

    void take_gone(const ChunkRecord& r) {
        out_.gone.push_back({r.detail(), 0, 0, 0,
                             static_cast<int>(static_cast<std::int32_t>(r.word(0))),
                             static_cast<int>(static_cast<std::int32_t>(r.word(0) >> 32)),
                             r.word(1), r.word(2), r.word(3)});
    }

    void take_stretch(const ChunkRecord& r, RecordedThread& thread) {
        constexpr std::uint64_t kMost = std::uint64_t{1} << 62;
        const std::uint64_t start = time(r.word(0)), end = time(r.word(1));
        if (end < start || r.word(3) < r.word(2) || r.word(3) > kMost || r.words < 4) {
            damaged_ = true;
            return;
        }
        thread.modelled.push_back({start, end, r.word(2), r.word(3)});
    }

    // States open at the end of the process last until then.
    void note_open(const tapestry_chunk& head, RecordedThread& thread) {
        for (std::uint32_t i = std::min(head.depth, TAPESTRY_MOST_OPEN); i > 0; --i) {
            const tapestry_open& open = head.open[i - 1];
            if (open.id == TAPESTRY_INHERITED || open.id == 0) continue;
            open_.push_back({thread.number, time(open.start), open.id, i - 1});
        }
    }

    struct Open {
        std::uint32_t thread;
        std::uint64_t start;
        std::uint32_t id;
        std::uint32_t depth;
    };

    void finish() {
        out_.end = header_.end_ticks != 0 ? std::max(latest_, stored_->line().ns(header_.end_ticks))
                                          : std::max(latest_, out_.start);
        for (RecordedThread& t : out_.threads) {
            if (t.end == 0) t.end = out_.end;
            if (t.start == 0) t.start = out_.start;
            std::sort(t.dropped.begin(), t.dropped.end());
        }
        for (const Open& o : open_) {
            RecordedThread& t = thread(o.thread);
            // An open state older than later records of the thread at its depth is stale and never
            // began.
            const std::vector<RecordedState>& last = last_states_[t.number];
            const bool stale = std::any_of(
                last.end() - std::min<std::ptrdiff_t>(kLast, std::ssize(last)), last.end(),
                [&](const RecordedState& s) { return s.depth <= o.depth && s.end > o.start; });
            if (!stale && o.start <= t.end) t.states.push_back({o.start, t.end, 0, o.id, o.depth});
        }
        std::sort(out_.threads.begin(), out_.threads.end(),
                  [](const auto& a, const auto& b) { return a.number < b.number; });
        if (damaged_)
            diagnostics_.report(code::recording_damaged, {out_.file, 0},
                                "some of its records make no sense");
    }

    static constexpr std::ptrdiff_t kLast = 64;  // states that an open one is compared with

    std::string_view bytes_;
    std::shared_ptr<const MappedFile> mapped_;
    Diagnostics& diagnostics_;
    tapestry_header header_{};
    std::shared_ptr<StoredStates> stored_;
    std::map<std::uint32_t, std::vector<RecordedState>> last_states_;  // by thread
    // What the last state was of: nearly always the next one is of the same.
    std::size_t known_ = 0;
    std::uint32_t last_of_ = 0;
    std::vector<RecordedState>* last_ = nullptr;
    std::size_t chunk_ = 0, noted_chunk_ = ~std::size_t{0};
    std::uint32_t noted_thread_ = 0;
    std::map<std::uint32_t, std::size_t> index_;
    std::vector<Open> open_;
    std::uint64_t latest_ = 0;
    bool damaged_ = false;
    Recording out_;
};

}  // namespace

Result<Recording> read_recording(std::string_view bytes, const std::string& file,
                                 Diagnostics& diagnostics) {
    Result<Recording> r = RecordingReader(bytes, nullptr, file, diagnostics).read();
    if (!r) return r.failure();
    for (RecordedThread& t : r->threads) {
        std::vector<RecordedState> all;
        each_state_backwards(*r, t, [&](const RecordedState& s) { all.push_back(s); });
        std::reverse(all.begin(), all.end());
        t.states = std::move(all);
        std::vector<RecordedMessage> messages;
        each_message(*r, t, [&](const RecordedMessage& m) { messages.push_back(m); });
        t.messages = std::move(messages);
    }
    r->stored = nullptr;
    return r;
}

Result<Recording> open_recording(std::shared_ptr<const MappedFile> bytes, const std::string& file,
                                 Diagnostics& diagnostics) {
    const std::string_view all = bytes->bytes();
    return RecordingReader(all, std::move(bytes), file, diagnostics).read();
}

std::uint64_t first_state_of(const RecordedThread& thread) {
    std::uint64_t first = thread.first;
    for (const RecordedState& s : thread.states) first = std::min(first, s.start);
    return first;
}

}  // namespace tapestry
