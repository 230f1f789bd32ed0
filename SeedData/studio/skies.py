"""Northern lights, stars, storms and clouds, each over a strip of land or sea."""

import numpy as np

from . import paint
from .canvas import LANDSCAPE, PORTRAIT, colour, mix, smooth
from .catalogue import picture
from .landscapes import ridges
from .noise import fbm


@picture("aurora_lake", PORTRAIT)
def aurora_lake(c):
    paint.sky(c, [(0, "#040b1c"), (0.7, "#0b2338"), (1, "#1c4a52")], 0.78)
    paint.stars(c, 1400, 0.75)
    paint.aurora(c, 0.58, 0.26, "#5cf2a0", "#2a6ad0", 0.95)
    paint.aurora(c, 0.42, 0.20, "#48d8b0", "#7a3ac8", 0.6, 2.3, 0.2)
    paint.ridge(c, paint.profile(c, 0.76, 0.15, 2.2, 4), "#0c1c28", "#12303a", 0.2)
    paint.woods(c, paint.profile(c, 0.8, 0.02, 2, 3, sharp=False), 110, 0.07, "#040a10")
    paint.water(c, 0.82, 0.22, "#06121c", 0.25, deep=0.35)


@picture("aurora_firs", LANDSCAPE)
def aurora_firs(c):
    paint.sky(c, [(0, "#050a20"), (1, "#12303f")], 0.7)
    paint.stars(c, 1200, 0.6)
    paint.aurora(c, 0.5, 0.30, "#8cf25c", "#1f8a8a", 1.0, 2.6, -0.25)
    paint.woods(c, paint.profile(c, 0.62, 0.08, 1.4, 7, sharp=False), 60, 0.2, "#071a1c")
    paint.woods(c, paint.profile(c, 0.74, 0.06, 1.4, 2, sharp=False), 30, 0.34, "#02080c")


@picture("aurora_violet")
def aurora_violet(c):
    paint.sky(c, [(0, "#0a0620"), (0.7, "#2a1448"), (1, "#5a2a5c")], 0.8)
    paint.stars(c, 1300, 0.75)
    paint.aurora(c, 0.62, 0.42, "#f25ca8", "#5a3af0", 0.8, 1.2, 0.3)
    paint.aurora(c, 0.7, 0.16, "#6cf0b8", "#e05cc0", 0.7, 2.2, -0.2)
    ridges(c, ["#3a1f4c", "#24143a", "#0e0820"], "#6a3a68", 0.78)


@picture("milky_way_firs", PORTRAIT)
def milky_way_firs(c):
    paint.sky(c, [(0, "#050714"), (0.6, "#0e1636"), (1, "#2f3c5c")], 1.0)
    paint.stars(c, 3200, 1.05)
    paint.milky_way(c, 1.9, -0.08, "#9ab0e8", "#ffd0a8")
    paint.woods(c, paint.profile(c, 1.12, 0.06, 1.5, 5, sharp=False), 34, 0.34, "#03050c")


@picture("star_trails")
def star_trails(c):
    paint.sky(c, [(0, "#081028"), (0.7, "#1c3058"), (1, "#64688a")], 0.85)
    paint.star_trails(c, 0.46, 0.42, 0.86)
    ridges(c, ["#3a4666", "#222c48", "#0b1020"], "#5a6484", 0.84)


@picture("meteors", LANDSCAPE)
def meteors(c):
    paint.sky(c, [(0, "#071226"), (0.6, "#173a56"), (1, "#5a8a8c")], 0.6)
    paint.stars(c, 1700, 0.55)
    for x, y, length, strength in (
        (0.66, 0.10, 0.26, 1.0),
        (0.36, 0.06, 0.13, 0.7),
        (0.86, 0.26, 0.12, 0.6),
        (0.24, 0.25, 0.09, 0.5),
    ):
        along = ((c.x - x) * -0.85 + (c.y - y) * 0.53) / length
        across = (c.x - x) * 0.53 + (c.y - y) * 0.85
        tail = np.clip(along, 0, 1) ** 2 * (along < 1)
        c.light(
            colour("#e8fff4"), tail * np.exp(-((across / (0.0009 + 0.0016 * np.clip(along, 0, 1))) ** 2)) * strength
        )
        c.light(colour("#8ce8d0"), tail * np.exp(-((across / 0.006) ** 2)) * strength * 0.4)
    ridges(c, ["#2f5a68", "#1c3c4c", "#0c1c28"], "#5a8a90", 0.52)


