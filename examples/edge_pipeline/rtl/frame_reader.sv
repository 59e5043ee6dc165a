// SPDX-License-Identifier: Apache-2.0
// First stage: takes the pixels of a frame from the outside, line by line, and rests a few cycles
// after each line, as a camera does. The last pixel of a frame carries `last`.

module frame_reader #(
    parameter int IMAGE_WIDTH = 64,
    parameter int GAP_CYCLES  = 6
) (
    input  logic       clk,
    input  logic       rst,
    input  logic [7:0] s_axis_tdata,
    input  logic       s_axis_tlast,
    input  logic       s_axis_tvalid,
    output logic       s_axis_tready,
    output logic       out_valid,
    input  logic       out_ready,
    output logic [8:0] out_data  // {last, pixel}
);
    typedef enum logic [1:0] {
        WAIT_FRAME,  // nothing has come of the next frame
        READ_LINE,   // pixels flow
        LINE_GAP     // the rest between two lines
    } state_t;

    state_t      state;
    logic [15:0] column;
    logic [7:0]  gap_left;

    wire moved = s_axis_tvalid && s_axis_tready;

    assign s_axis_tready = state == READ_LINE && out_ready;
    assign out_valid     = state == READ_LINE && s_axis_tvalid;
    assign out_data      = {s_axis_tlast, s_axis_tdata};

    always_ff @(posedge clk) begin
        if (rst) begin
            state    <= WAIT_FRAME;
            column   <= '0;
            gap_left <= '0;
        end else begin
            case (state)
                WAIT_FRAME: begin
                    column <= '0;
                    if (s_axis_tvalid) state <= READ_LINE;
                end
                READ_LINE: if (moved) begin
                    column <= column + 16'd1;
                    if (s_axis_tlast) begin
                        state <= WAIT_FRAME;
                    end else if (column == 16'(IMAGE_WIDTH - 1)) begin
                        column   <= '0;
                        gap_left <= 8'(GAP_CYCLES - 1);
                        state    <= LINE_GAP;
                    end
                end
                LINE_GAP: begin
                    gap_left <= gap_left - 8'd1;
                    if (gap_left == 8'd0) state <= READ_LINE;
                end
                default: state <= WAIT_FRAME;
            endcase
        end
    end
endmodule : frame_reader
