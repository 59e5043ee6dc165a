// SPDX-License-Identifier: Apache-2.0
// Views of software: states of threads, messages, waits, counters and marks.
#include <fmt/format.h>

#include "store/view_parts.h"

namespace tapestry {

namespace {

std::string path_of(const std::string& place) {
    return fmt::format("(SELECT p.path FROM raw_places p WHERE p.place = {})", place);
}

// A call that one side did not record has no times.
std::string time_of(const std::string& call, const std::string& column) {
    return fmt::format("CASE WHEN m.{} <> '' THEN m.{} END", call, column);
}

}  // namespace

View host_states_view() {
    return {"host_states",
            "One state of a thread of software, beside its row in `states`.",
            "raw_host_states h JOIN raw_taps t ON t.tap = h.tap "
            "JOIN raw_states s ON s.tap = h.tap AND s.state = h.state",
            "tap, state",
            {tap_column(),
             {"path", "t.path", "thread", kText},
             {"state", "s.name", "name of the state", kText},
             {"category", "s.category", "as in `states`", kMaybeText},
             {"entries", "s.entries", "times it was entered", kCount},
             {"time_ns", "s.cycles", "time in it and in no state inside it", kCount},
             {"inclusive_ns", "h.inclusive_ns", "time in it, with the states inside it", kCount},
             {"bytes", "h.bytes", "bytes that it moved, as the program says", kCount},
             {"peer", "NULLIF(h.peer, '')", "whom it waits for or talks to", kMaybeText},
             {"purpose", "NULLIF(h.purpose, '')", "what for", kMaybeText},
             {"source", "NULLIF(s.source, '')", source_column().meaning, kMaybeText}}};
}

View messages_view() {
    return {"messages",
            "One message between ranks. Where one side did not record it, that side's call and "
            "times are NULL.",
            "raw_messages m",
            "message",
            {{"message", "m.message", "number of the message, in the order of time", kIndex},
             {"sender", path_of("m.from_place"), "thread that sends", kMaybeText},
             {"receiver", path_of("m.to_place"), "thread that receives", kMaybeText},
             {"send_call", "NULLIF(m.send_call, '')", "`MPI_Send`, …", kMaybeText},
             {"receive_call", "NULLIF(m.receive_call, '')", "`MPI_Recv`, …", kMaybeText},
             {"tag", "m.tag", "its tag", kIndex},
             {"communicator", "m.communicator", "communicator it goes through", kText},
             {"bytes", "m.bytes", "its length", kCount},
             {"send_start_ns", time_of("send_call", "send_start_ns"), "the send was called",
              kMaybeCount},
             {"send_end_ns", time_of("send_call", "send_end_ns"), "the send returned", kMaybeCount},
             {"receive_start_ns", time_of("receive_call", "receive_start_ns"),
              "the receive was called", kMaybeCount},
             {"receive_end_ns", time_of("receive_call", "receive_end_ns"), "the message was there",
              kMaybeCount}}};
}

View host_waits_view() {
    return {"host_waits",
            "How long a thread waited in all, in one way, because another one came later.",
            "raw_host_waits w",
            "wait_ns DESC",
            {{"path", path_of("w.place"), "thread that waited", kMaybeText},
             {"pattern", "w.pattern",
              "`late_sender`, `late_receiver`, `wait_at_barrier`, `wait_at_collective`, "
              "`wait_at_fence`, `wait_for_lock`, `late_post` or `late_complete`",
              kText},
             {"cause", path_of("w.cause"), "thread that came last, or held the lock", kMaybeText},
             {"call", "w.call", "in which it waited", kText},
             {"count", "w.count", "how often", kCount},
             {"wait_ns", "w.wait_ns", "how long in all", kCount}}};
}

View host_events_view() {
    return {"host_events",
            "One new value of a counter, or one mark, that a program recorded.",
            "raw_host_events e",
            "time_ns",
            {{"path", path_of("e.place"), "thread that recorded it", kMaybeText},
             {"kind", "e.kind", "`counter` or `mark`", kText},
             {"name", "e.name", "its name", kText},
             {"time_ns", "e.time_ns", "when, in the run's time base", kCount},
             {"value", "e.value", "of a counter from then on; what a mark says", kReal}}};
}

}  // namespace tapestry
