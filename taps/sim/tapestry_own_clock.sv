// SPDX-License-Identifier: Apache-2.0
//
// The edge count of a tap whose clock is not shared. Same rules as in tapestry_clock, but the
// numbers live here. Every tap holds one; where the clock is shared, USED = 0 and it sleeps.

`default_nettype none
/* verilator lint_save */
/* verilator lint_off BLKSEQ */
/* verilator lint_off UNUSED */

module tapestry_own_clock #(
    parameter integer USED = 1
) (
    input wire clk_i
);

  longint unsigned edges = 0;
  longint unsigned edges_before = 0;
  longint unsigned edge_time = ~64'd0;
  reg              frame = 1'b0;

  generate
    if (USED != 0) begin : counter
      reg              saw_time_0 = 1'b0;
      longint unsigned stamp;
      `include "tapestry_frame.svh"
      always @(posedge clk_i)
        if (clk_i === 1'b1) begin
          stamp = `TAPESTRY_NOW;
          if (stamp == 0 && !saw_time_0) saw_time_0 = 1'b1;
          else begin
            edges_before = edges;
            edge_time = stamp;
            edges <= edges_before + 1;
            if (edges_before == frame_end) begin
              frame_end = next_frame_end(frame_end);
              frame <= !frame;
            end
          end
        end
    end
  endgenerate

endmodule

/* verilator lint_restore */
`default_nettype wire
