// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <numeric>

#include "jobs/stages/version.h"

namespace tapestry {

namespace {

struct ToolCommand {
    const char* group;  // what one wants to do, as --help sorts commands
    const char* name;
    const char* what;
    const char* example;
    const char* old_name = nullptr;  // understood, and shown nowhere
};

constexpr const char* kMeasure = "Measure";
constexpr const char* kLook = "Look";
constexpr const char* kWhatIf = "Ask what if";
constexpr const char* kFpga = "Take to an FPGA";
constexpr const char* kSoftware = "C and software";
constexpr const char* kSetUp = "Set up";

// A part stands behind its command. Old names stay: scripts have them.
constexpr ToolCommand kCommands[] = {
    {kMeasure, "profile", "Scan, weave, simulate and report, in one go",
     "tapestry profile rtl/*.sv --top dut --tb tb.sv -o out/"},
    {kMeasure, "run", "Measure what your own flow simulates: run -- make test",
     "tapestry run -- make test"},
    {kMeasure, "import", "Make a run of a waveform, a reading or recordings",
     "tapestry import dump.vcd rtl/*.sv --top dut -o run.tapdb"},
    {kMeasure, "import reading", "Make a run of what a woven design counted, or read a board",
     "tapestry import reading tapestry.reading --map out/woven/taps.json -o run.tapdb", "read"},
    {kMeasure, "import recordings",
     "Make one run of the recordings of several processes, ranks or machines",
     "tapestry import recordings out/recordings -o run.tapdb", "merge"},
    {kMeasure, "scan", "What can be measured in this design, and why",
     "tapestry scan rtl/*.sv --top dut --rejected"},
    {kLook, "report", "What was measured: printed, as one HTML file, or live",
     "tapestry report --html report.html"},
    {kLook, "report live", "Serve the page to your browser, also while the simulation runs",
     "tapestry report live out/", "open"},
    {kLook, "report reanalyse", "Analyse a stored run again, with the rules of this version",
     "tapestry report reanalyse out/run.tapdb -o again.tapdb", "analyse"},
    {kLook, "report tests", "Runs of many tests, also of many machines, as one report",
     "tapestry report tests out/ machine2/out/ --html tests.html"},
    {kLook, "report lsp", "A language server: what was measured, at the lines in your editor",
     "tapestry report lsp", "lsp"},
    {kLook, "query", "SQL over one run or several; a library of queries",
     "tapestry query \"SELECT path, state, share FROM states WHERE share > 0.5\""},
    {kLook, "compare", "Runs side by side: what got faster, what slower",
     "tapestry compare before.tapdb after.tapdb"},
    {kLook, "check", "Performance assertions, for continuous integration",
     "tapestry check --check 'queue(\"u_fifo\").max_occupancy < 60'"},
    {kLook, "history", "Figures of runs by commit: what changed, and when", "tapestry history"},
    {kLook, "history add", "Keep the figures of a run, under its commit",
     "tapestry history add out/ --test smoke"},
    {kLook, "export", "Files for Perfetto, Paraver, GTKWave, spreadsheets...",
     "tapestry export --format perfetto -o run.pftrace"},
    {kLook, "waves", "Run again, and open the waveform of one moment",
     "tapestry waves out/ --around u_root.state/STEP"},
    {kWhatIf, "predict", "What a change would bring; the right depth of queues",
     "tapestry predict time:u_root.state/STEP=0.5x"},
    {kWhatIf, "predict size", "Queues of the right depth: the least that keeps the throughput",
     "tapestry predict size --loss 1%", "size"},
    {kWhatIf, "predict sweep", "A change over a range of values, or several as a map",
     "tapestry predict sweep depth:u_queue=1..64*2", "sweep"},
    {kWhatIf, "tune", "The fastest designs that fit, every point tried",
     "tapestry tune --vary LANES=1,2,4 --time 10m"},
    {kFpga, "weave", "Woven sources and tap map, for any simulator or FPGA",
     "tapestry weave rtl/*.sv --top dut -o out/ --diff"},
    {kFpga, "cost", "What taps cost on an FPGA, with and without",
     "tapestry cost rtl/*.v --top dut --family xc7 ice40"},
    {kFpga, "prove", "Show that woven sources do what the original does",
     "tapestry prove rtl/*.v --top dut"},
    {kSoftware, "hls", "C to Verilog that leads every cycle to a line of C",
     "tapestry hls kernel.c --top fir -o out/"},
    {kSoftware, "hls profile",
     "Run the program with its target regions as hardware, and say where the cycles go",
     "tapestry hls profile app.c -o out/ -- 512"},
    {kSoftware, "record", "Run a program; keep what its threads and ranks did",
     "tapestry record -o out/ -- mpirun -n 4 ./app 100"},
    {kSoftware, "cc", "Compile a program with the states its pragmas name",
     "tapestry cc g++ -O2 app.cpp -o app"},
    {kSetUp, "doctor", "Which programs are there, and what each is needed for", "tapestry doctor"},
};

// "N:INT in [2 - 65535]", "TEXT:{auto,always,never}" or "verilator|icarus": the name of a value or
// the values there are, then what is checked.
void read_type(std::string type, OptionText& text) {
    std::string checked;
    if (const std::size_t colon = type.find(':'); colon != std::string::npos) {
        checked = type.substr(colon + 1);
        type.resize(colon);
    }
    const bool unnamed = type == "TEXT" || type == "INT" || type == "UINT" || type == "FLOAT";
    const bool is_list = type.find('|') != std::string::npos;
    if (is_list)
        text.choices = CLI::detail::split(type, '|');
    else if (checked.starts_with("{") && checked.ends_with("}"))
        text.choices = CLI::detail::split(checked.substr(1, checked.size() - 2), ',');
    if (!unnamed && !is_list)
        text.value = type;
    else if (text.choices.empty())
        text.value = "VALUE";
    if (const std::size_t range = checked.find(" in ["); range != std::string::npos) {
        text.limits = checked.substr(range + 5, checked.size() - range - 6);
        if (const std::size_t dash = text.limits.find(" - "); dash != std::string::npos)
            text.limits.replace(dash, 3, " to ");
    }
}

OptionText option_text(const CLI::Option& option) {
    OptionText text;
    for (const std::string& name : option.get_snames()) text.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) text.names.push_back("--" + name);
    text.what = option.get_description();
    if (option.get_items_expected_max() == 0) return text;
    read_type(option.get_type_name(), text);
    text.preset = option.get_default_str();
    if (text.preset.starts_with("[") && text.preset.ends_with("]"))  // a list
        text.preset = text.preset.substr(1, text.preset.size() - 2);
    const bool says_so = text.value.find("...") != std::string::npos;
    text.repeats = option.get_items_expected_max() > 1 && !says_so;
    return text;
}

std::vector<OptionText> options_of(const CLI::App& app) {
    std::vector<OptionText> operands;
    std::vector<OptionText> options;
    for (const CLI::Option* option : app.get_options()) {
        OptionText text = option_text(*option);
        (text.is_operand() ? operands : options).push_back(std::move(text));
    }
    // --help comes first of all that CLI11 declares; a reader looks for it last.
    if (!options.empty()) std::rotate(options.begin(), options.begin() + 1, options.end());
    operands.insert(operands.end(), options.begin(), options.end());
    return operands;
}

// Letters to put in, take out or change until `a` reads like `b`.
std::size_t distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

Commands declare_commands(const DeclaredCommands& carried_out) {
    Commands commands;
    commands.app = std::make_unique<CLI::App>(
        "Where do the cycles go? Measures any Verilog, SystemVerilog or VHDL design", "tapestry");
    CLI::App& app = *commands.app;
    app.set_version_flag("--version", std::string("tapestry ") + kVersion, "Print the version");
    app.set_help_flag("-h,--help", "Print this help");
    app.require_subcommand(1);
    for (const ToolCommand& row : kCommands) {
        const auto declared = std::find_if(
            carried_out.begin(), carried_out.end(),
            [&](const DeclaredCommand& one) { return std::string_view(one.name) == row.name; });
        if (declared == carried_out.end()) continue;
        // The parser refuses a space in a name at first, and takes it later.
        CLI::App* command = app.add_subcommand("new", row.what)->name(row.name);
        if (row.old_name) command->alias(row.old_name);
        OptionList options(*command);
        commands.actions.emplace_back(command, declared->declare(options));
    }
    return commands;
}

ToolText describe(const Commands& commands) {
    ToolText tool{commands.app->get_name(),
                  kVersion,
                  commands.app->get_description(),
                  options_of(*commands.app),
                  {}};
    for (const ToolCommand& row : kCommands) {
        CommandText text{row.group, row.name, row.what, row.example, {}};
        for (const auto& [command, action] : commands.actions)
            if (command->get_name() == row.name) text.options = options_of(*command);
        tool.commands.push_back(std::move(text));
    }
    return tool;
}

bool is_command(const std::string& name) {
    return std::any_of(std::begin(kCommands), std::end(kCommands),
                       [&](const ToolCommand& row) { return name == row.name; });
}

bool is_command_elsewhere(const std::string& name, const DeclaredCommands& carried_out) {
    const auto row =
        std::find_if(std::begin(kCommands), std::end(kCommands), [&](const ToolCommand& one) {
            return name == one.name || (one.old_name && name == one.old_name);
        });
    return row != std::end(kCommands) &&
           std::none_of(carried_out.begin(), carried_out.end(), [&](const DeclaredCommand& one) {
               return std::string_view(one.name) == row->name;
           });
}

std::string command_like(const std::string& word) {
    // Of a part, people remember the second word.
    const auto unlike = [&](const ToolCommand& row) {
        const std::string name = row.name;
        return distance(word, name.substr(name.rfind(' ') + 1));
    };
    const auto* nearest = std::min_element(
        std::begin(kCommands), std::end(kCommands),
        [&](const ToolCommand& a, const ToolCommand& b) { return unlike(a) < unlike(b); });
    const std::string name = nearest->name;
    const std::size_t letters = name.size() - (name.rfind(' ') + 1);
    return unlike(*nearest) <= letters / 2 ? name : "";
}

}  // namespace tapestry
