// SPDX-License-Identifier: Apache-2.0
// Third stage: the strength of the edge, sqrt(gx^2 + gy^2). The root is taken by a small serial
// unit, so this stage needs some fifteen cycles for each pixel: it is the one that all wait for.

module edge_norm (
    input  logic        clk,
    input  logic        rst,
    input  logic        in_valid,
    output logic        in_ready,
    input  logic [22:0] in_data,   // {last, gy, gx}
    output logic        out_valid,
    input  logic        out_ready,
    output logic [11:0] out_data   // {last, strength}
);
    typedef enum logic [2:0] {
        TAKE,       // waits for a gradient
        SQUARE,     // squares and adds
        ASK_ROOT,   // starts the root
        WAIT_ROOT,  // until it is done
        GIVE        // offers the strength
    } state_t;

    state_t      state;
    logic [10:0] gx, gy;
    logic        last;
    logic [21:0] sum_of_squares;
    logic        root_start, root_done;
    logic [10:0] root;

    // Squares of the absolute values: 1020 * 1020 * 2 fits in 22 bits.
    wire [21:0] abs_gx = {11'd0, gx[10] ? -gx : gx};
    wire [21:0] abs_gy = {11'd0, gy[10] ? -gy : gy};

    square_root u_root (
        .clk(clk), .rst(rst), .start(root_start), .radicand(sum_of_squares),
        .done(root_done), .root(root)
    );

    assign root_start = state == ASK_ROOT;

    assign in_ready  = state == TAKE;
    assign out_valid = state == GIVE;
    assign out_data  = {last, root};

    always_ff @(posedge clk) begin
        if (rst) begin
            state          <= TAKE;
            gx             <= '0;
            gy             <= '0;
            last           <= 1'b0;
            sum_of_squares <= '0;
        end else begin
            case (state)
                TAKE: if (in_valid) begin
                    {last, gy, gx} <= in_data;
                    state          <= SQUARE;
                end
                SQUARE: begin
                    sum_of_squares <= abs_gx * abs_gx + abs_gy * abs_gy;
                    state          <= ASK_ROOT;
                end
                ASK_ROOT:  state <= WAIT_ROOT;
                WAIT_ROOT: if (root_done) state <= GIVE;
                GIVE:      if (out_ready) state <= TAKE;
                default:   state <= TAKE;
            endcase
        end
    end
endmodule : edge_norm
