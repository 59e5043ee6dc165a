// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/elaborate.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "base/argument.h"
#include "base/codes/files.h"
#include "base/codes/projects.h"
#include "base/codes/sources.h"
#include "base/file.h"
#include "base/foreign_calls.h"
#include "base/plain_names.h"
#include "base/sandbox.h"
#include "base/verilator_start.h"
#include "base/verilog_text.h"
#include "read/verilog/design_reader.h"
#include "read/verilog/json_tree.h"
#include "read/verilog/open_loop.h"
#include "read/verilog/verilator_version.h"
#include "read/verilog/xml_tree.h"

namespace tapestry {

namespace fs = std::filesystem;

namespace {

constexpr int kMostMessages = 10;

std::vector<std::string> verilator_flags(const SourceSet& sources) {
    std::vector<std::string> flags;
    for (const std::string& f : sources.include_folders) flags.push_back("-I" + f);
    for (const auto& [name, value] : sources.defines)
        flags.push_back("-D" + name + (value.empty() ? "" : "=" + value));
    for (const std::string& f : sources.library_folders) flags.insert(flags.end(), {"-y", f});
    for (const std::string& f : sources.library_files) flags.insert(flags.end(), {"-v", f});
    for (const std::string& e : sources.library_endings) flags.push_back("+libext+" + e);
    return flags;
}

void add_paths(std::vector<std::string>& words, const std::vector<std::string>& paths) {
    for (const std::string& path : paths) words.push_back(path_argument(path));
}

// Verilator truncates file names at a blank in its output, and drops characters outside ASCII.
SourceSet with_plain_names(SourceSet sources, PlainNames& names) {
    for (auto* list : {&sources.files, &sources.include_folders, &sources.library_folders,
                       &sources.library_files})
        names.make_plain(*list);
    return sources;
}

// Verilator would read, or at least report, the file of that name in an include folder.
void name_shadowed(const std::vector<std::string>& files, const SourceSet& sources,
                   PlainNames& names) {
    for (const std::string& file : files) {
        const std::string path = path_argument(file, sources.include_folders);
        if (path != path_argument(file)) names.stand_in(file, names.plain(path));
    }
}

// Writes new files for sources with replaced text.
Result<Done> write_texts(const SourceSet& sources, const fs::path& scratch, PlainNames& names,
                         Diagnostics& diagnostics) {
    std::size_t count = 0;
    for (const auto& [file, text] : sources.texts) {
        const fs::path copy = scratch / ("text_" + std::to_string(++count) + "_" +
                                         fs::path(file).extension().string());
        if (const auto written = write_file(copy, text, diagnostics); !written)
            return written.failure();
        names.stand_in(file, copy.string());
    }
    return Done{};
}

// "%Error-KIND: file:12:3: text" or "%Error: text"; warnings and continuation lines are skipped.
bool parse_message(std::string_view line, Place& place, std::string& text) {
    if (!line.starts_with("%Error")) return false;
    const std::size_t start = line.find(": ");
    if (start == std::string_view::npos) return false;
    std::string_view rest = line.substr(start + 2);
    const std::size_t colon = rest.find(':');
    if (colon != std::string_view::npos) {
        std::uint32_t number = 0;
        const char* end = rest.data() + rest.size();
        const auto [after, ec] = std::from_chars(rest.data() + colon + 1, end, number);
        if (ec == std::errc() && after != end && *after == ':') {
            place = {std::string(rest.substr(0, colon)), number};
            const std::size_t body = rest.find(": ", static_cast<std::size_t>(after - rest.data()));
            rest = body == std::string_view::npos ? rest : rest.substr(body + 2);
        }
    }
    text = rest;
    return true;
}

Reported report_messages(const std::string& log, Diagnostics& diagnostics) {
    int count = 0;
    for (std::size_t at = 0; at < log.size() && count < kMostMessages;) {
        const std::size_t end = std::min(log.find('\n', at), log.size());
        Place place;
        std::string text;
        const bool told = parse_message(std::string_view(log).substr(at, end - at), place, text);
        if (told && text.find("Interfaced port on top level") != std::string::npos) {
            // Later errors are consequences.
            return diagnostics.report(code::top_needs_testbench, place);
        }
        if (told && !text.starts_with("Exiting due to") && text != "Cannot continue") {
            diagnostics.report(code::source_rejected, place, text);
            ++count;
        }
        at = end + 1;
    }
    if (count > 0) return diagnostics.failure();
    const std::string tail = log.size() > 400 ? log.substr(log.size() - 400) : log;
    return diagnostics.report(code::source_rejected, {},
                              tail.empty() ? "verilator failed without a message" : tail);
}

Result<Done> check_files(const SourceSet& sources, const ElaborateOptions& options,
                         Diagnostics& diagnostics) {
    Result<Done> good = Done{};
    auto check = [&](const std::string& file) {
        if (const auto text = read_file(file, diagnostics); !text) good = text.failure();
    };
    for (const std::string& file : sources.files) check(file);
    for (const std::string& file : sources.library_files) check(file);
    for (const std::string& file : options.testbench_files) check(file);
    if (sources.files.empty()) {
        return diagnostics.report(code::no_sources, {});
    }
    return good;
}

Result<std::string> run_verilator(std::vector<std::string> words, const std::filesystem::path& log,
                                  Diagnostics& diagnostics) {
    Command command;
    command.words = std::move(words);
    command.output = log;
    start_without_script(command);
    const Exit exit = look(command, log.parent_path());
    if (exit.how == Exit::How::not_found) {
        return diagnostics.report(code::tool_missing, {}, command.words[0], "verilator");
    }
    Result<std::string> text = read_file(log, diagnostics);
    if (!text) return text.failure();
    if (exit.how == Exit::How::signalled) *text += "%Error: Verilator " + exit.to_text() + "\n";
    if (const std::string why = why_limited(exit, *text); !why.empty()) {
        return diagnostics.report(code::looking_stopped, {}, "verilator", why);
    }
    if (!exit.good()) {
        return report_messages(*text, diagnostics);
    }
    return text;
}

// The files that Verilator writes the tree to.
struct TreeFiles {
    bool json = false;
    std::string tree;
    std::string meta;  // JSON only

