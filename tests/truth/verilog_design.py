# SPDX-License-Identifier: Apache-2.0
"""A whole design in Verilog: its files, and all that there is to find in it, with the signals that show it."""

import copy
from network import blocks, links, port
import verilog_blocks
import verilog_meetings
from verilog_parts import FLOPS, WRAPPED_FLOPS, Machine, clocked, header

KINDS = {**verilog_blocks.KINDS, **verilog_meetings.KINDS}


def write(spec):
    """Files and things of a design; the choices themselves stay as they are."""
    spec = copy.deepcopy(spec)
    library, made = {}, {}
    for block in blocks(spec):
        made[block["name"]] = place_module(spec, block, library)
    top = stream_top(spec, made) if spec["family"] == "stream" else kernel_top(spec, made)
    texts = [text.replace("@@", name) for text, name in library.items()] + [top["text"]]
    files = {"design.v" if not uses_enum(spec) else "design.sv": flops(spec) + "\n".join(texts)}
    things = top["things"]
    for block in blocks(spec):
        add_things(things, spec, f"{spec['top']}.{block['name']}", made[block["name"]])
    return {"files": files, "things": things}


def uses_enum(spec):
    styles = [block["style"]["machine"] for block in blocks(spec) if block["style"]]
    return "enum" in styles + [spec.get("controller", {}).get("machine")]


def flops(spec):
    styles = [block["style"]["machine"] for block in blocks(spec) if block["style"]] + [spec.get("controller", {}).get("machine")]
    return (FLOPS if "flop" in styles or "flop_flop" in styles else "") + (WRAPPED_FLOPS if "flop_flop" in styles else "")


def place_module(spec, block, library):
    """The module of a block; blocks whose text is the same share it."""
    made = KINDS[block["kind"]](spec, block, "@@")
    wanted = block.get("module", block["kind"])
    if made["text"] not in library:
        taken = set(library.values())
        names = [wanted] + [f"{wanted}_{letter}" for letter in "bcdefghijkl"]
        library[made["text"]] = next(name for name in names if name not in taken)
    made["module"] = library[made["text"]]
    return made


def add_things(things, spec, scope, made):
    """Adds the machines and calls inside a block."""
    for machine in made["machines"]:
        things["machines"].append(machine_thing(spec, scope, machine))
    for name, machine in made.get("below", []):
        things["machines"].append(machine_thing(spec, f"{scope}.{name}", machine))
    for name, start, done in made.get("calls", []):
        below = f"{scope}.{name}"
        aliases = [f"{scope}.{start}", f"{scope}.{done}", f"{below}.start", f"{below}.done"]
        things["calls"].append({"kind": "call", "path": below, "start": (f"{scope}.{start}", 1), "done": (f"{scope}.{done}", 1), "aliases": aliases})


def machine_thing(spec, scope, machine):
    return {
        "kind": "fsm",
        "path": f"{scope}.{machine.register}",
        "aliases": [f"{scope}.{alias}" for alias in machine.aliases()],
        "states": {name: machine.code(name) for name in machine.names},
    }


def instance(spec, block, made, connections):
    """An instance of a block's module; clock and reset come first."""
    common = spec["house"]
    listed = [(common["clock"], common["clock"]), (common["reset"][0], common["reset"][0])] + connections + made.get("pins", [])
    given = ", ".join(f".{key}({value})" for key, value in made["parameters"])
    pins = ", ".join(net if common["ports"] == "positional" else f".{pin}({net})" for pin, net in listed)
    return f"  {made['module']} {f'#({given}) ' if given else ''}{block['name']} ({pins});\n"


def net_of(spec, link):
    """The nets of a link in the top: its ports at the edge, else named as the block that feeds it names its own."""
    for end in (link["from"], link["to"]):
        if end[0] is None:
            return dict(port(spec, end), edge=True)
    names = port(spec, link["from"])
    prefix = spec["house"]["out"] + ("" if link["from"][2] is None else str(link["from"][2]))
    renamed = {key: names[key].replace(prefix, link["name"], 1) if not names[key].endswith(prefix) else names[key][: -len(prefix)] + link["name"] for key in ("valid", "ready", "data")}
    return dict(renamed, vpol=names["vpol"], rpol=names["rpol"], edge=False)


def connect(names, net, side, more):
    """Pins of one end of a link, in the order of its ports; inverters that an output needs go to `more`."""
    pins = []
    for which, polarity, outward in (("valid", "vpol", side == "out"), ("ready", "rpol", side == "in")):
        wire = net[which]
        if names[polarity] != net[polarity] and outward:
            wire = f"{net[which]}_b"
            more.append(f"  wire {wire};\n  assign {net[which]} = ~{wire};\n")
        elif names[polarity] != net[polarity]:
            wire = f"~{wire}"
        pins.append((names[which], wire))
    return pins + [(names["data"], net["data"])]


