// SPDX-License-Identifier: Apache-2.0
// Sends a picture (a disk, a box and a slope of grey) through the pipeline, computes the same edges
// step by step in the plainest way, and compares every word. `+picture` prints the edges.

module tb;
    localparam int WIDTH     = 64;
    localparam int HEIGHT    = 48;
    localparam int FRAMES    = 1;
    localparam int THRESHOLD = 160;

    logic        clk = 0;
    logic        rst = 1;
    logic [7:0]  s_axis_tdata = 0;
    logic        s_axis_tlast = 0;
    logic        s_axis_tvalid = 0;
    logic        s_axis_tready;
    logic [15:0] m_axis_tdata;
    logic        m_axis_tlast;
    logic        m_axis_tvalid;
    logic        m_axis_tready = 0;

    always #5 clk = ~clk;

    edge_pipeline #(.IMAGE_WIDTH(WIDTH)) dut (.*);

    // ---- the picture ----

    function automatic int pixel(input int x, input int y);
        int dx, dy;
        dx = x - 22;
        dy = y - 22;
        if (dx * dx + dy * dy < 15 * 15) pixel = 220;
        else if (x > 42 && x < 58 && y > 10 && y < 38) pixel = 40 + y;
        else pixel = 100 + x / 2;
    endfunction

    // ---- the reference ----

    int wanted [0:8191];
    int wanted_count = 0;

    function automatic int strength(input int x, input int y);
        int gx, gy, root;
        gx = pixel(x + 1, y - 1) + 2 * pixel(x + 1, y) + pixel(x + 1, y + 1)
           - pixel(x - 1, y - 1) - 2 * pixel(x - 1, y) - pixel(x - 1, y + 1);
        gy = pixel(x - 1, y + 1) + 2 * pixel(x, y + 1) + pixel(x + 1, y + 1)
           - pixel(x - 1, y - 1) - 2 * pixel(x, y - 1) - pixel(x + 1, y - 1);
        root = 0;
        while ((root + 1) * (root + 1) <= gx * gx + gy * gy) root = root + 1;
        strength = root;
    endfunction

    task compute_wanted(input int frame);
        int x, y, length, runs;
        logic colour, now;
        wanted[wanted_count] = frame;
        wanted_count = wanted_count + 1;
        length = 0;
        runs   = 0;
        colour = 0;
        for (y = 1; y < HEIGHT - 1; y = y + 1) begin
            for (x = 1; x < WIDTH - 1; x = x + 1) begin
                now = strength(x, y) >= THRESHOLD;
                if (length > 0 && now != colour) begin
                    wanted[wanted_count] = {16'd0, colour, length[14:0]};
                    wanted_count = wanted_count + 1;
                    runs   = runs + 1;
                    length = 0;
                end
                colour = now;
                length = length + 1;
                if ($test$plusargs("picture")) $write("%s", now ? "#" : ".");
            end
            if ($test$plusargs("picture")) $write("\n");
        end
        wanted[wanted_count] = {16'd0, colour, length[14:0]};
        wanted[wanted_count + 1] = runs + 1;
        wanted_count = wanted_count + 2;
    endtask

    // ---- source and sink ----

    // The xorshift generator gives the same numbers in every simulator.
    logic [31:0] rng = 32'h2545f491;
    function automatic [31:0] xorshift(input [31:0] value);
        logic [31:0] y;
        y = value ^ (value << 13);
        y = y ^ (y >> 17);
        xorshift = y ^ (y << 5);
    endfunction

    int sent = 0, received = 0, packets = 0, errors = 0, cycles = 0;

    wire is_last_pixel = sent % (WIDTH * HEIGHT) == WIDTH * HEIGHT - 1;

    always @(posedge clk) begin
        cycles <= cycles + 1;
        rng    <= xorshift(rng);
        if (!rst) begin
            // The camera has a pixel in three of four cycles.
            if (!s_axis_tvalid || s_axis_tready) begin
                if (sent < FRAMES * WIDTH * HEIGHT && rng[1:0] != 0) begin
                    s_axis_tvalid <= 1;
                    s_axis_tdata  <= 8'(pixel(sent % WIDTH, (sent / WIDTH) % HEIGHT));
                    s_axis_tlast  <= is_last_pixel;
                    sent          <= sent + 1;
                end else begin
                    s_axis_tvalid <= 0;
                end
            end
            // The memory behind the writer takes a word in every second cycle or so.
            m_axis_tready <= rng[2];
            if (m_axis_tvalid && m_axis_tready) begin
                if (m_axis_tdata != wanted[received][15:0]) begin
                    errors <= errors + 1;
                    $display("word %0d: got %h, want %h", received, m_axis_tdata, wanted[received][15:0]);
                end
                received <= received + 1;
                if (m_axis_tlast) packets <= packets + 1;
            end
        end
    end

    // ---- the run ----

    int frame;

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("edge_pipeline.vcd");
            $dumpvars(0, tb);
        end
        for (frame = 0; frame < FRAMES; frame = frame + 1) compute_wanted(frame);
        repeat (10) @(negedge clk);
        rst = 0;
        while (packets < FRAMES) @(negedge clk);
        repeat (20) @(negedge clk);
        if (errors == 0 && received == wanted_count)
            $display("PASS: %0d pixels became %0d words in %0d cycles", sent, received, cycles);
        else
            $display("FAIL: %0d errors, %0d words of %0d", errors, received, wanted_count);
        $finish;
    end

    initial begin
        #2000000 $display("FAIL: timeout with %0d words of %0d", received, wanted_count);
        $finish;
    end
endmodule
