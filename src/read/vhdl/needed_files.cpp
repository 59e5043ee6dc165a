// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/needed_files.h"

#include <algorithm>

#include "base/file.h"

namespace tapestry {

namespace {

using Indexes = std::vector<std::size_t>;

// Unit name without library -> files that declare it, or contain its architecture or body.
std::map<std::string, Indexes> makers_of_units(const std::vector<VhdlUnits>& units) {
    std::map<std::string, Indexes> makers;
    for (std::size_t i = 0; i < units.size(); ++i) {
        for (const auto* names : {&units[i].declared, &units[i].completed}) {
            for (const std::string& unit : *names)
                makers[unit.substr(unit.find('.') + 1)].push_back(i);
        }
    }
    return makers;
}

}  // namespace

Result<VhdlSources> read_sources(const std::vector<VhdlFile>& files,
                                 const std::set<std::string>& libraries, Diagnostics& diagnostics) {
    VhdlSources sources{files, {}, {}};
    for (const VhdlFile& file : files) {
        Result<std::string> text = read_file(file.path, diagnostics);
        if (!text) return text.failure();
        sources.units.push_back(units_of(file, *text, libraries));
        sources.texts[file.path] = std::move(*text);
    }
    return sources;
}

VhdlSources needed_files(const VhdlSources& sources, const std::set<std::string>& roots) {
    const std::map<std::string, Indexes> makers = makers_of_units(sources.units);
    std::vector<bool> needed(sources.files.size(), false);
    Indexes open;
    const auto need = [&](const std::string& name) {
        const auto found = makers.find(name);
        if (found == makers.end()) return;
        for (const std::size_t i : found->second) {
            if (!needed[i]) open.push_back(i);
            needed[i] = true;
        }
    };
    for (const std::string& root : roots) need(root);
    if (open.empty()) return sources;
    while (!open.empty()) {
        const std::size_t i = open.back();
        open.pop_back();
        for (const std::string& name : sources.units[i].words) need(name);
    }
    VhdlSources kept{{}, {}, sources.texts};
    for (std::size_t i = 0; i < needed.size(); ++i) {
        if (!needed[i]) continue;
        kept.files.push_back(sources.files[i]);
        kept.units.push_back(sources.units[i]);
    }
    return kept;
}

}  // namespace tapestry
