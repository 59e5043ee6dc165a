// SPDX-License-Identifier: Apache-2.0
#include "weave/text/module_structure.h"

namespace tapestry {

namespace {

// The name as in elaboration: without the backslash of an escaped name.
std::string plain_name(std::string_view name) {
    return std::string(name.substr(name.starts_with('\\') ? 1 : 0));
}

// A macro at the start of the list hides whether connections are named, unless others show it.
void read_connections(TokenReader& tokens, InstanceText& instance) {
    instance.opaque = tokens.peek(1).starts_with('`');
    instance.named = tokens.peek(1) == "." || tokens.peek(1) == ")";
    instance.connections = tokens.peek(1) == ")" ? 0 : 1;
    tokens.take();
    while (!tokens.done() && tokens.peek() != ")") {
        if (tokens.peek() == ",") {
            ++instance.connections;
            instance.named = instance.named || tokens.peek(1) == ".";
        }
        tokens.skip_one();
    }
    instance.opaque = instance.opaque && !instance.named;
    instance.connections_close = tokens.here();
    tokens.take();
}

// Takes [range]; false if there are two.
bool read_range(TokenReader& tokens, InstanceText& instance) {
    const std::size_t start = tokens.mark() + 1;
    tokens.skip_group();
    if (tokens.failed() || tokens.peek() == "[") return false;
    tokens.back_to(tokens.mark() - 1);
    instance.range = tokens.text_since(start);
    tokens.take();
    return true;
}

bool read_instance(TokenReader& tokens, InstanceText& instance) {
    if (!is_identifier(tokens.peek())) return false;
    instance.name = plain_name(tokens.peek());
    tokens.take();
    if (tokens.peek() == "[" && !read_range(tokens, instance)) return false;
    if (tokens.peek() != "(") return false;
    read_connections(tokens, instance);
    return !tokens.failed();
}

}  // namespace

std::vector<InstanceText> read_instances(TokenReader& tokens) {
    if (!is_identifier(tokens.peek())) return {};
    const std::string module = plain_name(tokens.peek());
    tokens.take();
    if (tokens.take_if("#")) tokens.skip_one();
    std::vector<InstanceText> all;
    do {
        InstanceText instance;
        instance.module = module;
        if (!read_instance(tokens, instance)) return {};
        all.push_back(std::move(instance));
    } while (tokens.take_if(","));
    return !tokens.failed() && tokens.take_if(";") ? all : std::vector<InstanceText>();
}

}  // namespace tapestry
