// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/crash_place.h"

#include <algorithm>
#include <set>
#include <vector>

#include "base/verilog_text.h"
#include "read/vhdl/vhdl_text.h"

namespace tapestry {

namespace {

constexpr std::size_t kMostEntities = 100;  // that are tried
constexpr int kMostTexts = 150;

struct Span {
    std::size_t begin = 0;
    std::size_t end = 0;
};

void blank_span(std::string& text, Span span) {
    for (std::size_t i = span.begin; i < span.end && i < text.size(); ++i) {
        if (text[i] != '\n' && text[i] != '\r') text[i] = ' ';
    }
}

// From the label to the `;` after `end process`.
std::vector<Span> processes_of(const std::string& masked) {
    std::vector<Span> spans;
    const std::vector<VhdlWord> words = vhdl_words(masked);
    std::size_t begin = std::string::npos;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].text != "process") continue;
        if (i > 0 && words[i - 1].text == "end") {
            const std::size_t end = masked.find(';', words[i].position);
            if (begin != std::string::npos && end != std::string::npos)
                spans.push_back({begin, end + 1});
            begin = std::string::npos;
            continue;
        }
        const std::size_t before = masked.find_last_not_of(" \t\r\n", words[i].position - 1);
        const bool labelled = i > 0 && words[i].position > 0 && masked[before] == ':';
        begin = words[labelled ? i - 1 : i].position;
    }
    return spans;
}

// Statements that occupy whole lines.
std::vector<Span> statements_in(const std::string& masked, Span span) {
    std::vector<Span> lines;
    for (std::size_t at = span.begin; at < span.end;) {
        const std::size_t end = std::min(masked.find('\n', at), span.end);
        const std::size_t last = masked.find_last_not_of(" \t\r", end == at ? at : end - 1);
        if (last != std::string::npos && last >= at && last < end && masked[last] == ';')
            lines.push_back({masked.find_first_not_of(" \t", at), end});
        at = end + 1;
    }
    return lines;
}

class CrashSearch {
public:
    CrashSearch(const std::map<std::string, std::string>& texts, const CrashTrial& trial)
        : texts_(texts), trial_(trial) {
        for (const auto& [file, text] : texts) add_names(file, text, names_);
    }

    CrashPlace run(const std::string& top) {
        CrashPlace found{guilty_entity(top), {}};
        const auto place = names_.places.find(found.entity);
        if (place == names_.places.end()) return found;
        const std::string declared = without_column(place->second);
        const std::string file = declared.substr(0, declared.rfind(':'));
        found.place = {file,
                       static_cast<std::uint32_t>(std::stoul(declared.substr(file.size() + 1)))};
        if (const std::size_t line = guilty_line(found.entity, file); line > 0)
            found.place.line = static_cast<std::uint32_t>(line);
        return found;
    }

private:
    // An entity that crashes alone and contains no other that does.
    std::string guilty_entity(const std::string& top) {
        std::vector<std::string> crashing = {top};
        std::size_t tried = 0;
        for (const auto& [entity, spelling] : names_.entities) {
            if (entity != top && ++tried <= kMostEntities && trial_.crashes(entity))
                crashing.push_back(entity);
        }
        for (const std::string& entity : crashing) {
            if (!mentions_other(entity, crashing)) return entity;
        }
        return crashing.back();
    }

    bool mentions_other(const std::string& entity, const std::vector<std::string>& crashing) const {
        for (const auto& [file, text] : texts_) {
            const std::string masked = in_lower_case(masked_vhdl(text));
            const std::vector<VhdlWord> words = vhdl_words(masked);
            bool inside = false;  // an architecture of it
            for (std::size_t i = 0; i < words.size(); ++i) {
                if (words[i].text == "architecture" && i + 3 < words.size() &&
                    words[i + 2].text == "of")
                    inside = words[i + 3].text == entity;
                if (words[i].text == "entity" && i + 2 < words.size() && words[i + 2].text == "is")
                    inside = false;
                const bool other =
                    words[i].text != entity &&
                    std::find(crashing.begin(), crashing.end(), words[i].text) != crashing.end();
                if (inside && other) return true;
            }
        }
        return false;
    }

    // The line of the process, or of the statement in it, without which GHDL does not crash; 0 if
    // none is found.
    std::size_t guilty_line(const std::string& entity, const std::string& file) {
        const std::string& text = texts_.at(file);
        const std::string masked = in_lower_case(masked_vhdl(text));
        for (const Span process : processes_of(masked)) {
            if (crashes_without(entity, file, process)) continue;
            for (const Span statement : statements_in(masked, process)) {
                if (!crashes_without(entity, file, statement))
                    return line_of(text, statement.begin);
            }
            return line_of(text, process.begin);
        }
        return 0;
    }

    bool crashes_without(const std::string& entity, const std::string& file, Span part) {
        if (++texts_tried_ > kMostTexts) return true;
        std::string text = texts_.at(file);
        blank_span(text, part);
        return trial_.crashes_with(entity, file, text);
    }

    const std::map<std::string, std::string>& texts_;
    const CrashTrial& trial_;
    VhdlNames names_;
    int texts_tried_ = 0;
};

}  // namespace

CrashPlace crash_place(const std::string& top, const std::map<std::string, std::string>& texts,
                       const CrashTrial& trial) {
    return CrashSearch(texts, trial).run(top);
}

std::string crash_reason(const std::string& output) {
    if (output.find("GHDL Bug occurred") == std::string::npos) return {};
    const std::size_t raised = output.rfind("raised ");
    if (raised == std::string::npos) return "it says that this is a bug of its own";
    return output.substr(raised, output.find('\n', raised) - raised);
}

}  // namespace tapestry
