"""Line charts as SVG, without a library."""
import dataclasses
import html
import math

COLOURS = ("#0b6e99", "#c2410c", "#4d7c0f", "#7c3aed", "#be123c", "#57534e")
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 620, 300, 62, 150, 34, 40


@dataclasses.dataclass
class Line:
    name: str
    points: list[tuple[float, float]]
    dashed: bool = False


@dataclasses.dataclass
class Axis:
    name: str
    low: float
    high: float
    ticks: list[tuple[float, str]]
    logarithmic: bool = False

    def place(self, value: float) -> float:
        """From 0 to 1."""
        value = min(max(value, self.low), self.high)
        if self.logarithmic:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)


def chart(title: str, across: Axis, up: Axis, lines: list[Line], x: float, y: float) -> str:
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def point(one: tuple[float, float]) -> tuple[float, float]:
        return LEFT + across.place(one[0]) * wide, TOP + (1 - up.place(one[1])) * high

    parts = [f'<g transform="translate({x} {y})"><text x="{LEFT}" y="18" class="title">{html.escape(title)}</text>']
    for value, name in across.ticks:
        left, _ = point((value, up.low))
        parts.append(f'<path d="M{left:.1f} {TOP}v{high}" class="grid"/><text x="{left:.1f}" y="{TOP + high + 15}" class="mid">{name}</text>')
    for value, name in up.ticks:
        _, top = point((across.low, value))
        parts.append(f'<path d="M{LEFT} {top:.1f}h{wide}" class="grid"/><text x="{LEFT - 6}" y="{top + 4:.1f}" class="end">{name}</text>')
    parts.append(f'<text x="{LEFT + wide / 2}" y="{TOP + high + 32}" class="mid">{html.escape(across.name)}</text>')
    parts.append(f'<text transform="translate(14 {TOP + high / 2}) rotate(-90)" class="mid">{html.escape(up.name)}</text>')
    for number, line in enumerate(lines):
        colour, dash = COLOURS[number % len(COLOURS)], ' stroke-dasharray="5 3"' if line.dashed else ""
        path = " ".join(f"{left:.1f},{top:.1f}" for left, top in map(point, line.points))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.8"{dash}/>')
        top = TOP + 10 + number * 16
        parts.append(f'<path d="M{WIDTH - RIGHT + 8} {top}h18" stroke="{colour}" stroke-width="2"{dash}/>'
                     f'<text x="{WIDTH - RIGHT + 30}" y="{top + 4}">{html.escape(line.name)}</text>')
    return "\n".join([*parts, "</g>"])


def picture(charts: list[str], rows: int) -> str:
    """`chart`s, whose places are multiples of WIDTH and HEIGHT."""
    columns = -(-len(charts) // rows)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns * WIDTH} {rows * HEIGHT}" '
            'font-family="sans-serif" font-size="11"><style>text{fill:#222}.title{font-size:13px;font-weight:bold}.mid{text-anchor:middle}'
            '.end{text-anchor:end}.grid{stroke:#ddd;stroke-width:.7}</style>'
            f'<rect width="100%" height="100%" fill="#fff"/>\n' + "\n".join(charts) + "\n</svg>\n")
