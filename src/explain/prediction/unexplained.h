// SPDX-License-Identifier: Apache-2.0
// What the recorded handshakes do not explain, and whether a change depends on it.
//
// A thread is unexplained if something beside its recorded channels decides when it moves a beat
// (GuardRead), or which (OperationThread::choice). Replay keeps its recorded order and delays. As
// long as the thread, and what it looks at, move exactly as they were recorded, that is right,
// whatever the reason was. Otherwise nobody knows what it would do, and the change is refused.
#pragma once

#include "explain/prediction/recorded_operations.h"

namespace tapestry {

struct Unexplained {
    std::string why;                    // a sentence without its full stop
    std::vector<std::size_t> threads;   // it is right as long as none of these moves or works
                                        // otherwise,
    std::vector<std::size_t> channels;  // nothing is pushed to or popped from these otherwise, and
                                        // these have their depths,
    bool by_anything = false;           // and nothing at all moves otherwise
    // Taken to stay as it was, not refused: a wire that a testbench may well hold, the latencies of
    // a call, each of which belongs to its beat, or a register that moves while the block waits,
    // where no recorded wait made a difference.
    bool may_stay = false;
    // It keeps a rhythm of its own, such as a time slot: with the delays that were recorded it
    // moves at about the right times, which is no answer to whether the design gets stuck.
    bool in_rhythm = false;
};

std::vector<Unexplained> unexplained_of(const Run& run, const Operations& operations);

// The times of a replay.
using VisitEnds = std::vector<std::vector<std::uint64_t>>;

// A replay of a change, beside the replay of the recorded settings.
struct ChangedTimes {
    const Operations& operations;  // as recorded,
    const Operations& changed;     // and with the delays of the change
    const std::vector<ChannelSetting>& was_set;
    const std::vector<ChannelSetting>& is_set;
    const VisitEnds& was;
    const VisitEnds& is;
};

// The first of them that the change depends on, or null.
const Unexplained* first_touched(const std::vector<Unexplained>& all, const ChangedTimes& times);

// A queue that blocked its producer, while the replay pushes at the same times however deep all
// queues are: the model contradicts the recording. A sentence; empty if there is none.
std::string contradiction_of(const Run& run, const RecordedOperations& recording);

}  // namespace tapestry
