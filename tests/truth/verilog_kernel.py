# SPDX-License-Identifier: Apache-2.0
"""A sequential kernel: a controller that starts one unit after the other, on its own ports or behind registers of a host."""

from network import blocks
from things import instance, machine_thing, resets
from verilog_parts import Machine, clocked, header


def top(spec, made):
    """The controller with its units, each of which gets the result of the one before."""
    common, name, units = spec["house"], spec["top"], blocks(spec)
    machine = Machine(spec["controller"], common, "phase", steps(len(units)))
    text = machine.defines() + header(name, common, [], HOST_PORTS if spec.get("host") else PORTS) + machine.declaration()
    text += (host_registers(common) if spec.get("host") else "") + "  reg fresh;\n"
    for number, unit in enumerate(units):
        source = "x" if number == 0 else f"y_{number - 1}"
        text += f"  wire done_{number};\n  wire [15:0] y_{number};\n  wire go_{number} = fresh && {machine.among(f'RUN_{number}')};\n"
        text += instance(spec, unit, made[unit["name"]], [("start", f"go_{number}"), ("done", f"done_{number}"), ("x", source), ("y", f"y_{number}")])
    finished = " || ".join(f"done_{number}" for number in range(len(units) - 1))
    text += f"  assign done = {machine.among('TELL')};\n  assign y = y_{len(units) - 1};\n"
    text += machine.process([("fresh", "0")], {}, f"      fresh <= ({machine.among('WAIT_GO')} && start) || {finished};\n") + own_end(spec)
    calls = [call_thing(spec, unit, number) for number, unit in enumerate(units)]
    return {"text": text + "endmodule\n", "things": {"streams": [], "queues": [], "machines": [machine_thing(spec, name, machine)], "calls": calls}}


PORTS = [("input", 1, "start"), ("input", 16, "x"), ("output", 1, "done"), ("output", 16, "y")]
HOST_PORTS = [("input", 1, "cs"), ("input", 1, "we"), ("input", 2, "addr"), ("input", 16, "wdata"), ("output", 16, "rdata")]


def steps(units):
    """The phases: one for each unit."""
    found = {"WAIT_GO": [("start", "RUN_0")]}
    for number in range(units):
        found[f"RUN_{number}"] = [(f"done_{number}", f"RUN_{number + 1}" if number + 1 < units else "TELL")]
    return dict(found, TELL=[("1'b1", "WAIT_GO")])


def host_registers(common):
    """Argument, command, status and result, without an acknowledge."""
    text = "  wire done;\n  wire [15:0] y;\n  reg [15:0] x;\n  reg ended;\n  wire start = cs && we && addr == 2'd1;\n"
    text += "  assign rdata = addr == 2'd2 ? {15'd0, ended} : y;\n"
    body = "      if (cs && we && addr == 2'd0) x <= wdata;\n      if (start) ended <= 0;\n      else if (done) ended <= 1;\n"
    return text + clocked(common, "sync", [("x", "0"), ("ended", "0")], body)


def own_end(spec):
    """A kernel that ends the simulation by itself."""
    if spec["bench"]["ending"] != "inside":
        return ""
    body = f"      if (done) begin given <= given + 1; if (given == {spec['bench']['items'] - 1}) $finish; end\n"
    return "  reg [15:0] given;\n" + clocked(spec["house"], "sync", [("given", "0")], body)


def call_thing(spec, unit, number):
    scope, top_name = f"{spec['top']}.{unit['name']}", spec["top"]
    aliases = [f"{scope}.start", f"{scope}.done", f"{top_name}.go_{number}", f"{top_name}.done_{number}"]
    start, done = (f"{top_name}.go_{number}", 1), (f"{top_name}.done_{number}", 1)
    return {"kind": "call", "path": scope, "start": start, "done": done, "aliases": aliases, "resets": resets(spec, [(scope, unit["style"])]), "clock": spec["house"]["clock"]}
