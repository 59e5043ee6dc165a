// SPDX-License-Identifier: Apache-2.0
// A debouncer whose names are escaped, as netlists and generators write them.

module \button-filter (
    input  wire       clk,
    input  wire       \rst# ,
    input  wire       \raw.in ,
    output wire       \clean/out ,
    output reg  [7:0] presses
);
    localparam [1:0] \UP = 2'd0, \GOING-DOWN = 2'd1, \DOWN = 2'd2, \GOING-UP = 2'd3;

    reg [1:0] \fsm.state ;
    reg [3:0] \count[x] ;

    assign \clean/out = \fsm.state == \DOWN || \fsm.state == \GOING-UP ;

    always @(posedge clk) begin
        if (\rst# ) begin
            \fsm.state <= \UP ;
            \count[x] <= 4'd0;
            presses   <= 8'd0;
        end else begin
            \count[x] <= \count[x] + 4'd1;
            case (\fsm.state )
                \UP : begin
                    \count[x] <= 4'd0;
                    if (\raw.in ) \fsm.state <= \GOING-DOWN ;
                end
                \GOING-DOWN : begin
                    if (!\raw.in ) \fsm.state <= \UP ;
                    else if (\count[x] == 4'd9) begin
                        \fsm.state <= \DOWN ;
                        presses    <= presses + 8'd1;
                    end
                end
                \DOWN : begin
                    \count[x] <= 4'd0;
                    if (!\raw.in ) \fsm.state <= \GOING-UP ;
                end
                \GOING-UP : begin
                    if (\raw.in ) \fsm.state <= \DOWN ;
                    else if (\count[x] == 4'd9) \fsm.state <= \UP ;
                end
            endcase
        end
    end
endmodule

module escaped_names (
    input  wire       clk,
    input  wire       rst,
    input  wire [1:0] raw,
    output wire [1:0] clean,
    output wire [7:0] left_presses,
    output wire [7:0] right_presses
);
    \button-filter \left/filter (
        .clk(clk), .\rst# (rst), .\raw.in (raw[0]), .\clean/out (clean[0]), .presses(left_presses)
    );

    \button-filter right_filter (
        .clk(clk), .\rst# (rst), .\raw.in (raw[1]), .\clean/out (clean[1]), .presses(right_presses)
    );
endmodule
