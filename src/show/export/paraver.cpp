// SPDX-License-Identifier: Apache-2.0
// Paraver's three files, after the published description of its trace format:
//   .prv  header, then records: states, events, communications, sorted by time
//   .pcf  names and colours of the numbers in it
//   .row  names of the rows
// Mapping to Paraver's objects:
//   design    application = design, task = clock, thread = row, on a CPU of its own
//   software  node = computer, task = process or rank, thread = thread, communication = message
// The state of a thread is the category of time; an event at the same time gives the state of the
// machine. In software, calls of MPI, parallel regions and functions are events of the types that
// Extrae gives them, and categories have the numbers of its states, so that configurations of
// Paraver made for Extrae work. Paraver has no unit `cycle`: a cycle is written as one nanosecond,
// and the files say so.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "base/codes/files.h"
#include "base/file.h"
#include "base/printable.h"
#include "model/category.h"
#include "show/export/colours.h"
#include "show/export/export.h"
#include "show/export/program_calls.h"
#include "show/export/rank_traffic.h"
#include "show/export/sorted_records.h"
#include "show/export/timeline.h"
#include "show/store/long_file.h"

namespace tapestry {

namespace {

// The number of a state is its index. Paraver shows state 0 where a thread has no record, which
// must therefore be `not measured` and not `idle`: the row ended early or has no machine. Those
// that software has are where Extrae has Running, Not created, Waiting a message, Blocking Send,
// Synchronization, Scheduling and Fork/Join, Blocked, Others and Memory transfer.
constexpr std::string_view kStates[] = {
    "not measured", "busy",     "reset", "wait_recv", "wait_send",     "wait_sync",
    "full",         "overhead", "empty", "idle",      "partly filled", "true",
    "false",        "violated", "held",  "unknown",   "blocked",       "transfer",
};
constexpr bool has_state(std::string_view word) {
    return std::any_of(std::begin(kStates), std::end(kStates),
                       [&](std::string_view s) { return word == s; });
}
static_assert(std::all_of(kCategoryTable.begin(), kCategoryTable.end(),
                          [](const CategoryRow& c) { return has_state(c.word); }));

std::size_t state_number(const std::string& word) {
    const auto* unknown = std::find(std::begin(kStates), std::end(kStates), "unknown");
    const auto* it = std::find(std::begin(kStates), std::end(kStates), word);
    return static_cast<std::size_t>((it == std::end(kStates) ? unknown : it) - std::begin(kStates));
}

// "#rrggbb" in Paraver's notation.
std::string colour_text(std::string_view hex) {
    const auto part = [&](std::size_t at) {
        return std::stoi(std::string(hex.substr(at, 2)), nullptr, 16);
    };
    return fmt::format("{{{},{},{}}}", part(1), part(3), part(5));
}

constexpr int kStateEvent = 71'000'001;  // the state of the thread's machine
constexpr int kFirstCountEvent = 71'000'002;
constexpr const char* kCounts[] = {"beats",      "packets",     "bytes",       "pushes",
                                   "pops",       "invocations", "completions", "rising_edges",
                                   "violations", "samples",     "total"};
constexpr int kRecordEvent = 71'000'101;   // the value of a trace record
constexpr int kUnknownEvent = 71'000'102;  // a trace record with X bits

constexpr int kApplicationEvent = 40'000'001;
constexpr int kFunctionEvent = 60'000'019;
constexpr int kParallelEvent = 60'000'001;
constexpr int kSentBytesEvent = 50'100'001;
constexpr int kIsRootEvent = 50'100'003;
constexpr int kCommunicatorEvent = 50'100'004;
constexpr std::pair<int, const char*> kMpiEvents[] = {{50'000'001, "MPI Point-to-point"},
                                                      {50'000'002, "MPI Collective Comm"},
                                                      {50'000'003, "MPI Other"},
                                                      {50'000'004, "MPI One-sided"},
                                                      {50'000'005, "MPI I/O"}};
constexpr int kFirstOwnValue = 1000;  // of calls that Extrae has no number for

int count_event(const std::string& name) {
    const auto* it = std::find(std::begin(kCounts), std::end(kCounts), name);
    return kFirstCountEvent + static_cast<int>(it - std::begin(kCounts));
}

// The software of the run.
struct ParaverHost {
    std::vector<std::string> nodes;      // names; at least one
    std::vector<std::string> processes;  // paths
    std::vector<std::size_t> node_of;    // of each process
    Table ends;                          // of messages: sender, receiver
};

// A design without software gets one node with the name of the design.
Result<ParaverHost> read_host(const RunView& run, const std::string& name,
                              Diagnostics& diagnostics) {
    ParaverHost host;
    const auto nodes = run.query(
        "SELECT place, name FROM places WHERE kind = 'node' AND EXISTS (SELECT 1 FROM places p "
        "WHERE p.parent = places.place AND p.kind = 'process') ORDER BY place",
        diagnostics);
    const auto places = run.query(
        "SELECT path, parent FROM places WHERE kind = 'process' ORDER BY place", diagnostics);
    auto ends = run.query("SELECT sender, receiver FROM communication", diagnostics);
    if (!nodes || !places || !ends) return failure_of(nodes, places, ends);
    std::map<std::int64_t, std::size_t> number;
    for (const Row& row : nodes->rows) {
        number[integer(row[0])] = host.nodes.size();
        host.nodes.push_back(text(row[1]));
    }
    if (host.nodes.empty()) host.nodes.push_back(name);
    for (const Row& row : places->rows) {
        host.processes.push_back(text(row[0]));
        host.node_of.push_back(is_null(row[1]) ? 0 : number[integer(row[1])]);
    }
    host.ends = std::move(*ends);
    return host;
}

class ParaverWriter {
public:
    ParaverWriter(const Timeline& timeline, const ParaverHost& host, const RankTraffic& traffic)
        : timeline_(timeline), host_(host), traffic_(traffic) {
        for (const TimelineRow& row : timeline.rows)
            add_thread(printable(label_of(row)), task_of(row));
        for (const TimelineChannel& c : timeline.channels) {
            ends_.emplace_back(thread_of(c.producer, c.row), thread_of(c.consumer, c.row));
        }
        for (const Row& ends : host.ends.rows) add_device(ends);
        number_threads();
        for (std::size_t i = 0; i < timeline.rows.size(); ++i) add_row(i);
        for (std::size_t i = 0; i < timeline.channels.size(); ++i) add_communication(i);
    }

