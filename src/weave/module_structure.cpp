// SPDX-License-Identifier: Apache-2.0
#include "weave/module_structure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace tapestry {

namespace {

constexpr int kDeepestNesting = 200;

struct Token {
    std::string_view text;  // a word, a number, or one character
    std::size_t position = 0;
};

bool is_word_char(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
}

bool is_identifier(std::string_view text) {
    return !text.empty() &&
           (std::isalpha(static_cast<unsigned char>(text[0])) || text[0] == '_' || text[0] == '\\');
}

// As elaboration knows it: without the backslash of an escaped one.
std::string plain_name(std::string_view name) {
    return std::string(name.substr(name.starts_with('\\') ? 1 : 0));
}

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::size_t end_of_token(std::string_view text, std::size_t at) {
    std::size_t end = at + 1;
    if (text[at] == '\\') {
        while (end < text.size() && !std::isspace(static_cast<unsigned char>(text[end]))) ++end;
    } else if (is_word_char(text[at]) || text[at] == '`') {
        while (end < text.size() && is_word_char(text[end])) ++end;
    }
    return end;
}

// The end of a directive that takes the rest of its line, with its continuations.
std::size_t end_of_line(std::string_view text, std::size_t at) {
    while (at < text.size() && (text[at] != '\n' || (at > 0 && text[at - 1] == '\\'))) ++at;
    return at;
}

// Directives are left out, what they choose between is not: which instances are really there is
// known from the instance tree.
std::vector<Token> tokens_of(std::string_view masked, std::size_t from, std::size_t to) {
    constexpr std::array<std::string_view, 8> kWholeLine = {
        "`define", "`undef",  "`include", "`timescale",
        "`ifdef",  "`ifndef", "`elsif",   "`default_nettype"};
    constexpr std::array<std::string_view, 4> kAlone = {"`else", "`endif", "`celldefine",
                                                        "`endcelldefine"};
    std::vector<Token> tokens;
    const std::string_view text = masked.substr(0, to);
    for (std::size_t at = from; at < text.size();) {
        if (std::isspace(static_cast<unsigned char>(text[at]))) {
            ++at;
            continue;
        }
        const std::size_t end = end_of_token(text, at);
        const std::string_view word = text.substr(at, end - at);
        if (word == "`define" || word == "`timescale" || word == "`include") {
            at = end_of_line(text, at);
        } else if (is_one_of(word, kWholeLine)) {  // one argument
            at = end;
            while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
            while (at < text.size() && is_word_char(text[at])) ++at;
        } else {
            if (!is_one_of(word, kAlone)) tokens.push_back({word, at});
            at = end;
        }
    }
    return tokens;
}

class Reader {
public:
    Reader(std::string_view masked, const ModuleText& module)
        : masked_(masked), tokens_(tokens_of(masked, module.begin, module.endmodule)) {
        end_ = module.endmodule;
    }

    std::optional<ModuleStructure> run() {
        ModuleStructure out;
        if (!read_header(out.header)) return std::nullopt;
        out.body.has_begin = true;
        out.body.open = out.header.end + 1;
        out.body.close = end_;
        while (!done() && !failed_) read_item(out.body);
        if (failed_) return std::nullopt;
        return out;
    }

private:
    bool done() const { return next_ >= tokens_.size(); }
    std::string_view peek(std::size_t ahead = 0) const {
        return next_ + ahead < tokens_.size() ? tokens_[next_ + ahead].text : std::string_view();
    }
    std::size_t here() const { return done() ? end_ : tokens_[next_].position; }
    // Where the token that was taken last ends.
    std::size_t behind() const {
        return next_ == 0 ? 0 : tokens_[next_ - 1].position + tokens_[next_ - 1].text.size();
    }
    void take() {
        if (done())
            failed_ = true;
        else
            ++next_;
    }
    bool take_if(std::string_view text) {
        if (peek() != text || done()) return false;
        ++next_;
        return true;
    }

    static bool opens(std::string_view t) { return t == "(" || t == "[" || t == "{"; }
    static bool closes(std::string_view t) { return t == ")" || t == "]" || t == "}"; }

    // From an opening bracket to behind its partner.
    void skip_group() {
        int depth = 0;
        do {
            if (done()) {
                failed_ = true;
                return;
            }
            if (opens(peek())) ++depth;
            if (closes(peek())) --depth;
            ++next_;
        } while (depth > 0);
    }

