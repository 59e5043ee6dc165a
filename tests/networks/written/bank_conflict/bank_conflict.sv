// SPDX-License-Identifier: Apache-2.0
// Pixels of columns are written into four banks by their address; columns are 4 apart, so that nearly all of them
// go to the same bank.
module bank #(parameter int CYCLES = 7) (
    input  logic       clk,
    input  logic       rst,
    input  logic       en,
    output logic       busy,
    input  logic [9:0] addr,
    input  logic [7:0] data,
    output logic       done
);
    logic [7:0] cells[0:255];
    logic [3:0] left;
    assign busy = left != 0;
    assign done = left == 1;
    always_ff @(posedge clk)
        if (rst) left <= '0;
        else if (busy) left <= left - 1'b1;
        else if (en) begin
            left              <= CYCLES;
            cells[addr[9:2]] <= data;
        end
endmodule

module column_writer #(parameter int STRIDE = 4, parameter int THINK = 2) (
    input  logic       clk,
    input  logic       rst,
    output logic       wr,
    input  logic       stop,
    output logic [9:0] addr,
    output logic [7:0] data
);
    logic [5:0] count;
    logic [2:0] think;
    assign wr = think == 0;
    always_ff @(posedge clk)
        if (rst) begin
            addr  <= '0;
            data  <= '0;
            count <= '0;
            think <= '0;
        end else if (!wr) think <= think - 1'b1;
        else if (!stop) begin
            think <= THINK;
            addr  <= addr + STRIDE + (count == 15);
            count <= count == 15 ? '0 : count + 1'b1;
            data  <= data + 8'd5;
        end
endmodule

module bank_switch (
    input  logic       wr,
    output logic       stop,
    input  logic [9:0] addr,
    output logic [3:0] en,
    input  logic [3:0] busy
);
    assign en   = wr ? 4'b0001 << addr[1:0] : 4'b0000;
    assign stop = busy[addr[1:0]];
endmodule

module bank_conflict #(parameter int STRIDE = 4, parameter int THINK = 2, parameter int CYCLES = 7) (
    input  logic       clk,
    input  logic       rst,
    output logic [3:0] done
);
    logic wr, stop;
    logic [9:0] addr;
    logic [7:0] data;
    logic [3:0] en, busy;
    column_writer #(.STRIDE(STRIDE), .THINK(THINK)) writer (.clk, .rst, .wr, .stop, .addr, .data);
    bank_switch switch (.wr, .stop, .addr, .en, .busy);
    generate
        for (genvar b = 0; b < 4; b++) begin : banks
            bank #(.CYCLES(CYCLES)) b_i (.clk, .rst, .en(en[b]), .busy(busy[b]), .addr, .data, .done(done[b]));
        end
    endgenerate
endmodule
