// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/variable_signals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "read/vhdl/vhdl_text.h"

namespace tapestry {

namespace {

bool is_part_of_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '\\';
}

// A declared process variable and its signal.
struct Declared {
    std::string name;
    std::string type;   // of the signal
    std::string value;  // the expression assigned to the signal; empty: it cannot be a signal
};

class VariableSignals {
public:
    VariableSignals(std::string_view text,
                    const std::vector<std::pair<std::string, std::string>>& expressions, int& count)
        : text_(text),
          masked_(in_lower_case(masked_vhdl(text))),
          words_(vhdl_words(masked_)),
          expressions_(expressions),
          count_(count) {}

    std::optional<TextWithSignals> run() {
        for (std::size_t i = 0; i + 3 < words_.size(); ++i) {
            if (word(i) == "architecture" && word(i + 2) == "of") entity_ = word(i + 3);
            const bool begins = i > 0 && word(i - 1) != "end" && word(i - 1) != "postponed";
            if (word(i) == "process" && begins) take_process(i);
        }
        if (out_.variables.empty()) return std::nullopt;
        out_.text = text_;
        for (auto at = inserted_.rbegin(); at != inserted_.rend(); ++at)
            out_.text.insert(at->first, at->second);
        return std::move(out_);
    }

private:
    std::string_view word(std::size_t i) const { return words_[i].text; }
    std::size_t end_of(std::size_t i) const { return words_[i].position + word(i).size(); }
    char mark_behind(std::size_t i) const {
        const std::size_t at = masked_.find_first_not_of(" \t\r\n", end_of(i));
        return at == std::string::npos ? ' ' : masked_[at];
    }
    void insert(std::size_t at, const std::string& text) { inserted_[at] += text; }

    void take_process(std::size_t at) {
        subprograms_.clear();
        const std::size_t begin = begin_of(at);
        std::size_t end = begin;
        while (end + 1 < words_.size() && (word(end) != "end" || word(end + 1) != "process")) ++end;
        if (begin >= end || end + 1 >= words_.size()) return;
        // A process without a sensitivity list may wait in a subprogram.
        if (!subprograms_.empty() && mark_behind(at) != '(') return;
        const bool has_label = at > 0 && mark_behind(at - 1) == ':';
        const std::string label = has_label ? std::string(word(at - 1)) + "." : "";
        std::vector<Declared> wanted = declared(at, begin);
        std::erase_if(wanted, [&](const Declared& d) { return !is_wanted(label + d.name); });
        if (wanted.empty() || (!has_label && is_ambiguous(wanted))) return;
        const std::string block = fmt::format("tapestry_process_{}", ++count_);
        std::string before = block + " : block is", assigned;
        for (const Declared& d : wanted) {
            before += fmt::format(" signal tapestry_{} : {};", d.name, d.type);
            assigned += fmt::format("tapestry_{} <= {}; ", d.name, d.value);
            out_.variables.push_back(
                {entity_, label + d.name, fmt::format("{}.tapestry_{}", block, d.name)});
        }
        insert(words_[has_label ? at - 1 : at].position, before + " begin ");
        insert_assignments(at, begin, end, wanted, assigned);
        insert(masked_.find(';', words_[end].position) + 1, " end block;");
    }

    // The `begin` of the process at that word, after those of its subprograms.
    std::size_t begin_of(std::size_t at) {
        for (std::size_t i = at; i < words_.size(); ++i) {
            if (word(i) == "begin") return i;
            if (word(i) != "function" && word(i) != "procedure") continue;
            const std::size_t end = end_of_subprogram(i);
            subprograms_[i] = end;
            i = end;
        }
        return words_.size();
    }

    // The `is` before the body of a subprogram; the word itself if it has no body.
    std::size_t body_of(std::size_t i) const {
        std::size_t end = end_of(i);  // its first `;` that is not in brackets
        for (int brackets = 0; end < masked_.size(); ++end) {
            brackets += masked_[end] == '(' ? 1 : masked_[end] == ')' ? -1 : 0;
            if (masked_[end] == ';' && brackets == 0) break;
        }
        for (std::size_t is = i; is + 1 < words_.size() && words_[is].position < end; ++is) {
            if (word(is) == "is" && word(is + 1) != "new") return is;
        }
        return i;
    }

    // The last relevant word of a subprogram.
    std::size_t end_of_subprogram(std::size_t at) const {
        std::size_t i = body_of(at);
        if (i == at) return at;
        for (int open = 1; ++i < words_.size();) {
            const bool is_subprogram = word(i) == "function" || word(i) == "procedure";
            if (word(i) == "end") {
                if (mark_behind(i) != ';') ++i;  // what it is the end of
                if (--open == 0) return i;
            } else if (word(i) == "if" || word(i) == "case" || word(i) == "loop" ||
                       (is_subprogram && body_of(i) != i)) {
                ++open;
            }
        }
        return words_.size();
    }

    // Assigns wherever the process may suspend. A process without a sensitivity list may call a
    // procedure that waits, so it also assigns the signal after each assignment to the variable.
    void insert_assignments(std::size_t at, std::size_t begin, std::size_t end,
                            const std::vector<Declared>& wanted, const std::string& assigned) {
        const bool has_list = mark_behind(at) == '(';
        insert(words_[end].position, assigned);
        for (std::size_t i = begin + 1; i < end && !has_list; ++i) {
            if (word(i) == "wait") insert(words_[i].position, assigned);
            for (const Declared& d : wanted) {
                if (word(i) == d.name) insert_behind_assignment(i, assigned);
            }
        }
    }