    Result<Done> add_traffic(const RunView& run, Diagnostics& diagnostics) {
        const auto messages = run.for_each_row(
            "SELECT sender, receiver, send_start_ns, receive_start_ns, receive_end_ns, bytes, tag "
            "FROM messages WHERE receive_end_ns >= send_start_ns",
            [&](const Row& message) { add_message(message); }, diagnostics);
        if (!messages) return messages.failure();
        return traffic_.each_collective([&](const RankEvent& c) { add_collective(c); },
                                        diagnostics);
    }

    Result<Done> write_prv(const std::filesystem::path& out, Diagnostics& diagnostics) {
        LongFile file(out);
        file.add(header());
        if (!records_.each([&](std::string_view line) { file.add(line); }))
            return diagnostics.report(code::file_unwritable, {}, out.string(),
                                      "what was sorted for it cannot be read back");
        return file.finish(diagnostics);
    }

    std::string header() const {
        std::string tasks;
        for (const auto& [task, threads] : threads_of_task_) {
            tasks += fmt::format("{}{}:{}", tasks.empty() ? "" : ",", threads, node_of(task) + 1);
        }
        // The format requires a date; it is fixed, so that the same run gives the same bytes.
        return fmt::format("#Paraver (01/01/1970 at 00:00):{}_ns:{}({}):1:{}({})\n# {}\n", end_,
                           cpus_of_node_.size(), fmt::join(cpus_of_node_, ","),
                           threads_of_task_.size(), tasks, timeline_.note());
    }

    std::string pcf() const {
        std::string out =
            "DEFAULT_OPTIONS\n\nLEVEL               THREAD\nUNITS               NANOSEC\n"
            "LOOK_BACK           100\nSPEED               1\nFLAG_ICONS          ENABLED\n"
            "NUM_OF_STATE_COLORS 1000\nYMAX_SCALE          37\n\n\n"
            "DEFAULT_SEMANTIC\n\nTHREAD_FUNC          State As Is\n\n\nSTATES\n";
        for (std::size_t i = 0; i < std::size(kStates); ++i) {
            out += fmt::format("{:<4} {}\n", i, kStates[i]);
        }
        out += "\n\nSTATES_COLOR\n";
        for (std::size_t i = 0; i < std::size(kStates); ++i) {
            out += fmt::format("{:<4} {}\n", i, colour_text(colour_of(kStates[i])));
        }
        out += fmt::format(
            "\n\nEVENT_TYPE\n0    {}    State (time unit: {})\n"
            "VALUES\n0      End\n",
            kStateEvent, timeline_.is_time ? "1 ns" : "1 ns is 1 clock cycle");
        std::vector<std::string> names(state_names_.size());
        for (const auto& [name, number] : state_names_) names[number - 1] = name;
        for (std::size_t i = 0; i < names.size(); ++i) {
            out += fmt::format("{:<6} {}\n", i + 1, names[i]);
        }
        out += calls_text();
        for (const char* count : kCounts) {
            out += fmt::format("\n\nEVENT_TYPE\n0    {}    {} in the frame that ends here\n",
                               count_event(count), count);
        }
        out += fmt::format("\n\nEVENT_TYPE\n0    {}    record_value of a trace\n", kRecordEvent);
        out += fmt::format("\n\nEVENT_TYPE\n0    {}    record_unknown of a trace: it had X bits\n",
                           kUnknownEvent);
        return out;
    }

