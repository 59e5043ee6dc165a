// SPDX-License-Identifier: Apache-2.0
// The block graph of the design for Graphviz: blocks with their busy share, channels with their
// measures. In the set of SVG drawings, each machine links to a drawing of its states, and back.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/codes/files.h"
#include "base/codes/runs.h"
#include "base/file.h"
#include "base/path_name.h"
#include "base/printable.h"
#include "base/process.h"
#include "show/export/colours.h"
#include "show/export/export.h"

namespace tapestry {

namespace {

constexpr std::size_t kGraphsAtOnce = 200;  // files per invocation of dot

// A quoted string of the DOT language, with its lines joined by DOT's line break. Backslashes in
// the text are doubled, so that a name cannot form an escape sequence.
std::string dot_string(const std::vector<std::string>& lines) {
    std::string out = "\"";
    for (const std::string& line : lines) {
        if (&line != &lines[0]) out += "\\n";
        for (const char c : printable(line)) {
            if (c == '"' || c == '\\') out += '\\';
            out += c;
        }
    }
    return out + '"';
}

std::string dot_string(const std::string& text) {
    return dot_string(std::vector<std::string>{text});
}

std::string share_text(const Cell& share) {
    return is_null(share) ? "?" : fmt::format("{:.1f}%", real(share) * 100);
}

// The colour of the channel's largest bin; grey if it is not measured.
std::string_view channel_colour(const Row& r) {
    if (is_null(r[3])) return colour_of("unknown");
    const double moves = real(r[3]), blocked = real(r[4]), starved = real(r[5]);
    if (blocked >= std::max(moves, starved)) return colour_of("blocked");
    return colour_of(starved >= moves ? "starved" : "transfer");
}

constexpr const char* kStyle =
    "  graph [rankdir=LR, fontname=\"sans-serif\"];\n"
    "  node [shape=box, style=\"rounded,filled\", fillcolor=\"#f4f4f4\", "
    "fontname=\"sans-serif\"];\n"
    "  edge [fontname=\"sans-serif\", fontsize=10];\n";

std::string machine_file(std::int64_t tap) { return fmt::format("machine_{}.svg", tap); }

class GraphWriter {
public:
    GraphWriter(const RunView& run, Diagnostics& diagnostics)
        : run_(run), diagnostics_(diagnostics) {}

    // `with_links`: machines link to their own drawings.
    Result<std::string> design(bool with_links) {
        out_ = std::string("digraph design {\n") + kStyle;
        each(
            "SELECT path, scope, share(busy_cycles + transfer_cycles, observed_cycles), tap, "
            "quality FROM blocks ORDER BY path",
            [&](const Row& r) { add_block(r, with_links); });
        each(
            "SELECT d.from_block, d.to_block, d.channel, share(transfer_cycles, "
            "observed_cycles), share(blocked_cycles, observed_cycles), share(starved_cycles, "
            "observed_cycles), beats FROM dependencies d LEFT JOIN channels c ON c.path = "
            "d.channel LEFT JOIN taps t ON t.tap = c.tap ORDER BY d.channel, d.from_block, "
            "d.to_block",
            [&](const Row& r) { add_channel(r); });
        each(
            "SELECT DISTINCT from_path, to_path FROM pressure WHERE channel IS NULL OR channel "
            "NOT IN (SELECT channel FROM dependencies WHERE channel IS NOT NULL) ORDER BY 1, 2",
            [&](const Row& r) { add_wait(r); });
        if (!good_) return good_.failure();
        return out_ + "}\n";
    }

    Result<std::string> machine(std::int64_t tap, const std::string& path) {
        out_ = fmt::format("digraph machine {{\n{}  label={}; labelloc=t; URL=\"index.svg\";\n",
                           kStyle, dot_string(path + " (back to the design)"));
        each(fmt::format("SELECT state, cycles, share, category FROM states WHERE tap = {} "
                         "ORDER BY state",
                         tap),
             [&](const Row& r) {
                 out_ += fmt::format(
                     "  {} [label={}];\n", dot_string(text(r[0])),
                     dot_string({text(r[0]),
                                 fmt::format("{} cycles, {}", integer(r[1]), share_text(r[2])),
                                 text(r[3])}));
             });
        each(fmt::format("SELECT from_state, to_state, count, share(count, sum(count) OVER "
                         "(PARTITION BY from_state)) FROM transitions WHERE tap = {} ORDER BY "
                         "from_state, to_state",
                         tap),
             [&](const Row& r) {
                 out_ += fmt::format(
                     "  {} -> {} [label={}];\n", dot_string(text(r[0])), dot_string(text(r[1])),
                     dot_string(fmt::format("{}, {}", integer(r[2]), share_text(r[3]))));
             });
        if (!good_) return good_.failure();
        return out_ + "}\n";
    }

