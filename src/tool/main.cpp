// SPDX-License-Identifier: Apache-2.0
// The command line: which commands there are, diagnostics to stderr, and the exit status.
#include <fmt/format.h>
#include <signal.h>

#include <algorithm>

#include "tool/command.h"
#include "tool/version.h"

namespace tapestry {
namespace {

constexpr ToolCommand kCommands[] = {
    {"profile", "The main job: scan, weave, simulate and report, in one go",
     "tapestry profile rtl/*.sv --top dut --tb tb.sv -o out/", declare_profile},
    {"scan", "What can be measured in this design, and why",
     "tapestry scan rtl/*.sv --top dut --rejected", declare_scan},
    {"weave", "Woven sources and tap map, for any simulator",
     "tapestry weave rtl/*.sv --top dut -o out/ --diff", declare_weave},
    {"run", "Simulate a woven design with your testbench, and report",
     "tapestry run out/ --tb tb.sv", declare_run},
    {"read", "Make a run from the reading of a woven design, or from a board",
     "tapestry read tapestry.reading --map out/woven/taps.json -o run.tapdb", declare_read},
    {"import", "Make a run from a waveform of any simulator, without weaving",
     "tapestry import dump.vcd rtl/*.sv --top dut -o run.tapdb", declare_import},
    {"report", "The report of a run: printed, or as one HTML file",
     "tapestry report out/run.tapdb --html report.html", declare_report},
    {"open", "The same pages served to your browser, live while a simulation runs",
     "tapestry open out/", declare_open},
    {"query", "SQL over one run or several; --list shows a library of queries",
     "tapestry query out/run.tapdb \"SELECT path, state, share FROM states WHERE share > 0.5\"",
     declare_query},
    {"compare", "Runs side by side: what got faster, what slower",
     "tapestry compare before.tapdb after.tapdb", declare_compare},
    {"check", "Performance assertions: exit status 1 when one does not hold",
     "tapestry check out/run.tapdb --check 'queue(\"u_fifo\").max_occupancy < 60'", declare_check},
    {"export", "Files for Paraver, Perfetto, speedscope, Graphviz, spreadsheets, pull requests",
     "tapestry export out/run.tapdb --format perfetto -o run.pftrace", declare_export},
    {"cost", "What taps cost on an FPGA, with and without",
     "tapestry cost rtl/*.v --top dut --family xc7 ice40", declare_cost},
    {"prove", "Show that the woven design does what the original does",
     "tapestry prove rtl/*.v --top dut", declare_prove},
};

void print(const Diagnostics& diagnostics) {
    for (const Diagnostic& d : diagnostics.all()) {
        std::string text = to_text(d);
        // Names of strangers do not get to steer the terminal.
        std::replace_if(
            text.begin(), text.end(),
            [](unsigned char c) { return (c < ' ' && c != '\n' && c != '\t') || c == 0x7f; }, '?');
        std::fputs(text.c_str(), stderr);
    }
}

// CLI11 takes "-Iinc" for the flags -I -i -n -c unless the option is separated from its value.
std::vector<std::string> split_glued(int argc, char** argv) {
    std::vector<std::string> words;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const bool glued = word.size() > 2 && word[0] == '-' &&
                           std::string("IDGyv").find(word[1]) != std::string::npos;
        if (glued)
            words.insert(words.end(), {word.substr(0, 2), word.substr(2)});
        else
            words.push_back(word);
    }
    std::reverse(words.begin(), words.end());  // the order CLI11 wants
    return words;
}

int refuse(const CLI::ParseError& e, const CLI::App& app) {
    std::string what = e.what();
    while (!what.empty() && (what.back() == '\n' || what.back() == '.')) what.pop_back();
    std::replace(what.begin(), what.end(), '\n', ' ');
    std::string command;
    for (const CLI::App* given : app.get_subcommands()) command = given->get_name() + " ";
    Diagnostics diagnostics;
    diagnostics.report(Code::command_line_refused, {}, what, command);
    print(diagnostics);
    return kBadInput;
}

int carry_out(const Action& action) {
    // A file that reaches the limit of `ulimit -f` is a failed write like any other.
    signal(SIGXFSZ, SIG_IGN);
    Diagnostics diagnostics;
    int status = kBadInput;
    try {
        status = action(diagnostics);
        // What is printed may reach the disk only here, and a report that did not arrive is no
        // success.
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
            throw std::system_error(errno, std::generic_category());
    } catch (const std::system_error& e) {
        diagnostics.report(Code::file_unwritable, {}, "standard output", e.code().message());
        status = kBadInput;
    }
    print(diagnostics);
    return status;
}

int run_tool(int argc, char** argv) {
    CLI::App app(
        "Tapestry: where do the cycles go? Measures any Verilog or SystemVerilog design, exactly.",
        "tapestry");
    app.set_version_flag("--version", std::string("tapestry ") + kVersion);
    app.require_subcommand(1);
    std::vector<std::pair<CLI::App*, Action>> actions;
    for (const ToolCommand& row : kCommands) {
        CLI::App* command = app.add_subcommand(row.name, row.what);
        command->footer(std::string("Example:\n  ") + row.example + "\n");
        actions.emplace_back(command, row.declare(*command));
    }
    try {
        app.parse(split_glued(argc, argv));
    } catch (const CLI::Success& e) {
        return app.exit(e);  // --help, --version
    } catch (const CLI::ParseError& e) {
        return refuse(e, app);
    }
    for (const auto& [command, action] : actions) {
        if (command->parsed()) return carry_out(action);
    }
    return kBadInput;
}

}  // namespace
}  // namespace tapestry

int main(int argc, char** argv) { return tapestry::run_tool(argc, argv); }
