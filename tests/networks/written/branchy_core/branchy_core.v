// SPDX-License-Identifier: Apache-2.0
// A small processor of three stages: fetch, decode, execute. A taken branch flushes what was fetched, a load stalls
// decode until its data are there, a multiplication keeps execute for a few cycles.
module fetch_unit #(parameter REFILL = 3) (
    input             clk,
    input             rst,
    input             stall,
    input             flush,
    input      [7:0]  target,
    output reg        if_valid,
    output reg [7:0]  if_pc
);
    reg [7:0] pc;
    reg [2:0] refill;
    always @(posedge clk)
        if (rst) begin
            pc       <= 0;
            refill   <= 0;
            if_valid <= 0;
        end else if (flush) begin
            pc       <= target;
            refill   <= REFILL;
            if_valid <= 0;
        end else if (refill != 0) begin
            refill   <= refill - 1;
        end else if (!stall) begin
            if_pc    <= pc;
            if_valid <= 1;
            pc       <= pc + 1;
        end
endmodule

// Instructions: op[15:12], d[11:8], a[7:4], b[3:0]; branches take their target from the low bits.
module program_rom (
    input      [7:0]  pc,
    output reg [15:0] code
);
    always @(*)
        case (pc)
            8'd0:  code = 16'h1110;   // li   r1, 0x10: address
            8'd1:  code = 16'h1200;   // li   r2, 0: sum
            8'd2:  code = 16'h1308;   // li   r3, 8: count
            8'd3:  code = 16'h2410;   // ld   r4, [r1]
            8'd4:  code = 16'h3442;   // add  r4, r4, r2
            8'd5:  code = 16'h4245;   // xori r2, r4, 5
            8'd6:  code = 16'h6111;   // addi r1, r1, 1
            8'd7:  code = 16'h7331;   // subi r3, r3, 1
            8'd8:  code = 16'h8303;   // bnz  r3, 3
            8'd9:  code = 16'h5222;   // mul  r2, r2, r2
            8'd10: code = 16'h9200;   // out  r2
            8'd11: code = 16'ha002;   // jmp  2
            default: code = 16'h0000;
        endcase
endmodule

module data_memory #(parameter LATENCY = 2) (
    input             clk,
    input             rst,
    input             ld_start,
    input      [7:0]  ld_addr,
    output            ld_busy,
    output     [15:0] ld_data
);
    reg [2:0] count;
    reg [7:0] addr;
    assign ld_busy = count != 0;
    assign ld_data = {addr, ~addr};
    always @(posedge clk)
        if (rst) count <= 0;
        else if (ld_start) begin
            count <= LATENCY;
            addr  <= ld_addr;
        end else if (count != 0) count <= count - 1;
endmodule

module multiplier #(parameter CYCLES = 8) (
    input             clk,
    input             rst,
    input             mul_start,
    input      [15:0] mul_a,
    input      [15:0] mul_b,
    output            mul_busy,
    output reg [15:0] mul_result
);
    reg [3:0] count;
    assign mul_busy = count != 0;
    always @(posedge clk)
        if (rst) count <= 0;
        else if (mul_start) begin
            count      <= CYCLES;
            mul_result <= mul_a * mul_b;
        end else if (count != 0) count <= count - 1;
endmodule

module execute_unit (
    input             clk,
    input             rst,
    input             if_valid,
    input      [7:0]  if_pc,
    input      [15:0] code,
    output            stall,
    output            flush,
    output     [7:0]  target,
    output            ld_start,
    output     [7:0]  ld_addr,
    input             ld_busy,
    input      [15:0] ld_data,
    output            mul_start,
    output     [15:0] mul_a,
    output     [15:0] mul_b,
    input             mul_busy,
    input      [15:0] mul_result,
    output reg        out_stb,
    output reg [15:0] out_data
);
    reg [15:0] r [0:15];
    reg        loading, multiplying;
    reg [3:0]  pending;
    wire [3:0] op = code[15:12], d = code[11:8], a = code[7:4], b = code[3:0];
    // A result that is on its way is written when it comes; what needs it waits.
    wire busy   = (loading && (a == pending || b == pending || d == pending || op == 4'h2)) || multiplying;
    wire active = if_valid && !busy;
    wire taken  = active && ((op == 4'h8 && r[d] != 0) || op == 4'ha);
    assign stall     = if_valid && busy;
    assign flush     = taken;
    assign target    = code[7:0];
    assign ld_start  = active && op == 4'h2;
    assign ld_addr   = r[a][7:0];
    assign mul_start = active && op == 4'h5;
    assign mul_a     = r[a];
    assign mul_b     = r[b];
    integer i;
    always @(posedge clk)
        if (rst) begin
            loading     <= 0;
            multiplying <= 0;
            out_stb     <= 0;
            for (i = 0; i < 16; i = i + 1) r[i] <= 0;
        end else begin
            out_stb <= active && op == 4'h9;
            if (loading && !ld_busy) begin
                r[pending] <= ld_data;
                loading    <= 0;
            end
            if (multiplying && !mul_busy) begin
                r[pending]  <= mul_result;
                multiplying <= 0;
            end
            if (active)
                case (op)
                    4'h1: r[d] <= code[7:0];
                    4'h2: begin
                        loading <= 1;
                        pending <= d;
                    end
                    4'h3: r[d] <= r[a] + r[b];
                    4'h4: r[d] <= r[a] ^ b;
                    4'h5: begin
                        multiplying <= 1;
                        pending     <= d;
                    end
                    4'h6: r[d] <= r[a] + b;
                    4'h7: r[d] <= r[a] - b;
                    4'h9: out_data <= r[d];
                    default: ;
                endcase
        end
endmodule

module branchy_core #(parameter REFILL = 3, parameter LATENCY = 2, parameter CYCLES = 8) (
    input         clk,
    input         rst,
    output        out_stb,
    output [15:0] out_data
);
    wire stall, flush, if_valid, ld_start, ld_busy, mul_start, mul_busy;
    wire [7:0] target, if_pc, ld_addr;
    wire [15:0] code, ld_data, mul_a, mul_b, mul_result;
    fetch_unit #(.REFILL(REFILL)) fetch (.clk(clk), .rst(rst), .stall(stall), .flush(flush), .target(target), .if_valid(if_valid), .if_pc(if_pc));
    program_rom rom (.pc(if_pc), .code(code));
    execute_unit execute (.clk(clk), .rst(rst), .if_valid(if_valid), .if_pc(if_pc), .code(code), .stall(stall), .flush(flush), .target(target),
        .ld_start(ld_start), .ld_addr(ld_addr), .ld_busy(ld_busy), .ld_data(ld_data),
        .mul_start(mul_start), .mul_a(mul_a), .mul_b(mul_b), .mul_busy(mul_busy), .mul_result(mul_result), .out_stb(out_stb), .out_data(out_data));
    data_memory #(.LATENCY(LATENCY)) dmem (.clk(clk), .rst(rst), .ld_start(ld_start), .ld_addr(ld_addr), .ld_busy(ld_busy), .ld_data(ld_data));
    multiplier #(.CYCLES(CYCLES)) mul (.clk(clk), .rst(rst), .mul_start(mul_start), .mul_a(mul_a), .mul_b(mul_b), .mul_busy(mul_busy), .mul_result(mul_result));
endmodule
