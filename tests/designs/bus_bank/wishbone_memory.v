// SPDX-License-Identifier: Apache-2.0
// A memory behind a classic Wishbone bus: it answers after one to four cycles, and addresses in the upper
// half with an error.

module wishbone_memory (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire        wb_cyc_i,
    input  wire        wb_stb_i,
    input  wire        wb_we_i,
    input  wire [3:0]  wb_sel_i,
    input  wire [7:0]  wb_adr_i,
    input  wire [31:0] wb_dat_i,
    output reg  [31:0] wb_dat_o,
    output reg         wb_ack_o,
    output reg         wb_err_o
);
    reg [31:0] words [0:127];
    reg [1:0]  pause;
    integer    i;
    initial for (i = 0; i < 128; i = i + 1) words[i] = i;

    wire asked = wb_cyc_i && wb_stb_i && !wb_ack_o && !wb_err_o;

    always @(posedge clk_i) begin
        wb_ack_o <= 1'b0;
        wb_err_o <= 1'b0;
        if (rst_i) pause <= 2'd0;
        else if (asked) begin
            if (pause != wb_adr_i[1:0]) pause <= pause + 2'd1;
            else begin
                pause    <= 2'd0;
                wb_ack_o <= !wb_adr_i[7];
                wb_err_o <= wb_adr_i[7];
                wb_dat_o <= words[wb_adr_i[6:0]];
                for (i = 0; i < 4; i = i + 1)
                    if (wb_we_i && wb_sel_i[i] && !wb_adr_i[7])
                        words[wb_adr_i[6:0]][8*i +: 8] <= wb_dat_i[8*i +: 8];
            end
        end
    end
endmodule