    std::string row() const {
        std::string names, nodes, tasks;
        std::vector<std::string> cpus(threads_.size());
        for (const auto& [task, threads] : threads_of_task_) {
            for (const Thread& t : threads_) {
                if (t.of != task) continue;
                names += t.name + "\n";
                cpus[t.cpu - 1] = t.name;
            }
        }
        for (const std::string& n : host_.nodes) nodes += printable(n) + "\n";
        for (const auto& [task, threads] : threads_of_task_)
            tasks += printable(name_of(task)) + "\n";
        return fmt::format(
            "LEVEL CPU SIZE {0}\n{1}\n\nLEVEL NODE SIZE {2}\n{3}\nLEVEL APPL SIZE 1\n{4}\n\n"
            "LEVEL TASK SIZE {5}\n{6}\nLEVEL THREAD SIZE {0}\n{7}",
            threads_.size(), fmt::join(cpus, "\n"), host_.nodes.size(), nodes,
            printable(timeline_.name), threads_of_task_.size(), tasks, names);
    }

private:
    // A clock, and the number of a process counted from 1; 0: none.
    using Task = std::pair<std::size_t, std::size_t>;

    struct Thread {
        std::string name;
        Task of;
        std::size_t cpu = 0;
        std::size_t task = 0;
        std::size_t thread = 0;

        std::string place() const { return fmt::format("{}:1:{}:{}", cpu, task, thread); }
    };

    static std::string label_of(const TimelineRow& row) {
        return row.quality == "exact" ? row.path : fmt::format("{} [{}]", row.path, row.quality);
    }

    Task task_of(const TimelineRow& row) const { return task_of(row.path, row.clock); }
    Task task_of(const std::string& path, std::size_t clock) const {
        for (std::size_t p = 0; p < host_.processes.size(); ++p)
            if (path.starts_with(host_.processes[p] + ".")) return {clock, p + 1};
        return {clock, 0};
    }

    // The process, or for a task of the design its clock.
    std::string name_of(const Task& task) const {
        const TimelineClock& clock = timeline_.clocks[task.first];
        if (task.second != 0 && clock.is_host) return host_.processes[task.second - 1];
        return (timeline_.is_time && clock.offset_ns ? "clock " : "cycles of ") + clock.path;
    }

    // A device belongs to the node of the process that drives it.
    std::size_t node_of(const Task& task) const {
        return task.second == 0 ? 0 : host_.node_of[task.second - 1];
    }

    std::size_t add_thread(const std::string& name, const Task& task) {
        threads_.push_back({name, task});
        return threads_.size() - 1;
    }

    // One end of a channel: the row of the block's machine, or a row added for a block without one.
    std::size_t thread_of(const std::string& block, std::size_t stream) {
        const auto machine = timeline_.row_of_block.find(block);
        if (machine != timeline_.row_of_block.end()) return machine->second;
        const auto it = block_threads_.find(block);
        if (it != block_threads_.end()) return it->second;
        const std::string name = block.empty() ? "outside the design" : printable(block);
        return block_threads_[block] = add_thread(name, task_of(timeline_.rows[stream]));
    }

    // Threads are numbered within their task, CPUs across all nodes, in the order of the .row file.
    void number_threads() {
        cpus_of_node_.assign(host_.nodes.size(), 0);
        for (const Thread& t : threads_) {
            ++threads_of_task_[t.of];
            ++cpus_of_node_[node_of(t.of)];
        }
        std::vector<std::size_t> cpu(host_.nodes.size(), 0);
        std::exclusive_scan(cpus_of_node_.begin(), cpus_of_node_.end(), cpu.begin(),
                            std::size_t{0});
        std::size_t task = 0;
        for (const auto& [of, count] : threads_of_task_) {
            ++task;
            std::size_t thread = 0;
            for (Thread& t : threads_) {
                if (t.of != of) continue;
                t.cpu = ++cpu[node_of(of)];
                t.task = task;
                t.thread = ++thread;
            }
        }
    }

