# SPDX-License-Identifier: Apache-2.0
"""A whole design in Verilog: its files, and all that there is to find in it, with the signals that show it."""

import copy
from network import at_exit, at_home, beyond, blocks, crosses, link_home, links, port
import verilog_blocks
import verilog_kernel
import verilog_meetings
from things import instance, machine_thing, resets
from verilog_parts import FLOPS, WRAPPED_FLOPS, Machine, active, clocked, header, with_local_resets

KINDS = {**verilog_blocks.KINDS, **verilog_meetings.KINDS}


def write(spec):
    """Files and things of a design; the choices themselves stay as they are."""
    spec = copy.deepcopy(spec)
    library, made = {}, {}
    for block in blocks(spec):
        made[block["name"]] = place_module(spec, block, library)
    top = stream_top(spec, made) if spec["family"] == "stream" else verilog_kernel.top(spec, made)
    texts = [text.replace("@@", name) for text, name in library.items()] + [with_local_resets(spec["house"], top["text"])]
    files = {"design.sv" if is_system_verilog(spec) else "design.v": structures(spec) + flops(spec) + "\n".join(texts)}
    things = top["things"]
    for block in blocks(spec):
        add_things(things, at_home(spec, block), f"{spec['top']}.{block['name']}", made[block["name"]], block["style"])
    return {"files": files, "things": things}


def machine_styles(spec):
    styles = [block["style"] for block in blocks(spec)] + [spec.get("controller"), (spec.get("side") or {}).get("style")]
    return [style["machine"] for style in styles if style]


def is_system_verilog(spec):
    return "enum" in machine_styles(spec) or spec["house"]["spelling"] == "struct"


def structures(spec):
    if spec["house"]["spelling"] != "struct":
        return ""
    return "typedef struct packed {\n  logic valid;\n  logic [15:0] data;\n} req_t;\ntypedef struct packed {\n  logic ready;\n} rsp_t;\n"


def flops(spec):
    styles = machine_styles(spec)
    return (FLOPS if "flop" in styles or "flop_flop" in styles else "") + (WRAPPED_FLOPS if "flop_flop" in styles else "")


def place_module(spec, block, library):
    """The module of a block; blocks whose text is the same share it."""
    home = at_home(spec, block)
    made = KINDS[block["kind"]](home, block, "@@")
    made["text"] = with_local_resets(home["house"], made["text"])
    wanted = block.get("module", block["kind"])
    if made["text"] not in library:
        taken = set(library.values())
        names = [wanted] + [f"{wanted}_{letter}" for letter in "bcdefghijkl"]
        library[made["text"]] = next(name for name in names if name not in taken)
    made["module"] = library[made["text"]]
    return made


def add_things(things, spec, scope, made, style):
    """Adds the machines and calls inside a block."""
    for machine in made["machines"]:
        things["machines"].append(machine_thing(spec, scope, machine))
    for name, machine in made.get("below", []):
        things["machines"].append(machine_thing(spec, f"{scope}.{name}", machine))
    if "array" in made:
        register, count, states = made["array"]
        for number in range(count):
            path = f"{scope}.{register}[{number}]"
            things["machines"].append({"kind": "fsm", "path": path, "aliases": [path], "states": states, "resets": resets(spec, [(scope, style)]), "clock": spec["house"]["clock"], "word": True})
    for name, start, done in made.get("calls", []):
        below = f"{scope}.{name}"
        aliases = [f"{scope}.{start}", f"{scope}.{done}", f"{below}.start", f"{below}.done"]
        things["calls"].append({"kind": "call", "path": below, "start": (f"{scope}.{start}", 1), "done": (f"{scope}.{done}", 1), "aliases": aliases, "resets": resets(spec, [(scope, style)]), "clock": spec["house"]["clock"]})


