# SPDX-License-Identifier: Apache-2.0
"""Blocks that hide from their handshakes what decides: each is (text of its module, its parameters, its wires) as those of tests/truth."""

from verilog_blocks import drive, ends, stream_ports, work_expression, work_parameter
from verilog_meetings import ready, valid
from verilog_parts import Machine, clocked, header


def both_ends(spec, block):
    [into], [out] = ends(spec, block, "in"), ends(spec, block, "out")
    return spec["house"], into, out


def finished(text, parameters, machines=(), **more):
    return {"text": text + "endmodule\n", "parameters": parameters, "machines": list(machines), **more}


def working(spec, block, steps, extra_ports=(), taken="1'b1", work=None, local=""):
    """A worker with three states or more; it takes a beat where `taken` holds too."""
    common, into, out = both_ends(spec, block)
    parameters = work_parameter(spec, block)
    takes = f"({valid(into)} && {taken})"
    given = {"TAKE": [(takes, "RUN")], "RUN": [("left <= 1", "GIVE")], "GIVE": [(ready(out), "TAKE")]}
    machine = Machine(block["style"], common, "state", {**given, **steps(takes)})
    begun = work or work_expression(block, into["data"])
    actions = {"TAKE": f"if {takes} begin kept <= {into['data']} + {block['add_name']}; left <= {begun}; end", "RUN": "left <= left - 1;"}
    text = machine.defines() + header("@@", common, parameters, stream_ports([into], [out]) + list(extra_ports)) + machine.declaration()
    text += "  reg [15:0] kept;\n  reg [7:0] left;\n" + local
    text += drive(into, "ready", f"{machine.among('TAKE')} && {taken}") + drive(out, "valid", machine.among("GIVE")) + f"  assign {out['data']} = kept;\n"
    return text, parameters, machine, actions


def careful(spec, block, module):
    """A worker that takes nothing while the queue behind it says, by a wire of its own, that it is nearly full."""
    text, parameters, machine, actions = working(spec, block, lambda takes: {}, [("input", 1, "halt")], "!halt")
    return finished(text + machine.process([("left", "0")], actions), parameters, [machine], pins=[("halt", f"{block['queue']}_nearly")])


def marker(spec, block, module):
    """A worker that counts its beats for others to see."""
    text, parameters, machine, actions = working(spec, block, lambda takes: {}, [("output", 8, "count")], local="  reg [7:0] beats;\n  assign count = beats;\n")
    actions["GIVE"] = f"if ({ready(both_ends(spec, block)[2])}) beats <= beats + 1;"
    wires = [("count", f"{block['name']}_count")]
    return finished(text + machine.process([("left", "0"), ("beats", "0")], actions), parameters, [machine], pins=wires, nets=[f"[7:0] {wires[0][1]}"])


def follower(spec, block, module):
    """A worker whose time goes by the count of another block."""
    home = work_parameter(spec, block) and "WORK" or str(block["work"])
    text, parameters, machine, actions = working(spec, block, lambda takes: {}, [("input", 8, "count")], work=f"{home} + (count & 7)")
    return finished(text + machine.process([("left", "0")], actions), parameters, [machine], pins=[("count", f"{block['marker']}_count")])


def refresher(spec, block, module):
    """A worker that rests for a while every so many cycles of the clock, whatever it does."""
    def steps(takes):
        return {"TAKE": [("due", "REST"), (takes, "RUN")], "REST": [("tick == 6", "TAKE")]}
    local = f"  reg [7:0] tick;\n  reg due;\n"
    text, parameters, machine, actions = working(spec, block, steps, taken="!due", local=local)
    always = f"      tick <= tick == {block['every'] - 1} ? 0 : tick + 1;\n      if (tick == 0) due <= 1; else if ({machine.among('REST')}) due <= 0;\n"
    return finished(text + machine.process([("left", "0"), ("tick", "1"), ("due", "0")], actions, always), parameters, [machine])


def slot(spec, block, module):
    """Passes beats straight on, in one cycle of so many only."""
    common, into, out = both_ends(spec, block)
    text = header(module, common, [("EVERY", block["every"])], stream_ports([into], [out])) + "  reg [7:0] tick;\n  wire mine = tick == 0;\n"
    text += drive(into, "ready", f"mine && {ready(out)}") + drive(out, "valid", f"mine && {valid(into)}") + f"  assign {out['data']} = {into['data']};\n"
    return finished(text + clocked(common, block["style"]["reset_style"], [("tick", "0")], "      tick <= tick == EVERY - 1 ? 0 : tick + 1;\n"), [("EVERY", block["every"])])


STORE = "  localparam BITS = $clog2({depth} + 1);\n  reg [15:0] store [0:{depth}-1];\n  reg [BITS-1:0] held;\n  integer i;\n"


def kept(common, style, depth, data):
    """The words of a queue that shifts, and how many they are."""
    text = f"  always @(posedge {common['clock']}) begin\n    if (take) for (i = 0; i + 1 < {depth}; i = i + 1) store[i] <= store[i+1];\n    if (put) store[held - take] <= {data};\n  end\n"
    return text + clocked(common, style, [("held", "0")], "      held <= held + put - take;\n")


