// SPDX-License-Identifier: Apache-2.0
// The states of threads where they were recorded, chunk by chunk: they need not fit into memory. A
// thread's records are in the order of their ends, so that read backwards a state precedes those
// inside it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "software/recording/mapped_file.h"
#include "software/recording/recorded_chunks.h"
#include "software/recording/recording.h"
#include "software/recording/tick_line.h"

namespace tapestry {

using TakeState = std::function<void(const RecordedState&)>;

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

private:
    std::vector<RecordedChunk> chunks_;
    TickLine line_;
    std::shared_ptr<const MappedFile> file_;
    std::map<std::uint32_t, std::vector<std::size_t>> chunks_of_;  // by thread
};

// What a state's record says; nothing if it makes no sense.
std::optional<RecordedState> state_of_record(const ChunkRecord& r, const TickLine& line);

// Whether the id is of a function that was found too short to be a state of the thread.
bool is_dropped(const RecordedThread& thread, std::uint32_t id);

// All states of a thread but those dropped, in memory and stored, by descending end and the outer
// one first.
void each_state_backwards(const Recording& recording, const RecordedThread& thread,
                          const TakeState& take);

}  // namespace tapestry
