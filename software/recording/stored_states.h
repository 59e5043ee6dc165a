// SPDX-License-Identifier: Apache-2.0
// The states and messages of threads where they were recorded, chunk by chunk: they need not fit
// into memory. A thread's records are in the order of their ends, so that read backwards a state
// precedes those inside it.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "software/library/recording_layout.h"
#include "software/recording/mapped_file.h"
#include "software/recording/recording.h"
#include "software/recording/tick_line.h"

namespace tapestry {

// Chunks of a recording and the records in them (software/library/recording_layout.h).

struct ChunkRecord {
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
    std::string text(std::size_t& at) const;
};

// A chunk and the end of its records.
struct RecordedChunk {
    std::uint32_t slot = 0;
    std::uint32_t sequence = 0;
    std::uint32_t thread = 0;  // whose record is the first
    std::string_view bytes;    // all of it
    const char* records = nullptr;
    std::size_t words = 0;
    bool is_chunk = false;
    bool damaged = false;

    tapestry_chunk head() const;

    // Calls take(record) for each finished record.
    template <class Take>
    void each(const Take& take) const {
        for (std::size_t at = 0; at < words;) {
            ChunkRecord r;
            std::memcpy(&r.first, records + 8 * at, 8);
            const std::size_t length = r.first >> 8 & 0xff;
            r.rest = records + 8 * (at + 1);
            r.words = length - 1;
            if ((r.first & TAPESTRY_FINISHED) != 0) take(r);
            at += length;
        }
    }
};

RecordedChunk chunk_at(std::string_view bytes, std::size_t at);

using TakeState = std::function<void(const RecordedState&)>;
using TakeRecorded = std::function<void(const RecordedMessage&)>;

class StoredStates {
public:
    // `chunks` by slot and sequence. The bytes outlive it, or `file` keeps them.
    StoredStates(std::vector<RecordedChunk> chunks, TickLine line,
                 std::shared_ptr<const MappedFile> file);

    void add_chunk_of(std::uint32_t thread, std::size_t chunk);
    void forget(const RecordedChunk& chunk) const;
    const std::vector<RecordedChunk>& chunks() const { return chunks_; }
    const TickLine& line() const { return line_; }

    void each_backwards(std::uint32_t thread, const TakeState& take) const;
    void each_message(std::uint32_t thread, const TakeRecorded& take) const;

private:
    // Calls take(record) for each record of a thread in a chunk.
    template <class Take>
    static void each_of_thread(const RecordedChunk& chunk, std::uint32_t thread, const Take& take);

    std::vector<RecordedChunk> chunks_;
    TickLine line_;
    std::shared_ptr<const MappedFile> file_;
    std::map<std::uint32_t, std::vector<std::size_t>> chunks_of_;  // by thread
};

// What the record of a state or message says; nothing if it makes no sense.
std::optional<RecordedState> state_of_record(const ChunkRecord& r, const TickLine& line);
std::optional<RecordedMessage> message_of_record(const ChunkRecord& r, const TickLine& line);

// Whether the id is of a function that was found too short to be a state of the thread.
bool is_dropped(const RecordedThread& thread, std::uint32_t id);

// All states of a thread but those dropped, in memory and stored, by descending end and the outer
// one first.
void each_state_backwards(const Recording& recording, const RecordedThread& thread,
                          const TakeState& take);

// All messages of a thread, in memory and stored.
void each_message(const Recording& recording, const RecordedThread& thread,
                  const TakeRecorded& take);

}  // namespace tapestry
