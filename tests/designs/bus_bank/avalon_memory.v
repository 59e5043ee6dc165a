// SPDX-License-Identifier: Apache-2.0
// A memory behind Avalon-MM: reads are taken at once or after a wait and answered three cycles later.

module avalon_memory (
    input  wire        clk,
    input  wire        reset_n,
    input  wire [7:0]  avs_address,
    input  wire        avs_read,
    input  wire        avs_write,
    input  wire [15:0] avs_writedata,
    input  wire [1:0]  avs_byteenable,
    output reg  [15:0] avs_readdata,
    output reg         avs_readdatavalid,
    output wire        avs_waitrequest
);
    reg [15:0] words [0:255];
    reg [2:0]  turn;
    reg [1:0]  under_way;
    reg [15:0] d0, d1;
    integer    i;
    initial for (i = 0; i < 256; i = i + 1) words[i] = 3 * i;

    assign avs_waitrequest = turn[2:1] == 2'd3;

    always @(posedge clk or negedge reset_n) begin
        if (!reset_n) begin
            turn              <= 3'd0;
            under_way         <= 2'd0;
            avs_readdatavalid <= 1'b0;
        end else begin
            turn              <= turn + 3'd1;
            under_way         <= {under_way[0], avs_read && !avs_waitrequest};
            avs_readdatavalid <= under_way[1];
        end
    end

    always @(posedge clk) begin
        d0           <= words[avs_address];
        d1           <= d0;
        avs_readdata <= d1;
        for (i = 0; i < 2; i = i + 1)
            if (avs_write && !avs_waitrequest && avs_byteenable[i])
                words[avs_address][8*i +: 8] <= avs_writedata[8*i +: 8];
    end
endmodule
