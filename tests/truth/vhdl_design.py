# SPDX-License-Identifier: Apache-2.0
"""A design in VHDL: a row of workers, queues and slices, with plain ports or records.

With `observed` the text also has signals that show what a waveform of GHDL lacks, members of records and states; only the bare run
gets these."""

import copy
import re
from network import blocks, divided, links, port
from things import resets
from verilog_design import net_of

CONTEXT = "library ieee;\nuse ieee.std_logic_1164.all;\nuse ieee.numeric_std.all;\n"
RECORDS = CONTEXT + """package link_types is
  type req_t is record
    valid : std_logic;
    data : std_logic_vector(15 downto 0);
  end record;
  type rsp_t is record
    ready : std_logic;
  end record;
end package;
"""


def write(spec, observed=False):
    """Files and things of a design; the choices themselves stay as they are."""
    spec = copy.deepcopy(spec)
    texts, made = {}, {}
    for block in blocks(spec):
        text = {"worker": worker, "queue": queue, "slice": register_slice}[block["kind"]](spec, block, observed)
        names = [block["kind"] + ending for ending in [""] + [f"_{letter}" for letter in "bcdefgh"]]
        texts.setdefault(text, next(name for name in names if name not in texts.values()))
        made[block["name"]] = texts[text]
    body = (RECORDS if records(spec) else "") + "".join(text.replace("@@", name) for text, name in texts.items()) + top(spec, made, observed)
    return {"files": {"design.vhd": body}, "things": things(spec, made)}


def records(spec):
    return spec["house"]["spelling"] == "struct"


def context(spec):
    return CONTEXT + ("use work.link_types.all;\n" if records(spec) else "")


def bit(name, polarity):
    return f"{name} = '{polarity}'"


def drive(end, which, condition):
    polarity = end["vpol" if which == "valid" else "rpol"]
    return f"  {end[which]} <= '{polarity}' when {condition} else '{1 - polarity}';\n"


def port_lines(names, direction):
    """Ports of one stream, which comes in or goes out."""
    back = "out" if direction == "in" else "in"
    if "." in names["valid"]:
        return [f"{names['valid'].split('.')[0]} : {direction} req_t", f"{names['ready'].split('.')[0]} : {back} rsp_t"]
    return [f"{names['valid']} : {direction} std_logic", f"{names['ready']} : {back} std_logic", f"{names['data']} : {direction} std_logic_vector(15 downto 0)"]


def entity(spec, name, generics, ports):
    common = spec["house"]
    listed = [f"{common['clock']} : in std_logic", f"{common['reset'][0]} : in std_logic"] + ports
    given = "  generic (\n    " + ";\n    ".join(generics) + "\n  );\n" if generics else ""
    return context(spec) + f"entity {name} is\n{given}  port (\n    " + ";\n    ".join(listed) + "\n  );\nend entity;\n"


def clocked(spec, style, cleared, body):
    """A clocked process with its reset, in the style of the block."""
    common = spec["house"]
    clock, (name, polarity) = common["clock"], common["reset"]
    if style["reset_style"] == "async":
        return f"  process ({clock}, {name})\n  begin\n    if {bit(name, polarity)} then\n{cleared}    elsif rising_edge({clock}) then\n{body}    end if;\n  end process;\n"
    if style["reset_style"] in ("last", "decoy"):
        return f"  process ({clock})\n  begin\n    if rising_edge({clock}) then\n{body}      if {bit(name, polarity)} then\n{cleared}      end if;\n    end if;\n  end process;\n"
    return f"  process ({clock})\n  begin\n    if rising_edge({clock}) then\n      if {bit(name, polarity)} then\n{cleared}      else\n{body}      end if;\n    end if;\n  end process;\n"


def work_time(block, data):
    """The time of a piece of work, mended or not."""
    varied = f"CYCLES + to_integer(unsigned({data}(2 downto 0)))" if block.get("vary") else "CYCLES"
    factor = block.get("divisor", 1)
    if factor == 1:
        return varied
    if not block.get("vary"):
        return str(max(1, divided(block["work"], factor, block["rounding"])))
    more = (factor - 1, 0, -factor)[1 - block["rounding"]]
    return f"maximum(1, ({varied} + {more}) / {factor})"


