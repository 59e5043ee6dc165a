// SPDX-License-Identifier: Apache-2.0
// A line of a packet switch: each packet is looked up, 1 << LOOKUP steps of a table walk in a cycle,
// and copied, 1 << COPY bytes in a cycle. Queues before, between and behind.

module switch_fifo #(
    parameter int WIDTH = 16,
    parameter int DEPTH = 4
) (
    input  logic             clk, rst,
    input  logic             s_valid,
    output logic             s_ready,
    input  logic [WIDTH-1:0] s_data,
    output logic             m_valid,
    input  logic             m_ready,
    output logic [WIDTH-1:0] m_data
);
    localparam int BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;
    logic [WIDTH-1:0]  memory [DEPTH];
    logic [BITS-1:0]   head, tail;
    logic [$clog2(DEPTH+1)-1:0] count;
    wire push = s_valid && s_ready, pop = m_valid && m_ready;
    assign s_ready = 32'(count) != DEPTH;
    assign m_valid = count != 0;
    assign m_data  = memory[head];
    always_ff @(posedge clk) begin
        if (push) memory[tail] <= s_data;
        if (rst) begin
            head <= '0; tail <= '0; count <= '0;
        end else begin
            if (push) tail <= 32'(tail) == DEPTH - 1 ? '0 : tail + 1'b1;
            if (pop)  head <= 32'(head) == DEPTH - 1 ? '0 : head + 1'b1;
            if (push && !pop) count <= count + 1'b1;
            if (pop && !push) count <= count - 1'b1;
        end
    end
endmodule

// Looks a packet up: its length in steps of a table walk, 1 << SHIFT of them at a time.
module switch_lookup #(
    parameter int SHIFT = 0
) (
    input  logic        clk, rst,
    input  logic        s_valid,
    output logic        s_ready,
    input  logic [15:0] s_data,   // {port, hash, length}
    output logic        m_valid,
    input  logic        m_ready,
    output logic [15:0] m_data,
    output logic        check
);
    typedef enum logic [1:0] {TAKE, WALK, GIVE} state_t;
    state_t state;
    logic [4:0] left;
    assign s_ready = state == TAKE;
    assign m_valid = state == GIVE;
    // Each step at a time needs a comparer of its own.
    logic [15:0] sums [1 << SHIFT];
    for (genvar i = 0; i < (1 << SHIFT); i++)
        always_ff @(posedge clk) sums[i] <= sums[i] * 16'(i + 3) + m_data;
    logic all;
    always_comb begin
        all = 1'b0;
        for (int i = 0; i < (1 << SHIFT); i++) all ^= ^sums[i];
    end
    always_ff @(posedge clk)
        if (rst) begin
            state <= TAKE; left <= '0; m_data <= '0; check <= 1'b0;
        end else case (state)
            TAKE: if (s_valid) begin
                m_data <= s_data;
                left   <= s_data[12:8];
                state  <= WALK;
            end
            WALK: begin
                check <= all;
                left  <= left - 5'(1 << SHIFT);
                if (32'(left) <= (1 << SHIFT)) state <= GIVE;
            end
            default: if (m_ready) state <= TAKE;
        endcase
endmodule

// Copies the payload: length words of 8 bits, 1 << SHIFT of them in a cycle.
module switch_copy #(
    parameter int SHIFT = 0
) (
    input  logic        clk, rst,
    input  logic        s_valid,
    output logic        s_ready,
    input  logic [15:0] s_data,
    output logic        m_valid,
    input  logic        m_ready,
    output logic [15:0] m_data,
    output logic        check
);
    typedef enum logic [1:0] {TAKE, COPY, GIVE} state_t;
    state_t state;
    logic [5:0] left;
    logic [(8 << SHIFT)-1:0] word;
    assign check = ^word;
    assign s_ready = state == TAKE;
    assign m_valid = state == GIVE;
    always_ff @(posedge clk)
        if (rst) begin
            state <= TAKE; left <= '0; m_data <= '0; word <= '0;
        end else case (state)
            TAKE: if (s_valid) begin
                m_data <= s_data;
                left   <= s_data[5:0];
                word   <= {(1 << SHIFT){s_data[7:0]}};
                state  <= COPY;
            end
            COPY: begin
                word <= {word[(8 << SHIFT)-2:0], word[(8 << SHIFT)-1]} + word;
                left <= left - 6'(1 << SHIFT);
                if (32'(left) <= (1 << SHIFT)) state <= GIVE;
            end
            default: if (m_ready) state <= TAKE;
        endcase
endmodule

module packet_switch #(
    parameter int LOOKUP = 0,
    parameter int COPY   = 0,
    parameter int IN     = 4,
    parameter int MIDDLE = 4,
    parameter int OUT    = 4
) (
    input  logic        clk, rst,
    input  logic        s_valid,
    output logic        s_ready,
    input  logic [15:0] s_data,
    output logic        m_valid,
    input  logic        m_ready,
    output logic [15:0] m_data,
    output logic [1:0]  check
);
    logic a_valid, a_ready, b_valid, b_ready, c_valid, c_ready, d_valid, d_ready;
    logic [15:0] a_data, b_data, c_data, d_data;
    switch_fifo #(.DEPTH(IN)) u_in (.clk, .rst, .s_valid, .s_ready, .s_data,
        .m_valid(a_valid), .m_ready(a_ready), .m_data(a_data));
    switch_lookup #(.SHIFT(LOOKUP)) u_lookup (.clk, .rst,
        .s_valid(a_valid), .s_ready(a_ready), .s_data(a_data),
        .m_valid(b_valid), .m_ready(b_ready), .m_data(b_data), .check(check[0]));
    switch_fifo #(.DEPTH(MIDDLE)) u_middle (.clk, .rst,
        .s_valid(b_valid), .s_ready(b_ready), .s_data(b_data),
        .m_valid(c_valid), .m_ready(c_ready), .m_data(c_data));
    switch_copy #(.SHIFT(COPY)) u_copy (.clk, .rst,
        .s_valid(c_valid), .s_ready(c_ready), .s_data(c_data),
        .m_valid(d_valid), .m_ready(d_ready), .m_data(d_data), .check(check[1]));
    switch_fifo #(.DEPTH(OUT)) u_out (.clk, .rst,
        .s_valid(d_valid), .s_ready(d_ready), .s_data(d_data),
        .m_valid, .m_ready, .m_data);
endmodule
