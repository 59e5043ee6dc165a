// SPDX-License-Identifier: Apache-2.0
// The world outside a network: gives a token every SOURCE cycles at most, takes one every SINK
// cycles, and ends the simulation when TOKENS have come back.
module host #(
    parameter integer SOURCE_ID = 0,
    parameter integer SINK_ID = 0,
    parameter integer SOURCE = 1,
    parameter integer SINK = 1,
    parameter integer TOKENS = 500,
    parameter integer LIMIT = 100000  // cycles after which a network counts as stuck
) (
    input  logic        clk,
    output logic        rst,
    output logic        in_valid,
    input  logic        in_ready,
    output logic [15:0] in_data,
    input  logic        out_valid,
    output logic        out_ready
);
    integer fast, source, sink, given, taken, cycles, source_left, sink_left;
    initial begin
        if (!$value$plusargs("fast=%d", fast)) fast = 0;
        source = fast == SOURCE_ID && SOURCE_ID != 0 ? (SOURCE + 1) / 2 : SOURCE;
        sink   = fast == SINK_ID && SINK_ID != 0 ? (SINK + 1) / 2 : SINK;
        rst    = 1'b1;
        given  = 0;
        taken  = 0;
        cycles = 0;
        source_left = 1;
        sink_left   = 1;
        in_valid  = 1'b0;
        out_ready = 1'b0;
        in_data   = 16'd0;
    end
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 1'b0;
        if (!rst) begin
            if (in_valid && in_ready) begin
                given   <= given + 1;
                in_data <= in_data + 16'd1;
                if (source > 1) begin
                    in_valid    <= 1'b0;
                    source_left <= source - 1;
                end
            end else if (!in_valid) begin
                if (source_left > 1) source_left <= source_left - 1;
                else in_valid <= 1'b1;
            end
            if (out_valid && out_ready) begin
                taken <= taken + 1;
                if (sink > 1) begin
                    out_ready <= 1'b0;
                    sink_left <= sink - 1;
                end
                if (taken + 1 == TOKENS) begin
                    $display("cycles %0d", cycles);
                    $finish;
                end
            end else if (!out_ready) begin
                if (sink_left > 1) sink_left <= sink_left - 1;
                else out_ready <= 1'b1;
            end
            if (cycles == LIMIT) begin
                $display("stuck after %0d tokens", taken);
                $finish;
            end
        end
    end
endmodule

// Calls a design, and rests REST cycles when it is done before it calls again.
module caller #(
    parameter integer REST = 10
) (
    input  logic clk,
    input  logic rst,
    output logic start,
    input  logic done
);
    integer left;
    always @(posedge clk) begin
        if (rst) begin
            start <= 1'b0;
            left  <= 1;
        end else if (left != 0) begin
            left  <= left - 1;
            start <= left == 1;
        end else begin
            start <= 1'b0;
            if (done) left <= REST;
        end
    end
endmodule

// Answers reads over AXI after LATENCY cycles, up to 8 bursts at a time, in order, a beat a cycle.
module axi_memory #(
    parameter integer ID = 0,
    parameter integer LATENCY = 20
) (
    input  logic        clk,
    input  logic        rst,
    input  logic        arvalid,
    output logic        arready,
    input  logic [7:0]  arlen,
    output logic        rvalid,
    input  logic        rready,
    output logic [15:0] rdata,
    output logic        rlast
);
    integer due[0:7], length[0:7], head, tail, waiting, now, beat;
    wire [31:0] cycles;
    service_time #(.ID(ID), .SERVICE(LATENCY)) u_time (.piece(32'd0), .cycles(cycles));
    assign arready = waiting != 8;
    assign rvalid  = waiting != 0 && now >= due[tail];
    assign rlast   = beat == length[tail];
    assign rdata   = beat[15:0];
    always @(posedge clk) begin
        if (rst) begin
            head    <= 0;
            tail    <= 0;
            waiting <= 0;
            now     <= 0;
            beat    <= 0;
        end else begin
            now     <= now + 1;
            waiting <= waiting + (arvalid && arready ? 1 : 0) - (rvalid && rready && rlast ? 1 : 0);
            if (arvalid && arready) begin
                due[head]    <= now + cycles;
                length[head] <= {24'd0, arlen};
                head         <= (head + 1) % 8;
            end
            if (rvalid && rready) begin
                beat <= rlast ? 0 : beat + 1;
                if (rlast) tail <= (tail + 1) % 8;
            end
        end
    end
endmodule
