// SPDX-License-Identifier: Apache-2.0
// A router's header check: a dispatcher gives packets to whichever of four lanes is free, an arbiter collects results.
module dispatcher #(parameter LANES = 4) (
    input  wire              clk,
    input  wire              rst,
    input  wire              s_tvalid,
    output wire              s_tready,
    input  wire [31:0]       s_tdata,
    output wire [LANES-1:0]  m_tvalid,
    input  wire [LANES-1:0]  m_tready,
    output wire [31:0]       m_tdata
);
    wire [LANES-1:0] first_free = m_tready & (~m_tready + 1'b1);
    assign m_tvalid = {LANES{s_tvalid}} & first_free;
    assign s_tready = |m_tready;
    assign m_tdata  = s_tdata;
endmodule

module header_lane #(parameter CYCLES = 30) (
    input  wire        clk,
    input  wire        rst,
    input  wire        s_tvalid,
    output wire        s_tready,
    input  wire [31:0] s_tdata,
    output wire        m_tvalid,
    input  wire        m_tready,
    output wire [7:0]  m_tdata
);
    localparam [1:0] WAIT = 0, CHECK = 1, RESULT = 2;
    reg [1:0]  state;
    reg [5:0]  count;
    reg [31:0] header;
    assign s_tready = state == WAIT;
    assign m_tvalid = state == RESULT;
    assign m_tdata  = header[7:0];
    always @(posedge clk)
        if (rst) begin
            state <= WAIT;
            count <= 0;
        end else
            case (state)
                WAIT: if (s_tvalid) begin
                    header <= s_tdata;
                    count  <= 0;
                    state  <= CHECK;
                end
                CHECK: begin
                    header <= {header[0], header[31:1]} ^ {27'd0, header[4:0]};
                    count  <= count + 1'b1;
                    if (count == CYCLES - 1) state <= RESULT;
                end
                default: if (m_tready) state <= WAIT;
            endcase
endmodule

module collector #(parameter LANES = 4, parameter REST = 2) (
    input  wire               clk,
    input  wire               rst,
    input  wire [LANES-1:0]   s_tvalid,
    output reg  [LANES-1:0]   s_tready,
    input  wire [8*LANES-1:0] s_tdata,
    output wire               m_tvalid,
    input  wire               m_tready,
    output reg  [7:0]         m_tdata
);
    reg [1:0] last;
    reg [2:0] rest;
    integer   i;
    reg [1:0] pick;
    reg       any;
    always @* begin
        any  = 1'b0;
        pick = last;
        for (i = LANES; i >= 1; i = i - 1)
            if (s_tvalid[(last+i) % LANES]) begin
                any  = 1'b1;
                pick = (last + i) % LANES;
            end
        s_tready = 0;
        if (any && m_tready && rest == 0) s_tready[pick] = 1'b1;
        m_tdata = s_tdata[8*pick+:8];
    end
    assign m_tvalid = any && rest == 0;
    always @(posedge clk)
        if (rst) begin
            last <= 0;
            rest <= 0;
        end else if (m_tvalid && m_tready) begin
            last <= pick;
            rest <= REST;
        end else if (rest != 0) rest <= rest - 1'b1;
endmodule

module lane_replicas #(parameter CYCLES = 30, parameter REST = 2) (
    input  wire        clk,
    input  wire        rst,
    input  wire        s_axis_tvalid,
    output wire        s_axis_tready,
    input  wire [31:0] s_axis_tdata,
    output wire        m_axis_tvalid,
    input  wire        m_axis_tready,
    output wire [7:0]  m_axis_tdata
);
    wire [3:0]  go_tvalid, go_tready, back_tvalid, back_tready;
    wire [31:0] go_tdata;
    wire [31:0] back_tdata;
    dispatcher u_dispatcher (.clk(clk), .rst(rst), .s_tvalid(s_axis_tvalid), .s_tready(s_axis_tready), .s_tdata(s_axis_tdata),
                             .m_tvalid(go_tvalid), .m_tready(go_tready), .m_tdata(go_tdata));
    genvar g;
    generate
        for (g = 0; g < 4; g = g + 1) begin : lane
            header_lane #(.CYCLES(CYCLES)) u_check (
                .clk(clk), .rst(rst), .s_tvalid(go_tvalid[g]), .s_tready(go_tready[g]), .s_tdata(go_tdata),
                .m_tvalid(back_tvalid[g]), .m_tready(back_tready[g]), .m_tdata(back_tdata[8*g+:8]));
        end
    endgenerate
    collector #(.REST(REST)) u_collector (.clk(clk), .rst(rst), .s_tvalid(back_tvalid), .s_tready(back_tready), .s_tdata(back_tdata),
                                          .m_tvalid(m_axis_tvalid), .m_tready(m_axis_tready), .m_tdata(m_axis_tdata));
endmodule
