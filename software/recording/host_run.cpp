// SPDX-License-Identifier: Apache-2.0
#include "software/recording/host_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "base/path_name.h"
#include "model/category.h"
#include "model/run.h"
#include "software/library/recording_layout.h"
#include "software/recording/alignment.h"
#include "software/recording/host_places.h"
#include "software/recording/host_sites.h"
#include "software/recording/messages.h"
#include "software/recording/missing.h"
#include "software/recording/recording.h"
#include "software/recording/stored_states.h"
#include "software/recording/thread_numbers.h"
#include "software/recording/worlds.h"

namespace tapestry {

namespace {

// A call of MPI has two parts: it waits for another thread, and it moves data. The wait is a state
// inside the call, named after call, pattern and the thread waited for, as in
// `MPI_Recv late_sender rank[1].main`; what is left of the call is its own time.

// A thread that waited for more others than this in one call and pattern has one state for the
// rest of them: their number is not bounded, that of states has to be.
constexpr std::size_t kMostCauses = 64;

std::string wait_category(WaitPattern pattern) {
    if (pattern == WaitPattern::late_sender) return "wait_recv";
    return pattern == WaitPattern::late_receiver ? "wait_send" : "wait_sync";
}

class WaitStates {
public:
    // `state_of` leads from the id of a call to its state.
    WaitStates(const std::map<std::uint32_t, std::uint32_t>& state_of,
               const std::vector<RunPlace>& places, std::vector<TapState>& states)
        : state_of_(state_of), places_(places), states_(states) {}

    std::vector<std::uint32_t> calls;  // of each state that was added

    // Adds the states of a thread's waits, in the order of these.
    void add_all(const ThreadWaits& waits, int place) {
        waits.each_of(place, [this](const CallWait& w) { add(w); });
    }

    // The state of a wait that was added; nothing if its call is no state.
    std::optional<std::uint32_t> find(const CallWait& wait) const {
        const auto call = state_of_.find(wait.id);
        if (call == state_of_.end()) return std::nullopt;
        for (const int cause : {wait.cause, -1}) {
            const auto known = index_.find({call->second, wait.pattern, cause});
            if (known != index_.end()) return known->second;
            if (!is_full(call->second, wait)) break;
        }
        return std::nullopt;
    }

private:
    void add(const CallWait& wait) {
        const auto call = state_of_.find(wait.id);
        if (call == state_of_.end() || find(wait)) return;
        const int cause = named_cause(call->second, wait);
        const auto [at, is_new] = index_.try_emplace({call->second, wait.pattern, cause},
                                                     static_cast<std::uint32_t>(states_.size()));
        if (is_new) add_state(call->second, wait.pattern, cause);
    }

    bool is_full(std::uint32_t call, const CallWait& wait) const {
        const auto at = causes_.find({call, wait.pattern});
        return at != causes_.end() && at->second >= kMostCauses;
    }

    int named_cause(std::uint32_t call, const CallWait& wait) const {
        return is_full(call, wait) ? -1 : wait.cause;
    }

    void add_state(std::uint32_t call, WaitPattern pattern, int cause) {
        const std::string name = states_[call].name;
        const std::string from =
            cause < 0 ? "others" : places_[static_cast<std::size_t>(cause)].path;
        TapState s{fmt::format("{} {} {}", name, to_word(pattern), from),
                   std::to_string(states_.size()), wait_category(pattern), states_[call].source};
        s.category_reason = fmt::format("{} in {}", to_word(pattern), name);
        if (cause >= 0) {
            s.waits.push_back({name, from, "", ""});
            ++causes_[{call, pattern}];
        }
        states_.push_back(std::move(s));
        calls.push_back(call);
    }

    const std::map<std::uint32_t, std::uint32_t>& state_of_;
    const std::vector<RunPlace>& places_;
    std::vector<TapState>& states_;
    std::map<std::tuple<std::uint32_t, WaitPattern, int>, std::uint32_t> index_;
    std::map<std::pair<std::uint32_t, WaitPattern>, std::size_t> causes_;
};

// The waits of a thread as visits of their states, last to first.
class WaitVisits {
public:
    WaitVisits(const WaitStates& states, ThreadWaits::Cursor waits)
        : states_(states), waits_(std::move(waits)) {
        find();
    }
    const ThreadVisit* visit() const { return visit_ ? &*visit_ : nullptr; }
    void next() {
        waits_.next();
        find();
    }

private:
    void find() {
        visit_.reset();
        while (const CallWait* w = waits_.item()) {
            if (const auto state = states_.find(*w)) {
                visit_ = ThreadVisit{w->start, w->end, 0, *state, TAPESTRY_MOST_OPEN};
                return;
            }
            waits_.next();
        }
    }

