# SPDX-License-Identifier: Apache-2.0
"""Blocks in which ways part and meet: copies, deals, routes, joins, merges; locks, tokens, memories, calls."""

from network import beyond, divided
from verilog_blocks import drive, ends, stream_ports, work_expression, work_parameter
from verilog_parts import Machine, active, clocked, header


def valid(end):
    return active(end["valid"], end["vpol"])


def ready(end):
    return active(end["ready"], end["rpol"])


def copier(spec, block, module):
    """Gives each beat to both sides, and takes the next when both have it."""
    common, [into], outs = spec["house"], ends(spec, block, "in"), ends(spec, block, "out", 2)
    text = header(module, common, [], stream_ports([into], outs)) + "  reg [1:0] had;\n"
    text += f"  wire [1:0] takes = {{{ready(outs[1])} || had[1], {ready(outs[0])} || had[0]}};\n"
    text += drive(into, "ready", "takes == 2'b11")
    for number, out in enumerate(outs):
        text += drive(out, "valid", f"{valid(into)} && !had[{number}]") + f"  assign {out['data']} = {into['data']};\n"
    body = f"      if ({valid(into)}) had <= takes == 2'b11 ? 2'b00 : takes;\n"
    return plain(text + clocked(common, block["style"]["reset_style"], [("had", "0")], body))


def pairer(spec, block, module):
    """Waits for a beat of each side and gives one for both."""
    common, intos, [out] = spec["house"], ends(spec, block, "in", 2), ends(spec, block, "out")
    text = header(module, common, [], stream_ports(intos, [out]))
    text += f"  wire both = {valid(intos[0])} && {valid(intos[1])};\n" + drive(out, "valid", "both")
    text += f"  assign {out['data']} = {intos[0]['data']} ^ {intos[1]['data']};\n"
    return plain(text + "".join(drive(into, "ready", f"both && {ready(out)}") for into in intos))


def dealer(spec, block, module):
    """Gives beats to one side and the other in turn, or to the side that a bit of the data names."""
    common, [into], outs = spec["house"], ends(spec, block, "in"), ends(spec, block, "out", 2)
    text = header(module, common, [], stream_ports([into], outs))
    text += "  reg turn;\n" if block["by"] == "turn" else f"  wire turn = {into['data']}[2];\n"
    text += drive(into, "ready", f"turn ? {ready(outs[1])} : {ready(outs[0])}")
    for number, out in enumerate(outs):
        text += drive(out, "valid", f"{valid(into)} && turn == {number}") + f"  assign {out['data']} = {into['data']};\n"
    if block["by"] == "turn":
        moved = f"{valid(into)} && (turn ? {ready(outs[1])} : {ready(outs[0])})"
        text += clocked(common, block["style"]["reset_style"], [("turn", "0")], f"      if ({moved}) turn <= !turn;\n")
    return plain(text)


def gatherer(spec, block, module):
    """Takes beats from one side and the other in turn; an arbiter takes whoever comes, the last one last."""
    common, intos, [out] = spec["house"], ends(spec, block, "in", 2), ends(spec, block, "out")
    text = header(module, common, [], stream_ports(intos, [out])) + "  reg turn;\n"
    chosen = "turn" if block["by"] == "turn" else f"({valid(intos[1])} && (!({valid(intos[0])}) || turn))"
    text += f"  wire pick = {chosen};\n" + drive(out, "valid", f"pick ? {valid(intos[1])} : {valid(intos[0])}")
    text += f"  assign {out['data']} = pick ? {intos[1]['data']} : {intos[0]['data']};\n"
    for number, into in enumerate(intos):
        text += drive(into, "ready", f"{ready(out)} && pick == {number}" + (f" && {valid(into)}" if block["by"] != "turn" else ""))
    moved = f"{ready(out)} && (pick ? {valid(intos[1])} : {valid(intos[0])})"
    return plain(text + clocked(common, block["style"]["reset_style"], [("turn", "0")], f"      if ({moved}) turn <= !pick;\n"))


def plain(text):
    return {"text": text + "endmodule\n", "parameters": [], "machines": []}


