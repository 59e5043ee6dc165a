-- SPDX-License-Identifier: Apache-2.0
-- Cells in a generate loop, joined by an array of records.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.chain_types.all;

entity Chain is
  generic (N : natural := 2);
  port (
    clk, rst : in  std_logic;
    s_valid  : in  std_logic;
    s_data   : in  std_logic_vector(7 downto 0);
    s_ready  : out std_logic;
    m_valid  : out std_logic;
    m_data   : out std_logic_vector(7 downto 0);
    m_ready  : in  std_logic);
end entity;

architecture rtl of Chain is
  signal beats : Beats_T(0 to N);
  signal ready : std_logic_vector(0 to N);
begin
  beats(0) <= (valid => s_valid, data => s_data);
  s_ready  <= ready(0);

  cells : for k in 0 to N - 1 generate
    u_cell : entity work.Cell
      generic map (STEPS => 3 + k)
      port map (clk => clk, rst => rst, i => beats(k), i_ready => ready(k), o => beats(k + 1),
                o_ready => ready(k + 1));
  end generate;

  ready(N) <= m_ready;
  m_valid  <= beats(N).valid;
  m_data   <= beats(N).data;
end architecture;
