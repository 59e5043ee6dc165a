// SPDX-License-Identifier: Apache-2.0
// A processor of one accumulator: fetch, decode, execute; a multiplier that adds and shifts; a data memory with wait states.
module seq_multiplier #(parameter BITS = 16) (
    input  wire        clk,
    input  wire        rst,
    input  wire        mul_go,
    input  wire [15:0] a,
    input  wire [15:0] b,
    output wire        mul_busy,
    output reg  [15:0] product
);
    reg [4:0]  bits;
    reg [15:0] x, y;
    assign mul_busy = bits != 0;
    always @(posedge clk)
        if (rst) bits <= 5'd0;
        else if (mul_go) begin
            bits    <= BITS;
            x       <= a;
            y       <= b;
            product <= 16'd0;
        end else if (mul_busy) begin
            bits <= bits - 5'd1;
            if (y[0]) product <= product + x;
            x <= x << 1;
            y <= y >> 1;
        end
endmodule

module data_memory #(parameter WAITS = 2) (
    input  wire        clk,
    input  wire        rst,
    input  wire        mem_en,
    input  wire        mem_we,
    input  wire [7:0]  mem_addr,
    input  wire [15:0] mem_wdata,
    output wire        mem_wait,
    output reg  [15:0] mem_rdata
);
    reg [15:0] cells[0:255];
    reg [3:0]  n;
    integer i;
    initial for (i = 0; i < 256; i = i + 1) cells[i] = i;
    assign mem_wait = mem_en && n != WAITS;
    always @(posedge clk)
        if (rst) n <= 4'd0;
        else if (mem_en) begin
            n <= mem_wait ? n + 4'd1 : 4'd0;
            mem_rdata <= cells[mem_addr];
            if (mem_we && !mem_wait) cells[mem_addr] <= mem_wdata;
        end
endmodule

module cpu_control (
    input  wire        clk,
    input  wire        rst,
    output reg  [4:0]  pc,
    input  wire [15:0] word,
    output wire        mul_go,
    output wire [15:0] mul_b,
    input  wire        mul_busy,
    input  wire [15:0] product,
    output wire        mem_en,
    output wire        mem_we,
    output wire [7:0]  mem_addr,
    input  wire        mem_wait,
    input  wire [15:0] mem_rdata,
    output reg  [15:0] acc,
    output wire        jumped
);
    localparam LOAD = 4'd1, MUL = 4'd2, ADD = 4'd3, STORE = 4'd4, JUMP = 4'd5;
    localparam S_FETCH = 3'd0, S_EXEC = 3'd1, S_MEM = 3'd2, S_LOADED = 3'd3, S_MULT = 3'd4;
    reg [2:0]  state;
    reg [15:0] ir;
    wire [3:0] op = ir[15:12];
    assign mul_go   = state == S_EXEC && op == MUL;
    assign mul_b    = {4'd0, ir[11:0]};
    assign mem_en   = state == S_MEM;
    assign mem_we   = op == STORE;
    assign mem_addr = ir[7:0];
    assign jumped   = state == S_EXEC && op == JUMP;
    always @(posedge clk)
        if (rst) begin
            state <= S_FETCH;
            pc    <= 5'd0;
            acc   <= 16'd0;
            ir    <= 16'd0;
        end else
            case (state)
                S_FETCH: begin
                    ir    <= word;
                    pc    <= pc + 5'd1;
                    state <= S_EXEC;
                end
                S_EXEC: begin
                    state <= S_FETCH;
                    case (op)
                        LOAD, STORE: state <= S_MEM;
                        MUL:         state <= S_MULT;
                        ADD:         acc <= acc + {4'd0, ir[11:0]};
                        JUMP:        pc <= ir[4:0];
                        default:     ;
                    endcase
                end
                S_MEM: if (!mem_wait) state <= op == LOAD ? S_LOADED : S_FETCH;
                S_LOADED: begin
                    acc   <= mem_rdata;
                    state <= S_FETCH;
                end
                S_MULT: if (!mul_busy) begin
                    acc   <= product;
                    state <= S_FETCH;
                end
                default: state <= S_FETCH;
            endcase
endmodule

module tiny_cpu #(parameter BITS = 16, parameter WAITS = 2) (
    input  wire        clk,
    input  wire        rst,
    output wire [15:0] acc,
    output wire        jumped
);
    wire [4:0]  pc;
    wire [15:0] word, mul_b, product, mem_rdata;
    wire        mul_go, mul_busy, mem_en, mem_we, mem_wait;
    wire [7:0]  mem_addr;
    program_rom rom (.address(pc), .word(word));
    cpu_control control (
        .clk(clk), .rst(rst), .pc(pc), .word(word), .mul_go(mul_go), .mul_b(mul_b), .mul_busy(mul_busy), .product(product),
        .mem_en(mem_en), .mem_we(mem_we), .mem_addr(mem_addr), .mem_wait(mem_wait), .mem_rdata(mem_rdata), .acc(acc), .jumped(jumped));
    seq_multiplier #(.BITS(BITS)) multiplier (.clk(clk), .rst(rst), .mul_go(mul_go), .a(acc), .b(mul_b), .mul_busy(mul_busy), .product(product));
    data_memory #(.WAITS(WAITS)) memory (
        .clk(clk), .rst(rst), .mem_en(mem_en), .mem_we(mem_we), .mem_addr(mem_addr), .mem_wdata(acc), .mem_wait(mem_wait), .mem_rdata(mem_rdata));
endmodule
