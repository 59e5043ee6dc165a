// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/json_tree.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/codes/sources.h"
#include "read/verilog/json_node.h"

namespace tapestry {

namespace {

using Json = nlohmann::json;

// Each object becomes a node as soon as it ends, so that the tree is never in memory twice.
class TreeParser : public nlohmann::json_sax<Json> {
public:
    explicit TreeParser(SyntaxTree& tree) : shaper_(tree) {}

    const std::string& trouble() const { return trouble_; }
    void join() { shaper_.join(); }

    bool null() override { return set({}); }
    bool boolean(bool value) override { return set(value ? "true" : ""); }
    bool number_integer(number_integer_t value) override { return set(std::to_string(value)); }
    bool number_unsigned(number_unsigned_t value) override { return set(std::to_string(value)); }
    bool number_float(number_float_t, const string_t& text) override { return set(text); }
    bool string(string_t& value) override { return set(value); }
    bool binary(binary_t&) override { return true; }

    bool start_object(std::size_t) override {
        open_.emplace_back();
        return true;
    }
    bool key(string_t& name) override {
        open_.back().key = name;
        return true;
    }
    bool end_object() override {
        const bool outermost = open_.size() == 1;
        const std::string list = outermost ? std::string() : open_[open_.size() - 2].key;
        const SyntaxNode& node = shaper_.shaped(open_.back().json, list);
        open_.pop_back();
        if (outermost || open_.size() > kDeepestSyntax) return true;
        auto& lists = open_.back().json.lists;
        if (lists.empty() || lists.back().first != list) lists.emplace_back();
        lists.back().first = list;
        lists.back().second.push_back(&node);
        return true;
    }
    bool start_array(std::size_t) override { return true; }
    bool end_array() override { return true; }
    bool parse_error(std::size_t, const std::string&, const Json::exception& e) override {
        trouble_ = e.what();
        return false;
    }

private:
    struct Open {
        JsonNode json;
        std::string key;
    };

    bool set(const std::string& value) {
        if (!open_.empty()) open_.back().json.values[open_.back().key] = value;
        return true;
    }

    JsonShaper shaper_;
    std::vector<Open> open_;
    std::string trouble_;
};

// Verilator writes non-ASCII bytes in paths as octal escapes, \303, which are not valid JSON.
std::string without_octals(std::string_view text) {
    const auto is_octal = [&](std::size_t at) {
        return at < text.size() && text[at] >= '0' && text[at] <= '7';
    };
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool is_escape = text[i] == '\\' && i + 1 < text.size();
        if (is_escape && is_octal(i + 1) && is_octal(i + 2) && is_octal(i + 3)) {
            out += static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 +
                                     (text[i + 3] - '0'));
            i += 3;
        } else {
            out += text[i];
            if (is_escape) out += text[++i];
        }
    }
    return out;
}

bool load_files(const std::string& path, SyntaxTree& tree) {
    std::ifstream in(path);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    const Json meta = Json::parse(without_octals(text), nullptr, false);
    if (!meta.is_object() || !meta.contains("files") || !meta["files"].is_object()) return false;
    for (const auto& [letter, file] : meta["files"].items()) {
        if (!file.is_object() || !file.contains("filename") || !file["filename"].is_string())
            return false;
        tree.add_file(letter, file["filename"].get<std::string>());
    }
    return true;
}

}  // namespace

Result<SyntaxTree> load_json_tree(const std::string& path, const std::string& meta_path,
                                  Diagnostics& diagnostics) {
    SyntaxTree tree;
    if (!load_files(meta_path, tree)) {
        return diagnostics.report(code::elaboration_unreadable, {meta_path, 0},
                                  "it names no files");
    }
    std::ifstream in(path);
    return json_tree(in, std::move(tree), path, diagnostics);
}

Result<SyntaxTree> json_tree(std::istream& text, SyntaxTree tree, const std::string& path,
                             Diagnostics& diagnostics) {
    TreeParser parser(tree);
    const bool parsed = Json::sax_parse(text, &parser);
    if (!parsed || tree.modules.empty()) {
        return diagnostics.report(code::elaboration_unreadable, {path, 0},
                                  parsed ? "it has no modules" : parser.trouble());
    }
    parser.join();
    return tree;
}

}  // namespace tapestry
