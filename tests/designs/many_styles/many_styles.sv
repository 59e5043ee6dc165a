// SPDX-License-Identifier: Apache-2.0
// One word goes through a checked receiver, a queue whose pointers lie in a module below, and a
// sender behind two levels of flop modules; beside them an array of machines times each lane.

// The reset comes last, after another signal that is called one.
module receiver (
    input  logic       clk,
    input  logic       rst,
    input  logic       in_stb,
    output logic       in_ack,
    input  logic [7:0] in_word,
    output logic       put,
    input  logic       full,
    output logic [7:0] word,
    output logic [7:0] crc
);
    localparam logic [1:0] LISTEN = 2'd0, CHECK = 2'd1, STORE = 2'd2;
    logic [1:0] state;
    logic       reset_crc;

    assign in_ack    = state == LISTEN;
    assign put       = state == STORE;
    assign reset_crc = state == CHECK && word[3:0] == 4'd0;

    always_ff @(posedge clk) begin
        case (state)
            LISTEN: if (in_stb) begin
                word  <= in_word;
                state <= CHECK;
            end
            CHECK: state <= STORE;
            STORE: if (!full) state <= LISTEN;
            default: state <= LISTEN;
        endcase
        if (reset_crc) crc <= 8'hff;
        else if (state == STORE && !full) crc <= {crc[6:0], ^crc} ^ word;
        if (rst) begin
            state <= LISTEN;
            crc   <= 8'hff;
        end
    end
endmodule

module places (
    input  logic       clk,
    input  logic       init,
    input  logic       put,
    input  logic       get,
    output logic [1:0] to,
    output logic [1:0] from,
    output logic       full,
    output logic       empty
);
    logic [2:0] w, r;
    assign full  = (w ^ r) == 3'd4;
    assign empty = w == r;
    assign to    = w[1:0];
    assign from  = r[1:0];
    always_ff @(posedge clk)
        if (init) begin
            w <= 3'd0;
            r <= 3'd0;
        end else begin
            if (put && !full) w <= w + 3'd1;
            if (get && !empty) r <= r + 3'd1;
        end
endmodule

module cells (
    input  logic       clk,
    input  logic       we,
    input  logic [1:0] to,
    input  logic [1:0] from,
    input  logic [7:0] d,
    output logic [7:0] q
);
    logic [7:0] mem [0:3];
    assign q = mem[from];
    always_ff @(posedge clk) if (we) mem[to] <= d;
endmodule

// Cleared by a signal beside its reset, in the module of its pointers.
module word_queue (
    input  logic       clk,
    input  logic       rst,
    input  logic       clear,
    input  logic       push,
    output logic       full,
    input  logic [7:0] d,
    input  logic       pop,
    output logic       empty,
    output logic [7:0] q
);
    logic [1:0] to, from;
    places u_places (.clk, .init(rst | clear), .put(push), .get(pop), .to, .from, .full, .empty);
    cells u_cells (.clk, .we(push && !full), .to, .from, .d, .q);
endmodule

module flop #(parameter int W = 1) (
    input  logic         clk,
    input  logic         rst,
    input  logic [W-1:0] d,
    output logic [W-1:0] q
);
    always_ff @(posedge clk) if (rst) q <= '0; else q <= d;
endmodule

module flop_en #(parameter int W = 1) (
    input  logic         clk,
    input  logic         rst,
    input  logic         en,
    input  logic [W-1:0] d,
    output logic [W-1:0] q
);
    wire [W-1:0] n = en ? d : q;
    flop #(.W(W)) u (.clk, .rst, .d(n), .q);
endmodule

module sender (
    input  logic       clk,
    input  logic       rst,
    input  logic       empty,
    output logic       pop,
    input  logic [7:0] q,
    output logic       outVal,
    input  logic       outStall,
    output logic [7:0] outData
);
    localparam logic [1:0] FETCH = 2'd0, SPIN = 2'd1, OFFER = 2'd2;
    logic [1:0] state, next;
    logic [2:0] left;

    assign pop    = state == FETCH;
    assign outVal = state == OFFER;
    always_comb begin
        next = state;
        case (state)
            FETCH: if (!empty) next = SPIN;
            SPIN: if (left == 3'd0) next = OFFER;
            OFFER: if (!outStall) next = FETCH;
            default: next = FETCH;
        endcase
    end
    flop_en #(.W(2)) u_state (.clk, .rst, .en(1'b1), .d(next), .q(state));
    always_ff @(posedge clk) begin
        if (state == FETCH && !empty) begin
            outData <= q;
            left    <= q[2:0];
        end else if (state == SPIN) left <= left - 3'd1;
    end
endmodule

module many_styles (
    input  logic       clk,
    input  logic       rst,
    input  logic       clear,
    input  logic       in_stb,
    output logic       in_ack,
    input  logic [7:0] in_word,
    output logic       outVal,
    input  logic       outStall,
    output logic [7:0] outData,
    output logic [7:0] crc,
    input  logic [1:0] knock,
    output logic [1:0] open
);
    logic put, full, pop, empty;
    logic [7:0] word, q;

    receiver u_receiver (.*);
    word_queue u_queue (.clk, .rst, .clear, .push(put), .full, .d(word), .pop, .empty, .q);
    sender u_sender (.*);

    localparam logic [1:0] SHUT = 2'd0, OPENING = 2'd1, AJAR = 2'd2;
    logic [1:0] door [0:1];
    always_ff @(posedge clk)
        for (int i = 0; i < 2; i = i + 1)
            if (rst) door[i] <= SHUT;
            else
                case (door[i])
                    SHUT: if (knock[i]) door[i] <= OPENING;
                    OPENING: door[i] <= AJAR;
                    AJAR: if (!knock[i]) door[i] <= SHUT;
                    default: door[i] <= SHUT;
                endcase
    assign open = {door[1] == AJAR, door[0] == AJAR};
endmodule
