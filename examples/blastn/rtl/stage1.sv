// SPDX-License-Identifier: Apache-2.0
// Stage 1: words of the database that the query has too.

// Makes the 8 words that begin in the oldest 8 bases it holds, one for each lane. It holds 64 bases, so that stage 2, which looks 32 bases
// behind a word, finds them read.
module word_maker (
    input  logic        clk,
    input  logic        rst,
    input  logic        s_valid,
    output logic        s_ready,
    input  logic [15:0] s_data,
    output logic [7:0]  m_valid,
    input  logic [7:0]  m_ready,
    output logic [7:0][53:0] m_data // position in the database, word
);
    logic [127:0] held;              // 64 bases, the oldest in the lowest bits
    logic [3:0]   beats;
    logic [31:0]  position;
    wire full = beats == 4'd8;
    wire go   = s_valid && (!full || &m_ready);
    assign s_ready = !full || &m_ready;
    assign m_valid = {8{full && s_valid && (&m_ready)}};
    for (genvar k = 0; k < 8; ++k) begin : word
        assign m_data[k] = {position + 32'(k), held[2*k +: 22]};
    end
    always_ff @(posedge clk) begin
        if (rst) begin
            beats <= '0;
            position <= '0;
        end else if (go) begin
            held <= {s_data, held[127:16]};
            if (full) position <= position + 32'd8;
            else beats <= beats + 4'd1;
        end
    end
endmodule : word_maker

// Stage 1a: a word passes if its bits are set in both tables.
module bloom (
    input  logic        clk,
    input  logic        rst,
    input  logic        s_valid,
    output logic        s_ready,
    input  logic [53:0] s_data,
    output logic        m_valid,
    input  logic        m_ready,
    output logic [53:0] m_data
);
    logic table0 [0:8191], table1 [0:8191];
    logic [53:0] held;
    logic        holds, in0, in1;
    wire  [21:0] word = s_data[21:0];
    wire  passes = holds && in0 && in1;
    initial begin
        $readmemb("bloom0.mem", table0);
        $readmemb("bloom1.mem", table1);
    end
    assign m_valid = passes;
    assign m_data  = held;
    assign s_ready = !passes || m_ready;
    always_ff @(posedge clk) begin
        if (rst) holds <= 1'b0;
        else if (s_ready) holds <= s_valid;
        if (s_valid && s_ready) begin
            held <= s_data;
            in0 <= table0[word[12:0]];
            in1 <= table1[13'(word * 22'd2531 >> 9)];
        end
    end
endmodule : bloom

// Takes from whichever input has something, in turn.
module merge #(
    parameter int WIDTH = 8,
    parameter int INPUTS = 4
) (
    input  logic              clk,
    input  logic              rst,
    input  logic [INPUTS-1:0] s_valid,
    output logic [INPUTS-1:0] s_ready,
    input  logic [INPUTS-1:0][WIDTH-1:0] s_data,
    output logic              m_valid,
    input  logic              m_ready,
    output logic [WIDTH-1:0]  m_data
);
    localparam int BITS = $clog2(INPUTS);
    logic [BITS-1:0] first, chosen;
    always_comb begin
        chosen = first;
        for (int i = INPUTS - 1; i >= 0; --i)
            if (s_valid[BITS'(first + BITS'(i))]) chosen = BITS'(first + BITS'(i));
    end
    assign m_valid = |s_valid;
    assign m_data  = s_data[chosen];
    always_comb begin
        s_ready = '0;
        s_ready[chosen] = m_ready;
    end
    always_ff @(posedge clk) begin
        if (rst) first <= '0;
        else if (m_valid && m_ready) first <= chosen + 1'b1;
    end
endmodule : merge

// Stage 1b asks the SRAM where the query has a word: two cycles for each.
module lookup (
    input  logic        clk,
    input  logic        rst,
    input  logic        s_valid,
    output logic        s_ready,
    input  logic [53:0] s_data,
    output logic        m_valid,
    input  logic        m_ready,
    output logic [53:0] m_data
);
    typedef enum logic {TAKE, ASK} state_t;
    state_t state;
    assign s_ready = state == TAKE;
    assign m_valid = state == ASK;
    always_ff @(posedge clk) begin
        if (rst) state <= TAKE;
        else
            case (state)
                TAKE: if (s_valid) state <= ASK;
                default: if (m_ready) state <= TAKE;
            endcase
        if (state == TAKE && s_valid) m_data <= s_data;
    end
endmodule : lookup

// The SRAM with the hash table of the query: rows of four entries, each with a mark, a word, and where the query has it. An answer comes
// after LATENCY cycles, one may be asked for in each cycle, and all wait while the last one is not taken.
module sram #(
    parameter int LATENCY = 28
) (
    input  logic        clk,
    input  logic        rst,
    input  logic        s_valid,
    output logic        s_ready,
    input  logic [53:0] s_data,
    output logic        m_valid,
    input  logic        m_ready,
    output logic [42:0] m_data       // in the database, in the query, and whether it is there
);
    logic [135:0] rows [0:4095];
    logic [42:0] answers [LATENCY];
    logic [LATENCY-1:0] valid;
    logic [42:0] answer;
    initial $readmemh("table.mem", rows);
    wire [135:0] row = rows[12'(s_data[21:0] * 22'd1597 >> 10)];
    always_comb begin
        answer = {s_data[52:22], 12'd0};
        for (int i = 0; i < 4; ++i)
            if (row[34 * i + 33] && row[34 * i +: 22] == s_data[21:0]) answer = {s_data[52:22], 1'b1, row[34 * i + 22 +: 11]};
    end
    assign s_ready = !m_valid || m_ready;
    assign m_valid = valid[LATENCY-1];
    assign m_data  = answers[LATENCY-1];
    always_ff @(posedge clk) begin
        if (rst) valid <= '0;
        else if (s_ready) valid <= {valid[LATENCY-2:0], s_valid};
        if (s_ready) begin
            answers[0] <= answer;
            for (int i = 1; i < LATENCY; ++i) answers[i] <= answers[i-1];
        end
    end
endmodule : sram

// Drops the words that the query does not have.
module known (
    input  logic        clk,
    input  logic        rst,
    input  logic        s_valid,
    output logic        s_ready,
    input  logic [42:0] s_data,
    output logic        m_valid,
    input  logic        m_ready,
    output logic [42:0] m_data
);
    logic holds;
    assign m_valid = holds;
    assign s_ready = !holds || m_ready;
    always_ff @(posedge clk) begin
        if (rst) holds <= 1'b0;
        else if (s_ready) holds <= s_valid && s_data[11];
        if (s_valid && s_ready) m_data <= s_data;
    end
endmodule : known
