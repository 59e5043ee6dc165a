// SPDX-License-Identifier: Apache-2.0
#include "weave/compare/insertion.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "base/text.h"
#include "base/verilog_keyword.h"
#include "weave/text/tap_library.h"

namespace tapestry {

namespace {

using Kind = ComparedToken::Kind;
using Tokens = std::vector<ComparedToken>;
using Names = std::set<std::string>;

// Names of the output and inout ports declared between the tokens `begin` and `end`.
Names outputs_between(const Tokens& tokens, std::size_t begin, std::size_t end) {
    static constexpr std::array<std::string_view, 3> kDirections = {"input", "output", "inout"};
    Names outputs;
    bool drives = false;
    for (std::size_t i = begin; i + 1 < end; ++i) {
        const ComparedToken& token = tokens[i];
        if (is_one_of(token.text, kDirections)) drives = token.text != "input";
        const std::string& next = tokens[i + 1].text;
        if (drives && token.kind == Kind::word && (next == "," || next == ")"))
            outputs.insert(token.text);
    }
    return outputs;
}

// The modules of the tap library, with their output ports.
const std::map<std::string, Names>& library_modules() {
    static const std::map<std::string, Names> kModules = [] {
        std::map<std::string, Names> modules;
        for (const TapLibraryFile& file : tap_library()) {
            if (!file.name.ends_with(".v")) continue;
            const Tokens tokens = compared_tokens(file.text);
            for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
                if (tokens[i].text != "module") continue;
                std::size_t end = i;
                while (end < tokens.size() && tokens[end].text != ";") ++end;
                modules[tokens[i + 1].text] = outputs_between(tokens, i, end);
            }
        }
        return modules;
    }();
    return kModules;
}

// A recursive descent parser for one insertion. Each function returns whether its construct is at
// the current token, and if so has consumed it.
class InsertionReader {
public:
    explicit InsertionReader(const InsertionPlace& place)
        : place_(place), tokens_(place.woven), at_(place.at) {}

    std::size_t size() {
        const bool fits = (is_item_place() && item()) || back(false) || default_branch() ||
                          back(false) || list_end() || back(false) || whole_list();
        return fits ? at_ - place_.at : 0;
    }

private:
    bool back(bool result) {
        at_ = place_.at;
        return result;
    }

    const ComparedToken& peek() const {
        static const ComparedToken kEnd;
        return at_ < tokens_.size() ? tokens_[at_] : kEnd;
    }
    bool take(std::string_view text) {
        if (peek().text != text) return false;
        ++at_;
        return true;
    }
    std::string_view before(std::size_t place, std::size_t count) const {
        return place >= count ? std::string_view(tokens_[place - count].text) : "";
    }

    // ---- Where
    // -----------------------------------------------------------------------------------

    // Skips directives and comments that tools obey, backwards.
    std::size_t behind_code(std::size_t at) const {
        static constexpr std::array<std::string_view, 6> kWithWord = {
            "`ifdef", "`ifndef", "`elsif", "`undef", "`include", "`default_nettype"};
        static constexpr std::array<std::string_view, 2> kAlone = {"`endif", "`else"};
        while (at > 0) {
            if (is_one_of(before(at, 1), kAlone) || tokens_[at - 1].kind == Kind::text)
                at -= 1;
            else if (is_one_of(before(at, 2), kWithWord))
                at -= 2;
            else if (is_one_of(before(at, 1), kWithWord))
                at -= 1;
            else
                break;
        }
        return at;
    }

    // Whether a module item may begin here without becoming the body of a preceding `if` or `for`.
    bool is_item_place() const {
        static constexpr std::array<std::string_view, 9> kEnds = {
            ";",           "end",     "begin",   "generate",  "endgenerate",
            "endfunction", "endtask", "endcase", "endspecify"};
        static constexpr std::array<std::string_view, 3> kClosing = {"endmodule", "end",
                                                                     "endgenerate"};
        if (is_one_of(place_.next, kClosing)) return true;
        const std::size_t at = behind_code(place_.at);
        return is_one_of(before(at, 1), kEnds) ||
               (before(at, 2) == ":" && is_one_of(before(at, 3), kEnds));
    }

    // Whether `close` ends the list that follows the name or the parameters of an instance or
    // module.
    bool is_list_end(std::size_t close) const {
        const std::size_t open = partner(close);
        if (open == 0) return false;
        const std::string_view name = before(open, 1);
        if (name == "]") return true;
        if (name == ")") return before(partner(open - 1), 1) == "#";
        return tokens_[open - 1].kind == Kind::word && !is_verilog_keyword(name);
    }

    // The bracket that the one at `close` closes; `close` itself may be an insertion.
    std::size_t partner(std::size_t close) const {
        int depth = 1;
        for (std::size_t i = close; i-- > 0;) {
            if (tokens_[i].text == ")") ++depth;
            if (tokens_[i].text == "(" && --depth == 0) return i;
        }
        return 0;
    }

    // ---- Names and expressions
    // -------------------------------------------------------------------

    bool is_ours() const {
        return peek().kind == Kind::word && peek().text.starts_with("tapestry_");
    }

    // A name that the original does not have, possibly with an index: a net that we may drive.
    bool own_net() {
        if (!is_ours() || place_.theirs.contains(peek().text)) return false;
        ++at_;
        return peek().text != "[" || group();
    }

