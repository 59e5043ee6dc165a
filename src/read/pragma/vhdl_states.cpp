// SPDX-License-Identifier: Apache-2.0
#include "read/pragma/vhdl_states.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/codes/pragmas.h"
#include "base/verilog_text.h"
#include "read/pragma/block_states.h"
#include "read/pragma/state_text.h"
#include "read/pragma/vhdl_process.h"

namespace tapestry {

namespace {

using Kind = ProcessStatement::Kind;

// Finds a deciding variable that may be read before it is assigned: it keeps its value between
// edges, which a combinational copy cannot reproduce.
class KeptVariables {
public:
    KeptVariables(const std::set<std::string>& deciding, const std::vector<PragmaComment>& pragmas)
        : deciding_(deciding), pragmas_(pragmas) {}

    std::string find(const ProcessStatement& body) {
        std::set<std::string> assigned;
        walk(body, assigned);
        return kept_;
    }

private:
    void read(const std::set<std::string>& names, const std::set<std::string>& assigned) {
        for (const std::string& name : names) {
            if (kept_.empty() && deciding_.contains(name) && !assigned.contains(name)) kept_ = name;
        }
    }

    void walk(const ProcessStatement& s, std::set<std::string>& assigned) {
        if (!matters(s, deciding_)) return;
        if (s.kind == Kind::pragma)
            read(names_in(pragmas_[s.pragma].pragma.condition, Language::vhdl), assigned);
        read(s.reads, assigned);
        if (s.kind == Kind::assign) assigned.insert(s.targets.begin(), s.targets.end());
        if (s.kind == Kind::choice) return walk_choice(s, assigned);
        if (s.kind == Kind::loop) {
            std::set<std::string> inside = assigned;
            return walk(s.parts[0], inside);
        }
        for (const ProcessStatement& part : s.parts) walk(part, assigned);
    }

    // A variable is assigned if all branches assign it and one of them is always taken.
    void walk_choice(const ProcessStatement& s, std::set<std::string>& assigned) {
        std::set<std::string> in_all;
        for (std::size_t i = 0; i < s.parts.size(); ++i) {
            read(s.parts[i].reads, assigned);
            std::set<std::string> inside = assigned;
            walk(s.parts[i].parts[0], inside);
            std::set<std::string> both;
            std::set_intersection(in_all.begin(), in_all.end(), inside.begin(), inside.end(),
                                  std::inserter(both, both.end()));
            in_all = i == 0 ? inside : both;
        }
        const bool taken = !s.head.empty() || s.parts.back().head == "else";
        if (taken) assigned = in_all;
    }

    const std::set<std::string>& deciding_;
    const std::vector<PragmaComment>& pragmas_;
    std::string kept_;
};

bool vhdl_calls_for(const ProcessStatement& s, const std::set<std::string>& deciding) {
    return (s.kind == Kind::call && matters(s, deciding)) ||
           std::any_of(s.parts.begin(), s.parts.end(), [&](const ProcessStatement& part) {
               return vhdl_calls_for(part, deciding);
           });
}

// One text.
class VhdlStates {
public:
    VhdlStates(const std::string& text, const std::string& file, const VhdlPragmaOptions& options,
               std::vector<PragmaComment> pragmas, Diagnostics& diagnostics)
        : text_(text),
          file_(file),
          options_(options),
          pragmas_(std::move(pragmas)),
          diagnostics_(diagnostics),
          tokens_(vhdl_tokens(text)),
          signals_(options.signals) {
        add_signals(tokens_, signals_);
    }

    Result<TextWithStates> run() {
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            if (tokens_[i].position < copied_) continue;  // in a process that is already copied
            if (tokens_[i].word == "architecture") unnamed_ = 0;
            if (!begins_process(i)) continue;
            complain_before(tokens_[i].position);
            const std::size_t end = end_of_process(i);
            if (has_pragma_before(end)) add_process(i, end);
        }
        complain_before(text_.size() + 1);
        if (!good_) return good_.failure();
        out_.text += text_.substr(copied_);
        return std::move(out_);
    }

private:
    const std::string& word(std::size_t i) const { return tokens_[i].word; }
    bool begins_process(std::size_t i) const {
        if (word(i) != "process") return false;
        const std::size_t before = i > 0 && word(i - 1) == "postponed" ? i - 1 : i;
        return before == 0 || word(before - 1) != "end";
    }
    std::size_t end_of_process(std::size_t i) const {
        for (++i; i < tokens_.size(); ++i) {
            if (word(i) == "process" && !begins_process(i)) return tokens_[i].end;
        }
        return text_.size() + 1;
    }
    bool has_pragma_before(std::size_t position) const {
        return next_pragma_ < pragmas_.size() && pragmas_[next_pragma_].position < position;
    }
    void complain_before(std::size_t position) {
        for (; has_pragma_before(position); ++next_pragma_) {
            good_ =
                diagnostics_.report(code::state_pragma_homeless,
                                    {file_, pragmas_[next_pragma_].pragma.line}, "in no process");
        }
    }

