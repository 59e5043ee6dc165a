-- SPDX-License-Identifier: Apache-2.0
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use std.textio.all;

entity tb is
end tb;

architecture test of tb is
  signal clk, over : std_logic := '0';
  signal rst   : std_logic := '1';
  signal start, busy : std_logic_vector(2 downto 0) := "000";
  signal works : natural := 0;
begin
  clk <= not clk after 5 ns when over = '0' else '0';
  dut : entity work.lanes
    generic map (LANES_N => 3)
    port map (clk => clk, rst => rst, start => start, busy => busy);

  process (clk)
    variable turn : natural := 0;
    variable before : std_logic_vector(2 downto 0) := "000";
  begin
    if falling_edge(clk) then
      turn := turn + 1;
      if turn = 3 then
        rst <= '0';
      end if;
      start <= std_logic_vector(to_unsigned(turn / 3 mod 8, 3));
      for i in 0 to 2 loop
        if busy(i) = '1' and before(i) = '0' then
          works <= works + 1;
        end if;
      end loop;
      before := busy;
      if turn = 1500 then
        if works > 100 then
          write(output, "PASS " & integer'image(works) & LF);
        else
          write(output, "FAIL " & integer'image(works) & LF);
        end if;
        over <= '1';
      end if;
    end if;
  end process;
end test;
