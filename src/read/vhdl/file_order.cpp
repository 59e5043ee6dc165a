// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/file_order.h"

#include <algorithm>
#include <map>

#include "read/vhdl/vhdl_text.h"

namespace tapestry {

namespace {

constexpr std::string_view kOwnLibrary = "work";

class Order {
public:
    Order(const std::vector<VhdlFile>& files, const std::vector<VhdlUnits>& units)
        : files_(files), units_(units), taken_(files.size()) {
        for (std::size_t i = 0; i < units.size(); ++i) {
            for (const std::string& unit : units[i].declared) declarers_[unit].push_back(i);
        }
    }

    std::vector<VhdlFile> run() {
        for (std::size_t i = 0; i < files_.size(); ++i) take(i);
        return std::move(out_);
    }

private:
    struct Step {
        std::size_t file;
        std::vector<std::size_t> needed;
    };

    // Adds everything a file needs, then the file; cyclic dependencies keep their order.
    void take(std::size_t file) {
        std::vector<Step> steps;
        const auto enter = [&](std::size_t i) {
            if (taken_[i]) return;
            taken_[i] = true;
            steps.push_back({i, needed_by(i)});
        };
        enter(file);
        while (!steps.empty()) {
            Step& step = steps.back();
            if (step.needed.empty()) {
                out_.push_back(files_[step.file]);
                steps.pop_back();
                continue;
            }
            const std::size_t next = step.needed.back();
            step.needed.pop_back();
            enter(next);
        }
    }

    std::vector<std::size_t> needed_by(std::size_t i) const {
        // iterated from the back: the first file first
        std::set<std::size_t, std::greater<>> needed;
        for (const std::string& unit : units_[i].used) {
            const auto found = declarers_.find(unit);
            if (found != declarers_.end())
                needed.insert(found->second.begin(), found->second.end());
        }
        return {needed.begin(), needed.end()};
    }

    const std::vector<VhdlFile>& files_;
    const std::vector<VhdlUnits>& units_;
    std::vector<bool> taken_;
    std::map<std::string, std::vector<std::size_t>> declarers_;
    std::vector<VhdlFile> out_;
};

// True if a word is the name in a component declaration, which needs no entity; an instance, also
// `u : component NAME`, does.
bool heads_component(std::string_view masked, const std::vector<VhdlWord>& words, std::size_t i) {
    if (i == 0 || words[i - 1].text != "component") return false;
    const std::size_t at = words[i - 1].position;
    const std::size_t before = at == 0 ? masked.npos : masked.find_last_not_of(" \t\r\n", at - 1);
    return before == masked.npos || masked[before] != ':';
}

}  // namespace

VhdlUnits units_of(const VhdlFile& file, std::string_view text,
                   const std::set<std::string>& libraries) {
    const std::string masked = in_lower_case(masked_vhdl(text));
    const std::vector<VhdlWord> words = vhdl_words(masked);
    const std::string own = in_lower_case(file.library) + ".";
    const auto word = [&](std::size_t i) {
        return i < words.size() ? words[i].text : std::string_view();
    };
    const auto is_prefix = [&](std::size_t i) {
        const std::size_t end = words[i].position + words[i].text.size();
        const std::size_t next = masked.find_first_not_of(" \t\r\n", end);
        return next != std::string::npos && masked[next] == '.' && i + 1 < words.size();
    };
    VhdlUnits units;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool begins = i == 0 || word(i - 1) != "end";
        const std::string name(word(i + 1));
        const bool is_unit = word(i) == "entity" || word(i) == "package" || word(i) == "context";
        if (begins && is_unit && word(i + 2) == "is") units.declared.insert(own + name);
        if (begins && word(i) == "configuration" && word(i + 2) == "of") {
            units.declared.insert(own + name);
            units.used.insert(own + std::string(word(i + 3)));
        }
        if (begins && word(i) == "architecture" && word(i + 2) == "of")
            units.completed.insert(own + std::string(word(i + 3)));
        if (begins && word(i) == "package" && name == "body")
            units.completed.insert(own + std::string(word(i + 2)));
        if (!heads_component(masked, words, i)) units.words.emplace(word(i));
        if (!is_prefix(i)) continue;
        if (word(i) == kOwnLibrary) units.used.insert(own + name);
        if (std::ranges::any_of(libraries,
                                [&](const auto& l) { return in_lower_case(l) == word(i); }))
            units.used.insert(std::string(word(i)) + "." + name);
    }
    units.used.insert(units.completed.begin(), units.completed.end());
    return units;
}

std::vector<VhdlFile> in_order_of_use(const std::vector<VhdlFile>& files,
                                      const std::vector<VhdlUnits>& units) {
    return Order(files, units).run();
}

}  // namespace tapestry
