// SPDX-License-Identifier: Apache-2.0
#include "weave/text/module_structure.h"

#include <fmt/format.h>

#include <algorithm>

#include "weave/text/procedure_text.h"

namespace tapestry {

namespace {

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
        } else if (!end_word_of(word).empty()) {
            tokens_.take();
            skip_past(tokens_, end_word_of(word));
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