def worker(spec, block, observed):
    """Takes, works, gives: by one process, by two, or by a record of all registers."""
    into, out = port(spec, (block, "in", None)), port(spec, (block, "out", None))
    taken, given = bit(into["valid"], into["vpol"]), bit(out["ready"], out["rpol"])
    text = entity(spec, "@@", [f"CYCLES : natural := {block['work']}", f"ADD : natural := {block['add']}"], port_lines(into, "in") + port_lines(out, "out"))
    text += "architecture rtl of @@ is\n  type state_t is (TAKE, RUN, GIVE);\n"
    form = {"two_process": "two", "enum": "two", "flop": "record", "flop_flop": "record"}.get(block["style"]["machine"], "one")
    return text + WORKERS[form](spec, block, into, out, taken, given, observed) + "end architecture;\n"


def observer(state, observed):
    """(declaration, statement) of the signal that shows a state."""
    return ("  signal truth_state : natural;\n", f"  truth_state <= state_t'pos({state});\n") if observed else ("", "")


def worker_one(spec, block, into, out, taken, given, observed):
    declared, shown = observer("state", observed)
    text = f"  signal state : state_t;\n  signal kept : unsigned(15 downto 0);\n  signal left : natural range 0 to 255;\n{declared}begin\n{shown}"
    text += drive(into, "ready", "state = TAKE") + drive(out, "valid", "state = GIVE") + f"  {out['data']} <= std_logic_vector(kept);\n"
    body = f"""        case state is
          when TAKE =>
            if {taken} then
              kept <= unsigned({into['data']}) + ADD;
              left <= {work_time(block, into['data'])};
              state <= RUN;
            end if;
          when RUN =>
            left <= left - 1;
            if left <= 1 then
              state <= GIVE;
            end if;
          when GIVE =>
            if {given} then
              state <= TAKE;
            end if;
        end case;
"""
    return text + clocked(spec, block["style"], "        state <= TAKE;\n        left <= 0;\n", body)


def worker_two(spec, block, into, out, taken, given, observed):
    declared, shown = observer("state", observed)
    text = f"  signal state, following : state_t;\n  signal kept : unsigned(15 downto 0);\n  signal left : natural range 0 to 255;\n{declared}begin\n{shown}"
    text += drive(into, "ready", "state = TAKE") + drive(out, "valid", "state = GIVE") + f"  {out['data']} <= std_logic_vector(kept);\n"
    text += f"""  process (all)
  begin
    following <= state;
    case state is
      when TAKE => if {taken} then following <= RUN; end if;
      when RUN => if left <= 1 then following <= GIVE; end if;
      when GIVE => if {given} then following <= TAKE; end if;
    end case;
  end process;
"""
    body = f"""        state <= following;
        if state = TAKE and {taken} then
          kept <= unsigned({into['data']}) + ADD;
          left <= {work_time(block, into['data'])};
        elsif state = RUN then
          left <= left - 1;
        end if;
"""
    return text + clocked(spec, block["style"], "        state <= TAKE;\n        left <= 0;\n", body)


def worker_record(spec, block, into, out, taken, given, observed):
    declared, shown = observer("r.state", observed)
    text = f"  type registers_t is record\n    state : state_t;\n    kept : unsigned(15 downto 0);\n    left : natural range 0 to 255;\n  end record;\n  signal r, rin : registers_t;\n{declared}begin\n{shown}"
    text += drive(into, "ready", "r.state = TAKE") + drive(out, "valid", "r.state = GIVE") + f"  {out['data']} <= std_logic_vector(r.kept);\n"
    text += f"""  process (all)
    variable v : registers_t;
  begin
    v := r;
    case r.state is
      when TAKE =>
        if {taken} then
          v.kept := unsigned({into['data']}) + ADD;
          v.left := {work_time(block, into['data'])};
          v.state := RUN;
        end if;
      when RUN =>
        if r.left <= 1 then
          v.state := GIVE;
        else
          v.left := r.left - 1;
        end if;
      when GIVE =>
        if {given} then
          v.state := TAKE;
        end if;
    end case;
    rin <= v;
  end process;
"""
    return text + clocked(spec, block["style"], "        r.state <= TAKE;\n        r.left <= 0;\n", "        r <= rin;\n")


WORKERS = {"one": worker_one, "two": worker_two, "record": worker_record}