def net_of(spec, link):
    """The nets of a link in the top: its ports at the edge, else named as the block that feeds it names its own."""
    outside = [end for end in (link["from"], link["to"]) if end[0] is None]
    if outside and spec["house"]["spelling"] != "struct":
        return dict(port(spec, outside[0]), edge=True)
    names = port(spec, link["from"] if link["from"][0] else link["to"])
    side, number = (link["from"] if link["from"][0] else link["to"])[1:]
    prefix = spec["house"][side] + ("" if number is None else str(number))
    renamed = {key: renamed_port(names[key], prefix, link["name"]) for key in ("valid", "ready", "data")}
    return dict(renamed, vpol=names["vpol"], rpol=names["rpol"], edge=bool(outside))


def renamed_port(name, prefix, net):
    """A port's name with that of the net in place of its prefix, wherever the spelling has it."""
    return name[: -len(prefix)] + net if name.endswith("_" + prefix) else net + name[len(prefix) :]


def connect(names, net, side, more):
    """Pins of one end of a link, in the order of its ports; inverters that an output needs go to `more`."""
    pins = []
    if "." in net["valid"]:
        return [(names[key].split(".")[0], net[key].split(".")[0]) for key in ("valid", "ready")]
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
        ports += edge_ports(spec, link)
        wires += link_wires(spec, link, net)
        streams.append(stream_thing(link_home(spec, link), link, net))
        for end in (link["from"], link["to"]):
            if end[0] is not None:
                pins[end[0]["name"]][end[1:]] = connect(port(spec, end), net, end[1], more)
    wires += "".join(f"  wire {net};\n" for block in blocks(spec) for net in made[block["name"]].get("nets", []))
    body = "".join(instance(spec, block, made[block["name"]], ordered(pins[block["name"]])) for block in blocks(spec))
    things = {"streams": streams, "queues": [queue_thing(at_home(spec, block), block, made[block["name"]]["module"]) for block in blocks(spec) if block["kind"] == "queue"], "machines": [], "calls": []}
    before, side_ports, inside = side_bus(spec, things)
    text = before + header(top, common, [], second_clock(spec) + ports + side_ports) + wires + "".join(more) + body + inside + ending(spec) + "endmodule\n"
    return {"text": text, "things": things}


def second_clock(spec):
    common = beyond(spec)["house"]
    return [("input", 1, common["clock"]), ("input", 1, common["reset"][0])] if crosses(spec) else []


def edge_ports(spec, link):
    """The ports of the top that a link needs."""
    if link["from"][0] is None:
        names = port(spec, link["from"])
        return [("input", 1, names["valid"]), ("output", 1, names["ready"]), ("input", 16, names["data"])]
    if link["to"][0] is None:
        names = port(spec, link["to"])
        return [("output", 1, names["valid"]), ("input", 1, names["ready"]), ("output", 16, names["data"])]
    return []


def link_wires(spec, link, net):
    """Declarations of a link's nets; a structure at the edge is made from the ports, or makes them."""
    if "." not in net["valid"]:
        return "" if net["edge"] else f"  wire {net['valid']}, {net['ready']};\n  wire [15:0] {net['data']};\n"
    text = f"  req_t {net['valid'].split('.')[0]};\n  rsp_t {net['ready'].split('.')[0]};\n"
    if link["from"][0] is None:
        names = port(spec, link["from"])
        text += f"  assign {net['valid']} = {active(names['valid'], names['vpol'])};\n  assign {net['data']} = {names['data']};\n"
        text += f"  assign {names['ready']} = {active(net['ready'], names['rpol'])};\n"
    elif link["to"][0] is None:
        names = port(spec, link["to"])
        text += f"  assign {names['valid']} = {active(net['valid'], names['vpol'])};\n  assign {names['data']} = {net['data']};\n"
        text += f"  assign {net['ready']} = {active(names['ready'], names['rpol'])};\n"
    return text