def holder(spec, block, module):
    """A worker that must hold a lock while it works."""
    common, [into], [out] = spec["house"], ends(spec, block, "in"), ends(spec, block, "out")
    parameters = work_parameter(spec, block)
    steps = {"TAKE": [(valid(into), "ASK")], "ASK": [("grant", "RUN")], "RUN": [("left <= 1", "GIVE")], "GIVE": [(ready(out), "TAKE")]}
    machine = Machine(block["style"], common, "state", steps)
    actions = {"TAKE": f"if ({valid(into)}) begin kept <= {into['data']} + {block['add_name']}; left <= {work_expression(block, into['data'])}; end", "RUN": "left <= left - 1;"}
    ports = stream_ports([into], [out]) + [("output", 1, "request"), ("input", 1, "grant")]
    text = machine.defines() + header(module, common, parameters, ports) + machine.declaration() + "  reg [15:0] kept;\n  reg [7:0] left;\n"
    text += f"  assign request = {machine.among('ASK')} || {machine.among('RUN')};\n  assign {out['data']} = kept;\n"
    text += drive(into, "ready", machine.among("TAKE")) + drive(out, "valid", machine.among("GIVE"))
    text += machine.process([("left", "0")], actions) + "endmodule\n"
    lock, number = block["lock"]
    wires = [("request", f"{lock}_request_{number}"), ("grant", f"{lock}_grant_{number}")]
    return {"text": text, "parameters": parameters, "machines": [machine], "pins": wires, "nets": [net for _, net in wires]}


def lock(spec, block, module):
    """Lets one of two holders in."""
    common = spec["house"]
    steps = {"FREE": [("request_0", "HELD_0"), ("request_1 && !request_0", "HELD_1")], "HELD_0": [("!request_0", "FREE")], "HELD_1": [("!request_1", "FREE")]}
    machine = Machine(block["style"], common, "owner", steps)
    ports = [("input", 1, "request_0"), ("output", 1, "grant_0"), ("input", 1, "request_1"), ("output", 1, "grant_1")]
    text = machine.defines() + header(module, common, [], ports) + machine.declaration()
    text += "".join(f"  assign grant_{number} = {machine.among(f'HELD_{number}')};\n" for number in (0, 1))
    pins = [(port, f"{block['name']}_{port}") for port in ("request_0", "grant_0", "request_1", "grant_1")]
    return {"text": text + machine.process([], {}) + "endmodule\n", "parameters": [], "machines": [machine], "pins": pins}


def gate(spec, block, module):
    """Lets a beat pass for each token that it has; tokens come back from the block behind it."""
    common, [into], [out] = spec["house"], ends(spec, block, "in"), ends(spec, block, "out")
    ports = stream_ports([into], [out]) + [("input", 1, "token_back")]
    parameters = [("TOKENS", block["tokens"])]
    text = header(module, common, parameters, ports) + "  reg [7:0] tokens;\n  wire open = tokens != 0;\n"
    text += drive(into, "ready", f"open && {ready(out)}") + drive(out, "valid", f"open && {valid(into)}") + f"  assign {out['data']} = {into['data']};\n"
    body = f"      tokens <= tokens + token_back - (open && {valid(into)} && {ready(out)});\n"
    text += clocked(common, block["style"]["reset_style"], [("tokens", "TOKENS")], body) + "endmodule\n"
    return {"text": text, "parameters": parameters, "machines": [], "pins": [("token_back", f"{block['name']}_back")], "nets": [f"{block['name']}_back"]}


def returner(spec, block, module):
    """A worker that gives a token back with each beat; where it loses them, it does so for good after some beats."""
    common, [into], [out] = spec["house"], ends(spec, block, "in"), ends(spec, block, "out")
    parameters = work_parameter(spec, block)
    machine = Machine(block["style"], common, "state", {"TAKE": [(valid(into), "RUN")], "RUN": [("left <= 1", "GIVE")], "GIVE": [(ready(out), "TAKE")]})
    actions = {"TAKE": f"if ({valid(into)}) begin kept <= {into['data']} + {block['add_name']}; left <= {work_expression(block, into['data'])}; end", "RUN": "left <= left - 1;"}
    gone = f"{machine.among('GIVE')} && {ready(out)}"
    if block.get("loses_after"):
        actions["GIVE"] = f"if ({ready(out)} && given != 16'hffff) given <= given + 1;"
    text = machine.defines() + header(module, common, parameters, stream_ports([into], [out]) + [("output", 1, "token")]) + machine.declaration()
    text += "  reg [15:0] kept;\n  reg [7:0] left;\n  reg [15:0] given;\n" + f"  assign {out['data']} = kept;\n"
    text += f"  assign token = {gone}{' && given < ' + str(block['loses_after']) if block.get('loses_after') else ''};\n"
    text += drive(into, "ready", machine.among("TAKE")) + drive(out, "valid", machine.among("GIVE"))
    text += machine.process([("left", "0"), ("given", "0")], actions) + "endmodule\n"
    return {"text": text, "parameters": parameters, "machines": [machine], "pins": [("token", f"{block['gate']}_back")]}


