// SPDX-License-Identifier: Apache-2.0
// The blocks that the networks are built of. Each has an ID; `+fast=ID` halves its service time, so
// that one build serves every experiment.

// How long one piece of work takes: SERVICE cycles, LATER ones from the piece SWITCH on.
module service_time #(
    parameter integer ID = 0,
    parameter integer SERVICE = 4,
    parameter integer LATER = 0,
    parameter integer SWITCH = 0
) (
    input  wire [31:0] piece,
    output wire [31:0] cycles
);
    integer fast;
    reg     halved;
    initial begin
        if (!$value$plusargs("fast=%d", fast)) fast = 0;
        halved = fast == ID;
    end
    wire [31:0] full = (LATER != 0 && piece >= SWITCH) ? LATER : SERVICE;
    assign cycles = halved ? full / 2 : full;
endmodule

// Takes a token, works on it, gives it.
module stage #(
    parameter integer ID = 0,
    parameter integer SERVICE = 4,
    parameter integer LATER = 0,
    parameter integer SWITCH = 0
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        in_valid,
    output wire        in_ready,
    input  wire [15:0] in_data,
    output wire        out_valid,
    input  wire        out_ready,
    output wire [15:0] out_data
);
    typedef enum logic [1:0] {TAKE, WORK, GIVE} state_t;
    state_t      state;
    logic [15:0] token;
    logic [31:0] left, piece;
    wire  [31:0] cycles;
    service_time #(.ID(ID), .SERVICE(SERVICE), .LATER(LATER), .SWITCH(SWITCH)) u_time (
        .piece(piece), .cycles(cycles)
    );
    assign in_ready  = state == TAKE;
    assign out_valid = state == GIVE;
    assign out_data  = token;
    always_ff @(posedge clk) begin
        if (rst) begin
            state <= TAKE;
            token <= '0;
            left  <= '0;
            piece <= '0;
        end else begin
            case (state)
                TAKE: if (in_valid) begin
                    token <= in_data;
                    left  <= cycles;
                    piece <= piece + 1;
                    state <= WORK;
                end
                WORK: begin
                    left <= left - 1;
                    if (left <= 1) state <= GIVE;
                end
                GIVE: if (out_ready) state <= TAKE;
                default: state <= TAKE;
            endcase
        end
    end
endmodule

// A pipeline without a state machine: takes a token every INTERVAL cycles, gives it LATENCY later.
module pipe #(
    parameter integer ID = 0,
    parameter integer SERVICE = 4,  // interval
    parameter integer LATENCY = 8
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        in_valid,
    output wire        in_ready,
    input  wire [15:0] in_data,
    output wire        out_valid,
    input  wire        out_ready,
    output wire [15:0] out_data
);
    logic [LATENCY-1:0]       filled;
    logic [LATENCY-1:0][15:0] tokens;
    logic [31:0]              gap;
    wire  [31:0]              cycles;
    service_time #(.ID(ID), .SERVICE(SERVICE)) u_time (.piece(32'd0), .cycles(cycles));
    wire move = out_ready || !filled[LATENCY-1];
    assign in_ready  = move && gap == 0;
    assign out_valid = filled[LATENCY-1];
    assign out_data  = tokens[LATENCY-1];
    always_ff @(posedge clk) begin
        if (rst) begin
            filled <= '0;
            tokens <= '0;
            gap    <= '0;
        end else begin
            if (move) begin
                filled <= {filled[LATENCY-2:0], in_valid && in_ready};
                tokens <= {tokens[LATENCY-2:0], in_data};
            end
            if (in_valid && in_ready) gap <= cycles == 0 ? 0 : cycles - 1;
            else if (gap != 0) gap <= gap - 1;
        end
    end
endmodule

// A queue of DEPTH tokens.
module token_queue #(
    parameter integer DEPTH = 4
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        in_valid,
    output wire        in_ready,
    input  wire [15:0] in_data,
    output wire        out_valid,
    input  wire        out_ready,
    output wire [15:0] out_data
);
    localparam integer BITS = $clog2(DEPTH + 1);
    logic [15:0]     tokens[0:DEPTH-1];
    logic [BITS-1:0] head, tail, count;
    wire push = in_valid && in_ready;
    wire pop  = out_valid && out_ready;
    assign in_ready  = count != DEPTH;
    assign out_valid = count != 0;
    assign out_data  = tokens[tail];
    always_ff @(posedge clk) begin
        if (rst) begin
            head  <= '0;
            tail  <= '0;
            count <= '0;
        end else begin
            if (push) begin
                tokens[head] <= in_data;
                head         <= head == DEPTH - 1 ? '0 : head + 1'b1;
            end
            if (pop) tail <= tail == DEPTH - 1 ? '0 : tail + 1'b1;
            if (push && !pop) count <= count + 1'b1;
            if (pop && !push) count <= count - 1'b1;
        end
    end
