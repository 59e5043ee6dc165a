# SPDX-License-Identifier: Apache-2.0
"""Pieces of Verilog that blocks are written with: headers, processes with their reset, state registers in many styles."""


def reset_active(common):
    name, polarity = common["reset"]
    return name if polarity else f"!{name}"


def active(name, polarity):
    return name if polarity else f"~{name}"


def shape(width):
    """The type of a port: a number of bits, or the name of a structure."""
    if isinstance(width, str):
        return f"{width} "
    return "wire " + (f"[{width - 1}:0] " if width > 1 else "")


def header(name, common, parameters, ports):
    """The beginning of a module with clock and reset; ports are (direction, width, name)."""
    listed = [("input", 1, common["clock"]), ("input", 1, common["reset"][0])] + ports
    lines = [f"    {direction} {shape(width)}{port}" for direction, width, port in listed]
    given = "" if not parameters else " #(\n" + ",\n".join(f"    parameter {key} = {value}" for key, value in parameters) + "\n)"
    return f"module {name}{given} (\n" + ",\n".join(lines) + "\n);\n"


def reset_condition(common, reset_style):
    """What resets the registers of a block; a derived reset is a register of its own."""
    return "late_reset" if reset_style == "derived" else reset_active(common)


def clocked(common, reset_style, resets, body):
    """A clocked process: registers with their reset values, and what they do otherwise."""
    clock, (name, polarity) = common["clock"], common["reset"]
    edge = f" or {'posedge' if polarity else 'negedge'} {name}" if reset_style == "async" else ""
    cleared = "".join(f"      {register} <= {value};\n" for register, value in resets)
    condition = reset_condition(common, reset_style)
    if reset_style == "decoy":
        body = "      if (reset_crc) crc <= 8'hff;\n      else crc <= {crc[6:0], crc[7] ^ crc[2]};\n" + body
    if reset_style == "enabled":
        return f"  always @(posedge {clock})\n    if (powered) begin\n    if ({condition}) begin\n{cleared}    end else begin\n{body}    end\n    end\n"
    if reset_style in ("last", "decoy"):
        return f"  always @(posedge {clock}) begin\n{body}    if ({condition}) begin\n{cleared}    end\n  end\n"
    return f"  always @(posedge {clock}{edge})\n    if ({condition}) begin\n{cleared}    end else begin\n{body}    end\n"


def with_local_resets(common, text):
    """Declares, in each module that uses them, a reset that comes a cycle late, one that only resets a checksum, and an enable."""
    derived = f"  reg late_reset = 1;\n  always @(posedge {common['clock']}) late_reset <= {reset_active(common)};\n"
    enabled = f"  reg powered = 1;\n  always @(posedge {common['clock']}) powered <= 1;\n"
    decoy = "  reg [7:0] crc = 8'hff;\n  wire reset_crc = crc[3:0] == 4'd5;\n"
    parts = []
    for part in text.split("endmodule\n"):
        more = (derived if "late_reset" in part else "") + (decoy if "reset_crc" in part else "") + (enabled if "(powered)" in part else "")
        at = part.find(");\n") + 3
        parts.append(part[:at] + more + part[at:] if more else part)
    return "endmodule\n".join(parts)