def stream_top(spec, made):
    """The top of a network of streams."""
    common, top = spec["house"], spec["top"]
    ports, wires, more, pins, streams = [], "", [], {block["name"]: {} for block in blocks(spec)}, []
    for link in links(spec):
        net = net_of(spec, link)
        if link["from"][0] is None:
            ports += [("input", 1, net["valid"]), ("output", 1, net["ready"]), ("input", 16, net["data"])]
        elif link["to"][0] is None:
            ports += [("output", 1, net["valid"]), ("input", 1, net["ready"]), ("output", 16, net["data"])]
        else:
            wires += f"  wire {net['valid']}, {net['ready']};\n  wire [15:0] {net['data']};\n"
        streams.append(stream_thing(spec, link, net))
        for end in (link["from"], link["to"]):
            if end[0] is not None:
                pins[end[0]["name"]][end[1:]] = connect(port(spec, end), net, end[1], more)
    wires += "".join(f"  wire {net};\n" for block in blocks(spec) for net in made[block["name"]].get("nets", []))
    body = "".join(instance(spec, block, made[block["name"]], ordered(pins[block["name"]])) for block in blocks(spec))
    text = header(top, common, [], ports) + wires + "".join(more) + body + ending(spec, streams) + "endmodule\n"
    queues = [queue_thing(spec, block) for block in blocks(spec) if block["kind"] == "queue"]
    return {"text": text, "things": {"streams": streams, "queues": queues, "machines": [], "calls": []}}


def ordered(by_end):
    """Pins in the order in which a block lists its ports: inputs, then outputs."""
    return [pin for end in sorted(by_end, key=lambda end: (end[0] != "in", end[1] or 0)) for pin in by_end[end]]


def stream_thing(spec, link, net):
    top = spec["top"]
    names = [(top, net)] + [(f"{top}.{end[0]['name']}", port(spec, end)) for end in (link["from"], link["to"]) if end[0] is not None]
    return {
        "kind": "stream",
        "path": f"{top}.{link['name']}" if not net["edge"] else f"{top}.{net['valid']}",
        "valid": (f"{top}.{net['valid']}", net["vpol"]),
        "ready": (f"{top}.{net['ready']}", net["rpol"]),
        "aliases": [f"{scope}.{end[key]}" for scope, end in names for key in ("valid", "ready")] + [f"{top}.{net[key]}_b" for key in ("valid", "ready")],
        "from": link["from"][0]["name"] if link["from"][0] else None,
        "to": link["to"][0]["name"] if link["to"][0] else None,
    }


def queue_thing(spec, block):
    return {"kind": "queue", "path": f"{spec['top']}.{block['name']}", "block": block["name"], "depth": block["depth"]}


def ending(spec, streams):
    """A design that ends the simulation by itself when it has given its last result."""
    if spec["bench"]["ending"] != "inside":
        return ""
    out = port(spec, (None, "out", None))
    moved = f"{out['valid'] if out['vpol'] else '!' + out['valid']} && {out['ready'] if out['rpol'] else '!' + out['ready']}"
    body = f"      if ({moved}) begin\n        given <= given + 1;\n        if (given == {spec['bench']['items'] - 1}) $finish;\n      end\n"
    return "  reg [15:0] given;\n" + clocked(spec["house"], "sync", [("given", "0")], body)


def kernel_top(spec, made):
    """A controller that starts one unit after the other, each with the result of the one before."""
    common, top, units = spec["house"], spec["top"], blocks(spec)
    steps, actions = {"WAIT_GO": [("start", f"RUN_{0}")]}, {}
    for number in range(len(units)):
        after = f"RUN_{number + 1}" if number + 1 < len(units) else "TELL"
        steps[f"RUN_{number}"] = [(f"done_{number}", after)]
    steps["TELL"] = [("1'b1", "WAIT_GO")]
    machine = Machine(spec["controller"], common, "phase", steps)
    ports = [("input", 1, "start"), ("input", 16, "x"), ("output", 1, "done"), ("output", 16, "y")]
    text = machine.defines() + header(top, common, [], ports) + machine.declaration() + "  reg fresh;\n"
    for number, unit in enumerate(units):
        source = "x" if number == 0 else f"y_{number - 1}"
        text += f"  wire done_{number};\n  wire [15:0] y_{number};\n  wire go_{number} = fresh && {machine.among(f'RUN_{number}')};\n"
        text += instance(spec, unit, made[unit["name"]], [("start", f"go_{number}"), ("done", f"done_{number}"), ("x", source), ("y", f"y_{number}")])
    finished = " || ".join(f"done_{number}" for number in range(len(units) - 1))
    text += f"  assign done = {machine.among('TELL')};\n  assign y = y_{len(units) - 1};\n"
    always = f"      fresh <= ({machine.among('WAIT_GO')} && start) || {finished};\n"
    text += machine.process([("fresh", "0")], actions, always)
    if spec["bench"]["ending"] == "inside":
        body = f"      if (done) begin given <= given + 1; if (given == {spec['bench']['items'] - 1}) $finish; end\n"
        text += "  reg [15:0] given;\n" + clocked(common, "sync", [("given", "0")], body)
    calls = [call_thing(spec, unit, number) for number, unit in enumerate(units)]
    return {"text": text + "endmodule\n", "things": {"streams": [], "queues": [], "machines": [machine_thing(spec, top, machine)], "calls": calls}}


def call_thing(spec, unit, number):
    scope = f"{spec['top']}.{unit['name']}"
    return {"kind": "call", "path": scope, "start": (f"{spec['top']}.go_{number}", 1), "done": (f"{spec['top']}.done_{number}", 1), "aliases": [f"{scope}.start", f"{scope}.done", f"{spec['top']}.go_{number}", f"{spec['top']}.done_{number}"]}