    // Types of Extrae, with those of their values that the trace has.
    std::string calls_text() const {
        std::string out;
        const auto add = [&](int type, const char* label) {
            out += fmt::format("\n\nEVENT_TYPE\n9    {}    {}\n", type, label);
        };
        const auto add_values = [&](int type) {
            out += "VALUES\n0      End\n";
            const auto values = values_.find(type);
            if (values == values_.end()) return;
            for (const auto& [number, name] : values->second)
                out += fmt::format("{:<6} {}\n", number, name);
        };
        for (const auto& [type, label] : kMpiEvents) {
            if (!values_.contains(type)) continue;
            add(type, label);
            add_values(type);
        }
        if (has_calls_) {
            add(kApplicationEvent, "Application");
            out += "VALUES\n0      End\n1      Begin\n";
        }
        if (values_.contains(kFunctionEvent)) {
            add(kFunctionEvent, "User function");
            add_values(kFunctionEvent);
        }
        if (values_.contains(kParallelEvent)) {
            add(kParallelEvent, "Parallel (OMP)");
            add_values(kParallelEvent);
        }
        if (has_collectives_) {
            add(kSentBytesEvent, "Send Size in MPI Global OP");
            add(kIsRootEvent, "Root in MPI Global OP");
            add(kCommunicatorEvent, "Communicator in MPI Global OP");
        }
        return out;
    }

    // The number of a call or function among the values of its type.
    int value_of(int type, int known, const std::string& name) {
        const auto [at, is_new] = value_by_name_.try_emplace({type, name}, known);
        if (!is_new) return at->second;
        std::map<int, std::string>& values = values_[type];
        if (known == 0)
            at->second = std::max(kFirstOwnValue, values.empty() ? 0 : values.rbegin()->first + 1);
        values[at->second] = printable(name);
        return at->second;
    }

    // Each call and function as it is entered and left.
    void add_calls(const TimelineRow& row, const Thread& thread) {
        const std::vector<RowStep> steps = steps_of(calls_of(row));
        for (const RowStep& step : steps) {
            if (step.state == kResetState || row.states[step.state].name == "other") continue;
            const std::string& name = row.states[step.state].name;
            const ProgramCall call = program_call(name);
            const int type = call.paraver_type != 0 ? call.paraver_type : kFunctionEvent;
            const int value = value_of(type, call.paraver_value, name);
            add_event(step.time, thread, type, step.enters ? static_cast<std::uint64_t>(value) : 0);
        }
        if (steps.empty()) return;
        has_calls_ = true;
        add_event(row.segments.front().begin, thread, kApplicationEvent, 1);
        add_event(row.segments.back().end, thread, kApplicationEvent, 0);
    }

    void add_collective(const RankEvent& c) {
        has_collectives_ = true;
        const Thread& thread = threads_[c.row];
        add_event(c.time, thread, kSentBytesEvent, c.bytes);
        if (c.is_root) add_event(c.time, thread, kIsRootEvent, 1);
        add_event(c.time, thread, kCommunicatorEvent, c.communicator + 1);
    }

    // Of type 1 are states, 2 events, 3 communications.
    void add_record(std::uint64_t time, std::uint32_t type, const std::string& line) {
        end_ = std::max(end_, time);
        records_.add(time, type, line);
    }

    void add_event(std::uint64_t time, const Thread& thread, int type, std::uint64_t value) {
        add_record(time, 2, fmt::format("2:{}:{}:{}:{}\n", thread.place(), time, type, value));
    }

    std::uint64_t number_of(const std::string& state) {
        return state_names_.emplace(printable(state), state_names_.size() + 1).first->second;
    }

    void add_row(std::size_t index) {
        const TimelineRow& row = timeline_.rows[index];
        const Thread& thread = threads_[index];
        for (const Segment& s : row.segments) {
            const bool is_reset = s.state == kResetState;
            const std::string name =
                is_reset ? timeline_.reset_name(row) : row.states[s.state].name;
            const std::string category = is_reset ? "reset" : row.states[s.state].category;
            const std::size_t number = state_number(category.empty() ? name : category);
            add_record(s.begin, 1,
                       fmt::format("1:{}:{}:{}:{}\n", thread.place(), s.begin, s.end, number));
            add_event(s.begin, thread, kStateEvent, number_of(name));
            end_ = std::max(end_, s.end);
        }
        if (!row.segments.empty()) add_event(row.segments.back().end, thread, kStateEvent, 0);
        if (timeline_.clocks[row.clock].is_host && row.is_traced) add_calls(row, thread);
        for (const TraceMark& mark : row.marks) {
            add_event(mark.edge, thread, mark.value ? kRecordEvent : kUnknownEvent,
                      mark.value.value_or(1));
        }
        for (const RowCount& count : row.counts) {
            for (const CountStep& step : count.steps) {
                if (step.growth > 0) {
                    add_event(step.edge, thread, count_event(count.name), step.growth);
                }
            }
        }
    }

