// SPDX-License-Identifier: Apache-2.0
#include "pragma/pragma_states.h"

#include <filesystem>
#include <iterator>

#include "base/file.h"
#include "pragma/pragma_comment.h"
#include "pragma/verilog_states.h"
#include "pragma/vhdl_states.h"

namespace tapestry {

namespace {

bool is_vhdl_name(const std::string& file) {
    const std::string ending = std::filesystem::path(file).extension().string();
    return ending == ".vhd" || ending == ".vhdl" || ending == ".VHD" || ending == ".VHDL";
}

}  // namespace

Result<std::vector<PragmaBlock>> add_pragma_states(SourceSet& sources,
                                                   const std::string& vhdl_standard,
                                                   Diagnostics& diagnostics) {
    std::vector<PragmaBlock> blocks;
    int vhdl_signals = 0;
    const VhdlPragmaOptions options{vhdl_standard, &vhdl_signals};
    bool good = true;
    for (const auto* files : {&sources.files, &sources.library_files}) {
        for (const std::string& file : *files) {
            if (sources.texts.contains(file)) continue;
            Diagnostics ignored;  // who reads the file says what is wrong with it
            const Result<std::string> text = read_file(file, ignored);
            if (!text || !mentions_pragma(*text)) continue;
            Result<TextWithStates> with = is_vhdl_name(file)
                                              ? vhdl_with_states(*text, file, options, diagnostics)
                                              : verilog_with_states(*text, file, diagnostics);
            good = good && with;
            if (!with || with->blocks.empty()) continue;
            sources.texts[file] = std::move(with->text);
            std::ranges::move(with->blocks, std::back_inserter(blocks));
        }
    }
    if (!good) return failure;
    return blocks;
}

}  // namespace tapestry
