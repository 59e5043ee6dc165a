# SPDX-License-Identifier: Apache-2.0
"""Draws how far predictions are off, as an SVG file."""

import math

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 340, 56, 16, 40, 44
COLOURS = {"depth": "#1b6ca8", "rate": "#b8860b", "time": "#a63d40", "replicas": "#5b8c5a", "clock": "#6d597a", "latency": "#2a9d8f", "width": "#d1495b", "remove": "#555555", "move": "#9c6644"}


def svg(points, most):
    """Of points (kind, predicted, actual); the vertical axis reaches from -most to most, as shares."""
    least, last = (f(math.log10(actual) for _, _, actual in points) for f in (min, max))
    last = max(last, least + 0.1)
    x = lambda cycles: LEFT + (WIDTH - LEFT - RIGHT) * (math.log10(cycles) - least) / (last - least)
    y = lambda error: TOP + (HEIGHT - TOP - BOTTOM) * (most - error) / (2 * most)
    text = lambda at, to, what, anchor="middle": f'<text x="{at:.1f}" y="{to:.1f}" text-anchor="{anchor}">{what}</text>'
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12" fill="#333">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>']
    for error in (-most, -0.01, 0, 0.01, most):
        colour = "#999" if error == 0 else "#ddd"
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(error):.1f}" y2="{y(error):.1f}" stroke="{colour}"/>')
        out.append(text(LEFT - 6, y(error) + 4, f"{error:+.1%}" if error else "0", "end"))
    for cycles in (n * 10**k for k in range(2, 8) for n in (1, 2, 5)):
        if least <= math.log10(cycles) <= last:
            out.append(text(x(cycles), HEIGHT - BOTTOM + 18, f"{cycles:,}"))
    out.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, "cycles, simulated"))
    for i, (kind, colour) in enumerate(COLOURS.items()):
        at, down, count = LEFT + 10 + 130 * (i % 5), 11 + 16 * (i // 5), sum(point[0] == kind for point in points)
        out.append(f'<circle cx="{at}" cy="{down}" r="4" fill="{colour}"/>')
        out.append(text(at + 9, down + 4, f"{kind} ({count})", "start"))
    for kind, predicted, actual in points:
        error = max(-most, min(most, (predicted - actual) / actual))
        out.append(f'<circle cx="{x(actual):.1f}" cy="{y(error):.1f}" r="3.5" fill="{COLOURS[kind]}" fill-opacity="0.55"/>')
    return "\n".join([*out, "</svg>", ""])
