// SPDX-License-Identifier: Apache-2.0
// A copy engine on Wishbone: reads a word from the flash, writes it to the RAM, again and again.
module flash #(parameter WAIT = 7) (
    input             clk_i,
    input             rst_i,
    input             cyc_i,
    input             stb_i,
    input      [9:0]  adr_i,
    output reg        ack_o,
    output reg [31:0] dat_o
);
    reg [5:0] wait_count;
    always @(posedge clk_i)
        if (rst_i) begin
            ack_o      <= 1'b0;
            wait_count <= 0;
        end else begin
            ack_o <= 1'b0;
            if (cyc_i & stb_i & ~ack_o) begin
                if (wait_count == WAIT) begin
                    ack_o      <= 1'b1;
                    dat_o      <= {adr_i, 12'h0f0, adr_i};
                    wait_count <= 0;
                end else wait_count <= wait_count + 1;
            end
        end
endmodule

module ram #(parameter WAIT = 1) (
    input             clk_i,
    input             rst_i,
    input             cyc_i,
    input             stb_i,
    input             we_i,
    input      [9:0]  adr_i,
    input      [31:0] dat_i,
    output reg        ack_o
);
    reg [31:0] cells[0:1023];
    reg [3:0]  wait_count;
    always @(posedge clk_i)
        if (rst_i) begin
            ack_o      <= 1'b0;
            wait_count <= 0;
        end else begin
            ack_o <= 1'b0;
            if (cyc_i & stb_i & ~ack_o) begin
                if (wait_count == WAIT) begin
                    ack_o <= 1'b1;
                    if (we_i) cells[adr_i] <= dat_i;
                    wait_count <= 0;
                end else wait_count <= wait_count + 1;
            end
        end
endmodule

module copy_engine #(parameter WORDS = 500) (
    input             clk_i,
    input             rst_i,
    input             start,
    output reg        irq,
    output reg        f_cyc_o,
    output reg        f_stb_o,
    output reg [9:0]  f_adr_o,
    input             f_ack_i,
    input      [31:0] f_dat_i,
    output reg        r_cyc_o,
    output reg        r_stb_o,
    output            r_we_o,
    output reg [9:0]  r_adr_o,
    input             r_ack_i,
    output reg [31:0] r_dat_o
);
    parameter S_IDLE = 0, S_READ = 1, S_WRITE = 2, S_END = 3;
    reg [1:0] state;
    assign r_we_o = 1'b1;
    always @(posedge clk_i)
        if (rst_i) begin
            state   <= S_IDLE;
            irq     <= 1'b0;
            f_cyc_o <= 1'b0;
            f_stb_o <= 1'b0;
            r_cyc_o <= 1'b0;
            r_stb_o <= 1'b0;
            f_adr_o <= 0;
            r_adr_o <= 0;
        end else
            case (state)
                S_IDLE: if (start) begin
                    f_cyc_o <= 1'b1;
                    f_stb_o <= 1'b1;
                    state   <= S_READ;
                end
                S_READ: if (f_ack_i) begin
                    f_cyc_o <= 1'b0;
                    f_stb_o <= 1'b0;
                    r_dat_o <= f_dat_i;
                    r_adr_o <= f_adr_o;
                    r_cyc_o <= 1'b1;
                    r_stb_o <= 1'b1;
                    state   <= S_WRITE;
                end
                S_WRITE: if (r_ack_i) begin
                    r_cyc_o <= 1'b0;
                    r_stb_o <= 1'b0;
                    f_adr_o <= f_adr_o + 1;
                    if (f_adr_o == WORDS - 1) state <= S_END;
                    else begin
                        f_cyc_o <= 1'b1;
                        f_stb_o <= 1'b1;
                        state   <= S_READ;
                    end
                end
                S_END: irq <= 1'b1;
            endcase
endmodule

module wishbone_copy #(parameter FLASH_WAIT = 7, parameter RAM_WAIT = 1) (
    input  clk_i,
    input  rst_i,
    input  start,
    output irq
);
    wire        f_cyc, f_stb, f_ack, r_cyc, r_stb, r_we, r_ack;
    wire [9:0]  f_adr, r_adr;
    wire [31:0] f_dat, r_dat;
    copy_engine engine (
        .clk_i(clk_i), .rst_i(rst_i), .start(start), .irq(irq),
        .f_cyc_o(f_cyc), .f_stb_o(f_stb), .f_adr_o(f_adr), .f_ack_i(f_ack), .f_dat_i(f_dat),
        .r_cyc_o(r_cyc), .r_stb_o(r_stb), .r_we_o(r_we), .r_adr_o(r_adr), .r_ack_i(r_ack), .r_dat_o(r_dat));
    flash #(.WAIT(FLASH_WAIT)) flash0 (.clk_i(clk_i), .rst_i(rst_i), .cyc_i(f_cyc), .stb_i(f_stb), .adr_i(f_adr), .ack_o(f_ack), .dat_o(f_dat));
    ram #(.WAIT(RAM_WAIT)) ram0 (.clk_i(clk_i), .rst_i(rst_i), .cyc_i(r_cyc), .stb_i(r_stb), .we_i(r_we), .adr_i(r_adr), .dat_i(r_dat), .ack_o(r_ack));
endmodule
