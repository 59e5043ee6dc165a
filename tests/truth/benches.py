# SPDX-License-Identifier: Apache-2.0
"""Testbenches in Verilog: sources and sinks of some speed, several ways to drive, to print and to end."""

from network import at_exit, beyond, crosses, port
from verilog_parts import active

FOREVER = 1000000


def write(spec):
    """The text of the testbench of a design."""
    text = "`timescale 1ns/1ns\nmodule tb;\n" + clock_and_reset(spec)
    text += second_clock(spec)
    return text + (stream_bench(spec) if spec["family"] == "stream" else kernel_bench(spec)) + time_limit(spec) + "endmodule\n"


def clock_and_reset(spec):
    common, bench = spec["house"], spec["bench"]
    (name, polarity), clock = common["reset"], common["clock"]
    return (
        f"  integer cycle = 0;\n  reg {clock} = 0, {name} = {polarity};\n  always #{bench['half_period']} {clock} = !{clock};\n{reset_end(spec)}"
        f"  wire idle = {name if polarity else '!' + name};\n  always @(posedge {clock}) cycle <= cycle + 1;\n"
    )


def second_clock(spec):
    """The clock of the results: another one behind a crossing, else the same."""
    if not crosses(spec):
        return "  wire idle_b = idle;\n"
    common, bench = beyond(spec)["house"], spec["bench"]
    (name, polarity), clock = common["reset"], common["clock"]
    return (
        f"  integer cycle_b = 0;\n  reg {clock} = 0, {name} = {polarity};\n  always #{bench['half_period_b']} {clock} = !{clock};\n"
        f"  always @(posedge {clock}) begin cycle_b <= cycle_b + 1; if (cycle_b == {bench['reset_cycles'] - 1}) {name} <= {1 - polarity}; end\n"
        f"  wire idle_b = {name if polarity else '!' + name};\n"
    )


def reset_end(spec):
    """What ends the reset. A nonblocking assignment in an initial block would be a race: Verilator takes it for a blocking one."""
    (name, polarity), clock, cycles = spec["house"]["reset"], spec["house"]["clock"], spec["bench"]["reset_cycles"]
    if spec["bench"]["drive"] == "delay":
        return f"  initial begin repeat ({cycles}) @(posedge {clock}); #1 {name} = {1 - polarity}; end\n"
    return f"  always @(posedge {clock}) if (cycle == {cycles - 1}) {name} <= {1 - polarity};\n"


def items(spec):
    return FOREVER if spec["bench"]["ending"] == "early" else spec["bench"]["items"]


def stream_bench(spec):
    common, into, out = spec["house"], port(spec, (None, "in", None)), port(spec, (None, "out", None))
    clock, reset = common["clock"], common["reset"][0]
    text = "  reg offer = 0, accept = 0;\n  reg [15:0] sent = 0;\n  wire room, fresh;\n  wire [15:0] result;\n  integer got = 0;\n"
    wires = {"valid": ("offer", into["vpol"], True), "ready": ("room", into["rpol"], False)}
    pins = [f".{clock}({clock})", f".{reset}({reset})", f".{into['data']}(sent)", f".{out['data']}(result)"]
    text += f"  wire in_v, in_r, out_v, out_r;\n  assign in_v = {active('offer', into['vpol'])};\n  assign room = {active('in_r', into['rpol'])};\n"
    text += f"  assign fresh = {active('out_v', out['vpol'])};\n  assign out_r = {active('accept', out['rpol'])};\n"
    pins += [f".{into['valid']}(in_v)", f".{into['ready']}(in_r)", f".{out['valid']}(out_v)", f".{out['ready']}(out_r)"]
    far = at_exit(spec)["house"]["clock"]
    if crosses(spec):
        pins += [f".{name}({name})" for name in (far, beyond(spec)["house"]["reset"][0])]
    pins += side_pins(spec)
    text += side_host(spec, clock) + f"  {spec['top']} dut ({', '.join(pins)});\n"
    sides = edge_driven(spec, clock, far) if spec["bench"]["drive"] == "edge" else delay_driven(spec, clock, far)
    return text + sides + collector(spec, far, "fresh && accept", "result")


def side_pins(spec):
    names = ("cs", "we", "addr", "wdata", "ack", "rdata") if spec.get("side") else ()
    return [f".cfg_{name}(cfg_{name})" for name in names]


def side_host(spec, clock):
    """What drives the register bus beside the work: nothing, or a few writes in the beginning."""
    if not spec.get("side"):
        return ""
    return f"""  reg cfg_cs = 0, cfg_we = 0;
  reg [3:0] cfg_addr = 0;
  reg [15:0] cfg_wdata = 0;
  wire cfg_ack;
  wire [15:0] cfg_rdata;
  integer written = 0;
  always @(posedge {clock}) if (!idle) begin
    if (cfg_ack) begin cfg_cs <= 0; written <= written + 1; end
    else if (!cfg_cs && written < {spec['side']['uses']}) begin cfg_cs <= 1; cfg_we <= 1; cfg_addr <= written[3:0]; cfg_wdata <= 16'd9; end
  end
"""


