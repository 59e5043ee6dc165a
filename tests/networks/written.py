# SPDX-License-Identifier: Apache-2.0
"""Networks that were written by hand, each a folder of `written` with its sources and its testbench `tb.*`; `truth.toml` beside them says what is true of each."""

import re
import subprocess
import tomllib
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "written"
SIMULATOR_LIMIT = 60  # seconds


def call(command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]} fails:\n{done.stdout[-1000:]}{done.stderr[-3000:]}")
    return done.stdout


class Written:
    """One network: what `truth.toml` says of it, and where its sources are."""

    def __init__(self, folder, data):
        self.name = folder.name
        self.data = data
        sources = sorted(path for path in folder.iterdir() if path.suffix in (".v", ".sv"))
        self.testbench = next(path for path in sources if path.stem == "tb")
        self.sources = [path for path in sources if path != self.testbench]

    def bench(self, folder):
        return WrittenBench(self, folder)


class WrittenBench:
    """A written network in a folder of its own. It is mended by parameters of its testbench, or by arguments that it reads."""

    def __init__(self, network, folder):
        self.network, self.folder = network, folder
        self.simulator = network.data.get("simulator", "icarus")
        self.built = False
        folder.mkdir(parents=True, exist_ok=True)

    def cycles(self, parameters=""):
        """Cycles of the bare network with these parameters; None when it gets stuck."""
        command = self.icarus(parameters.split()) if self.simulator == "icarus" else self.verilator(parameters.split())
        found = re.search(r"^cycles (\d+)", call(command, timeout=SIMULATOR_LIMIT), re.MULTILINE)
        return int(found.group(1)) if found else None

    def icarus(self, values):
        """Parameters of the testbench, for building with Icarus is quick."""
        program = self.folder / ("bare_" + "_".join(values))
        call(["iverilog", "-g2012", "-s", "tb", *(f"-Ptb.{value}" for value in values), "-o", program, *self.network.sources, self.network.testbench])
        return ["vvp", "-n", program]

    def verilator(self, values):
        """Arguments that the testbench reads, for building with Verilator is not."""
        program = self.folder / "bare" / "simulation"
        if not self.built:
            self.built = True
            call(["verilator", "--binary", "-Wno-fatal", "-Wno-lint", "-Wno-style", "--top-module", "tb", "--Mdir", program.parent, "-MAKEFLAGS", "OPT_FAST=-O0",
                  "-o", program.name, *self.network.sources, self.network.testbench])
        return [program, *(f"+{value}" for value in values)]

    def savings(self, base):
        """What mending each suspect saves."""
        return {suspect: base - (self.cycles(values) or base) for suspect, values in self.network.data["mend"].items()}

    def following(self, parameters):
        return self.cycles(parameters)

    def profile_arguments(self):
        return [*self.network.sources, "--top", self.network.data["top"], "--tb", self.network.testbench, "--tb-top", "tb", "--sim", self.simulator]


def written_networks():
    truth = tomllib.loads((FOLDER / "truth.toml").read_text())
    return [Written(FOLDER / name, data) for name, data in sorted(truth.items())]
