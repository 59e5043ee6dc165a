// SPDX-License-Identifier: Apache-2.0
#include "model/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tapestry {

namespace {

constexpr std::array<std::string_view, 4> kStatuses = {"tried", "rejected", "refused", "not_tried"};
constexpr std::string_view kJoint = " + ";

// What follows the path in a label.
enum class Detail { none, state, change, below };

// A kind with its word and the text before and after the path in its label.
struct KindRow {
    ExperimentKind kind;
    std::string_view word;
    std::string_view before;
    std::string_view behind;
    Detail detail = Detail::none;
};

constexpr std::string_view kBelow = ", with all below it";
constexpr std::string_view kMoreRoom = "with more room";  // if the factor is unknown

constexpr std::array<KindRow, 9> kExperimentKinds = {{
    {ExperimentKind::block, "block", "", "", Detail::below},
    {ExperimentKind::group, "group", "", ""},
    {ExperimentKind::logic, "logic", "", ", its own logic"},
    {ExperimentKind::state, "state", "", " in ", Detail::state},
    {ExperimentKind::pair, "pair", "", ""},
    {ExperimentKind::design, "design", "all of ", ""},
    {ExperimentKind::outside, "outside", "the outside of ", ""},
    {ExperimentKind::depth, "depth", "", ", ", Detail::change},
    {ExperimentKind::window, "window", "", ", ", Detail::change},
}};

const KindRow& row_of(ExperimentKind kind) {
    return kExperimentKinds.at(static_cast<std::size_t>(kind));
}

std::string detail_of(Detail detail, const Experiment& e, bool beside_logic) {
    switch (detail) {
        case Detail::none:
            return {};
        case Detail::state:
            return e.state;
        case Detail::change:
            return e.saving ? e.reason : std::string(kMoreRoom);
        case Detail::below:
            return beside_logic ? std::string(kBelow) : std::string();
    }
    return {};
}

std::string detail_sql(Detail detail, std::string_view table, std::string_view row) {
    switch (detail) {
        case Detail::none:
            return "''";
        case Detail::state:
            return fmt::format("{}.state", row);
        case Detail::change:
            return fmt::format("CASE WHEN {0}.saving IS NULL THEN '{1}' ELSE {0}.reason END", row,
                               kMoreRoom);
        case Detail::below:
            return fmt::format(
                "CASE WHEN EXISTS (SELECT 1 FROM {0} own WHERE own.kind = '{1}' AND own.path = "
                "{2}.path) THEN '{3}' ELSE '' END",
                table, to_word(ExperimentKind::logic), row, kBelow);
    }
    return "''";
}

}  // namespace

std::string_view to_word(ExperimentKind kind) { return row_of(kind).word; }

std::optional<ExperimentKind> experiment_kind_of(std::string_view word) {
    const auto at = std::find_if(kExperimentKinds.begin(), kExperimentKinds.end(),
                                 [&](const KindRow& row) { return row.word == word; });
    if (at == kExperimentKinds.end()) return std::nullopt;
    return at->kind;
}

bool is_capacity(ExperimentKind kind) {
    return kind == ExperimentKind::depth || kind == ExperimentKind::window;
}

std::string_view to_word(ExperimentStatus status) {
    return kStatuses.at(static_cast<std::size_t>(status));
}

std::optional<ExperimentStatus> experiment_status_of(std::string_view word) {
    const auto at = std::find(kStatuses.begin(), kStatuses.end(), word);
    if (at == kStatuses.end()) return std::nullopt;
    return static_cast<ExperimentStatus>(at - kStatuses.begin());
}

std::string joined_parts(const std::vector<std::string>& parts) {
    return fmt::format("{}", fmt::join(parts, kJoint));
}

// No path contains a blank, not even in an escaped name.
std::vector<std::string> parts_of(std::string_view joined) {
    std::vector<std::string> parts;
    for (std::size_t at = joined.find(kJoint); at != std::string_view::npos;
         at = joined.find(kJoint)) {
        parts.emplace_back(joined.substr(0, at));
        joined.remove_prefix(at + kJoint.size());
    }
    parts.emplace_back(joined);
    return parts;
}

std::string label_of(const Experiment& e, bool beside_logic) {
    const KindRow& row = row_of(e.kind);
    return fmt::format("{}{}{}{}", row.before, e.path, row.behind,
                       detail_of(row.detail, e, beside_logic));
}

std::string label_sql(std::string_view table, std::string_view row) {
    std::string sql = fmt::format("CASE {}.kind", row);
    for (const KindRow& kind : kExperimentKinds)
        sql += fmt::format(" WHEN '{}' THEN '{}' || {}.path || '{}' || {}", kind.word, kind.before,
                           row, kind.behind, detail_sql(kind.detail, table, row));
    return sql + fmt::format(" ELSE {}.path END", row);
}

}  // namespace tapestry
