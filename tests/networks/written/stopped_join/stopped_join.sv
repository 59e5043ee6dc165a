// SPDX-License-Identifier: Apache-2.0
// A radio splits samples into a power meter, which answers after sixteen of them, and a delay line of eight, and
// joins both again: the delay line is full before the meter has seen enough, and all stops.
module splitter (
    input  logic        clk, rst,
    input  logic        s_valid,
    output logic        s_ready,
    input  logic [15:0] s_data,
    output logic        p_valid,
    input  logic        p_ready,
    output logic        d_valid,
    input  logic        d_ready,
    output logic [15:0] data
);
    assign s_ready = p_ready && d_ready;
    assign p_valid = s_valid && d_ready;
    assign d_valid = s_valid && p_ready;
    assign data    = s_data;
endmodule

module power_meter #(parameter int WINDOW = 16) (
    input  logic        clk, rst,
    input  logic        s_valid,
    output logic        s_ready,
    input  logic [15:0] s_data,
    output logic        m_valid,
    input  logic        m_ready,
    output logic [15:0] m_data
);
    enum logic {GATHER, ANSWER} state;
    logic [5:0] count;
    assign s_ready = state == GATHER;
    assign m_valid = state == ANSWER;
    always_ff @(posedge clk)
        if (rst) begin
            state  <= GATHER;
            count  <= '0;
            m_data <= '0;
        end else case (state)
            GATHER: if (s_valid) begin
                m_data <= m_data + s_data;
                count  <= count + 1'b1;
                if (count == WINDOW - 1) begin
                    count <= '0;
                    state <= ANSWER;
                end
            end
            default: if (m_ready) begin
                count <= count + 1'b1;
                if (count == WINDOW - 1) begin
                    count <= '0;
                    state <= GATHER;
                end
            end
        endcase
endmodule

module delay_line #(parameter int DEPTH = 8) (
    input  logic        clk, rst,
    input  logic        s_valid,
    output logic        s_ready,
    input  logic [15:0] s_data,
    output logic        m_valid,
    input  logic        m_ready,
    output logic [15:0] m_data
);
    logic [15:0] mem[0:31];
    logic [4:0]  wr, rd;
    logic [5:0]  fill;
    assign s_ready = fill != DEPTH;
    assign m_valid = fill != 0;
    assign m_data  = mem[rd];
    always_ff @(posedge clk)
        if (rst) begin
            wr   <= '0;
            rd   <= '0;
            fill <= '0;
        end else begin
            if (s_valid && s_ready) begin
                mem[wr] <= s_data;
                wr      <= wr + 1'b1;
            end
            if (m_valid && m_ready) rd <= rd + 1'b1;
            fill <= fill + (s_valid && s_ready) - (m_valid && m_ready);
        end
endmodule

module scaler (
    input  logic        clk, rst,
    input  logic        p_valid,
    output logic        p_ready,
    input  logic [15:0] p_data,
    input  logic        d_valid,
    output logic        d_ready,
    input  logic [15:0] d_data,
    output logic        m_valid,
    output logic [15:0] m_data
);
    assign p_ready = d_valid;
    assign d_ready = p_valid;
    always_ff @(posedge clk)
        if (rst) m_valid <= 1'b0;
        else begin
            m_valid <= p_valid && d_valid;
            m_data  <= d_data - (p_data >> 4);
        end
endmodule

module stopped_join #(parameter int WINDOW = 16, parameter int DEPTH = 8) (
    input  logic        clk, rst,
    input  logic        s_valid,
    output logic        s_ready,
    input  logic [15:0] s_data,
    output logic        m_valid,
    output logic [15:0] m_data
);
    logic p_valid, p_ready, d_valid, d_ready, power_valid, power_ready, late_valid, late_ready;
    logic [15:0] data, power, late;
    splitter split (.clk, .rst, .s_valid, .s_ready, .s_data, .p_valid, .p_ready, .d_valid, .d_ready, .data);
    power_meter #(.WINDOW(WINDOW)) meter (.clk, .rst, .s_valid(p_valid), .s_ready(p_ready), .s_data(data), .m_valid(power_valid), .m_ready(power_ready), .m_data(power));
    delay_line #(.DEPTH(DEPTH)) delay (.clk, .rst, .s_valid(d_valid), .s_ready(d_ready), .s_data(data), .m_valid(late_valid), .m_ready(late_ready), .m_data(late));
    scaler scale (.clk, .rst, .p_valid(power_valid), .p_ready(power_ready), .p_data(power), .d_valid(late_valid), .d_ready(late_ready), .d_data(late), .m_valid, .m_data);
endmodule
