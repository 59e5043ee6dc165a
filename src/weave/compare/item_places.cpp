// SPDX-License-Identifier: Apache-2.0
#include "weave/compare/item_places.h"

#include <utility>

#include "base/text.h"
#include "base/verilog_keyword.h"

namespace tapestry {

namespace {

using Tokens = std::vector<ComparedToken>;
using TokenKind = ComparedToken::Kind;

constexpr int kDeepestItem = 200;

bool is_conditional_word(std::string_view word) {
    return is_one_of(word, {"if", "case", "casez", "casex"});
}
bool is_group_start(std::string_view word) { return word == "`ifdef" || word == "`ifndef"; }
bool is_branch_end(std::string_view word) { return is_one_of(word, {"`elsif", "`else", "`endif"}); }

// A definition, or a comment that a tool obeys.
bool is_note(const ComparedToken& token) {
    return token.kind == TokenKind::text && !token.text.starts_with('"');
}

// A place in the tokens. Going past the end, or meeting what is not understood, fails for good.
class TokenCursor {
protected:
    TokenCursor(const Tokens& tokens, std::size_t at) : tokens_(tokens), at_(at) {}

    bool done() const { return at_ >= tokens_.size(); }
    const std::string& text(std::size_t ahead = 0) const {
        static const std::string kNone;
        return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead].text : kNone;
    }
    bool is_name() const {
        return !done() && tokens_[at_].kind == TokenKind::word && !is_verilog_keyword(text());
    }
    // A macro that the text defines: it may stand for anything.
    bool is_macro(std::size_t at) const {
        return at < tokens_.size() && tokens_[at].kind == TokenKind::macro &&
               !is_directive(tokens_[at].text);
    }
    void fail() {
        failed_ = true;
        at_ = tokens_.size();
    }
    void take() {
        if (done()) failed_ = true;
        if (!done()) ++at_;
    }
    bool take_if(std::string_view word) {
        if (text() != word) return false;
        take();
        return true;
    }
    void take_label() {
        if (text() != ":") return;
        take();
        take();
    }
    void skip_to_semicolon() {
        while (!done() && text() != ";") {
            if (text() == "endmodule") return fail();
            is_opening() ? skip_group() : take();
        }
        take();
    }
    bool is_opening() const { return text() == "(" || text() == "[" || text() == "{"; }
    // From an opening bracket past its partner.
    void skip_group() {
        if (!is_opening()) return fail();
        int depth = 0;
        do {
            if (done() || text() == "endmodule") return fail();
            depth += bracket_step(text());
            take();
        } while (depth > 0);
    }
    static int bracket_step(std::string_view word) {
        if (word == "(" || word == "[" || word == "{") return 1;
        return word == ")" || word == "]" || word == "}" ? -1 : 0;
    }
    // Something between two positions cannot be seen: a macro or a directive.
    bool is_hidden(std::size_t from, std::size_t to) const {
        for (std::size_t i = from; i < to; ++i) {
            if (tokens_[i].kind == TokenKind::macro || is_note(tokens_[i])) return true;
        }
        return false;
    }

    const Tokens& tokens_;
    std::size_t at_;
    bool failed_ = false;
};

// Reads items that have no places in them: processes, declarations, assignments.
class OpaqueReader : protected TokenCursor {
protected:
    using TokenCursor::TokenCursor;

    void opaque() {
        const std::size_t start = at_;
        Reach reach;
        while (!failed_ && !reach.complete) {
            if (done()) return fail();
            if (ends_by_macro(start, reach)) return;
            step(reach);
        }
    }

private:
    // How far a part of an item is: open brackets and blocks, and whether it is complete.
    struct Reach {
        int brackets = 0;
        int blocks = 0;
        bool complete = false;
        bool operator==(const Reach&) const = default;
    };

    // An item that a macro ends is complete where the construct around it ends.
    bool ends_by_macro(std::size_t start, const Reach& reach) const {
        return reach.brackets == 0 && reach.blocks == 0 &&
               is_one_of(text(), {"end", "endgenerate", "endmodule"}) && is_hidden(start, at_);
    }

    void step(Reach& reach) {
        const std::string word = text();
        if (is_group_start(word)) return group(reach);
        if (is_branch_end(word) || is_one_of(word, {"module", "endmodule", "endgenerate"}))
            return fail();
        const bool waits = at_ > 0 && is_one_of(tokens_[at_ - 1].text, {"wait", "disable"});
        reach.brackets += bracket_step(word);
        if (is_one_of(word, {"begin", "case", "casez", "casex", "randcase"}) ||
            (word == "fork" && !waits))
            ++reach.blocks;
        const bool closes = is_one_of(word, {"end", "endcase", "join", "join_any", "join_none"});
        if (closes) --reach.blocks;
        if (reach.brackets < 0 || reach.blocks < 0) return fail();
        take();
        if (closes) take_label();
        const bool rests = reach.brackets == 0 && reach.blocks == 0 && (closes || word == ";");
        reach.complete = rests && text() != "else" && text() != "while";
    }

