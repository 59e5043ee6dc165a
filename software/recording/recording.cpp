// SPDX-License-Identifier: Apache-2.0
#include "software/recording/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/codes.h"
#include "software/library/recording_layout.h"
#include "software/recording/tick_line.h"

namespace tapestry {

namespace {

constexpr std::size_t kChunk = TAPESTRY_CHUNK_BYTES;
constexpr std::size_t kHead = TAPESTRY_HEADER_BYTES;
constexpr std::size_t kWordsInChunk = (kChunk - sizeof(tapestry_chunk)) / 8;

std::string text_of(const char* text, std::size_t most) { return {text, strnlen(text, most)}; }

// A record in the file.
struct Record {
    std::uint64_t first = 0;
    const char* rest = nullptr;
    std::size_t words = 0;  // without the first one

    int kind() const { return static_cast<int>(first & 0xff); }
    int depth() const { return static_cast<int>(first >> 17 & 0x7f); }
    int detail() const { return static_cast<int>(first >> 24 & 0xff); }
    auto id() const { return static_cast<std::uint32_t>(first >> 32); }
    std::uint64_t word(std::size_t i) const {
        std::uint64_t word = 0;
        if (i < words) std::memcpy(&word, rest + 8 * i, 8);
        return word;
    }
    double real(std::size_t i) const { return std::bit_cast<double>(word(i)); }
    // Reads the zero-terminated text at byte `at`, and advances `at` past it.
    std::string text(std::size_t& at) const {
        if (at >= words * 8) return {};
        std::string text = text_of(rest + at, words * 8 - at);
        at += text.size() + 1;
        return text;
    }
};

// A chunk and the end of its records.
struct Chunk {
    tapestry_chunk head;
    const char* records = nullptr;
    std::size_t words = 0;
    bool damaged = false;

    // Calls take(record) for each finished record.
    template <class Take>
    void each(const Take& take) const {
        for (std::size_t at = 0; at < words;) {
            Record r;
            std::memcpy(&r.first, records + 8 * at, 8);
            const std::size_t length = r.first >> 8 & 0xff;
            r.rest = records + 8 * (at + 1);
            r.words = length - 1;
            if ((r.first & TAPESTRY_FINISHED) != 0) take(r);
            at += length;
        }
    }
};

Chunk chunk_at(std::string_view bytes, std::size_t at) {
    Chunk chunk;
    std::memcpy(&chunk.head, bytes.data() + at, sizeof chunk.head);
    chunk.records = bytes.data() + at + sizeof chunk.head;
    while (chunk.words < kWordsInChunk) {
        std::uint64_t first = 0;
        std::memcpy(&first, chunk.records + 8 * chunk.words, 8);
        if (first == 0) break;
        const std::size_t length = first >> 8 & 0xff;
        if (length == 0 || chunk.words + length > kWordsInChunk) {
            chunk.damaged = true;
            break;
        }
        chunk.words += length;
    }
    return chunk;
}

class RecordingReader {
public:
    RecordingReader(std::string_view bytes, const std::string& file, Diagnostics& diagnostics)
        : bytes_(bytes), diagnostics_(diagnostics) {
        out_.file = file;
    }

    Result<Recording> read() {
        if (!read_header()) return failure;
        find_chunks();
        const TickLine line(tick_points(), header_.tick != TAPESTRY_TICK_COUNTER, header_.ticks_hz);
        line_ = &line;
        out_.clock_doubt_ns = line.doubt_ns();
        out_.start_ticks = header_.start_ticks;
        out_.start = line.ns(header_.start_ticks);
        for (const Chunk& chunk : chunks_) read_chunk(chunk);
        finish();
        return std::move(out_);
    }

private:
    bool refuse(const std::string& why) {
        diagnostics_.report(Code::recording_malformed, {out_.file, 0}, why);
        return false;
    }

    bool read_header() {
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
        out_.has_strange_mpi = header_.strange_mpi != 0;
        out_.ending = static_cast<int>(header_.ending);
        out_.lost = header_.lost;
        out_.too_deep = header_.too_deep;
        out_.unmatched = header_.unmatched;
        out_.program = text_of(header_.program, sizeof header_.program);
        out_.host = text_of(header_.host, sizeof header_.host);
        out_.boot = text_of(header_.boot, sizeof header_.boot);
        return true;
    }

    // Collects the chunks of each slot in sequence; of two with the same number, the fuller one.
    void find_chunks() {
        for (std::size_t at = kHead; at + kChunk <= bytes_.size(); at += kChunk) {
            Chunk chunk = chunk_at(bytes_, at);
            if (chunk.head.magic == TAPESTRY_CHUNK_MAGIC) chunks_.push_back(chunk);
            damaged_ = damaged_ || chunk.damaged;
        }
        const auto key = [](const Chunk& c) { return std::pair(c.head.slot, c.head.sequence); };
        std::stable_sort(chunks_.begin(), chunks_.end(), [&](const Chunk& a, const Chunk& b) {
            return std::tuple(key(a), b.words) < std::tuple(key(b), a.words);
        });
        chunks_.erase(std::unique(chunks_.begin(), chunks_.end(),
                                  [&](const Chunk& a, const Chunk& b) { return key(a) == key(b); }),
                      chunks_.end());
    }