    // Without a label, the name of a variable may be that of a signal or of another variable.
    bool is_ambiguous(const std::vector<Declared>& wanted) const {
        for (const Declared& d : wanted) {
            int declarations = 0;
            for (std::size_t i = 0; i < words_.size(); ++i) {
                const char behind = word(i) == d.name ? mark_behind(i) : ' ';
                if (behind == ',' || (behind == ':' && !is_assigned(i))) ++declarations;
            }
            if (declarations > 1) return true;
        }
        return false;
    }
    bool is_assigned(std::size_t i) const {
        return masked_.compare(masked_.find(':', end_of(i)), 2, ":=") == 0;
    }

    bool is_wanted(const std::string& name) const {
        return std::any_of(expressions_.begin(), expressions_.end(), [&](const auto& e) {
            return e.first == entity_ && find_name(e.second, name) != std::string::npos;
        });
    }

    // `v := …;`, also for an element or a member.
    void insert_behind_assignment(std::size_t i, const std::string& assigned) {
        const std::size_t behind = masked_.find_first_of(":;=<>", end_of(i));
        if (behind == std::string::npos || masked_.compare(behind, 2, ":=") != 0) return;
        const std::size_t before = masked_.find_last_not_of(" \t\r\n", words_[i].position - 1);
        const std::string_view last = i > 0 && end_of(i - 1) == before + 1 ? word(i - 1) : "";
        static const std::set<std::string_view> kBeginStatements = {"begin", "then", "else",
                                                                    "loop"};
        const bool is_target = masked_[before] == ';' || masked_[before] == ':' ||
                               masked_.compare(before - 1, 2, "=>") == 0 ||
                               kBeginStatements.contains(last);
        if (is_target) insert(masked_.find(';', behind) + 1, " " + assigned);
    }

    // The declarations from the word `at` up to `begin`, outside subprograms.
    std::vector<Declared> declared(std::size_t at, std::size_t begin) const {
        std::vector<Declared> all;
        // names declared by the process; true for an enumeration
        std::map<std::string_view, bool> own;
        for (std::size_t i = at; i < begin; ++i) {
            if (word(i) == "protected") return {};
            const auto subprogram = subprograms_.find(i);
            if (subprogram != subprograms_.end()) {
                i = subprogram->second;
                continue;
            }
            if (word(i) == "type" || word(i) == "subtype" || word(i) == "constant")
                own[word(i + 1)] = word(i) == "type" && mark_behind(i + 2) == '(';
            if (word(i) == "variable" && word(i - 1) != "shared") add_declared(i, own, all);
        }
        return all;
    }

    // `variable a, b : type := value;`
    void add_declared(std::size_t i, const std::map<std::string_view, bool>& own,
                      std::vector<Declared>& all) const {
        const std::size_t colon = masked_.find(':', end_of(i));
        const std::size_t end = masked_.find(';', end_of(i));
        if (colon == std::string::npos || end == std::string::npos || end < colon) return;
        const std::size_t value = masked_.find(":=", colon + 1);
        std::string type(text_.substr(colon + 1, std::min(value, end) - colon - 1));
        std::replace(type.begin(), type.end(), '\n', ' ');
        std::replace(type.begin(), type.end(), '\r', ' ');
        const std::string lower = in_lower_case(masked_vhdl(type));
        const std::vector<VhdlWord> of_type = vhdl_words(lower);
        std::string take;  // the conversion from the variable to the signal
        for (const VhdlWord& w : of_type) {
            const auto known = own.find(w.text);
            if (known == own.end()) continue;
            if (!known->second || of_type.size() > 1) return;
            take = std::string(w.text) + "'pos({})";
            type = "integer";
        }
        for (++i; i < words_.size() && words_[i].position < colon; ++i) {
            const std::string name(word(i));
            all.push_back(
                {name, type, take.empty() ? name : fmt::format(fmt::runtime(take), name)});
        }
    }

    std::string_view text_;
    std::string masked_;
    std::vector<VhdlWord> words_;
    const std::vector<std::pair<std::string, std::string>>& expressions_;
    int& count_;
    std::string entity_;
    std::map<std::size_t, std::size_t> subprograms_;  // of a process: first and last words
    std::map<std::size_t, std::string> inserted_;
    TextWithSignals out_;
};

}  // namespace

std::optional<TextWithSignals> with_variable_signals(
    std::string_view text, const std::vector<std::pair<std::string, std::string>>& expressions,
    int& count) {
    return VariableSignals(text, expressions, count).run();
}

std::size_t find_name(std::string_view expression, std::string_view path, std::size_t from) {
    for (std::size_t at = expression.find(path, from); at != std::string::npos;
         at = expression.find(path, at + 1)) {
        const std::size_t end = at + path.size();
        // Names in an iteration of a generate loop have a prefix: g[2].control.state.
        const bool in_turn = at > 1 && expression[at - 1] == '.' && expression[at - 2] == ']';
        const bool begins = at == 0 || in_turn || !is_part_of_name(expression[at - 1]);
        const bool ends =
            end == expression.size() || expression[end] == '.' || !is_part_of_name(expression[end]);
        if (begins && ends) return at;
    }
    return std::string::npos;
}

std::string with_signals(std::string expression, const ProcessVariable& variable) {
    for (std::size_t at = find_name(expression, variable.variable); at != std::string::npos;
         at = find_name(expression, variable.variable, at + variable.signal.size()))
        expression.replace(at, variable.variable.size(), variable.signal);
    return expression;
}

}  // namespace tapestry
