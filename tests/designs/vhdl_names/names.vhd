-- SPDX-License-Identifier: Apache-2.0
-- Names that are words of Verilog, and extended identifiers.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity reg is
  port (
    clk       : in  std_logic;
    wire      : in  std_logic;
    \In-Put\  : in  std_logic;
    output    : out std_logic;
    \end\     : out std_logic);
end entity;

architecture rtl of reg is
  type Step_T is (initial, always, \Go On\, module);
  signal logic          : Step_T;
  signal reg            : unsigned(3 downto 0) := (others => '0');
  signal begin_keywords : std_logic;
begin
  output         <= '1' when logic = module else '0';
  \end\          <= begin_keywords;
  begin_keywords <= reg(3) and \In-Put\;

  process (clk)
  begin
    if rising_edge(clk) then
      reg <= reg + 1;
      case logic is
        when initial =>
          if wire = '1' then
            logic <= always;
          end if;
        when always =>
          logic <= \Go On\;
        when \Go On\ =>
          if \In-Put\ = '1' then
            logic <= module;
          end if;
        when module =>
          logic <= initial;
      end case;
    end if;
  end process;
end architecture;

library ieee;
use ieee.std_logic_1164.all;

entity always_comb is
  port (
    clk      : in  std_logic;
    assign   : in  std_logic;
    s_valid  : in  std_logic;
    s_ready  : out std_logic;
    bit      : out std_logic);
end entity;

architecture rtl of always_comb is
  type Phase_T is (Wait_For, Take, Rest);
  signal \St-ate\  : Phase_T;
  signal int, byte : std_logic;
begin
  casez : entity work.reg port map (clk => clk, wire => assign, \In-Put\ => s_valid, output => int, \end\ => byte);
  bit     <= int or byte;
  s_ready <= '1' when \St-ate\ = Take else '0';

  assert_control : process (clk)
  begin
    if rising_edge(clk) then
      case \St-ate\ is
        when Wait_For =>
          if assign = '1' then
            \St-ate\ <= Take;
          end if;
        when Take =>
          if s_valid = '1' then
            \St-ate\ <= Rest;
          end if;
        when Rest =>
          \St-ate\ <= Wait_For;
      end case;
    end if;
  end process;
end architecture;
