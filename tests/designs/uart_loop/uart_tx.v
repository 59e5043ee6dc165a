// SPDX-License-Identifier: Apache-2.0
// UART transmitter: one start bit, five to eight data bits, one stop bit.
// The state machine is written as one process with localparam state names.

module uart_tx #(
    parameter DIVISOR = 8
) (
    input  wire       clk,
    input  wire       rst,
    input  wire [2:0] last_bit,
    input  wire [7:0] in_data,
    input  wire       in_vld,
    output wire       in_rdy,
    output reg        txd
);
    localparam [1:0] IDLE  = 2'd0,
                     START = 2'd1,
                     DATA  = 2'd2,
                     STOP  = 2'd3;

    reg [1:0]  state;
    reg [7:0]  shift;
    reg [2:0]  bit_index;
    reg [15:0] baud_count;

    // The divider restarts with every byte, so that the first bit has its full length.
    wire baud_tick = baud_count == DIVISOR - 1;

    assign in_rdy = state == IDLE;

    always @(posedge clk) begin
        if (rst) begin
            baud_count <= 16'd0;
        end else if (state == IDLE || baud_tick) begin
            baud_count <= 16'd0;
        end else begin
            baud_count <= baud_count + 16'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            state     <= IDLE;
            shift     <= 8'd0;
            bit_index <= 3'd0;
            txd       <= 1'b1;
        end else begin
            case (state)
                IDLE: begin
                    txd <= 1'b1;
                    if (in_vld) begin
                        shift <= in_data;
                        txd   <= 1'b0;
                        state <= START;
                    end
                end
                START: begin
                    if (baud_tick) begin
                        txd       <= shift[0];
                        shift     <= {1'b0, shift[7:1]};
                        bit_index <= 3'd0;
                        state     <= DATA;
                    end
                end
                DATA: begin
                    if (baud_tick) begin
                        if (bit_index == last_bit) begin
                            txd   <= 1'b1;
                            state <= STOP;
                        end else begin
                            txd       <= shift[0];
                            shift     <= {1'b0, shift[7:1]};
                            bit_index <= bit_index + 3'd1;
                        end
                    end
                end
                STOP: begin
                    if (baud_tick) state <= IDLE;
                end
            endcase
        end
    end
endmodule