def side_bus(spec, things):
    """A register bus beside the work that is hardly used: (its module, ports of the top, its instance)."""
    if not spec.get("side"):
        return "", [], ""
    common, clock, reset = spec["house"], spec["house"]["clock"], spec["house"]["reset"][0]
    ports = [("input", 1, "cfg_cs"), ("input", 1, "cfg_we"), ("input", 4, "cfg_addr"), ("input", 16, "cfg_wdata"), ("output", 1, "cfg_ack"), ("output", 16, "cfg_rdata")]
    machine = Machine(spec["side"]["style"], common, "bus_state", {"QUIET": [("cfg_cs", "ACCESS")], "ACCESS": [("1'b1", "ANSWER")], "ANSWER": [("1'b1", "QUIET")]})
    text = machine.defines() + header("side_registers", common, [], ports) + machine.declaration() + "  reg [15:0] registers [0:15];\n  reg [15:0] word;\n"
    text += f"  assign cfg_ack = {machine.among('ANSWER')};\n  assign cfg_rdata = word;\n"
    text += machine.process([("word", "0")], {"ACCESS": "word <= registers[cfg_addr]; if (cfg_we) registers[cfg_addr] <= cfg_wdata;"}) + "endmodule\n"
    things["machines"].append(machine_thing(spec, f"{spec['top']}.u_side", machine))
    pins = ", ".join(f".{name}({name})" for name in [clock, reset] + [name for _, _, name in ports])
    return text, ports, f"  side_registers u_side ({pins});\n"


def ordered(by_end):
    """Pins in the order in which a block lists its ports: inputs, then outputs."""
    return [pin for end in sorted(by_end, key=lambda end: (end[0] != "in", end[1] or 0)) for pin in by_end[end]]


def stream_thing(spec, link, net):
    top = spec["top"]
    outside = [(top, port(spec, end)) for end in (link["from"], link["to"]) if end[0] is None]
    names = [(top, net)] + outside + [(f"{top}.{end[0]['name']}", port(spec, end)) for end in (link["from"], link["to"]) if end[0] is not None]
    return {
        "kind": "stream",
        "path": f"{top}.{link['name']}" if not net["edge"] else f"{top}.{net['valid']}",
        "valid": (f"{top}.{probe_name(net['valid'])}", net["vpol"]),
        "ready": (f"{top}.{probe_name(net['ready'])}", net["rpol"]),
        "aliases": [f"{scope}.{end[key]}" for scope, end in names for key in ("valid", "ready")] + [f"{top}.{net[key]}_b" for key in ("valid", "ready")],
        "clock": spec["house"]["clock"],
        "resets": resets(spec, [(f"{top}.{end[0]['name']}", end[0]["style"]) for end in (link["from"], link["to"]) if end[0]]),
        "from": link["from"][0]["name"] if link["from"][0] else None,
        "to": link["to"][0]["name"] if link["to"][0] else None,
    }


def probe_name(name):
    """A member of a structure as a bit of its vector."""
    return {"valid": "{}[16]", "ready": "{}"}[name.split(".")[1]].format(name.split(".")[0]) if "." in name else name


def queue_thing(spec, block, module):
    path = f"{spec['top']}.{block['name']}"
    return {"kind": "queue", "path": path, "block": block["name"], "module": module, "depth": block["depth"], "resets": resets(spec, [(path, block["style"])]), "clock": spec["house"]["clock"]}


def ending(spec):
    """A design that ends the simulation by itself when it has given its last result."""
    if spec["bench"]["ending"] != "inside":
        return ""
    out = port(spec, (None, "out", None))
    moved = f"{out['valid'] if out['vpol'] else '!' + out['valid']} && {out['ready'] if out['rpol'] else '!' + out['ready']}"
    body = f"      if ({moved}) begin\n        given <= given + 1;\n        if (given == {spec['bench']['items'] - 1}) $finish;\n      end\n"
    return "  reg [15:0] given;\n" + clocked(at_exit(spec)["house"], "sync", [("given", "0")], body)
