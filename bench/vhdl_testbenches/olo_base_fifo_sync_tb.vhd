-- SPDX-License-Identifier: Apache-2.0
-- A testbench of ours for a core of open-logic, whose own ones need VUnit.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
library olo;
entity olo_base_fifo_sync_tb is
end entity;
architecture sim of olo_base_fifo_sync_tb is
  signal clk, in_valid, in_ready, out_valid, out_ready : std_logic := '0';
  signal rst : std_logic := '1';
  signal in_data, out_data : std_logic_vector(15 downto 0) := (others => '0');
  signal is_done : boolean := false;
begin
  dut : entity olo.olo_base_fifo_sync
    generic map (Width_g => 16, Depth_g => 32)
    port map (Clk => clk, Rst => rst, In_Data => in_data, In_Valid => in_valid, In_Ready => in_ready, Out_Data => out_data,
              Out_Valid => out_valid, Out_Ready => out_ready);
  clk <= not clk after 5 ns when not is_done;
  -- Bursts come in faster than they are taken, then slower.
  process
  begin
    wait for 42 ns;
    rst <= '0';
    for i in 0 to 19999 loop
      in_data <= std_logic_vector(to_unsigned(i, 16));
      in_valid <= '1';
      wait until rising_edge(clk) and in_ready = '1';
      in_valid <= '0';
      if i mod 100 > 60 then
        for pause in 0 to i mod 5 loop
          wait until rising_edge(clk);
        end loop;
      end if;
    end loop;
    wait;
  end process;
  process
  begin
    for i in 0 to 19999 loop
      for pause in 0 to i mod 3 loop
        wait until rising_edge(clk);
      end loop;
      out_ready <= '1';
      wait until rising_edge(clk) and out_valid = '1';
      assert unsigned(out_data) = i report "wrong word" severity error;
      out_ready <= '0';
    end loop;
    report "all words came";
    is_done <= true;
    wait;
  end process;
end architecture;