endmodule

// Passes bursts of LENGTH tokens, SERVICE cycles of rest between them.
module burst #(
    parameter integer ID = 0,
    parameter integer SERVICE = 100,
    parameter integer LENGTH = 16
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        in_valid,
    output wire        in_ready,
    input  wire [15:0] in_data,
    output wire        out_valid,
    input  wire        out_ready,
    output wire [15:0] out_data
);
    typedef enum logic {PREPARE, PASS} state_t;
    state_t      state;
    logic [31:0] left;
    wire  [31:0] cycles;
    service_time #(.ID(ID), .SERVICE(SERVICE)) u_time (.piece(32'd0), .cycles(cycles));
    assign in_ready  = state == PASS && out_ready;
    assign out_valid = state == PASS && in_valid;
    assign out_data  = in_data;
    always_ff @(posedge clk) begin
        if (rst) begin
            state <= PREPARE;
            left  <= '0;
        end else begin
            case (state)
                PREPARE: begin
                    left <= left + 1;
                    if (left + 1 >= cycles) begin
                        state <= PASS;
                        left  <= LENGTH;
                    end
                end
                PASS: if (in_valid && out_ready) begin
                    left <= left - 1;
                    if (left == 1) begin
                        state <= PREPARE;
                        left  <= '0;
                    end
                end
            endcase
        end
    end
endmodule

// Gives each token to both sides.
module fork2 (
    input  wire        clk,
    input  wire        rst,
    input  wire        in_valid,
    output wire        in_ready,
    input  wire [15:0] in_data,
    output wire        a_valid,
    input  wire        a_ready,
    output wire [15:0] a_data,
    output wire        b_valid,
    input  wire        b_ready,
    output wire [15:0] b_data
);
    logic a_has, b_has;  // this side has had the token
    assign a_valid  = in_valid && !a_has;
    assign b_valid  = in_valid && !b_has;
    assign a_data   = in_data;
    assign b_data   = in_data;
    assign in_ready = (a_has || a_ready) && (b_has || b_ready);
    always_ff @(posedge clk) begin
        if (rst || (in_valid && in_ready)) begin
            a_has <= 1'b0;
            b_has <= 1'b0;
        end else begin
            if (a_valid && a_ready) a_has <= 1'b1;
            if (b_valid && b_ready) b_has <= 1'b1;
        end
    end
endmodule

// Takes one token of each side and gives one.
module join2 (
    input  wire        clk,
    input  wire        rst,
    input  wire        a_valid,
    output wire        a_ready,
    input  wire [15:0] a_data,
    input  wire        b_valid,
    output wire        b_ready,
    input  wire [15:0] b_data,
    output logic        out_valid,
    input  wire         out_ready,
    output logic [15:0] out_data
);
    wire take = a_valid && b_valid && (!out_valid || out_ready);
    assign a_ready = b_valid && (!out_valid || out_ready);
    assign b_ready = a_valid && (!out_valid || out_ready);
    always_ff @(posedge clk) begin
        if (rst) begin
            out_valid <= 1'b0;
            out_data  <= '0;
        end else if (take) begin
            out_valid <= 1'b1;
            out_data  <= a_data ^ b_data;
        end else if (out_ready) begin
            out_valid <= 1'b0;
        end
    end
endmodule

// Deals tokens to its sides in turn.
module deal2 (
    input  wire        clk,
    input  wire        rst,
    input  wire        in_valid,
    output wire        in_ready,
    input  wire [15:0] in_data,
    output wire        a_valid,
    input  wire        a_ready,
    output wire [15:0] a_data,
    output wire        b_valid,
    input  wire        b_ready,
    output wire [15:0] b_data
);
    logic turn;
    assign a_valid  = in_valid && !turn;
    assign b_valid  = in_valid && turn;
    assign a_data   = in_data;
    assign b_data   = in_data;
    assign in_ready = turn ? b_ready : a_ready;
    always_ff @(posedge clk) begin
        if (rst) turn <= 1'b0;
        else if (in_valid && in_ready) turn <= !turn;
    end
