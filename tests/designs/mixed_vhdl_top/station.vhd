-- SPDX-License-Identifier: Apache-2.0
-- A top in VHDL: it paces samples into a part in Verilog and keeps the greatest mean.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity Station is
  port (
    clk, rst     : in  std_logic;
    sample_valid : in  std_logic;
    sample_ready : out std_logic;
    sample_data  : in  std_logic_vector(7 downto 0);
    peak         : out std_logic_vector(7 downto 0);
    means        : out std_logic_vector(7 downto 0));
end entity;

architecture rtl of Station is
  component smoother is
    generic (WIDTH : integer := 8);
    port (
      clk, rst : in  std_logic;
      s_valid  : in  std_logic;
      s_ready  : out std_logic;
      s_data   : in  std_logic_vector(WIDTH - 1 downto 0);
      m_valid  : out std_logic;
      m_ready  : in  std_logic;
      m_data   : out std_logic_vector(WIDTH - 1 downto 0));
  end component;
  type Keeper_T is (LOOKING, COMPARING, RESTING);
  signal keeper : Keeper_T;
  signal mean_valid, mean_ready : std_logic;
  signal mean_data : std_logic_vector(7 downto 0);
  signal highest, seen, rest : unsigned(7 downto 0);
begin
  u_smoother : smoother
    generic map (WIDTH => 8)
    port map (clk => clk, rst => rst, s_valid => sample_valid, s_ready => sample_ready, s_data => sample_data,
              m_valid => mean_valid, m_ready => mean_ready, m_data => mean_data);

  mean_ready <= '1' when keeper = COMPARING else '0';
  peak       <= std_logic_vector(highest);
  means      <= std_logic_vector(seen);

  process (clk, rst)
  begin
    if rst = '1' then
      keeper  <= LOOKING;
      highest <= (others => '0');
      seen    <= (others => '0');
      rest    <= (others => '0');
    elsif rising_edge(clk) then
      case keeper is
        when LOOKING =>
          if mean_valid = '1' then
            keeper <= COMPARING;
          end if;
        when COMPARING =>
          if unsigned(mean_data) > highest then
            highest <= unsigned(mean_data);
          end if;
          seen   <= seen + 1;
          rest   <= (others => '0');
          keeper <= RESTING;
        when RESTING =>
          rest <= rest + 1;
          if rest = 5 then
            keeper <= LOOKING;
          end if;
      end case;
    end if;
  end process;
end architecture;
