// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "jobs/c/hls_report.h"

namespace tapestry {

using nlohmann::json;

namespace {

std::pair<std::string, unsigned> line_of(const std::string& source) {
    const std::size_t colon = source.rfind(':');
    unsigned line = 0;
    if (colon != std::string::npos)
        std::from_chars(source.data() + colon + 1, source.data() + source.size(), line);
    return {source.substr(0, colon), line};
}

class Counter {
public:
    Counter(const json& facts, const Run& run) : facts_(facts), run_(run) {
        made.cycles = run.cycles;
        for (const json& kernel : facts.at("kernels")) add_kernel(kernel);
        if (!facts.contains("network")) return;
        for (const json& stream : facts.at("network").at("streams")) add_stream(stream);
    }

    CNumbers made;

private:
    void add_kernel(const json& kernel) {
        std::map<std::string, LoopNumbers> loops;  // by state
        for (const json& loop : kernel.at("loops"))
            if (loop.at("pipelined"))
                loops[loop.at("state")] = loop_of(kernel, loop);
            else if (loop.contains("why") && !loop.contains("flattened_into"))
                made.plain_loops.emplace_back(loop.value("source", ""), loop.at("why"));
        const std::string module = kernel.at("module"), top = kernel.at("kernel");
        for (const TapNumbers& tap : run_.taps) {
            if (tap.tap.module == module && tap.tap.path.ends_with(".activity"))
                add_thread_time(kernel, tap, loops);
            if (tap.tap.module == top && tap.tap.is(TapKind::fsm) && tap.tap.machine().is_thread)
                add_thread(top, tap);
        }
        for (const json& port : kernel.at("ports")) add_port(top, port);
        for (auto& [state, loop] : loops) made.loops.push_back(loop);
        add_spots(loops);
    }

    // What was gathered by state or line becomes the kernel's spots. Copies of a loop, as a macro
    // or unrolling makes them, are one.
    void add_spots(const std::map<std::string, LoopNumbers>& loops) {
        const std::size_t first = made.spots.size();
        for (auto& [name, spot] : spots_) {
            if (const auto loop = loops.find(name); loop != loops.end()) {
                spot.loop = loop->second;
                spot.source = loop->second.source;
            }
            const auto same = std::find_if(
                made.spots.begin() + static_cast<std::ptrdiff_t>(first), made.spots.end(),
                [&spot = spot](const SpotNumbers& s) { return are_copies(s, spot); });
            if (same == made.spots.end())
                made.spots.push_back(spot);
            else
                add_copy(spot, *same);
        }
        spots_.clear();
    }

    static bool are_copies(const SpotNumbers& a, const SpotNumbers& b) {
        return a.loop && b.loop && a.source == b.source && a.loop->interval == b.loop->interval &&
               a.loop->why == b.loop->why;
    }

    static void add_copy(const SpotNumbers& copy, SpotNumbers& spot) {
        spot.time.works += copy.time.works;
        spot.time.overhead += copy.time.overhead;
        for (const auto& [cause, cycles] : copy.time.waits) spot.time.waits[cause] += cycles;
        for (const auto& [path, cycles] : copy.threads) spot.threads[path] += cycles;
        for (const auto& [path, cycles] : copy.work) spot.work[path] += cycles;
    }

    static bool is_wait(const json& activity) {
        return activity.at("category") != "busy" && activity.at("category") != "overhead";
    }

    void add_to_process(const json& a, const std::string& path, std::uint64_t cycles) {
        ProcessNumbers& process = made.processes[path];
        if (process.name.empty()) process.name = process_name(path.substr(0, path.rfind('.')));
        const WaitedFor what = is_wait(a) ? cause_of(a).kind : WaitedFor::other;
        (what == WaitedFor::data   ? process.waits_for_data
         : what == WaitedFor::room ? process.waits_for_room
                                   : process.works) += cycles;
    }