endmodule

// Takes from its sides in turn.
module merge2 (
    input  wire        clk,
    input  wire        rst,
    input  wire        a_valid,
    output wire        a_ready,
    input  wire [15:0] a_data,
    input  wire        b_valid,
    output wire        b_ready,
    input  wire [15:0] b_data,
    output wire        out_valid,
    input  wire        out_ready,
    output wire [15:0] out_data
);
    logic turn;
    assign out_valid = turn ? b_valid : a_valid;
    assign out_data  = turn ? b_data : a_data;
    assign a_ready   = !turn && out_ready;
    assign b_ready   = turn && out_ready;
    always_ff @(posedge clk) begin
        if (rst) turn <= 1'b0;
        else if (out_valid && out_ready) turn <= !turn;
    end
endmodule

// Works SERVICE cycles on each token, then asks a memory for it and waits for the answer.
module client #(
    parameter integer ID = 0,
    parameter integer SERVICE = 4
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        in_valid,
    output wire        in_ready,
    input  wire [15:0] in_data,
    output wire        out_valid,
    input  wire        out_ready,
    output wire [15:0] out_data,
    output wire        req_valid,
    input  wire        req_ready,
    output wire [15:0] req_data,
    input  wire        resp_valid,
    output wire        resp_ready,
    input  wire [15:0] resp_data
);
    typedef enum logic [2:0] {TAKE, WORK, ASK, LISTEN, GIVE} state_t;
    state_t      state;
    logic [15:0] token;
    logic [31:0] left;
    wire  [31:0] cycles;
    service_time #(.ID(ID), .SERVICE(SERVICE)) u_time (.piece(32'd0), .cycles(cycles));
    assign in_ready   = state == TAKE;
    assign req_valid  = state == ASK;
    assign req_data   = token;
    assign resp_ready = state == LISTEN;
    assign out_valid  = state == GIVE;
    assign out_data   = token;
    always_ff @(posedge clk) begin
        if (rst) begin
            state <= TAKE;
            token <= '0;
            left  <= '0;
        end else begin
            case (state)
                TAKE: if (in_valid) begin
                    token <= in_data;
                    left  <= cycles;
                    state <= WORK;
                end
                WORK: begin
                    left <= left - 1;
                    if (left <= 1) state <= ASK;
                end
                ASK: if (req_ready) state <= LISTEN;
                LISTEN: if (resp_valid) begin
                    token <= resp_data;
                    state <= GIVE;
                end
                GIVE: if (out_ready) state <= TAKE;
                default: state <= TAKE;
            endcase
        end
    end
endmodule

// Lets two clients use one memory, one request at a time, each of which takes the bus SERVICE cycles.
module arbiter #(
    parameter integer ID = 0,
    parameter integer SERVICE = 0
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        a_req_valid,
    output wire        a_req_ready,
    input  wire [15:0] a_req_data,
    output wire        a_resp_valid,
    input  wire        a_resp_ready,
    output wire [15:0] a_resp_data,
    input  wire        b_req_valid,
    output wire        b_req_ready,
    input  wire [15:0] b_req_data,
    output wire        b_resp_valid,
    input  wire        b_resp_ready,
    output wire [15:0] b_resp_data,
    output wire        m_req_valid,
    input  wire        m_req_ready,
    output wire [15:0] m_req_data,
    input  wire        m_resp_valid,
    output wire        m_resp_ready,
    input  wire [15:0] m_resp_data
);
    typedef enum logic [1:0] {CHOOSE, CARRY, FORWARD, RETURN} state_t;
    state_t      state;
    logic        side, last;
    logic [31:0] left;
    wire  [31:0] cycles;
    service_time #(.ID(ID), .SERVICE(SERVICE)) u_time (.piece(32'd0), .cycles(cycles));
    wire    pick = last ? !a_req_valid && b_req_valid : b_req_valid;
    assign m_req_valid  = state == FORWARD;
    assign m_req_data   = side ? b_req_data : a_req_data;
    assign a_req_ready  = state == FORWARD && !side && m_req_ready;
    assign b_req_ready  = state == FORWARD && side && m_req_ready;
    assign a_resp_valid = state == RETURN && !side && m_resp_valid;
    assign b_resp_valid = state == RETURN && side && m_resp_valid;
    assign a_resp_data  = m_resp_data;
    assign b_resp_data  = m_resp_data;
    assign m_resp_ready = state == RETURN && (side ? b_resp_ready : a_resp_ready);
    always_ff @(posedge clk) begin
        if (rst) begin
            state <= CHOOSE;
            side  <= 1'b0;
            last  <= 1'b0;
            left  <= '0;
        end else begin
            case (state)
                CHOOSE: if (a_req_valid || b_req_valid) begin
                    side  <= pick;
                    last  <= pick;
                    left  <= cycles;
                    state <= cycles == 0 ? FORWARD : CARRY;
                end
                CARRY: begin
                    left <= left - 1;
                    if (left <= 1) state <= FORWARD;
                end
                FORWARD: if (m_req_ready) state <= RETURN;
                RETURN:  if (m_resp_valid && m_resp_ready) state <= CHOOSE;
                default: state <= CHOOSE;
            endcase
        end
    end
