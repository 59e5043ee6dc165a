// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/change.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/codes/predictions.h"
#include "base/path_name.h"
#include "base/text.h"

namespace tapestry {

namespace {

// The kind of value that a change takes after the =.
enum class Wants { count, factor, either, nothing, host };

struct KindRow {
    ChangeKind kind;
    std::string_view word;
    Wants wants;
};

constexpr std::array<KindRow, 9> kKinds = {{
    {ChangeKind::depth, "depth", Wants::count},
    {ChangeKind::time, "time", Wants::either},
    {ChangeKind::replicas, "replicas", Wants::count},
    {ChangeKind::clock, "clock", Wants::factor},
    {ChangeKind::latency, "latency", Wants::count},
    {ChangeKind::width, "width", Wants::factor},
    {ChangeKind::rate, "rate", Wants::count},
    {ChangeKind::remove, "remove", Wants::nothing},
    {ChangeKind::move, "move", Wants::host},
}};

constexpr double kLargest = 1e15;  // cycles: beyond, a double is no longer exact
constexpr std::string_view kHost = "host,";

std::optional<double> number_of(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

// Why the value is invalid; empty if it is valid.
std::string problem_of(Change& change, std::string_view value) {
    change.is_factor = value.ends_with('x');
    const std::optional<double> number =
        number_of(change.is_factor ? value.substr(0, value.size() - 1) : value);
    if (!number) return fmt::format("'{}' is no number", value);
    change.value = *number;
    if (*number < 0) return "it is less than 0";
    if (*number > kLargest) return "it is too large";
    const bool zero_will_do = change.kind == ChangeKind::time || change.kind == ChangeKind::move;
    if (*number == 0 && !zero_will_do)
        return change.kind == ChangeKind::depth ? "a queue without room passes nothing on"
                                                : "it is 0";
    return {};
}

std::string read_value(Change& change, Wants wants, std::string_view value) {
    if (wants == Wants::host) {
        if (!value.starts_with(kHost)) return "say who does the work and how long: =host,CYCLES";
        value.remove_prefix(kHost.size());
    }
    std::string problem = problem_of(change, value);
    if (!problem.empty()) return problem;
    if (wants == Wants::factor && !change.is_factor)
        return "say how many times, with an x behind it: =2x";
    if ((wants == Wants::count || wants == Wants::host) && change.is_factor)
        return "say how many, without an x";
    if (wants == Wants::count && change.value != std::floor(change.value))
        return "it is no whole number";
    return {};
}

// Reads everything after the colon.
std::string read_rest(Change& change, Wants wants, std::string_view rest) {
    const std::size_t equals = rest.rfind('=');
    const bool has_value = equals != std::string_view::npos;
    std::string_view path = trimmed(rest.substr(0, equals));
    const std::size_t slash = path.rfind('/');
    if (change.kind == ChangeKind::time && slash != std::string_view::npos) {
        change.state = path.substr(slash + 1);
        path = path.substr(0, slash);
        if (change.state.empty()) return "no state follows the /";
    }
    change.path = path;
    if (path.empty()) return "it names no path";
    if (wants == Wants::nothing) return has_value ? "it takes no value" : std::string();
    if (!has_value) return "no = with a value follows the path";
    return read_value(change, wants, trimmed(rest.substr(equals + 1)));
}

std::string kind_list() {
    std::string list;
    for (const KindRow& row : kKinds)
        list += fmt::format("{}{}", list.empty() ? "" : ", ", row.word);
    return list;
}

// Why the change is malformed; empty if it is not.
std::string read_change(Change& change, std::string_view text) {
    const std::size_t colon = text.find(':');
    const std::string_view word = text.substr(0, colon);
    const auto* row = std::find_if(kKinds.begin(), kKinds.end(),
                                   [&](const KindRow& r) { return r.word == word; });
    if (colon == std::string_view::npos || row == kKinds.end())
        return fmt::format("it begins with none of {}, and a colon", kind_list());
    change.kind = row->kind;
    return read_rest(change, row->wants, text.substr(colon + 1));
}

Result<Change> change_at(std::string_view text, const Place& place, Diagnostics& diagnostics) {
    Change change;
    change.text = text;
    const std::string problem = read_change(change, text);
    if (problem.empty()) return change;
    return diagnostics.report(code::change_malformed, place, change.text, problem);
}

}  // namespace

std::string_view to_word(ChangeKind kind) { return kKinds[static_cast<std::size_t>(kind)].word; }

Result<Change> change_from_text(std::string_view text, Diagnostics& diagnostics) {
    return change_at(trimmed(text), {}, diagnostics);
}

Result<std::vector<Change>> changes_from_lines(std::string_view text, const std::string& name,
                                               Diagnostics& diagnostics) {
    std::vector<Change> changes;
    Result<Done> good = Done{};
    for (std::uint32_t line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view row = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::string_view words = trimmed(row.substr(0, row.find('#')));
        if (words.empty()) continue;
        Result<Change> change = change_at(words, {name, line}, diagnostics);
        if (change)
            changes.push_back(std::move(*change));
        else
            good = change.failure();
    }
    if (!good) return good.failure();
    return changes;
}

bool names(const std::string& wanted, const std::string& path) {
    if (wanted.find('*') == std::string::npos) return ends_with_name(path, wanted);
    return matches(wanted, path) || matches("*." + wanted, path);
}

}  // namespace tapestry
