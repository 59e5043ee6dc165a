// SPDX-License-Identifier: Apache-2.0
#include "weave/text/module_structure.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/verilog_keyword.h"
#include "weave/text/token_reader.h"

namespace tapestry {

namespace {

// Skips the parts of a module other than instances: procedures, functions, properties.

constexpr int kDeepestStatement = 200;

int depth_change(std::string_view word) {
    constexpr std::array<std::string_view, 6> kOpen = {"begin", "fork",  "case",
                                                       "casez", "casex", "randcase"};
    constexpr std::array<std::string_view, 5> kClose = {"end", "endcase", "join", "join_any",
                                                        "join_none"};
    return is_one_of(word, kOpen) ? 1 : is_one_of(word, kClose) ? -1 : 0;
}

void skip_nested(TokenReader& tokens) {  // begin … end, case … endcase, fork … join
    int depth = 0;
    do {
        if (tokens.done()) return tokens.fail();
        depth += depth_change(tokens.peek());
        tokens.take();
    } while (depth > 0);
    tokens.take_label();
}

void skip_control(TokenReader& tokens) {
    tokens.take();
    while (tokens.peek() == "@" || tokens.peek() == "#") tokens.take();
    if (tokens.peek() == "(")
        tokens.skip_group();
    else
        tokens.take();
    while (tokens.peek() == "." || tokens.peek() == "[") {  // @bus.clk, @q[0]
        const bool member = tokens.peek() == ".";
        tokens.skip_one();
        if (member) tokens.take();
    }
}

// Skips one statement of a procedure.
void skip_statement(TokenReader& tokens, int depth) {
    constexpr std::array<std::string_view, 5> kWithGroup = {"for", "while", "repeat", "foreach",
                                                            "wait"};
    constexpr std::array<std::string_view, 4> kPrefix = {"unique", "unique0", "priority",
                                                         "forever"};
    if (depth > kDeepestStatement) tokens.fail();
    if (tokens.failed()) return;
    while (is_one_of(tokens.peek(), kPrefix)) tokens.take();
    // `begin : name` opens a block that has a name; any other word before a colon is a label.
    if (is_identifier(tokens.peek()) && depth_change(tokens.peek()) == 0 && tokens.peek(1) == ":" &&
        tokens.peek(2) != ":")
        tokens.back_to(tokens.mark() + 2);
    if (tokens.peek() == "@" || tokens.peek() == "#") {
        skip_control(tokens);
        skip_statement(tokens, depth + 1);
    } else if (depth_change(tokens.peek()) > 0) {
        skip_nested(tokens);
    } else if (tokens.take_if("if")) {
        tokens.skip_group();
        skip_statement(tokens, depth + 1);
        if (tokens.take_if("else")) skip_statement(tokens, depth + 1);
    } else if (is_one_of(tokens.peek(), kWithGroup)) {
        tokens.take();
        tokens.skip_group();
        skip_statement(tokens, depth + 1);
    } else {
        tokens.skip_to_semicolon();
    }
}

// always, initial, assert, …: one statement follows.
bool starts_procedure(std::string_view word) {
    constexpr std::array<std::string_view, 9> kWords = {"always",       "always_ff", "always_comb",
                                                        "always_latch", "initial",   "final",
                                                        "assert",       "assume",    "cover"};
    return is_one_of(word, kWords);
}

void skip_statement(TokenReader& tokens) { skip_statement(tokens, 1); }

// Skips everything up to and including the keyword and its label.
void skip_past(TokenReader& tokens, std::string_view end_word) {
    while (!tokens.done() && tokens.peek() != end_word) tokens.take();
    tokens.take();
    tokens.take_label();
}

constexpr int kDeepestNesting = 200;

bool starts_conditional(std::string_view word) {
    return word == "if" || word == "case" || word == "casez" || word == "casex";
}

bool starts_labelled_block(const TokenReader& tokens) {
    return is_identifier(tokens.peek()) && tokens.peek(1) == ":" && tokens.peek(2) == "begin";
}

bool read_header(TokenReader& tokens, ModuleHeader& header) {
    tokens.take();  // module
    while (tokens.take_if("automatic") || tokens.take_if("static")) {
    }
    if (!is_identifier(tokens.peek())) return false;
    tokens.take();
    while (tokens.take_if("import")) tokens.skip_to_semicolon();
    if (tokens.take_if("#")) tokens.skip_group();
    if (tokens.peek() == "(") {
        header.ports_open = tokens.here();
        header.empty = tokens.peek(1) == ")";
        // A list of plain names has no directions. A macro may contain anything.
        if (tokens.peek(1).starts_with('`')) return false;
        const bool name_alone =
            is_identifier(tokens.peek(1)) && (tokens.peek(2) == "," || tokens.peek(2) == ")");
        header.ansi = header.empty || !name_alone;
        tokens.skip_group();
        header.ports_close = tokens.last();
    }
    header.end = tokens.here();
    return tokens.take_if(";");
}

// The language numbers the generate constructs of a scope, named ones too.
std::string next_label(const StructureBody& body) {
    const auto constructs =
        std::count_if(body.items.begin(), body.items.end(), [](const StructureItem& item) {
            return item.kind == StructureItem::Kind::loop ||
                   item.kind == StructureItem::Kind::conditional;
        });
    return fmt::format("genblk{}", constructs + 1);
}

// Reads the items of a module, and those of the generate constructs in it.
class ItemReader {
public:
    explicit ItemReader(TokenReader& tokens) : tokens_(tokens) {}

