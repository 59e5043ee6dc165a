-- SPDX-License-Identifier: Apache-2.0
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use std.textio.all;

entity members_tb is
end entity;

architecture sim of members_tb is
  signal clk      : std_logic := '0';
  signal rst      : std_logic := '1';
  signal go, stop : std_logic_vector(1 downto 0) := "00";
  signal running  : std_logic;
  signal seen     : std_logic_vector(3 downto 0);
  signal random   : unsigned(15 downto 0) := x"ACE1";
  signal over     : boolean := false;
begin
  clk <= not clk after 5 ns when not over else '0';
  rst <= '0' after 42 ns;
  dut : entity work.members port map (clk, rst, go, stop, running, seen);

  process (clk)
  begin
    if rising_edge(clk) then
      random <= random(14 downto 0) & (random(15) xor random(13) xor random(12) xor random(10));
      go     <= (random(1) or random(2)) & (random(3) and random(5));
      stop   <= (random(4) and random(6)) & (random(7) or random(8));
    end if;
  end process;

  process
    variable running_cycles : natural := 0;
  begin
    for i in 1 to 1000 loop
      wait until rising_edge(clk);
      if running = '1' then
        running_cycles := running_cycles + 1;
      end if;
    end loop;
    if running_cycles > 50 and running_cycles < 900 and seen /= "0000" then
      write(output, "PASS" & LF);
    else
      write(output, "FAIL" & LF);
    end if;
    over <= true;
    wait;
  end process;
end architecture;
