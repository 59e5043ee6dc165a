-- SPDX-License-Identifier: Apache-2.0
-- Beats as records, all registers of a design as a record with records in it, and a function.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package bus_pkg is
  type Beat_T is record
    data  : std_logic_vector(15 downto 0);
    valid : std_logic;
    last  : std_logic;
  end record;
  type Beats_T is array (natural range <>) of Beat_T;
  type Phase_T is (PH_IDLE, PH_HEAD, PH_BODY, PH_TAIL, PH_FLUSH);
  type Control_T is record
    phase : Phase_T;
    left  : unsigned(5 downto 0);
  end record;
  type Regs_T is record
    control : Control_T;
    owner   : natural range 0 to 3;
    sum     : unsigned(15 downto 0);
    beat    : Beat_T;
  end record;
  constant NO_BEAT      : Beat_T := (data => (others => '0'), valid => '0', last => '0');
  constant REGS_AT_REST : Regs_T :=
    (control => (phase => PH_IDLE, left => (others => '0')), owner => 0, sum => (others => '0'), beat => NO_BEAT);

  -- The next one after `from_i` that asks.
  function pick (asks : std_logic_vector; from_i : natural) return natural;
end package;

package body bus_pkg is
  function pick (asks : std_logic_vector; from_i : natural) return natural is
    variable k : natural;
  begin
    for j in 1 to asks'length loop
      k := (from_i + j) mod asks'length;
      if asks(k) = '1' then
        return k;
      end if;
    end loop;
    return from_i;
  end function;
end package body;
