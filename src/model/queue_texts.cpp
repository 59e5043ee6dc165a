// SPDX-License-Identifier: Apache-2.0
#include "model/queue_texts.h"

#include <nlohmann/json.hpp>

namespace tapestry {

namespace {

std::string word_of(const nlohmann::json& row, const char* key) {
    const auto at = row.find(key);
    return at != row.end() && at->is_string() ? at->get<std::string>() : "";
}

}  // namespace

std::string text_of(const std::vector<QueueText>& texts) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const QueueText& t : texts)
        rows.push_back({{"queue", t.queue},
                        {"text", t.text},
                        {"instance", t.instance},
                        {"parameter", t.parameter},
                        {"tied", t.tied},
                        {"kept_by", t.kept_by}});
    return rows.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::vector<QueueText> queue_texts(const RunFacts& facts) {
    const auto rows = nlohmann::json::parse(facts.find(kQueueTexts).value_or(""), nullptr, false);
    std::vector<QueueText> texts;
    if (!rows.is_array()) return texts;
    for (const auto& row : rows) {
        if (!row.is_object()) continue;
        QueueText t{word_of(row, "queue"),
                    word_of(row, "text"),
                    word_of(row, "instance"),
                    word_of(row, "parameter"),
                    {},
                    word_of(row, "kept_by")};
        if (const auto tied = row.find("tied"); tied != row.end() && tied->is_array())
            for (const auto& other : *tied)
                if (other.is_string()) t.tied.push_back(other.get<std::string>());
        texts.push_back(std::move(t));
    }
    return texts;
}

}  // namespace tapestry
