// SPDX-License-Identifier: Apache-2.0
// Counts good and bad packets. Written in the record style: one register `r` that holds
// everything, one combinational process that computes its next value `r_next`.

module meter
    import packet_pkg::*;
(
    input  logic        clk,
    input  logic        rst_n,
    input  logic        m_valid,
    output logic        m_ready,
    input  header_t     m_header,
    output logic [15:0] good_count,
    output logic [15:0] bad_count
);
    meter_reg_t r, r_next;

    always_comb begin
        r_next = r;
        case (r.state)
            METER_WAIT: if (m_valid) r_next.state = METER_TAKE;
            METER_TAKE: begin
                if (m_header.good) r_next.good = r.good + 16'd1;
                else               r_next.bad = r.bad + 16'd1;
                r_next.rest  = m_header.length[3:0];
                r_next.state = METER_REST;
            end
            METER_REST: begin
                r_next.rest = r.rest - 4'd1;
                if (r.rest == 4'd0) r_next.state = METER_WAIT;
            end
            default: r_next.state = METER_WAIT;
        endcase
    end

    always_ff @(posedge clk or negedge rst_n) begin
        if (!rst_n) r <= '0;
        else        r <= r_next;
    end

    assign m_ready    = r.state == METER_TAKE;
    assign good_count = r.good;
    assign bad_count  = r.bad;
endmodule : meter

module packet_meter
    import packet_pkg::*;
(
    input  logic        clk,
    input  logic        rst_n,
    input  byte_t       byte_in,
    output logic        parser_idle,
    output logic [15:0] good_count,
    output logic [15:0] bad_count
);
    logic    m_valid, m_ready;
    header_t m_header;

    packet_parser u_parser (
        .clk(clk), .rst_n(rst_n), .byte_in(byte_in),
        .m_valid(m_valid), .m_ready(m_ready), .m_header(m_header)
    );

    meter u_meter (
        .clk(clk), .rst_n(rst_n), .m_valid(m_valid), .m_ready(m_ready), .m_header(m_header),
        .good_count(good_count), .bad_count(bad_count)
    );

    assign parser_idle = !m_valid;
endmodule : packet_meter
