// SPDX-License-Identifier: Apache-2.0
// Which of the programs that tapestry calls are there, and what is missing for which command.
#include <cstdlib>
#include <filesystem>

#include "base/file.h"
#include "base/process.h"
#include "base/scratch.h"
#include "cli/command.h"
#include "hls/outside_programs.h"
#include "jobs/options/to_output.h"
#include "jobs/stages/report_options.h"
#include "run/simulators/simulator.h"
#include "show/report/table_text.h"
#include "software/recording/outside_programs.h"
#include "weave/synthesis/outside_programs.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

// What is called instead: another Verilator that the user chose, or what stands beside us.
std::string program_of(const OutsideProgram& program) {
    const std::string name = program.name;
    if (const char* chosen = std::getenv("VERILATOR"); chosen && name == "verilator") return chosen;
    std::error_code error;
    const fs::path beside = fs::read_symlink("/proc/self/exe", error).parent_path() / name;
    return name.starts_with("tapestry") && fs::exists(beside, error) ? beside.string() : name;
}

// The first line that a program prints about itself; empty when it prints none.
std::string version_of(const std::string& program, const char* argument, const fs::path& scratch) {
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

void examine(const OutsideProgram& program, const fs::path& scratch, Examination& out) {
    const std::string name = program_of(program);
    const bool is_there = find_program(name).has_value();
    out.lacks_basics |= program.is_basic && !is_there;
    out.table.rows.push_back(
        {name, is_there ? version_of(name, program.version, scratch) : "missing",
         std::string(program.commands), is_there ? std::string() : std::string(program.package)});
}

Examination examined(const fs::path& scratch) {
    Examination out;
    for (const Simulator* simulator : simulators()) {
        for (const OutsideProgram& program : simulator->programs()) examine(program, scratch, out);
    }
    for (const OutsideProgram& program : kSynthesisPrograms) examine(program, scratch, out);
    for (const OutsideProgram& program : kHlsPrograms) examine(program, scratch, out);
    for (const OutsideProgram& program : kHostPrograms) examine(program, scratch, out);
    return out;
}

int doctor_command(const ReportOptions& options, Diagnostics& diagnostics) {
    const Scratch scratch;
    if (!is_usable(scratch, diagnostics)) return kBadInput;
    const Examination found = examined(scratch.path());
    if (options.json) {
        for (const Row& row : found.table.rows)
            to_output(json_row(found.table.columns, row) + "\n");
    } else {
        to_output(aligned_text(found.table, style_of(options)));
        to_output(found.lacks_basics ? "\nprofile will not work until what it needs is there\n"
                                     : "\nprofile has all it needs\n");
    }
    return found.lacks_basics ? kCheckFailed : kFine;
}

}  // namespace

Action declare_doctor(OptionList& app) {
    auto o = std::make_shared<ReportOptions>();
    add_report_options(app, *o);
    return [o](Diagnostics& diagnostics) { return doctor_command(*o, diagnostics); };
}

}  // namespace tapestry
