// SPDX-License-Identifier: Apache-2.0
#include "views.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "name.h"

namespace recount {

namespace {

using Json = nlohmann::json;
using Cells = std::map<std::string, Json>;
// The rows of a view by what tells them apart; a row is a cell for each column that is computed.
using Rows = std::map<std::string, Cells>;

// The columns of a view that tell its rows apart.
std::vector<std::string> keys_of(const std::string& view) {
    if (view == "states") return {"tap", "state"};
    if (view == "transitions") return {"tap", "from_state", "to_state"};
    if (view == "queue_histogram") return {"tap", "occupancy"};
    if (view == "trace") return {"tap", "record"};
    if (view == "numbers") return {"tap", "name"};
    if (view.ends_with("histogram")) return {"tap", "bin"};
    return {"tap"};
}

std::string key_of(const std::string& view, const Json& row) {
    std::string key;
    for (const std::string& column : keys_of(view)) key += " " + row.value(column, Json()).dump();
    return key;
}

Json ratio(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? Json() : Json(static_cast<double>(part) / static_cast<double>(whole));
}
Json unless_zero(std::uint64_t number) { return number == 0 ? Json() : Json(number); }

class Expected {
public:
    void add_tap(const Json& tap, const Record& record) {
        tap_ = &tap;
        record_ = &record;
        Cells cells = {{"kind", tap.at("kind")},
                       {"path", tap.at("path")},
                       {"observed_cycles", number("observed_cycles")},
                       {"reset_cycles", number("reset_cycles")}};
        // Whether answers really overtook each other shows another tap: that of the transfers under
        // way.
        if (!tap.contains("reorders")) cells["quality"] = quality();
        add("taps", std::move(cells));
        add_numbers();
        const std::string kind = tap.at("kind");
        if (kind == "fsm") add_machine();
        if (kind == "stream") add_stream();
        if (kind == "event") add_event();
        if (kind == "value") add_value();
        if (kind == "sum")
            add("sums", {{"samples", number("samples")}, {"total", number("total")}});
        if (kind == "assert") add_assertion();
        if (kind == "trace") add_trace();
        // Queues and calls that time a bus are none of the design.
        if (tap.value("bus", "").empty() && kind == "queue") add_queue();
        if (tap.value("bus", "").empty() && kind == "call") add_call();
    }

    const std::map<std::string, Rows>& views() const { return views_; }

private:
    std::uint64_t number(const std::string& word) const {
        for (const auto& [name, numbers] : record_->words)
            if (name == word && numbers.size() == 1) return numbers[0];
        return 0;
    }

    std::string quality() const {
        const bool lost = number("overflows") != 0 || number("underflows") != 0;
        return number("saturated") != 0 ? "lower_bound" : lost ? "estimated" : "exact";
    }

    void add(const std::string& view, Cells cells) {
        cells["tap"] = tap_->at("tap");
        std::string key;
        for (const std::string& column : keys_of(view)) key += " " + cells.at(column).dump();
        views_[view][key] = std::move(cells);
    }

    void add_words(const std::string& view, const std::vector<std::string>& words, Cells more) {
        for (const std::string& word : words) more[word] = number(word);
        add(view, std::move(more));
    }

    // Nobody may know how wide a beat is.
    bool knows_bytes() const {
        return tap_->value("bytes_per_beat", std::uint64_t{0}) > 0 ||
               tap_->at("observe").contains("keep");
    }

    // Observed cycles in which a queue held between `least` and `most` entries.
    std::uint64_t held(std::uint64_t least, std::uint64_t most) const {
        std::uint64_t cycles = 0;
        for (const auto& [word, n] : record_->words)
            if (word == "histogram" && n[0] >= least && n[0] <= most) cycles += n[1];
        return cycles;
    }