endmodule

// A stage whose work has a part that only the holder of a lock may do; LOCK_ID halves that part.
module locker #(
    parameter integer ID = 0,
    parameter integer SERVICE = 4,
    parameter integer LOCK_ID = 0,
    parameter integer CRITICAL = 4
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        in_valid,
    output wire        in_ready,
    input  wire [15:0] in_data,
    output wire        out_valid,
    input  wire        out_ready,
    output wire [15:0] out_data,
    output wire        want,
    input  wire        granted
);
    typedef enum logic [2:0] {TAKE, WORK, ACQUIRE, INSIDE, GIVE} state_t;
    state_t      state;
    logic [15:0] token;
    logic [31:0] left;
    wire  [31:0] cycles, inside_cycles;
    service_time #(.ID(ID), .SERVICE(SERVICE)) u_time (.piece(32'd0), .cycles(cycles));
    service_time #(.ID(LOCK_ID), .SERVICE(CRITICAL)) u_inside (.piece(32'd0), .cycles(inside_cycles));
    assign in_ready  = state == TAKE;
    assign out_valid = state == GIVE;
    assign out_data  = token;
    assign want      = state == ACQUIRE || state == INSIDE;
    always_ff @(posedge clk) begin
        if (rst) begin
            state <= TAKE;
            token <= '0;
            left  <= '0;
        end else begin
            case (state)
                TAKE: if (in_valid) begin
                    token <= in_data;
                    left  <= cycles;
                    state <= WORK;
                end
                WORK: begin
                    left <= left - 1;
                    if (left <= 1) state <= ACQUIRE;
                end
                ACQUIRE: if (granted) begin
                    left  <= inside_cycles;
                    state <= INSIDE;
                end
                INSIDE: begin
                    left <= left - 1;
                    if (left <= 1) state <= GIVE;
                end
                GIVE: if (out_ready) state <= TAKE;
                default: state <= TAKE;
            endcase
        end
    end
endmodule

// Grants a lock to one of two.
module lock2 (
    input  wire clk,
    input  wire rst,
    input  wire a_want,
    output wire a_granted,
    input  wire b_want,
    output wire b_granted
);
    typedef enum logic [1:0] {FREE, HELD_A, HELD_B} state_t;
    state_t state;
    logic   last;
    assign a_granted = state == HELD_A;
    assign b_granted = state == HELD_B;
    always_ff @(posedge clk) begin
        if (rst) begin
            state <= FREE;
            last  <= 1'b0;
        end else begin
            case (state)
                FREE: if (a_want && (!b_want || last)) begin
                    state <= HELD_A;
                    last  <= 1'b0;
                end else if (b_want) begin
                    state <= HELD_B;
                    last  <= 1'b1;
                end
                HELD_A: if (!a_want) state <= FREE;
                HELD_B: if (!b_want) state <= FREE;
                default: state <= FREE;
            endcase
        end
    end
endmodule

