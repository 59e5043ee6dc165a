-- SPDX-License-Identifier: Apache-2.0
-- All that is measured stands in the turns of a generate loop, and nothing of it in the top itself.
library ieee;
use ieee.std_logic_1164.all;

entity gates is
  generic (n : positive := 2);
  port (
    clk, rst, go : in  std_logic;
    is_open      : out std_logic_vector(n - 1 downto 0));
end entity gates;

architecture rtl of gates is
  type Phase_T is (Shut, Opening, Open_Now);
begin
  lane : for i in 0 to n - 1 generate
    signal hold  : std_logic;
    signal phase : Phase_T;
    signal left  : integer range 0 to 7;
  begin
    is_open(i) <= '1' when phase = Open_Now else '0';

    guard : process (clk)
    begin
      if clk'event and clk = '1' then
        hold <= go;
        if rst = '1' then
          phase <= Shut;
          left  <= 0;
        else
          case phase is
            when Shut =>
              if hold = '1' then
                phase <= Opening;
                left  <= i + 1;
              end if;
            when Opening =>
              if left = 0 then
                phase <= Open_Now;
              else
                left <= left - 1;
              end if;
            when Open_Now =>
              phase <= Shut;
          end case;
        end if;
      end if;
    end process guard;
  end generate lane;
end architecture rtl;