def roomy(spec, block, module):
    """A queue with a wire that says that it is nearly full."""
    common, into, out = both_ends(spec, block)
    text = header(module, common, [("DEPTH", block["depth"])], stream_ports([into], [out]) + [("output", 1, "nearly")]) + STORE.format(depth="DEPTH")
    text += f"  assign nearly = held + 2 >= DEPTH;\n  wire put = {valid(into)} && held != DEPTH;\n  wire take = {ready(out)} && held != 0;\n"
    text += drive(into, "ready", "held != DEPTH") + drive(out, "valid", "held != 0") + f"  assign {out['data']} = store[0];\n"
    wire = f"{block['name']}_nearly"
    return finished(text + kept(common, block["style"]["reset_style"], "DEPTH", into["data"]), [("DEPTH", block["depth"])], pins=[("nearly", wire)], nets=[wire])


def lossy(spec, block, module):
    """A queue that is always ready, and drops what it has no room for."""
    common, into, out = both_ends(spec, block)
    text = header(module, common, [("DEPTH", block["depth"])], stream_ports([into], [out])) + STORE.format(depth="DEPTH")
    text += f"  wire put = {valid(into)} && held != DEPTH;\n  wire take = {ready(out)} && held != 0;\n"
    text += drive(into, "ready", "1'b1") + drive(out, "valid", "held != 0") + f"  assign {out['data']} = store[0];\n"
    return finished(text + kept(common, block["style"]["reset_style"], "DEPTH", into["data"]), [("DEPTH", block["depth"])])


def credited(spec, block, module):
    """A sender with credits and the queue that they stand for: one parameter makes both."""
    common, into, out = both_ends(spec, block)
    clock, reset, style = common["clock"], common["reset"][0], block["style"]["reset_style"]
    text = header("@@_tx", common, [("CREDITS", 4)], [("input", 1, "offered"), ("output", 1, "taken"), ("input", 1, "back")])
    text += "  reg [7:0] credits;\n  assign taken = offered && credits != 0;\n"
    text += clocked(common, style, [("credits", "CREDITS")], "      credits <= credits - taken + back;\n") + "endmodule\n"
    text += header("@@_rx", common, [("DEPTH", 4)], [("input", 1, "put"), ("input", 16, "word"), ("output", 1, "fresh"), ("input", 1, "wanted"), ("output", 16, "head")])
    text += STORE.format(depth="DEPTH") + "  wire take = wanted && fresh;\n  assign fresh = held != 0;\n  assign head = store[0];\n" + kept(common, style, "DEPTH", "word") + "endmodule\n"
    text += header(module, common, [("CREDITS", block["depth"])], stream_ports([into], [out])) + "  wire taken, fresh;\n"
    text += f"  @@_tx #(.CREDITS(CREDITS)) u_tx (.{clock}({clock}), .{reset}({reset}), .offered({valid(into)}), .taken(taken), .back(fresh && {ready(out)}));\n"
    text += f"  @@_rx #(.DEPTH(CREDITS)) u_rx (.{clock}({clock}), .{reset}({reset}), .put(taken), .word({into['data']}), .fresh(fresh), .wanted({ready(out)}), .head({out['data']}));\n"
    return finished(text + drive(into, "ready", "taken") + drive(out, "valid", "fresh"), [("CREDITS", block["depth"])])


def patient(spec, block, module):
    """Gathers a few beats, or what there is after some cycles without one, works on them at once, and gives them on."""
    common, into, out = both_ends(spec, block)
    parameters, items = work_parameter(spec, block), block["items"]
    done = f"({valid(into)} && at == {items - 1}) || (!({valid(into)}) && at != 0 && quiet == {block['patience']})"
    steps = {"GATHER": [(done, "CRUNCH")], "CRUNCH": [("left <= 1", "EMIT")], "EMIT": [(f"{ready(out)} && sent + 1 == at", "GATHER")]}
    machine = Machine(block["style"], common, "phase", steps)
    text = machine.defines() + header(module, common, parameters, stream_ports([into], [out])) + machine.declaration()
    text += f"  reg [15:0] store [0:{items - 1}];\n  reg [4:0] at, sent;\n  reg [7:0] left, quiet;\n"
    text += drive(into, "ready", machine.among("GATHER")) + drive(out, "valid", machine.among("EMIT")) + f"  assign {out['data']} = store[sent];\n"
    actions = {
        "GATHER": f"left <= {block['work_name']}; sent <= 0; if ({valid(into)}) begin store[at] <= {into['data']} + {block['add_name']}; at <= at + 1; quiet <= 0; end else quiet <= quiet + 1;",
        "CRUNCH": "left <= left - 1; quiet <= 0;",
        "EMIT": f"if ({ready(out)}) begin sent <= sent + 1; if (sent + 1 == at) at <= 0; end",
    }
    return finished(text + machine.process([("left", "0"), ("at", "0"), ("sent", "0"), ("quiet", "0")], actions), parameters, [machine])


def picker(spec, block, module):
    """An arbiter that always takes from the first side that has a beat."""
    common, intos, [out] = spec["house"], ends(spec, block, "in", 2), ends(spec, block, "out")
    text = header(module, common, [], stream_ports(intos, [out])) + f"  wire pick = !({valid(intos[0])});\n"
    text += drive(out, "valid", f"pick ? {valid(intos[1])} : {valid(intos[0])}") + f"  assign {out['data']} = pick ? {intos[1]['data']} : {intos[0]['data']};\n"
    text += drive(intos[0], "ready", f"{ready(out)} && !pick") + drive(intos[1], "ready", f"{ready(out)} && pick && {valid(intos[1])}")
    return finished(text, [])


KINDS = {
    "careful": careful, "roomy": roomy, "marker": marker, "follower": follower, "refresher": refresher, "slot": slot, "lossy": lossy,
    "credited": credited, "patient": patient, "picker": picker,
}
