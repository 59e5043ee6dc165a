// SPDX-License-Identifier: Apache-2.0
#include "weave/compare/inserted_text.h"

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

    std::size_t size(bool fits) const { return fits ? at_ - place_.at : 0; }

    bool item() {
        if (library_modules().contains(peek().text)) return instance();
        if (take("wire")) return range() && own_nets() && take(";");
        if (take("reg")) return range() && is_held() && own_net() && take(";");
        if (take("localparam")) return take("integer") && own_net() && take("=") && rest();
        if (take("assign")) return assignment();
        if (take("initial")) return is_held() && own_net() && take("=") && rest();
        if (take("always")) return process();
        return (take("input") || take("output")) && take("wire") && range() && own_nets() &&
               take(";");
    }

    bool else_branch() { return take("else") && passing_branch(); }
    bool default_branch() { return take("default") && take(":") && passing_branch(); }

    bool port_list() { return take("(") && elements(ListElement::port) && take(")"); }

    bool elements(ListElement kind) {
        do {
            if (!element(kind)) return false;
        } while (take(","));
        return true;
    }

    bool take(std::string_view text) {
        if (peek().text != text) return false;
        ++at_;
        return true;
    }

private:
    const ComparedToken& peek() const {
        static const ComparedToken kEnd;
        return at_ < tokens_.size() ? tokens_[at_] : kEnd;
    }
    std::string_view before(std::size_t place, std::size_t count) const {
        return place >= count ? std::string_view(tokens_[place - count].text) : "";
    }

    // ---- Names and expressions

    bool is_ours() const {
        return peek().kind == Kind::word && peek().text.starts_with("tapestry_");
    }

    bool is_theirs() const { return place_.theirs.contains(peek().text); }

    // A name that the original does not have, possibly with an index: a net that we may drive.
    bool own_net() {
        if (!is_ours() || is_theirs()) return false;
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
        if (token.kind == Kind::word)
            return (next != "(" || named) && (!is_verilog_keyword(token.text) || is_event(token));
        if (token.text == "=") return is_comparison(i);
        const bool twice = (token.text == "+" || token.text == "-") && token.glued;
        return token.text != ";" && !(twice && before(i, 1) == token.text);
    }

    static bool is_event(const ComparedToken& token) {
        return is_one_of(token.text, {"posedge", "negedge", "or", "inside"});
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
            if (text == ")" || text == "]" || text == "}") return false;
            if (opens ? !group() : !is_harmless(at_++)) return false;
        }
        return take(";");
    }

    // ---- Items

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
        return is_held() && own_net() && take("<") && take("=") && rest();
    }

    bool passing_branch() { return take("begin") && take("assign") && assignment() && take("end"); }

    // The outputs of a library module may be connected only to our own nets.
    bool instance() {
        const Names& outputs = library_modules().at(peek().text);
        ++at_;
        if (take("#") && (peek().text != "(" || !group())) return false;
        if (!is_ours() || is_theirs()) return false;
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

    bool element(ListElement kind) {
        if (kind == ListElement::connection)
            return take(".") && is_ours() && !is_theirs() && ++at_ && driven();
        if (kind == ListElement::port)
            return (take("input") || take("output")) && take("wire") && range() && own_net();
        return own_net();
    }

    const InsertionPlace& place_;
    const Tokens& tokens_;
    std::size_t at_;
};

}  // namespace

std::size_t inserted_item(const InsertionPlace& place) {
    InsertionReader reader(place);
    return reader.size(reader.item());
}

std::size_t inserted_else(const InsertionPlace& place) {
    InsertionReader reader(place);
    return reader.size(reader.else_branch());
}

std::size_t inserted_default(const InsertionPlace& place) {
    InsertionReader reader(place);
    return reader.size(reader.default_branch());
}

std::size_t inserted_port_list(const InsertionPlace& place) {
    InsertionReader reader(place);
    return reader.size(reader.port_list());
}

std::size_t inserted_elements(const InsertionPlace& place, ListElement kind, bool comma) {
    InsertionReader reader(place);
    return reader.size((!comma || reader.take(",")) && reader.elements(kind));
}

}  // namespace tapestry