    void each(const std::string& sql, const std::function<void(const Row&)>& take) {
        if (good_) good_ = run_.for_each_row(sql, take, diagnostics_);
    }

private:
    // A node for each scope: channels connect scopes, and a scope may have several machines.
    void add_block(const Row& r, bool with_links) {
        const std::string scope = text(r[1]);
        std::vector<std::string> lines = {text(r[0])};
        if (!is_null(r[2])) {
            const std::string trust = text(r[4]) == "exact" ? "" : fmt::format(" ({})", text(r[4]));
            lines.push_back(fmt::format("busy {}{}", share_text(r[2]), trust));
        }
        const bool is_first = nodes_.emplace(scope, true).second;
        const std::string link =
            with_links && !is_null(r[3])
                ? fmt::format(", URL=\"{}\", tooltip={}", machine_file(integer(r[3])),
                              dot_string(text(r[0])))
                : "";
        // Further machines of a scope are attached to its first one.
        const std::string node = is_first ? scope : text(r[0]);
        out_ += fmt::format("  {} [label={}{}];\n", dot_string(node), dot_string(lines), link);
        if (!is_first) {
            out_ += fmt::format("  {} -> {} [style=dotted, dir=none];\n", dot_string(scope),
                                dot_string(node));
        }
    }

    std::string end_node(const Cell& block, const std::string& channel, const char* side) {
        if (!is_null(block)) return dot_string(text(block));
        const std::string node = dot_string(std::string(side) + " " + channel);
        out_ += fmt::format("  {} [label=\"outside\", shape=plaintext, style=\"\"];\n", node);
        return node;
    }

    void add_channel(const Row& r) {
        const std::string channel = text(r[2]);
        const std::string from = end_node(r[0], channel, "into");
        const std::string to = end_node(r[1], channel, "out of");
        std::vector<std::string> lines = {std::string(last_part(channel))};
        if (!is_null(r[3])) {
            lines.push_back(fmt::format("{} beats", integer(r[6])));
            lines.push_back(fmt::format("moves {}, blocked {}, starved {}", share_text(r[3]),
                                        share_text(r[4]), share_text(r[5])));
        }
        out_ += fmt::format("  {} -> {} [label={}, color=\"{}\", penwidth={:.2f}];\n", from, to,
                            dot_string(lines), channel_colour(r), 1 + 4 * real(r[3]));
    }

    // A wait between two blocks without a known channel, such as that of a caller for its callee.
    void add_wait(const Row& r) {
        if (!nodes_.count(text(r[0])) || !nodes_.count(text(r[1]))) return;
        out_ += fmt::format("  {} -> {} [style=dashed, label=\"waits for\", color=\"{}\"];\n",
                            dot_string(text(r[0])), dot_string(text(r[1])), colour_of("wait_sync"));
    }

    const RunView& run_;
    Diagnostics& diagnostics_;
    Result<Done> good_ = Done{};
    std::string out_;
    std::map<std::string, bool> nodes_;
};

// dot names its output after the input: index.dot becomes index.dot.svg.
Result<Done> draw(const std::filesystem::path& out, const std::vector<std::string>& names,
                  Diagnostics& diagnostics) {
    const std::filesystem::path folder = absolute_path(out);  // dot runs inside it
    if (!find_program("dot")) {
        return diagnostics.report(code::tool_missing, {}, "dot", "graphviz");
    }
    for (std::size_t first = 0; first < names.size(); first += kGraphsAtOnce) {
        Command command;
        command.words = {"dot", "-Tsvg", "-O"};
        command.folder = folder;
        command.output = folder / "dot.log";
        for (std::size_t i = first; i < std::min(names.size(), first + kGraphsAtOnce); ++i) {
            command.words.push_back(names[i] + ".dot");
        }
        const Exit exit = run(command);
        if (!exit.good()) {
            return diagnostics.report(code::drawing_failed, {}, exit.to_text(),
                                      (folder / "dot.log").string());
        }
    }
    std::error_code error;
    for (const std::string& name : names) {
        std::filesystem::rename(folder / (name + ".dot.svg"), folder / (name + ".svg"), error);
        std::filesystem::remove(folder / (name + ".dot"), error);
    }
    std::filesystem::remove(folder / "dot.log", error);
    return Done{};
}

}  // namespace

Result<Done> export_dot(const RunView& run, const std::filesystem::path& out,
                        Diagnostics& diagnostics) {
    const Result<std::string> text = GraphWriter(run, diagnostics).design(false);
    if (!text) return text.failure();
    return write_file(out, *text, diagnostics);
}

Result<Done> export_svg(const RunView& run, const std::filesystem::path& out,
                        Diagnostics& diagnostics) {
    if (const auto made = make_folder(out, diagnostics); !made) return made.failure();
    const Result<std::string> design = GraphWriter(run, diagnostics).design(true);
    if (!design) return design.failure();
    if (const auto written = write_file(out / "index.dot", *design, diagnostics); !written)
        return written.failure();
    std::vector<std::string> names = {"index"};
    const Result<Table> machines = run.query(
        "SELECT tap, path FROM taps WHERE kind = 'fsm' AND observed_cycles IS NOT NULL "
        "ORDER BY tap",
        diagnostics);
    if (!machines) return machines.failure();
    for (const Row& r : machines->rows) {
        const std::string name = fmt::format("machine_{}", integer(r[0]));
        const Result<std::string> graph =
            GraphWriter(run, diagnostics).machine(integer(r[0]), text(r[1]));
        if (!graph) return graph.failure();
        if (const auto written = write_file(out / (name + ".dot"), *graph, diagnostics); !written)
            return written.failure();
        names.push_back(name);
    }
    return draw(out, names, diagnostics);
}

}  // namespace tapestry
