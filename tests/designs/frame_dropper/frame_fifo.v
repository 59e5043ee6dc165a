// SPDX-License-Identifier: Apache-2.0
// Queue of whole packets: what does not fit, and what is marked bad at its end, is taken back by
// setting the write pointer to where the packet began. Beats that went in need not come out.

module frame_fifo #(
    parameter LOG_DEPTH = 4
) (
    input  wire       clk,
    input  wire       rst,
    input  wire [7:0] s_axis_tdata,
    input  wire       s_axis_tvalid,
    output wire       s_axis_tready,
    input  wire       s_axis_tlast,
    input  wire       s_axis_tuser,
    output wire [7:0] m_axis_tdata,
    output wire       m_axis_tvalid,
    input  wire       m_axis_tready,
    output wire       m_axis_tlast
);
    reg [8:0]         store [0:2**LOG_DEPTH-1];
    reg [LOG_DEPTH:0] write_at, packet_start, read_at;
    reg               dropping;

    wire full  = write_at == {~read_at[LOG_DEPTH], read_at[LOG_DEPTH-1:0]};
    wire empty = packet_start == read_at;

    assign s_axis_tready = 1'b1;
    assign m_axis_tvalid = !empty;
    assign {m_axis_tlast, m_axis_tdata} = store[read_at[LOG_DEPTH-1:0]];

    always @(posedge clk) begin
        if (s_axis_tvalid && s_axis_tready) begin
            if (full || dropping) begin
                dropping <= !s_axis_tlast;
                if (s_axis_tlast) write_at <= packet_start;
            end else begin
                store[write_at[LOG_DEPTH-1:0]] <= {s_axis_tlast, s_axis_tdata};
                write_at <= write_at + 1'b1;
                if (s_axis_tlast && s_axis_tuser) write_at <= packet_start;
                else if (s_axis_tlast) packet_start <= write_at + 1'b1;
            end
        end
        if (m_axis_tvalid && m_axis_tready) read_at <= read_at + 1'b1;
        if (rst) begin
            write_at     <= 0;
            packet_start <= 0;
            read_at      <= 0;
            dropping     <= 0;
        end
    end
endmodule
