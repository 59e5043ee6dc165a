-- SPDX-License-Identifier: Apache-2.0
-- Of library work: it takes a type, a function and an entity from library util. A variable counts.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
library util;
use util.util_types.parity;

entity sender is
  port (
    clk, nreset : in  std_logic;
    start       : in  std_logic;
    done        : out std_logic;
    bus_data    : out std_logic_vector(7 downto 0);
    bus_parity  : out std_logic);
end entity;

architecture rtl of sender is
  type Step_T is (Asleep, Asking, Sending, Leaving);
  signal step : Step_T;
  signal word : std_logic_vector(7 downto 0);
  signal request, give_up, grant : std_logic;
begin
  u_arbiter : entity util.arbiter
    generic map (COOLING => 3)
    port map (clk => clk, nreset => nreset, request => request, give_up => give_up, grant => grant);

  request    <= '1' when step = Asking else '0';
  give_up    <= '1' when step = Leaving else '0';
  done       <= '1' when step = Leaving else '0';
  bus_data   <= word;
  bus_parity <= parity(word);

  process (clk)
    variable left : natural range 0 to 7;
  begin
    if rising_edge(clk) then
      if nreset = '0' then
        step <= Asleep;
        word <= x"01";
        left := 0;
      else
        case step is
          when Asleep =>
            if start = '1' then
              step <= Asking;
            end if;
          when Asking =>
            left := 5;
            if grant = '1' then
              step <= Sending;
            end if;
          when Sending =>
            word <= word(6 downto 0) & (word(7) xor word(5));
            left := left - 1;
            if left = 0 then
              step <= Leaving;
            end if;
          when Leaving =>
            step <= Asleep;
        end case;
      end if;
    end if;
  end process;
end architecture;