    void add_process(std::size_t at, std::size_t end) {
        ProcessTree process = read_vhdl_process(text_, tokens_, at, pragmas_);
        while (has_pragma_before(end)) ++next_pragma_;
        PragmaBlock block = block_of(process, end);
        if (process.why_not.empty()) {
            if (const auto filled =
                    fill_states(process.body, pragmas_, Language::vhdl, block, diagnostics_);
                !filled) {
                good_ = filled.failure();
                return;
            }
        }
        const std::string added = process.why_not.empty() ? text_of(process, at, block) : "";
        if (!process.why_not.empty()) {
            diagnostics_.report(code::unsupported_state_pragma, {file_, block.first_line},
                                process.why_not);
            return;
        }
        out_.text += text_.substr(copied_, process.end - copied_) + added;
        copied_ = process.end;
        out_.blocks.push_back(std::move(block));
    }

    PragmaBlock block_of(const ProcessTree& process, std::size_t end) {
        PragmaBlock block;
        block.file = file_;
        block.signal = kPragmaPrefix + std::to_string(++*options_.count);
        block.name = process.label;
        if (block.name.empty()) {
            ++unnamed_;
            block.name = unnamed_ == 1 ? "pragmas" : fmt::format("pragmas_{}", unnamed_);
        }
        block.clocked_words = process.clocked_words;
        block.first_line = static_cast<std::uint32_t>(line_of(text_, process.begin));
        block.last_line = static_cast<std::uint32_t>(line_of(text_, std::min(end, text_.size())));
        return block;
    }

    // The text to insert; process.why_not has the reason if there is none.
    std::string text_of(ProcessTree& process, std::size_t at, const PragmaBlock& block) const {
        const std::set<std::string> deciding =
            deciding_names(process.body, pragmas_, Language::vhdl);
        if (vhdl_calls_for(process.body, deciding))
            process.why_not = "a procedure may change what its conditions read";
        const std::string kept = KeptVariables(deciding, pragmas_).find(process.body);
        if (!kept.empty())
            process.why_not = fmt::format(
                "its conditions read the variable '{}' before it is assigned, so that it keeps a "
                "value from one clock edge to the next",
                kept);
        if (!process.why_not.empty()) return {};
        std::string text = fmt::format(" {} process ({}) is", declarations(block),
                                       waking(process, at, deciding, block));
        for (const std::string& declaration : process.declarations) text += " " + declaration;
        text += fmt::format(" begin {} <= {};", block.signal, vhdl_code(block, 0));
        if (const std::size_t held = held_bits(block); held > 0)
            text += fmt::format(" {} <= \"{}\";", block.held_signal, std::string(held, '0'));
        text += copied_statements(process.body, deciding, block, pragmas_, Language::vhdl);
        std::replace(text.begin(), text.end(), kLineBreak, ' ');
        return text + " end process; end block;";
    }

    // The sensitivity list: the signals that the copy reads. A copy that reads none runs once, and
    // its own signal fills the list.
    std::string waking(const ProcessTree& process, std::size_t at,
                       const std::set<std::string>& deciding, const PragmaBlock& block) const {
        if (options_.standard == "08") return "all";
        const std::set<std::string> seen = signals_seen(tokens_, at, signals_);
        std::string list;
        for (const std::string& name :
             names_read(process.body, deciding, pragmas_, Language::vhdl)) {
            if (!seen.contains(name) || process.declared.contains(name)) continue;
            list += (list.empty() ? "" : ", ") + name;
        }
        return list.empty() ? block.signal : list;
    }

    static std::string declarations(const PragmaBlock& block) {
        std::string text = fmt::format(
            "{0}_block : block is attribute keep : boolean; signal {0} : bit_vector({1} "
            "downto 0); attribute keep of {0} : signal is true;",
            block.signal, block.width - 1);
        if (const std::size_t held = held_bits(block); held > 0)
            text += fmt::format(
                " signal {0} : bit_vector({1} downto 0); attribute keep of {0} : "
                "signal is true;",
                block.held_signal, held - 1);
        return text + " begin";
    }

    const std::string& text_;
    const std::string& file_;
    const VhdlPragmaOptions& options_;
    const std::vector<PragmaComment> pragmas_;
    Diagnostics& diagnostics_;
    const std::vector<VhdlToken> tokens_;
    VhdlSignals signals_;
    std::size_t next_pragma_ = 0;
    std::size_t copied_ = 0;
    int unnamed_ = 0;
    Result<Done> good_ = Done{};
    TextWithStates out_;
};

}  // namespace

Result<TextWithStates> vhdl_with_states(const std::string& text, const std::string& file,
                                        const VhdlPragmaOptions& options,
                                        Diagnostics& diagnostics) {
    Result<std::vector<PragmaComment>> pragmas =
        pragma_comments(text, file, Language::vhdl, diagnostics);
    if (!pragmas) return pragmas.failure();
    return VhdlStates(text, file, options, std::move(*pragmas), diagnostics).run();
}

}  // namespace tapestry
