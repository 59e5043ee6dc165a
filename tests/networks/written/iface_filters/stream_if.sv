// SPDX-License-Identifier: Apache-2.0
interface stream_if #(parameter int W = 16) ();
    logic         valid;
    logic         ready;
    logic [W-1:0] data;
    modport source (output valid, data, input ready);
    modport sink (input valid, data, output ready);
endinterface
