// SPDX-License-Identifier: Apache-2.0
#include "show/report/what_if_report.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "show/report/sizing_report.h"

namespace tapestry {

namespace {

using Json = nlohmann::ordered_json;

// Names may be any bytes, which JSON cannot hold as they are.
std::string key_of(const Json& row) {
    return row.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Rows that answers refer to by their number.
class NamedRows {
public:
    std::size_t number_of(const std::string& name, const Json& row) {
        const auto [it, is_new] = numbers_.emplace(name, rows_.size());
        if (is_new) rows_.push_back(row);
        return it->second;
    }
    const Json& rows() const { return rows_; }

private:
    std::map<std::string, std::size_t> numbers_;
    Json rows_ = Json::array();
};

class TableWriter {
public:
    Json answer(const WhatIfAnswer& a) {
        if (!a.why_not.empty()) return {{"change", a.change}, {"why_not", a.why_not}};
        const Prediction& p = a.prediction;
        Json out = {
            {"change", a.change},
            {"measured_cycles", std::llround(p.measured_cycles)},
            {"predicted_cycles", p.deadlock ? Json() : Json(std::llround(p.predicted_cycles))},
            {"low", std::llround(p.low)},
            {"high", std::llround(p.high)},
            {"engine", p.engine},
            {"label", to_word(p.label)},
            {"deadlock", p.deadlock},
            {"stuck", p.stuck},
            {"amdahl_cycles", std::llround(p.amdahl_cycles)},
            {"bottleneck", p.bottleneck},
            {"bottleneck_share", p.bottleneck_share},
            {"remarks", p.remarks}};
        add_rows(p, out);
        return out;
    }

    void add_names(Json& out) const {
        out["blocks"] = blocks_.rows();
        out["states"] = states_.rows();
        out["streams"] = streams_.rows();
    }

private:
    void add_rows(const Prediction& p, Json& out) {
        Json blocks = Json::array(), states = Json::array(), streams = Json::array();
        for (const PredictedTime& t : p.blocks) {
            const Json name = {t.path, std::llround(t.measured_cycles),
                               std::llround(t.measured_wait)};
            blocks.push_back({blocks_.number_of(key_of(name), name),
                              std::llround(t.predicted_cycles), std::llround(t.predicted_wait)});
        }
        for (const PredictedTime& t : p.states) {
            const Json name = {t.path, t.state, t.category, std::llround(t.measured_cycles)};
            states.push_back(
                {states_.number_of(key_of(name), name), std::llround(t.predicted_cycles)});
        }
        for (const PredictedStream& s : p.streams)
            streams.push_back({streams_.number_of(s.path, s.path), std::llround(s.transfer_cycles),
                               std::llround(s.blocked_cycles), std::llround(s.starved_cycles),
                               std::llround(s.idle_cycles)});
        out["blocks"] = std::move(blocks);
        out["states"] = std::move(states);
        out["streams"] = std::move(streams);
    }

    NamedRows blocks_, states_, streams_;
};

}  // namespace

std::string what_if_json(const WhatIfTable& table) {
    if (table.answers.empty()) return {};
    TableWriter writer;
    Json answers = Json::array();
    for (const WhatIfAnswer& answer : table.answers) answers.push_back(writer.answer(answer));
    Json out = {{"sensitivities", Json::parse(sensitivities_json(table.sensitivities))},
                {"answers", std::move(answers)}};
    writer.add_names(out);
    return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tapestry