    void skip_to_semicolon() {
        while (!done() && peek() != ";") {
            if (opens(peek()))
                skip_group();
            else
                take();
        }
        take();
    }

    // The text from token `from` up to the next one, as written.
    std::string text_since(std::size_t from) const {
        const std::size_t begin = tokens_[from].position;
        std::string text(masked_.substr(begin, here() - begin));
        std::replace_if(
            text.begin(), text.end(),
            [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }, ' ');
        while (!text.empty() && text.back() == ' ') text.pop_back();
        return text;
    }

    bool read_header(ModuleHeader& header) {
        take();  // module
        while (take_if("automatic") || take_if("static")) {
        }
        if (!is_identifier(peek())) return false;
        take();
        while (take_if("import")) skip_to_semicolon();
        if (take_if("#")) skip_group();
        if (peek() == "(") {
            header.ports_open = here();
            header.empty = peek(1) == ")";
            // Names alone are a list without directions. A macro may hold anything.
            if (peek(1).starts_with('`')) return false;
            header.ansi = header.empty || !(is_identifier(peek(1)) && is_name_alone());
            skip_group();
            header.ports_close = tokens_[next_ - 1].position;
        }
        header.end = here();
        return take_if(";");
    }
    bool is_name_alone() const { return peek(2) == "," || peek(2) == ")"; }

    // Passes over what holds no instance: a procedure, a function, a property.
    void skip_until(std::string_view end_word) {
        while (!done() && peek() != end_word) take();
        take();
        if (take_if(":")) take();
    }

    static int depth_change(std::string_view word) {
        constexpr std::array<std::string_view, 6> kOpen = {"begin", "fork",  "case",
                                                           "casez", "casex", "randcase"};
        constexpr std::array<std::string_view, 5> kClose = {"end", "endcase", "join", "join_any",
                                                            "join_none"};
        return is_one_of(word, kOpen) ? 1 : is_one_of(word, kClose) ? -1 : 0;
    }

    void skip_nested() {  // begin … end, case … endcase, fork … join
        int depth = 0;
        do {
            if (done()) {
                failed_ = true;
                return;
            }
            depth += depth_change(peek());
            ++next_;
        } while (depth > 0);
        if (take_if(":")) take();
    }

    // One statement of a procedure.
    void skip_statement() {
        constexpr std::array<std::string_view, 5> kWithGroup = {"for", "while", "repeat", "foreach",
                                                                "wait"};
        constexpr std::array<std::string_view, 4> kPrefix = {"unique", "unique0", "priority",
                                                             "forever"};
        if (!enter()) return;
        while (is_one_of(peek(), kPrefix)) take();
        // `begin : name` opens a block that has a name; any other word before a colon is a label.
        if (is_identifier(peek()) && depth_change(peek()) == 0 && peek(1) == ":" && peek(2) != ":")
            next_ += 2;
        if (peek() == "@" || peek() == "#") {
            skip_control();
            skip_statement();
        } else if (depth_change(peek()) > 0) {
            skip_nested();
        } else if (take_if("if")) {
            skip_group();
            skip_statement();
            if (take_if("else")) skip_statement();
        } else if (is_one_of(peek(), kWithGroup)) {
            take();
            skip_group();
            skip_statement();
        } else {
            skip_to_semicolon();
        }
        --depth_;
    }

    void skip_control() {
        take();
        while (peek() == "@" || peek() == "#") take();
        if (peek() == "(")
            skip_group();
        else
            take();
        while (peek() == "." || peek() == "[") {  // @bus.clk, @q[0]
            if (peek() == "[") {
                skip_group();
            } else {
                take();
                take();
            }
        }
    }

    bool enter() {
        if (++depth_ > kDeepestNesting) failed_ = true;
        return !failed_;
    }

    // A word that opens something without instances, and the word that ends it.
    static std::string_view end_word_of(std::string_view word) {
        constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kPairs = {
            {{"function", "endfunction"},
             {"task", "endtask"},
             {"specify", "endspecify"},
             {"property", "endproperty"},
             {"sequence", "endsequence"},
             {"class", "endclass"},
             {"covergroup", "endgroup"},
             {"clocking", "endclocking"},
             {"checker", "endchecker"}}};
        for (const auto& [open, close] : kPairs) {
            if (open == word) return close;
        }
        return {};
    }