    std::vector<TickPoint> tick_points() const {
        std::vector<TickPoint> points;
        for (const Chunk& chunk : chunks_) {
            chunk.each([&](const Record& r) {
                if (r.kind() == TAPESTRY_RECORD_CLOCK && r.words >= 3)
                    points.push_back({r.word(0), r.word(1), r.word(2)});
            });
        }
        return points;
    }

    RecordedThread& thread(std::uint32_t number) {
        const auto [at, is_new] = index_.emplace(number, out_.threads.size());
        if (is_new) out_.threads.emplace_back().number = number;
        return out_.threads[at->second];
    }

    std::uint64_t time(std::uint64_t ticks) {
        const std::uint64_t ns = line_->ns(ticks);
        latest_ = std::max(latest_, ns);
        return ns;
    }

    void read_chunk(const Chunk& chunk) {
        if (chunk.words == 0) return;
        std::uint32_t current = chunk.head.thread;
        chunk.each([&](const Record& r) {
            if (r.kind() == TAPESTRY_RECORD_THREAD) current = r.id();
            take(r, current);
        });
        const bool is_last = &chunk == &chunks_.back() || (&chunk)[1].head.slot != chunk.head.slot;
        if (is_last) note_open(chunk.head, thread(current));
    }

    void take(const Record& r, std::uint32_t current) {
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
                     line_->ns(r.word(0) + r.word(2)) - line_->ns(r.word(0))});
                return;
            case TAPESTRY_RECORD_MODELLED:
                return take_stretch(r, thread(current));
            case TAPESTRY_RECORD_MODEL_CLOCK:
                out_.model_clocks.push_back({r.id(), r.word(0), r.real(1)});
                return;
            case TAPESTRY_RECORD_ALIGNMENT:
                out_.alignments.push_back({r.real(0), r.real(1), r.real(2)});
                return;
            default:
                return;
        }
    }

    void take_state(const Record& r, RecordedThread& thread) {
        const std::uint64_t start = time(r.word(0)), end = time(r.word(1));
        if (end < start || r.words < 2 || r.depth() >= static_cast<int>(TAPESTRY_MOST_OPEN)) {
            damaged_ = true;
            return;
        }
        thread.states.push_back(
            {start, end, r.word(2), r.id(), static_cast<std::uint32_t>(r.depth())});
    }

    void take_name(const Record& r) {
        std::size_t at = 8;
        RecordedName& n = out_.names[r.id()];
        n.what = r.detail();
        n.category = static_cast<int>(r.word(0) & 0xff);
        n.name = r.text(at);
        n.peer = r.text(at);
        n.purpose = r.text(at);
        n.source = r.text(at);
    }

    void take_thread(const Record& r) {
        RecordedThread& t = thread(r.id());
        t.kind = r.detail();
        t.start = time(r.word(0));
        t.tid = r.word(1);
        std::size_t at = 16;
        t.name = r.text(at);
        t.is_named = r.depth() != 0;
    }

    void take_message(const Record& r, RecordedThread& thread) {
        const std::uint64_t start = time(r.word(0)), end = time(r.word(1));
        if (end < start || r.words < 6) {
            damaged_ = true;
            return;
        }
        thread.messages.push_back({r.detail(), r.id(), start, end,
                                   static_cast<int>(static_cast<std::int32_t>(r.word(2))),
                                   static_cast<int>(static_cast<std::int32_t>(r.word(2) >> 32)),
                                   r.word(3), r.word(4), r.word(5)});
    }

    void take_stretch(const Record& r, RecordedThread& thread) {
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
        out_.end = header_.end_ticks != 0 ? std::max(latest_, line_->ns(header_.end_ticks))
                                          : std::max(latest_, out_.start);
        for (RecordedThread& t : out_.threads) {
            if (t.end == 0) t.end = out_.end;
            if (t.start == 0) t.start = out_.start;
        }
        for (const Open& o : open_) {
            RecordedThread& t = thread(o.thread);
            // An open state older than later records of the thread at its depth is stale and never
            // began.
            const bool stale = std::any_of(
                t.states.rbegin(),
                t.states.rbegin() + std::min<std::ptrdiff_t>(64, std::ssize(t.states)),
                [&](const RecordedState& s) { return s.depth <= o.depth && s.end > o.start; });
            if (!stale && o.start <= t.end) t.states.push_back({o.start, t.end, 0, o.id, o.depth});
        }
        std::sort(out_.threads.begin(), out_.threads.end(),
                  [](const auto& a, const auto& b) { return a.number < b.number; });
        if (damaged_)
            diagnostics_.report(Code::recording_damaged, {out_.file, 0},
                                "some of its records make no sense");
    }

    std::string_view bytes_;
    Diagnostics& diagnostics_;
    tapestry_header header_{};
    std::vector<Chunk> chunks_;
    const TickLine* line_ = nullptr;
    std::map<std::uint32_t, std::size_t> index_;
    std::vector<Open> open_;
    std::uint64_t latest_ = 0;
    bool damaged_ = false;
    Recording out_;
};

}  // namespace

Result<Recording> read_recording(std::string_view bytes, const std::string& file,
                                 Diagnostics& diagnostics) {
    return RecordingReader(bytes, file, diagnostics).read();
}

}  // namespace tapestry
