-- SPDX-License-Identifier: Apache-2.0
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use std.textio.all;
use std.env.all;

entity tb is
end entity;

architecture test of tb is
  signal clk_a, clk_b, req : std_logic := '0';
  signal rst   : std_logic := '1';
  signal word  : unsigned(7 downto 0) := (others => '0');
  signal taken : std_logic;
  signal total : unsigned(15 downto 0);
begin
  clk_a <= not clk_a after 5 ns;
  clk_b <= not clk_b after 7 ns;
  dut : entity work.handover
    port map (clk_a => clk_a, clk_b => clk_b, rst => rst, req => req, word => word, taken => taken,
              total => total);

  process
  begin
    wait for 61 ns;
    rst <= '0';
    for i in 1 to 40 loop
      wait until falling_edge(clk_a) and taken = '1';
      word <= to_unsigned(i, 8);
      req  <= '1';
      wait until falling_edge(clk_a);
      req <= '0';
      for k in 1 to (i * 3) mod 11 loop
        wait until rising_edge(clk_a);
      end loop;
    end loop;
    wait until rising_edge(clk_a) and taken = '1';
    if total = 820 then
      write(output, "PASS 820" & LF);
    else
      write(output, "FAIL " & integer'image(to_integer(total)) & LF);
    end if;
    finish;  -- on an edge
  end process;
end architecture;