def caller(spec, block, module):
    """Prepares a beat, has a unit inside it work on it, and gives it on; start and done are pulses."""
    common, [into], [out] = spec["house"], ends(spec, block, "in"), ends(spec, block, "out")
    parameters, inner = work_parameter(spec, block), block["unit"]
    steps = {"TAKE": [(valid(into), "RUN")], "RUN": [("left <= 1", "CALL")], "CALL": [("1'b1", "AWAIT")], "AWAIT": [("core_done", "GIVE")], "GIVE": [(ready(out), "TAKE")]}
    machine = Machine(block["style"], common, "state", steps)
    actions = {
        "TAKE": f"if ({valid(into)}) begin kept <= {into['data']} + {block['add_name']}; left <= {work_expression(block, into['data'])}; end",
        "RUN": "left <= left - 1;",
        "AWAIT": "if (core_done) kept <= core_y;",
    }
    text, inside = unit_text(spec, block, inner)
    text += machine.defines() + header(module, common, parameters, stream_ports([into], [out])) + machine.declaration()
    text += f"  reg [15:0] kept;\n  reg [7:0] left;\n  wire core_start = {machine.among('CALL')};\n  wire core_done;\n  wire [15:0] core_y;\n"
    clock, reset = common["clock"], common["reset"][0]
    text += f"  @@_core {inner['name']} (.{clock}({clock}), .{reset}({reset}), .start(core_start), .done(core_done), .x(kept), .y(core_y));\n"
    text += drive(into, "ready", machine.among("TAKE")) + drive(out, "valid", machine.among("GIVE")) + f"  assign {out['data']} = kept;\n"
    text += machine.process([("left", "0")], actions) + "endmodule\n"
    return {"text": text, "parameters": parameters, "machines": [machine], "below": [(inner["name"], inside)], "calls": [(inner["name"], "core_start", "core_done")]}


def unit_text(spec, block, inner):
    """The unit that a caller has inside."""
    common = spec["house"]
    machine = Machine(block["style"], common, "step", {"REST": [("start", "LOOP")], "LOOP": [("left <= 1", "FIN")], "FIN": [("1'b1", "REST")]})
    ports = [("input", 1, "start"), ("output", 1, "done"), ("input", 16, "x"), ("output", 16, "y")]
    inner["work_name"] = str(inner["work"])
    actions = {"REST": f"if (start) begin acc <= x; left <= {work_expression(inner, 'x')}; end", "LOOP": "left <= left - 1;"}
    text = machine.defines() + header("@@_core", common, [], ports) + machine.declaration() + "  reg [15:0] acc;\n  reg [7:0] left;\n"
    text += f"  assign y = acc;\n  assign done = {machine.among('FIN')};\n" + machine.process([("left", "0")], actions) + "endmodule\n"
    return text, machine


def reader(spec, block, module):
    """Asks a memory inside it for each beat, with a few requests under way at once; answers leave through a small store."""
    common, [into], [out] = spec["house"], ends(spec, block, "in"), ends(spec, block, "out")
    parameters, inner = [("WINDOW", block["window"])], block["unit"]
    latency = max(1, divided(inner["work"], inner.get("divisor", 1), inner.get("rounding", 0)))
    clock, reset = common["clock"], common["reset"][0]
    text = header("@@_memory", common, [("LATENCY", latency)], [("input", 1, "ask"), ("input", 16, "address"), ("output", 1, "answers"), ("output", 16, "word")])
    text += "  reg [LATENCY-1:0] on_way;\n  reg [15:0] words [0:LATENCY-1];\n  integer i;\n"
    text += "  assign answers = on_way[LATENCY-1];\n  assign word = words[LATENCY-1];\n"
    text += clocked(common, block["style"]["reset_style"], [("on_way", "0")], "      on_way <= (on_way << 1) | ask;\n")
    text += f"  always @(posedge {clock}) begin words[0] <= address; for (i = 1; i < LATENCY; i = i + 1) words[i] <= words[i-1]; end\nendmodule\n"
    text += header(module, common, parameters, stream_ports([into], [out]))
    text += "  reg [9:0] under_way, held;\n  reg [9:0] head, tail;\n  reg [15:0] store [0:511];\n  wire answers;\n  wire [15:0] word;\n"
    text += f"  wire room = under_way + held < WINDOW;\n  wire ask = room && {valid(into)};\n  wire gives = held != 0 && {ready(out)};\n"
    text += f"  @@_memory {inner['name']} (.{clock}({clock}), .{reset}({reset}), .ask(ask), .address({into['data']}), .answers(answers), .word(word));\n"
    text += drive(into, "ready", "room") + drive(out, "valid", "held != 0") + f"  assign {out['data']} = store[tail[8:0]];\n"
    text += f"  always @(posedge {clock}) if (answers) store[head[8:0]] <= word;\n"
    body = "      under_way <= under_way + ask - answers;\n      held <= held + answers - gives;\n      if (answers) head <= head + 1;\n      if (gives) tail <= tail + 1;\n"
    text += clocked(common, block["style"]["reset_style"], [("under_way", "0"), ("held", "0"), ("head", "0"), ("tail", "0")], body) + "endmodule\n"
    return {"text": text, "parameters": parameters, "machines": []}


