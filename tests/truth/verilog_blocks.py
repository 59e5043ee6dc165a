# SPDX-License-Identifier: Apache-2.0
"""The Verilog of each kind of block. A block is (text of its module, its parameters, what there is to find in it)."""

from network import port
from verilog_parts import Machine, active, clocked, header, reset_condition


def ends(spec, block, side, count=1):
    return [port(spec, (block, side, None if count == 1 else number)) for number in range(count)]


def stream_ports(inputs, outputs):
    """Ports of streams: valid and data go in and ready comes out, and the other way round."""
    listed = []
    if "." in (inputs + outputs)[0]["valid"]:
        return struct_ports(inputs, outputs)
    for end in inputs:
        listed += [("input", 1, end["valid"]), ("output", 1, end["ready"]), ("input", 16, end["data"])]
    for end in outputs:
        listed += [("output", 1, end["valid"]), ("input", 1, end["ready"]), ("output", 16, end["data"])]
    return listed


def struct_ports(inputs, outputs):
    """The same as structures: requests one way, answers the other."""
    listed = []
    for end in inputs:
        listed += [("input", "req_t", end["valid"].split(".")[0]), ("output", "rsp_t", end["ready"].split(".")[0])]
    for end in outputs:
        listed += [("output", "req_t", end["valid"].split(".")[0]), ("input", "rsp_t", end["ready"].split(".")[0])]
    return listed


def drive(end, which, expression):
    """An assignment to valid or ready of an end, in its polarity."""
    positive = end["vpol" if which == "valid" else "rpol"]
    return f"  assign {end[which]} = {expression if positive else f'!({expression})'};\n"


def work_expression(block, data):
    """How many cycles a piece of work takes, mended or not."""
    varied = f"{block['work_name']}" + (f" + ({data} & 16'd{block['vary']})" if block.get("vary") else "")
    divisor = block.get("divisor", 1)
    if divisor == 1:
        return varied
    more = divisor + (divisor - 1, 0, -divisor)[1 - block["rounding"]]
    whole = f"({varied} + {more}) / {divisor}"
    return f"({whole} > 2 ? {whole} - 1 : 1)"


def work_parameter(spec, block):
    """Parameters of a block that works: its time, unless that is written out where it is used."""
    if spec["house"]["parameters"]:
        block["work_name"], block["add_name"] = "WORK", "ADD"
        return [("WORK", block["work"]), ("ADD", block["add"])]
    block["work_name"], block["add_name"] = str(block["work"]), f"16'd{block['add']}"
    return []


def worker(spec, block, module):
    """Takes a beat, works on it for a while, gives it on: a machine of three states."""
    common, [into], [out] = spec["house"], ends(spec, block, "in"), ends(spec, block, "out")
    parameters = work_parameter(spec, block)
    taken, given = active(into["valid"], into["vpol"]), active(out["ready"], out["rpol"])
    machine = Machine(block["style"], common, "state", {"TAKE": [(taken, "RUN")], "RUN": [("left <= 1", "GIVE")], "GIVE": [(given, "TAKE")]})
    actions = {
        "TAKE": f"if ({taken}) begin kept <= {into['data']} + {block['add_name']}; left <= {work_expression(block, into['data'])}; end",
        "RUN": "left <= left - 1;",
    }
    text = machine.defines() + header(module, common, parameters, stream_ports([into], [out])) + machine.declaration()
    text += "  reg [15:0] kept;\n  reg [7:0] left;\n"
    text += drive(into, "ready", machine.among("TAKE")) + drive(out, "valid", machine.among("GIVE")) + f"  assign {out['data']} = kept;\n"
    text += machine.process([("left", "0")], actions) + "endmodule\n"
    return {"text": text, "parameters": parameters, "machines": [machine]}


def counter(spec, block, module):
    """The same without a machine: a busy flag and a counter; the next beat comes in as the last one leaves."""
    common, [into], [out] = spec["house"], ends(spec, block, "in"), ends(spec, block, "out")
    parameters = work_parameter(spec, block)
    text = header(module, common, parameters, stream_ports([into], [out]))
    text += "  reg full;\n  reg [7:0] left;\n  reg [15:0] kept;\n"
    text += f"  wire ripe = full && left == 0;\n  wire leaves = ripe && {active(out['ready'], out['rpol'])};\n"
    text += f"  wire enters = {active(into['valid'], into['vpol'])} && (!full || leaves);\n"
    text += drive(into, "ready", "!full || leaves") + drive(out, "valid", "ripe") + f"  assign {out['data']} = kept;\n"
    body = f"      if (enters) begin full <= 1; left <= {work_expression(block, into['data'])}; kept <= {into['data']} + {block['add_name']}; end\n"
    body += "      else begin if (leaves) full <= 0; if (left != 0) left <= left - 1; end\n"
    text += clocked(common, block["style"]["reset_style"], [("full", "0"), ("left", "0")], body) + "endmodule\n"
    return {"text": text, "parameters": parameters, "machines": []}


