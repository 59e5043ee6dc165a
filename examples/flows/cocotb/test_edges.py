# SPDX-License-Identifier: Apache-2.0
import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge


@cocotb.test()
async def a_grey_picture(dut):
    """One picture in, until the packet's last word is out."""
    cocotb.start_soon(Clock(dut.clk, 10, "ns").start())
    dut.rst.value = 1
    dut.s_axis_tvalid.value = 0
    dut.m_axis_tready.value = 1
    for _ in range(10):
        await RisingEdge(dut.clk)
    dut.rst.value = 0
    cocotb.start_soon(send(dut, [(x * y) % 256 for y in range(48) for x in range(64)]))
    while True:
        await RisingEdge(dut.clk)
        if dut.m_axis_tvalid.value == 1 and dut.m_axis_tlast.value == 1:
            return


async def send(dut, pixels):
    for number, pixel in enumerate(pixels):
        dut.s_axis_tvalid.value = 1
        dut.s_axis_tdata.value = pixel
        dut.s_axis_tlast.value = int(number == len(pixels) - 1)
        await RisingEdge(dut.clk)
        while dut.s_axis_tready.value != 1:
            await RisingEdge(dut.clk)
    dut.s_axis_tvalid.value = 0
