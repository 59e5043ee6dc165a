-- SPDX-License-Identifier: Apache-2.0
library IEEE;
use IEEE.STD_LOGIC_1164.ALL;
use IEEE.STD_LOGIC_UNSIGNED.ALL;

ENTITY Gray_FIFO IS
  GENERIC (
    AW : INTEGER := 3;
    DW : INTEGER := 8);
  PORT (
    WrClk, RdClk, Reset : IN     STD_LOGIC;
    WrEn                : IN     STD_LOGIC;
    WrData              : IN     STD_LOGIC_VECTOR(DW - 1 DOWNTO 0);
    Full                : BUFFER STD_LOGIC;
    RdEn                : IN     STD_LOGIC;
    RdData              : OUT    STD_LOGIC_VECTOR(DW - 1 DOWNTO 0);
    Empty               : BUFFER STD_LOGIC);
END Gray_FIFO;

ARCHITECTURE Behaviour OF Gray_FIFO IS
  TYPE MemType IS ARRAY (0 TO 2**AW - 1) OF STD_LOGIC_VECTOR(DW - 1 DOWNTO 0);
  SIGNAL Mem : MemType;
  SIGNAL WrBin, RdBin, WrGray, RdGray, WrGray1, WrGray2, RdGray1, RdGray2 : STD_LOGIC_VECTOR(AW DOWNTO 0);

  FUNCTION Gray (b : STD_LOGIC_VECTOR) RETURN STD_LOGIC_VECTOR IS
    VARIABLE t : STD_LOGIC_VECTOR(b'LENGTH - 1 DOWNTO 0);
  BEGIN
    t := b;
    RETURN t XOR ('0' & t(t'HIGH DOWNTO 1));
  END Gray;
BEGIN
  Writer : BLOCK
  BEGIN
    PROCESS (WrClk, Reset)
    BEGIN
      IF Reset = '1' THEN
        WrBin   <= (OTHERS => '0');
        WrGray  <= (OTHERS => '0');
        RdGray1 <= (OTHERS => '0');
        RdGray2 <= (OTHERS => '0');
      ELSIF WrClk'EVENT AND WrClk = '1' THEN
        RdGray1 <= RdGray;
        RdGray2 <= RdGray1;
        IF WrEn = '1' AND Full = '0' THEN
          WrBin  <= WrBin + 1;
          WrGray <= Gray(WrBin + 1);
        END IF;
      END IF;
    END PROCESS;

    PROCESS (WrClk)
    BEGIN
      IF WrClk'EVENT AND WrClk = '1' THEN
        IF WrEn = '1' AND Full = '0' THEN
          Mem(CONV_INTEGER(WrBin(AW - 1 DOWNTO 0))) <= WrData;
        END IF;
      END IF;
    END PROCESS;

    Full <= '1' WHEN WrGray = (NOT RdGray2(AW DOWNTO AW - 1)) & RdGray2(AW - 2 DOWNTO 0) ELSE '0';
  END BLOCK Writer;

  PROCESS (RdClk, Reset)
  BEGIN
    IF Reset = '1' THEN
      RdBin   <= (OTHERS => '0');
      RdGray  <= (OTHERS => '0');
      WrGray1 <= (OTHERS => '0');
      WrGray2 <= (OTHERS => '0');
    ELSIF RdClk'EVENT AND RdClk = '1' THEN
      WrGray1 <= WrGray;
      WrGray2 <= WrGray1;
      IF RdEn = '1' AND Empty = '0' THEN
        RdBin  <= RdBin + 1;
        RdGray <= Gray(RdBin + 1);
      END IF;
    END IF;
  END PROCESS;

  Empty  <= '1' WHEN RdGray = WrGray2 ELSE '0';
  RdData <= Mem(CONV_INTEGER(RdBin(AW - 1 DOWNTO 0)));
END Behaviour;
