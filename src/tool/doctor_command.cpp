// SPDX-License-Identifier: Apache-2.0
// Which of the programs that tapestry calls are there, and what is missing for which command.
#include <array>
#include <cstdlib>

#include "base/file.h"
#include "base/process.h"
#include "report/table_text.h"
#include "tool/command.h"
#include "tool/report_options.h"
#include "tool/scratch.h"

namespace tapestry {

namespace {

struct OutsideProgram {
    const char* name;
    const char* version;   // the argument that makes it print its version
    const char* commands;  // that need it
    const char* package;   // of Debian
    bool is_basic;         // without it there is no profile
};

constexpr std::array kPrograms = {
    OutsideProgram{"verilator", "--version", "profile, scan, weave, run, import", "verilator",
                   true},
    OutsideProgram{"g++", "--version", "profile and run with Verilator", "g++", true},
    OutsideProgram{"make", "--version", "profile and run with Verilator", "make", true},
    OutsideProgram{"iverilog", "-V", "profile and run --sim icarus", "iverilog", false},
    OutsideProgram{"vvp", "-V", "profile and run --sim icarus", "iverilog", false},
    OutsideProgram{"yosys", "-V", "cost, prove", "yosys", false},
    OutsideProgram{"nextpnr-ice40", "--version", "cost --clock", "nextpnr-ice40", false},
    OutsideProgram{"tapestry-hls", "--version", "hls", "none: it is built where LLVM 19 is", false},
    OutsideProgram{"clang-19", "--version", "hls", "clang-19", false},
};

// A user may have chosen another Verilator.
std::string program_of(const OutsideProgram& program) {
    const char* chosen = std::getenv("VERILATOR");
    return chosen && std::string_view(program.name) == "verilator" ? chosen : program.name;
}

// The first line that a program prints about itself; empty when it prints none.
std::string version_of(const std::string& program, const char* argument,
                       const std::filesystem::path& scratch) {
    Command command;
    command.words = {program, argument};
    command.output = scratch / "version";
    command.timeout = std::chrono::seconds(10);
    run(command);
    Diagnostics ignored;
    const Result<std::string> text = read_file(command.output, ignored);
    return text ? text->substr(0, text->find('\n')) : "";
}

struct Examination {
    Table table{{"program", "version", "needed for", "install"}, {}};
    bool lacks_basics = false;
};

Examination examined(const std::filesystem::path& scratch) {
    Examination out;
    for (const OutsideProgram& program : kPrograms) {
        const std::string name = program_of(program);
        const bool is_there = find_program(name).has_value();
        out.lacks_basics |= program.is_basic && !is_there;
        out.table.rows.push_back({name,
                                  is_there ? version_of(name, program.version, scratch) : "missing",
                                  std::string(program.commands),
                                  is_there ? std::string() : std::string(program.package)});
    }
    return out;
}

int doctor_command(const ReportOptions& options, Diagnostics& diagnostics) {
    const Scratch scratch;
    if (!is_usable(scratch, diagnostics)) return kBadInput;
    const Examination found = examined(scratch.path());
    if (options.json) {
        for (const Row& row : found.table.rows)
            std::fputs((json_row(found.table.columns, row) + "\n").c_str(), stdout);
    } else {
        std::fputs(aligned_text(found.table, style_of(options)).c_str(), stdout);
        std::fputs(found.lacks_basics ? "\nprofile will not work until what it needs is there\n"
                                      : "\nprofile has all it needs\n",
                   stdout);
    }
    return found.lacks_basics ? kCheckFailed : kFine;
}

}  // namespace

Action declare_doctor(CLI::App& app) {
    auto o = std::make_shared<ReportOptions>();
    add_report_options(app, *o);
    return [o](Diagnostics& diagnostics) { return doctor_command(*o, diagnostics); };
}

}  // namespace tapestry
