// SPDX-License-Identifier: Apache-2.0
// A simulator: what it needs and can do, and how a simulation is built and run with it. Each has a
// file of its own; simulators() lists them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/outside_program.h"
#include "run/simulators/simulate.h"

namespace tapestry {

class Simulator {
public:
    virtual ~Simulator() = default;

    virtual std::string_view name() const = 0;  // as --sim, messages and runs have it
    virtual std::span<const OutsideProgram> programs() const = 0;
    virtual bool takes_cpp() const { return false; }   // a testbench that is a C++ harness
    virtual bool takes_vhdl() const { return false; }  // the design as it is; nothing is woven

    virtual Result<BuiltSimulation> build(const SourceSet& sources, const SimulateOptions& options,
                                          Diagnostics& diagnostics) const = 0;
    virtual Simulation run(const BuiltSimulation& built, const SimulationRun& wanted) const = 0;
};

// One that builds by a command and runs by another.
class CommandSimulator : public Simulator {
public:
    Result<BuiltSimulation> build(const SourceSet& sources, const SimulateOptions& options,
                                  Diagnostics& diagnostics) const final;
    Simulation run(const BuiltSimulation& built, const SimulationRun& wanted) const final;

    // `options` have names without blanks. Below options.folder goes what is built.
    virtual std::vector<std::string> build_words(const SourceSet& sources,
                                                 const SimulateOptions& options) const = 0;
    // Takes from options.earlier what was compiled there and is the same for every design; the
    // words by which the build uses it.
    virtual std::vector<std::string> take_compiled(const SimulateOptions& /*options*/) const {
        return {};
    }
    // Changes the words so that a build which said `log` may succeed; false: nothing helps.
    virtual bool mend(std::vector<std::string>& /*words*/, const std::string& /*log*/) const {
        return false;
    }
    // What to do about a refusal that is this simulator's own; empty if it is not.
    virtual std::string way_around(const std::string& /*log*/) const { return {}; }
    virtual std::vector<std::string> run_words(const SimulateOptions& options) const = 0;
    virtual std::vector<std::string> version_words(const SimulateOptions& options) const = 0;

    // Whether a run that did not end well was stopped by $stop.
    virtual bool is_stopped(const Exit& exit, const std::string& log) const = 0;

    // Makes what the simulation needs to write the ports of its taps into a pipe
    // (taps/sim/tapestry_piped.c); false: it cannot, and taps count where they are.
    virtual bool prepare_pipe(const SimulateOptions& /*options*/) const { return false; }
};

// In the order in which they are named; the first is taken when the user names none.
const std::vector<const Simulator*>& simulators();
// Null where there is none of that name.
const Simulator* find_simulator(std::string_view name);

// A further one, for tests.
void add_simulator(const Simulator& simulator);

const Simulator& verilator();
const Simulator& icarus();
const Simulator& ghdl();

// What build commands have in common: include folders, defines, libraries; then the files.
void add_settings(std::vector<std::string>& words, const SourceSet& sources,
                  const SimulateOptions& options);
void add_files(std::vector<std::string>& words, const SourceSet& sources,
               const SimulateOptions& options);
bool has_cpp_testbench(const SimulateOptions& options);

}  // namespace tapestry
