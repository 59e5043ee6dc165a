# SPDX-License-Identifier: Apache-2.0
"""A design of this folder: its run, what is asked of it, and how long it takes with other parameters."""

import fnmatch
import os
import re
import subprocess
import tomllib

HERE = os.path.dirname(os.path.abspath(__file__))
LONG = 300  # seconds


def entries():
    with open(os.path.join(HERE, "designs.toml"), "rb") as file:
        return tomllib.load(file)


class Stranger:
    """One entry of designs.toml in a folder of its own."""

    def __init__(self, tapestry, name, folder):
        self.tapestry, self.name, self.folder = tapestry, name, folder
        self.entry = entries()[name]
        self.module = self.entry.get("design", name)
        self.source = os.path.join(HERE, f"{self.module}.v")
        self.bench = os.path.join(folder, "design", "tb.v")
        os.makedirs(os.path.dirname(self.bench))
        with open(os.path.join(HERE, "bench.v")) as file:
            text = file.read()
        parameters = {**self.entry["parameters"], "WORDS": None}
        words = {
            "DECLARED": "".join(f"parameter {p} = {v}, " for p, v in parameters.items() if v is not None),
            "PASSED": ", ".join(f".{p}({p})" for p, v in parameters.items() if v is not None),
            "OUT_CLOCK": self.entry.get("out_clock", "clk"),
            "MODULE": self.module,
            "PORTS": self.entry["ports"],
        }
        for word, value in words.items():
            text = text.replace(word, value)
        self.write(text)
        self.cycles({})
        self.write(text.replace("EXPECTED = 0", f"EXPECTED = {self.sum}"))

    def write(self, text):
        with open(self.bench, "w") as file:
            file.write(text)

    def record(self):
        values = [f"-G{name}={value}" for name, value in self.entry.get("bench", {}).items()]
        words = ["profile", self.source, "--top", self.module, "--tb", self.bench, "--tb-top", "tb", *values, "--no-verify", "--record", "--sim", "icarus", "-o", "out"]
        ran = subprocess.run([self.tapestry, *words], cwd=os.path.join(self.folder, "design"), capture_output=True, text=True, timeout=LONG)
        if ran.returncode != 0:
            raise SystemExit(f"{self.name}: {ran.stderr}")

    def cycles(self, values, below=()):
        """Cycles with these parameters of the testbench, and these of instances of the design; None where it gets stuck or goes wrong."""
        program, more = os.path.join(self.folder, "point.vvp"), os.path.join(self.folder, "more.v")
        with open(more, "w") as file:
            file.write("module more;\n" + "".join(f"  defparam tb.dut.{path} = {value};\n" for path, value in below) + "endmodule\n")
        chosen = [f"-Ptb.{name}={value}" for name, value in {**self.entry.get("bench", {}), **values}.items()]
        subprocess.run(["iverilog", "-g2012", "-s", "tb", "-s", "more", "-o", program, *chosen, self.source, self.bench, more], check=True, capture_output=True)
        said = subprocess.run(["vvp", "-n", program], capture_output=True, text=True, timeout=LONG).stdout
        found = re.search(r"^cycles (\d+) sum (\d+)", said, re.MULTILINE)
        if not found or "wrong sum" in said:
            return None
        self.sum = int(found[2])
        return int(found[1])

    def questions(self):
        """(kind, what is asked, the parameters that do it)"""
        for queue, (parameter, values, *unit) in self.entry["depths"].items():
            for value in values:
                if value != self.entry["parameters"][parameter]:
                    yield "depth", f"depth:{queue}={words_of(value, unit)}", {parameter: value}
        for text, values in self.entry["changes"]:
            yield text.split(":")[0], text, values

    def knob(self, instance):
        """The values that a queue may have, by the instance that it is in."""
        name = instance[len(self.module) + 1 :]
        for queue, (_, values, *_) in self.entry["depths"].items():
            if fnmatch.fnmatch(re.sub(r"\[\d+\]", "", name), "*" + queue + "*"):
                return values
        return None


def words_of(value, unit):
    return 2**value if unit == ["log"] else value // unit[0] if unit else value