@picture("eclipse")
def eclipse(c):
    paint.sky(c, [(0, "#060812"), (0.7, "#101a30"), (1, "#c06a3a")], 0.92)
    paint.stars(c, 260, 0.7)
    d, angle = c.distance(0.5, 0.4), np.arctan2(c.y - 0.4, c.x - 0.5)
    streams = 0.3 + 1.2 * fbm(np.cos(angle) * 2.4, np.sin(angle) * 2.4, 4, 3) ** 1.6 + 0.35 * np.cos(2 * angle + 0.5)
    out = np.clip(d - 0.135, 0, None)
    c.light(colour("#e8f0ff"), np.exp(-out / (0.03 + 0.085 * np.clip(streams, 0.02, 2))) * 0.95)
    c.light(colour("#ffffff"), np.exp(-out / 0.006))
    paint.disc(c, 0.5, 0.4, 0.135, "#04050a")
    paint.glow(c, 0.585, 0.295, 0.05, "#ffffff", 1.0)
    paint.disc(c, 0.589, 0.299, 0.008, "#ffffff")
    ridges(c, ["#2a2230", "#07080e"], "#8a5038", 0.9)


@picture("crescent", PORTRAIT)
def crescent(c):
    paint.sky(c, [(0, "#131c48"), (0.45, "#3f4a8c"), (0.75, "#c87a8a"), (1, "#ffbf7a")], 1.1)
    paint.moon(c, 0.62, 0.4, 0.07, "#fff4dc", phase=0.55)
    paint.glow(c, 0.36, 0.62, 0.03, "#ffffff", 1.0)
    paint.disc(c, 0.36, 0.62, 0.004, "#ffffff")

    def roofs(pen, unit):
        x = -0.02
        while x < 1.02:
            wide, high = c.rng.uniform(0.07, 0.16), c.rng.uniform(0.05, 0.16)
            eave, mid = 1.17 - high, x + wide / 2
            pen.rectangle([x * unit, eave * unit, (x + wide) * unit, 1.3 * unit], fill=255)
            pen.polygon(
                [
                    ((x - 0.012) * unit, eave * unit),
                    (mid * unit, (eave - wide * 0.5) * unit),
                    ((x + wide + 0.012) * unit, eave * unit),
                ],
                fill=255,
            )
            pen.rectangle(
                [(x + wide * 0.68) * unit, (eave - wide * 0.44) * unit, (x + wide * 0.8) * unit, eave * unit], fill=255
            )
            x += wide * 0.96

    def windows(pen, unit):
        for _ in range(16):
            x, y = c.rng.uniform(0.02, 0.96), c.rng.uniform(1.13, 1.22)
            pen.rectangle([x * unit, y * unit, (x + 0.012) * unit, (y + 0.017) * unit], fill=255)

    c.over(colour("#1a1426"), c.mask(roofs))
    c.over(colour("#ffd070"), c.mask(windows))
    c.bloom(0.5, 0.012, 0.7)


@picture("lightning", PORTRAIT)
def lightning(c):
    paint.sky(c, [(0, "#15142c"), (0.8, "#4a3f74"), (1, "#a8789a")], 1.0)
    paint.clouds(c, 1.0, "#8a78b0", "#14122a", 0.68, 0.7, 0.3, 0.95)
    paint.lightning(c, 0.36, 0.30, 1.03)
    paint.lightning(c, 0.76, 0.42, 1.03, "#8fa0ff")
    paint.ridge(c, paint.profile(c, 1.03, 0.06, 2, 6, sharp=False), "#1a1630", "#0c0a18", 0.2)