    void read_item(StructureBody& body) {
        const std::string_view word = tokens_.peek();
        if (tokens_.take_if("generate") || tokens_.take_if("endgenerate") || tokens_.take_if(";"))
            return;
        if (!enter()) return;
        if (word == "for") {
            read_loop(body);
        } else if (starts_conditional(word)) {
            read_conditional(body, next_label(body));
        } else if (word == "begin" || starts_labelled_block(tokens_)) {
            add(body, StructureItem::Kind::block,
                [&](StructureItem& item) { item.bodies.push_back(read_body("")); });
        } else if (starts_procedure(word)) {
            tokens_.take();
            skip_statement(tokens_);
        } else if (!end_of_declaration(word).empty()) {
            tokens_.take();
            skip_past(tokens_, end_of_declaration(word));
        } else if (word == "end" || word == "endcase" || word == "else") {
            tokens_.fail();
        } else {
            read_statement(body);
        }
        --depth_;
    }

private:
    bool enter() {
        if (++depth_ > kDeepestNesting) tokens_.fail();
        return !tokens_.failed();
    }

    template <class Read>
    void add(StructureBody& body, StructureItem::Kind kind, const Read& read) {
        StructureItem item;
        item.kind = kind;
        item.begin = tokens_.here();
        read(item);
        item.end = tokens_.behind();
        body.items.push_back(std::move(item));
    }

    StructureBody read_body(const std::string& label) {
        StructureBody body;
        body.label = label;
        if (starts_labelled_block(tokens_)) {
            body.label = tokens_.peek();
            tokens_.take();
            tokens_.take();
        }
        body.open = tokens_.here();
        if (tokens_.take_if("begin")) {
            read_block(body);
        } else {
            read_item(body);
            body.close = tokens_.behind();
        }
        return body;
    }

    // Reads from after `begin` up to and including its `end`.
    void read_block(StructureBody& body) {
        body.has_begin = true;
        if (tokens_.take_if(":")) {
            body.label = tokens_.peek();
            tokens_.take();
        }
        body.open = tokens_.behind();
        while (!tokens_.done() && !tokens_.failed() && tokens_.peek() != "end") read_item(body);
        body.close = tokens_.here();
        tokens_.take();
        tokens_.take_label();
    }

    void read_loop(StructureBody& body) {
        const std::string label = next_label(body);
        add(body, StructureItem::Kind::loop, [&](StructureItem& item) {
            tokens_.take();
            item.loop = read_loop_header(tokens_);
            item.bodies.push_back(read_body(label));
        });
    }

    void read_conditional(StructureBody& body, const std::string& label) {
        add(body, StructureItem::Kind::conditional, [&](StructureItem& item) {
            if (tokens_.peek() == "if")
                read_if(item, label);
            else
                read_case(item, label);
        });
    }

    void read_if(StructureItem& item, const std::string& label) {
        tokens_.take();
        tokens_.skip_group();
        item.bodies.push_back(read_branch(label));
        if (!tokens_.take_if("else")) return;
        item.has_default = true;
        item.bodies.push_back(read_branch(label));
    }

    void read_case(StructureItem& item, const std::string& label) {
        item.is_case = true;
        tokens_.take();
        tokens_.skip_group();
        while (!tokens_.done() && !tokens_.failed() && tokens_.peek() != "endcase") {
            if (tokens_.peek() == "default") item.has_default = true;
            while (!tokens_.done() && tokens_.peek() != ":" && tokens_.peek() != "begin")
                tokens_.skip_one();
            tokens_.take_if(":");
            item.bodies.push_back(read_branch(label));
        }
        item.last_word = tokens_.here();
        tokens_.take();
    }

    // A conditional directly inside a conditional makes no scope and shares its number.
    StructureBody read_branch(const std::string& label) {
        if (!starts_conditional(tokens_.peek())) return read_body(label);
        StructureBody body;
        body.label = label;
        body.direct = true;
        body.open = tokens_.here();
        if (enter()) read_conditional(body, label);
        --depth_;
        body.close = tokens_.behind();
        return body;
    }

    // Reads instances, or skips any other statement up to its semicolon.
    void read_statement(StructureBody& body) {
        const std::size_t begin = tokens_.here();
        const std::size_t start = tokens_.mark();
        const std::vector<InstanceText> instances = read_instances(tokens_);
        for (const InstanceText& instance : instances) {
            StructureItem& item = body.items.emplace_back();
            static_cast<InstanceText&>(item) = instance;
            item.begin = begin;
            item.end = tokens_.behind();
        }
        if (!instances.empty()) return;
        tokens_.back_to(start);
        tokens_.skip_to_semicolon();
    }

    TokenReader& tokens_;
    int depth_ = 0;
};

}  // namespace

std::optional<ModuleStructure> structure_of(std::string_view masked, const ModuleSpan& module) {
    TokenReader tokens(masked, module.begin, module.endmodule);
    ModuleStructure out;
    if (!read_header(tokens, out.header)) return std::nullopt;
    out.body.has_begin = true;
    out.body.open = out.header.end + 1;
    out.body.close = module.endmodule;
    ItemReader items(tokens);
    while (!tokens.done() && !tokens.failed()) items.read_item(out.body);
    if (tokens.failed()) return std::nullopt;
    return out;
}

}  // namespace tapestry
