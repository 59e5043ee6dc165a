// SPDX-License-Identifier: Apache-2.0
#include "weave/compare/compare_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "weave/compare/inserted_text.h"

namespace tapestry {

namespace {

using Tokens = std::vector<ComparedToken>;

// Without the backslash of an escaped name, as the tap map has it.
std::string plain_name(const std::string& name) {
    return name.substr(name.starts_with('\\') ? 1 : 0);
}

// Walks through both texts. What the woven one has more is taken if the original has a place for
// it just here.
class Walk {
public:
    Walk(const ComparedText& original, const Tokens& woven, const std::set<std::string>& theirs)
        : original_(original.tokens), places_(original.places), woven_(woven), theirs_(theirs) {}

    TextComparison run() {
        while (at_ < woven_.size()) {
            if (!pass_insertion() && !pass_end() && !pass_same() && !pass_begin()) break;
        }
        if (at_ < woven_.size() || next_ < original_.size() || !ends_.empty())
            found_.difference = difference();
        return std::move(found_);
    }

private:
    // ---- What is the same

    bool pass_same() {
        if (next_ >= original_.size() || !(original_[next_] == woven_[at_])) return false;
        if (!ends_.empty() && ends_.back() == next_) return false;  // its `end` is missing
        if (next_ > 0 && is_one_of(original_[next_ - 1].text, {"module", "macromodule"}))
            module_ = plain_name(original_[next_].text);
        ++next_;
        ++at_;
        else_branches_ = 0;
        inserted_ = false;
        return true;
    }

    // A single body of a generate construct gets begin and end when something is added to it. The
    // `end` must be where the body ends in the original.
    bool pass_begin() {
        const auto single = places_.singles.find(next_);
        const bool opened = !ends_.empty() && begins_.back() == next_;
        if (woven_[at_].text != "begin" || single == places_.singles.end() || opened) return false;
        begins_.push_back(next_);
        ends_.push_back(single->second);
        ++at_;
        return true;
    }

    bool pass_end() {
        if (woven_[at_].text != "end" || ends_.empty() || ends_.back() != next_ || !inserted_)
            return false;
        ends_.pop_back();
        begins_.pop_back();
        ++at_;
        return true;
    }

    // ---- What was inserted

    InsertionPlace here() const { return {woven_, at_, theirs_}; }

    bool pass(std::size_t size) {
        at_ += size;
        inserted_ = inserted_ || size > 0;
        return size > 0;
    }

    bool pass_insertion() {
        return pass_item() || pass_else() || pass_default() || pass_list() || pass_header();
    }

    // Within a body that got a begin, items may stand before its `end` too.
    bool pass_item() {
        const bool in_body = !ends_.empty() && ends_.back() == next_;
        if (!in_body && !places_.items.contains(next_)) return false;
        const std::size_t size = inserted_item(here());
        if (size > 0) note_instance(size);
        return pass(size);
    }

    // The name of an instance stands in front of its connections.
    void note_instance(std::size_t size) {
        const std::size_t name = at_ + (woven_[at_ + 1].text == "#" ? past_group(at_ + 2) : 1);
        if (name + 1 < at_ + size && woven_[name + 1].text == "(")
            found_.instances.insert({module_, plain_name(woven_[name].text)});
    }
    // How far the token behind the group is from here.
    std::size_t past_group(std::size_t open) const {
        int depth = 0;
        for (std::size_t i = open; i < woven_.size(); ++i) {
            if (woven_[i].text == "(") ++depth;
            if (woven_[i].text == ")" && --depth == 0) return i + 1 - at_;
        }
        return 0;
    }

    bool pass_else() {
        const auto open = places_.open_ifs.find(next_);
        if (open == places_.open_ifs.end() || else_branches_ >= open->second) return false;
        if (!pass(inserted_else(here()))) return false;
        ++else_branches_;
        return true;
    }

    bool pass_default() {
        return places_.open_cases.contains(next_) && pass(inserted_default(here()));
    }

    bool pass_list() {
        const auto place = places_.lists.find(next_);
        if (place == places_.lists.end() || inserted_list_ == next_) return false;
        const ListPlace& list = place->second;
        const bool by_name = list.named || list.elements == 0;
        const ListElement kind = list.header
                                     ? (by_name ? ListElement::port : ListElement::port_name)
                                     : (by_name ? ListElement::connection : ListElement::net);
        const std::size_t size = inserted_elements(here(), kind, list.elements > 0);
        if (size == 0 || (list.hidden && !by_name)) return false;
        const std::size_t added = elements_in(size) + (list.elements > 0 ? 0 : 1);
        if (list.header) found_.added_ports[list.module] += added;
        if (kind == ListElement::net)
            found_.connections.push_back({list.module, list.elements, added, woven_[at_].line});
        inserted_list_ = next_;
        return pass(size);
    }

    // Commas outside brackets.
    std::size_t elements_in(std::size_t size) const {
        std::size_t commas = 0;
        int depth = 0;
        for (std::size_t i = at_; i < at_ + size; ++i) {
            if (is_one_of(woven_[i].text, {"(", "[", "{"})) ++depth;
            if (is_one_of(woven_[i].text, {")", "]", "}"})) --depth;
            if (depth == 0 && woven_[i].text == ",") ++commas;
        }
        return commas;
    }

    bool pass_header() {
        const auto header = places_.headers.find(next_);
        if (header == places_.headers.end()) return false;
        const std::size_t size = inserted_port_list(here());
        if (size == 0 || inserted_list_ == next_) return false;
        inserted_list_ = next_;
        found_.added_ports[header->second] += 1;
        return pass(size);
    }

    // ---- What is neither

    TextDifference difference() const {
        const bool more = at_ < woven_.size();
        const std::size_t line = more ? woven_[at_].line : woven_.empty() ? 1 : woven_.back().line;
        if (next_ >= original_.size())
            return {line, more ? fmt::format("'{}' is not in the original", woven_[at_].text)
                               : "an end is missing"};
        const std::string was = fmt::format("'{}' of line {} of the original",
                                            original_[next_].text, original_[next_].line);
        return {line, more ? fmt::format("'{}' stands where {} is expected", woven_[at_].text, was)
                           : fmt::format("{} is missing", was)};
    }

    const Tokens& original_;
    const ItemPlaces& places_;
    const Tokens& woven_;
    const std::set<std::string>& theirs_;
    std::size_t next_ = 0;  // in the original
    std::size_t at_ = 0;    // in the woven text
    std::string module_;
    std::vector<std::size_t> begins_;  // of the bodies that got begin and end, innermost last
    std::vector<std::size_t> ends_;
    int else_branches_ = 0;  // inserted just here
    bool inserted_ = false;  // something was inserted just here
    std::size_t inserted_list_ = static_cast<std::size_t>(-1);
    TextComparison found_;
};

}  // namespace

ComparedText compared_text(std::string_view original) {
    ComparedText text{compared_tokens(original), {}};
    text.places = item_places(text.tokens);
    return text;
}

TextComparison compare_text(const ComparedText& original, const Tokens& woven,
                            const std::set<std::string>& theirs) {
    return Walk(original, woven, theirs).run();
}

}  // namespace tapestry
