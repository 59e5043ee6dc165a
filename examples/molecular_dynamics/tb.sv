// SPDX-License-Identifier: Apache-2.0
// The SRAM beside the hardware that `tapestry hls` makes of md.c: it holds the molecules and the pull on each. The hardware adds up
// the same sums as a program would; the testbench compares.
module sram #(
    parameter WORDS = 16384,
    parameter LATENCY = 10  // cycles from a request to its answer
) (
    input  wire clk,
    input  wire req_valid,
    input  wire req_write,
    input  wire [31:0] req_addr,
    input  wire [31:0] req_data,
    output wire resp_valid,
    output wire [31:0] resp_data
);
    reg [31:0] memory [0:WORDS-1];
    reg [LATENCY-1:0] asked = 0;
    reg [31:0] answers [0:LATENCY-1];
    integer i;
    assign resp_valid = asked[LATENCY-1];
    assign resp_data = answers[LATENCY-1];
    always @(posedge clk) begin
        asked <= {asked[LATENCY-2:0], req_valid && !req_write};
        answers[0] <= memory[req_addr[31:2]];
        for (i = 1; i < LATENCY; i = i + 1) answers[i] <= answers[i-1];
        if (req_valid && req_write) memory[req_addr[31:2]] <= req_data;
    end
endmodule

module tb #(
    parameter MOLECULES = 16384,
    parameter LATENCY = 10,
    parameter REACH = 400
);
    reg clk = 0, rst = 1, start = 0, filled = 0;
    always #5 clk = !clk;

    wire from_valid, from_resp, to_valid, to_write, to_resp, filled_ready, done;
    wire [31:0] from_addr, from_answer, to_addr, to_data, to_answer;
    wire [32:0] pairs;
    sram #(.WORDS(MOLECULES * 9), .LATENCY(LATENCY)) u_molecules (.clk(clk), .req_valid(from_valid), .req_write(1'b0), .req_addr(from_addr),
        .req_data(32'd0), .resp_valid(from_resp), .resp_data(from_answer));
    sram #(.WORDS(MOLECULES), .LATENCY(LATENCY)) u_pulls (.clk(clk), .req_valid(to_valid), .req_write(to_write), .req_addr(to_addr),
        .req_data(to_data), .resp_valid(to_resp), .resp_data(to_answer));
    accelerator dut (.clk(clk), .rst(rst), .start(start), .filled_in_valid(filled), .filled_in_ready(filled_ready), .filled_in_data(33'd1),
        .c_done_out_valid(done), .c_done_out_ready(1'b1), .c_done_out_data(pairs),
        .distributor_sram_req_valid(from_valid), .distributor_sram_req_ready(1'b1), .distributor_sram_req_addr(from_addr),
        .distributor_sram_resp_valid(from_resp), .distributor_sram_resp_data(from_answer),
        .collector_pulls_req_valid(to_valid), .collector_pulls_req_ready(1'b1), .collector_pulls_req_write(to_write),
        .collector_pulls_req_addr(to_addr), .collector_pulls_req_data(to_data),
        .collector_pulls_resp_valid(to_resp), .collector_pulls_resp_data(to_answer));

    function automatic int moved(int m, int d);
        moved = ($signed(u_molecules.memory[m * 9 + d]) + $signed(u_molecules.memory[m * 9 + 3 + d]) / 16 +
            $signed(u_molecules.memory[m * 9 + 6 + d]) / 512) & 16383;
    endfunction

    // The pull on each molecule once more, from the definition.
    task check;
        int sum, distance, wrong;
        int at [0:MOLECULES-1][0:2];
        for (int m = 0; m < MOLECULES; ++m) for (int d = 0; d < 3; ++d) at[m][d] = moved(m, d);
        wrong = 0;
        for (int m = 0; m < MOLECULES; ++m) begin
            sum = 0;
            for (int n = 0; n < MOLECULES; ++n) begin
                distance = 0;
                for (int d = 0; d < 3; ++d) distance += (at[m][d] - at[n][d]) * (at[m][d] - at[n][d]);
                if (distance < REACH * REACH) sum += REACH * REACH - distance;
            end
            if (sum != u_pulls.memory[m]) ++wrong;
        end
        if (wrong != 0) $fatal(1, "%0d of %0d molecules are wrong", wrong, MOLECULES);
        $display("%0d molecules, %0d pairs: right", MOLECULES, pairs[31:0]);
    endtask

    initial begin
        $readmemh("molecules.hex", u_molecules.memory);
        for (int m = 0; m < MOLECULES; ++m) u_pulls.memory[m] = 0;
        repeat (4) @(negedge clk);
        rst = 0;
        @(negedge clk) start = 1;
        @(negedge clk) start = 0;
        filled = 1;
        while (!filled_ready) @(negedge clk);
        @(negedge clk) filled = 0;
        while (!done) @(negedge clk);
        repeat (8) @(negedge clk);
        check;
        $finish;
    end
endmodule