    static bool starts_procedure(std::string_view word) {
        constexpr std::array<std::string_view, 9> kWords = {
            "always", "always_ff", "always_comb", "always_latch", "initial",
            "final",  "assert",    "assume",      "cover"};
        return is_one_of(word, kWords);
    }

    void read_item(StructureBody& body) {
        const std::string_view word = peek();
        if (take_if("generate") || take_if("endgenerate") || take_if(";")) return;
        if (!enter()) return;
        if (word == "for") {
            read_loop(body);
        } else if (word == "if" || word == "case" || word == "casez" || word == "casex") {
            read_conditional(body, next_label(body));
        } else if (word == "begin" ||
                   (is_identifier(word) && peek(1) == ":" && peek(2) == "begin")) {
            read_block(body);
        } else if (starts_procedure(word)) {
            take();
            skip_statement();
        } else if (!end_word_of(word).empty()) {
            take();
            skip_until(end_word_of(word));
        } else if (word == "end" || word == "endcase" || word == "else") {
            failed_ = true;
        } else {
            read_statement(body);
        }
        --depth_;
    }

    // The language numbers the generate constructs of a scope, named ones too.
    std::string next_label(const StructureBody& body) const {
        const auto constructs =
            std::count_if(body.items.begin(), body.items.end(), [](const StructureItem& item) {
                return item.kind == StructureItem::Kind::loop ||
                       item.kind == StructureItem::Kind::conditional;
            });
        return fmt::format("genblk{}", constructs + 1);
    }

    StructureBody read_body(const std::string& label) {
        StructureBody body;
        body.label = label;
        if (is_identifier(peek()) && peek(1) == ":" && peek(2) == "begin") {
            body.label = peek();
            next_ += 2;
        }
        body.open = here();
        if (take_if("begin")) {
            body.has_begin = true;
            if (take_if(":")) {
                body.label = peek();
                take();
            }
            body.open = behind();
            while (!done() && !failed_ && peek() != "end") read_item(body);
            body.close = here();
            take();
            if (take_if(":")) take();
        } else {
            read_item(body);
            body.close = behind();
        }
        return body;
    }

    void read_block(StructureBody& body) {
        StructureItem item;
        item.kind = StructureItem::Kind::block;
        item.begin = here();
        item.bodies.push_back(read_body(""));
        item.end = behind();
        body.items.push_back(std::move(item));
    }

    void read_loop(StructureBody& body) {
        StructureItem item;
        item.kind = StructureItem::Kind::loop;
        item.begin = here();
        const std::string label = next_label(body);
        take();
        item.loop = read_loop_header();
        item.bodies.push_back(read_body(label));
        item.end = behind();
        body.items.push_back(std::move(item));
    }

    // (genvar i = 0; i < N; i = i + 1)
    LoopHeader read_loop_header() {
        LoopHeader loop;
        const std::size_t start = next_;
        if (!take_if("(")) {
            failed_ = true;
            return loop;
        }
        take_if("genvar");
        loop.genvar = peek();
        take();
        bool regular = take_if("=");
        loop.first = read_up_to(";");
        take();
        regular = regular && take_if(loop.genvar) && read_comparison(loop);
        loop.limit = read_up_to(";");
        take();
        regular = regular && take_if(loop.genvar) && read_step(loop);
        next_ = start;
        skip_group();
        loop.regular = regular && !loop.first.empty() && !loop.limit.empty() && !loop.step.empty();
        return loop;
    }

    std::string read_up_to(std::string_view end) {
        const std::size_t start = next_;
        while (!done() && peek() != end) {
            if (closes(peek())) return {};
            if (opens(peek()))
                skip_group();
            else
                take();
        }
        return next_ == start || done() ? std::string() : text_since(start);
    }

    bool read_comparison(LoopHeader& loop) {
        const bool less = take_if("<");
        const bool greater = !less && take_if(">");
        loop.down = greater;
        loop.inclusive = (less || greater) && take_if("=");
        return less || greater;
    }