    void add_communication(std::size_t index) {
        const TimelineRow& row = timeline_.rows[timeline_.channels[index].row];
        const Thread& from = threads_[ends_[index].first];
        const Thread& to = threads_[ends_[index].second];
        for (const RowCount& count : row.counts) {
            if (count.name != "bytes") continue;
            for (const CountStep& s : count.steps) {
                if (s.growth == 0) continue;
                add_record(s.begin, 3,
                           fmt::format("3:{0}:{2}:{2}:{1}:{3}:{3}:{4}:{5}\n", from.place(),
                                       to.place(), s.begin, s.edge, s.growth, index + 1));
                end_ = std::max(end_, s.edge);
            }
        }
    }

    // An end of a message that is no row: a device of which nothing was measured.
    void add_device(const Row& m) {
        for (const std::size_t end : {0, 1}) {
            if (is_null(m[end])) continue;
            const std::string path = text(m[end]);
            if (timeline_.row_of_block.contains(path) || block_threads_.contains(path)) continue;
            block_threads_[path] = add_thread(printable(path), task_of(path, 0));
        }
    }

    std::size_t thread_of_end(const std::string& path) const {
        const auto row = timeline_.row_of_block.find(path);
        return row != timeline_.row_of_block.end() ? row->second : block_threads_.at(path);
    }

    void add_message(const Row& m) {
        if (is_null(m[0]) || is_null(m[1])) return;
        const Thread& from = threads_[thread_of_end(text(m[0]))];
        const Thread& to = threads_[thread_of_end(text(m[1]))];
        const auto sent = static_cast<std::uint64_t>(integer(m[2]));
        add_record(sent, 3,
                   fmt::format("3:{}:{}:{}:{}:{}:{}:{}:{}\n", from.place(), sent, sent, to.place(),
                               integer(m[3]), integer(m[4]), integer(m[5]),
                               std::max<std::int64_t>(integer(m[6]), 0)));
        end_ = std::max(end_, static_cast<std::uint64_t>(integer(m[4])));
    }

    const Timeline& timeline_;
    const ParaverHost& host_;
    const RankTraffic& traffic_;
    std::map<std::pair<int, std::string>, int> value_by_name_;  // by type
    std::map<int, std::map<int, std::string>> values_;          // by type
    bool has_calls_ = false;                                    // some row has calls
    bool has_collectives_ = false;
    std::vector<Thread> threads_;  // rows of the timeline first
    std::map<std::string, std::size_t> block_threads_;
    std::vector<std::pair<std::size_t, std::size_t>> ends_;  // of each channel
    std::map<Task, std::size_t> threads_of_task_;
    std::vector<std::size_t> cpus_of_node_;
    std::map<std::string, std::uint64_t> state_names_;
    SortedRecords records_;
    std::uint64_t end_ = 0;
};

}  // namespace

Result<Done> export_paraver(const RunView& run, const std::filesystem::path& out,
                            Diagnostics& diagnostics) {
    const Result<Timeline> timeline = read_timeline(run, diagnostics);
    if (!timeline) return timeline.failure();
    const Result<ParaverHost> host = read_host(run, timeline->name, diagnostics);
    const Result<RankTraffic> traffic = RankTraffic::read(run, *timeline, diagnostics);
    if (!host || !traffic) return failure_of(host, traffic);
    ParaverWriter writer(*timeline, *host, *traffic);
    if (const auto added = writer.add_traffic(run, diagnostics); !added) return added.failure();
    std::filesystem::path pcf = out, row = out;
    pcf.replace_extension(".pcf");
    row.replace_extension(".row");
    if (const auto written = writer.write_prv(out, diagnostics); !written) return written.failure();
    if (const auto written = write_file(pcf, writer.pcf(), diagnostics); !written)
        return written.failure();
    if (const auto written = write_file(row, writer.row(), diagnostics); !written)
        return written.failure();
    return Done{};
}

}  // namespace tapestry