@picture("cloud_sea", LANDSCAPE)
def cloud_sea(c):
    paint.sky(c, [(0, "#3a5a9a"), (0.6, "#e8a88a"), (1, "#ffe4b0")], 0.34)
    paint.sun(c, 0.28, 0.27, 0.03, "#fffdf0", "#ffd898", 0.9)
    paint.ridge(c, paint.profile(c, 0.36, 0.10, 2.6, 8), "#9a8aa8", "#e8c8bc", 0.1)
    y = np.clip(c.y - 0.335, 1e-3, None)
    depth = 0.12 / (y + 0.02)
    u, v = (c.x - 0.5) * depth * 5, depth * 9
    warp = fbm(u * 0.7, v * 0.7, 3, 4)
    puff = fbm(u + warp, v + warp, 6, 5)
    lit = np.clip(0.5 + (puff - fbm(u + warp + 0.12, v + warp + 0.2, 5, 5)) * 4 + (puff - 0.5), 0, 1)
    tint = mix(colour("#8a86b4"), colour("#fff0dc"), lit[..., None])
    tint = mix(tint, colour("#ffdcb4"), np.exp(-y * 12)[..., None])
    c.over(tint, smooth(0.33, 0.35, c.y + 0.02 * (puff - 0.5)))
    for base, seed, shade in ((0.47, 12, "#5a5478"), (0.66, 23, "#2c2a48")):
        line = paint.profile(c, base + 0.09, 0.34, 1.6, seed)
        fade = smooth(0.0, 0.16, base + 0.06 - c.y + 0.14 * (puff - 0.5))
        c.over(colour(shade) * (0.8 + 0.5 * fbm(c.x * 20, c.y * 26, 5, 3))[..., None], c.below(line) * fade)


@picture("pink_cumulus")
def pink_cumulus(c):
    paint.sky(c, [(0, "#3f68b4"), (0.6, "#93a8d8"), (1, "#ffd8c0")], 0.95)
    for x, base, width, height, lit, shade in (
        (0.2, 0.84, 0.34, 0.12, "#ffe0cc", "#b09ac0"),
        (0.85, 0.82, 0.3, 0.16, "#ffdcc8", "#a890bc"),
        (0.56, 0.74, 0.42, 0.48, "#fff0e0", "#8f7cb0"),
        (0.06, 0.56, 0.16, 0.14, "#ffe8da", "#a08ebc"),
    ):
        paint.cumulus(c, x, base, width, height, lit, shade)
    paint.ridge(c, paint.profile(c, 0.93, 0.05, 2.4, 5), "#4a3a66", "#6a4a78", 0.1)


def skyline(c, low, high):
    """House fronts side by side: where each begins, its roof and its width; few are tall."""
    blocks, x = [], -0.02
    while x < 1.02:
        wide = c.rng.uniform(0.025, 0.07)
        blocks.append((x, 0.53 - low - (high - low) * c.rng.random() ** 2.2, wide))
        x += wide * c.rng.uniform(0.9, 1.3)
    return blocks


def houses(c, blocks, tint, window, lit):
    """Paints house fronts, with a share of their windows `lit`."""

    def fronts(pen, unit):
        for x, top, wide in blocks:
            pen.rectangle([x * unit, top * unit, (x + wide) * unit, 0.54 * unit], fill=255)
            if wide < 0.035:
                mast = x + wide / 2
                pen.line([(mast * unit, top * unit), (mast * unit, (top - 0.03) * unit)], fill=255, width=2)

    def panes(pen, unit):
        for x, top, wide in blocks:
            for px in np.arange(x + 0.005, x + wide - 0.006, 0.0075):
                for py in np.arange(top + 0.008, 0.52, 0.011):
                    if c.rng.random() < lit:
                        frame = [px * unit, py * unit, (px + 0.0035) * unit, (py + 0.005) * unit]
                        pen.rectangle(frame, fill=int(c.rng.uniform(90, 255)))

    c.over(colour(tint), c.mask(fronts))
    c.over(colour(window), c.mask(panes))


@picture("city_lights", LANDSCAPE)
def city_lights(c):
    paint.sky(c, [(0, "#10142e"), (0.6, "#3a2f5e"), (1, "#ff9a5e")], 0.54)
    paint.stars(c, 200, 0.25)
    houses(c, skyline(c, 0.06, 0.15), "#4a3a5e", "#f0b078", 0.24)
    houses(c, skyline(c, 0.04, 0.24), "#2c2646", "#f6c070", 0.30)
    houses(c, skyline(c, 0.02, 0.13), "#14142c", "#ffd890", 0.36)
    c.bloom(0.6, 0.01, 0.6)
    c.over(colour("#0c0c20"), np.broadcast_to(c.y > 0.524, (c.h, c.w)))
    paint.water(c, 0.535, 0.45, "#0c1026", 0.2, deep=0.45)
