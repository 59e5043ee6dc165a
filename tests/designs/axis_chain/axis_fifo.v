// SPDX-License-Identifier: Apache-2.0
// AXI-Stream FIFO that keeps tdata, tkeep and tlast together in one memory word.

module axis_fifo #(
    parameter DATA_WIDTH = 32,
    parameter DEPTH      = 16
) (
    input  wire                    aclk,
    input  wire                    aresetn,
    input  wire [DATA_WIDTH-1:0]   s_axis_tdata,
    input  wire [DATA_WIDTH/8-1:0] s_axis_tkeep,
    input  wire                    s_axis_tlast,
    input  wire                    s_axis_tvalid,
    output wire                    s_axis_tready,
    output wire [DATA_WIDTH-1:0]   m_axis_tdata,
    output wire [DATA_WIDTH/8-1:0] m_axis_tkeep,
    output wire                    m_axis_tlast,
    output wire                    m_axis_tvalid,
    input  wire                    m_axis_tready
);
    localparam ADDR_WIDTH = $clog2(DEPTH);

    reg [DATA_WIDTH+DATA_WIDTH/8:0] mem [0:DEPTH-1];
    reg [ADDR_WIDTH:0]              wr_ptr, rd_ptr;

    wire full  = wr_ptr == (rd_ptr ^ {1'b1, {ADDR_WIDTH{1'b0}}});
    wire empty = wr_ptr == rd_ptr;

    assign s_axis_tready = !full;
    assign m_axis_tvalid = !empty;
    assign {m_axis_tlast, m_axis_tkeep, m_axis_tdata} = mem[rd_ptr[ADDR_WIDTH-1:0]];

    always @(posedge aclk) begin
        if (s_axis_tvalid && s_axis_tready)
            mem[wr_ptr[ADDR_WIDTH-1:0]] <= {s_axis_tlast, s_axis_tkeep, s_axis_tdata};
        if (!aresetn) begin
            wr_ptr <= 0;
            rd_ptr <= 0;
        end else begin
            if (s_axis_tvalid && s_axis_tready) wr_ptr <= wr_ptr + 1;
            if (m_axis_tvalid && m_axis_tready) rd_ptr <= rd_ptr + 1;
        end
    end
endmodule
