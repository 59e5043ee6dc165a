// SPDX-License-Identifier: Apache-2.0
// Threads that go through memory word by word, each in a part of its own, and pause at times, at one port with a memory
// that takes and answers when it likes. Every read must be answered, to its own thread, in its order; no thread may wait for
// more than RUN requests of each other one. Prints how many requests there were, and in how many runs of addresses.
`default_nettype none
module arbiter;
    parameter RUN = 1;
    parameter PORTS = 4;
    parameter PAUSES = 0;  // a thread has no request in one of so many cycles; 0: it always has
    localparam [31:0] COUNT = 400;
    reg clk = 0, rst = 1;
    always #1 clk = !clk;
    reg [31:0] at [0:PORTS-1], got [0:PORTS-1], waited [0:PORTS-1];
    reg [PORTS-1:0] rests = 0;
    wire [PORTS-1:0] valid, ready, answered, write;
    wire [PORTS*32-1:0] address;
    wire req_valid, req_write;
    wire [31:0] req_address, req_data;
    wire [3:0] req_strobe;
    reg req_ready = 0, resp_valid = 0;
    reg [31:0] queue [0:63], resp = 0, previous = 0;
    reg [6:0] put = 0, taken = 0;
    integer i, left, wrong = 0, requests = 0, runs = 0, answers = 0, reads = 0;
    genvar g;
    generate
        for (g = 0; g < PORTS; g = g + 1) begin : thread
            assign valid[g] = !rst && at[g] < COUNT && !rests[g];
            assign write[g] = at[g] % 50 >= 40;
            assign address[g*32 +: 32] = g * 65536 + at[g] * 4;
        end
    endgenerate
    hls_arbiter #(.PORTS(PORTS), .RUN(RUN)) u (.clk_i(clk), .rst_i(rst), .valid_i(valid), .ready_o(ready), .write_i(write),
        .address_i(address), .data_i({PORTS{32'd0}}), .strobe_i({PORTS{4'hf}}), .answered_o(answered), .req_valid_o(req_valid),
        .req_ready_i(req_ready), .req_write_o(req_write), .req_address_o(req_address), .req_data_o(req_data),
        .req_strobe_o(req_strobe), .resp_valid_i(resp_valid), .resp_ready_o());
    wire moves = req_valid && req_ready;
    wire [31:0] owner = resp / 65536;

    initial begin
        for (i = 0; i < PORTS; i = i + 1) begin
            at[i] = 0;
            got[i] = 0;
            waited[i] = 0;
        end
        repeat (4) @(posedge clk);
        rst <= 0;
    end
    always @(posedge clk) if (!rst) begin
        req_ready <= $random % 4 != 0;
        left = 0;
        for (i = 0; i < PORTS; i = i + 1) begin
            if (valid[i] && ready[i]) at[i] <= at[i] + 1;
            if (PAUSES > 0 && (!valid[i] || ready[i])) rests[i] <= $random % PAUSES == 0;
            waited[i] <= !valid[i] || ready[i] ? 0 : waited[i] + (moves ? 1 : 0);
            if (waited[i] > RUN * (PORTS - 1)) wrong = wrong + 1;
            if (at[i] < COUNT) left = left + 1;
        end
        if (moves) begin
            requests = requests + 1;
            if (req_address != previous + 4) runs = runs + 1;
            previous <= req_address;
            if (!req_write) begin
                reads = reads + 1;
                queue[put[5:0]] <= req_address;
                put <= put + 1'b1;
            end
        end
        if (resp_valid) begin
            answers = answers + 1;
            if (answered != 1 << owner || resp % 65536 < got[owner]) wrong = wrong + 1;
            got[owner] <= resp % 65536 + 4;
        end
        resp_valid <= put != taken && $random % 3 != 0;
        resp <= queue[taken[5:0]];
        if (left == 0 && put == taken && !resp_valid) begin
            if (answers != reads || requests != PORTS * COUNT) wrong = wrong + 1;
            $display("%0d requests in %0d runs, %0d wrong", requests, runs, wrong);
            $finish;
        end
    end
    // An answer is taken in the cycle in which it is shown.
    always @(negedge clk) if (resp_valid) taken = taken + 1'b1;
endmodule
`default_nettype wire
