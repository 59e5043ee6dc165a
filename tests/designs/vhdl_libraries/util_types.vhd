-- SPDX-License-Identifier: Apache-2.0
-- Of library util: a type of states and a parity.
library ieee;
use ieee.std_logic_1164.all;

package util_types is
  type Access_T is (A_FREE, A_GRANTED, A_COOLING);
  function parity (v : std_logic_vector) return std_logic;
end package;

package body util_types is
  function parity (v : std_logic_vector) return std_logic is
    variable p : std_logic := '0';
  begin
    for i in v'range loop
      p := p xor v(i);
    end loop;
    return p;
  end function;
end package body;
