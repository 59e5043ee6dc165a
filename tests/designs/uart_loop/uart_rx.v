// SPDX-License-Identifier: Apache-2.0
// UART receiver, written as two processes: a register and a combinational next-state function.

module uart_rx #(
    parameter DIVISOR = 8
) (
    input  wire       clk,
    input  wire       rst,
    input  wire [2:0] last_bit,
    input  wire       rxd,
    output reg  [7:0] out_data,
    output reg        out_vld,
    input  wire       out_rdy,
    output reg        overrun
);
    localparam [2:0] WAIT_IDLE  = 3'd0,
                     WAIT_START = 3'd1,
                     RX_START   = 3'd2,
                     RX_DATA    = 3'd3,
                     RX_STOP    = 3'd4;

    reg [2:0]  state, next_state;
    reg [1:0]  sync;
    reg [15:0] baud_count;
    reg [2:0]  bit_index;
    reg [7:0]  shift;

    wire line = sync[1];
    wire half = baud_count == DIVISOR / 2 - 1;
    wire tick = baud_count == DIVISOR - 1;

    always @* begin
        next_state = state;
        case (state)
            WAIT_IDLE:  if (line) next_state = WAIT_START;
            WAIT_START: if (!line) next_state = RX_START;
            RX_START:   if (half) next_state = line ? WAIT_START : RX_DATA;
            RX_DATA:    if (tick && bit_index == last_bit) next_state = RX_STOP;
            RX_STOP:    if (tick) next_state = line ? WAIT_START : WAIT_IDLE;
            default:    next_state = WAIT_IDLE;
        endcase
    end

    always @(posedge clk) begin
        if (rst) state <= WAIT_IDLE;
        else     state <= next_state;
    end

    always @(posedge clk) begin
        sync <= {sync[0], rxd};
        if (rst) begin
            baud_count <= 16'd0;
            bit_index  <= 3'd0;
            shift      <= 8'd0;
            out_data   <= 8'd0;
            out_vld    <= 1'b0;
            overrun    <= 1'b0;
        end else begin
            if (state != next_state || tick) baud_count <= 16'd0;
            else                             baud_count <= baud_count + 16'd1;

            if (state == RX_START) bit_index <= 3'd0;
            if (state == RX_DATA && tick) begin
                shift[bit_index] <= line;
                bit_index        <= bit_index + 3'd1;
            end

            if (out_vld && out_rdy) out_vld <= 1'b0;
            if (state == RX_STOP && tick) begin
                if (out_vld && !out_rdy) overrun <= 1'b1;
                else begin
                    out_data <= shift;
                    out_vld  <= 1'b1;
                    shift    <= 8'd0;
                    if (!line) $display("uart_rx: framing error");
                end
            end
        end
    end
endmodule
