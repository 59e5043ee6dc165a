// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <numeric>

#include "jobs/stages/version.h"

namespace tapestry {

namespace {

constexpr ToolCommand kCommands[] = {
    {"profile", "The main job: scan, weave, simulate and report, in one go",
     "tapestry profile rtl/*.sv --top dut --tb tb.sv -o out/", declare_profile},
    {"scan", "What can be measured in this design, and why",
     "tapestry scan rtl/*.sv --top dut --rejected", declare_scan},
    {"weave", "Woven sources and tap map, for any simulator",
     "tapestry weave rtl/*.sv --top dut -o out/ --diff", declare_weave},
    {"run", "Run any command that simulates, such as make test, and measure; or what weave made",
     "tapestry run -- make test", declare_run},
    {"read", "Make a run from the reading of a woven design, or from a board",
     "tapestry read tapestry.reading --map out/woven/taps.json -o run.tapdb", declare_read},
    {"import", "Make a run from a waveform of any simulator, without weaving",
     "tapestry import dump.vcd rtl/*.sv --top dut -o run.tapdb", declare_import},
    {"report", "The report of a run: printed, or as one HTML file",
     "tapestry report out/run.tapdb --html report.html", declare_report},
    {"analyse", "Analyse a stored run again, with the rules of this version",
     "tapestry analyse out/run.tapdb -o again.tapdb", declare_analyse},
    {"open", "The same pages served to your browser, live while a simulation runs",
     "tapestry open out/", declare_open},
    {"query", "SQL over one run or several; --list shows a library of queries",
     "tapestry query out/run.tapdb \"SELECT path, state, share FROM states WHERE share > 0.5\"",
     declare_query},
    {"compare", "Runs side by side: what got faster, what slower",
     "tapestry compare before.tapdb after.tapdb", declare_compare},
    {"predict", "What a change would bring, before anyone builds it",
     "tapestry predict out/run.tapdb time:u_root.state/STEP=0.5x", declare_predict},
    {"size", "Queues of the right depth: the least that keeps the throughput",
     "tapestry size out/run.tapdb --loss 1%", declare_size},
    {"sweep", "A change over a range of values, or several as a map",
     "tapestry sweep out/run.tapdb depth:u_queue=1..64*2", declare_sweep},
    {"check", "Performance assertions: exit status 1 when one does not hold",
     "tapestry check out/run.tapdb --check 'queue(\"u_fifo\").max_occupancy < 60'", declare_check},
    {"export", "Files for Paraver, Perfetto, OTF2, GTKWave, Graphviz, spreadsheets, pull requests",
     "tapestry export out/run.tapdb --format perfetto -o run.pftrace", declare_export},
    {"cost", "What taps cost on an FPGA, with and without",
     "tapestry cost rtl/*.v --top dut --family xc7 ice40", declare_cost},
    {"prove", "Show that the woven design does what the original does",
     "tapestry prove rtl/*.v --top dut", declare_prove},
    {"hls",
     "C to Verilog, with facts that lead every cycle back to a line of C; 'hls profile' runs the "
     "program with it",
     "tapestry hls kernel.c --top fir -o out/", declare_hls},
    {"doctor", "Which programs tapestry calls are there, and what is missing for which command",
     "tapestry doctor", declare_doctor},
    {"record", "Run a program, and keep in a run what its threads, processes and ranks did",
     "tapestry record -o out/ -- mpirun -n 4 ./app 100", declare_record},
    {"merge", "One run from the recordings of several processes, ranks or machines",
     "tapestry merge out/recordings -o run.tapdb", declare_merge},
    {"cc", "Compile a program with the states that its '#pragma recap' lines name",
     "tapestry cc g++ -O2 app.cpp -o app", declare_cc},
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

OptionText text_of(const CLI::Option& option) {
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
        OptionText text = text_of(*option);
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

Commands declare_commands() {
    Commands commands;
    commands.app = std::make_unique<CLI::App>(
        "Where do the cycles go? Measures any Verilog, SystemVerilog or VHDL design, exactly",
        "tapestry");
    CLI::App& app = *commands.app;
    app.set_version_flag("--version", std::string("tapestry ") + kVersion, "Print the version");
    app.set_help_flag("-h,--help", "Print this help");
    app.require_subcommand(1);
    for (const ToolCommand& row : kCommands) {
        CLI::App* command = app.add_subcommand(row.name, row.what);
        OptionList options(*command);
        commands.actions.emplace_back(command, row.declare(options));
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
        tool.commands.push_back(
            {row.name, row.what, row.example, options_of(*commands.app->get_subcommand(row.name))});
    }
    return tool;
}

CommandText describe_part(const CLI::App& command, const CLI::App& part) {
    std::string example = part.get_footer();
    example = example.substr(std::min(example.size(), example.find("tapestry")));
    while (example.ends_with('\n')) example.pop_back();
    return {command.get_name() + " " + part.get_name(), part.get_description(), example,
            options_of(part)};
}

std::string command_like(const std::string& word) {
    const auto* nearest = std::min_element(
        std::begin(kCommands), std::end(kCommands), [&](const auto& a, const auto& b) {
            return distance(word, a.name) < distance(word, b.name);
        });
    const std::string name = nearest->name;
    return distance(word, name) <= name.size() / 2 ? name : "";
}

}  // namespace tapestry
