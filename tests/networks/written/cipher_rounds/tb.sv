// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter ROUNDS = 12;
    parameter SINK_GAP = 1;
    logic clock = 0, reset = 1;
    always #5 clock = ~clock;
    logic textValid, textReady, byteValid, byteReady;
    logic [31:0] textData = 32'h1234_5678;
    logic [7:0] byteData;
    int cycles = 0, bytes = 0, gap = 0;
    assign textValid = !reset;
    assign byteReady = gap == 0;
    CipherTop #(.ROUNDS(ROUNDS)) dut (.*);
    always @(posedge clock) begin
        cycles <= cycles + 1;
        if (cycles == 7) reset <= 0;
        if (textValid && textReady) textData <= {textData[6:0], textData[31:7]} + 32'd3;
        if (byteValid && byteReady) begin
            bytes <= bytes + 1;
            gap   <= SINK_GAP;
        end else if (gap > 0) gap <= gap - 1;
        if (bytes == 1200) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
