// SPDX-License-Identifier: Apache-2.0
// Lanes made by a generate loop, each with its own state register inside the generate block and
// a worker; beside them a pool of four workers made as an instance array.

module lane_farm #(
    parameter LANES = 2
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                enable,
    output wire [LANES*24-1:0] totals,
    input  wire [3:0]          pool_start,
    input  wire [7:0]          pool_work,
    output wire [3:0]          pool_busy,
    output wire [3:0]          pool_done,
    output wire [63:0]         pool_result
);
    localparam [1:0] ASK = 2'd0, RUN = 2'd1, COOL = 2'd2, REST = 2'd3;

    genvar g;
    generate
        // The range is counted down on purpose.
        for (g = LANES - 1; g >= 0; g = g - 1) begin : lane
            reg  [1:0]  state;
            reg  [3:0]  cool_left;
            reg  [7:0]  load;
            reg  [23:0] total;
            wire        done;
            wire        busy;
            wire [15:0] result;

            worker u_worker (
                .clk(clk), .rst(rst), .start(state == ASK && enable), .work(load),
                .busy(busy), .done(done), .result(result)
            );

            always @(posedge clk) begin
                if (rst) begin
                    state     <= REST;
                    cool_left <= 4'd0;
                    load      <= g + 1;
                    total     <= 24'd0;
                end else begin
                    case (state)
                        ASK:  if (enable) state <= RUN;
                        RUN: begin
                            if (done) begin
                                total     <= total + result;
                                cool_left <= load[3:0];
                                load      <= load + g + 1;
                                state     <= load > 8'd40 ? REST : COOL;
                            end
                        end
                        COOL: begin
                            cool_left <= cool_left - 4'd1;
                            if (cool_left == 4'd0) state <= ASK;
                        end
                        REST: begin
                            load <= g + 1;
                            if (enable) state <= ASK;
                        end
                    endcase
                end
            end

            assign totals[24*g +: 24] = total;
        end
    endgenerate

    worker #(.WIDTH(8)) u_pool[3:0] (
        .clk(clk), .rst(rst), .start(pool_start), .work(pool_work),
        .busy(pool_busy), .done(pool_done), .result(pool_result)
    );
endmodule
