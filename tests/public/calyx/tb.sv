// SPDX-License-Identifier: Apache-2.0
// Three memories of one word a beat around an adder of vectors: each answers LATENCY cycles after it is asked.
module memory #(parameter int LATENCY = 200, parameter int FIRST = 0) (
    input  logic        clk,
    input  logic        rst,
    input  logic        ar_valid,
    output logic        ar_ready,
    input  logic [63:0] ar_addr,
    input  logic [7:0]  ar_len,
    output logic        r_valid,
    input  logic        r_ready,
    output logic        r_last,
    output logic [31:0] r_data,
    input  logic        aw_valid,
    output logic        aw_ready,
    input  logic [63:0] aw_addr,
    input  logic        w_valid,
    output logic        w_ready,
    input  logic        w_last,
    input  logic [31:0] w_data,
    output logic        b_valid,
    input  logic        b_ready
);
    logic [31:0] cells[0:7];
    logic [2:0]  read_at, write_at;
    logic [8:0]  beats;
    int          read_wait, write_wait;
    logic        writing, answering;
    assign ar_ready = beats == 0;
    assign r_valid  = beats != 0 && read_wait == 0;
    assign r_last   = beats == 1;
    assign r_data   = cells[read_at];
    assign aw_ready = !writing && !answering;
    assign w_ready  = writing;
    assign b_valid  = answering && write_wait == 0;
    always_ff @(posedge clk)
        if (rst) begin
            for (int i = 0; i < 8; i++) cells[i] <= FIRST + 3 * i;
            beats     <= '0;
            writing   <= 0;
            answering <= 0;
        end else begin
            if (ar_valid && ar_ready) begin
                beats     <= ar_len + 1;
                read_at   <= ar_addr[4:2];
                read_wait <= LATENCY;
            end else if (beats != 0 && read_wait != 0) read_wait <= read_wait - 1;
            else if (r_valid && r_ready) begin
                beats   <= beats - 1'b1;
                read_at <= read_at + 1'b1;
            end
            if (aw_valid && aw_ready) begin
                writing  <= 1;
                write_at <= aw_addr[4:2];
            end else if (w_valid && w_ready) begin
                cells[write_at] <= w_data;
                write_at        <= write_at + 1'b1;
                if (w_last) begin
                    writing    <= 0;
                    answering  <= 1;
                    write_wait <= LATENCY;
                end
            end
            if (answering && write_wait != 0) write_wait <= write_wait - 1;
            else if (b_valid && b_ready) answering <= 0;
        end
endmodule

module tb;
    parameter int LATENCY = 200, RUNS = 12;
    logic clk = 0, rst = 1, go = 0, done;
    int cycles = 0, runs = 0;
    always #5 clk = ~clk;
    logic [2:0] ar_valid, ar_ready, r_valid, r_ready, r_last, aw_valid, aw_ready, w_valid, w_ready, w_last, b_valid, b_ready;
    logic [63:0] ar_addr[3], aw_addr[3];
    logic [7:0]  ar_len[3];
    logic [31:0] r_data[3], w_data[3];
    for (genvar i = 0; i < 3; i++) begin : g_memory
        memory #(.LATENCY(LATENCY), .FIRST(100 * i)) ram (
            .clk, .rst, .ar_valid(ar_valid[i]), .ar_ready(ar_ready[i]), .ar_addr(ar_addr[i]), .ar_len(ar_len[i]),
            .r_valid(r_valid[i]), .r_ready(r_ready[i]), .r_last(r_last[i]), .r_data(r_data[i]),
            .aw_valid(aw_valid[i]), .aw_ready(aw_ready[i]), .aw_addr(aw_addr[i]),
            .w_valid(w_valid[i]), .w_ready(w_ready[i]), .w_last(w_last[i]), .w_data(w_data[i]),
            .b_valid(b_valid[i]), .b_ready(b_ready[i]));
    end
    wrapper dut (
        .ap_clk(clk), .reset(rst), .go, .done, .A0_ARESETn(~rst), .B0_ARESETn(~rst), .Sum0_ARESETn(~rst),
        .A0_ARVALID(ar_valid[0]), .A0_ARREADY(ar_ready[0]), .A0_ARADDR(ar_addr[0]), .A0_ARLEN(ar_len[0]),
        .A0_RVALID(r_valid[0]), .A0_RREADY(r_ready[0]), .A0_RLAST(r_last[0]), .A0_RDATA(r_data[0]), .A0_RRESP(2'd0), .A0_RID(1'b0),
        .A0_AWVALID(aw_valid[0]), .A0_AWREADY(aw_ready[0]), .A0_AWADDR(aw_addr[0]),
        .A0_WVALID(w_valid[0]), .A0_WREADY(w_ready[0]), .A0_WLAST(w_last[0]), .A0_WDATA(w_data[0]), .A0_WRESP(2'd0),
        .A0_BVALID(b_valid[0]), .A0_BREADY(b_ready[0]), .A0_BRESP(2'd0),
        .B0_ARVALID(ar_valid[1]), .B0_ARREADY(ar_ready[1]), .B0_ARADDR(ar_addr[1]), .B0_ARLEN(ar_len[1]),
        .B0_RVALID(r_valid[1]), .B0_RREADY(r_ready[1]), .B0_RLAST(r_last[1]), .B0_RDATA(r_data[1]), .B0_RRESP(2'd0), .B0_RID(1'b0),
        .B0_AWVALID(aw_valid[1]), .B0_AWREADY(aw_ready[1]), .B0_AWADDR(aw_addr[1]),
        .B0_WVALID(w_valid[1]), .B0_WREADY(w_ready[1]), .B0_WLAST(w_last[1]), .B0_WDATA(w_data[1]), .B0_WRESP(2'd0),
        .B0_BVALID(b_valid[1]), .B0_BREADY(b_ready[1]), .B0_BRESP(2'd0),
        .Sum0_ARVALID(ar_valid[2]), .Sum0_ARREADY(ar_ready[2]), .Sum0_ARADDR(ar_addr[2]), .Sum0_ARLEN(ar_len[2]),
        .Sum0_RVALID(r_valid[2]), .Sum0_RREADY(r_ready[2]), .Sum0_RLAST(r_last[2]), .Sum0_RDATA(r_data[2]), .Sum0_RRESP(2'd0), .Sum0_RID(1'b0),
        .Sum0_AWVALID(aw_valid[2]), .Sum0_AWREADY(aw_ready[2]), .Sum0_AWADDR(aw_addr[2]),
        .Sum0_WVALID(w_valid[2]), .Sum0_WREADY(w_ready[2]), .Sum0_WLAST(w_last[2]), .Sum0_WDATA(w_data[2]), .Sum0_WRESP(2'd0),
        .Sum0_BVALID(b_valid[2]), .Sum0_BREADY(b_ready[2]), .Sum0_BRESP(2'd0));
    // The design counts its beats from its reset on: each run begins with one.
    int since = 0;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        since  <= since + 1;
        rst    <= since < 4;
        go     <= since >= 8;
        if (go && done) begin
            since <= 0;
            rst   <= 1;
            go    <= 0;
            runs  <= runs + 1;
            for (int i = 0; i < 8; i++)
                if (g_memory[2].ram.cells[i] != g_memory[0].ram.cells[i] + g_memory[1].ram.cells[i]) begin
                    $display("wrong sum");
                    $finish;
                end
        end
        if (runs == RUNS) begin
            $display("cycles %0d", cycles);
            $finish;
        end
        if (cycles > 100000) begin
            $display("too long");
            $finish;
        end
    end
endmodule
