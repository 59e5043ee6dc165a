-- SPDX-License-Identifier: Apache-2.0
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use std.env.all;
use std.textio.all;
use work.bus_pkg.all;

entity tb is
end entity;

architecture sim of tb is
  signal clk, rst : std_ulogic := '1';
  signal i    : Beats_T(0 to 3) := (others => ((others => '0'), '0', '0'));
  signal i_r  : std_logic_vector(0 to 3);
  signal o    : Beat_T;
  signal o_r  : std_logic := '0';
  signal done : std_logic_vector(0 to 3) := "0000";
  signal packets, sum : natural := 0;
begin
  clk <= not clk after 4 ns;
  rst <= '0' after 50 ns, '1' after 1530 ns, '0' after 1570 ns;
  dut : entity work.merge
    port map (clk => clk, rst => rst, feeds => i, feeds_ready => i_r, packet => o, packet_ready => o_r);

  process
  begin
    wait until rising_edge(clk);
    o_r <= '1';
    wait until rising_edge(clk);
    wait until rising_edge(clk);
    o_r <= '0';
  end process;

  process (clk)
  begin
    if rising_edge(clk) and o.valid = '1' and o_r = '1' then
      sum <= (sum * 31 + to_integer(unsigned(o.data))) mod 65521;
      if o.last = '1' then
        packets <= packets + 1;
      end if;
    end if;
  end process;

  feed : for k in 0 to 3 generate
    process
    begin
      wait until rst = '0';
      for p in 1 to 10 loop
        for b in 0 to 4 + k loop
          i(k) <= (std_logic_vector(to_unsigned(p * 16 + b, 16)), '1', '0');
          if b = 4 + k then
            i(k).last <= '1';
          end if;
          wait until rising_edge(clk) and i_r(k) = '1';
        end loop;
        i(k).valid <= '0';
        for w in 0 to 10 * k loop
          wait until rising_edge(clk);
        end loop;
      end loop;
      done(k) <= '1';
      wait;
    end process;
  end generate;

  process
  begin
    wait until done = "1111" for 100 us;
    wait for 400 ns;
    if packets >= 39 then
      write(output, "PASS " & integer'image(packets) & " " & integer'image(sum) & LF);
    else
      write(output, "FAIL " & integer'image(packets) & LF);
    end if;
    finish;
  end process;
end architecture;
