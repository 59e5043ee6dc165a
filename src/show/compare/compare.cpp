// SPDX-License-Identifier: Apache-2.0
#include "show/compare/compare.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "base/path_name.h"
#include "show/compare/answer.h"
#include "show/compare/match_taps.h"

namespace tapestry {

namespace {

// The index of the run itself, where a tap is expected.
constexpr std::size_t kTheRun = kNoMatch;

// Identifies one number: tap (index into known_), metric, item.
using Key = std::tuple<std::size_t, std::size_t, std::string>;

struct Values {
    std::vector<double> values;
    Quality quality = Quality::exact;
    Role role = Role::work;
};

// The numbers of all runs of one side, by the taps that all sides share.
struct Side {
    std::map<Key, Values> numbers;
    std::map<std::size_t, std::string> paths;  // tap -> its path in this side
    std::vector<std::string> partial;
    std::set<std::string> limiters;  // of its runs; "" for a run without one
    std::string answer;              // of its first run, a sentence
};

Spread spread_of(const Values& v) {
    Spread s;
    s.runs = v.values.size();
    s.quality = v.quality;
    s.least = *std::min_element(v.values.begin(), v.values.end());
    s.most = *std::max_element(v.values.begin(), v.values.end());
    for (const double value : v.values) s.mean += value / static_cast<double>(s.runs);
    if (s.least == s.most) s.mean = s.least;  // without rounding error
    return s;
}

bool differs(const Spread& a, const Spread& b) {
    const bool apart = a.most < b.least || b.most < a.least;
    return apart && std::abs(b.mean - a.mean) > std::max(a.most - a.least, b.most - b.least);
}

bool is_known(Quality quality) {
    return quality == Quality::exact || quality == Quality::tried || quality == Quality::estimated;
}

Outcome verdict_of(const Difference& d, Sense sense, bool neutral) {
    if (!is_known(d.before.quality) || !is_known(d.after.quality)) return Outcome::unclear;
    if (!differs(d.before, d.after)) return Outcome::same;
    if (sense != Sense::less_is_faster || neutral) return Outcome::changed;
    return d.change < 0 ? Outcome::faster : Outcome::slower;
}

double effect(const Difference& d) {
    if (d.in_cycles) return std::abs(d.change);
    return d.relative ? std::abs(*d.relative) : HUGE_VAL;
}

bool is_greater(const Difference& a, const Difference& b) {
    if (a.in_cycles != b.in_cycles) return a.in_cycles;
    if (effect(a) != effect(b)) return effect(a) > effect(b);
    return std::tie(a.path, a.item, a.number) < std::tie(b.path, b.item, b.number);
}

// The probability that the runs of the two sides separate completely by chance:
//   2 / binomial(a + b, a), since 2 of all assignments of the a + b values to the sides do so.
double chance_of(std::size_t a, std::size_t b) {
    double ways = 1;
    for (std::size_t i = 1; i <= a; ++i) {
        ways *= static_cast<double>(b + i) / static_cast<double>(i);
    }
    return std::min(1.0, 2 / ways);
}

class Comparer {
public:
    void take(const ComparedSide& side) {
        Side& out = sides_.emplace_back();
        for (const RunNumbers& run : side.runs) {
            add(run, out);
            if (run.partial) out.partial.push_back(run.name);
            out.limiters.insert(run.limiter);
        }
        out.answer = side.runs.front().answer;
    }

    SideComparison compare_with_first(std::size_t index, const ComparedSide& first,
                                      const ComparedSide& other) {
        SideComparison out;
        out.name = other.name;
        if (first.runs.size() + other.runs.size() > 2) {
            out.chance = chance_of(first.runs.size(), other.runs.size());
        }
        for (const std::size_t i : {std::size_t{0}, index})
            for (const auto& [tap, path] : sides_[i].paths)
                out.paths.emplace_back(known_[tap].kind == "fsm" ? parent_path(path) : path);
        list_taps(sides_[0], sides_[index], out);
        list_numbers(sides_[0], sides_[index], out);
        std::sort(out.differences.begin(), out.differences.end(), is_greater);
        add_remarks(sides_[0], sides_[index], out);
        out.answer = answer_of(out.differences, limiter_of(sides_[0]), limiter_of(sides_[index]));
        return out;
    }

private:
    void add(const RunNumbers& run, Side& side) {
        std::vector<std::size_t> match = match_taps(known_, run.taps);
        std::map<std::int64_t, std::size_t> index;  // tap -> index in known_
        for (std::size_t i = 0; i < run.taps.size(); ++i) {
            if (match[i] == kNoMatch) {
                match[i] = known_.size();
                known_.push_back(run.taps[i]);
            }
            index[run.taps[i].tap] = match[i];
            side.paths.emplace(match[i], run.taps[i].path);
        }
        for (const MeasuredNumber& n : run.numbers) {
            const std::size_t tap = n.tap < 0 ? kTheRun : index[n.tap];
            Values& v = side.numbers[{tap, n.metric, n.item}];
            v.values.push_back(n.value);
            v.quality = std::max(v.quality, n.quality);
            v.role = n.role;
        }
    }

