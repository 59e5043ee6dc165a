// SPDX-License-Identifier: Apache-2.0
// Registers that look like state machines and are none. Nothing here is to be found.

module traps (
    input  wire        clk,
    input  wire        rst,
    input  wire        tick,
    input  wire        load,
    input  wire        fast,
    input  wire [7:0]  data,
    output reg  [7:0]  out,
    output wire [15:0] digest
);
    localparam [1:0] BYTE = 2'd0, HALF = 2'd1, WORD = 2'd2;

    // A counter that wraps at a constant.
    reg [3:0] decade;
    always @(posedge clk) begin
        if (rst) decade <= 4'd0;
        else if (tick) decade <= decade == 4'd9 ? 4'd0 : decade + 4'd1;
    end

    // A saturating up and down counter, as in a branch predictor.
    reg [1:0] confidence;
    always @(posedge clk) begin
        if (rst) confidence <= 2'd1;
        else if (tick && fast && confidence != 2'd3) confidence <= confidence + 2'd1;
        else if (tick && !fast && confidence != 2'd0) confidence <= confidence - 2'd1;
    end

    // A shift register, a ring with one hot bit, and a Johnson counter.
    reg [7:0] history;
    reg [3:0] ring;
    reg [3:0] johnson;
    always @(posedge clk) begin
        if (rst) begin
            history <= 8'd0;
            ring    <= 4'b0001;
            johnson <= 4'b0000;
        end else begin
            history <= {history[6:0], tick};
            if (tick) ring <= {ring[2:0], ring[3]};
            if (load) johnson <= {johnson[2:0], ~johnson[3]};
        end
    end

    // A linear feedback shift register that escapes from its dead value.
    reg [7:0] lfsr;
    always @(posedge clk) begin
        if (rst) lfsr <= 8'h1;
        else if (lfsr == 8'h0) lfsr <= 8'h1;
        else lfsr <= {lfsr[6:0], lfsr[7] ^ lfsr[5] ^ lfsr[4] ^ lfsr[3]};
    end

    // A data register loaded with one of two constants.
    reg [7:0] period;
    always @(posedge clk) begin
        if (rst) period <= 8'd100;
        else if (load) period <= fast ? 8'd10 : 8'd100;
    end

    // A word-size selector: loaded with named constants, compared with named constants, but what
    // it becomes never depends on what it is.
    reg [1:0] size;
    always @(posedge clk) begin
        if (rst) size <= BYTE;
        else if (load) begin
            if (data[7:6] == 2'd0)      size <= BYTE;
            else if (data[7:6] == 2'd1) size <= HALF;
            else                        size <= WORD;
        end
    end

    // A toggle, a set-and-clear flag and an edge detector.
    reg toggle;
    reg pending;
    reg tick_q;
    always @(posedge clk) begin
        if (rst) begin
            toggle  <= 1'b0;
            pending <= 1'b0;
            tick_q  <= 1'b0;
        end else begin
            tick_q <= tick;
            if (tick && !tick_q) toggle <= ~toggle;
            if (load) pending <= 1'b1;
            else if (pending && tick) pending <= 1'b0;
        end
    end

    // A baud divider whose reload value depends on a register, and a watchdog.
    reg [7:0] divider;
    reg [5:0] watchdog;
    always @(posedge clk) begin
        if (rst) begin
            divider  <= 8'd0;
            watchdog <= 6'd63;
        end else begin
            if (divider == 8'd0) divider <= period;
            else divider <= divider - 8'd1;
            if (load) watchdog <= 6'd63;
            else if (watchdog != 6'd0) watchdog <= watchdog - 6'd1;
        end
    end

    // A peak holder and a gray counter.
    reg [7:0] peak;
    reg [3:0] gray_bin, gray;
    always @(posedge clk) begin
        if (rst) begin
            peak     <= 8'd0;
            gray_bin <= 4'd0;
            gray     <= 4'd0;
        end else begin
            if (load && data > peak) peak <= data;
            if (tick) gray_bin <= gray_bin + 4'd1;
            gray <= gray_bin ^ (gray_bin >> 1);
        end
    end

    // A pipeline whose valid bits are no machine, and an index that counts down from a constant.
    reg [2:0] pipe_used;
    reg [7:0] pipe_0, pipe_1, pipe_2;
    reg [2:0] index;
    always @(posedge clk) begin
        if (rst) begin
            pipe_used <= 3'd0;
            index     <= 3'd5;
            out       <= 8'd0;
        end else begin
            pipe_used <= {pipe_used[1:0], load};
            pipe_0    <= data;
            pipe_1    <= size == BYTE ? pipe_0 : size == HALF ? pipe_0 + 8'd1 : pipe_0 + 8'd2;
            pipe_2    <= pipe_1 ^ lfsr;
            index     <= index == 3'd0 ? 3'd5 : index - 3'd1;
            if (pipe_used[2]) out <= pipe_2 + {5'd0, index};
        end
    end

    assign digest = {decade, confidence, ring[1:0], toggle, pending, gray, johnson[1:0]} ^ {history, peak} ^
                    {8'd0, divider} ^ {10'd0, watchdog};
endmodule
