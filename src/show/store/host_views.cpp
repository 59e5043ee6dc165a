// SPDX-License-Identifier: Apache-2.0
// Views of software: states of threads, messages, waits, counters and marks.
#include <fmt/format.h>

#include "show/store/view_parts.h"

namespace tapestry {

namespace {

std::string path_of(const std::string& place) {
    return fmt::format("(SELECT p.path FROM raw_places p WHERE p.place = {})", place);
}

// NULL for the times of a call that one side did not record.
std::string time_of(const std::string& call, const std::string& column) {
    return fmt::format("CASE WHEN m.{} <> '' THEN m.{} END", call, column);
}

// Threads of the same kind have the same path except for the first index: `rank[*].main`.
std::string alike(const std::string& path) {
    return fmt::format("SUBSTR({0}, 1, INSTR({0}, '[')) || '*' || SUBSTR({0}, INSTR({0}, ']'))",
                       path);
}

std::string imbalance_rows() {
    const std::string threads =
        "raw_taps t JOIN raw_places p ON p.place = t.place AND p.kind = 'thread' AND "
        "t.kind = 'fsm' AND INSTR(t.path, '[') > 0";
    return fmt::format(
        "(SELECT {0} AS alike, COUNT(*) AS members FROM {1} GROUP BY 1) m JOIN (SELECT alike, "
        "name, category, SUM(ns) AS total, MAX(ns) AS most, path FROM (SELECT {0} AS alike, "
        "t.path, s.name, s.category, SUM(s.cycles) AS ns FROM {1} JOIN raw_states s "
        "ON s.tap = t.tap GROUP BY t.path, s.name) GROUP BY alike, name) i "
        "ON i.alike = m.alike AND m.members > 1",
        alike("t.path"), threads);
}

}  // namespace

View host_states_view() {
    return {
        "host_states",
        "One state of a thread of software, beside its row in `states`.",
        "raw_host_states h JOIN raw_taps t ON t.tap = h.tap "
        "JOIN raw_states s ON s.tap = h.tap AND s.state = h.state "
        "LEFT JOIN raw_host_sizes z ON z.tap = h.tap AND z.state = h.state",
        "tap, state",
        {tap_column(),
         {"path", "t.path", "thread", kText},
         {"state", "s.name", "name of the state", kText},
         {"category", "s.category", "as in `states`", kMaybeText},
         {"entries", "s.entries", "times it was entered", kCount},
         {"time_ns", "s.cycles", "time in it and in no state inside it", kCount},
         {"inclusive_ns", "h.inclusive_ns", "time in it, with the states inside it", kCount},
         {"bytes", "h.bytes", "bytes that it moved, as the program says", kCount},
         {"peer", "NULLIF(h.peer, '')", "whom it waits for or talks to, a list where several",
          kMaybeText},
         {"purpose", "NULLIF(h.purpose, '')", "what for, likewise", kMaybeText},
         {"source", "NULLIF(s.source, '')", source_column().meaning, kMaybeText},
         {"transfers", "COALESCE(z.transfers, 0)", "visits that moved bytes", kCount},
         {"min_bytes", unless_none("z.min_bytes", "z.transfers"), "what the smallest moved",
          kMaybeCount},
         {"mean_bytes", ratio("h.bytes", "z.transfers"), "mean of what they moved", kReal},
         {"max_bytes", unless_none("z.max_bytes", "z.transfers"), "what the largest moved",
          kMaybeCount},
         {"bytes_per_second", unless_none(ratio("1e9 * h.bytes", "h.inclusive_ns"), "z.transfers"),
          "bandwidth: its bytes over its time, with the states inside it", kReal},
         {"overhead_ns", "COALESCE(z.overhead_ns, 0)",
          "what recording its visits took, as estimated from the cost of a state when the "
          "program began; about half of it is in its time",
          kCount}}};
}

View host_counts_view() {
    return {
        "host_counts",
        "How much a counter of the processor or the kernel grew while a thread was in a state "
        "and in none inside it; `record --counters` asks for them.",
        "raw_host_counts h JOIN raw_taps t ON t.tap = h.tap "
        "LEFT JOIN raw_states s ON s.tap = h.tap AND s.state = h.state",
        "tap, state, counter",
        {tap_column(),
         {"path", "t.path", "thread", kText},
         {"state", "COALESCE(s.name, 'other')", "name of the state; `other` is outside all", kText},
         {"counter", "h.counter", "`instructions`, `page-faults`, …", kText},
         {"value", "h.value", "how much it grew; not by what the kernel did for the program",
          kCount}}};
}

View call_paths_view() {
    return {
        "call_paths",
        "A state of a thread as it was entered from one line inside one sequence of "
        "enclosing states: the tree of calls.",
        "raw_call_paths h JOIN raw_taps t ON t.tap = h.tap "
        "JOIN raw_states s ON s.tap = h.tap AND s.state = h.state",
        "tap, call_path",
        {tap_column(),
         {"path", "t.path", "thread", kText},
         {"call_path", "h.path", "number in the thread, depth first", kIndex},
         {"parent", "h.parent", "call_path of what encloses it; NULL: nothing does", kMaybeCount},
         {"state", "s.name", "name of the state", kText},
         {"category", "s.category", "as in `states`", kMaybeText},
         {"source", "NULLIF(h.source, '')", "line that it was entered on", kMaybeText},
         {"entries", "h.entries", "times it was entered", kCount},
         {"inclusive_ns", "h.inclusive_ns", "time in it, with the states inside it", kCount},
         {"own_ns", "h.own_ns", "time in it and in no state inside it", kCount},
         {"min_ns", "h.min_ns", "the shortest visit, with the states inside it", kCount},
         {"max_ns", "h.max_ns", "the longest one", kCount},
         {"bytes", "h.bytes", "bytes that it moved", kCount}}};
}

View call_devices_view() {
    return {
        "call_devices",
        "Hardware that a state of a thread sends to, receives from or waits for.",
        "raw_call_paths h JOIN raw_host_states x ON x.tap = h.tap AND x.state = h.state AND "
        "x.peer <> '' JOIN json_each('[' || REPLACE(json_quote(x.peer), ', ', '\",\"') || ']') p "
        "JOIN raw_taps t ON t.tap = h.tap JOIN raw_taps d ON d.kind = 'stream' "
        "AND t.path IN (d.producer, d.consumer) AND (d.path = p.value OR SUBSTR(d.path, "
        "-LENGTH(p.value) - 1) = '.' || p.value)",
        "tap, call_path, block",
        {tap_column(),
         {"path", "t.path", "thread", kText},
         {"call_path", "h.path", "as in `call_paths`", kIndex},
         {"block", "CASE WHEN d.producer = t.path THEN d.consumer ELSE d.producer END",
          "block of the device at the other end", kText},
         {"channel", "d.path", "stream between both", kText}}};
}

View host_visits_view() {
    return {"host_visits",
            "One visit of a state, the outer one before those inside it. A thread with more than "
            "200,000 has none here.",
            "raw_visits v JOIN raw_taps t ON t.tap = v.tap "
            "JOIN raw_call_paths h ON h.tap = v.tap AND h.path = v.path "
            "JOIN raw_states s ON s.tap = h.tap AND s.state = h.state",
            "tap, visit",
            {tap_column(),
             {"path", "t.path", "thread", kText},
             {"visit", "v.visit", "its number in the thread", kIndex},
             {"call_path", "v.path", "as in `call_paths`", kIndex},
             {"state", "s.name", "name of the state", kText},
             {"start_ns", "v.start_ns", "when it was entered", kCount},
             {"end_ns", "v.end_ns", "when it was left", kCount},
             {"bytes", "v.bytes", "bytes that it moved", kCount}}};
}

View collectives_view() {
    return {"collectives",
            "The part of one rank in one collective call; of a nonblocking one, in the call that "
            "completes it.",
            "raw_collectives c",
            "collective",
            {{"collective", "c.collective", "number of the part, in the order of time", kIndex},
             {"path", path_of("c.place"), "thread", kMaybeText},
             {"call", "c.call", "`MPI_Bcast`, …", kText},
             {"communicator", "c.communicator", "communicator of the call", kText},
             {"number", "c.number", "equal in all parts of one call on a communicator", kText},
             {"root", path_of("c.root"), "a thread of the root; NULL: it has none", kMaybeText},
             {"start_ns", "c.start_ns", "the rank called", kCount},
             {"end_ns", "c.end_ns", "the call returned", kCount},
             {"bytes", "c.bytes", "bytes of the rank, as its state has them", kCount}}};
}

View host_sites_view() {
    return {"host_sites",
            "One line of a program at which a thread entered a state; of a call of MPI, the line "
            "that calls it.",
            "raw_host_sites h JOIN raw_taps t ON t.tap = h.tap "
            "JOIN raw_states s ON s.tap = h.tap AND s.state = h.state",
            "tap, inclusive_ns DESC",
            {tap_column(),
             {"path", "t.path", "thread", kText},
             {"state", "s.name", "name of the state", kText},
             {"source", "NULLIF(h.source, '')",
              "file and line; program and address where the program does not hold lines (`-g`)",
              kMaybeText},
             {"function", "NULLIF(h.function, '')", "function that it is in", kMaybeText},
             {"entries", "h.entries", "times it was entered there", kCount},
             {"inclusive_ns", "h.inclusive_ns", "time in it, with the states inside it", kCount},
             {"max_ns", "h.max_ns", "the longest of them", kCount},
             {"bytes", "h.bytes", "bytes that it moved, as the program says", kCount},
             {"wait_ns",
              "COALESCE((SELECT SUM(w.wait_ns) FROM raw_host_waits w WHERE w.place = t.place AND "
              "w.call = s.name AND w.source = h.source), 0)",
              "how long it waited for others there, see `host_waits`", kCount}}};
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

View communication_view() {
    return {"communication",
            "All messages from one thread to another: the communication matrix.",
            "(SELECT from_place, to_place, COUNT(*) AS messages, SUM(bytes) AS bytes, MAX(bytes) "
            "AS max_bytes FROM raw_messages WHERE from_place IS NOT NULL AND to_place IS NOT NULL "
            "GROUP BY 1, 2) m",
            "sender, receiver",
            {{"sender", path_of("m.from_place"), "thread that sends", kText},
             {"receiver", path_of("m.to_place"), "thread that receives", kText},
             {"messages", "m.messages", "how many", kCount},
             {"bytes", "m.bytes", "how much in all", kCount},
             {"max_bytes", "m.max_bytes", "the largest of them", kCount}}};
}

View host_waits_view() {
    return {
        "host_waits",
        "How long a thread waited in all, in one way, because another one came later.",
        "raw_host_waits w",
        "wait_ns DESC",
        {{"path", path_of("w.place"), "thread that waited", kMaybeText},
         {"pattern", "w.pattern",
          "`late_sender`, `late_receiver`, `wait_at_barrier`, `wait_at_collective`, "
          "`wait_at_fence`, `wait_for_lock`, `wait_for_signal`, `wait_for_thread`, `late_post` or "
          "`late_complete`",
          kText},
         {"cause", path_of("w.cause"), "thread that came last, or held the lock", kMaybeText},
         {"call", "w.call", "in which it waited", kText},
         {"count", "w.count", "how often", kCount},
         {"wait_ns", "w.wait_ns", "how long in all", kCount},
         {"source", "NULLIF(w.source, '')", "line of the program that made the call", kMaybeText}}};
}

View imbalance_view() {
    return {"imbalance",
            "How unevenly threads that are alike, such as those of all ranks, are in one state; "
            "`other` is what they do outside all states.",
            imbalance_rows(),
            "imbalance_ns DESC, path, state",
            {{"path", "i.alike", "their path, with [*] for the index", kText},
             {"state", "i.name", "name of the state", kText},
             {"category", "i.category", "what the time of the longest counts as", kMaybeText},
             {"members", "m.members", "how many threads are alike", kIndex},
             {"mean_ns", "i.total * 1.0 / m.members", "mean of their times in it", kReal},
             {"max_ns", "i.most", "the longest of their times", kCount},
             {"longest", "i.path", "thread that has it", kText},
             {"imbalance_ns", "i.most - i.total * 1.0 / m.members",
              "how much longer that is than the mean: what others may have to wait for", kReal},
             {"share", ratio("i.most - i.total * 1.0 / m.members", "i.most"),
              "the same, of the longest", kReal}}};
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
