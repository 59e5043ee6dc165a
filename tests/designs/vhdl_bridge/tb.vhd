-- SPDX-License-Identifier: Apache-2.0
library IEEE;
use IEEE.STD_LOGIC_1164.ALL;
use IEEE.STD_LOGIC_UNSIGNED.ALL;
use STD.TEXTIO.ALL;

ENTITY Bridge_TB IS
END;

ARCHITECTURE Sim OF Bridge_TB IS
  SIGNAL WrClk, RdClk, Go, QV, Done : STD_LOGIC := '0';
  SIGNAL Reset : STD_LOGIC := '1';
  SIGNAL Q     : STD_LOGIC_VECTOR(7 DOWNTO 0);
  SIGNAL Seen  : INTEGER := 0;
  SIGNAL Wrong : INTEGER := 0;
BEGIN
  PROCESS
  BEGIN
    WHILE Seen < 200 LOOP
      WrClk <= '0';
      WAIT FOR 5 ns;
      WrClk <= '1';
      WAIT FOR 5 ns;
    END LOOP;
    WAIT;
  END PROCESS;

  PROCESS
    VARIABLE Words : LINE;
  BEGIN
    WHILE Seen < 200 LOOP
      RdClk <= '0';
      WAIT FOR 3.5 ns;
      RdClk <= '1';
      WAIT FOR 3.5 ns;
    END LOOP;
    IF Wrong = 0 THEN
      WRITE(Words, STRING'("PASS"));
    ELSE
      WRITE(Words, STRING'("FAIL"));
    END IF;
    WRITELINE(OUTPUT, Words);
    WAIT;
  END PROCESS;

  Reset <= '0' AFTER 33 ns;
  Go    <= '1' AFTER 101 ns, '0' AFTER 1 us;
  UUT : ENTITY work.Bridge PORT MAP (WrClk, RdClk, Reset, Go, Q, QV, Done);

  PROCESS (RdClk)
  BEGIN
    IF RISING_EDGE(RdClk) AND QV = '1' THEN
      IF CONV_INTEGER(Q) /= Seen THEN
        Wrong <= Wrong + 1;
      END IF;
      Seen <= Seen + 1;
    END IF;
  END PROCESS;
END Sim;
