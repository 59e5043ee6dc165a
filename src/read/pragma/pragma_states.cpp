// SPDX-License-Identifier: Apache-2.0
#include "read/pragma/pragma_states.h"

#include <filesystem>
#include <iterator>

#include "base/file.h"
#include "read/pragma/pragma_comment.h"
#include "read/pragma/verilog_states.h"
#include "read/pragma/vhdl_states.h"

namespace tapestry {

namespace {

bool is_vhdl_name(const std::string& file) {
    const std::string ending = std::filesystem::path(file).extension().string();
    return ending == ".vhd" || ending == ".vhdl" || ending == ".VHD" || ending == ".VHDL";
}

std::vector<std::string> files_of(const SourceSet& sources, const VhdlSettings& vhdl) {
    std::vector<std::string> files = sources.files;
    files.insert(files.end(), sources.library_files.begin(), sources.library_files.end());
    for (const auto& [library, file] : vhdl.libraries) files.push_back(file);
    return files;
}

// The declarations of all VHDL texts, which each text may use.
VhdlSignals signals_of(const std::vector<std::string>& files) {
    VhdlSignals known;
    for (const std::string& file : files) {
        Diagnostics ignored;
        if (!is_vhdl_name(file)) continue;
        if (const Result<std::string> text = read_file(file, ignored))
            add_signals(vhdl_tokens(*text), known);
    }
    return known;
}

}  // namespace

Result<std::vector<PragmaBlock>> add_pragma_states(SourceSet& sources, const VhdlSettings& vhdl,
                                                   Diagnostics& diagnostics) {
    std::vector<PragmaBlock> blocks;
    int vhdl_signals = 0;
    const std::vector<std::string> files = files_of(sources, vhdl);
    VhdlPragmaOptions options{vhdl.standard, &vhdl_signals};
    if (vhdl.standard != "08") options.signals = signals_of(files);
    Result<Done> good = Done{};
    for (const std::string& file : files) {
        if (sources.texts.contains(file)) continue;
        Diagnostics ignored;  // the reader of the file reports it if it is unreadable
        const Result<std::string> text = read_file(file, ignored);
        if (!text || !mentions_pragma(*text)) continue;
        Result<TextWithStates> with = is_vhdl_name(file)
                                          ? vhdl_with_states(*text, file, options, diagnostics)
                                          : verilog_with_states(*text, file, diagnostics);
        if (!with) good = with.failure();
        if (!with || with->blocks.empty()) continue;
        sources.texts[file] = std::move(with->text);
        std::ranges::move(with->blocks, std::back_inserter(blocks));
    }
    if (!good) return good.failure();
    return blocks;
}

}  // namespace tapestry
