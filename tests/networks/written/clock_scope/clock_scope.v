// SPDX-License-Identifier: Apache-2.0
// An oscilloscope: samples are caught in one clock into two pages, and sent to the host in another. Toggles that cross through
// two flip-flops say which page is full and which is free again.
module sync_bits (
    input            clk,
    input            rst,
    input      [1:0] d,
    output reg [1:0] q
);
    reg [1:0] meta;
    always @(posedge clk)
        if (rst) {q, meta} <= 4'd0;
        else {q, meta} <= {meta, d};
endmodule

module catcher #(parameter RATE = 2) (
    input            adc_clk,
    input            adc_rst,
    output           we,
    output     [4:0] waddr,
    output reg [7:0] wdata,
    output reg [1:0] full_t,      // changes when a page is full
    input      [1:0] free_t       // follows when it is free again
);
    reg       page;
    reg [3:0] at;
    reg [2:0] rate;
    wire free = full_t[page] == free_t[page];
    assign we    = free && rate == RATE - 1;
    assign waddr = {page, at};
    always @(posedge adc_clk)
        if (adc_rst) begin
            page   <= 1'b0;
            at     <= 4'd0;
            rate   <= 3'd0;
            wdata  <= 8'd0;
            full_t <= 2'b00;
        end else if (free) begin
            rate <= rate == RATE - 1 ? 3'd0 : rate + 3'd1;
            if (we) begin
                at    <= at + 4'd1;
                wdata <= wdata + 8'd3;
                if (at == 4'd15) begin
                    full_t[page] <= ~full_t[page];
                    page         <= ~page;
                end
            end
        end
endmodule

module page_memory (
    input        adc_clk,
    input        we,
    input  [4:0] waddr,
    input  [7:0] wdata,
    input  [4:0] raddr,
    output [7:0] rdata
);
    reg [7:0] pages [0:31];
    assign rdata = pages[raddr];
    always @(posedge adc_clk) if (we) pages[waddr] <= wdata;
endmodule

module sender #(parameter PACE = 3) (
    input            usb_clk,
    input            usb_rst,
    output     [4:0] raddr,
    input      [7:0] rdata,
    input      [1:0] full_t,
    output reg [1:0] free_t,
    output reg       usb_stb,
    output reg [7:0] usb_data
);
    localparam LOOK = 2'd0, SEND = 2'd1, PAUSE = 2'd2, FREE = 2'd3;
    reg [1:0] state;
    reg       page;
    reg [3:0] at;
    reg [2:0] pace;
    assign raddr = {page, at};
    always @(posedge usb_clk)
        if (usb_rst) begin
            state   <= LOOK;
            page    <= 1'b0;
            at      <= 4'd0;
            free_t  <= 2'b00;
            usb_stb <= 1'b0;
        end else begin
            usb_stb <= 1'b0;
            case (state)
                LOOK: if (full_t[page] != free_t[page]) state <= SEND;
                SEND: begin
                    usb_stb  <= 1'b1;
                    usb_data <= rdata;
                    at       <= at + 4'd1;
                    pace     <= 3'd1;
                    state    <= at == 4'd15 ? FREE : PACE == 1 ? SEND : PAUSE;
                end
                PAUSE: begin
                    pace <= pace + 3'd1;
                    if (pace == PACE - 1) state <= SEND;
                end
                FREE: begin
                    free_t[page] <= ~free_t[page];
                    page         <= ~page;
                    state        <= LOOK;
                end
            endcase
        end
endmodule

module clock_scope #(parameter RATE = 2, parameter PACE = 3) (
    input        adc_clk,
    input        adc_rst,
    input        usb_clk,
    input        usb_rst,
    output       usb_stb,
    output [7:0] usb_data
);
    wire we;
    wire [4:0] waddr, raddr;
    wire [7:0] wdata, rdata;
    wire [1:0] full_a, full_u, free_a, free_u;
    catcher #(.RATE(RATE)) catch (.adc_clk(adc_clk), .adc_rst(adc_rst), .we(we), .waddr(waddr), .wdata(wdata), .full_t(full_a), .free_t(free_a));
    page_memory memory (.adc_clk(adc_clk), .we(we), .waddr(waddr), .wdata(wdata), .raddr(raddr), .rdata(rdata));
    sync_bits to_usb (.clk(usb_clk), .rst(usb_rst), .d(full_a), .q(full_u));
    sync_bits to_adc (.clk(adc_clk), .rst(adc_rst), .d(free_u), .q(free_a));
    sender #(.PACE(PACE)) send (.usb_clk(usb_clk), .usb_rst(usb_rst), .raddr(raddr), .rdata(rdata), .full_t(full_u), .free_t(free_u),
        .usb_stb(usb_stb), .usb_data(usb_data));
endmodule