    bool range() { return peek().text != "[" || group(); }

    // A token of an expression that assigns nothing and calls nothing of the design.
    bool is_harmless(std::size_t i) const {
        static constexpr std::array<std::string_view, 4> kCalls = {"$bits", "$unsigned", "$signed",
                                                                   "$clog2"};
        const ComparedToken& token = tokens_[i];
        const std::string_view next =
            i + 1 < tokens_.size() ? std::string_view(tokens_[i + 1].text) : std::string_view();
        if (token.kind == Kind::text || token.kind == Kind::macro) return false;
        if (token.kind == Kind::system) return is_one_of(token.text, kCalls);
        const bool named = before(i, 1) == "." && (before(i, 2) == "(" || before(i, 2) == ",");
        if (token.kind == Kind::word) return next != "(" || named;
        if (token.text == "=") return is_comparison(i);
        const bool twice = (token.text == "+" || token.text == "-") && token.glued;
        return token.text != ";" && !(twice && before(i, 1) == token.text);
    }

    // Of ==, !=, <= and >=, and not of <<= and such.
    bool is_comparison(std::size_t i) const {
        const bool first = i + 1 < tokens_.size() && tokens_[i + 1].text == "=" &&
                           tokens_[i + 1].glued && !tokens_[i].glued;
        if (first || !tokens_[i].glued) return first;
        const std::string_view last = before(i, 1);
        if (last == "=" || last == "!") return true;
        return (last == "<" || last == ">") && !tokens_[i - 1].glued;
    }

    // Consumes from an opening bracket to its partner.
    bool group() {
        int depth = 0;
        for (; at_ < tokens_.size(); ++at_) {
            const std::string& text = tokens_[at_].text;
            if (text == "(" || text == "[" || text == "{") ++depth;
            if (text == ")" || text == "]" || text == "}") --depth;
            if (!is_harmless(at_)) return false;
            if (depth == 0) {
                ++at_;
                return true;
            }
        }
        return false;
    }

    // Consumes an expression and its semicolon.
    bool rest() {
        while (at_ < tokens_.size() && peek().text != ";") {
            const std::string& text = peek().text;
            const bool opens = text == "(" || text == "[" || text == "{";
            if (opens ? !group() : !is_harmless(at_++)) return false;
        }
        return take(";");
    }

    // ---- Items
    // -----------------------------------------------------------------------------------

    bool item() {
        if (library_modules().contains(peek().text)) return instance();
        if (take("wire")) return range() && own_nets() && take(";");
        if (take("reg")) return range() && is_held() && own_net() && take(";");
        if (take("localparam")) return take("integer") && own_net() && take("=") && rest();
        if (take("assign")) return assignment();
        if (take("initial")) return own_net() && take("=") && rest();
        if (take("always")) return process();
        if (take("else")) return passing_branch();
        return (take("input") || take("output")) && take("wire") && range() && own_nets() &&
               take(";");
    }

    // Registers have distinct names, so that an assignment to a net cannot be in a process.
    bool is_held() const { return peek().text.find("_held_") != std::string::npos; }

    bool assignment() { return !is_held() && own_net() && take("=") && rest(); }

    bool own_nets() {
        do {
            if (!own_net()) return false;
        } while (take(","));
        return true;
    }

    // always @(negedge clk) tapestry_… <= …;
    bool process() {
        if (!take("@") || peek().text != "(" || !group()) return false;
        return own_net() && take("<") && take("=") && rest();
    }

    bool passing_branch() { return take("begin") && take("assign") && assignment() && take("end"); }

    bool default_branch() {
        return place_.next == "endcase" && take("default") && take(":") && passing_branch();
    }

    // The outputs of a library module may be connected only to our own nets.
    bool instance() {
        const Names& outputs = library_modules().at(peek().text);
        ++at_;
        if (take("#") && (peek().text != "(" || !group())) return false;
        if (!is_ours()) return false;
        ++at_;
        if (!take("(")) return false;
        do {
            if (!take(".")) return false;
            const bool drives = outputs.contains(peek().text);
            ++at_;
            if (drives ? !driven() : peek().text != "(" || !group()) return false;
        } while (take(","));
        return take(")") && take(";");
    }

    bool driven() { return take("(") && (peek().text == ")" || own_net()) && take(")"); }

    // ---- Lists
    // -----------------------------------------------------------------------------------

    // Ports or connections at the end of a list.
    bool list_end() {
        if (place_.next != ")" || !is_list_end(place_.at)) return false;
        return (take(",") || before(at_, 1) == "(") && elements() && peek().text == ")";
    }

    // The port list of a module that had none.
    bool whole_list() {
        const bool header = before(at_, 2) == "module" ||
                            (before(at_, 1) == ")" && before(partner(at_ - 1), 1) == "#");
        return place_.next == ";" && header && take("(") && elements() && take(")") &&
               peek().text == ";";
    }

    bool elements() {
        do {
            if (!element()) return false;
        } while (take(","));
        return true;
    }

    bool element() {
        if (take(".")) return is_ours() && ++at_ && driven();
        if (take("input") || take("output")) return take("wire") && range() && own_net();
        return own_net();
    }

    const InsertionPlace& place_;
    const Tokens& tokens_;
    std::size_t at_;
};

}  // namespace

std::size_t insertion_size(const InsertionPlace& place) { return InsertionReader(place).size(); }

}  // namespace tapestry
