// SPDX-License-Identifier: Apache-2.0
// A voice coder of latency-insensitive blocks: each channel carries data with a bit that says it is void and takes back
// a bit that says stop, and relay stations sit on the long wires.
module relay_station (
    input  logic        clk,
    input  logic        reset,
    input  logic        in_void,
    input  logic [11:0] in_data,
    output logic        in_stop,
    output logic        out_void,
    output logic [11:0] out_data,
    input  logic        out_stop
);
    logic [11:0] aux;
    always_ff @(posedge clk)
        if (reset) begin
            out_void <= 1'b1;
            in_stop  <= 1'b0;
        end else if (in_stop) begin
            if (!out_stop) begin
                out_data <= aux;
                in_stop  <= 1'b0;
            end
        end else if (out_void || !out_stop) begin
            out_data <= in_data;
            out_void <= in_void;
        end else if (!in_void) begin
            aux     <= in_data;
            in_stop <= 1'b1;
        end
endmodule

module sampler #(parameter int RATE = 4) (
    input  logic        clk,
    input  logic        reset,
    output logic        out_void,
    output logic [11:0] out_data,
    input  logic        out_stop
);
    logic [3:0] tick;
    always_ff @(posedge clk)
        if (reset) begin
            tick     <= '0;
            out_void <= 1'b1;
            out_data <= 12'd1;
        end else begin
            if (!out_void && !out_stop) begin
                out_void <= 1'b1;
                out_data <= out_data * 12'd29 + 12'd7;
            end
            if (tick != 4'(RATE - 1)) tick <= tick + 4'd1;
            else if (out_void || !out_stop) begin
                tick     <= '0;
                out_void <= 1'b0;
            end
        end
endmodule

// Long-term prediction by trying lags, LANES of eight in a cycle.
module predictor #(parameter int LANES = 1) (
    input  logic        clk,
    input  logic        reset,
    input  logic        in_void,
    input  logic [11:0] in_data,
    output logic        in_stop,
    output logic        out_void,
    output logic [11:0] out_data,
    input  logic        out_stop
);
    logic [3:0]  lag;
    logic [11:0] history[0:7];
    logic [11:0] best, better, fresh;
    logic        trying;
    assign in_stop = trying || (!out_void && out_stop);
    always_comb begin
        better = best;
        for (int i = 0; i < LANES; i++)
            if (history[lag[2:0] + 3'(i)] > better) better = history[lag[2:0] + 3'(i)];
    end
    always_ff @(posedge clk)
        if (reset) begin
            trying   <= 1'b0;
            out_void <= 1'b1;
            for (int i = 0; i < 8; i++) history[i] <= '0;
        end else begin
            if (!out_stop) out_void <= 1'b1;
            if (trying) begin
                best <= better;
                lag <= lag + 4'(LANES);
                if (lag == 4'(8 - LANES)) begin
                    trying   <= 1'b0;
                    out_void <= 1'b0;
                    out_data <= fresh - better;
                    history[0] <= fresh;
                    for (int i = 1; i < 8; i++) history[i] <= history[i-1];
                end
            end else if (!in_void && !in_stop) begin
                trying <= 1'b1;
                lag    <= '0;
                fresh  <= in_data;
                best   <= '0;
            end
        end
endmodule

module quantiser #(parameter int STEPS = 4) (
    input  logic        clk,
    input  logic        reset,
    input  logic        in_void,
    input  logic [11:0] in_data,
    output logic        in_stop,
    output logic        out_void,
    output logic [11:0] out_data,
    input  logic        out_stop
);
    logic [3:0] step;
    assign in_stop  = step != 0;
    assign out_void = step != 4'd1;
    always_ff @(posedge clk)
        if (reset) step <= '0;
        else if (step == 0) begin
            if (!in_void) begin
                step     <= 4'(STEPS);
                out_data <= {in_data[11:3], 3'b100};
            end
        end else if (step != 4'd1 || !out_stop) step <= step - 4'd1;
endmodule

module relay_stations #(parameter int RATE = 4, parameter int LANES = 1, parameter int STEPS = 4) (
    input  logic        clk,
    input  logic        reset,
    output logic        code_void,
    output logic [11:0] code_data,
    input  logic        code_stop
);
    logic [11:0] data[0:4];
    logic [4:0]  hollow, stop;
    sampler #(.RATE(RATE)) mic (.clk, .reset, .out_void(hollow[0]), .out_data(data[0]), .out_stop(stop[0]));
    relay_station r0 (.clk, .reset, .in_void(hollow[0]), .in_data(data[0]), .in_stop(stop[0]), .out_void(hollow[1]), .out_data(data[1]), .out_stop(stop[1]));
    predictor #(.LANES(LANES)) ltp (.clk, .reset, .in_void(hollow[1]), .in_data(data[1]), .in_stop(stop[1]), .out_void(hollow[2]), .out_data(data[2]), .out_stop(stop[2]));
    relay_station r1 (.clk, .reset, .in_void(hollow[2]), .in_data(data[2]), .in_stop(stop[2]), .out_void(hollow[3]), .out_data(data[3]), .out_stop(stop[3]));
    quantiser #(.STEPS(STEPS)) quant (.clk, .reset, .in_void(hollow[3]), .in_data(data[3]), .in_stop(stop[3]), .out_void(hollow[4]), .out_data(data[4]), .out_stop(stop[4]));
    relay_station r2 (.clk, .reset, .in_void(hollow[4]), .in_data(data[4]), .in_stop(stop[4]), .out_void(code_void), .out_data(code_data), .out_stop(code_stop));
endmodule
