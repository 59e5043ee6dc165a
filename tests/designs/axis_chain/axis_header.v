// SPDX-License-Identifier: Apache-2.0
// Puts a header beat with a sequence number before each packet.

module axis_header (
    input  wire        aclk,
    input  wire        aresetn,
    input  wire [31:0] s_axis_tdata,
    input  wire [3:0]  s_axis_tkeep,
    input  wire        s_axis_tlast,
    input  wire        s_axis_tvalid,
    output wire        s_axis_tready,
    output wire [31:0] m_axis_tdata,
    output wire [3:0]  m_axis_tkeep,
    output wire        m_axis_tlast,
    output wire        m_axis_tvalid,
    input  wire        m_axis_tready
);
    localparam [1:0] WAIT_PACKET = 2'd0, SEND_HEADER = 2'd1, SEND_BODY = 2'd2;

    reg [1:0]  phase;
    reg [15:0] sequence_number;

    assign m_axis_tvalid = phase == SEND_HEADER || (phase == SEND_BODY && s_axis_tvalid);
    assign m_axis_tdata  = phase == SEND_HEADER ? {16'hbeef, sequence_number} : s_axis_tdata;
    assign m_axis_tkeep  = phase == SEND_HEADER ? 4'hf : s_axis_tkeep;
    assign m_axis_tlast  = phase == SEND_BODY && s_axis_tlast;
    assign s_axis_tready = phase == SEND_BODY && m_axis_tready;

    always @(posedge aclk) begin
        if (!aresetn) begin
            phase           <= WAIT_PACKET;
            sequence_number <= 16'd0;
        end else begin
            case (phase)
                WAIT_PACKET: if (s_axis_tvalid) phase <= SEND_HEADER;
                SEND_HEADER: if (m_axis_tready) begin
                    phase           <= SEND_BODY;
                    sequence_number <= sequence_number + 16'd1;
                end
                SEND_BODY: if (s_axis_tvalid && m_axis_tready && s_axis_tlast) phase <= WAIT_PACKET;
                default: phase <= WAIT_PACKET;
            endcase
        end
    end
endmodule