def queue(spec, block, _):
    """A queue by a count of what it holds."""
    into, out = port(spec, (block, "in", None)), port(spec, (block, "out", None))
    text = entity(spec, "@@", [f"DEPTH : positive := {block['depth']}"], port_lines(into, "in") + port_lines(out, "out"))
    text += """architecture rtl of @@ is
  type store_t is array (0 to DEPTH - 1) of std_logic_vector(15 downto 0);
  signal store : store_t;
  signal head, tail : natural range 0 to DEPTH - 1;
  signal held : natural range 0 to DEPTH;
  signal put, take : std_logic;
begin
"""
    text += f"  put <= '1' when {bit(into['valid'], into['vpol'])} and held /= DEPTH else '0';\n  take <= '1' when {bit(out['ready'], out['rpol'])} and held /= 0 else '0';\n"
    text += drive(into, "ready", "held /= DEPTH") + drive(out, "valid", "held /= 0") + f"  {out['data']} <= store(tail);\n"
    body = f"""        if put = '1' then
          store(head) <= {into['data']};
          head <= (head + 1) mod DEPTH;
        end if;
        if take = '1' then
          tail <= (tail + 1) mod DEPTH;
        end if;
        if put = '1' and take = '0' then
          held <= held + 1;
        elsif put = '0' and take = '1' then
          held <= held - 1;
        end if;
"""
    return text + clocked(spec, block["style"], "        head <= 0;\n        tail <= 0;\n        held <= 0;\n", body) + "end architecture;\n"


def register_slice(spec, block, _):
    """One register that holds a beat."""
    into, out = port(spec, (block, "in", None)), port(spec, (block, "out", None))
    text = entity(spec, "@@", [f"ADD : natural := {block['add']}"], port_lines(into, "in") + port_lines(out, "out"))
    text += "architecture rtl of @@ is\n  signal full, room : std_logic;\n  signal kept : unsigned(15 downto 0);\nbegin\n"
    text += f"  room <= '1' when full = '0' or {bit(out['ready'], out['rpol'])} else '0';\n"
    text += drive(into, "ready", "room = '1'") + drive(out, "valid", "full = '1'") + f"  {out['data']} <= std_logic_vector(kept);\n"
    body = f"        if room = '1' then\n          full <= '0';\n          if {bit(into['valid'], into['vpol'])} then\n            full <= '1';\n          end if;\n          kept <= unsigned({into['data']}) + ADD;\n        end if;\n"
    return text + clocked(spec, block["style"], "        full <= '0';\n", body) + "end architecture;\n"


def top(spec, made, observed):
    """The entity around all blocks; inverters stand where two spellings meet."""
    common, name = spec["house"], spec["top"]
    ports, signals, body, pins = [], "", "", {block["name"]: [] for block in blocks(spec)}
    for link in links(spec):
        net = net_of(spec, link)
        outside = [end for end in (link["from"], link["to"]) if end[0] is None]
        ports += port_lines(port(spec, outside[0]), outside[0][1]) if outside else []
        if records(spec):
            signals += f"  signal {net['valid'].split('.')[0]} : req_t;\n  signal {net['ready'].split('.')[0]} : rsp_t;\n"
            body += edge_records(spec, link, net)
        elif not outside:
            signals += f"  signal {net['valid']}, {net['ready']} : std_logic;\n  signal {net['data']} : std_logic_vector(15 downto 0);\n"
        for end in (link["from"], link["to"]):
            if end[0] is not None:
                more, statements, listed = connect(port(spec, end), net, end)
                signals, body = signals + more, body + statements
                pins[end[0]["name"]] += listed
        if observed and records(spec):
            signals += f"  signal truth_{link['name']}_valid, truth_{link['name']}_ready : std_logic;\n"
            body += f"  truth_{link['name']}_valid <= {net['valid']};\n  truth_{link['name']}_ready <= {net['ready']};\n"
    for block in blocks(spec):
        body += instance(spec, block, made[block["name"]], pins[block["name"]])
    return entity(spec, name, [], ports) + f"architecture rtl of {name} is\n{signals}begin\n{body}end architecture;\n"


def instance(spec, block, module, pins):
    common = spec["house"]
    generics = {"worker": ("CYCLES", "work"), "queue": ("DEPTH", "depth")}.get(block["kind"])
    given = f" generic map ({generics[0]} => {block[generics[1]]})" if generics else ""
    listed = [f"{common['clock']} => {common['clock']}", f"{common['reset'][0]} => {common['reset'][0]}"] + pins
    return f"  {block['name']} : entity work.{module}{given} port map ({', '.join(listed)});\n"


