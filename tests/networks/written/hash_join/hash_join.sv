// SPDX-License-Identifier: Apache-2.0
// Joins two tables of a database by their keys: the rows of the smaller one are put into buckets that are linked lists,
// then each row of the larger one is looked for along the list of its bucket.
module table_scan #(parameter int FETCH = 6, parameter int SMALL = 128, parameter int LARGE = 400) (
    input  logic        clk,
    input  logic        rst,
    output logic        row_valid,
    input  logic        row_ready,
    output logic        row_probes,
    output logic [15:0] row_key,
    output logic [15:0] row_id,
    output logic        scanned
);
    logic [3:0] fetching;
    assign row_valid = !scanned && fetching == 4'(FETCH - 1);
    assign row_key   = row_probes ? ((row_id * 16'd13 + 16'd5) & 16'h3ff) : row_id * 16'd7 + 16'd3;
    always_ff @(posedge clk)
        if (rst) begin
            fetching   <= '0;
            row_probes <= 1'b0;
            row_id     <= '0;
            scanned    <= 1'b0;
        end else if (row_valid) begin
            if (row_ready) begin
                fetching <= '0;
                row_id   <= row_id + 16'd1;
                if (!row_probes && row_id == 16'(SMALL - 1)) begin
                    row_probes <= 1'b1;
                    row_id     <= '0;
                end
                if (row_probes && row_id == 16'(LARGE - 1)) scanned <= 1'b1;
            end
        end else if (!scanned) fetching <= fetching + 4'd1;
endmodule

module bucket_table #(parameter int LOG_BUCKETS = 5) (
    input  logic        clk,
    input  logic        rst,
    input  logic        row_valid,
    output logic        row_ready,
    input  logic        row_probes,
    input  logic [15:0] row_key,
    input  logic [15:0] row_id,
    output logic        match_valid,
    input  logic        match_ready,
    output logic [15:0] match_left,
    output logic [15:0] match_right,
    output logic        resting
);
    localparam int BUCKETS = 1 << LOG_BUCKETS;
    enum logic [2:0] {CLEAR, REST, HEAD, LINK, NODE, TEST, GIVE} state;
    logic [7:0]  head[0:BUCKETS-1];     // bit 7: the list is not empty
    logic [7:0]  link[0:127];
    logic [15:0] keys[0:127];
    logic [15:0] key, id, node_key;
    logic        probes;
    logic [7:0]  at, node_link;
    logic [6:0]  sweep;
    wire [LOG_BUCKETS-1:0] bucket = key[LOG_BUCKETS-1:0];
    assign row_ready   = state == REST;
    assign match_valid = state == GIVE;
    assign match_left  = {9'd0, at[6:0]};
    assign match_right = id;
    assign resting     = state == REST;
    always_ff @(posedge clk)
        if (rst) begin
            state <= CLEAR;
            sweep <= '0;
        end else
            case (state)
                CLEAR: begin
                    head[sweep[LOG_BUCKETS-1:0]] <= '0;
                    sweep <= sweep + 7'd1;
                    if (sweep == 7'(BUCKETS - 1)) state <= REST;
                end
                REST: if (row_valid) begin
                    key    <= row_key;
                    id     <= row_id;
                    probes <= row_probes;
                    state  <= HEAD;
                end
                HEAD: begin
                    at    <= head[bucket];
                    state <= probes ? NODE : LINK;
                end
                LINK: begin
                    link[id[6:0]] <= at;
                    keys[id[6:0]] <= key;
                    head[bucket]  <= {1'b1, id[6:0]};
                    state         <= REST;
                end
                NODE: begin
                    node_key  <= keys[at[6:0]];
                    node_link <= link[at[6:0]];
                    state     <= at[7] ? TEST : REST;
                end
                TEST: begin
                    if (node_key == key) state <= GIVE;
                    else begin
                        at    <= node_link;
                        state <= NODE;
                    end
                end
                default: if (match_ready) state <= REST;
            endcase
endmodule

// A match is written as two words into the result, each of which takes a few cycles.
module match_writer #(parameter int WRITE = 6) (
    input  logic        clk,
    input  logic        rst,
    input  logic        match_valid,
    output logic        match_ready,
    input  logic [15:0] match_left,
    input  logic [15:0] match_right,
    output logic        word_valid,
    output logic [15:0] word,
    output logic        idle
);
    logic [4:0]  left;
    logic [15:0] second;
    assign match_ready = left == 0;
    assign idle        = left == 0 && !word_valid;
    always_ff @(posedge clk)
        if (rst) begin
            left       <= '0;
            word_valid <= 1'b0;
        end else begin
            word_valid <= 1'b0;
            if (match_valid && match_ready) begin
                left       <= 5'(2 * WRITE);
                second     <= match_right;
                word       <= match_left;
                word_valid <= 1'b1;
            end else if (left != 0) begin
                left <= left - 5'd1;
                if (left == 5'(WRITE)) begin
                    word       <= second;
                    word_valid <= 1'b1;
                end
            end
        end
endmodule

module hash_join #(parameter int FETCH = 6, parameter int LOG_BUCKETS = 5, parameter int WRITE = 6) (
    input  logic        clk,
    input  logic        rst,
    output logic        word_valid,
    output logic [15:0] word,
    output logic        finished
);
    logic row_valid, row_ready, row_probes, scanned, match_valid, match_ready, resting, idle;
    logic [15:0] row_key, row_id, match_left, match_right;
    table_scan #(.FETCH(FETCH)) u_scan (.clk, .rst, .row_valid, .row_ready, .row_probes, .row_key, .row_id, .scanned);
    bucket_table #(.LOG_BUCKETS(LOG_BUCKETS)) u_table (
        .clk, .rst, .row_valid, .row_ready, .row_probes, .row_key, .row_id, .match_valid, .match_ready, .match_left, .match_right, .resting);
    match_writer #(.WRITE(WRITE)) u_writer (.clk, .rst, .match_valid, .match_ready, .match_left, .match_right, .word_valid, .word, .idle);
    assign finished = scanned && resting && idle;
endmodule