    // By its name in the program; empty where the instance is no process.
    std::string process_name(const std::string& instance) const {
        for (const json& p : facts_.at("network").at("processes"))
            if (p.at("hardware") && instance.ends_with("." + p.at("instance").get<std::string>()))
                return p.at("name");
        return {};
    }

    void add_to_spot(const json& kernel, const json& a, const TapNumbers& tap, bool is_loop,
                     std::uint64_t cycles) {
        const std::string source = a.value("source", kernel.value("source", ""));
        SpotNumbers& spot = spots_[is_loop ? a.at("state").get<std::string>() : source];
        spot.source = source;
        spot.function = kernel.at("function");
        spot.threads[tap.tap.path] += cycles;
        if (a.at("category") == "busy") spot.work[tap.tap.path] += cycles;
        add_time(a, cycles, spot.time);
    }

    LoopNumbers loop_of(const json& kernel, const json& loop) const {
        LoopNumbers n;
        n.kernel = kernel.at("kernel");
        n.source = loop.value("source", kernel.value("source", ""));
        n.why = loop.at("why");
        n.advice = loop.at("advice");
        n.more_at_once = loop.value("more_at_once", false);
        n.interval = loop.at("interval");
        n.depth = loop.at("depth");
        n.resource_bound = loop.at("resource_bound");
        n.recurrence_bound = loop.at("recurrence_bound");
        n.exit_bound = loop.at("exit_bound");
        n.flattened = loop.at("flattened").get<std::vector<std::string>>();
        for (const json& line : loop.value("limit_lines", json::array()))
            n.limit_lines.emplace_back(line.at("source"), line.at("weight"));
        return n;
    }

    void add_thread_time(const json& kernel, const TapNumbers& tap,
                         std::map<std::string, LoopNumbers>& loops) {
        const json& all = kernel.at("activities");
        Starts starts;
        for (std::size_t i = 0; i < all.size() && i < tap.states.size(); ++i) {
            const json& a = all[i];
            const std::uint64_t cycles = tap.states[i].cycles;
            if (a.at("category") == "idle" || cycles == 0) continue;
            const auto own = loops.find(a.at("state"));
            add_cycles(a, cycles, own == loops.end() ? nullptr : &own->second);
            add_to_spot(kernel, a, tap, loops.contains(a.at("state")), cycles);
            if (facts_.contains("network")) add_to_process(a, tap.tap.path, cycles);
            if (a.contains("starts")) starts[start_of(a)] += cycles;
            if (const auto loop = loops.find(a.at("state")); loop != loops.end()) {
                loop->second.cycles += cycles;
                if (is_wait(a)) loop->second.waits += cycles;
            }
        }
        for (const json& a : all)
            if (a.contains("starts") && a.at("kind") == "works") add_starts(a, starts, loops);
    }

    // The cycles of a pipeline at work are those of the lines that take its interval.
    void add_cycles(const json& a, std::uint64_t cycles, const LoopNumbers* loop) {
        made.at_work += cycles;
        std::uint64_t all = 0, before = 0, given = 0;
        if (loop && a.at("kind") == "works")
            for (const auto& [source, weight] : loop->limit_lines) all += weight;
        if (all == 0) return add_time(a, cycles, made.lines[line_of(a.value("source", ""))]);
        for (const auto& [source, weight] : loop->limit_lines) {
            before += weight;
            const auto until =
                static_cast<std::uint64_t>(static_cast<double>(cycles) *
                                           static_cast<double>(before) / static_cast<double>(all));
            const std::uint64_t upto = before == all ? cycles : until;
            add_time(a, upto - given, made.lines[line_of(source)]);
            given = upto;
        }
    }

    static void add_time(const json& a, std::uint64_t cycles, LineNumbers& line) {
        if (a.at("category") == "busy")
            line.works += cycles;
        else if (a.at("category") == "overhead")
            line.overhead += cycles;
        else
            line.waits[cause_of(a)] += cycles;
    }

