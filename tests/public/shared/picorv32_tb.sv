// SPDX-License-Identifier: Apache-2.0
// A loop of multiplications (MULTIPLY: 0 adds instead, 1 takes the product's low half, 2 its high half); then a store ends it.
module tb;
    parameter LATENCY = 0, MULTIPLY = 1, TURNS = 100;
    reg clk = 0, resetn = 0;
    wire valid, instr, trap;
    wire [31:0] addr, wdata;
    wire [3:0] wstrb;
    reg ready = 0;
    reg [31:0] rdata = 0;
    reg [31:0] memory [0:15];
    integer cycles = 0, wait_for = LATENCY;
    picorv32 #(.ENABLE_MUL(1), .ENABLE_COUNTERS(0)) dut (
        .clk(clk), .resetn(resetn), .trap(trap), .mem_valid(valid), .mem_instr(instr), .mem_ready(ready), .mem_addr(addr),
        .mem_wdata(wdata), .mem_wstrb(wstrb), .mem_rdata(rdata), .pcpi_wr(1'b0), .pcpi_rd(32'd0), .pcpi_wait(1'b0),
        .pcpi_ready(1'b0), .irq(32'd0));
    initial begin
        memory[0] = 32'h00700513;                                       // li   a0, 7
        memory[1] = 32'h00d00593;                                       // li   a1, 13
        memory[2] = {TURNS[11:0], 20'h00693};                           // li   a3, TURNS
        case (MULTIPLY)
            0: memory[3] = 32'h00b50533;                                // add   a0, a0, a1
            1: memory[3] = 32'h02b50533;                                // mul   a0, a0, a1
            default: memory[3] = 32'h02b53533;                          // mulhu a0, a0, a1
        endcase
        memory[4] = 32'h00150513;                                       // addi a0, a0, 1
        memory[5] = 32'hfff68693;                                       // addi a3, a3, -1
        memory[6] = 32'hfe069ae3;                                       // bnez a3, -12
        memory[7] = 32'h10a02023;                                       // sw   a0, 256(zero)
    end
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        resetn <= cycles > 3;
        ready <= 0;
        if (valid && !ready) begin
            if (wait_for != 0) wait_for <= wait_for - 1;
            else begin
                ready <= 1;
                rdata <= memory[addr[5:2]];
                wait_for <= LATENCY;
                if (wstrb != 0) begin
                    $display("result %h", wdata);
                    $display("cycles %0d", cycles);
                    $finish;
                end
            end
        end
    end
endmodule