def edge_records(spec, link, net):
    """Between the plain ports of the top and the record of the first or the last link."""
    if link["from"][0] is None:
        names = port(spec, link["from"])
        return f"  {net['valid']} <= {inverted(names['valid'], names['vpol'])};\n  {net['data']} <= {names['data']};\n  {names['ready']} <= {inverted(net['ready'], names['rpol'])};\n"
    if link["to"][0] is None:
        names = port(spec, link["to"])
        return f"  {names['valid']} <= {inverted(net['valid'], names['vpol'])};\n  {names['data']} <= {net['data']};\n  {net['ready']} <= {inverted(names['ready'], names['rpol'])};\n"
    return ""


def inverted(name, polarity):
    return name if polarity else f"not {name}"


def connect(names, net, end):
    """(signals, statements, pins) of one end of a link."""
    if "." in net["valid"]:
        return "", "", [f"{names[key].split('.')[0]} => {net[key].split('.')[0]}" for key in ("valid", "ready")]
    signals, statements, pins = "", "", []
    for which, polarity, outward in (("valid", "vpol", end[1] == "out"), ("ready", "rpol", end[1] == "in")):
        wire = net[which]
        if names[polarity] != net[polarity]:
            wire = f"{end[0]['name']}_{end[1]}_{which}_b"
            signals += f"  signal {wire} : std_logic;\n"
            statements += f"  {net[which]} <= not {wire};\n" if outward else f"  {wire} <= not {net[which]};\n"
        pins.append(f"{names[which]} => {wire}")
    return signals, statements, pins + [f"{names['data']} => {net['data']}"]


def things(spec, made):
    """What there is to find, with the signals that show it in the bare run."""
    top_name = spec["top"]
    found = {"streams": [], "machines": [], "queues": [], "calls": []}
    for link in links(spec):
        found["streams"].append(stream_thing(spec, link, net_of(spec, link)))
    for block in blocks(spec):
        path = f"{top_name}.{block['name']}"
        if block["kind"] == "queue":
            found["queues"].append({"kind": "queue", "path": path, "block": block["name"], "module": made[block["name"]], "depth": block["depth"], "resets": resets(spec, []), "clock": spec["house"]["clock"]})
        if block["kind"] == "worker":
            aliases = [f"{path}.state", f"{path}.r.state"]
            found["machines"].append({"kind": "fsm", "path": f"{path}.truth_state", "aliases": aliases, "states": {"TAKE": 0, "RUN": 1, "GIVE": 2}, "resets": resets(spec, []), "clock": spec["house"]["clock"]})
    return found


def stream_thing(spec, link, net):
    top_name = spec["top"]
    ends = [(f"{top_name}.{end[0]['name']}" if end[0] else top_name, port(spec, end)) for end in (link["from"], link["to"])]
    aliases = [f"{scope}.{names[key]}".lower() for scope, names in [(top_name, net)] + ends for key in ("valid", "ready")]
    aliases += [f"{top_name}.{end[0]['name']}_{end[1]}_{key}_b" for end in (link["from"], link["to"]) if end[0] for key in ("valid", "ready")]
    for end in (link["from"], link["to"]):
        if end[0]:
            # What is made from VHDL names the nets of an instance after its ports.
            aliases += [f"{top_name}.{end[0]['name']}_{port(spec, end)[key]}".lower() for key in ("valid", "ready")]
    # Members of records become names of their own there.
    aliases += [re.sub(r"\.(valid|ready)$", r"_\1", alias) for alias in aliases]
    shown = {key: f"truth_{link['name']}_{key}" if records(spec) else net[key].lower() for key in ("valid", "ready")}
    return {
        "kind": "stream", "path": f"{top_name}.{link['name']}", "aliases": aliases, "resets": resets(spec, []), "clock": spec["house"]["clock"],
        "valid": (f"{top_name}.{shown['valid']}", net["vpol"]), "ready": (f"{top_name}.{shown['ready']}", net["rpol"]),
        "from": link["from"][0]["name"] if link["from"][0] else None, "to": link["to"][0]["name"] if link["to"][0] else None,
    }
