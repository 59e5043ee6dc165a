-- SPDX-License-Identifier: Apache-2.0
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package chain_types is
  type Phase_T is (REST, LOADING, STEPPING, FLUSHING);
  type Regs_T is record
    phase : Phase_T;
    count : unsigned(3 downto 0);
    valid : std_logic;
  end record;
  type Beat_T is record
    valid : std_logic;
    data  : std_logic_vector(7 downto 0);
  end record;
  type Beats_T is array (natural range <>) of Beat_T;
  constant REGS_AT_RESET : Regs_T := (phase => REST, count => (others => '0'), valid => '0');
end package;
