-- SPDX-License-Identifier: Apache-2.0
-- A package in a library of its own: states as integers.
package lane_lib is
  constant READY   : integer := 0;
  constant RUNNING : integer := 1;
  constant COOLING : integer := 2;
  subtype lane_state is integer range 0 to 2;
end package;
