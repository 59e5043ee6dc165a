// SPDX-License-Identifier: Apache-2.0
// Finds packets (sync byte, length, payload, xor check) in a byte sequence and reports a header
// for each of them. The state type comes from the package.

module packet_parser
    import packet_pkg::*;
(
    input  logic    clk,
    input  logic    rst_n,
    input  byte_t   byte_in,
    output logic    m_valid,
    input  logic    m_ready,
    output header_t m_header
);
    parse_state_t state;
    logic [7:0]   remaining;
    logic [7:0]   running_check;

    always_ff @(posedge clk or negedge rst_n) begin
        if (!rst_n) begin
            state         <= HUNT;
            remaining     <= '0;
            running_check <= '0;
            m_header      <= '0;
        end else begin
            case (state)
                HUNT: begin
                    running_check <= '0;
                    if (byte_in.present && byte_in.data == SYNC_BYTE) state <= LENGTH;
                end
                LENGTH: begin
                    if (byte_in.present) begin
                        remaining       <= byte_in.data;
                        m_header.length <= byte_in.data;
                        state           <= byte_in.data == 8'd0 ? CHECK : PAYLOAD;
                    end
                end
                PAYLOAD: begin
                    if (byte_in.present) begin
                        running_check <= running_check ^ byte_in.data;
                        remaining     <= remaining - 8'd1;
                        if (remaining == 8'd1) state <= CHECK;
                    end
                end
                CHECK: begin
                    if (byte_in.present) begin
                        m_header.check <= byte_in.data;
                        m_header.good  <= byte_in.data == running_check;
                        state          <= REPORT;
                    end
                end
                REPORT: if (m_ready) state <= HUNT;
                default: state <= HUNT;
            endcase
        end
    end

    assign m_valid = state == REPORT;
endmodule : packet_parser