def lanes(spec, block, module):
    """Several machines in an array, which a loop steps; beats go to them in turn and come back in order."""
    common, [into], [out] = spec["house"], ends(spec, block, "in"), ends(spec, block, "out")
    parameters, count = work_parameter(spec, block), block["lanes"]
    bits = (count - 1).bit_length()
    text = header(module, common, parameters, stream_ports([into], [out])) + "  localparam FREE = 2'd0, BUSY = 2'd1, RIPE = 2'd2;\n"
    text += f"  reg [1:0] lane [0:{count - 1}];\n  reg [7:0] left [0:{count - 1}];\n  reg [15:0] kept [0:{count - 1}];\n  reg [{bits}-1:0] first, last;\n  integer i;\n"
    text += drive(into, "ready", "lane[last] == FREE") + drive(out, "valid", "lane[first] == RIPE") + f"  assign {out['data']} = kept[first];\n"
    body = f"      for (i = 0; i < {count}; i = i + 1)\n        if (lane[i] == BUSY) begin left[i] <= left[i] - 1; if (left[i] <= 1) lane[i] <= RIPE; end\n"
    work = f"lane[last] <= BUSY; left[last] <= {work_expression(block, into['data'])}; kept[last] <= {into['data']} + {block['add_name']}; last <= last + 1;"
    body += f"      if ({valid(into)} && lane[last] == FREE) begin {work} end\n"
    body += f"      if ({ready(out)} && lane[first] == RIPE) begin lane[first] <= FREE; first <= first + 1; end\n"
    cleared = [("first", "0"), ("last", "0")] + [(f"lane[{number}]", "FREE") for number in range(count)]
    text += clocked(common, block["style"]["reset_style"], cleared, body) + "endmodule\n"
    array = ("lane", count, {"FREE": 0, "BUSY": 1, "RIPE": 2})
    return {"text": text, "parameters": parameters, "machines": [], "array": array}


def crossing(spec, block, module):
    """A queue between two clocks, with pointers in Gray code."""
    near, far = spec["house"], beyond(spec)["house"]
    [into], [out] = ends(spec, block, "in"), ends(spec, block, "out")
    style = {"decoy": "last", "derived": "sync", "enabled": "sync"}.get(block["style"]["reset_style"], block["style"]["reset_style"])
    clocks = [(name, name) for name in (far["clock"], far["reset"][0])]
    parameters = [("DEPTH", block["depth"])]
    text = header(module, near, parameters, [("input", 1, name) for name, _ in clocks] + stream_ports([into], [out]))
    text += "  localparam B = $clog2(DEPTH);\n  reg [15:0] store [0:DEPTH-1];\n  reg [B:0] head, head_gray, head_seen, head_seen_2, tail, tail_gray, tail_seen, tail_seen_2;\n"
    text += "  wire [B:0] head_after = head + 1;\n  wire [B:0] tail_after = tail + 1;\n"
    text += "  wire full = head_gray == {~tail_seen_2[B:B-1], tail_seen_2[B-2:0]};\n  wire empty = tail_gray == head_seen_2;\n"
    text += drive(into, "ready", "!full") + drive(out, "valid", "!empty") + f"  assign {out['data']} = store[tail[B-1:0]];\n"
    text += f"  wire put = {valid(into)} && !full;\n  wire take = {ready(out)} && !empty;\n"
    text += f"  always @(posedge {near['clock']}) if (put) store[head[B-1:0]] <= {into['data']};\n"
    for house, own, other, moves in ((near, "head", "tail", "put"), (far, "tail", "head", "take")):
        body = f"      if ({moves}) begin {own} <= {own}_after; {own}_gray <= {own}_after ^ ({own}_after >> 1); end\n      {other}_seen <= {other}_gray;\n      {other}_seen_2 <= {other}_seen;\n"
        text += clocked(house, style, [(name, "0") for name in (own, f"{own}_gray", f"{other}_seen", f"{other}_seen_2")], body)
    return {"text": text + "endmodule\n", "parameters": parameters, "machines": [], "clocks": clocks}


KINDS = {
    "crossing": crossing, "lanes": lanes, "copier": copier, "pairer": pairer, "dealer": dealer, "gatherer": gatherer, "holder": holder, "lock": lock,
    "gate": gate, "returner": returner, "caller": caller, "reader": reader,
}