class Machine:
    """A state register: its states with the steps that leave each, written in one of the styles."""

    def __init__(self, block_style, common, register, steps):
        self.style, self.common, self.register, self.steps = block_style, common, register, steps
        self.names = list(steps)
        self.hot = block_style["machine"] == "one_hot"
        self.width = len(self.names) if self.hot else max(1, (len(self.names) - 1).bit_length())

    def code(self, name):
        return 1 << self.names.index(name) if self.hot else self.names.index(name)

    def literal(self, name):
        return f"`{name}" if self.style["machine"] == "defines" else name

    def among(self, name):
        return f"({self.register} == {self.literal(name)})"

    def declaration(self):
        codes = [f"{name} = {self.width}'d{self.code(name)}" for name in self.names]
        bits = f"[{self.width - 1}:0] " if self.width > 1 else ""
        next_name = f", {self.register}_next" if self.two_process() else ""
        if self.style["machine"] == "enum":
            return f"  typedef enum logic {bits}{{{', '.join(codes)}}} {self.register}_t;\n  {self.register}_t {self.register}, {self.register}_next;\n"
        kind = "wire" if self.flopped() else "reg"
        register = f"  {kind} {bits}{self.register};\n" + (f"  reg {bits}{next_name[2:]};\n" if next_name else "")
        if self.style["machine"] == "defines":
            return register
        return f"  localparam {', '.join(codes)};\n" + register

    def defines(self):
        if self.style["machine"] != "defines":
            return ""
        return "".join(f"`define {name} {self.width}'d{self.code(name)}\n" for name in self.names)

    def flopped(self):
        return self.style["machine"] in ("flop", "flop_flop")

    def two_process(self):
        return self.style["machine"] in ("two_process", "enum", "flop", "flop_flop")

    def aliases(self):
        """Names under which the register may be found, in its module."""
        below = {"flop": [f"u_{self.register}.q"], "flop_flop": [f"u_{self.register}.q", f"u_{self.register}.u_bits.q"]}
        return [self.register] + below.get(self.style["machine"], [])

    def process(self, resets, actions, always=""):
        """The machine with the registers beside it: `actions` are statements by state, `always` holds in every state."""
        if self.two_process():
            return self.next_process() + self.register_process(resets, self.cases(actions, False) + always)
        resets = [(self.register, self.literal(self.names[0]))] + resets
        return clocked(self.common, self.style["reset_style"], resets, self.cases(actions, True) + always)

    def cases(self, actions, moves):
        text = f"      case ({self.register})\n"
        for name in self.names:
            statements = actions.get(name, "")
            if moves:
                statements += "".join(f" if ({condition}) {self.register} <= {self.literal(to)};" for condition, to in self.steps[name])
            text += f"        {self.literal(name)}: begin {statements} end\n" if statements else ""
        return text + ("        default: ;\n" if not moves else f"        default: {self.register} <= {self.literal(self.names[0])};\n") + "      endcase\n"

    def next_process(self):
        following = f"{self.register}_next"
        text = f"  always @(*) begin\n    {following} = {self.register};\n    case ({self.register})\n"
        for name in self.names:
            text += f"      {self.literal(name)}: begin" + "".join(f" if ({c}) {following} = {self.literal(to)};" for c, to in self.steps[name]) + " end\n"
        return text + f"      default: {following} = {self.literal(self.names[0])};\n    endcase\n  end\n"

    def register_process(self, resets, body):
        first = self.literal(self.names[0])
        style = self.style["reset_style"]
        if not self.flopped():
            return clocked(self.common, style, [(self.register, first)] + resets, f"      {self.register} <= {self.register}_next;\n" + body)
        clock, reset = self.common["clock"], reset_condition(self.common, style)
        module = "dff_r" if self.style["machine"] == "flop" else "dff_wrapped"
        instance = f"  {module} #(.W({self.width}), .INIT({first})) u_{self.register} (.ck({clock}), .clear({reset}), .d({self.register}_next), .q({self.register}));\n"
        return instance + (clocked(self.common, style, resets, body) if body.strip() else "")


FLOPS = """module dff_r #(parameter W = 1, parameter [W-1:0] INIT = 0) (
    input wire ck, input wire clear, input wire [W-1:0] d, output reg [W-1:0] q
);
  always @(posedge ck)
    if (clear) q <= INIT;
    else q <= d;
endmodule
"""
WRAPPED_FLOPS = """module dff_wrapped #(parameter W = 1, parameter [W-1:0] INIT = 0) (
    input wire ck, input wire clear, input wire [W-1:0] d, output wire [W-1:0] q
);
  dff_r #(.W(W), .INIT(INIT)) u_bits (.ck(ck), .clear(clear), .d(d), .q(q));
endmodule
"""
