-- SPDX-License-Identifier: Apache-2.0
-- Two processes; all registers in one record, the state among them.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.chain_types.all;

entity Cell is
  generic (STEPS : natural := 5);
  port (
    clk, rst : in  std_logic;
    i        : in  Beat_T;
    i_ready  : out std_logic;
    o        : out Beat_T;
    o_ready  : in  std_logic);
end entity;

architecture rtl of Cell is
  signal r, rin : Regs_T;
  signal data   : std_logic_vector(7 downto 0);
begin
  comb : process (all)
    variable v : Regs_T;
  begin
    v := r;
    i_ready <= '0';
    case r.phase is
      when REST =>
        i_ready <= '1';
        if i.valid = '1' then
          v.phase := LOADING;
          v.count := (others => '0');
        end if;
      when LOADING =>
        v.phase := STEPPING;
      when STEPPING =>
        v.count := r.count + 1;
        if r.count = STEPS then
          v.phase := FLUSHING;
          v.valid := '1';
        end if;
      when FLUSHING =>
        if o_ready = '1' then
          v.valid := '0';
          v.phase := REST;
        end if;
    end case;
    if rst = '1' then
      v := REGS_AT_RESET;
    end if;
    rin <= v;
  end process;

  seq : process (clk)
  begin
    if rising_edge(clk) then
      r <= rin;
      if i.valid = '1' and i_ready = '1' then
        data <= i.data;
      end if;
    end if;
  end process;

  o.valid <= r.valid;
  o.data  <= data;
end architecture;
