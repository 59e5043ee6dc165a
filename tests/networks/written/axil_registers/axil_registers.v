// SPDX-License-Identifier: Apache-2.0
// A sequencer sets up a sensor over AXI4-Lite. The bridge behind it writes each register over a serial bus, bit by bit,
// and answers only then.
module setup_sequencer (
    input  wire        aclk,
    input  wire        aresetn,
    output reg  [7:0]  m_axi_awaddr,
    output reg         m_axi_awvalid,
    input  wire        m_axi_awready,
    output reg  [31:0] m_axi_wdata,
    output reg         m_axi_wvalid,
    input  wire        m_axi_wready,
    input  wire        m_axi_bvalid,
    output wire        m_axi_bready,
    output reg  [9:0]  written
);
    parameter PAUSE = 4;
    localparam [1:0] PREPARE = 2'b00, WRITE = 2'b01, RESPONSE = 2'b10;
    reg [1:0] state;
    reg [3:0] pause;
    assign m_axi_bready = state == RESPONSE;
    always @(posedge aclk)
        if (!aresetn) begin
            state         <= PREPARE;
            pause         <= 4'd0;
            m_axi_awaddr  <= 8'd0;
            m_axi_awvalid <= 1'b0;
            m_axi_wdata   <= 32'd0;
            m_axi_wvalid  <= 1'b0;
            written       <= 10'd0;
        end else begin
            case (state)
                PREPARE: begin
                    pause <= pause + 4'd1;
                    if (pause == PAUSE - 1) begin
                        pause         <= 4'd0;
                        m_axi_awvalid <= 1'b1;
                        m_axi_wvalid  <= 1'b1;
                        m_axi_wdata   <= m_axi_wdata + 32'h01010101;
                        state         <= WRITE;
                    end
                end
                WRITE: begin
                    if (m_axi_awready) m_axi_awvalid <= 1'b0;
                    if (m_axi_wready) m_axi_wvalid <= 1'b0;
                    if ((m_axi_awready || !m_axi_awvalid) && (m_axi_wready || !m_axi_wvalid)) state <= RESPONSE;
                end
                RESPONSE: if (m_axi_bvalid) begin
                    written      <= written + 10'd1;
                    m_axi_awaddr <= m_axi_awaddr + 8'd4;
                    state        <= PREPARE;
                end
                default: state <= PREPARE;
            endcase
        end
endmodule

module serial_bridge (
    input  wire        aclk,
    input  wire        aresetn,
    input  wire [7:0]  s_axi_awaddr,
    input  wire        s_axi_awvalid,
    output wire        s_axi_awready,
    input  wire [31:0] s_axi_wdata,
    input  wire        s_axi_wvalid,
    output wire        s_axi_wready,
    output reg         s_axi_bvalid,
    input  wire        s_axi_bready,
    output wire        sda
);
    parameter BITS = 40;
    reg        shifting;
    reg [5:0]  bit_no;
    reg [39:0] shift;
    wire take = s_axi_awvalid && s_axi_wvalid && !shifting && !s_axi_bvalid;
    assign s_axi_awready = take;
    assign s_axi_wready  = take;
    assign sda           = shift[39];
    always @(posedge aclk)
        if (!aresetn) begin
            shifting     <= 1'b0;
            bit_no       <= 6'd0;
            shift        <= 40'd0;
            s_axi_bvalid <= 1'b0;
        end else begin
            if (s_axi_bvalid && s_axi_bready) s_axi_bvalid <= 1'b0;
            if (take) begin
                shift    <= {s_axi_awaddr, s_axi_wdata};
                bit_no   <= 6'd0;
                shifting <= 1'b1;
            end else if (shifting) begin
                shift  <= shift << 1;
                bit_no <= bit_no + 6'd1;
                if (bit_no == BITS - 1) begin
                    shifting     <= 1'b0;
                    s_axi_bvalid <= 1'b1;
                end
            end
        end
endmodule

module axil_registers #(parameter PAUSE = 4, parameter BITS = 40) (
    input  wire       aclk,
    input  wire       aresetn,
    output wire [9:0] written,
    output wire       sda
);
    wire [7:0]  awaddr;
    wire [31:0] wdata;
    wire awvalid, awready, wvalid, wready, bvalid, bready;
    setup_sequencer #(.PAUSE(PAUSE)) sequencer (
        .aclk(aclk), .aresetn(aresetn), .m_axi_awaddr(awaddr), .m_axi_awvalid(awvalid), .m_axi_awready(awready), .m_axi_wdata(wdata),
        .m_axi_wvalid(wvalid), .m_axi_wready(wready), .m_axi_bvalid(bvalid), .m_axi_bready(bready), .written(written));
    serial_bridge #(.BITS(BITS)) bridge (
        .aclk(aclk), .aresetn(aresetn), .s_axi_awaddr(awaddr), .s_axi_awvalid(awvalid), .s_axi_awready(awready), .s_axi_wdata(wdata),
        .s_axi_wvalid(wvalid), .s_axi_wready(wready), .s_axi_bvalid(bvalid), .s_axi_bready(bready), .sda(sda));
endmodule
