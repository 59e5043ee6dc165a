// SPDX-License-Identifier: Apache-2.0
// A network card's receive side: a driver keeps a ring of descriptors filled, the DMA takes one when its owner bit says
// that it may, copies a frame of a few words into the buffer and gives the descriptor back.
module ring_driver #(parameter int REFILL = 30) (
    input  logic        clk,
    input  logic        rst_n,
    output logic        drv_wr,
    output logic [2:0]  drv_index,
    output logic [15:0] drv_buffer,
    input  logic        give_back
);
    logic [3:0]  free;        // descriptors that the driver may fill again
    logic [5:0]  busy;        // what the driver's code needs for one
    logic [2:0]  index;
    logic [15:0] buffer;
    assign drv_wr     = busy == 6'd1;
    assign drv_index  = index;
    assign drv_buffer = buffer;
    always_ff @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            free   <= 4'd8;
            busy   <= '0;
            index  <= '0;
            buffer <= 16'h0100;
        end else begin
            if (busy != 0) busy <= busy - 6'd1;
            else if (free != 0) busy <= 6'(REFILL);
            if (drv_wr) begin
                index  <= index + 3'd1;
                buffer <= buffer + 16'd16;
            end
            free <= free + 4'(give_back) - 4'(drv_wr);
        end
endmodule

// The ring: an owner bit and a buffer address for each descriptor, written from both sides.
module descriptor_ring (
    input  logic        clk,
    input  logic        rst_n,
    input  logic        drv_wr,
    input  logic [2:0]  drv_index,
    input  logic [15:0] drv_buffer,
    input  logic [2:0]  dma_index,
    output logic        dma_owns,
    output logic [15:0] dma_buffer,
    input  logic        dma_release
);
    logic [7:0]  owner;
    logic [15:0] buffers[0:7];
    always_ff @(posedge clk or negedge rst_n)
        if (!rst_n) owner <= '0;
        else begin
            if (drv_wr) begin
                owner[drv_index]   <= 1'b1;
                buffers[drv_index] <= drv_buffer;
            end
            if (dma_release) owner[dma_index] <= 1'b0;
            dma_owns   <= owner[dma_index] && !dma_release;
            dma_buffer <= buffers[dma_index];
        end
endmodule

module frame_dma #(parameter int GAP = 1, parameter int WORDS = 8) (
    input  logic        clk,
    input  logic        rst_n,
    output logic [2:0]  dma_index,
    input  logic        dma_owns,
    input  logic [15:0] dma_buffer,
    output logic        dma_release,
    input  logic        rx_avail,
    input  logic [15:0] rx_word,
    output logic        rx_next,
    output logic        mem_req,
    output logic [15:0] mem_addr,
    output logic [15:0] mem_wdata,
    input  logic        mem_gnt
);
    typedef enum logic [2:0] {ASK_RING, SEE_RING, COPY, REST, RELEASE} state_t;
    state_t state;
    logic [3:0]  word;
    logic [1:0]  rest;
    logic [15:0] base;
    assign mem_req     = state == COPY && rx_avail;
    assign mem_addr    = base + 16'(word);
    assign mem_wdata   = rx_word;
    assign rx_next     = mem_req && mem_gnt;
    assign dma_release = state == RELEASE;
    always_ff @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            state     <= ASK_RING;
            dma_index <= '0;
            word      <= '0;
            rest      <= '0;
        end else
            case (state)
                ASK_RING: state <= SEE_RING;
                SEE_RING:
                    if (dma_owns) begin
                        base  <= dma_buffer;
                        word  <= '0;
                        state <= COPY;
                    end else state <= ASK_RING;
                COPY: if (rx_next) begin
                    word <= word + 4'd1;
                    rest <= '0;
                    if (word == 4'(WORDS - 1)) state <= RELEASE;
                    else if (GAP != 0) state <= REST;
                end
                REST: begin
                    rest <= rest + 2'd1;
                    if (rest == 2'(GAP - 1)) state <= COPY;
                end
                default: begin
                    dma_index <= dma_index + 3'd1;
                    state     <= ASK_RING;
                end
            endcase
endmodule

// Takes a word every other cycle.
module buffer_memory #(parameter int CYCLE = 2) (
    input  logic        clk,
    input  logic        rst_n,
    input  logic        mem_req,
    input  logic [15:0] mem_addr,
    input  logic [15:0] mem_wdata,
    output logic        mem_gnt,
    output logic [31:0] signature
);
    logic [1:0] pause;
    assign mem_gnt = pause == 0;
    always_ff @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            pause     <= '0;
            signature <= '0;
        end else if (mem_req && mem_gnt) begin
            pause     <= 2'(CYCLE - 1);
            signature <= signature + mem_addr * mem_wdata;
        end else if (pause != 0) pause <= pause - 2'd1;
endmodule

module dma_ring #(parameter int REFILL = 30, parameter int GAP = 1, parameter int CYCLE = 2) (
    input  logic        clk,
    input  logic        rst_n,
    input  logic        rx_avail,
    input  logic [15:0] rx_word,
    output logic        rx_next,
    output logic        frame_stored,
    output logic [31:0] signature
);
    logic drv_wr, dma_owns, mem_req, mem_gnt;
    logic [2:0] drv_index, dma_index;
    logic [15:0] drv_buffer, dma_buffer, mem_addr, mem_wdata;
    ring_driver #(.REFILL(REFILL)) u_driver (.clk, .rst_n, .drv_wr, .drv_index, .drv_buffer, .give_back(frame_stored));
    descriptor_ring u_ring (.clk, .rst_n, .drv_wr, .drv_index, .drv_buffer, .dma_index, .dma_owns, .dma_buffer, .dma_release(frame_stored));
    frame_dma #(.GAP(GAP)) u_dma (
        .clk, .rst_n, .dma_index, .dma_owns, .dma_buffer, .dma_release(frame_stored), .rx_avail, .rx_word, .rx_next,
        .mem_req, .mem_addr, .mem_wdata, .mem_gnt);
    buffer_memory #(.CYCLE(CYCLE)) u_memory (.clk, .rst_n, .mem_req, .mem_addr, .mem_wdata, .mem_gnt, .signature);
endmodule
