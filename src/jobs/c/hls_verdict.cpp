// SPDX-License-Identifier: Apache-2.0
#include "jobs/c/hls_verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/number_text.h"
#include "model/advice_order.h"
#include "model/verdict_words.h"

namespace tapestry {

using nlohmann::json;

namespace {

constexpr const char* kFact = "c_verdicts";
constexpr double kLeastShare = 0.05;
constexpr std::size_t kMost = 3;

double ratio(std::uint64_t part, std::uint64_t whole) {
    return whole ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

// "thread 2", "threads 0, 1 and 3", "threads 0 to 7"; empty where there is one.
std::string threads_text(const SpotNumbers& spot) {
    std::set<int> numbers;
    for (const auto& [path, cycles] : spot.threads)
        if (const std::size_t at = path.rfind("thread["); at != std::string::npos)
            numbers.insert(std::atoi(path.c_str() + at + 7));
    if (numbers.empty()) return {};
    if (numbers.size() == 1) return fmt::format("thread {}", *numbers.begin());
    const int last = *numbers.rbegin(), first = *numbers.begin();
    if (static_cast<std::size_t>(last - first) + 1 == numbers.size())
        return fmt::format("threads {} {} {}", first, numbers.size() == 2 ? "and" : "to", last);
    return fmt::format("threads {} and {} more", first, numbers.size() - 1);
}

// What a spot does in most of its cycles.
struct MainPart {
    enum class Doing { works, overhead, waits } doing = Doing::works;
    WaitCause cause = {};  // of a wait
    std::uint64_t cycles = 0;

    bool waits_for(WaitedFor what) const { return doing == Doing::waits && cause.kind == what; }
};

MainPart main_part(const LineNumbers& time) {
    MainPart most{MainPart::Doing::works, {}, time.works};
    if (time.overhead > most.cycles) most = {MainPart::Doing::overhead, {}, time.overhead};
    for (const auto& [cause, cycles] : time.waits)
        if (cycles > most.cycles) most = {MainPart::Doing::waits, cause, cycles};
    return most;
}

// Whether some thread of the function waits for another one.
bool threads_wait(const CNumbers& numbers, const std::string& function) {
    for (const SpotNumbers& s : numbers.spots) {
        if (s.function != function) continue;
        for (const auto& [cause, cycles] : s.time.waits)
            if (cycles > 0 && cause.kind != WaitedFor::answer && cause.kind != WaitedFor::writes)
                return true;
    }
    return false;
}

std::uint64_t longest_of(const SpotNumbers& spot) {
    std::uint64_t longest = 0;
    for (const auto& [path, cycles] : spot.threads) longest = std::max(longest, cycles);
    return longest;
}

// What processes of a network can gain. Streams make them wait for each other, so a run is as long
// as the work of any process at least, and a process is held up by others for as long as it waits
// for streams at most.
class NetworkLimits {
public:
    NetworkLimits(const SpotNumbers& spot, const CNumbers& numbers)
        : spot_(spot), numbers_(numbers) {}

    // The run keeps the work of every process that is not changed.
    double saved_at_most() const {
        std::uint64_t work = 0;
        for (const auto& [path, p] : numbers_.processes)
            if (!spot_.threads.contains(path)) work = std::max(work, p.works);
        return 1 - std::min(ratio(work, numbers_.cycles), 1.0);
    }

    // A larger stream saves what the one end waits for room, and the other, at other times, for
    // data.
    double saved_by_depth() const {
        std::uint64_t room = 0, data = 0;
        for (const auto& [path, p] : numbers_.processes)
            if (spot_.threads.contains(path)) room = std::max(room, p.waits_for_room);
        for (const auto& [path, p] : numbers_.processes)
            if (reads_from_spot(p.name)) data = std::max(data, p.waits_for_data);
        return std::min(ratio(std::min(room, data), numbers_.cycles), 1.0);
    }

private:
    bool reads_from_spot(const std::string& name) const {
        return std::any_of(numbers_.streams.begin(), numbers_.streams.end(),
                           [&](const StreamNumbers& s) {
                               return s.reader == name && s.blocked > 0 && is_in_spot(s.writer);
                           });
    }

    bool is_in_spot(const std::string& name) const {
        return std::any_of(spot_.threads.begin(), spot_.threads.end(), [&](const auto& thread) {
            const auto process = numbers_.processes.find(thread.first);
            return process != numbers_.processes.end() && process->second.name == name;
        });
    }

    const SpotNumbers& spot_;
    const CNumbers& numbers_;
};

class Judge {
public:
    Judge(const SpotNumbers& spot, const CNumbers& numbers)
        : spot_(spot), numbers_(numbers), run_(numbers.cycles), part_(main_part(spot.time)) {
        const std::uint64_t all = numbers.at_work;
        waits_for_others_ = threads_wait(numbers, spot.function);
        made_.share = ratio(spot.time.cycles(), all);
        made_.evidence.kind = EvidenceKind::c_line;
        made_.evidence.place = fmt::format("{}{} in {}", spot.loop ? "the loop at " : "the line ",
                                           spot.source, spot.function);
        const auto busiest =
            std::max_element(spot.threads.begin(), spot.threads.end(),
                             [](const auto& a, const auto& b) { return a.second < b.second; });
        made_.subject = busiest->first.substr(0, busiest->first.rfind('.'));
    }

    Verdict verdict() {
        if (part_.doing == MainPart::Doing::works)
            works();
        else if (part_.doing == MainPart::Doing::overhead)
            say("the pipeline fills and empties",
                "make the loop longer: join it with the one around it");
        else
            waits();
        // With more datapaths every thread waits longer for results: that cannot be foretold.
        if (made_.saving && run_ > 0 && !part_.waits_for(WaitedFor::turn)) {
            made_.saving->basis = SavingBasis::at_most;
            made_.saving->share = std::min(ratio(most_cycles(), run_), 1.0) * saved_of_it();
            if (!numbers_.processes.empty()) limit_by_network();
        }
        return made_;
    }

private:
    // The run gets shorter by no more than these cycles. Threads that never wait for each other are
    // each done sooner by their own only.
    std::uint64_t most_cycles() const {
        return std::min(part_.cycles, waits_for_others_ ? run_ - std::min(run_, work_that_stays())
                                                        : longest_of(spot_));
    }

    // The most that a thread does elsewhere. What it does here may go too: with a lock goes what it
    // is held for, and a loop that no longer waits for a port is another one. Pipelines that fill
    // and empty may do so less often in another form of the program.
    std::uint64_t work_that_stays() const {
        std::map<std::string, std::uint64_t> stays;
        for (const SpotNumbers& s : numbers_.spots)
            if (&s != &spot_)
                for (const auto& [path, cycles] : s.work) stays[path] += cycles;
        std::uint64_t most = 0;
        for (const auto& [path, cycles] : stays) most = std::max(most, cycles);
        return most;
    }

    // Where the reader of a full stream starves at other times, a larger one evens that out. Any
    // other wait for a stream is the work of somebody else, whose own spots say what it would save.
    void limit_by_network() {
        const NetworkLimits limits(spot_, numbers_);
        Saving& saving = *made_.saving;
        const double by_depth = limits.saved_by_depth();
        if (part_.waits_for(WaitedFor::room) && by_depth >= kLeastShare) {
            saving.share = std::min(saving.share, by_depth);
            saving.change = fmt::format(
                "create {} with more elements, because its reader starves at other times",
                part_.cause.object);
        } else if (part_.waits_for(WaitedFor::room) || part_.waits_for(WaitedFor::data)) {
            saving = {SavingBasis::unknown, 0, {}, {}, saving.change};
        } else {
            saving.share = std::min(saving.share, limits.saved_at_most());
        }
    }

    // A pipeline still needs a cycle for each iteration, of which there are fewer if each does
    // more.
    double saved_of_it() const {
        const bool starts = part_.doing == MainPart::Doing::works && spot_.loop &&
                            spot_.loop->interval > 1 && !spot_.loop->more_at_once;
        return starts ? 1 - 1.0 / spot_.loop->interval : 1;
    }

    void works() {
        if (!spot_.loop) {
            made_.evidence.said = "it runs step by step, not as a pipeline" + who();
            return advise(
                "put it into a loop whose body has no other loop, so that it becomes a pipeline");
        }
        const LoopNumbers& loop = *spot_.loop;
        made_.evidence.said = fmt::format(
            "II {}: {}{}", loop.interval,
            loop.interval > 1 && !loop.why.empty() ? loop.why : "an iteration starts every cycle",
            who());
        advise(loop.interval > 1
                   ? loop.advice
                   : "unroll it, or widen its data, so that a cycle does more of the work");
    }

    void waits() {
        const std::string& object = part_.cause.object;
        switch (part_.cause.kind) {
            case WaitedFor::lock:
                made_.kind = BottleneckKind::lock;
                return say("a lock is waited for",
                           "let each thread work on a copy of its own, and join the copies once");
            case WaitedFor::barrier:
                made_.kind = BottleneckKind::lock;
                return say("a barrier is waited for", "give the threads equal shares of the work");
            case WaitedFor::turn:
                return say("the datapath works for the threads that share it",
                           "let fewer threads share one: --threads-per-datapath");
            case WaitedFor::data:
                made_.kind = BottleneckKind::queue;
                return say(fmt::format("data of {} is waited for", object),
                           fmt::format("see what the writer of {} does", object));
            case WaitedFor::room:
                made_.kind = BottleneckKind::queue;
                return say(fmt::format("room in {} is waited for", object),
                           fmt::format("see what the reader of {} does", object));
            default:
                memory(object);
        }
    }

    void memory(const std::string& array) {
        made_.kind = BottleneckKind::memory;
        if (part_.cause.kind == WaitedFor::port)
            return say(fmt::format("the port of {} is waited for", array), port_advice(array));
        if (part_.cause.kind == WaitedFor::answer)
            return say(
                fmt::format("answers of {} are waited for", array),
                fmt::format(
                    "copy what is needed of {} into a local array, or plan for late answers with "
                    "--memory-latency",
                    array));
        say(cause_text(part_.cause) + " are waited for",
            "write less before a lock is given back or a message is sent");
    }

    std::string port_advice(const std::string& array) const {
        constexpr unsigned kVectorBytes = 16;  // of the widest port
        const bool in_vectors =
            std::any_of(numbers_.ports.begin(), numbers_.ports.end(), [&](const PortNumbers& p) {
                return p.name.ends_with("." + array) && p.word_bytes >= kVectorBytes;
            });
        if (in_vectors)
            return fmt::format(
                "use what is read of {} more often, as larger blocks do, or give it a channel of "
                "the memory of its own",
                array);
        return fmt::format("read {0} in vectors, or copy what is needed of {0} into a local array",
                           array);
    }

    void say(const std::string& what, const std::string& advice) {
        made_.evidence.said = fmt::format("{} in {} of its cycles{}", what,
                                          percent(ratio(part_.cycles, spot_.time.cycles())), who());
        advise(advice);
    }

    void advise(const std::string& change) {
        if (!change.empty()) made_.saving = Saving{SavingBasis::unknown, 0, {}, {}, change};
    }

    // Of a process, how much of its time that is.
    std::string who() const {
        if (const auto p = numbers_.processes.find(made_.subject + ".activity");
            p != numbers_.processes.end())
            return fmt::format(", {} of the time of {}",
                               percent(ratio(longest_of(spot_), time_of(p->second))),
                               p->second.name);
        const std::string threads = threads_text(spot_);
        return threads.empty() ? "" : fmt::format(" ({})", threads);
    }

    static std::uint64_t time_of(const ProcessNumbers& p) {
        return p.works + p.waits_for_data + p.waits_for_room;
    }

    const SpotNumbers& spot_;
    const CNumbers& numbers_;
    const std::uint64_t run_;
    const MainPart part_;
    bool waits_for_others_ = false;
    Verdict made_;
};

double bound_of(const Verdict& v) {
    return v.saving && v.saving->basis == SavingBasis::at_most ? v.saving->share : 0;
}

json verdict_json(const Verdict& v) {
    json j = {{"path", v.subject},
              {"where", v.evidence.place},
              {"evidence", v.evidence.said},
              {"advice", v.saving ? v.saving->change : ""},
              {"kind", static_cast<int>(v.kind)},
              {"share", v.share}};
    if (v.saving && v.saving->basis == SavingBasis::at_most) j["bound"] = v.saving->share;
    return j;
}

Verdict verdict_of(const json& j) {
    const int kind = std::clamp(j.value("kind", 0), 0, static_cast<int>(BottleneckKind::outside));
    Verdict v;
    v.subject = j.value("path", "");
    v.kind = static_cast<BottleneckKind>(kind);
    v.share = j.value("share", 0.0);
    v.evidence.kind = EvidenceKind::c_line;
    v.evidence.place = j.value("where", "");
    v.evidence.said = j.value("evidence", "");
    const std::string change = j.value("advice", "");
    if (change.empty()) return v;
    v.saving = Saving{SavingBasis::unknown, 0, {}, {}, change};
    if (!j.contains("bound")) return v;
    v.saving->basis = SavingBasis::at_most;
    v.saving->share = std::clamp(j.at("bound").get<double>(), 0.0, 1.0);
    return v;
}

// A run may be a stranger's: what is not ours is no verdict.
std::vector<Verdict> kept_verdicts(const RunFacts& facts) {
    std::vector<Verdict> verdicts;
    const json kept = json::parse(facts.find(kFact).value_or("[]"), nullptr, false);
    try {
        if (kept.is_array())
            for (const json& j : kept) verdicts.push_back(verdict_of(j));
    } catch (const json::exception&) {
        verdicts.clear();
    }
    return verdicts;
}

}  // namespace

std::vector<Verdict> verdicts_of(const CNumbers& numbers) {
    // A process of a network may decide its time alone, however many others there are.
    const bool network = !numbers.processes.empty();
    std::vector<const SpotNumbers*> spots;
    for (const SpotNumbers& s : numbers.spots)
        if ((network ? ratio(longest_of(s), numbers.cycles)
                     : ratio(s.time.cycles(), numbers.at_work)) >= kLeastShare)
            spots.push_back(&s);
    std::stable_sort(spots.begin(), spots.end(), [](const auto* a, const auto* b) {
        return a->time.cycles() > b->time.cycles();
    });
    std::vector<Verdict> verdicts;
    for (const SpotNumbers* spot : spots) verdicts.push_back(Judge(*spot, numbers).verdict());
    if (network)
        std::stable_sort(verdicts.begin(), verdicts.end(), [](const Verdict& a, const Verdict& b) {
            return bound_of(a) > bound_of(b);
        });
    if (verdicts.size() > kMost) verdicts.resize(kMost);
    return verdicts;
}

Verdict headline_of(const std::vector<Verdict>& verdicts) {
    if (!verdicts.empty()) return verdicts.front();
    Verdict none;
    none.doubt.kind = DoubtKind::no_line;
    return none;
}

void keep_verdicts(const std::vector<Verdict>& verdicts, RunFacts& facts) {
    json kept = json::array();
    for (const Verdict& v : verdicts) kept.push_back(verdict_json(v));
    facts.facts.emplace_back(kFact, kept.dump());
}

void speak_of_c(const Run& run, Analysis& analysis) {
    const std::vector<Verdict> verdicts = kept_verdicts(run.facts);
    if (verdicts.empty()) return;
    analysis.verdict = headline_of(verdicts);
    analysis.seen = {};
    analysis.bottlenecks = verdicts;
    analysis.frame_bottlenecks.clear();
    analysis.advice.clear();
    for (const Verdict& v : verdicts) {
        if (!v.saving) continue;
        const bool bounded = v.saving->basis == SavingBasis::at_most;
        analysis.advice.push_back(
            {"c_line", v.subject,
             fmt::format("{}: {}.", capitalised(v.evidence.place), v.saving->change),
             bounded ? std::optional(v.saving->share) : std::nullopt, v.evidence.said,
             Quality::estimated});
    }
    order_advice(analysis.advice);
}

}  // namespace tapestry