def edge_driven(spec, clock, far):
    """Source and sink as processes on the edge of the clock."""
    gap, rest = spec["bench"]["source_gap"], spec["bench"]["sink_gap"]
    return f"""  integer pause = 0, rest = 0, offered = 0;
  always @(posedge {clock}) if (!idle) begin
    if (offer && room) begin
      offer <= 0; sent <= sent + 7; offered <= offered + 1; pause <= {gap};
      if ({gap} == 0 && offered + 1 < {items(spec)}) offer <= 1;
    end else if (!offer) begin
      if (pause > 1) pause <= pause - 1;
      else if (offered < {items(spec)}) offer <= 1;
    end
  end
  always @(posedge {far}) if (!idle_b) begin
    if (fresh && accept) begin rest <= {rest}; accept <= {rest} == 0; end
    else if (rest > 1) rest <= rest - 1;
    else accept <= 1;
  end
"""


def delay_driven(spec, clock, far):
    """The same as a program with delays: drives a little after the edge."""
    gap, rest = spec["bench"]["source_gap"], spec["bench"]["sink_gap"]
    return f"""  integer i;
  initial begin
    wait (!idle); @(posedge {clock}); #1;
    for (i = 0; i < {items(spec)}; i = i + 1) begin
      offer = 1;
      @(negedge {clock}); while (!room) @(negedge {clock});
      @(posedge {clock}); #1 offer = 0; sent = sent + 7;
      repeat ({gap}) @(posedge {clock});
      if ({gap} != 0) #1;
    end
  end
  initial begin
    wait (!idle_b); @(posedge {far}); #1;
    forever begin
      accept = 1;
      @(negedge {far}); while (!fresh) @(negedge {far});
      @(posedge {far}); #1 accept = {rest} == 0;
      repeat ({rest}) @(posedge {far});
      if ({rest} != 0) #1;
    end
  end
"""


def printed(spec, result):
    """What is said at the end of the work."""
    return {
        "none": "",
        "decimal": f'$display("result %0d", {result});',
        "hex": f'$display("result %h", {result});',
        "cycles": '$display("took %0d cycles", cycle);',
        "cycles_hex": '$display("took %h cycles", cycle);',
    }[spec["bench"]["print"]]


def collector(spec, clock, moved, result):
    """Counts results, checks them if wanted, and ends the run where a count does."""
    ends = "$finish;" if spec["bench"]["ending"] == "count" else ""
    check = f'      if ({result} !== {expected(spec)}) $display("ERROR: result %0d is wrong", got);\n' if spec["bench"]["check"] else ""
    wanted = "  reg [15:0] want = 0;\n" if check else ""
    step = " want <= want + 7;" if check else ""
    return f"""{wanted}  always @(posedge {clock}) if (!idle_b && {moved}) begin
      got <= got + 1;{step}
{check}      if (got == {spec['bench']['items'] - 1}) begin {printed(spec, result)} {ends} end
  end
"""


def expected(spec):
    """The result that item `want` must have."""
    return f"({through('want', spec['segments'])})"


def through(text, segments):
    """What a row of segments makes of a value."""
    for segment in segments:
        if "branches" in segment:
            text = "(" + " ^ ".join(f"({through(text, branch)})" for branch in segment["branches"]) + ")"
        elif segment.get("add"):
            text = f"(({text} + 16'd{segment['add']}) & 16'hffff)"
    return text


def host_bench(spec):
    """A host that writes an argument and a command, asks until the result is there, and takes its time for each access."""
    clock, reset, gap = spec["house"]["clock"], spec["house"]["reset"][0], spec["bench"]["source_gap"]
    pins = ", ".join(f".{name}({name})" for name in (clock, reset, "cs", "we", "addr", "wdata", "rdata"))
    text = f"""  reg cs = 0, we = 0;
  reg [1:0] addr = 0;
  reg [15:0] wdata = 0;
  wire [15:0] rdata;
  integer got = 0, begun = 0, pause = 0, act = 0;
  {spec['top']} dut ({pins});
  wire answered = cs && !we && rdata[0];
  always @(posedge {clock}) if (!idle) begin
    cs <= 0; we <= 0;
    if (cs) pause <= {gap};
    if (answered) act <= 0;
    else if (cs && act < 2) act <= act + 1;
    else if (!cs && pause > 1) pause <= pause - 1;
    else if (!cs && (act != 0 || begun < {items(spec)})) begin
      cs <= 1; we <= act < 2; addr <= act; wdata <= begun + 3;
      if (act == 1) begun <= begun + 1;
    end
  end
"""
    return text + collector(dict(spec, bench=dict(spec["bench"], check=False)), clock, "answered", "begun")


def kernel_bench(spec):
    if spec.get("host"):
        return host_bench(spec)
    common = spec["house"]
    clock, reset = common["clock"], common["reset"][0]
    gap = spec["bench"]["source_gap"]
    text = "  reg start = 0;\n  reg [15:0] x = 5;\n  wire done;\n  wire [15:0] y;\n  integer got = 0, begun = 0, pause = 0;\n  reg open = 0;\n"
    text += f"  {spec['top']} dut (.{clock}({clock}), .{reset}({reset}), .start(start), .x(x), .done(done), .y(y));\n"
    text += f"""  always @(posedge {clock}) if (!idle) begin
    start <= 0;
    if (done) begin open <= 0; pause <= {gap}; end
    else if (pause > 1) pause <= pause - 1;
    else if (!open && begun < {items(spec)}) begin start <= 1; open <= 1; begun <= begun + 1; x <= x + 3; end
  end
"""
    return text + collector(dict(spec, bench=dict(spec["bench"], check=False)), clock, "done", "y")


def time_limit(spec):
    """The end by time, where there is one; far away where something else ends the run."""
    until = spec["bench"].get("until", 0)
    if spec["bench"]["ending"] in ("late", "early"):
        return f"  initial #{until} $finish;\n"
    return ""