    // `i = i + 1`, `i += 1`, `i++`: the direction must be the one that the comparison needs.
    bool read_step(LoopHeader& loop) {
        const std::string_view sign = loop.down ? "-" : "+";
        if (take_if("=")) {
            if (!take_if(loop.genvar) || !take_if(sign)) return false;
            loop.step = read_up_to(")");
            return true;
        }
        if (!take_if(sign)) return false;
        if (take_if(sign)) {
            loop.step = "1";
            return peek() == ")";
        }
        if (!take_if("=")) return false;
        loop.step = read_up_to(")");
        return true;
    }

    void read_conditional(StructureBody& body, const std::string& label) {
        StructureItem item;
        item.kind = StructureItem::Kind::conditional;
        item.begin = here();
        if (peek() == "if")
            read_if(item, label);
        else
            read_case(item, label);
        item.end = behind();
        body.items.push_back(std::move(item));
    }

    void read_if(StructureItem& item, const std::string& label) {
        take();
        skip_group();
        item.bodies.push_back(read_branch(label));
        if (!take_if("else")) return;
        item.has_default = true;
        item.bodies.push_back(read_branch(label));
    }

    void read_case(StructureItem& item, const std::string& label) {
        item.is_case = true;
        take();
        skip_group();
        while (!done() && !failed_ && peek() != "endcase") {
            if (peek() == "default") item.has_default = true;
            while (!done() && peek() != ":" && peek() != "begin") {
                if (opens(peek()))
                    skip_group();
                else
                    take();
            }
            take_if(":");
            item.bodies.push_back(read_branch(label));
        }
        item.last_word = here();
        take();
    }

    // A conditional right inside a conditional makes no scope of its own and has the same number.
    StructureBody read_branch(const std::string& label) {
        const bool nested =
            peek() == "if" || peek() == "case" || peek() == "casez" || peek() == "casex";
        if (!nested) return read_body(label);
        StructureBody body;
        body.label = label;
        body.direct = true;
        body.open = here();
        if (enter()) read_conditional(body, label);
        --depth_;
        body.close = behind();
        return body;
    }

    // An instance, or any other statement up to its semicolon.
    void read_statement(StructureBody& body) {
        const std::size_t begin = here();
        const std::size_t first_item = body.items.size();
        const std::size_t start = next_;
        if (!read_instances(body, begin)) {
            body.items.resize(first_item);
            next_ = start;
            skip_to_semicolon();
        }
        for (std::size_t i = first_item; i < body.items.size(); ++i) body.items[i].end = behind();
    }

    // MODULE [#(…)] NAME [range] (…), NAME (…);
    bool read_instances(StructureBody& body, std::size_t begin) {
        if (!is_identifier(peek())) return false;
        const std::string module = plain_name(peek());
        take();
        if (take_if("#")) {
            if (peek() == "(")
                skip_group();
            else
                take();
        }
        do {
            StructureItem item;
            item.begin = begin;
            item.module = module;
            if (!read_instance(item)) return false;
            body.items.push_back(std::move(item));
        } while (take_if(","));
        return !failed_ && take_if(";");
    }

    bool read_instance(StructureItem& item) {
        if (!is_identifier(peek())) return false;
        item.name = plain_name(peek());
        take();
        if (peek() == "[") {
            const std::size_t start = next_ + 1;
            skip_group();
            if (failed_ || peek() == "[") return false;
            --next_;
            item.range = text_since(start);
            ++next_;
        }
        if (peek() != "(") return false;
        read_connections(item);
        return !failed_;
    }

    // A macro at the start of the list hides whether connections are named, unless others show it.
    void read_connections(StructureItem& item) {
        item.opaque = peek(1).starts_with('`');
        item.named = peek(1) == "." || peek(1) == ")";
        item.connections = peek(1) == ")" ? 0 : 1;
        take();
        while (!done() && peek() != ")") {
            if (opens(peek())) {
                skip_group();
                continue;
            }
            if (peek() == ",") {
                ++item.connections;
                item.named = item.named || peek(1) == ".";
            }
            take();
        }
        item.opaque = item.opaque && !item.named;
        item.connections_close = here();
        take();
    }

    std::string_view masked_;
    std::vector<Token> tokens_;
    std::size_t next_ = 0;
    std::size_t end_ = 0;
    int depth_ = 0;
    bool failed_ = false;
};

}  // namespace

std::optional<ModuleStructure> structure_of(std::string_view masked, const ModuleText& module) {
    return Reader(masked, module).run();
}

}  // namespace tapestry