// Sends each token ROUNDS times around a ring before it takes the next.
module turn #(
    parameter integer ROUNDS = 4
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        in_valid,
    output wire        in_ready,
    input  wire [15:0] in_data,
    output wire        out_valid,
    input  wire        out_ready,
    output wire [15:0] out_data,
    output wire        fwd_valid,
    input  wire        fwd_ready,
    output wire [15:0] fwd_data,
    input  wire        back_valid,
    output wire        back_ready,
    input  wire [15:0] back_data
);
    typedef enum logic [1:0] {TAKE, START, AROUND, GIVE} state_t;
    state_t      state;
    logic [15:0] token;
    logic [31:0] rounds;
    assign in_ready   = state == TAKE;
    assign fwd_valid  = state == START;
    assign fwd_data   = token;
    assign back_ready = state == AROUND;
    assign out_valid  = state == GIVE;
    assign out_data   = token;
    always_ff @(posedge clk) begin
        if (rst) begin
            state  <= TAKE;
            token  <= '0;
            rounds <= '0;
        end else begin
            case (state)
                TAKE: if (in_valid) begin
                    token  <= in_data;
                    rounds <= '0;
                    state  <= START;
                end
                START: if (fwd_ready) state <= AROUND;
                AROUND: if (back_valid) begin
                    token  <= back_data;
                    rounds <= rounds + 1;
                    if (rounds + 1 == ROUNDS) state <= GIVE;
                    else state <= START;
                end
                GIVE: if (out_ready) state <= TAKE;
                default: state <= TAKE;
            endcase
        end
    end
endmodule

// Takes LENGTH tokens before it gives the first of them.
module batch #(
    parameter integer LENGTH = 8
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        in_valid,
    output wire        in_ready,
    input  wire [15:0] in_data,
    output wire        out_valid,
    input  wire        out_ready,
    output wire [15:0] out_data
);
    typedef enum logic {COLLECT, GIVE} state_t;
    state_t      state;
    logic [15:0] tokens[0:LENGTH-1];
    logic [31:0] at;
    assign in_ready  = state == COLLECT;
    assign out_valid = state == GIVE;
    assign out_data  = tokens[at];
    wire step = (in_valid && in_ready) || (out_valid && out_ready);
    wire last = at == LENGTH - 1;
    always_ff @(posedge clk) begin
        if (in_valid && in_ready) tokens[at] <= in_data;
        if (rst) begin
            state <= COLLECT;
            at    <= '0;
        end else begin
            if (step) at <= last ? '0 : at + 1;
            case (state)
                COLLECT: if (in_valid && last) state <= GIVE;
                GIVE:    if (out_ready && last) state <= COLLECT;
            endcase
        end
    end
endmodule

// Fills for SERVICE cycles, works on LENGTH tokens, one a cycle, and flushes for as long.
module filler #(
    parameter integer ID = 0,
    parameter integer SERVICE = 16,
    parameter integer LENGTH = 8
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        in_valid,
    output wire        in_ready,
    input  wire [15:0] in_data,
    output wire        out_valid,
    input  wire        out_ready,
    output wire [15:0] out_data
);
    typedef enum logic [1:0] {FILL, WORK, FLUSH} state_t;
    state_t      state;
    logic [31:0] left;
    wire  [31:0] cycles;
    service_time #(.ID(ID), .SERVICE(SERVICE)) u_time (.piece(32'd0), .cycles(cycles));
    assign in_ready  = state == WORK && out_ready;
    assign out_valid = state == WORK && in_valid;
    assign out_data  = in_data;
    always_ff @(posedge clk) begin
        if (rst) begin
            state <= FILL;
            left  <= '0;
        end else begin
            case (state)
                FILL: begin
                    left <= left + 1;
                    if (left + 1 >= cycles) begin
                        state <= WORK;
                        left  <= LENGTH;
                    end
                end
                WORK: if (in_valid && out_ready) begin
                    left <= left - 1;
                    if (left == 1) state <= FLUSH;
                end
                FLUSH: begin
                    left <= left + 1;
                    if (left + 1 >= cycles) begin
                        state <= FILL;
                        left  <= '0;
                    end
                end
                default: state <= FILL;
            endcase
        end
    end
endmodule

