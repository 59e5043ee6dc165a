-- SPDX-License-Identifier: Apache-2.0
-- VHDL-2002: a shared variable of a protected type counts.
package counts is
  type Counter_T is protected
    procedure add;
    impure function value return integer;
  end protected Counter_T;
end package counts;

package body counts is
  type Counter_T is protected body
    variable n : integer := 0;
    procedure add is
    begin
      n := n + 1;
    end procedure add;
    impure function value return integer is
    begin
      return n;
    end function value;
  end protected body Counter_T;
end package body counts;

library ieee;
use ieee.std_logic_1164.all;
use work.counts.all;
use std.textio.all;

entity tb is
end entity tb;

architecture sim of tb is
  signal clk, go : std_logic := '0';
  signal rst     : std_logic := '1';
  signal is_open : std_logic_vector(2 downto 0);
  signal over    : boolean := false;
  shared variable opened : Counter_T;
begin
  clk <= not clk after 5 ns when not over else '0';
  rst <= '0' after 33 ns;
  go  <= not go after 40 ns when not over else '0';
  dut : entity work.gates generic map (n => 3) port map (clk, rst, go, is_open);

  process (is_open)
  begin
    if is_open(0) = '1' then
      opened.add;
    end if;
  end process;

  process
    variable text : line;
  begin
    wait for 3005 ns;
    if opened.value = 37 then
      write(text, string'("PASS"));
    else
      write(text, string'("FAIL ") & integer'image(opened.value));
    end if;
    writeline(output, text);
    over <= true;
    wait;
  end process;
end architecture sim;
