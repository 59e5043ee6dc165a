// SPDX-License-Identifier: Apache-2.0
#include "jobs/stages/vhdl_objection.h"

#include <algorithm>

#include "base/codes/sources.h"
#include "base/fence.h"
#include "read/vhdl/vhdl_text.h"

namespace tapestry {

namespace {

bool has_word(const std::string& text, std::initializer_list<std::string_view> wanted) {
    const std::string masked = masked_vhdl(text);
    const std::vector<VhdlWord> words = vhdl_words(masked);
    return std::any_of(words.begin(), words.end(), [&](const VhdlWord& word) {
        const std::string name = in_lower_case(std::string(word.text));
        return std::find(wanted.begin(), wanted.end(), name) != wanted.end();
    });
}

}  // namespace

Result<std::optional<VhdlObjection>> objection_to(const Project& project,
                                                  const std::vector<VhdlFile>& files,
                                                  const std::string& root,
                                                  Diagnostics& diagnostics) {
    std::optional<VhdlObjection> none;
    if (project.is_run) return none;
    std::set<std::string> libraries;
    for (const VhdlFile& file : files) libraries.insert(file.library);
    const Result<VhdlSources> all = read_sources(files, libraries, diagnostics);
    if (!all) return all.failure();
    const VhdlSources needed = needed_files(*all, {root});
    for (const VhdlFile& file : needed.files) {
        const std::string& text = needed.texts.at(file.path);
        if (has_word(text, {"foreign"}))
            return std::optional(VhdlObjection{code::vhdl_foreign, file.path});
        if (!Fence::is_possible() && has_word(text, {"file", "file_open"}))
            return std::optional(VhdlObjection{code::vhdl_files_unguarded, file.path});
    }
    return none;
}

}  // namespace tapestry