// Works on a token only while it holds two locks. When the second is not granted after PATIENCE
// cycles it gives the first back and starts anew; without PATIENCE it waits for good.
module grabber #(
    parameter integer ID = 0,
    parameter integer SERVICE = 4,
    parameter integer PATIENCE = 0
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        in_valid,
    output wire        in_ready,
    input  wire [15:0] in_data,
    output wire        out_valid,
    input  wire        out_ready,
    output wire [15:0] out_data,
    output wire        first_want,
    input  wire        first_granted,
    output wire        second_want,
    input  wire        second_granted
);
    typedef enum logic [2:0] {TAKE, FIRST, SECOND, BACK_OFF, WORK, GIVE} state_t;
    state_t      state;
    logic [15:0] token;
    logic [31:0] left;
    wire  [31:0] cycles;
    service_time #(.ID(ID), .SERVICE(SERVICE)) u_time (.piece(32'd0), .cycles(cycles));
    assign in_ready    = state == TAKE;
    assign out_valid   = state == GIVE;
    assign out_data    = token;
    assign first_want  = state == FIRST || state == SECOND || state == WORK;
    assign second_want = state == SECOND || state == WORK;
    always_ff @(posedge clk) begin
        if (rst) begin
            state <= TAKE;
            token <= '0;
            left  <= '0;
        end else begin
            case (state)
                TAKE: if (in_valid) begin
                    token <= in_data;
                    state <= FIRST;
                end
                FIRST: if (first_granted) begin
                    left  <= PATIENCE;
                    state <= SECOND;
                end
                SECOND: if (second_granted) begin
                    left  <= cycles;
                    state <= WORK;
                end else if (PATIENCE != 0) begin
                    left <= left - 1;
                    if (left <= 1) begin
                        left  <= 4;
                        state <= BACK_OFF;
                    end
                end
                BACK_OFF: begin
                    left <= left - 1;
                    if (left <= 1) state <= FIRST;
                end
                WORK: begin
                    left <= left - 1;
                    if (left <= 1) state <= GIVE;
                end
                GIVE: if (out_ready) state <= TAKE;
                default: state <= TAKE;
            endcase
        end
    end
endmodule

// Lets LENGTH tokens pass for each call.
module callee #(
    parameter integer LENGTH = 20
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        in_valid,
    output wire        in_ready,
    input  wire [15:0] in_data,
    output wire        out_valid,
    input  wire        out_ready,
    output wire [15:0] out_data,
    input  wire        start,
    output wire        done
);
    typedef enum logic [1:0] {IDLE, PASS, DONE} state_t;
    state_t      state;
    logic [31:0] left;
    assign in_ready  = state == PASS && out_ready;
    assign out_valid = state == PASS && in_valid;
    assign out_data  = in_data;
    assign done      = state == DONE;
    always_ff @(posedge clk) begin
        if (rst) begin
            state <= IDLE;
            left  <= '0;
        end else begin
            case (state)
                IDLE: if (start) begin
                    left  <= LENGTH;
                    state <= PASS;
                end
                PASS: if (in_valid && out_ready) begin
                    left <= left - 1;
                    if (left == 1) state <= DONE;
                end
                DONE:    state <= IDLE;
                default: state <= IDLE;
            endcase
        end
    end
endmodule

// Reads BEATS words over AXI for each token that it takes, up to AHEAD bursts at a time, and gives the sum of
// each FOLD of them.
module reader #(
    parameter integer BEATS = 4,
    parameter integer AHEAD = 1,
    parameter integer FOLD = 1
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        in_valid,
    output wire        in_ready,
    input  wire [15:0] in_data,
    output wire        out_valid,
    input  wire        out_ready,
    output wire [15:0] out_data,
    output wire        m_axi_arvalid,
    input  wire        m_axi_arready,
    output wire [31:0] m_axi_araddr,
    output wire [7:0]  m_axi_arlen,
    input  wire        m_axi_rvalid,
    output wire        m_axi_rready,
    input  wire [15:0] m_axi_rdata,
    input  wire        m_axi_rlast
);
    logic [7:0]  open;  // bursts asked for and not yet read
    logic        full;
    logic [15:0] word;
    logic [7:0]  folded;
    assign m_axi_arvalid = in_valid && open != AHEAD;
    assign in_ready      = m_axi_arready && open != AHEAD;
    assign m_axi_araddr  = {16'd0, in_data};
    assign m_axi_arlen   = BEATS - 1;
    assign m_axi_rready  = !full || out_ready;
    assign out_valid     = full;
    assign out_data      = word;
    wire ask  = m_axi_arvalid && m_axi_arready;
    wire read = m_axi_rvalid && m_axi_rready;
    always_ff @(posedge clk) begin
        if (rst) begin
            open <= '0;
            full <= 1'b0;
            word <= '0;
            folded <= '0;
        end else begin
            if (ask && !(read && m_axi_rlast)) open <= open + 8'd1;
            else if (!ask && read && m_axi_rlast) open <= open - 8'd1;
            if (read) begin
                word   <= folded == 0 ? m_axi_rdata : word + m_axi_rdata;
                folded <= folded == FOLD - 1 ? '0 : folded + 8'd1;
            end
            full <= (read && folded == FOLD - 1) || (full && !out_ready);
        end
    end
endmodule
