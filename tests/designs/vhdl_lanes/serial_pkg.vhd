-- SPDX-License-Identifier: Apache-2.0
-- The codes of a one-hot machine, and the component that has it.
library ieee;
use ieee.std_logic_1164.all;

package serial_pkg is
  constant S_IDLE  : std_logic_vector(4 downto 0) := "00001";
  constant S_START : std_logic_vector(4 downto 0) := "00010";
  constant S_BITS  : std_logic_vector(4 downto 0) := "00100";
  constant S_STOP  : std_logic_vector(4 downto 0) := "01000";
  constant S_GAP   : std_logic_vector(4 downto 0) := "10000";

  component serial_tx is
    generic (
      CLKS_PER_BIT : positive := 4;
      GAP          : natural  := 2);
    port (
      clk, rst_n : in  std_logic;
      data       : in  std_logic_vector(7 downto 0);
      valid      : in  std_logic;
      ready      : out std_logic;
      txd        : out std_logic);
  end component;
end package;