    // An `ifdef group within an item: each branch must reach as far as the others, and as nothing
    // if it may be left out.
    void group(Reach& reach) {
        Reach after = reach;
        bool first = true;
        bool has_else = false;
        do {
            has_else = has_else || text() == "`else";
            const bool named = text() != "`else";
            take();
            if (named) take();
            const Reach reached = branch(reach);
            if (!first && !(reached == after)) fail();
            after = reached;
            first = false;
        } while (!failed_ && text() != "`endif");
        if (!has_else && !(after == reach)) fail();
        take();
        reach = after;
        if (reach.complete && (text() == "else" || text() == "while")) fail();
    }

    // Up to the directive that ends the branch.
    Reach branch(Reach reach) {
        while (!failed_ && !done() && !is_branch_end(text())) {
            reach.complete = false;
            step(reach);
        }
        return reach;
    }
};

// Reads the items of one module.
class ModuleReader : private OpaqueReader {
public:
    ModuleReader(const Tokens& tokens, std::size_t at) : OpaqueReader(tokens, at) {}

    // From `module`; false if the structure is not understood.
    bool run() {
        take();
        while (take_if("automatic") || take_if("static")) {
        }
        if (!is_name()) return false;
        const std::string name = text();
        take();
        while (take_if("import")) skip_to_semicolon();
        if (take_if("#")) skip_group();
        read_header(name);
        items("endmodule");
        take();
        return !failed_;
    }

    std::size_t at() const { return at_; }
    ItemPlaces places() { return std::move(places_); }

private:
    // ---- Lists

    // From an opening parenthesis past its partner.
    ListPlace read_list(const std::string& module) {
        ListPlace list;
        list.module = module;
        const std::size_t from = at_ + 1;
        skip_group();
        if (failed_) return list;
        const std::size_t close = at_ - 1;
        list.hidden = is_hidden(from, close);
        list.elements = close > from ? 1 : 0;
        list.named = close > from && tokens_[from].text == ".";
        int depth = 0;
        for (std::size_t i = from; i < close; ++i) {
            depth += bracket_step(tokens_[i].text);
            if (depth == 0 && tokens_[i].text == ",") ++list.elements;
        }
        return list;
    }

    void read_header(const std::string& name) {
        if (text() == "(") {
            const std::size_t open = at_;
            ListPlace list = read_list(name);
            if (failed_) return;
            list.header = true;
            const bool plain = list.elements > 0 && tokens_[open + 1].kind == TokenKind::word &&
                               is_one_of(tokens_[open + 2].text, {",", ")"});
            list.named = !plain;
            places_.lists[at_ - 1] = list;
        } else {
            places_.headers[at_] = name;
        }
        if (!take_if(";")) fail();
    }

    // MODULE [#(…)] NAME [range] (…), NAME (…);
    bool read_instances() {
        const std::size_t start = at_;
        std::map<std::size_t, ListPlace> lists;
        const std::string module = text();
        take();
        if (take_if("#")) is_opening() ? skip_group() : take();
        bool good = true;
        do {
            good = good && is_name();
            take();
            while (good && text() == "[") skip_group();
            good = good && text() == "(";
            if (!good) break;
            const ListPlace list = read_list(module);
            if (!failed_) lists[at_ - 1] = list;
        } while (take_if(","));
        if (good && !failed_ && take_if(";")) {
            places_.lists.merge(lists);
            return true;
        }
        at_ = start;
        failed_ = false;
        return false;
    }

    // ---- Items

    // Reads items up to a word that is left to the caller, and marks the places between them.
    void items(std::string_view end) {
        after_if_ = false;
        while (!failed_ && text() != end) item_and_place();
        mark_place();
    }

    void item_and_place() {
        if (done()) return fail();
        mark_place();
        const std::size_t start = at_;
        item();
        after_if_ = false;
        for (std::size_t i = start; i < at_ && i < tokens_.size(); ++i)
            after_if_ =
                after_if_ || is_one_of(tokens_[i].text, {"if", "assert", "assume", "cover"});
    }

    // What a macro or an included file begins with may belong to an `if` before it: an `else`. A
    // comment that a tool obeys may belong to the item before it.
    void mark_place() {
        const bool joins = after_if_ && (is_macro(at_) || text() == "`include");
        if (!done() && !joins && !is_note(tokens_[at_])) places_.items.insert(at_);
    }

    void item() {
        if (++depth_ > kDeepestItem) return fail();
        const std::string word = text();
        if (is_directive(word) || is_note(tokens_[at_]))
            directive(word);
        else
            plain_item(word);
        --depth_;
    }