def register_slice(spec, block, module):
    """One register that holds a beat; as fast as its neighbours."""
    common, [into], [out] = spec["house"], ends(spec, block, "in"), ends(spec, block, "out")
    text = header(module, common, [], stream_ports([into], [out])) + "  reg full;\n  reg [15:0] kept;\n"
    text += f"  wire room = !full || {active(out['ready'], out['rpol'])};\n"
    text += drive(into, "ready", "room") + drive(out, "valid", "full") + f"  assign {out['data']} = kept;\n"
    body = f"      if (room) begin full <= {active(into['valid'], into['vpol'])}; kept <= {into['data']} + 16'd{block['add']}; end\n"
    text += clocked(common, block["style"]["reset_style"], [("full", "0")], body) + "endmodule\n"
    return {"text": text, "parameters": [], "machines": []}


def batch(spec, block, module):
    """Gathers some beats, works on all of them, and gives them on in a row: a machine and bursts at both ends."""
    common, [into], [out] = spec["house"], ends(spec, block, "in"), ends(spec, block, "out")
    parameters, items = work_parameter(spec, block), block["items"]
    taken, given = active(into["valid"], into["vpol"]), active(out["ready"], out["rpol"])
    last = f"at == {items - 1}"
    steps = {"GATHER": [(f"{taken} && {last}", "CRUNCH")], "CRUNCH": [("left <= 1", "EMIT")], "EMIT": [(f"{given} && {last}", "GATHER")]}
    machine = Machine(block["style"], common, "phase", steps)
    step = f"at <= {last} ? 0 : at + 1;"
    actions = {
        "GATHER": f"left <= {work_expression(block, into['data'])}; if ({taken}) begin store[at] <= {into['data']} + {block['add_name']}; {step} end",
        "CRUNCH": "left <= left - 1;",
        "EMIT": f"if ({given}) begin {step} end",
    }
    text = machine.defines() + header(module, common, parameters, stream_ports([into], [out])) + machine.declaration()
    text += f"  reg [15:0] store [0:{items - 1}];\n  reg [4:0] at;\n  reg [7:0] left;\n"
    text += drive(into, "ready", machine.among("GATHER")) + drive(out, "valid", machine.among("EMIT")) + f"  assign {out['data']} = store[at];\n"
    text += machine.process([("left", "0"), ("at", "0")], actions) + "endmodule\n"
    return {"text": text, "parameters": parameters, "machines": [machine]}


def queue(spec, block, module):
    """A queue, in one of many ways to keep its pointers."""
    common, [into], [out] = spec["house"], ends(spec, block, "in"), ends(spec, block, "out")
    depth = "DEPTH" if spec["house"]["parameters"] else str(block["depth"])
    parameters = [("DEPTH", block["depth"])] if spec["house"]["parameters"] else []
    local = ""
    if block["body"] == "bytes":
        parameters, depth, local = [("DEPTH_BYTES", 2 * block["depth"])], "WORDS", "  localparam WORDS = DEPTH_BYTES / 2;\n"
    full, empty, registers, body, resets, first = QUEUE_BODIES[block["body"]](depth, f"$clog2({depth})")
    text = header(module, common, parameters, stream_ports([into], [out])) + local + f"  reg [15:0] store [0:{depth}-1];\n" + registers
    text += f"  wire put = {active(into['valid'], into['vpol'])} && !({full});\n  wire take = {active(out['ready'], out['rpol'])} && !({empty});\n"
    text += drive(into, "ready", f"!({full})") + drive(out, "valid", f"!({empty})") + f"  assign {out['data']} = store[{first}];\n"
    text += queue_storage(common, block["body"], into["data"], depth)
    if block["body"] == "below":
        text = POINTER.replace("CK", common["clock"]) + text + pointers_below(common, depth)
    text += clocked(common, block["style"]["reset_style"], [(name, "0") for name in resets], body) if body else ""
    return {"text": text + "endmodule\n", "parameters": parameters, "machines": []}


POINTER = "module @@_pointer #(parameter W = 1) (input wire CK, input wire clear, input wire step, output reg [W-1:0] at);\n  always @(posedge CK) if (clear) at <= 0; else if (step) at <= at + 1;\nendmodule\n"


