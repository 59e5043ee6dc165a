// SPDX-License-Identifier: Apache-2.0
#include "jobs/c/hls_verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/number_text.h"

namespace tapestry {

using nlohmann::json;

namespace {

constexpr const char* kFact = "c_verdicts";
constexpr const char* kTurn = "its turn at the datapath";
constexpr double kLeastShare = 0.05;
constexpr std::size_t kMost = 3;

double ratio(std::uint64_t part, std::uint64_t whole) {
    return whole ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

std::string capital(std::string text) {
    if (!text.empty())
        text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
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

// What a spot does in most of its cycles: "works", "overhead", or the cause of a wait.
std::pair<std::string, std::uint64_t> main_part(const LineNumbers& time) {
    std::pair<std::string, std::uint64_t> most{"works", time.works};
    if (time.overhead > most.second) most = {"overhead", time.overhead};
    for (const auto& [cause, cycles] : time.waits)
        if (cycles > most.second) most = {cause, cycles};
    return most;
}

// "data of x" of "data of": x.
std::string object_of(const std::string& cause, const std::string& words) {
    return cause.starts_with(words) ? cause.substr(words.size() + 1)
                                    : cause.substr(0, cause.size() - words.size() - 1);
}

class Judge {
public:
    Judge(const SpotNumbers& spot, std::uint64_t all, std::uint64_t run) : spot_(spot), run_(run) {
        std::tie(part_, cycles_) = main_part(spot.time);
        made_.share = ratio(spot.time.cycles(), all);
        made_.where = fmt::format("{}{} in {}", spot.loop ? "the loop at " : "the line ",
                                  spot.source, spot.function);
        const auto busiest =
            std::max_element(spot.threads.begin(), spot.threads.end(),
                             [](const auto& a, const auto& b) { return a.second < b.second; });
        made_.path = busiest->first.substr(0, busiest->first.rfind('.'));
    }

    CVerdict verdict() {
        if (part_ == "works")
            works();
        else if (part_ == "overhead")
            say("the pipeline fills and empties",
                "make the loop longer: join it with the one around it");
        else
            waits();
        // With more datapaths every thread waits longer for results: that cannot be foretold.
        if (!made_.advice.empty() && run_ > 0 && part_ != kTurn)
            made_.bound = std::min(ratio(cycles_, run_), 1.0) * saved_of_it();
        return made_;
    }

private:
    // A pipeline still needs a cycle for each iteration.
    double saved_of_it() const {
        const bool starts = part_ == "works" && spot_.loop && spot_.loop->interval > 1;
        return starts ? 1 - 1.0 / spot_.loop->interval : 1;
    }

    void works() {
        if (!spot_.loop) {
            made_.evidence = "it is worked off step by step" + who();
            made_.advice =
                "put it into a loop whose body has no other loop, so that it becomes a pipeline";
            return;
        }
        const LoopNumbers& loop = *spot_.loop;
        made_.evidence = fmt::format(
            "II {}: {}{}", loop.interval,
            loop.interval > 1 && !loop.why.empty() ? loop.why : "an iteration starts every cycle",
            who());
        made_.advice = loop.interval > 1
                           ? loop.advice
                           : "more of it at once, or wider data, would share the work";
    }

    void waits() {
        if (part_ == "lock") {
            made_.kind = BottleneckKind::lock;
            say("a lock is waited for",
                "let each thread work on a copy of its own, and join the copies once");
        } else if (part_ == "barrier") {
            made_.kind = BottleneckKind::lock;
            say("a barrier is waited for", "give the threads equal shares of the work");
        } else if (part_ == kTurn) {
            made_.kind = BottleneckKind::compute;
            say("the datapath works for the threads that share it",
                "let fewer threads share one: --threads-per-datapath");
        } else if (part_.starts_with("data of")) {
            made_.kind = BottleneckKind::queue;
            say(part_ + " is waited for",
                "see what the writer of " + object_of(part_, "data of") + " does");
        } else if (part_.starts_with("room in")) {
            made_.kind = BottleneckKind::queue;
            say(part_ + " is waited for",
                "see what the reader of " + object_of(part_, "room in") + " does");
        } else {
            memory();
        }
    }

    void memory() {
        made_.kind = BottleneckKind::memory;
        if (part_.ends_with(" is busy")) {
            const std::string array = object_of(part_, "is busy");
            say(fmt::format("the port of {} is waited for", array),
                fmt::format("read {0} in vectors, or copy what is needed of {0} into a local array",
                            array));
        } else if (part_.ends_with(" answers")) {
            const std::string array = object_of(part_, "answers");
            say(fmt::format("answers of {} are waited for", array),
                fmt::format(
                    "copy what is needed of {} into a local array, or plan for late answers with "
                    "--memory-latency",
                    array));
        } else {
            say(part_ + " are waited for",
                "write less before a lock is given back or a message is sent");
        }
    }

    void say(const std::string& what, const std::string& advice) {
        made_.evidence = fmt::format("{} in {} of its cycles{}", what,
                                     percent(ratio(cycles_, spot_.time.cycles())), who());
        made_.advice = advice;
    }

    std::string who() const {
        const std::string threads = threads_text(spot_);
        return threads.empty() ? "" : fmt::format(" ({})", threads);
    }

    const SpotNumbers& spot_;
    const std::uint64_t run_;
    std::string part_;
    std::uint64_t cycles_ = 0;
    CVerdict made_;
};

json to_json(const CVerdict& v) {
    json j = {{"path", v.path},
              {"where", v.where},
              {"evidence", v.evidence},
              {"advice", v.advice},
              {"kind", static_cast<int>(v.kind)},
              {"share", v.share}};
    if (v.bound) j["bound"] = *v.bound;
    return j;
}

CVerdict verdict_of(const json& j) {
    const int kind = std::clamp(j.value("kind", 0), 0, static_cast<int>(BottleneckKind::outside));
    CVerdict v{j.value("path", ""),
               j.value("where", ""),
               j.value("evidence", ""),
               j.value("advice", ""),
               static_cast<BottleneckKind>(kind),
               j.value("share", 0.0),
               std::nullopt};
    if (j.contains("bound")) v.bound = std::clamp(j.at("bound").get<double>(), 0.0, 1.0);
    return v;
}

// A run may be a stranger's: what is not ours is no verdict.
std::vector<CVerdict> kept_verdicts(const RunFacts& facts) {
    std::vector<CVerdict> verdicts;
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

std::vector<CVerdict> verdicts_of(const CNumbers& numbers) {
    std::vector<const SpotNumbers*> spots;
    for (const SpotNumbers& s : numbers.spots)
        if (ratio(s.time.cycles(), numbers.at_work) >= kLeastShare) spots.push_back(&s);
    std::stable_sort(spots.begin(), spots.end(), [](const auto* a, const auto* b) {
        return a->time.cycles() > b->time.cycles();
    });
    std::vector<CVerdict> verdicts;
    for (std::size_t i = 0; i < std::min(kMost, spots.size()); ++i)
        verdicts.push_back(Judge(*spots[i], numbers.at_work, numbers.cycles).verdict());
    return verdicts;
}

std::string advice_text(const CVerdict& v) {
    if (!v.bound) return capital(v.advice) + ".";
    return fmt::format("{}: that saves at most {} of the run.", capital(v.advice),
                       percent(*v.bound));
}

std::string answer_of(const std::vector<CVerdict>& verdicts) {
    if (verdicts.empty()) return "No line of the program takes a twentieth of the cycles.";
    const CVerdict& v = verdicts.front();
    return fmt::format("{} takes {} of the cycles of all threads; {}.{}", capital(v.where),
                       percent(v.share), v.evidence, v.advice.empty() ? "" : " " + advice_text(v));
}

void keep_verdicts(const std::vector<CVerdict>& verdicts, RunFacts& facts) {
    json kept = json::array();
    for (const CVerdict& v : verdicts) kept.push_back(to_json(v));
    facts.facts.emplace_back(kFact, kept.dump());
}

void speak_of_c(const Run& run, Analysis& analysis) {
    const std::vector<CVerdict> verdicts = kept_verdicts(run.facts);
    if (verdicts.empty()) return;
    analysis.answer = answer_of(verdicts);
    analysis.seen.clear();
    analysis.bottlenecks.clear();
    analysis.frame_bottlenecks.clear();
    analysis.advice.clear();
    for (const CVerdict& v : verdicts) {
        analysis.bottlenecks.push_back(
            {v.path, v.kind, v.share, v.where + ": " + v.evidence, Quality::exact, {}, {}});
        if (!v.advice.empty())
            analysis.advice.push_back({"c_line", v.path,
                                       fmt::format("{}: {}.", capital(v.where), v.advice), v.bound,
                                       v.evidence, Quality::estimated});
    }
}

}  // namespace tapestry
