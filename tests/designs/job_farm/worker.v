// SPDX-License-Identifier: Apache-2.0
// Works a while, waits for the lock, works on what it guards, and is done.
module worker (
    input  wire       clk,
    input  wire       rst,
    input  wire       start,
    input  wire [4:0] size,
    input  wire       granted,
    output wire       wants,
    output wire [1:0] status
);
  localparam [1:0] IDLE = 2'd0, WORK = 2'd1, GUARDED = 2'd2, SPIN = 2'd3;
  reg [1:0] state;
  reg [4:0] left;
  assign status = state;
  assign wants = state == SPIN || state == GUARDED;

  always @(posedge clk)
    if (rst) begin
      state <= IDLE;
      left <= 5'd0;
    end
    else
      case (state)
        IDLE:
          if (start) begin
            state <= WORK;
            left <= size;
          end
        WORK:
          if (left == 5'd0) state <= SPIN;
          else left <= left - 5'd1;
        SPIN:
          if (granted) begin
            state <= GUARDED;
            left <= {3'd0, size[1:0]};
          end
        default:
          if (left == 5'd0) state <= IDLE;
          else left <= left - 5'd1;
      endcase
endmodule