def pointers_below(common, depth):
    """Pointers that are registers of a module below."""
    pins = f".{common['clock']}({common['clock']}), .clear({reset_condition(common, 'sync')})"
    return "".join(f"  @@_pointer #(.W($clog2({depth})+1)) u_{name} ({pins}, .step({step}), .at({name}));\n" for name, step in (("head", "put"), ("tail", "take")))


def queue_storage(common, body, data, depth):
    """What writes the array of a queue: at the head, or behind the last word of one that shifts."""
    if body == "shift":
        moves = f"      if (take) for (i = 0; i + 1 < {depth}; i = i + 1) store[i] <= store[i+1];\n      if (put) store[held - take] <= {data};\n"
        return f"  integer i;\n  always @(posedge {common['clock']}) begin\n{moves}  end\n"
    where = f"head % {depth}" if body == "modulo" else f"head[$clog2({depth})-1:0]"
    return f"  always @(posedge {common['clock']}) if (put) store[{where}] <= {data};\n"


def counted_queue(depth, bits):
    registers = f"  reg [{bits}-1:0] head, tail;\n  reg [{bits}:0] held;\n"
    body = "      if (put) head <= head + 1;\n      if (take) tail <= tail + 1;\n      held <= held + put - take;\n"
    return f"held == {depth}", "held == 0", registers, body, ("head", "tail", "held"), f"tail[{bits}-1:0]"


def wrapped_queue(depth, bits):
    registers = f"  reg [{bits}:0] head, tail;\n"
    body = "      if (put) head <= head + 1;\n      if (take) tail <= tail + 1;\n"
    return f"head == {{~tail[{bits}], tail[{bits}-1:0]}}", "head == tail", registers, body, ("head", "tail"), f"tail[{bits}-1:0]"


def below_queue(depth, bits):
    full, empty, registers, _, _, first = wrapped_queue(depth, bits)
    return full, empty, registers.replace("reg", "wire"), "", (), first


def flagged_queue(depth, bits):
    registers = f"  reg [{bits}-1:0] head, tail;\n  reg is_full;\n  wire [{bits}-1:0] after = head + 1;\n"
    body = "      if (put) head <= after;\n      if (take) tail <= tail + 1;\n"
    body += "      if (put && !take && after == tail) is_full <= 1;\n      else if (take && !put) is_full <= 0;\n"
    return "is_full", "head == tail && !is_full", registers, body, ("head", "tail", "is_full"), f"tail[{bits}-1:0]"


def shifting_queue(depth, bits):
    return f"held == {depth}", "held == 0", f"  reg [{bits}:0] held;\n", "      held <= held + put - take;\n", ("held",), "0"


def modulo_queue(depth, bits):
    registers = "  reg [15:0] head, tail;\n  wire [15:0] level = head - tail;\n"
    body = "      if (put) head <= head + 1;\n      if (take) tail <= tail + 1;\n"
    return f"level >= {depth}", "level == 0", registers, body, ("head", "tail"), f"tail % {depth}"


QUEUE_BODIES = {
    "count": counted_queue, "bytes": counted_queue, "wrap": wrapped_queue, "below": below_queue, "flags": flagged_queue,
    "shift": shifting_queue, "modulo": modulo_queue,
}


def unit(spec, block, module):
    """A loop of a kernel: starts at a pulse, counts its iterations, says when it is done."""
    common = spec["house"]
    block["style"] = spec["controller"]
    parameters = work_parameter(spec, block)
    ports = [("input", 1, "start"), ("output", 1, "done"), ("input", 16, "x"), ("output", 16, "y")]
    machine = Machine(block["style"], common, "state", {"REST": [("start", "LOOP")], "LOOP": [("left <= 1", "FIN")], "FIN": [("1'b1", "REST")]})
    actions = {"REST": f"if (start) begin acc <= x; left <= {work_expression(block, 'x')}; end", "LOOP": f"acc <= acc + {block['add_name']}; left <= left - 1;"}
    text = machine.defines() + header(module, common, parameters, ports) + machine.declaration()
    text += "  reg [15:0] acc;\n  reg [7:0] left;\n  assign y = acc;\n" + f"  assign done = {machine.among('FIN')};\n"
    text += machine.process([("left", "0")], actions) + "endmodule\n"
    return {"text": text, "parameters": parameters, "machines": [machine]}


KINDS = {"worker": worker, "counter": counter, "slice": register_slice, "batch": batch, "queue": queue, "unit": unit}