    // Cycles of works and fills by state, and by how many of its flattened loops begin anew.
    using Starts = std::map<std::pair<std::string, unsigned>, std::uint64_t>;

    static Starts::key_type start_of(const json& a) { return {a.at("state"), a.at("around")}; }

    void add_starts(const json& a, const Starts& starts,
                    std::map<std::string, LoopNumbers>& loops) {
        const auto it = starts.find(start_of(a));
        if (it == starts.end()) return;
        const std::uint64_t times = it->second / a.at("interval").get<std::uint64_t>();
        if (const auto loop = loops.find(a.at("state")); loop != loops.end())
            loop->second.iterations += times;
        for (const json& s : a.at("starts")) {
            LineNumbers& line = made.lines[line_of(s.at("source"))];
            line.integer_operations += times * s.at("integer_operations").get<std::uint64_t>();
            line.float_operations += times * s.at("float_operations").get<std::uint64_t>();
            line.conditional_float_operations +=
                times * s.value("conditional_float_operations", std::uint64_t{0});
            line.bytes_read += times * s.at("bytes_read").get<std::uint64_t>();
            line.bytes_written += times * s.at("bytes_written").get<std::uint64_t>();
        }
    }

    void add_thread(const std::string& kernel, const TapNumbers& tap) {
        HlsThreadNumbers thread;
        thread.name = kernel + tap.tap.path.substr(tap.tap.path.rfind('['));
        for (std::size_t i = 0; i < tap.tap.states().size() && i < tap.states.size(); ++i)
            thread.cycles[tap.tap.states()[i].name] = tap.states[i].cycles;
        made.threads.push_back(thread);
    }

    void add_stream(const json& stream) {
        StreamNumbers n;
        n.name = stream.at("name");
        n.writer = stream.at("writer").at("process");
        n.reader = stream.at("reader").at("process");
        n.depth = stream.at("capacity");
        const std::string tap_name = ".queue_" + stream.at("wire").get<std::string>();
        for (const TapNumbers& tap : run_.taps) {
            if (!tap.tap.path.ends_with(tap_name)) continue;
            n.elements = tap.number("pushes");
            n.most = tap.number("max_occupancy");
            // The software takes no time: nobody waits at its end.
            n.starved = n.reader.empty() ? 0 : tap.number("refused_pops");
            n.blocked = n.writer.empty() ? 0 : tap.number("refused_pushes");
        }
        made.streams.push_back(n);
    }

    // "matmul_l6.A"; of a process, which may be one of several that run a function, by its name.
    std::string port_name(const std::string& kernel, const std::string& instance,
                          const json& port) const {
        const std::string process =
            facts_.contains("network") ? process_name(instance) : std::string();
        const std::string& owner = process.empty() ? kernel : process;
        return fmt::format("{}.{}", owner, port.at("array").get<std::string>());
    }

    // The port of each instance of the kernel.
    void add_port(const std::string& kernel, const json& port) {
        const std::string end = ".port_" + port.at("name").get<std::string>();
        for (const TapNumbers& tap : run_.taps) {
            if (tap.tap.module != kernel || !tap.tap.path.ends_with(end)) continue;
            const std::string instance = tap.tap.path.substr(0, tap.tap.path.size() - end.size());
            PortNumbers n;
            n.name = port_name(kernel, instance, port);
            n.reads = tap.number("transfer_cycles");
            n.busy = tap.number("blocked_cycles");
            n.word_bytes = port.at("bytes");
            n.bytes = n.reads * n.word_bytes;
            for (const TapNumbers& writes : run_.taps)
                if (writes.tap.path == tap.tap.path + "_writes")
                    n.writes = writes.number("cycles_true");
            n.reads -= n.writes;
            made.ports.push_back(n);
        }
    }

