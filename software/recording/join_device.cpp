// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/path_name.h"
#include "software/recording/clock_line.h"
#include "software/recording/host_run.h"

namespace tapestry {

namespace {

// The steps of an uneven clock become a fact of the run.
void set_times(Run& run, RunClock& clock, const std::vector<const DeviceClockPoint*>& points) {
    std::vector<ClockSight> sights;
    for (const DeviceClockPoint* p : points) {
        const auto time = static_cast<double>(p->time_ns);
        sights.push_back({p->edges, time - p->doubt_ns, time + p->doubt_ns});
    }
    ClockLine line;
    if (!fit_clock(sights, clock.edges, line)) return;
    clock.rate_hz = 1e9 / line.ns_an_edge;
    clock.offset_ns = line.at_zero_ns;
    clock.uncertainty_ns = line.uncertainty_ns;
    if (!line.is_even)
        run.facts.facts.emplace_back(fmt::format("{}{}", kClockSteps, run.clocks.size()),
                                     to_text(line.steps));
}

class DeviceJoiner {
public:
    DeviceJoiner(Run& run, Run device, int process, bool is_only)
        : run_(run), device_(std::move(device)), process_(process) {
        if (!is_only) prefix_ = run.places[static_cast<std::size_t>(process)].path;
    }

    void join(const std::vector<DeviceClockPoint>& points) {
        first_tap_ = run_.taps.size();
        add_clocks(points);
        add_places();
        for (TapNumbers& n : device_.taps) add_tap(std::move(n));
        for (const GraphEdge& e : device_.edges)
            run_.edges.push_back({named(e.from), named(e.to), named(e.channel)});
        for (std::size_t i = 0; i < first_tap_; ++i) connect(run_.taps[i].tap);
        if (device_.partial && !run_.partial) run_.partial_reason = device_.partial_reason;
        run_.partial = run_.partial || device_.partial;
        run_.lost_records += device_.lost_records;
    }

private:
    std::string named(const std::string& path) const {
        return path.empty() ? path : joined(prefix_, path);
    }

    void add_clocks(const std::vector<DeviceClockPoint>& points) {
        first_clock_ = static_cast<int>(run_.clocks.size());
        for (RunClock c : device_.clocks) {
            std::vector<const DeviceClockPoint*> own;
            for (const DeviceClockPoint& p : points)
                if (p.clock == c.clock.name || ends_with_name(c.clock.path, p.clock))
                    own.push_back(&p);
            set_times(run_, c, own);
            c.clock.clock = static_cast<int>(run_.clocks.size());
            c.clock.path = named(c.clock.path);
            run_.clocks.push_back(std::move(c));
        }
    }

    void add_places() {
        first_place_ = static_cast<int>(run_.places.size());
        for (RunPlace p : device_.places) {
            p.parent = p.parent < 0 ? process_ : p.parent + first_place_;
            p.path = named(p.path);
            run_.places.push_back(std::move(p));
        }
    }

    void add_tap(TapNumbers n) {
        Tap& t = n.tap;
        t.tap = static_cast<int>(run_.taps.size());
        if (t.clock >= 0) t.clock += first_clock_;
        if (n.place >= 0) n.place += first_place_;
        for (std::string* name : {&t.path, &t.scope, &t.instance}) *name = named(*name);
        if (ChannelEnds* ends = t.find_ends())
            *ends = {named(ends->producer), named(ends->consumer)};
        if (BusRole* bus = t.find_bus()) bus->name = named(bus->name);
        if (std::vector<TapState>* states = t.find_states()) {
            for (TapState& s : *states)
                for (StateWait& w : s.waits) w.from = named(w.from), w.channel = named(w.channel);
        }
        run_.taps.push_back(std::move(n));
    }

    // Resolves the names by which a thread refers to the device.
    void connect(Tap& thread) {
        if (!thread.is(TapKind::fsm) || !is_under(thread.path, process_path())) return;
        for (TapState& s : thread.machine().states) {
            for (StateWait& w : s.waits)
                if (w.role == "port") resolve(w, s.category);
        }
        for (const HostState& h : run_.host.states)
            if (h.tap == thread.tap && !h.peer.empty()) feed(thread.path, h);
    }

    const std::string& process_path() const {
        return run_.places[static_cast<std::size_t>(process_)].path;
    }

    void resolve(StateWait& wait, const std::string& category) const {
        std::string from;
        for (std::size_t i = first_tap_; i < run_.taps.size() && from.empty(); ++i) {
            const Tap& t = run_.taps[i].tap;
            if (t.is(TapKind::stream) && ends_with_name(t.path, wait.channel))
                from = other_end(t.ends(), category == "wait_send");
            else if (ends_with_name(t.scope, wait.channel))
                from = t.scope;
        }
        if (!from.empty()) wait = {wait.signal, from, "", ""};
    }

    // Of a stream at the device's boundary one end is in the device, whatever the first class of
    // the state says.
    static std::string other_end(const ChannelEnds& ends, bool sends) {
        const std::string& first = sends ? ends.consumer : ends.producer;
        return first.empty() ? (sends ? ends.producer : ends.consumer) : first;
    }

    // Connects a stream at the device's boundary with the thread whose state transfers data on it.
    void feed(const std::string& thread, const HostState& h) {
        for (std::size_t i = first_tap_; i < run_.taps.size(); ++i) {
            Tap& t = run_.taps[i].tap;
            ChannelEnds* ends = t.is(TapKind::stream) ? t.find_ends() : nullptr;
            if (!ends || !is_peer(t.path, h.peer)) continue;
            if (ends->producer.empty() && ends->consumer != thread)
                ends->producer = thread;
            else if (ends->consumer.empty() && ends->producer != thread)
                ends->consumer = thread;
            draw(t.path, *ends);
        }
    }

    // Whether the path ends in one of the names in a list.
    static bool is_peer(const std::string& path, std::string_view peers) {
        while (!peers.empty()) {
            const std::size_t end = std::min(peers.find(", "), peers.size());
            if (ends_with_name(path, std::string(peers.substr(0, end)))) return true;
            peers.remove_prefix(std::min(end + 2, peers.size()));
        }
        return false;
    }

    // Adds the same connection to the graph.
    void draw(const std::string& channel, const ChannelEnds& ends) {
        for (GraphEdge& e : run_.edges) {
            if (e.channel != channel) continue;
            if (e.from.empty()) e.from = ends.producer;
            if (e.to.empty()) e.to = ends.consumer;
        }
    }

    Run& run_;
    Run device_;
    int process_;
    std::string prefix_;
    std::size_t first_tap_ = 0;
    int first_clock_ = 0;
    int first_place_ = 0;
};

}  // namespace

void join_device(Run& run, Run device, int process, bool is_only,
                 const std::vector<DeviceClockPoint>& points) {
    DeviceJoiner(run, std::move(device), process, is_only).join(points);
}

void add_device_clocks(Run& run, int process, const std::vector<DeviceClockPoint>& points) {
    std::map<std::string, std::vector<const DeviceClockPoint*>> by_clock;
    for (const DeviceClockPoint& p : points) by_clock[p.clock].push_back(&p);
    for (const auto& [name, own] : by_clock) {
        RunClock c;
        const std::string path = joined(run.places[static_cast<std::size_t>(process)].path, name);
        c.clock = {static_cast<int>(run.clocks.size()), name, path, "posedge"};
        c.silent = false;
        for (const DeviceClockPoint* p : own) c.edges = std::max(c.edges, p->edges);
        set_times(run, c, own);
        run.clocks.push_back(std::move(c));
    }
}

}  // namespace tapestry
