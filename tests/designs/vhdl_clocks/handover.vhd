-- SPDX-License-Identifier: Apache-2.0
-- Two clocks that hand a word over by a toggle; a machine on each, the second on the falling edge.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity handover is
  port (
    clk_a, clk_b, rst : in  std_logic;
    req   : in  std_logic;
    word  : in  unsigned(7 downto 0);
    taken : out std_logic;
    total : out unsigned(15 downto 0));
end entity;

architecture rtl of handover is
  type give_t is (WAITING, GIVING, AWAITING_ACK);
  type take_t is (LISTENING, ADDING, ANSWERING);
  signal give : give_t := WAITING;
  signal take : take_t := LISTENING;
  signal toggle, answer : std_logic := '0';
  signal toggle_b, answer_a : std_logic_vector(1 downto 0) := "00";
  signal held : unsigned(7 downto 0) := (others => '0');
  signal sum  : unsigned(15 downto 0) := (others => '0');
begin
  total <= sum;
  taken <= '1' when give = WAITING else '0';

  giver : process (clk_a)
  begin
    if rising_edge(clk_a) then
      answer_a <= answer_a(0) & answer;
      if rst = '1' then
        give   <= WAITING;
        toggle <= '0';
      else
        case give is
          when WAITING =>
            if req = '1' then
              held <= word;
              give <= GIVING;
            end if;
          when GIVING =>
            toggle <= not toggle;
            give   <= AWAITING_ACK;
          when AWAITING_ACK =>
            if answer_a(1) = toggle then
              give <= WAITING;
            end if;
        end case;
      end if;
    end if;
  end process;

  taker : process (clk_b)
  begin
    if falling_edge(clk_b) then
      toggle_b <= toggle_b(0) & toggle;
      if rst = '1' then
        take   <= LISTENING;
        answer <= '0';
        sum    <= (others => '0');
      else
        case take is
          when LISTENING =>
            if toggle_b(1) /= answer then
              take <= ADDING;
            end if;
          when ADDING =>
            sum  <= sum + held;
            take <= ANSWERING;
          when ANSWERING =>
            answer <= toggle_b(1);
            take   <= LISTENING;
        end case;
      end if;
    end if;
  end process;
end architecture;