    void plain_item(const std::string& word) {
        if (take_if(";")) return;
        if (text() == "(" && text(1) == "*") return attributed_item();
        if (word == "generate") return generate();
        if (word == "for") return loop();
        if (is_conditional_word(word)) return conditional();
        if (word == "begin" || is_labelled_block()) return block();
        if (is_one_of(word, {"import", "export", "extern", "typedef", "bind"}))
            return skip_to_semicolon();
        if (!end_of_declaration(word).empty()) return declaration(word);
        if (word == "default" || word == "global") return defaults();
        if (is_one_of(word, {"else", "end", "endcase", "endgenerate", "endmodule", "module",
                             "macromodule", "interface", "program", "package", "virtual"}))
            return fail();
        if (is_name() && read_instances()) return;
        opaque();
    }

    // Attributes belong to the item behind them.
    void attributed_item() {
        skip_group();
        if (done() || is_directive(text()) || is_note(tokens_[at_])) return fail();
        plain_item(std::string(text()));
    }

    bool is_labelled_block() const { return is_name() && text(1) == ":" && text(2) == "begin"; }

    void declaration(const std::string& word) {
        while (!done() && text() != end_of_declaration(word)) {
            if (text() == "endmodule") return fail();
            take();
        }
        take();
        take_label();
    }

    // `default clocking NAME;` names a block of elsewhere, `default disable iff …;` has none.
    void defaults() {
        const bool block = text(1) == "clocking" && text(3) != ";";
        block ? declaration("clocking") : skip_to_semicolon();
    }

    void directive(const std::string& word) {
        if (is_group_start(word)) return group_of_items();
        if (is_branch_end(word)) return fail();
        const bool with_word = is_one_of(word, {"`undef", "`include", "`default_nettype",
                                                "`unconnected_drive", "`begin_keywords"});
        take();
        if (with_word) take();
    }

    // An `ifdef group whose branches are whole items; or else one that is a part of an item.
    void group_of_items() {
        const std::size_t start = at_;
        const bool after_if = after_if_;
        do {
            const bool named = text() != "`else";
            take();
            if (named) take();
            after_if_ = after_if;
            while (!failed_ && !is_branch_end(text())) item_and_place();
            mark_place();
        } while (!failed_ && text() != "`endif");
        if (!failed_) return take();
        failed_ = false;
        at_ = start;
        forget_places();
        opaque();
    }

    // Those from here on.
    void forget_places() {
        auto is_later = [this](const auto& place) { return place.first >= at_; };
        std::erase_if(places_.items, [this](std::size_t place) { return place >= at_; });
        std::erase_if(places_.open_cases, [this](std::size_t place) { return place >= at_; });
        std::erase_if(places_.lists, is_later);
        std::erase_if(places_.singles, is_later);
        std::erase_if(places_.open_ifs, is_later);
    }

    void generate() {
        take();
        items("endgenerate");
        take();
    }

    void block() {
        if (text() != "begin") {
            take();
            take();
        }
        take();
        take_label();
        items("end");
        take();
        take_label();
    }

    // Returns whether all of it was seen.
    bool body() {
        if (text() == "begin" || is_labelled_block()) {
            block();
            return true;
        }
        if (done() || is_directive(text()) || is_note(tokens_[at_])) {
            fail();
            return false;
        }
        const std::size_t start = at_;
        item();
        if (failed_ || is_hidden(start, at_)) return false;
        places_.singles[start] = at_;
        return true;
    }

    void loop() {
        take();
        skip_group();
        body();
    }

    void conditional() {
        if (text() != "if") return alternatives();
        take();
        skip_group();
        const bool seen = body();
        if (take_if("else")) {
            body();
            return;
        }
        if (seen && !done() && !is_macro(at_) && !is_directive(text()) && !is_note(tokens_[at_]))
            ++places_.open_ifs[at_];
    }

    void alternatives() {
        take();
        skip_group();
        bool has_default = false;
        while (!failed_ && !done() && text() != "endcase") {
            has_default = has_default || text() == "default";
            label();
            body();
        }
        if (!failed_ && !has_default) places_.open_cases.insert(at_);
        take();
    }

    void label() {
        while (!done() && text() != ":" && text() != "begin") {
            if (is_directive(text()) || is_macro(at_) || text() == "?" || text() == ";")
                return fail();
            is_opening() ? skip_group() : take();
        }
        take_if(":");
    }

    int depth_ = 0;
    bool after_if_ = false;  // the item before has an `if`, which an `else` could follow
    ItemPlaces places_;
};

}  // namespace

ItemPlaces item_places(const Tokens& original) {
    ItemPlaces places;
    for (std::size_t at = 0; at < original.size(); ++at) {
        const bool declared = at == 0 || original[at - 1].text != "extern";
        if (!declared || !is_one_of(original[at].text, {"module", "macromodule"})) continue;
        ModuleReader reader(original, at);
        if (!reader.run()) continue;
        at = reader.at() - 1;
        ItemPlaces more = reader.places();
        places.items.merge(more.items);
        places.lists.merge(more.lists);
        places.headers.merge(more.headers);
        places.singles.merge(more.singles);
        places.open_ifs.merge(more.open_ifs);
        places.open_cases.merge(more.open_cases);
    }
    return places;
}

}  // namespace tapestry
