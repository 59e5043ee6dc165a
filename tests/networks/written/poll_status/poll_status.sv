// SPDX-License-Identifier: Apache-2.0
// A small processor core offloads sums of squares to an accelerator behind registers: it writes the operands, starts
// it, and looks at its status now and then until it is ready.
module offload_program #(parameter int PAUSE = 60) (
    input  logic        clk_i,
    input  logic        rst_ni,
    output logic        sel_o,
    output logic        we_o,
    output logic [3:0]  addr_o,
    output logic [15:0] wdata_o,
    input  logic        ack_i,
    input  logic [31:0] rdata_i,
    output logic        result_o,
    output logic [31:0] value_o
);
    typedef enum logic [2:0] {PutFrom, PutCount, PutGo, Pause, Look, GetLow, Tell} step_e;
    step_e step_d, step_q;
    logic [15:0] job_d, job_q;
    logic [5:0]  pause_d, pause_q;
    logic [31:0] value_d, value_q;
    always_comb begin
        step_d   = step_q;
        job_d    = job_q;
        pause_d  = pause_q;
        value_d  = value_q;
        sel_o    = 1'b0;
        we_o     = 1'b0;
        addr_o   = 4'h0;
        wdata_o  = '0;
        result_o = 1'b0;
        case (step_q)
            PutFrom: begin
                {sel_o, we_o, addr_o, wdata_o} = {1'b1, 1'b1, 4'h0, job_q};
                if (ack_i) step_d = PutCount;
            end
            PutCount: begin
                {sel_o, we_o, addr_o, wdata_o} = {1'b1, 1'b1, 4'h4, 16'd8 + {14'd0, job_q[1:0]}};
                if (ack_i) step_d = PutGo;
            end
            PutGo: begin
                {sel_o, we_o, addr_o, wdata_o} = {1'b1, 1'b1, 4'h8, 16'd1};
                pause_d = '0;
                if (ack_i) step_d = Pause;
            end
            Pause: begin
                pause_d = pause_q + 6'd1;
                if (pause_q == 6'(PAUSE - 1)) step_d = Look;
            end
            Look: begin
                {sel_o, addr_o} = {1'b1, 4'h8};
                pause_d = '0;
                if (ack_i && rdata_i[0]) step_d = Pause;
                else if (ack_i) step_d = GetLow;
            end
            GetLow: begin
                {sel_o, addr_o} = {1'b1, 4'hc};
                value_d = rdata_i;
                if (ack_i) step_d = Tell;
            end
            default: begin
                result_o = 1'b1;
                job_d    = job_q + 16'd1;
                step_d   = PutFrom;
            end
        endcase
    end
    assign value_o = value_q;
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            step_q  <= PutFrom;
            job_q   <= '0;
            pause_q <= '0;
            value_q <= '0;
        end else begin
            step_q  <= step_d;
            job_q   <= job_d;
            pause_q <= pause_d;
            value_q <= value_d;
        end
endmodule

// Answers an access a few cycles later.
module register_slice #(parameter int WAIT = 2) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        sel_i,
    input  logic        we_i,
    input  logic [3:0]  addr_i,
    input  logic [15:0] wdata_i,
    output logic        ack_o,
    output logic [31:0] rdata_o,
    output logic [15:0] from_o,
    output logic [15:0] count_o,
    output logic        go_o,
    input  logic        busy_i,
    input  logic [31:0] total_i
);
    logic [2:0] wait_q;
    assign ack_o   = sel_i && wait_q == 3'(WAIT);
    assign rdata_o = addr_i == 4'h8 ? {31'd0, busy_i} : total_i;
    assign go_o    = ack_o && we_i && addr_i == 4'h8;
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            wait_q  <= '0;
            from_o  <= '0;
            count_o <= '0;
        end else begin
            wait_q <= sel_i && !ack_o ? wait_q + 3'd1 : '0;
            if (ack_o && we_i && addr_i == 4'h0) from_o <= wdata_i;
            if (ack_o && we_i && addr_i == 4'h4) count_o <= wdata_i;
        end
endmodule

module square_sum #(parameter int CYCLES = 2) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        go_i,
    input  logic [15:0] from_i,
    input  logic [15:0] count_i,
    output logic        busy_o,
    output logic [31:0] total_o
);
    logic [15:0] at_q, left_q;
    logic [2:0]  cycle_q;
    assign busy_o = left_q != 0;
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            at_q    <= '0;
            left_q  <= '0;
            cycle_q <= '0;
            total_o <= '0;
        end else if (go_i) begin
            at_q    <= from_i;
            left_q  <= count_i;
            cycle_q <= '0;
            total_o <= '0;
        end else if (busy_o) begin
            cycle_q <= cycle_q == 3'(CYCLES - 1) ? '0 : cycle_q + 3'd1;
            if (cycle_q == 3'(CYCLES - 1)) begin
                total_o <= total_o + at_q * at_q;
                at_q    <= at_q + 16'd1;
                left_q  <= left_q - 16'd1;
            end
        end
endmodule

module poll_status #(parameter int PAUSE = 60, parameter int WAIT = 2, parameter int CYCLES = 2) (
    input  logic        clk_i,
    input  logic        rst_ni,
    output logic        result_o,
    output logic [31:0] value_o
);
    logic sel, we, ack, go, busy;
    logic [3:0] addr;
    logic [15:0] wdata, from, count;
    logic [31:0] rdata, total;
    offload_program #(.PAUSE(PAUSE)) i_program (
        .clk_i, .rst_ni, .sel_o(sel), .we_o(we), .addr_o(addr), .wdata_o(wdata), .ack_i(ack), .rdata_i(rdata), .result_o, .value_o);
    register_slice #(.WAIT(WAIT)) i_regs (
        .clk_i, .rst_ni, .sel_i(sel), .we_i(we), .addr_i(addr), .wdata_i(wdata), .ack_o(ack), .rdata_o(rdata),
        .from_o(from), .count_o(count), .go_o(go), .busy_i(busy), .total_i(total));
    square_sum #(.CYCLES(CYCLES)) i_sum (.clk_i, .rst_ni, .go_i(go), .from_i(from), .count_i(count), .busy_o(busy), .total_o(total));
endmodule
