// SPDX-License-Identifier: Apache-2.0
// Where the cycles of a program's hardware go, in the words of the program: lines, loops, threads,
// ports.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "model/run.h"
#include "show/report/report.h"

namespace tapestry {

// What a thread waits for: an answer of a memory, or its port, that writes have left, its turn at
// the datapath, data of a stream or room in it, a lock, or a barrier.
// `other` is something else, which `object` names.
enum class WaitedFor { answer, port, writes, turn, data, room, lock, barrier, other };

struct WaitCause {
    WaitedFor kind = WaitedFor::other;
    std::string object = {};  // the array or the stream; empty where the kind says all
};

// "a answers", "a is busy", "lock"
std::string cause_text(const WaitCause& cause);
// In the order of these words.
inline bool operator<(const WaitCause& a, const WaitCause& b) {
    return cause_text(a) < cause_text(b);
}

// The cycles of all threads that are spent on one line, and what was started there.
struct LineNumbers {
    std::uint64_t works = 0, overhead = 0;  // overhead: a pipeline fills or empties
    std::map<WaitCause, std::uint64_t> waits;
    std::uint64_t integer_operations = 0, float_operations = 0, bytes_read = 0, bytes_written = 0;
    // Of the floating ones, those of arms: a pipeline does them in every pass, and the program may
    // need fewer.
    std::uint64_t conditional_float_operations = 0;

    std::uint64_t cycles() const;
};

struct LoopNumbers {
    std::string source, kernel, why, advice;
    std::vector<std::string> flattened;  // the loops around that its pipeline does too
    // The lines that take its interval, each with its weight.
    std::vector<std::pair<std::string, std::uint64_t>> limit_lines = {};
    bool more_at_once = false;  // the advice is more work in an iteration
    unsigned interval = 0, resource_bound = 0, recurrence_bound = 0, exit_bound = 0, depth = 0;
    std::uint64_t iterations = 0, cycles = 0, waits = 0;
};

// Where threads spend time: a loop that is a pipeline, or a line outside of those.
struct SpotNumbers {
    std::string source, function;
    std::optional<LoopNumbers> loop;
    LineNumbers time;
    std::map<std::string, std::uint64_t> threads;    // cycles by path of the thread's machine
    std::map<std::string, std::uint64_t> work = {};  // of these, those at work
};

struct HlsThreadNumbers {
    std::string name;
    std::map<std::string, std::uint64_t> cycles;  // idle, running, critical, spinning
};

struct PortNumbers {
    std::string name;
    std::uint64_t reads = 0, writes = 0, busy = 0, bytes = 0;  // busy: a request waits
    unsigned word_bytes = 0;                                   // of a request
};

// A stream between two processes; an end that is empty is the software's.
struct StreamNumbers {
    std::string name, writer, reader;
    std::uint64_t elements = 0, depth = 0, most = 0;  // most: that it held at once
    std::uint64_t starved = 0, blocked = 0;           // cycles its reader, its writer waited
};

// The time of a process of a network: at work, which no other process can change, and waiting for
// streams.
struct ProcessNumbers {
    std::string name;
    std::uint64_t works = 0, waits_for_data = 0, waits_for_room = 0;
};

struct CNumbers {
    std::uint64_t cycles = 0;   // of the run
    std::uint64_t at_work = 0;  // of all threads together, idle ones not counted
    std::map<std::pair<std::string, unsigned>, LineNumbers> lines;  // by file and line
    std::vector<LoopNumbers> loops;
    std::vector<std::pair<std::string, std::string>> plain_loops;  // no pipelines: where, and why
    std::vector<SpotNumbers> spots;
    std::vector<HlsThreadNumbers> threads;
    std::vector<PortNumbers> ports;
    std::vector<StreamNumbers> streams;
    std::map<std::string, ProcessNumbers> processes;  // of a network, by path of the machine
};

// `facts` is hls.json.
CNumbers c_numbers_of(const nlohmann::json& facts, const Run& run);

// What an activity of hls.json waits for.
WaitCause cause_of(const nlohmann::json& activity);

nlohmann::json to_json(const CNumbers& numbers);
// For people; source lines are read from the files.
std::string c_report(const CNumbers& numbers, const ReportStyle& style);

}  // namespace tapestry
