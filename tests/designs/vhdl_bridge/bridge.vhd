-- SPDX-License-Identifier: Apache-2.0
-- A producer and a consumer with a clock each, and a queue between them.
library IEEE;
use IEEE.STD_LOGIC_1164.ALL;
use IEEE.STD_LOGIC_UNSIGNED.ALL;

ENTITY Bridge IS
  PORT (
    WrClk, RdClk, Reset, Go : IN  STD_LOGIC;
    Q                       : OUT STD_LOGIC_VECTOR(7 DOWNTO 0);
    QV                      : OUT STD_LOGIC;
    Done                    : OUT STD_LOGIC);
END Bridge;

ARCHITECTURE Struct OF Bridge IS
  COMPONENT Gray_FIFO
    GENERIC (
      AW : INTEGER := 3;
      DW : INTEGER := 8);
    PORT (
      WrClk, RdClk, Reset, WrEn : IN     STD_LOGIC;
      WrData                    : IN     STD_LOGIC_VECTOR(DW - 1 DOWNTO 0);
      Full                      : BUFFER STD_LOGIC;
      RdEn                      : IN     STD_LOGIC;
      RdData                    : OUT    STD_LOGIC_VECTOR(DW - 1 DOWNTO 0);
      Empty                     : BUFFER STD_LOGIC);
  END COMPONENT;
  TYPE ProducerState IS (Waiting, Burst, Resting);
  SIGNAL Producer : ProducerState;
  TYPE ConsumerState IS (Look, Take, Chew, Spit);
  SIGNAL Consumer : ConsumerState;
  SIGNAL WrEn, Full, RdEn, Empty : STD_LOGIC;
  SIGNAL WrData, RdData : STD_LOGIC_VECTOR(7 DOWNTO 0);
  SIGNAL n, rest, chewed : STD_LOGIC_VECTOR(7 DOWNTO 0);
BEGIN
  F : Gray_FIFO
    GENERIC MAP (AW => 4)
    PORT MAP (WrClk, RdClk, Reset, WrEn, WrData, Full, RdEn, RdData, Empty);

  WrEn   <= '1' WHEN Producer = Burst AND Full = '0' ELSE '0';
  WrData <= n;
  RdEn   <= '1' WHEN Consumer = Take ELSE '0';

  PROCESS (WrClk, Reset)
  BEGIN
    IF Reset = '1' THEN
      Producer <= Waiting;
      n        <= x"00";
      rest     <= x"00";
      Done     <= '0';
    ELSIF WrClk'EVENT AND WrClk = '1' THEN
      CASE Producer IS
        WHEN Waiting =>
          IF Go = '1' THEN
            Producer <= Burst;
          END IF;
        WHEN Burst =>
          IF Full = '0' THEN
            n <= n + 1;
            IF n = 199 THEN
              Done     <= '1';
              Producer <= Waiting;
            ELSIF n(4 DOWNTO 0) = "11111" THEN
              rest     <= x"00";
              Producer <= Resting;
            END IF;
          END IF;
        WHEN Resting =>
          rest <= rest + 1;
          IF rest = 40 THEN
            Producer <= Burst;
          END IF;
      END CASE;
    END IF;
  END PROCESS;

  PROCESS (RdClk, Reset)
  BEGIN
    IF Reset = '1' THEN
      Consumer <= Look;
      chewed   <= x"00";
      Q        <= x"00";
      QV       <= '0';
    ELSIF RISING_EDGE(RdClk) THEN
      QV <= '0';
      CASE Consumer IS
        WHEN Look =>
          IF Empty = '0' THEN
            Consumer <= Take;
          END IF;
        WHEN Take =>
          Q        <= RdData;
          chewed   <= x"00";
          Consumer <= Chew;
        WHEN Chew =>
          chewed <= chewed + 1;
          IF chewed = 3 THEN
            Consumer <= Spit;
          END IF;
        WHEN Spit =>
          QV       <= '1';
          Consumer <= Look;
      END CASE;
    END IF;
  END PROCESS;
END Struct;