    const WaitStates& states_;
    ThreadWaits::Cursor waits_;
    std::optional<ThreadVisit> visit_;
};

// Calls of MPI that nothing else is known of move data, outside of their waits.
void set_call_categories(std::vector<TapState>& states) {
    for (TapState& s : states) {
        if (!s.category.empty() || !s.name.starts_with("MPI_")) continue;
        s.category = "transfer";
        s.category_reason = "a call of MPI, without its waits";
    }
}

// Which process each recording is of, and the order of processes in a run.

// Drops processes that recorded nothing, unless they are a rank or drive a board.
void drop_empty_recordings(std::vector<Recording>& recordings) {
    std::erase_if(recordings, [](const Recording& r) {
        return r.threads.empty() && r.rank < 0 && r.board.empty() && r.strange_mpi == 0;
    });
}

// A program launched as a rank is that rank, even if it never calls MPI. Of several such processes,
// after a fork, the first one is.
void adopt_ranks(std::vector<Recording>& recordings) {
    using Rank = std::pair<std::uint64_t, int>;  // world and number
    std::map<Rank, Recording*> first;
    std::set<Rank> taken;
    for (Recording& r : recordings) {
        if (r.rank >= 0) taken.insert({r.world, r.rank});
        if (r.rank >= 0 || r.launched < 0) continue;
        Recording*& known = first[{r.world, r.launched}];
        if (!known || r.start < known->start) known = &r;
    }
    for (const auto& [rank, recording] : first)
        if (!taken.contains(rank)) recording->rank = rank.second;
}

// A process that calls exec has ended normally.
void note_exec(std::vector<Recording>& recordings) {
    for (Recording& r : recordings) {
        const bool goes_on =
            std::any_of(recordings.begin(), recordings.end(), [&](const Recording& later) {
                return later.pid == r.pid && later.boot == r.boot &&
                       later.start_ticks > r.start_ticks;
            });
        if (r.ending == TAPESTRY_ENDED_BY_FORCE && goes_on) r.ending = TAPESTRY_ENDED_BY_EXEC;
    }
}

constexpr std::size_t kMostGenerations =
    64;  // that are looked back: numbers of processes come again

// Sorts by world and rank, then by time. A program may start another one before it records anything
// itself; it still precedes its child.
void sort_recordings(std::vector<Recording>& recordings) {
    std::map<std::pair<std::string, std::uint32_t>, std::size_t> by_pid;
    for (std::size_t i = 0; i < recordings.size(); ++i) {
        const auto [at, fresh] = by_pid.try_emplace({recordings[i].boot, recordings[i].pid}, i);
        if (!fresh && recordings[i].start < recordings[at->second].start) at->second = i;
    }
    std::vector<std::uint64_t> first, depth(recordings.size());
    for (const Recording& r : recordings) first.push_back(r.start);
    for (std::size_t i = 0; i < recordings.size(); ++i)
        for (std::size_t at = i; depth[i] < kMostGenerations; ++depth[i]) {
            const auto parent = by_pid.find({recordings[at].boot, recordings[at].parent_pid});
            if (parent == by_pid.end() || parent->second == at) break;
            at = parent->second;
            first[at] = std::min(first[at], recordings[i].start);
        }
    const Worlds worlds(recordings);
    std::vector<std::size_t> order(recordings.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [&](std::size_t i) {
        const Recording& r = recordings[i];
        return std::tuple(worlds.of(r), r.rank, first[i], depth[i], r.start, r.pid);
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    std::vector<Recording> sorted;
    for (const std::size_t i : order) sorted.push_back(std::move(recordings[i]));
    recordings = std::move(sorted);
}

// Leaves out processes that recorded nothing, finds the ranks of those that never called MPI, and
// sorts by world and rank, then by time.
void put_in_order(std::vector<Recording>& recordings) {
    note_exec(recordings);
    drop_empty_recordings(recordings);
    adopt_ranks(recordings);
    sort_recordings(recordings);
}

constexpr std::uint64_t kFrames = 200;
const RecordedName kNameless;

// A state may be several things at once, each with a peer; the first one gives its category.
struct StateClass {
    std::string category;
    std::string peer;
    std::string purpose;
};

std::string next_part(std::string_view& text, char end) {
    const std::size_t at = std::min(text.find(end), text.size());
    std::string part(text.substr(0, at));
    text.remove_prefix(std::min(at + 1, text.size()));
    return part;
}

std::vector<StateClass> classes_of(const RecordedName& n, const std::string& category) {
    std::string_view rest = n.peer;
    std::vector<StateClass> classes = {{category, next_part(rest, '\n'), n.purpose}};
    while (!rest.empty()) {
        std::string line = next_part(rest, '\n');
        std::string_view parts = line;
        StateClass& c = classes.emplace_back();
        c.category = next_part(parts, '\t');
        c.peer = next_part(parts, '\t');
        c.purpose = next_part(parts, '\t');
    }
    return classes;
}

// What is not empty of them, such as `top.in, top.out`.
std::string listed(const std::vector<StateClass>& classes, std::string StateClass::*part) {
    std::vector<std::string> words;
    for (const StateClass& c : classes)
        if (!(c.*part).empty()) words.push_back(c.*part);
    return fmt::format("{}", fmt::join(words, ", "));
}

std::string category_word(int category) {
    const bool known = category >= 1 && category <= static_cast<int>(kCategories);
    return known ? std::string(kCategoryTable[static_cast<std::size_t>(category - 1)].word) : "";
}

bool is_wait_word(const std::string& word) {
    const std::optional<Category> category = category_of(word);
    return category && is_wait(*category);
}

// The clock of the run's time base, in nanoseconds.
RunClock clock_of(const Run& run, const std::string& path) {
    RunClock c;
    c.clock = {static_cast<int>(run.clocks.size()), path, path, "posedge"};
    c.silent = false;
    c.edges = c.time = run.cycles;
    c.unit = "ns";
    c.rate_hz = 1e9;
    c.offset_ns = 0;
    return c;
}

// The earliest time in a recording. A board counts before the program that drives it starts.
std::uint64_t first_ns(const Recording& r, const Alignment& alignment) {
    std::uint64_t first = alignment.shared_ns(r.start);
    const auto look = [&](std::uint64_t ns) { first = std::min(first, alignment.shared_ns(ns)); };
    for (const RecordedDeviceClock& c : r.device_clocks)
        look(c.time - std::min(c.time, c.doubt_ns));
    for (const RecordedThread& t : r.threads) {
        look(t.start);
        if (const std::uint64_t began = first_state_of(t); began != ~std::uint64_t{0}) look(began);
    }
    return first;
}

// Resolves the name of a thread, first among the process's own threads.
std::string resolved(const HostPlaces& places, std::size_t process, const std::string& peer) {
    const auto path = [&](int place) {
        return places.places[static_cast<std::size_t>(place)].path;
    };
    for (const bool own : {true, false}) {
        for (std::size_t p = 0; p < places.thread_of.size(); ++p) {
            if ((p == process) != own) continue;
            for (const int place : places.thread_of[p])
                if (ends_with_name(path(place), peer)) return path(place);
        }
    }
    return {};
}

Tap tap_of(TapKind kind, const std::string& path, const RecordedThread& thread,
           std::size_t number) {
    static constexpr const char* kKinds[] = {"main thread", "pthread", "std::thread",
                                             "OpenMP thread", "thread"};
    Tap tap;
    tap.tap = static_cast<int>(number);
    tap.own = part_of(kind);
    tap.path = tap.scope = tap.instance = path;
    tap.name = std::string(last_part(path));
    tap.module = kKinds[std::clamp(thread.kind, 0, 4)];
    tap.clock = 0;
    return tap;
}

// There may be millions, of which no second copy is made where the share is the first.
template <class T>
void add_rows(std::vector<T>& all, std::vector<T>& share, int first) {
    for (T& row : share) row.tap += first;
    if (all.empty()) return all.swap(share);
    all.insert(all.end(), std::make_move_iterator(share.begin()),
               std::make_move_iterator(share.end()));
    std::vector<T>().swap(share);
}

void add_share(Run& run, HostCalls& calls, HostShare& from) {
    Run& share = from.run;
    const int first = static_cast<int>(run.taps.size());
    for (TapNumbers& n : share.taps) {
        n.tap.tap += first;
        run.taps.push_back(std::move(n));
    }
    add_rows(run.host.states, share.host.states, first);
    add_rows(run.host.sites, share.host.sites, first);
    add_rows(calls.paths, from.calls.paths, first);
    add_rows(calls.visits, from.calls.visits, first);
    add_rows(calls.sizes, from.calls.sizes, first);
    add_rows(calls.counts, from.calls.counts, first);
    for (HostEvent& e : share.host.events) run.host.events.push_back(std::move(e));
}

// Sorts the run as a single process would have built it: by place, a state machine before its
// trace.
void sort_blocks(Run& run, HostCalls& calls) {
    std::stable_sort(run.taps.begin(), run.taps.end(),
                     [](const auto& a, const auto& b) { return a.place < b.place; });
    std::map<int, int> new_number;
    for (TapNumbers& n : run.taps) {
        const int number = static_cast<int>(new_number.size());
        new_number[n.tap.tap] = number;
        n.tap.tap = number;
    }
    const auto number_again = [&](auto& rows) {
        for (auto& row : rows) row.tap = new_number[row.tap];
        const auto before = [](const auto& a, const auto& b) { return a.tap < b.tap; };
        if (!std::is_sorted(rows.begin(), rows.end(), before))  // sorting takes as much again
            std::stable_sort(rows.begin(), rows.end(), before);
    };
    number_again(run.host.states);
    number_again(run.host.sites);
    number_again(calls.paths);
    number_again(calls.visits);
    number_again(calls.sizes);
    number_again(calls.counts);
    std::stable_sort(run.host.events.begin(), run.host.events.end(),
                     [](const auto& a, const auto& b) { return a.place < b.place; });
}

}  // namespace

class HostMerge::Builder {
public:
    Builder(std::vector<Recording> recordings, RunFacts facts)
        : recordings_(std::move(recordings)) {
        run_.facts = std::move(facts);
        run_.top = "host";
        put_in_order(recordings_);
        align();
        places_ = host_places(recordings_);
        run_.places = places_.places;
        add_clocks();
        for (std::size_t p = 0; p < recordings_.size(); ++p) add_process(p);
    }

    HostShare threads(const ThreadWaits& waits) {
        for (std::size_t p = 0; p < recordings_.size(); ++p)
            if (!recordings_[p].is_summary) add_threads(p, waits);
        HostShare made{run_, std::move(calls_)};
        run_.taps.clear();
        run_.host = {};
        calls_ = {};
        return made;
    }

    HostRun finish(std::vector<HostShare> shares, JoinedMessages joined, Diagnostics& diagnostics) {
        for (HostShare& share : shares) add_share(run_, calls_, share);
        sort_blocks(run_, calls_);
        run_.host.waits = std::move(joined.waits);
        calls_.messages = std::move(joined.messages);
        calls_.collectives = std::move(joined.collectives);
        note_dropped();
        say_what_is_missing(recordings_, alignments_, places_, run_, diagnostics);
        return {std::move(run_), std::move(calls_), std::move(processes_)};
    }

    void each_message(MessageCalls& calls, const TakeMessage& take) const {
        const Worlds worlds(recordings_);
        for (std::size_t p = 0; p < recordings_.size(); ++p) {
            const Recording& r = recordings_[p];
            const int world = worlds.of(r);
            each_gone(p, world, worlds, calls, take);
            std::map<std::uint32_t, std::uint32_t> numbers;  // of calls, by id
            for (std::size_t t = 0; t < r.threads.size(); ++t) {
                tapestry::each_message(r, r.threads[t], [&](RecordedMessage m) {
                    if (!is_in_line(m) && is_before(p, m.start)) return;
                    m.start = time(p, m.start);
                    m.end = time(p, m.end);
                    const auto name = r.names.find(m.id);
                    const RecordedName& n = name == r.names.end() ? kNameless : name->second;
                    if (m.role == TAPESTRY_TO_DEVICE || m.role == TAPESTRY_FROM_DEVICE)
                        m.peer = place_of_device(p, n.peer);
                    else
                        m.peer = m.role == TAPESTRY_AWAITS_THREAD ? place_of_tid(p, m.peer)
                                                                  : worlds.process(world, m.peer);
                    const auto [at, is_new] = numbers.try_emplace(m.id, 0);
                    if (is_new) at->second = calls.number_of({n.name, n.source});
                    take({m, static_cast<int>(p), places_.thread_of[p][t], at->second, world});
                });
            }
        }
    }

private:
    // Sends and receives find each other by their order, so that those before the run's beginning
    // count too.
    static bool is_in_line(const RecordedMessage& m) {
        return m.role == TAPESTRY_SENDS || m.role == TAPESTRY_RECEIVES;
    }

    void each_gone(std::size_t p, int world, const Worlds& worlds, MessageCalls& calls,
                   const TakeMessage& take) const {
        const Recording& r = recordings_[p];
        if (r.gone.empty() && !r.lines_unknown) return;
        const std::uint32_t none = calls.number_of({});
        for (RecordedMessage m : r.gone) {
            m.peer = worlds.process(world, m.peer);
            m.role |= kGone;
            take({m, static_cast<int>(p), -1, none, world});
        }
        if (r.lines_unknown) take({{.role = kUnknownGone}, static_cast<int>(p), -1, none, world});
    }

    // The last thread of a process that had the tid; -1: none did.
    int place_of_tid(std::size_t p, int tid) const {
        int place = -1;
        for (std::size_t t = 0; t < recordings_[p].threads.size(); ++t)
            if (recordings_[p].threads[t].tid == static_cast<std::uint64_t>(tid))
                place = places_.thread_of[p][t];
        return place;
    }

    int place_of_device(std::size_t p, const std::string& name) const {
        const auto at = places_.device_of[p].find(name);
        return at == places_.device_of[p].end() ? -1 : at->second;
    }

    // The run's time starts with its first thread.
    void align() {
        alignments_ = align_clocks(recordings_);
        begin_together();
        begin_ = recordings_.empty() ? 0 : ~std::uint64_t{0};
        for (std::size_t p = 0; p < recordings_.size(); ++p)
            begin_ = std::min(begin_, first_ns(recordings_[p], alignments_[p]) - launched_late_[p]);
        begin_when_all_is_kept();
        for (std::size_t p = 0; p < recordings_.size(); ++p) {
            run_.cycles = std::max(run_.cycles, time(p, recordings_[p].end));
            for (const RecordedThread& t : recordings_[p].threads)
                run_.cycles = std::max(run_.cycles, time(p, t.end));
        }
        grid_.end = std::max<std::uint64_t>(run_.cycles, 1);
        grid_.length = (grid_.end + kFrames - 1) / kFrames;
        grid_.frames = (grid_.end + grid_.length - 1) / grid_.length;
    }

    // Where recordings kept what came last, the run is the time of which all of them have all.
    void begin_when_all_is_kept() {
        for (std::size_t p = 0; p < recordings_.size(); ++p) {
            const Recording& r = recordings_[p];
            if (r.kept_from == 0) continue;
            is_cut_ = true;
            begin_ = std::max(begin_, alignments_[p].shared_ns(r.kept_from) - launched_late_[p]);
        }
    }

    // What ended before the run's time begins is no part of it.
    bool is_before(std::size_t p, std::uint64_t ns) const { return is_cut_ && time(p, ns) == 0; }

    // How much later than the first rank of its world each rank was launched is no modelled time.
    void begin_together() {
        const Worlds worlds(recordings_);
        std::map<int, std::uint64_t> first;
        for (const bool sets : {true, false}) {
            for (std::size_t p = 0; p < recordings_.size(); ++p) {
                const Recording& r = recordings_[p];
                const bool counts = r.is_modelled && r.rank >= 0;
                const std::uint64_t own = counts ? first_ns(r, alignments_[p]) : 0;
                if (!sets)
                    launched_late_.push_back(counts ? own - first[worlds.of(r)] : 0);
                else if (counts)
                    first[worlds.of(r)] =
                        std::min(first.try_emplace(worlds.of(r), own).first->second, own);
            }
        }
    }

    // Functions that are no states, with the thread that found them too short.
    void note_dropped() {
        std::set<std::string> names;
        for (std::size_t p = 0; p < recordings_.size(); ++p) {
            for (const RecordedThread& t : recordings_[p].threads) {
                for (const std::uint32_t id : t.dropped) {
                    const auto name = recordings_[p].names.find(id);
                    if (name != recordings_[p].names.end()) names.insert(name->second.name);
                }
            }
        }
        if (!names.empty())
            run_.facts.facts.emplace_back("dropped_functions",
                                          fmt::format("{}", fmt::join(names, "; ")));
    }

    std::uint64_t time(std::size_t process, std::uint64_t ns) const {
        const std::uint64_t aligned = alignments_[process].shared_ns(ns);
        const std::uint64_t shared = aligned - std::min(aligned, launched_late_[process]);
        return shared > begin_ ? std::min(shared - begin_, kLongest) : 0;
    }

    // The first clock is the time base of the run. The others are those of aligned processes, with
    // their offset and its uncertainty.
    void add_clocks() {
        RunClock shared = clock_of(run_, "host");
        for (const Alignment& a : alignments_)
            shared.uncertainty_ns = std::max(shared.uncertainty_ns, doubt_ns(a));
        run_.clocks.push_back(shared);
        for (std::size_t p = 0; p < recordings_.size(); ++p) {
            if (!alignments_[p].is_of_other_machine()) continue;
            RunClock own = clock_of(run_, path_of(places_.process_of[p]));
            own.offset_ns = alignments_[p].offset_ns();
            own.uncertainty_ns = doubt_ns(alignments_[p]);
            run_.clocks.push_back(own);
        }
    }

    // An unknown clock may be off by the whole run.
    double doubt_ns(const Alignment& a) const {
        return a.known() ? a.doubt_ns() : static_cast<double>(run_.cycles);
    }

    const std::string& path_of(int place) const {
        return run_.places[static_cast<std::size_t>(place)].path;
    }

    void add_process(std::size_t p) {
        const Recording& r = recordings_[p];
        HostProcess& process = processes_.emplace_back();
        process.pid = r.pid;
        process.place = places_.process_of[p];
        process.board = r.board;
        for (const RecordedDeviceClock& c : r.device_clocks) {
            const auto name = r.names.find(c.id);
            if (name != r.names.end())
                process.device_clocks.push_back(
                    {name->second.name, time(p, c.time), c.edges, static_cast<double>(c.doubt_ns)});
        }
    }

    void add_threads(std::size_t p, const ThreadWaits& waits) {
        const Recording& r = recordings_[p];
        for (std::size_t t = 0; t < r.threads.size(); ++t) {
            const int place = places_.thread_of[p][t];
            add_thread(p, r.threads[t], place, waits);
            for (const RecordedEvent& e : r.threads[t].events) add_event(p, e, place);
        }
    }

    void add_event(std::size_t p, const RecordedEvent& e, int place) {
        const auto name = recordings_[p].names.find(e.id);
        if (name == recordings_[p].names.end() || is_before(p, e.time)) return;
        run_.host.events.push_back({place,
                                    name->second.what == TAPESTRY_DEFINES_MARK ? "mark" : "counter",
                                    name->second.name, time(p, e.time), e.value});
    }

    // The states of one thread. Ids with equal definitions are one state.
    struct States {
        std::vector<TapState> states;
        std::vector<const RecordedName*> names;
        std::map<std::uint32_t, std::uint32_t> index;  // by id
    };
    States states_of(std::size_t p, const RecordedThread& thread) const {
        std::set<std::uint32_t> ids = thread.ids;
        for (const RecordedState& s : thread.states) ids.insert(s.id);
        for (const std::uint32_t id : thread.dropped) ids.erase(id);
        States out;
        std::map<std::tuple<std::string, int, std::string, std::string>, std::uint32_t> known;
        for (const std::uint32_t id : ids) {
            const auto at = recordings_[p].names.find(id);
            const RecordedName& n = at == recordings_[p].names.end() ? kNameless : at->second;
            const std::string name = n.name.empty() ? fmt::format("state_{}", id) : n.name;
            const auto [it, is_new] = known.emplace(std::tuple(name, n.category, n.peer, n.purpose),
                                                    static_cast<std::uint32_t>(out.states.size()));
            out.index[id] = it->second;
            if (!is_new) continue;
            out.states.push_back(state_of(p, n, name, out.states.size()));
            out.names.push_back(&n);
        }
        return out;
    }

    TapState state_of(std::size_t p, const RecordedName& n, const std::string& name,
                      std::size_t code) const {
        TapState s{name, std::to_string(code), category_word(n.category), n.source};
        if (!s.category.empty()) s.category_reason = "the program says so";
        for (const StateClass& c : classes_of(n, s.category)) {
            if (c.peer.empty() || !is_wait_word(c.category)) continue;
            const std::string peer = resolved(places_, p, c.peer);
            const std::string& signal = c.purpose.empty() ? c.peer : c.purpose;
            if (peer.empty())
                s.waits.push_back({signal, "", c.peer, "port"});
            else
                s.waits.push_back({signal, peer, "", ""});
        }
        return s;
    }

    void add_thread(std::size_t p, const RecordedThread& thread, int place,
                    const ThreadWaits& waits) {
        States states = states_of(p, thread);
        const std::size_t own = states.states.size();
        WaitStates waiting(states.index, run_.places, states.states);
        waiting.add_all(waits, place);
        const std::vector<std::uint32_t>& calls = waiting.calls;
        set_call_categories(states.states);
        states.names.resize(states.states.size(), &kNameless);
        TapNumbers& n = run_.taps.emplace_back();
        n.tap = tap_of(TapKind::fsm, path_of(place), thread, run_.taps.size() - 1);
        n.tap.machine().width = 32;
        n.tap.machine().states = states.states;
        n.place = place;
        if (recordings_[p].lost > 0) n.quality = Quality::lower_bound;
        HostSites lines(recordings_[p].names);
        ThreadNumbers counted =
            count(p, thread, states, {waiting, waits.backwards(place)}, n, lines);
        std::vector<HostSite> sites = lines.finish();
        name_lines(states.states, sites);
        for (std::size_t i = 0; i < calls.size(); ++i)
            states.states[own + i].source = states.states[calls[i]].source;
        n.tap.machine().states = states.states;
        const int tap = n.tap.tap;
        for (HostState& h : counted.host) {
            h.tap = tap;
            const std::vector<StateClass> classes = classes_of(*states.names[h.state], "");
            h.peer = listed(classes, &StateClass::peer);
            h.purpose = listed(classes, &StateClass::purpose);
            run_.host.states.push_back(std::move(h));
        }
        for (HostSizes& z : counted.sizes) {
            const std::uint64_t visits = z.state < own ? n.states[z.state].entries : 0;
            z.tap = tap;
            z.overhead_ns = static_cast<std::uint64_t>(static_cast<double>(visits) *
                                                       recordings_[p].state_cost_ns);
            calls_.sizes.push_back(z);
        }
        add_tree(tap, counted.tree, lines.sources());
        add_counts(p, thread, states, tap, n.tap.states().size());
        for (HostSite& s : sites) {
            s.tap = tap;
            run_.host.sites.push_back(std::move(s));
        }
        if (!counted.changes.empty()) add_trace(thread, place, states, std::move(counted.changes));
    }

    void add_tree(int tap, CallTree& tree, const std::vector<std::string>& sources) {
        std::vector<HostVisit> visits;
        for (CallPath& path : tree.finish(sources, visits)) {
            path.tap = tap;
            calls_.paths.push_back(std::move(path));
        }
        for (HostVisit& v : visits) {
            v.tap = tap;
            calls_.visits.push_back(v);
        }
    }

    // Several ids may be one state. What belongs to a function that is none was counted outside, as
    // is what the thread did there.
    void add_counts(std::size_t p, const RecordedThread& thread, const States& states, int tap,
                    std::size_t other) {
        std::map<std::pair<std::size_t, std::string>, std::uint64_t> sums;
        for (const auto& [key, value] : thread.counts) {
            const auto state = states.index.find(key.first);
            const auto name = recordings_[p].names.find(key.second);
            if (name == recordings_[p].names.end()) continue;
            sums[{state == states.index.end() ? other : state->second, name->second.name}] += value;
        }
        for (const auto& [key, value] : sums)
            calls_.counts.push_back({tap, key.first, key.second, value});
    }

    // Goes through the states of a thread and the waits inside them, from its end to its start.
    ThreadNumbers count(std::size_t p, const RecordedThread& thread, const States& states,
                        WaitVisits waits, TapNumbers& tap, HostSites& lines) const {
        std::uint64_t start = time(p, std::min(thread.start, first_state_of(thread)));
        std::uint64_t end = time(p, std::max(thread.end, thread.last));
        for (const RecordedState& s : thread.states) end = std::max(end, time(p, s.end));
        ThreadCounter counter(tap, start, std::max(start, end), grid_);
        each_state_backwards(recordings_[p], thread, [&](const RecordedState& s) {
            if (is_before(p, s.end)) return;
            const ThreadVisit v{time(p, s.start),      time(p, s.end), s.bytes,
                                states.index.at(s.id), s.depth,        lines.site_of(s.id)};
            for (; waits.visit() && is_added_before(*waits.visit(), v); waits.next())
                counter.add(*waits.visit());
            counter.add(v);
            lines.add(s.id, v);
        });
        for (; waits.visit(); waits.next()) counter.add(*waits.visit());
        return counter.finish();
    }

    void add_trace(const RecordedThread& thread, int place, const States& states,
                   std::vector<TraceRecord> changes) {
        const TapNumbers& machine = run_.taps.back();
        TapNumbers n;
        n.tap = tap_of(TapKind::trace, path_of(place), thread, run_.taps.size());
        // Time outside all states is one of the things that happen.
        std::vector<TapState>& named = std::get<TracePart>(n.tap.own).states;
        named = states.states;
        named.push_back({"other", std::to_string(named.size()), "", ""});
        n.place = place;
        n.quality = machine.quality;
        n.edges = machine.edges;
        n.reset_cycles = machine.reset_cycles;
        n.observed_cycles = machine.observed_cycles;
        n.numbers = {{"records", changes.size()}, {"lost", 0}};
        n.trace = std::move(changes);
        run_.taps.push_back(std::move(n));
    }

    std::vector<Recording> recordings_;
    std::vector<Alignment> alignments_;
    std::vector<std::uint64_t> launched_late_;  // by process: nanoseconds
    HostPlaces places_;
    std::vector<HostProcess> processes_;
    // About 146 years: sums of times cannot overflow, whatever a damaged recording contains.
    static constexpr std::uint64_t kLongest = std::uint64_t{1} << 62;
    FrameGrid grid_;
    std::uint64_t begin_ = 0;
    bool is_cut_ = false;  // the run begins when the last recording has everything
    Run run_;
    HostCalls calls_;
};

HostMerge::HostMerge(std::vector<Recording> recordings, RunFacts facts)
    : builder_(std::make_unique<Builder>(std::move(recordings), std::move(facts))) {}
HostMerge::~HostMerge() = default;
void HostMerge::each_message(MessageCalls& calls, const TakeMessage& take) const {
    builder_->each_message(calls, take);
}
HostShare HostMerge::threads(const ThreadWaits& waits) { return builder_->threads(waits); }
HostRun HostMerge::finish(std::vector<HostShare> shares, JoinedMessages joined,
                          Diagnostics& diagnostics) {
    return builder_->finish(std::move(shares), std::move(joined), diagnostics);
}

HostRun host_run(std::vector<Recording> recordings, RunFacts facts, Diagnostics& diagnostics) {
    HostMerge merge(std::move(recordings), std::move(facts));
    MessageJoiner messages;
    merge.each_message(messages.calls(), [&](const RankMessage& m) { messages.add(m); });
    JoinedMessages joined = messages.join(diagnostics);
    std::vector<HostShare> shares;
    shares.push_back(merge.threads(joined.calls));
    return merge.finish(std::move(shares), std::move(joined), diagnostics);
}

}  // namespace tapestry
