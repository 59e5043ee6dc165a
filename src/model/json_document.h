// SPDX-License-Identifier: Apache-2.0
// Strict reading of untrusted JSON: the first error is reported with its position in the document,
// and an unknown member is an error.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"

namespace tapestry {

using Json = nlohmann::ordered_json;

// The document as a tree. Reports `malformed` if the text is not JSON, or if an object has more
// members than any valid document.
Result<Json> parse_document(std::string_view text, const std::string& name, ErrorCode malformed,
                            Diagnostics& diagnostics);

// The position of a value in the document: "taps[3].states[0].code".
inline std::string member(const std::string& where, std::string_view name) {
    return where.empty() ? std::string(name) : fmt::format("{}.{}", where, name);
}
inline std::string element(const std::string& where, std::size_t i) {
    return fmt::format("{}[{}]", where, i);
}

// The first error of a document. Readers continue with default values after it, so that they need
// no error paths of their own.
class Complaint {
public:
    void at(const std::string& where, std::string_view what) {
        if (text_.empty())
            text_ = where.empty() ? std::string(what) : where + " " + std::string(what);
    }
    bool any() const { return !text_.empty(); }
    const std::string& text() const { return text_; }

private:
    std::string text_;
};

// The members of one JSON object; each is read once. A member that is never read is an error, so
// that a misspelt one is not ignored.
class Members {
public:
    Members(const Json& object, std::string where, Complaint& complaint)
        : object_(object), where_(std::move(where)), complaint_(complaint) {
        if (!object_.is_object()) complaint_.at(where_, "is not an object");
    }

    const std::string& where() const { return where_; }
    bool has(std::string_view name) const {
        return object_.is_object() && object_.contains(std::string(name));
    }

    const Json* find(std::string_view name) {
        asked_.push_back(name);
        if (!object_.is_object()) return nullptr;
        auto it = object_.find(std::string(name));
        if (it == object_.end()) {
            complaint_.at(member(where_, name), "is missing");
            return nullptr;
        }
        return &*it;
    }

    std::string text(std::string_view name) {
        const Json* value = find(name);
        if (value && value->is_string()) return value->get<std::string>();
        complaint_.at(member(where_, name), "is not a string");
        return {};
    }

    std::uint64_t number(std::string_view name, std::uint64_t least, std::uint64_t most) {
        const Json* value = find(name);
        if (!value || !value->is_number_unsigned()) {
            complaint_.at(member(where_, name), "is not an unsigned number");
            return least;
        }
        const auto n = value->get<std::uint64_t>();
        if (n >= least && n <= most) return n;
        complaint_.at(member(where_, name), fmt::format("is not in {} .. {}", least, most));
        return least;
    }

    double fraction(std::string_view name) {
        const Json* value = find(name);
        const double n = value && value->is_number() ? value->get<double>() : -1;
        if (n >= 0 && n <= 1) return n;
        complaint_.at(member(where_, name), "is not a number in 0 .. 1");
        return 0;
    }

    template <class Words>
    std::string one_of(std::string_view name, const Words& words) {
        std::string value = text(name);
        if (std::find(words.begin(), words.end(), value) == words.end()) {
            complaint_.at(member(where_, name), fmt::format("cannot be '{}'", value));
        }
        return value;
    }

    // An optional string; "" if missing.
    std::string text_or_none(std::string_view name) { return has(name) ? text(name) : ""; }

    // Calls `read(element, where)` for every element of the array `name`.
    template <class Read>
    void each(std::string_view name, const Read& read) {
        const Json* value = find(name);
        if (!value || !value->is_array()) {
            complaint_.at(member(where_, name), "is not an array");
            return;
        }
        for (std::size_t i = 0; i < value->size() && !complaint_.any(); ++i) {
            read((*value)[i], element(member(where_, name), i));
        }
    }

    void no_others() {
        if (!object_.is_object()) return;
        for (const auto& item : object_.items()) {
            if (std::find(asked_.begin(), asked_.end(), item.key()) == asked_.end()) {
                complaint_.at(member(where_, item.key()), "is not known");
            }
        }
    }

private:
    const Json& object_;
    std::string where_;
    Complaint& complaint_;
    std::vector<std::string_view> asked_;  // literals
};

}  // namespace tapestry
