// SPDX-License-Identifier: Apache-2.0
// Queue that takes every beat and forgets those that come while it is full.

module leaky_fifo #(
    parameter LOG_DEPTH = 2
) (
    input  wire       clk,
    input  wire       rst,
    input  wire [8:0] s_axis_tdata,
    input  wire       s_axis_tvalid,
    output wire       s_axis_tready,
    output wire [8:0] m_axis_tdata,
    output wire       m_axis_tvalid,
    input  wire       m_axis_tready
);
    reg [8:0]         store [0:2**LOG_DEPTH-1];
    reg [LOG_DEPTH:0] write_at, read_at;

    wire full = write_at == {~read_at[LOG_DEPTH], read_at[LOG_DEPTH-1:0]};

    assign s_axis_tready = 1'b1;
    assign m_axis_tvalid = write_at != read_at;
    assign m_axis_tdata  = store[read_at[LOG_DEPTH-1:0]];

    always @(posedge clk) begin
        if (s_axis_tvalid && !full) begin
            store[write_at[LOG_DEPTH-1:0]] <= s_axis_tdata;
            write_at <= write_at + 1'b1;
        end
        if (m_axis_tvalid && m_axis_tready) read_at <= read_at + 1'b1;
        if (rst) begin
            write_at <= 0;
            read_at  <= 0;
        end
    end
endmodule
