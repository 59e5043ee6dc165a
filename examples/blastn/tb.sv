// SPDX-License-Identifier: Apache-2.0
// Sends the database as fast as it is taken, and writes what comes out.
module tb #(
    parameter int BEATS = 1024,
    parameter int SRAM_DEPTH = 512
);
    logic clk = 0, rst = 1, base_valid, base_ready, hit_valid;
    logic [15:0] bases [0:BEATS-1];
    logic [49:0] hit_data;
    int sent = 0, file, quiet = 0;
    always #5 clk = !clk;
    blastn #(.SRAM_DEPTH(SRAM_DEPTH)) dut (.clk, .rst, .base_valid, .base_ready, .base_data(bases[sent < BEATS ? sent : 0]),
        .hit_valid, .hit_ready(1'b1), .hit_data);
    assign base_valid = !rst && sent < BEATS;
    always @(posedge clk) begin
        if (base_valid && base_ready) sent <= sent + 1;
        if (hit_valid) $fdisplay(file, "%0d %0d %0d", hit_data[30:0], hit_data[41:31], hit_data[49:42]);
        quiet <= sent < BEATS || hit_valid || dut.sram_valid || |dut.passed_valid ? 0 : quiet + 1;
        if (quiet == 400) begin  // longer than the last word can be under way
            $fclose(file);
            $finish;
        end
    end
    initial begin
        $readmemh("bases.mem", bases);
        file = $fopen("hits.txt", "w");
        repeat (4) @(negedge clk);
        rst = 0;
    end
endmodule
