// SPDX-License-Identifier: Apache-2.0
// Stage 2: extends a match to both sides, without gaps.

// Gives each beat to the next output, in turn.
module share #(
    parameter int WIDTH = 8,
    parameter int OUTPUTS = 4
) (
    input  logic               clk,
    input  logic               rst,
    input  logic               s_valid,
    output logic               s_ready,
    input  logic [WIDTH-1:0]   s_data,
    output logic [OUTPUTS-1:0] m_valid,
    input  logic [OUTPUTS-1:0] m_ready,
    output logic [WIDTH-1:0]   m_data
);
    logic [$clog2(OUTPUTS)-1:0] turn;
    assign m_data  = s_data;
    assign s_ready = m_ready[turn];
    always_comb begin
        m_valid = '0;
        m_valid[turn] = s_valid;
    end
    always_ff @(posedge clk) begin
        if (rst) turn <= '0;
        else if (s_valid && s_ready) turn <= turn + 1'b1;
    end
endmodule : share

// A base that matches counts 1, one that does not -3; the best score counts. A side ends behind 32 bases, at an end of the query or of the database, and when
// the score is more than 10 below the best.
module extend #(
    parameter int WINDOW_BITS = 16
) (
    input  logic        clk,
    input  logic        rst,
    input  logic        base_valid,
    input  logic [15:0] base_data,
    input  logic        s_valid,
    output logic        s_ready,
    input  logic [42:0] s_data,
    output logic        m_valid,
    input  logic        m_ready,
    output logic [49:0] m_data
);
    localparam int LENGTH = 2048, REACH = 32, LEAST = 16, DROP = 10;
    typedef enum logic [1:0] {TAKE, RIGHT, LEFT, GIVE} state_t;
    state_t state;
    logic [15:0] window [0:(1 << (WINDOW_BITS - 3))-1];
    logic [1:0]  query [0:LENGTH-1];
    logic [WINDOW_BITS-4:0] filled;
    logic [30:0] place;
    logic [11:0] at;
    logic [5:0]  step;
    logic signed [8:0] score, best;
    initial $readmemb("query.mem", query);

    // The base that is compared now, in the database and in the query, one position further than they reach.
    wire [30:0] there = state == RIGHT ? place + 31'd11 + 31'(step) : place - 31'd1 - 31'(step);
    wire [12:0] here  = state == RIGHT ? 13'(at) + 13'd11 + 13'(step) : 13'(at) - 13'd1 - 13'(step);
    wire [15:0] beat = window[there[WINDOW_BITS-1:3]];
    wire same = beat[2 * there[2:0] +: 2] == query[here[10:0]];
    wire signed [8:0] next = score + (same ? 9'sd1 : -9'sd3);
    wire over = state == RIGHT ? here >= LENGTH : here[12] || (there[30] && !place[30]);
    wire done = over || step == REACH[5:0] || score < best - DROP;

    assign s_ready = state == TAKE;
    assign m_valid = state == GIVE && best >= LEAST;
    assign m_data  = {best[7:0], at[10:0], place};
    always_ff @(posedge clk) begin
        if (base_valid) window[filled] <= base_data;
        if (rst) filled <= '0;
        else if (base_valid) filled <= filled + 1'b1;
    end
    always_ff @(posedge clk) begin
        if (rst) state <= TAKE;
        else
            case (state)
                TAKE: if (s_valid) state <= RIGHT;
                RIGHT: if (done) state <= LEFT;
                LEFT: if (done) state <= GIVE;
                default: if (best < LEAST || m_ready) state <= TAKE;
            endcase
        if (state == TAKE && s_valid) begin
            place <= s_data[42:12];
            at <= {1'b0, s_data[10:0]};
            {step, score, best} <= {6'd0, 9'sd11, 9'sd11};
        end else if (state == RIGHT || state == LEFT) begin
            step <= done ? 6'd0 : step + 6'd1;
            score <= done ? best : next;
            if (!done && next > best) best <= next;
        end
    end
endmodule : extend