    std::vector<std::string> words() const {
        if (!json) return {"--xml-only", "--xml-output", tree};
        return {"--json-only", "--json-only-output", tree, "--json-only-meta-output", meta};
    }
    Result<SyntaxTree> load(Diagnostics& diagnostics) const {
        return json ? load_json_tree(tree, meta, diagnostics) : load_xml_tree(tree, diagnostics);
    }
};

Result<TreeFiles> tree_files(const ElaborateOptions& options, Diagnostics& diagnostics) {
    const Result<std::string> text = run_verilator(
        {options.verilator, "--version"}, options.scratch / "verilator_version.txt", diagnostics);
    if (!text) return text.failure();
    const Result<VerilatorVersion> version = supported_version(*text, diagnostics);
    if (!version) return version.failure();
    TreeFiles files;
    files.json = writes_json(*version);
    files.tree = (options.scratch / (files.json ? "design.tree.json" : "design.xml")).string();
    files.meta = (options.scratch / "design.meta.json").string();
    return files;
}

struct ReadTree {
    Design design;
    bool open_loop = false;
};

Result<ReadTree> elaborate_tree(const SourceSet& sources, const ElaborateOptions& options,
                                bool with_testbench, bool leave_calls, Diagnostics& diagnostics) {
    const Result<TreeFiles> files = tree_files(options, diagnostics);
    if (!files) return files.failure();
    std::vector<std::string> words = {options.verilator};
    auto append = [&words](const std::vector<std::string>& more) {
        words.insert(words.end(), more.begin(), more.end());
    };
    append(files->words());
    append({"--Mdir", options.scratch.string(), "-Wno-fatal", "-Wno-lint", "-Wno-style",
            "-Wno-MULTITOP", "--timing",
            "-fno-dfg",  // this optimisation would remove the names of wires
            "--top-module", with_testbench ? options.testbench_top : options.top});
    append(verilator_flags(sources));
    for (const auto& [name, value] : sources.parameters) words.push_back("-G" + name + "=" + value);
    add_paths(words, sources.files);
    if (leave_calls || (with_testbench && records_elsewhere(options.testbench_files)))
        words.push_back("--bbox-sys");
    if (with_testbench) add_paths(words, options.testbench_files);
    if (const auto done =
            run_verilator(std::move(words), options.scratch / "elaborate.log", diagnostics);
        !done)
        return done.failure();
    const Result<SyntaxTree> tree = files->load(diagnostics);
    if (!tree) return tree.failure();
    return ReadTree{read_design(*tree), with_testbench && is_open_loop(*tree, options.top)};
}

// System calls that Verilator does not know, and that another simulator may, do not matter here.
Result<ReadTree> elaborate_with_calls(const SourceSet& sources, const ElaborateOptions& options,
                                      bool with_testbench, Diagnostics& diagnostics) {
    Diagnostics said;
    Result<ReadTree> design = elaborate_tree(sources, options, with_testbench, false, said);
    const bool unknown = std::any_of(said.all().begin(), said.all().end(), [](const auto& d) {
        return d.sentence.find("unknown PLI call") != std::string::npos;
    });
    if (!design && unknown) {
        Diagnostics again;
        design = elaborate_tree(sources, options, with_testbench, true, again);
    }
    if (!design) {
        for (const Diagnostic& d : said.all()) diagnostics.add(d);
    }
    return design;
}

std::string preprocess(const SourceSet& sources, const Design& design,
                       const ElaborateOptions& options) {
    // Files from library folders are not in the list, but the elaborated tree names them.
    std::vector<std::string> files = sources.files;
    std::set<std::string> known(files.begin(), files.end());
    for (const Module& module : design.modules) {
        if (module.place.file == kNone) continue;
        const std::string& file = design.files[module.place.file];
        std::error_code ec;
        if (known.insert(file).second && std::filesystem::is_regular_file(file, ec))
            files.push_back(file);
    }
    // A macro that is defined again is only worth a warning.
    std::vector<std::string> words = {options.verilator, "-E", "-Wno-fatal"};
    const std::vector<std::string> flags = verilator_flags(sources);
    words.insert(words.end(), flags.begin(), flags.end());
    add_paths(words, files);  // including names that a source sets with `line
    Diagnostics ignored;      // without this text, states are named by their codes
    const Result<std::string> text =
        run_verilator(std::move(words), options.scratch / "preprocessed.v", ignored);
    return text ? *text : std::string();
}

int count_instances(const Design& design, ModuleId from, const std::string& name, int depth) {
    const Module& module = design.modules[from];
    if (module.source_name == name) return 1;
    if (depth > 64) return 0;
    int count = 0;
    for (const Instance& instance : module.instances) {
        const auto copies = static_cast<int>(
            instance.is_array ? std::llabs(instance.left - instance.right) + 1 : 1);
        count += copies * count_instances(design, instance.module, name, depth + 1);
    }
    return count;
}

std::vector<std::string> all_modules(const SourceSet& sources) {
    std::vector<std::string> names;
    Diagnostics ignored;
    for (const std::string& file : sources.files) {
        const Result<std::string> text = read_file(file, ignored);
        if (!text) continue;
        for (std::string& name : declared_modules(*text)) names.push_back(std::move(name));
    }
    return names;
}

Result<Done> check_top(const SourceSet& sources, const std::string& top, Diagnostics& diagnostics) {
    const std::vector<std::string> names = all_modules(sources);
    const bool searched_elsewhere =
        !sources.library_files.empty() || !sources.library_folders.empty();
    if (searched_elsewhere || std::find(names.begin(), names.end(), top) != names.end())
        return Done{};
    // Modules made by macros or included files are not seen here, so this is reported only if
    // Verilator does not find the top either; this message is then the better one.
    std::string list;
    for (std::size_t i = 0; i < names.size() && i < 12; ++i) list += (i ? ", " : "") + names[i];
    return diagnostics.report(code::unknown_top, {}, top, names.empty() ? "none" : list);
}

// The module to measure inside an elaborated testbench.
Result<ModuleId> find_top(const Design& design, const SourceSet& sources, const std::string& top,
                          Diagnostics& diagnostics) {
    ModuleId found = kNone;
    for (const ModuleId i : design.modules.ids()) {
        if (design.modules[i].source_name != top) continue;
        if (found != kNone) {
            return diagnostics.report(code::unsupported_two_tops, {}, top);
        }
        found = i;
    }
    if (found != kNone) return found;
    if (const auto done = check_top(sources, top, diagnostics); !done) return done.failure();
    return diagnostics.report(code::top_not_in_testbench, {}, top);
}

Result<Elaborated> elaborate_named(const SourceSet& sources, const ElaborateOptions& options,
                                   Diagnostics& diagnostics) {
    Elaborated out;
    out.with_testbench = !options.testbench_top.empty();
    Diagnostics attempt;
    Result<ReadTree> design = elaborate_with_calls(sources, options, out.with_testbench, attempt);
    if (!design && out.with_testbench) {
        // Verilator cannot read every testbench; the design alone may still elaborate.
        Diagnostics alone;
        design = elaborate_with_calls(sources, options, false, alone);
        if (design)
            diagnostics.report(code::testbench_not_elaborated, {}, attempt.all().front().sentence);
        if (design) out.with_testbench = false;
    }
    if (!design) {
        const bool top_missing =
            std::any_of(attempt.all().begin(), attempt.all().end(), [](const Diagnostic& d) {
                return d.sentence.find("was not found in design") != std::string::npos;
            });
        if (top_missing) {
            if (const auto known = check_top(sources, options.top, diagnostics); !known)
                return known.failure();
        }
        for (const Diagnostic& d : attempt.all()) diagnostics.add(d);
        return design.failure();
    }
    out.design = std::move(design->design);
    out.open_loop = design->open_loop;
    if (out.with_testbench) {
        const Result<ModuleId> top = find_top(out.design, sources, options.top, diagnostics);
        if (!top) return top.failure();
        out.top_instances = count_instances(out.design, out.design.top, options.top, 0);
        out.design.top = *top;
    }
    return out;
}

}  // namespace

Result<Elaborated> elaborate(const SourceSet& user_sources, const ElaborateOptions& user_options,
                             Diagnostics& diagnostics) {
    if (const auto done = check_files(user_sources, user_options, diagnostics); !done)
        return done.failure();
    PlainNames names(user_options.scratch);
    for (const auto* files :
         {&user_sources.files, &user_sources.library_files, &user_options.testbench_files})
        name_shadowed(*files, user_sources, names);
    if (const auto written = write_texts(user_sources, user_options.scratch, names, diagnostics);
        !written)
        return written.failure();
    const SourceSet sources = with_plain_names(user_sources, names);
    ElaborateOptions options = user_options;
    names.make_plain(options.testbench_files);
    Diagnostics said;
    Result<Elaborated> elaborated = elaborate_named(sources, options, said);
    for (Diagnostic d : said.all()) {
        d.place.file = names.restored(d.place.file);
        d.sentence = names.restored(d.sentence);
        diagnostics.add(d);
    }
    if (!elaborated) return elaborated.failure();
    const std::string text = preprocess(sources, elaborated->design, options);
    elaborated->source_text = SourceText(names.restored(text));
    for (std::string& file : elaborated->design.files) file = names.restored(file);
    return elaborated;
}

}  // namespace tapestry
