# SPDX-License-Identifier: Apache-2.0
"""The testbench of a design in VHDL."""

from benches import items
from network import port
from vhdl_design import CONTEXT, bit, inverted


TICK = "  signal truth_tick : std_logic := '0';\n"


def write(spec, observed=False):
    """The text of the testbench; in the bare run it ticks until the end, so that the waveform lasts as long."""
    common, bench = spec["house"], spec["bench"]
    (reset, polarity), clock = common["reset"], common["clock"]
    half = bench["half_period"]
    ticking = (TICK, f"  process\n  begin\n    wait for 1 ns;\n    loop\n      truth_tick <= not truth_tick;\n      wait for {half} ns;\n    end loop;\n  end process;\n") if observed else ("", "")
    into, out = port(spec, (None, "in", None)), port(spec, (None, "out", None))
    pins = [f"{clock} => {clock}", f"{reset} => {reset}", f"{into['valid']} => in_v", f"{into['ready']} => in_r", f"{into['data']} => std_logic_vector(sent)"]
    pins += [f"{out['valid']} => out_v", f"{out['ready']} => out_r", f"{out['data']} => result"]
    return CONTEXT + f"""entity tb is
end entity;
architecture sim of tb is
  signal {clock} : std_logic := '0';
  signal {reset} : std_logic := '{polarity}';
  signal offer, accept : std_logic := '0';
  signal in_v, in_r, out_v, out_r, room, fresh : std_logic;
  signal sent : unsigned(15 downto 0) := (others => '0');
  signal result : std_logic_vector(15 downto 0);
  signal got, offered, cycle, pause, rest : natural := 0;
{ticking[0]}begin
{ticking[1]}  {clock} <= not {clock} after {half} ns;
  in_v <= {inverted('offer', into['vpol'])};
  room <= {inverted('in_r', into['rpol'])};
  fresh <= {inverted('out_v', out['vpol'])};
  out_r <= {inverted('accept', out['rpol'])};
  dut : entity work.{spec['top']} port map ({', '.join(pins)});
{source(spec, clock, reset, polarity)}{sink(spec, clock, reset, polarity)}{time_limit(spec)}end architecture;
"""


def source(spec, clock, reset, polarity):
    gap = spec["bench"]["source_gap"]
    return f"""  process ({clock})
  begin
    if rising_edge({clock}) then
      cycle <= cycle + 1;
      if cycle = {spec['bench']['reset_cycles'] - 1} then
        {reset} <= '{1 - polarity}';
      end if;
      if {bit(reset, 1 - polarity)} then
        if offer = '1' and room = '1' then
          sent <= sent + 7;
          offered <= offered + 1;
          pause <= {gap};
          if {gap} /= 0 or offered + 1 >= {items(spec)} then
            offer <= '0';
          end if;
        elsif offer = '0' then
          if pause > 1 then
            pause <= pause - 1;
          elsif offered < {items(spec)} then
            offer <= '1';
          end if;
        end if;
      end if;
    end if;
  end process;
"""


def sink(spec, clock, reset, polarity):
    gap = spec["bench"]["sink_gap"]
    ends = "std.env.finish;" if spec["bench"]["ending"] == "count" else ""
    said = {
        "none": "", "decimal": 'report "result " & integer\'image(to_integer(unsigned(result)));', "hex": 'report "result " & to_hstring(result);',
        "cycles": 'report "took " & integer\'image(cycle) & " cycles";', "cycles_hex": 'report "took " & to_hstring(to_unsigned(cycle, 32)) & " cycles";',
    }[spec["bench"]["print"]]
    return f"""  process ({clock})
  begin
    if rising_edge({clock}) and {bit(reset, 1 - polarity)} then
      if fresh = '1' and accept = '1' then
        rest <= {gap};
        if {gap} /= 0 then
          accept <= '0';
        end if;
        got <= got + 1;
        if got = {spec['bench']['items'] - 1} then
          {said}
          {ends}
        end if;
      elsif rest > 1 then
        rest <= rest - 1;
      else
        accept <= '1';
      end if;
    end if;
  end process;
"""


def time_limit(spec):
    if spec["bench"]["ending"] not in ("late", "early"):
        return ""
    return f"  process\n  begin\n    wait for {spec['bench']['until']} ns;\n    std.env.finish;\n  end process;\n"