    void add_numbers() {
        static const std::set<std::string> kOfEvery = {"edges", "reset_cycles", "observed_cycles",
                                                       "end", "saturated"};
        for (const auto& [word, numbers] : record_->words) {
            if (word == "bytes" && !knows_bytes()) continue;
            if (numbers.size() == 1 && !kOfEvery.contains(word))
                add("numbers", {{"name", word}, {"value", numbers[0]}});
        }
    }

    std::string state_name(std::uint64_t index) const {
        const Json& states = tap_->at("states");
        return index < states.size() ? states[index].at("name").get<std::string>() : "other";
    }

    void add_machine() {
        const std::uint64_t observed = number("observed_cycles");
        for (std::size_t i = 0; i < tap_->at("states").size(); ++i)
            add_state(state_name(i), {0, 0, 0, 0}, observed);
        for (const auto& [word, n] : record_->words) {
            if (word == "state") add_state(state_name(n[0]), {n[1], n[2], n[3], n[4]}, observed);
            if (word == "transition")
                add("transitions", {{"from_state", state_name(n[0])},
                                    {"to_state", state_name(n[1])},
                                    {"count", n[2]}});
        }
    }

    void add_state(const std::string& name, const std::vector<std::uint64_t>& n,
                   std::uint64_t observed) {
        add("states", {{"state", name},
                       {"cycles", n[0]},
                       {"share", ratio(n[0], observed)},
                       {"entries", n[1]},
                       {"min_dwell", unless_zero(n[2])},
                       {"max_dwell", unless_zero(n[3])}});
    }

    // Bin k holds lengths from 2^k to 2^(k+1)-1.
    void add_log_histogram(const std::string& view, const std::string& word,
                           const std::string& length, const std::string& count) {
        for (const auto& [name, n] : record_->words) {
            if (name != word) continue;
            const std::uint64_t low = std::uint64_t{1} << n[0];
            add(view, {{"bin", n[0]},
                       {"from_" + length, low},
                       {"to_" + length, low + (low - 1)},
                       {count, n[1]}});
        }
    }

    void add_stream() {
        add_words("channels",
                  {"transfer_cycles", "blocked_cycles", "starved_cycles", "idle_cycles", "packets",
                   "longest_block"},
                  {{"beats", number("transfer_cycles")},
                   {"bytes", knows_bytes() ? Json(number("bytes")) : Json()}});
        add_log_histogram("burst_histogram", "burst_histogram", "length", "bursts");
    }

    // A queue is full, or empty, when it says so or when its occupancy shows it.
    void add_queue() {
        constexpr std::uint64_t kAny = ~std::uint64_t{0};
        const std::uint64_t depth = tap_->value("depth", std::uint64_t{0});
        add_words(
            "queues", {"pushes", "pops", "max_occupancy", "refused_pushes", "refused_pops"},
            {{"depth", unless_zero(depth)},
             {"full_cycles", std::max(number("full_cycles"), depth == 0 ? 0 : held(depth, kAny))},
             {"empty_cycles", std::max(number("empty_cycles"), held(0, 0))},
             {"mean_occupancy", ratio(number("occupancy_sum"), number("observed_cycles"))}});
        for (const auto& [word, n] : record_->words)
            if (word == "histogram")
                add("queue_histogram", {{"occupancy", n[0]}, {"cycles", n[1]}});
    }

    void add_call() {
        const std::uint64_t completions = number("completions");
        const auto of_some = [&](const char* word) {
            return completions == 0 ? Json() : Json(number(word));
        };
        add_words("calls", {"invocations", "busy_cycles"},
                  {{"min_latency", of_some("min_latency")},
                   {"max_latency", of_some("max_latency")},
                   {"mean_latency", ratio(number("latency_sum"), completions)}});
        add_log_histogram("latency_histogram", "latency_histogram", "latency", "completions");
    }

    void add_event() {
        add_words("events", {"cycles_true", "rising_edges", "longest_run"},
                  {{"share", ratio(number("cycles_true"), number("observed_cycles"))}});
    }

