-- SPDX-License-Identifier: Apache-2.0
library ieee;
use ieee.std_logic_1164.all;
use std.textio.all;
use std.env.all;

entity tb is
end entity;

architecture sim of tb is
  signal clk, start, done, bus_parity : std_logic := '0';
  signal nreset   : std_logic := '0';
  signal bus_data : std_logic_vector(7 downto 0);
begin
  clk    <= not clk after 10 ns;
  nreset <= '1' after 95 ns;
  dut : entity work.sender
    port map (clk => clk, nreset => nreset, start => start, done => done, bus_data => bus_data, bus_parity => bus_parity);

  process
  begin
    wait until nreset = '1';
    for n in 1 to 30 loop
      for w in 0 to (n * 5) mod 7 loop
        wait until rising_edge(clk);
      end loop;
      start <= '1';
      wait until rising_edge(clk);
      start <= '0';
      wait until rising_edge(clk) and done = '1';
      if bus_parity /= (xor bus_data) then
        write(output, "FAIL" & LF);
        stop;
      end if;
    end loop;
    write(output, "PASS" & LF);
    stop;
  end process;
end architecture;
