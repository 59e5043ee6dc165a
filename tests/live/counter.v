// SPDX-License-Identifier: Apache-2.0
module counter (
    input  wire clk,
    input  wire rst,
    output reg  done
);
  localparam IDLE = 2'd0, STEP = 2'd1, TELL = 2'd2;
  reg [1:0] state;
  reg [7:0] left;
  always @(posedge clk)
    if (rst) begin
      state <= IDLE;
      left  <= 0;
      done  <= 0;
    end
    else
      case (state)
        IDLE: begin
          done  <= 0;
          left  <= 8'd200;
          state <= STEP;
        end
        STEP: begin
          left <= left - 1;
          if (left == 0) state <= TELL;
        end
        TELL: begin
          done  <= 1;
          state <= IDLE;
        end
        default: state <= IDLE;
      endcase
endmodule
