// SPDX-License-Identifier: Apache-2.0
// A radar fills one of two memories with echoes while a transform works on the other; when both are done they swap.
module echo_filler #(parameter ECHOES = 30) (
    input  wire        clk,
    input  wire        rst,
    input  wire        fill_start,
    output wire        fill_done,
    output wire        ram_we,
    output reg  [5:0]  ram_waddr,
    output wire [15:0] ram_wdata
);
    localparam IDLE = 1'b0, FILL = 1'b1;
    reg        f;
    reg [15:0] noise;
    assign fill_done = f == IDLE;
    assign ram_we    = f == FILL;
    assign ram_wdata = noise;
    always @(posedge clk)
        if (rst) begin
            f         <= IDLE;
            ram_waddr <= 6'd0;
            noise     <= 16'hace1;
        end else case (f)
            IDLE: if (fill_start) begin
                f         <= FILL;
                ram_waddr <= 6'd0;
            end
            FILL: begin
                noise     <= {noise[14:0], noise[15] ^ noise[13] ^ noise[12] ^ noise[10]};
                ram_waddr <= ram_waddr + 6'd1;
                if (ram_waddr == ECHOES - 1) f <= IDLE;
            end
        endcase
endmodule

module transform #(parameter BUTTERFLIES = 75) (
    input  wire        clk,
    input  wire        rst,
    input  wire        work_start,
    output wire        work_done,
    output wire [5:0]  ram_raddr,
    input  wire [15:0] ram_rdata,
    output reg  [15:0] peak
);
    localparam IDLE = 1'b0, WORK = 1'b1;
    reg       w;
    reg [6:0] n;
    assign work_done = w == IDLE;
    assign ram_raddr = n[5:0];
    always @(posedge clk)
        if (rst) begin
            w    <= IDLE;
            n    <= 7'd0;
            peak <= 16'd0;
        end else case (w)
            IDLE: if (work_start) begin
                w <= WORK;
                n <= 7'd0;
            end
            WORK: begin
                if (ram_rdata > peak) peak <= ram_rdata;
                n <= n + 7'd1;
                if (n == BUTTERFLIES - 1) w <= IDLE;
            end
        endcase
endmodule

module swapper (
    input  wire clk,
    input  wire rst,
    output reg  fill_start,
    input  wire fill_done,
    output reg  work_start,
    input  wire work_done,
    output reg  which,
    output reg  swapped
);
    always @(posedge clk)
        if (rst) begin
            fill_start <= 1'b0;
            work_start <= 1'b0;
            which      <= 1'b0;
            swapped    <= 1'b0;
        end else begin
            fill_start <= 1'b0;
            work_start <= 1'b0;
            swapped    <= 1'b0;
            if (fill_done && work_done && !fill_start && !work_start) begin
                fill_start <= 1'b1;
                work_start <= 1'b1;
                swapped    <= 1'b1;
                which      <= ~which;
            end
        end
endmodule

module ping_pong #(parameter ECHOES = 30, parameter BUTTERFLIES = 75) (
    input  wire        clk,
    input  wire        rst,
    output wire        swapped,
    output wire [15:0] peak
);
    wire fill_start, fill_done, work_start, work_done, which, we;
    wire [5:0] waddr, raddr;
    wire [15:0] wdata;
    reg [15:0] ram0[0:63], ram1[0:63];
    always @(posedge clk)
        if (we) begin
            if (which) ram1[waddr] <= wdata;
            else ram0[waddr] <= wdata;
        end
    echo_filler #(.ECHOES(ECHOES)) filler (.clk(clk), .rst(rst), .fill_start(fill_start), .fill_done(fill_done), .ram_we(we), .ram_waddr(waddr), .ram_wdata(wdata));
    transform #(.BUTTERFLIES(BUTTERFLIES)) fft (.clk(clk), .rst(rst), .work_start(work_start), .work_done(work_done), .ram_raddr(raddr), .ram_rdata(which ? ram0[raddr] : ram1[raddr]), .peak(peak));
    swapper swap (.clk(clk), .rst(rst), .fill_start(fill_start), .fill_done(fill_done), .work_start(work_start), .work_done(work_done), .which(which), .swapped(swapped));
endmodule
