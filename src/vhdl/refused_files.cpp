// SPDX-License-Identifier: Apache-2.0
#include "vhdl/refused_files.h"

#include <algorithm>

#include "base/file.h"
#include "vhdl/ghdl_messages.h"
#include "vhdl/vhdl_text.h"

namespace tapestry {

namespace {

// Whether a file is refused because of another one.
bool waits_for_another(const std::string& output) {
    for (const GhdlMessage& message : ghdl_messages(output)) {
        if (!message.is_error) continue;
        return message.text.find(" not found in library \"") != std::string::npos ||
               message.text.find("was not analysed") != std::string::npos;
    }
    return false;
}

// Whether anything names what a file declares that is not read: the roots, or a file that is. One
// that declares nothing has an architecture or a body, and is needed.
bool is_needed(const VhdlFile& file, const std::set<std::string>& roots, const VhdlSources& sources,
               const std::map<std::string, std::string>& texts) {
    const std::set<std::string>& units = sources.units_in(file).declared;
    std::set<std::string, std::less<>> names;
    for (const std::string& unit : units) names.insert(unit.substr(unit.find('.') + 1));
    if (names.empty() || roots.empty()) return true;
    if (std::ranges::any_of(roots, [&](const auto& root) { return names.contains(root); }))
        return true;
    return std::ranges::any_of(texts, [&](const auto& read) {
        const std::string masked = in_lower_case(masked_vhdl(read.second));
        const std::vector<VhdlWord> words = vhdl_words(masked);
        return std::ranges::any_of(words, [&](const auto& w) { return names.contains(w.text); });
    });
}

}  // namespace

Result<VhdlSources> read_sources(const std::vector<VhdlFile>& files,
                                 const std::set<std::string>& libraries, Diagnostics& diagnostics) {
    VhdlSources sources{files, {}, {}};
    for (const VhdlFile& file : files) {
        Result<std::string> text = read_file(file.path, diagnostics);
        if (!text) return failure;
        sources.units.push_back(units_of(file, *text, libraries));
        sources.texts[file.path] = std::move(*text);
    }
    return sources;
}

// What is needed by something that is needed is needed too.
std::vector<std::string> needed_outputs(const std::vector<RefusedFile>& refused,
                                        const std::set<std::string>& roots,
                                        const VhdlSources& sources) {
    std::map<std::string, std::string> texts = sources.texts;
    for (const RefusedFile& one : refused) texts.erase(one.file.path);
    std::vector<std::string> outputs;
    for (std::size_t before = 1; outputs.size() != before;) {
        before = outputs.size();
        for (const RefusedFile& one : refused) {
            const std::string& path = one.file.path;
            if (texts.contains(path) || !is_needed(one.file, roots, sources, texts)) continue;
            outputs.push_back(one.output);
            texts[path] = sources.texts.at(path);
        }
    }
    return outputs;
}

const std::string& cause_of(const std::vector<std::string>& outputs) {
    const auto own = std::find_if_not(outputs.begin(), outputs.end(), waits_for_another);
    return own == outputs.end() ? outputs.front() : *own;
}

}  // namespace tapestry
