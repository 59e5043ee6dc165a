// SPDX-License-Identifier: Apache-2.0
// The same with its memory in a module of its own, so that only the pointers tell what it is.

module simple_ram #(
    parameter LOG_DEPTH = 4
) (
    input  wire                 clk,
    input  wire                 write,
    input  wire [LOG_DEPTH-1:0] write_address,
    input  wire [8:0]           write_data,
    input  wire [LOG_DEPTH-1:0] read_address,
    output wire [8:0]           read_data
);
    reg [8:0] cells [0:2**LOG_DEPTH-1];
    assign read_data = cells[read_address];
    always @(posedge clk) if (write) cells[write_address] <= write_data;
endmodule

module ram_fifo #(
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
    reg [LOG_DEPTH:0] write_at, packet_start, read_at;
    wire              full  = write_at == {~read_at[LOG_DEPTH], read_at[LOG_DEPTH-1:0]};
    wire              keep  = s_axis_tvalid && s_axis_tready;
    wire              undo  = keep && s_axis_tlast && s_axis_tuser;

    assign s_axis_tready = !full || packet_start == read_at;
    assign m_axis_tvalid = packet_start != read_at;

    simple_ram #(.LOG_DEPTH(LOG_DEPTH)) u_ram (
        .clk(clk), .write(keep), .write_address(write_at[LOG_DEPTH-1:0]),
        .write_data({s_axis_tlast, s_axis_tdata}), .read_address(read_at[LOG_DEPTH-1:0]),
        .read_data({m_axis_tlast, m_axis_tdata})
    );

    always @(posedge clk) begin
        if (undo || (keep && full)) write_at <= packet_start;
        else if (keep) write_at <= write_at + 1'b1;
        if (keep && !full && !undo && s_axis_tlast) packet_start <= write_at + 1'b1;
        if (m_axis_tvalid && m_axis_tready) read_at <= read_at + 1'b1;
        if (rst) begin
            write_at     <= 0;
            packet_start <= 0;
            read_at      <= 0;
        end
    end
endmodule
