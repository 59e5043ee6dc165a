-- SPDX-License-Identifier: Apache-2.0
-- A testbench of ours for a core of open-logic, whose own ones need VUnit.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
library olo;
entity olo_intf_uart_tb is
end entity;
architecture sim of olo_intf_uart_tb is
  signal clk, tx_valid, tx_ready, rx_valid, wire_line : std_logic := '0';
  signal rst : std_logic := '1';
  signal tx_data, rx_data : std_logic_vector(7 downto 0) := x"00";
  signal is_done : boolean := false;
begin
  dut : entity olo.olo_intf_uart
    generic map (ClkFreq_g => 100.0e6, BaudRate_g => 5.0e6, Parity_g => "even")
    port map (Clk => clk, Rst => rst, Tx_Valid => tx_valid, Tx_Ready => tx_ready, Tx_Data => tx_data,
              Rx_Valid => rx_valid, Rx_Data => rx_data, Rx_ParityError => open, Uart_Tx => wire_line, Uart_Rx => wire_line);
  clk <= not clk after 5 ns when not is_done;
  process
  begin
    wait for 42 ns;
    rst <= '0';
    for i in 0 to 1999 loop
      if i mod 7 = 0 then
        for j in 0 to 300 + i mod 200 loop wait until rising_edge(clk); end loop;
      end if;
      tx_data <= std_logic_vector(to_unsigned(i mod 256, 8));
      tx_valid <= '1';
      wait until rising_edge(clk) and tx_ready = '1';
      tx_valid <= '0';
    end loop;
    wait for 5 us;
    is_done <= true;
    wait;
  end process;
  process
  begin
    for i in 0 to 1999 loop
      wait until rising_edge(clk) and rx_valid = '1';
      assert unsigned(rx_data) = i mod 256 report "wrong byte" severity error;
    end loop;
    report "all bytes came";
    wait;
  end process;
end architecture;
