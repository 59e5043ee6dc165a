// SPDX-License-Identifier: Apache-2.0
// Lookups whose answers take 2 to 24 cycles go to one of eight banks by address, and leave in the order they came:
// a reorder buffer keeps a slot for each from the time it is asked until it leaves.
module reorder_buffer #(parameter int SLOTS = 4) (
    input  logic        clk,
    input  logic        rst,
    input  logic        ask_valid,
    output logic        ask_ready,
    input  logic [7:0]  ask_key,
    output logic        go_valid,
    input  logic        go_ready,
    output logic [7:0]  go_key,
    output logic [4:0]  go_slot,
    input  logic        back_valid,
    input  logic [4:0]  back_slot,
    input  logic [7:0]  back_data,
    output logic        ans_valid,
    output logic [7:0]  ans_data
);
    logic [31:0] done;
    logic [7:0]  data[0:31];
    logic [4:0]  head, tail;
    logic [5:0]  used;
    wire take  = ask_valid && ask_ready;
    wire leave = used != 0 && done[tail];
    assign ask_ready = used < SLOTS && go_ready;
    assign go_valid  = ask_valid && used < SLOTS;
    assign go_key    = ask_key;
    assign go_slot   = head;
    assign ans_valid = leave;
    assign ans_data  = data[tail];
    always_ff @(posedge clk)
        if (rst) begin
            head <= '0;
            tail <= '0;
            used <= '0;
            done <= '0;
        end else begin
            used <= used + take - leave;
            if (take) begin
                head       <= head + 1'b1;
                done[head] <= 1'b0;
            end
            if (back_valid) begin
                done[back_slot] <= 1'b1;
                data[back_slot] <= back_data;
            end
            if (leave) begin
                tail       <= tail + 1'b1;
                done[tail] <= 1'b0;
            end
        end
endmodule

// Eight banks that work at once; each holds one lookup, and one result leaves a cycle.
module banked_table #(parameter int LONG = 24, parameter int SHORT = 3) (
    input  logic        clk,
    input  logic        rst,
    input  logic        go_valid,
    output logic        go_ready,
    input  logic [7:0]  go_key,
    input  logic [4:0]  go_slot,
    output logic        back_valid,
    output logic [4:0]  back_slot,
    output logic [7:0]  back_data
);
    logic [7:0] busy;
    logic [4:0] left[0:7], slot[0:7];
    logic [7:0] key[0:7];
    logic [7:0] ripe;
    logic [2:0] out;
    wire  [2:0] bank = go_key[2:0];
    assign go_ready = !busy[bank];
    always_comb begin
        for (int i = 0; i < 8; i++) ripe[i] = busy[i] && left[i] == 0;
        out = 3'd0;
        for (int i = 7; i >= 0; i--) if (ripe[i]) out = i;
    end
    assign back_valid = |ripe;
    assign back_slot  = slot[out];
    assign back_data  = key[out] ^ 8'h5a;
    always_ff @(posedge clk)
        if (rst) busy <= '0;
        else begin
            for (int i = 0; i < 8; i++) if (busy[i] && left[i] != 0) left[i] <= left[i] - 1'b1;
            if (back_valid) busy[out] <= 1'b0;
            if (go_valid && go_ready) begin
                busy[bank] <= 1'b1;
                key[bank]  <= go_key;
                slot[bank] <= go_slot;
                left[bank] <= go_key[4:3] == 2'd3 ? LONG : SHORT;
            end
        end
endmodule

module reorder_table #(parameter int SLOTS = 4, parameter int LONG = 24) (
    input  logic        clk,
    input  logic        rst,
    input  logic        ask_valid,
    output logic        ask_ready,
    input  logic [7:0]  ask_key,
    output logic        ans_valid,
    output logic [7:0]  ans_data
);
    logic go_valid, go_ready, back_valid;
    logic [7:0] go_key, back_data;
    logic [4:0] go_slot, back_slot;
    reorder_buffer #(.SLOTS(SLOTS)) u_reorder (.*);
    banked_table #(.LONG(LONG)) u_table (.*);
endmodule