    void add_value() {
        const std::uint64_t samples = number("samples");
        const auto of_some = [&](const char* word) {
            return samples == 0 ? Json() : Json(number(word));
        };
        add_words("value_totals", {"samples", "unknown", "value_sum", "below", "above"},
                  {{"mean", ratio(number("value_sum"), samples)},
                   {"least", of_some("least")},
                   {"most", of_some("most")}});
        const std::uint64_t from = tap_->value("from", std::uint64_t{0});
        const std::uint64_t step = tap_->value("step", std::uint64_t{1});
        for (const auto& [word, n] : record_->words) {
            if (word == "histogram")
                add("value_histogram", {{"bin", n[0]},
                                        {"from_value", from + n[0] * step},
                                        {"to_value", from + (n[0] + 1) * step - 1},
                                        {"samples", n[1]}});
        }
    }

    void add_assertion() {
        const std::uint64_t violations = number("violations");
        add("assertions",
            {{"violations", violations},
             {"first_edge", violations == 0 ? Json() : Json(number("first_violation"))},
             {"share", ratio(violations, number("observed_cycles"))}});
    }

    void add_trace() {
        add("traces", {{"records", number("records")}, {"lost", number("lost")}});
        for (const auto& [word, n] : record_->words) {
            if (word == "record" && n[2] >> 63 == 0)
                add("trace", {{"record", n[0]}, {"edge", n[1]}, {"value", n[2]}});
            else if (word.ends_with("record"))
                add("trace", {{"record", n[0]}, {"edge", n[1]}, {"value", Json()}});
        }
    }

    const Json* tap_ = nullptr;
    const Record* record_ = nullptr;
    std::map<std::string, Rows> views_;
};

bool same(const Json& a, const Json& b) {
    if (!a.is_number_float() && !b.is_number_float()) return a == b;
    if (!a.is_number() || !b.is_number()) return false;
    const double x = a, y = b;
    return std::abs(x - y) <= 1e-12 * std::max(std::abs(x), std::abs(y));
}

void compare(const std::string& view, const Rows& wanted, const Json& rows,
             std::vector<std::string>& lines) {
    Rows missing = wanted;
    for (const Json& row : rows) {
        const std::string key = key_of(view, row);
        const auto found = missing.find(key);
        if (found == missing.end()) {
            lines.push_back(view + key + ": there should be no such row");
            continue;
        }
        for (const auto& [column, cell] : found->second) {
            if (!row.contains(column) || !same(row.at(column), cell))
                lines.push_back(view + key + ", " + column + ": must be " + cell.dump() + ", is " +
                                row.value(column, Json("nowhere")).dump());
        }
        missing.erase(found);
    }
    for (const auto& [key, cells] : missing) lines.push_back(view + key + ": the row is missing");
}

}  // namespace

std::vector<std::string> view_differences(const std::map<std::string, Record>& records,
                                          const std::string& taps, const std::string& views) {
    const Json map = Json::parse(taps);
    Expected expected;
    std::vector<std::string> lines;
    for (const Json& tap : map.at("taps")) {
        const auto record = records.find(replace_prefix(tap.at("instance"), map.at("top"), ""));
        if (record == records.end())
            lines.push_back("no record of " + tap.at("path").get<std::string>());
        else
            expected.add_tap(tap, record->second);
    }
    const Json shown = Json::parse(views);
    static const char* const kViews[] = {"taps",
                                         "numbers",
                                         "states",
                                         "transitions",
                                         "channels",
                                         "burst_histogram",
                                         "queues",
                                         "calls",
                                         "queue_histogram",
                                         "latency_histogram",
                                         "events",
                                         "value_totals",
                                         "sums",
                                         "traces",
                                         "value_histogram",
                                         "trace",
                                         "assertions"};
    for (const char* view : kViews) {
        const auto wanted = expected.views().find(view);
        compare(view, wanted == expected.views().end() ? Rows{} : wanted->second,
                shown.value(view, Json::array()), lines);
    }
    return lines;
}

}  // namespace recount
