// SPDX-License-Identifier: Apache-2.0
#include "read/pragma/verilog_states.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/codes/pragmas.h"
#include "base/verilog_lexer.h"
#include "base/verilog_text.h"
#include "read/pragma/block_states.h"
#include "read/pragma/state_text.h"
#include "read/pragma/verilog_process.h"

namespace tapestry {

namespace {

// Variables that a clocked process assigns with `=`: reading them at the same edge is a race.

bool mentions(const ProcessStatement& s, const std::string& name) {
    return s.reads.contains(name) ||
           std::any_of(s.parts.begin(), s.parts.end(),
                       [&](const ProcessStatement& part) { return mentions(part, name); });
}

// The opposite edge of the clock, which is the edge signal that the process does not test.
std::string other_edge(const ProcessTree& process) {
    std::pair<std::string, std::string> clock = process.edges.front();
    for (const auto& edge : process.edges) {
        if (mentions(process.body, edge.second)) continue;
        clock = edge;
        break;
    }
    return (clock.first == "posedge" ? "negedge " : "posedge ") + clock.second;
}

// always and its kin
bool starts_process(std::string_view word) {
    constexpr std::array<std::string_view, 4> kWords = {"always", "always_ff", "always_comb",
                                                        "always_latch"};
    return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

// For the module that begins at tokens[at]: each such variable with the event at which it is
// stable, the opposite edge of its clock.
std::map<std::string, std::string> raced_names(std::string_view text, std::string_view masked,
                                               const std::vector<VerilogToken>& tokens,
                                               std::size_t at) {
    std::map<std::string, std::string> raced;
    for (; at < tokens.size() && tokens[at].text != "endmodule"; ++at) {
        if (!starts_process(tokens[at].text)) continue;
        const ProcessTree process = read_verilog_process(text, masked, tokens, at, {});
        if (!process.why_not.empty() || process.edges.empty()) continue;
        const std::string other = other_edge(process);
        for (const std::string& name : names_assigned(process.body)) {
            if (!process.declared.contains(name)) raced.emplace(name, other);
        }
    }
    return raced;
}

// The declared type of a variable, from a module's text.

bool is_type_word(std::string_view word) {
    constexpr std::array<std::string_view, 8> kWords = {"reg", "logic", "bit",      "integer",
                                                        "int", "byte",  "shortint", "longint"};
    return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

bool is_other_word(std::string_view word) {
    constexpr std::array<std::string_view, 12> kWords = {"input", "output", "inout",   "wire",
                                                         "begin", "end",    "else",    "assign",
                                                         "var",   "module", "posedge", "negedge"};
    return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

// Reads declarations: TYPE [signed] [dimensions] name [= …], name …
class DeclarationSearch {
public:
    DeclarationSearch(std::string_view masked, const std::vector<VerilogToken>& tokens,
                      std::size_t end, const std::string& name)
        : masked_(masked), tokens_(tokens), end_(end), name_(name) {}

    // The type, if the declaration that begins at `at` declares the name.
    std::optional<std::string> at(std::size_t at) {
        std::size_t i = at;
        if (text(i + 1) == ":" && text(i + 2) == ":") i += 3;  // package::type
        ++i;
        while (text(i) == "signed" || text(i) == "unsigned") ++i;
        while (text(i) == "[") i = behind_group(i);
        const std::size_t behind_type = i;
        while (i < end_ && is_identifier(text(i)) && !is_other_word(text(i))) {
            if (text(i) == name_ && text(i + 1) == "[") return std::nullopt;  // an array
            if (text(i) == name_) return type(at, behind_type);
            i = behind_one(i + 1);
            if (text(i) != ",") break;
            ++i;
        }
        return std::nullopt;
    }

private:
    std::string_view text(std::size_t i) const {
        return i < end_ ? tokens_[i].text : std::string_view();
    }
    std::size_t behind_group(std::size_t i) const {
        int depth = 0;
        do {
            const std::string_view t = text(i);
            depth += t == "(" || t == "[" || t == "{"   ? 1
                     : t == ")" || t == "]" || t == "}" ? -1
                                                        : 0;
            ++i;
        } while (depth > 0 && i < end_);
        return i;
    }
    // The position after the dimensions and initial value of one name.
    std::size_t behind_one(std::size_t i) const {
        while (i < end_ && text(i) != "," && text(i) != ";" && text(i) != ")")
            i = text(i) == "[" || text(i) == "(" || text(i) == "{" ? behind_group(i) : i + 1;
        return i;
    }
    std::string type(std::size_t from, std::size_t to) const {
        const std::size_t begin = tokens_[from].position;
        std::string out(masked_.substr(begin, tokens_[to].position - begin));
        std::replace_if(out.begin(), out.end(), is_blank, ' ');
        while (!out.empty() && out.back() == ' ') out.pop_back();
        return out;
    }

    std::string_view masked_;
    const std::vector<VerilogToken>& tokens_;
    std::size_t end_;
    const std::string& name_;
};

// The text of the type with its packed dimensions: `reg signed [7:0]`. Nothing if no declaration of
// the name is found between the tokens, or if it is an array.
std::optional<std::string> declared_type(std::string_view masked,
                                         const std::vector<VerilogToken>& tokens, std::size_t begin,
                                         std::size_t end, const std::string& name) {
    DeclarationSearch search(masked, tokens, std::min(end, tokens.size()), name);
    for (std::size_t i = begin; i < end && i + 1 < tokens.size(); ++i) {
        const bool typed = is_identifier(tokens[i].text) && !is_other_word(tokens[i].text) &&
                           (is_identifier(tokens[i + 1].text) || tokens[i + 1].text == ":" ||
                            tokens[i + 1].text == "[");
        if (!is_type_word(tokens[i].text) && !typed) continue;
        if (auto found = search.at(i)) return found;
    }
    return std::nullopt;
}

// The construct that contains a pragma outside a process, by its first word.
std::string_view place_words(std::string_view word) {
    if (word == "function" || word == "task") return "in a function or task, which is no process";
    if (word == "initial" || word == "final") return "in a process that runs once";
    return "in no process";
}

bool starts_item(std::string_view word) {
    constexpr std::array<std::string_view, 8> kWords = {
        "function", "task", "initial", "final", "endfunction", "endtask", "module", "endmodule"};
    return starts_process(word) || std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

bool calls_for(const ProcessStatement& s, const std::set<std::string>& deciding,
               std::string& head) {
    if (s.kind == ProcessStatement::Kind::call && matters(s, deciding)) head = s.head;
    return std::any_of(
               s.parts.begin(), s.parts.end(),
               [&](const ProcessStatement& part) { return calls_for(part, deciding, head); }) ||
           !head.empty();
}

// One text.
class VerilogStates {
public:
    VerilogStates(const std::string& text, const std::string& file,
                  std::vector<PragmaComment> pragmas, Diagnostics& diagnostics)
        : text_(text),
          file_(file),
          pragmas_(std::move(pragmas)),
          diagnostics_(diagnostics),
          masked_(mask_comments(text)),
          tokens_(tokens_of(masked_)) {}

    Result<TextWithStates> run() {
        for (std::size_t i = 0; i < tokens_.size() && next_pragma_ < pragmas_.size(); ++i) {
            const std::string_view word = tokens_[i].text;
            if (tokens_[i].position < copied_) continue;  // in a process that is already copied
            if (word == "module" || word == "macromodule") begin_module(i);
            if (!starts_item(word)) continue;
            complain_before(tokens_[i].position);
            last_item_ = word;
            if (starts_process(word) && has_pragma_before(next_item(i + 1))) add_process(i);
        }
        complain_before(text_.size() + 1);
        if (!good_) return good_.failure();
        out_.text += text_.substr(copied_);
        return std::move(out_);
    }

private:
    void begin_module(std::size_t at) {
        module_begin_ = at;
        std::size_t name = at + 1;
        if (name < tokens_.size() &&
            (tokens_[name].text == "automatic" || tokens_[name].text == "static"))
            ++name;
        module_ = name < tokens_.size() ? tokens_[name].text : std::string_view();
        if (module_.starts_with('\\')) module_.erase(0, 1);
        blocks_of_module_ = 0;
        unnamed_ = 0;
        raced_ = raced_names(text_, masked_, tokens_, at);
    }

    std::size_t next_item(std::size_t i) const {
        while (i < tokens_.size() && !starts_item(tokens_[i].text)) ++i;
        return i < tokens_.size() ? tokens_[i].position : text_.size() + 1;
    }
    bool has_pragma_before(std::size_t position) const {
        return next_pragma_ < pragmas_.size() && pragmas_[next_pragma_].position < position;
    }

    void complain_before(std::size_t position) {
        for (; has_pragma_before(position); ++next_pragma_) {
            good_ = diagnostics_.report(code::state_pragma_homeless,
                                        {file_, pragmas_[next_pragma_].pragma.line},
                                        place_words(last_item_));
        }
    }

    // True for a process that is the only item of a generate condition or loop, where no second
    // item is allowed.
    bool stands_alone(std::size_t always) const {
        if (always == 0) return true;
        const std::string_view before = tokens_[always - 1].text;
        const bool attribute = before == ")" && always > 1 && tokens_[always - 2].text == "*";
        return !attribute && (before == ")" || before == "else" || before == ":");
    }

    void add_process(std::size_t always) {
        ProcessTree process = read_verilog_process(text_, masked_, tokens_, always, pragmas_);
        const std::size_t first_pragma = next_pragma_;
        const std::size_t end = process.why_not.empty() ? process.end : next_item(always + 1);
        while (has_pragma_before(end)) ++next_pragma_;
        // A pragma on the last line still belongs to a process without begin and end.
        next_pragma_ = std::max(next_pragma_, first_pragma + count_pragmas(process.body));
        if (next_pragma_ == first_pragma) return;
        if (stands_alone(always) && process.why_not.empty())
            process.why_not = "it stands in a generate construct without 'begin' and 'end'";
        PragmaBlock block = block_of(process);
        std::string added;
        if (process.why_not.empty()) {
            if (const auto filled =
                    fill_states(process.body, pragmas_, Language::verilog, block, diagnostics_);
                !filled) {
                good_ = filled.failure();
                return;
            }
            added = text_of(process, block);
        }
        if (!process.why_not.empty()) {
            diagnostics_.report(code::unsupported_state_pragma, {file_, block.first_line},
                                process.why_not);
            return;
        }
        // Directly after the process, so that it is in the same module or generate block.
        out_.text += text_.substr(copied_, process.end - copied_) + added;
        copied_ = process.end;
        out_.blocks.push_back(std::move(block));
    }

    static std::size_t count_pragmas(const ProcessStatement& s) {
        std::size_t count = s.kind == ProcessStatement::Kind::pragma ? 1 : 0;
        for (const ProcessStatement& part : s.parts) count += count_pragmas(part);
        return count;
    }

    PragmaBlock block_of(const ProcessTree& process) {
        PragmaBlock block;
        block.file = file_;
        block.module = module_;
        block.signal = kPragmaPrefix + std::to_string(++blocks_of_module_);
        block.name = process.label;
        if (block.name.empty()) {
            ++unnamed_;
            block.name = unnamed_ == 1 ? "pragmas" : fmt::format("pragmas_{}", unnamed_);
        }
        block.first_line = static_cast<std::uint32_t>(line_of(text_, process.begin));
        block.last_line = static_cast<std::uint32_t>(line_of(text_, process.end));
        return block;
    }

    // The text to insert; process.why_not has the reason if there is none.
    std::string text_of(ProcessTree& process, const PragmaBlock& block) {
        const std::set<std::string> deciding =
            deciding_names(process.body, pragmas_, Language::verilog);
        std::string call;
        if (calls_for(process.body, deciding, call)) {
            process.why_not = fmt::format("'{}' may change what its conditions read", call);
            return {};
        }
        // A variable assigned only in the header of a loop needs no earlier value.
        const std::set<std::string> kept = names_assigned(process.body);
        const std::set<std::string> reads =
            names_read(process.body, deciding, pragmas_, Language::verilog);
        Parts parts;
        for (const std::string& name : names_to_copy(deciding, reads)) {
            if (process.declared.contains(name)) continue;
            if (!add_copy(name, kept.contains(name), block, parts)) {
                process.why_not = fmt::format(
                    "its conditions read '{}', which is assigned with '=', and whose declaration "
                    "is not seen",
                    name);
                return {};
            }
        }
        return whole_text(process, deciding, block, parts);
    }

    struct Parts {
        std::string outside;   // in the module
        std::string inside;    // declarations of the copy
        std::string at_start;  // its first statements
    };

    std::set<std::string> names_to_copy(const std::set<std::string>& deciding,
                                        const std::set<std::string>& reads) const {
        std::set<std::string> names = deciding;
        for (const std::string& name : reads) {
            if (raced_.contains(name)) names.insert(name);
        }
        return names;
    }

    bool add_copy(const std::string& name, bool has_value, const PragmaBlock& block, Parts& parts) {
        const auto type = declared_type(masked_, tokens_, module_begin_, tokens_.size(), name);
        if (!type) return false;
        parts.inside += fmt::format("{}  {} {};", kLineBreak, *type, name);
        if (const auto raced = raced_.find(name); raced != raced_.end()) {
            const std::string held = block.signal + "_" + name;
            parts.outside += fmt::format(
                "{0}{1} {2}; `ifndef SYNTHESIS initial {2} = {3}; `endif always @({4}) {2} <= {3};",
                kLineBreak, *type, held, name, raced->second);
            parts.at_start += fmt::format("{}  {} = {};", kLineBreak, name, held);
            return true;
        }
        if (!has_value) return true;
        const std::string before = block.signal + "_" + name;
        parts.outside += fmt::format("{0}{1} {2};{0}{3} {2} = {4};", kLineBreak, *type, before,
                                     process_word(), from_start(block, name));
        parts.at_start += fmt::format("{}  {} = {};", kLineBreak, name, before);
        return true;
    }

    bool is_system_verilog() const { return file_.ends_with(".sv") || file_.ends_with(".svh"); }
    std::string process_word() const { return is_system_verilog() ? "always_comb" : "always @*"; }
    // `always @*` does not run before a signal changes, so this signal changes at time 0.
    std::string from_start(const PragmaBlock& block, const std::string& value) const {
        return is_system_verilog() ? value : fmt::format("{0}_go ? {1} : {1}", block.signal, value);
    }

    std::string whole_text(const ProcessTree& process, const std::set<std::string>& deciding,
                           const PragmaBlock& block, const Parts& parts) const {
        const std::string& signal = block.signal;
        std::string text =
            " /* verilator lint_save */ /* verilator lint_off WIDTH */ "
            "/* verilator lint_off UNUSED */ /* verilator lint_off CASEINCOMPLETE */ "
            "/* verilator lint_off INITIALDLY */ /* verilator lint_off VARHIDDEN */ "
            "/* verilator lint_off BLKSEQ */ /* verilator lint_off DECLFILENAME */";
        // The signal occurs only once, so that its declaration is found by name.
        text += fmt::format("{0}reg [{1}:0] {2}; wire [{1}:0] {3} = {2};", kLineBreak,
                            block.width - 1, assigned_name(block), signal);
        const std::size_t held = held_bits(block);
        if (held > 0) text += fmt::format(" reg [{}:0] {};", held - 1, block.held_signal);
        if (!is_system_verilog())
            text += fmt::format(
                "{1}`ifdef SYNTHESIS wire {0}_go = 1'b1; `else reg {0}_go = 1'b0; initial {0}_go "
                "<= 1'b1; `endif ",
                signal, kLineBreak);
        text += parts.outside;
        text +=
            fmt::format("{}{} begin : {}_body{}", kLineBreak, process_word(), signal, parts.inside);
        text += fmt::format("{}  {} = {};", kLineBreak, assigned_name(block),
                            from_start(block, fmt::format("{}'d0", block.width)));
        if (held > 0) text += fmt::format("{}  {} = {}'d0;", kLineBreak, block.held_signal, held);
        text += parts.at_start;
        text += copied_statements(process.body, deciding, block, pragmas_, Language::verilog);
        return text + kLineBreak + std::string("end /* verilator lint_restore */ ");
    }

    const std::string& text_;
    const std::string& file_;
    const std::vector<PragmaComment> pragmas_;
    Diagnostics& diagnostics_;
    const std::string masked_;
    const std::vector<VerilogToken> tokens_;
    std::size_t next_pragma_ = 0;
    std::size_t module_begin_ = 0;
    std::string module_;
    std::map<std::string, std::string> raced_;  // name -> event at which it is sampled
    std::string_view last_item_;
    int blocks_of_module_ = 0;
    int unnamed_ = 0;
    std::size_t copied_ = 0;
    Result<Done> good_ = Done{};
    TextWithStates out_;
};

}  // namespace

Result<TextWithStates> verilog_with_states(const std::string& text, const std::string& file,
                                           Diagnostics& diagnostics) {
    Result<std::vector<PragmaComment>> pragmas =
        pragma_comments(text, file, Language::verilog, diagnostics);
    if (!pragmas) return pragmas.failure();
    return VerilogStates(text, file, std::move(*pragmas), diagnostics).run();
}

}  // namespace tapestry
