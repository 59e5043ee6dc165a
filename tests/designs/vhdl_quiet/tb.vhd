-- SPDX-License-Identifier: Apache-2.0
library ieee;
use ieee.std_logic_1164.all;
use std.env.all;
use std.textio.all;

entity tb is
end entity;

architecture sim of tb is
  signal clk, go : std_logic := '0';
  signal rst : std_logic := '1';
  signal q : std_logic_vector(7 downto 0);
begin
  clk <= not clk after 5 ns;
  rst <= '0' after 42 ns;
  dut : entity work.quiet port map (clk, rst, go, q);

  process
    variable text : line;
  begin
    for i in 0 to 40 loop
      wait for 10 ns * (1 + i mod 7);
      go <= not go;
    end loop;
    wait for 23 ns;
    if q /= x"00" then
      write(text, string'("PASS"));
    else
      write(text, string'("FAIL"));
    end if;
    writeline(output, text);
    finish;
  end process;
end architecture;