    void list_taps(const Side& before, const Side& after, SideComparison& out) const {
        for (const auto& [tap, path] : before.paths) {
            const auto it = after.paths.find(tap);
            if (it == after.paths.end()) {
                out.gone.push_back(path);
            } else if (it->second != path) {
                out.renamed.emplace_back(path, it->second);
            }
        }
        for (const auto& [tap, path] : after.paths) {
            if (!before.paths.count(tap)) out.appeared.push_back(path);
        }
    }

    void list_numbers(const Side& before, const Side& after, SideComparison& out) const {
        for (const auto& [key, values] : before.numbers) {
            const auto it = after.numbers.find(key);
            if (it != after.numbers.end()) {
                add_difference(key, values, it->second, before, after, out);
            } else if (is_lone_item(key, after)) {
                out.gone.push_back(name_of(key, before));
                add_difference(key, values, none_of(values), before, after, out);
            }
        }
        for (const auto& [key, values] : after.numbers) {
            if (before.numbers.count(key) || !is_lone_item(key, before)) continue;
            out.appeared.push_back(name_of(key, after));
            add_difference(key, none_of(values), values, before, after, out);
        }
    }

    // Whether it is of an item, such as a state, that the other side lacks though it has the tap.
    static bool is_lone_item(const Key& key, const Side& there) {
        return !std::get<std::string>(key).empty() && there.paths.count(std::get<0>(key)) > 0;
    }

    static std::string name_of(const Key& key, const Side& side) {
        return side.paths.at(std::get<0>(key)) + " " + std::get<std::string>(key);
    }

    // A state that is not there takes no cycles.
    static Values none_of(const Values& there) { return {{0.0}, there.quality, there.role}; }

    void add_difference(const Key& key, const Values& a, const Values& b, const Side& before,
                        const Side& after, SideComparison& out) const {
        const auto& [tap, index, item] = key;
        const Metric& metric = metrics()[index];
        Difference d;
        d.kind = metric.kind;
        if (tap != kTheRun) {
            d.path = before.paths.at(tap);
            d.new_path = after.paths.at(tap);
        }
        d.item = item;
        d.number = metric.number;
        d.in_cycles = metric.in_cycles;
        d.before = spread_of(a);
        d.after = spread_of(b);
        d.change = d.after.mean - d.before.mean;
        if (d.before.mean != 0) d.relative = d.change / d.before.mean;
        const double run_cycles = cycles_of(before);
        if (d.in_cycles && run_cycles > 0) d.share_of_run = d.change / run_cycles;
        d.is_wait = a.role == Role::wait || b.role == Role::wait;
        d.verdict = verdict_of(d, metric.sense, a.role == Role::rest && b.role == Role::rest);
        const bool is_equal = d.verdict == Outcome::same && d.change == 0;
        if (is_equal) {
            ++out.equal;
        } else {
            out.differences.push_back(std::move(d));
        }
    }

    // Empty if the runs of the side disagree.
    static std::string limiter_of(const Side& side) {
        return side.limiters.size() == 1 ? *side.limiters.begin() : "";
    }

    static double cycles_of(const Side& side) {
        const auto it = side.numbers.find({kTheRun, 0, ""});
        return it == side.numbers.end() ? 0 : spread_of(it->second).mean;
    }

    void add_remarks(const Side& before, const Side& after, SideComparison& out) const {
        for (const Side* side : {&before, &after}) {
            for (const std::string& name : side->partial) {
                out.remarks.push_back(fmt::format("{} is partial: its numbers end early.", name));
            }
        }
        if (before.answer != after.answer)
            out.remarks.push_back(fmt::format("Before: {} After: {}", before.answer, after.answer));
        std::size_t work = 0;
        const Difference* largest = nullptr;
        for (const Difference& d : out.differences) {
            if (!is_work(d) || d.verdict == Outcome::same) continue;
            ++work;
            if (!largest) largest = &d;
        }
        if (!largest) return;
        out.remarks.push_back(fmt::format(
            "The work differs: {} of {} went from {:g} to {:g}{}. Times are not those of the same "
            "work.",
            largest->number, largest->path, largest->before.mean, largest->after.mean,
            work > 1 ? fmt::format(" (and {} other counts changed)", work - 1) : ""));
    }

    static bool is_work(const Difference& d) {
        return std::any_of(metrics().begin(), metrics().end(), [&](const Metric& m) {
            return m.sense == Sense::work && m.kind == d.kind && m.number == d.number;
        });
    }

    std::vector<TapIdentity> known_;
    std::vector<Side> sides_;
};

}  // namespace

Comparison compare(const std::vector<ComparedSide>& sides) {
    Comparer comparer;
    for (const ComparedSide& side : sides) comparer.take(side);
    Comparison out;
    out.baseline = sides.at(0).name;
    for (std::size_t i = 1; i < sides.size(); ++i) {
        out.sides.push_back(comparer.compare_with_first(i, sides[0], sides[i]));
    }
    return out;
}

}  // namespace tapestry