    const json& facts_;
    const Run& run_;
    std::map<std::string, SpotNumbers> spots_;  // of the kernel at hand
};

}  // namespace

std::uint64_t LineNumbers::cycles() const {
    std::uint64_t sum = works + overhead;
    for (const auto& [cause, cycles] : waits) sum += cycles;
    return sum;
}

WaitCause cause_of(const json& activity) {
    const std::string kind = activity.at("kind");
    const auto port = [&] { return activity.at("port").get<std::string>(); };
    if (kind == "response") return {WaitedFor::answer, port()};
    if (kind == "request") return {WaitedFor::port, port()};
    if (kind == "drain") return {WaitedFor::writes};
    if (kind == "turn") return {WaitedFor::turn};
    if (kind == "read") return {WaitedFor::data, port()};
    if (kind == "write") return {WaitedFor::room, port()};
    if (kind == "lock") return {WaitedFor::lock};
    if (kind == "barrier") return {WaitedFor::barrier};
    return {WaitedFor::other, kind};
}

std::string cause_text(const WaitCause& cause) {
    switch (cause.kind) {
        case WaitedFor::answer:
            return cause.object + " answers";
        case WaitedFor::port:
            return cause.object + " is busy";
        case WaitedFor::writes:
            return "writes to leave";
        case WaitedFor::turn:
            return "its turn at the datapath";
        case WaitedFor::data:
            return "data of " + cause.object;
        case WaitedFor::room:
            return "room in " + cause.object;
        case WaitedFor::lock:
            return "lock";
        case WaitedFor::barrier:
            return "barrier";
        case WaitedFor::other:
            break;
    }
    return cause.object;
}

CNumbers c_numbers_of(const json& facts, const Run& run) { return Counter(facts, run).made; }

namespace {

json waits_json(const LineNumbers& line) {
    json waits = json::object();
    for (const auto& [cause, cycles] : line.waits) waits[cause_text(cause)] = cycles;
    return waits;
}

}  // namespace

json to_json(const CNumbers& n) {
    json j = {{"schema", "tapestry.c-lines/1"}, {"cycles", n.cycles}, {"thread_cycles", n.at_work}};
    for (const char* list : {"lines", "loops", "threads", "ports", "streams"})
        j[list] = json::array();
    for (const auto& [at, l] : n.lines)
        j["lines"].push_back({{"source", fmt::format("{}:{}", at.first, at.second)},
                              {"cycles", l.cycles()},
                              {"work_cycles", l.works},
                              {"overhead_cycles", l.overhead},
                              {"waits", waits_json(l)},
                              {"integer_operations", l.integer_operations},
                              {"float_operations", l.float_operations},
                              {"conditional_float_operations", l.conditional_float_operations},
                              {"bytes_read", l.bytes_read},
                              {"bytes_written", l.bytes_written}});
    for (const LoopNumbers& l : n.loops)
        j["loops"].push_back({{"source", l.source},
                              {"flattened", l.flattened},
                              {"kernel", l.kernel},
                              {"interval", l.interval},
                              {"resource_bound", l.resource_bound},
                              {"recurrence_bound", l.recurrence_bound},
                              {"exit_bound", l.exit_bound},
                              {"depth", l.depth},
                              {"why", l.why},
                              {"advice", l.advice},
                              {"iterations", l.iterations},
                              {"cycles", l.cycles},
                              {"wait_cycles", l.waits}});
    for (const HlsThreadNumbers& t : n.threads)
        j["threads"].push_back({{"thread", t.name}, {"cycles", t.cycles}});
    for (const PortNumbers& p : n.ports)
        j["ports"].push_back({{"port", p.name},
                              {"reads", p.reads},
                              {"writes", p.writes},
                              {"bytes", p.bytes},
                              {"blocked_cycles", p.busy}});
    for (const StreamNumbers& s : n.streams)
        j["streams"].push_back({{"stream", s.name},
                                {"writer", s.writer},
                                {"reader", s.reader},
                                {"elements", s.elements},
                                {"depth", s.depth},
                                {"max_occupancy", s.most},
                                {"starved_cycles", s.starved},
                                {"blocked_cycles", s.blocked}});
    return j;
}

}  // namespace tapestry
