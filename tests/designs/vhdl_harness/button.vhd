-- SPDX-License-Identifier: Apache-2.0
-- A button that bounces: a press counts when the line is steady for as long as STEADY says.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity button is
  generic (STEADY : natural := 6);
  port (
    clk, rst : in  std_logic;
    line_in  : in  std_logic;
    presses  : out std_logic_vector(7 downto 0));
end entity;

architecture rtl of button is
  type Contact_T is (Open_Contact, Closing, Closed, Opening);
  signal contact : Contact_T;
  signal steady_for : unsigned(3 downto 0);
  signal counted : unsigned(7 downto 0);
begin
  presses <= std_logic_vector(counted);

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        contact    <= Open_Contact;
        steady_for <= (others => '0');
        counted    <= (others => '0');
      else
        steady_for <= steady_for + 1;
        case contact is
          when Open_Contact =>
            steady_for <= (others => '0');
            if line_in = '1' then
              contact <= Closing;
            end if;
          when Closing =>
            if line_in = '0' then
              contact <= Open_Contact;
            elsif steady_for = STEADY then
              contact <= Closed;
              counted <= counted + 1;
            end if;
          when Closed =>
            steady_for <= (others => '0');
            if line_in = '0' then
              contact <= Opening;
            end if;
          when Opening =>
            if line_in = '1' then
              contact <= Closed;
            elsif steady_for = STEADY then
              contact <= Open_Contact;
            end if;
        end case;
      end if;
    end if;
  end process;
end architecture;
