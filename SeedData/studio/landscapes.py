"""Mountains, deserts, seas, woods and fields."""

import numpy as np

from . import paint, terrain
from .canvas import LANDSCAPE, PORTRAIT, colour, hexed, mix, smooth
from .catalogue import picture
from .noise import fbm, ridged


# Ridges behind ridges.


def ridges(c, tints, haze, top, sharp=True):
    """Ridges from far to near, each darker and larger than the one behind."""
    for index, tint in enumerate(tints):
        t = (index + 1) / len(tints)
        base = mix(top, c.bottom * 0.97, t**1.15)
        line = paint.profile(c, base, 0.10 + 0.16 * t, 2.0 + 1.4 * (1 - t), c.seed + index * 7, sharp)
        paint.ridge(c, line, tint, haze, 0.10 + 0.22 * t, 0.25 * t, 0.2)


@picture("blue_ridges", PORTRAIT)
def blue_ridges(c):
    paint.sky(c, [(0, "#5f8fc4"), (0.55, "#b9d3e8"), (1, "#fbe6d0")], 0.6)
    paint.sun(c, 0.68, 0.42, 0.035, "#fff7e0", "#ffd9a8", 0.7)
    ridges(c, ["#a9bfd8", "#8aa6c8", "#688ab4", "#466c9b", "#2c4f7d", "#173357", "#0b1c36"], "#d8e2ee", 0.5)


@picture("amber_ridges", LANDSCAPE)
def amber_ridges(c):
    paint.sky(c, [(0, "#c8553d"), (0.5, "#f2a65a"), (1, "#ffe3a0")], 0.42)
    paint.clouds(c, 0.4, "#ffe7b8", "#d0674a", 0.46, 0.7, 0.35, 0.7)
    paint.sun(c, 0.34, 0.3, 0.05, "#fffbe6", "#ffcf7a", 0.9)
    ridges(c, ["#e79a5f", "#cf7847", "#a95739", "#7b3a30", "#4c2227", "#26121c"], "#f9c98a", 0.34)


@picture("violet_night_ridges")
def violet_night_ridges(c):
    paint.sky(c, [(0, "#0d0b2b"), (0.5, "#2b2360"), (1, "#8a5a9e")], 0.62)
    paint.stars(c, 900, 0.55)
    paint.moon(c, 0.28, 0.24, 0.055, "#ffeeda")
    ridges(c, ["#6d4f98", "#553d84", "#3d2d6b", "#281f50", "#171336", "#0a0a1f"], "#9b74b4", 0.52)


@picture("jade_hills")
def jade_hills(c):
    paint.sky(c, [(0, "#9cc3bd"), (1, "#f2efd9")], 0.45)
    ridges(c, ["#b5d0be", "#93b9a0", "#6f9f80", "#4b8062", "#2d5f47", "#123526"], "#e6ecd6", 0.36, sharp=False)
    paint.fog(c, 0.58, 0.05, "#f4f3e4", 0.6)
    paint.fog(c, 0.76, 0.04, "#eef2e4", 0.45)


@picture("balloons", PORTRAIT)
def balloons(c):
    paint.sky(c, [(0, "#4f7fb8"), (0.5, "#f0b9a0"), (1, "#ffe6b8")], 0.95)
    paint.clouds(c, 0.9, "#fff1de", "#c98f9a", 0.40, 0.8, 0.2, 0.7)
    paint.glow(c, 0.1, 0.85, 0.6, "#fff0c0", 0.7)
    ridges(c, ["#c89a9e", "#a2768a", "#74546f", "#44344f", "#1f1a2c"], "#f6cfae", 0.86)
    warm, cool, gold = ["#d8412f", "#f4e3c0"], ["#2b6c8f", "#f2f2e6", "#e9a23b"], ["#e9b02e", "#b5382c", "#5b2a5e"]
    for x, y, radius, tints in (
        (0.33, 0.36, 0.15, warm),
        (0.74, 0.55, 0.085, cool),
        (0.58, 0.2, 0.055, gold),
        (0.13, 0.68, 0.04, cool),
        (0.88, 0.3, 0.03, warm),
        (0.5, 0.74, 0.026, gold),
    ):
        paint.balloon(c, x, y, radius, tints)


# Height fields.


def alps(scale=0.24, height=2.6, seed=3):
    """High mountains that begin behind a low foreground."""

    def ground(x, z, octaves):
        big = ridged(x * scale, z * scale, octaves, seed, 0.36)
        lift = smooth(2.0, 14.0, z)
        return big * height * (0.2 + 0.8 * lift) * (0.6 + 0.8 * fbm(x * 0.12, z * 0.12, 2, seed + 1))

    return ground


@picture("snow_peaks", LANDSCAPE)
def snow_peaks(c):
    paint.sky(c, [(0, "#2f6fb5"), (0.6, "#86b5de"), (1, "#dfeaf3")], 0.5)
    paint.clouds(c, 0.5, "#ffffff", "#a9bcd2", 0.42, 1.0, 0.2, 0.8)
    terrain.render(
        c,
        terrain.View(
            alps(0.2, 4.2, 5),
            terrain.snow("#6a6560", 0.75, 2),
            0.5,
            1.9,
            1.0,
            far=34,
            sun=(-0.75, 0.42, -0.25),
            sunlight="#fff1d8",
            shade="#6f8dc0",
            haze="#cfe0f0",
            haze_distance=26,
        ),
    )


@picture("alpenglow", PORTRAIT)
def alpenglow(c):
    paint.sky(c, [(0, "#4a5a94"), (0.5, "#c08fb0"), (1, "#ffd0b0")], 0.7)
    terrain.render(
        c,
        terrain.View(
            alps(0.22, 5.4, 14),
            terrain.snow("#6b5a66", 0.5, 4),
            0.74,
            1.9,
            1.0,
            far=34,
            sun=(0.85, 0.3, -0.2),
            sunlight="#ff9a78",
            shade="#5a5f9c",
            haze="#c6a6c4",
            haze_distance=30,
        ),
    )
    paint.woods(c, paint.profile(c, 1.15, 0.1, 1.4, 9, sharp=False), 46, 0.17, "#161a2e", "#0c0f1e")


@picture("moonlit_peaks", LANDSCAPE)
def moonlit_peaks(c):
    paint.sky(c, [(0, "#040a1c"), (0.7, "#14294f"), (1, "#35507e")], 0.45)
    paint.stars(c, 1300, 0.42)
    paint.moon(c, 0.79, 0.13, 0.034, "#f2f5ff")
    terrain.render(
        c,
        terrain.View(
            alps(0.23, 4.4, 27),
            terrain.snow("#3c4252", 0.6, 7),
            0.48,
            1.8,
            1.0,
            far=34,
            sun=(0.7, 0.5, 0.1),
            sunlight="#8fa9dd",
            shade="#1c2c52",
            haze="#2f4a78",
            haze_distance=24,
        ),
    )


def meadow(ground, up, x, z):
    """A material: grass with darker patches, earth where it is steep."""
    patch = smooth(0.4, 0.65, fbm(x * 0.8, z * 0.8, 5, 3))
    grass = mix(colour("#86a83e"), colour("#3f6a2c"), patch[..., None])
    return (
        mix(colour("#8a7350"), grass, smooth(0.55, 0.8, up)[..., None])
        * (0.75 + 0.5 * fbm(x * 30, z * 30, 3, 5))[..., None]
    )


def downs(x, z, octaves):
    """Rounded grassy hills."""
    return 2.2 * fbm(x * 0.22, z * 0.22, 3, 21) + 0.05 * fbm(x * 3, z * 3, max(2, octaves - 5), 22)


@picture("green_downs", LANDSCAPE)
def green_downs(c):
    paint.sky(c, [(0, "#3f83c4"), (1, "#d4e6ee")], 0.36)
    paint.clouds(c, 0.36, "#ffffff", "#93a9c2", 0.52, 1.1, 0.2, 0.95)
    terrain.render(
        c,
        terrain.View(
            downs,
            meadow,
            0.34,
            2.5,
            0.9,
            far=40,
            sun=(-0.8, 0.38, 0.1),
            sunlight="#fff0c4",
            shade="#5f7c94",
            haze="#c3d9e4",
            haze_distance=20,
        ),
    )


@picture("rainbow", LANDSCAPE)
def rainbow(c):
    paint.sky(c, [(0, "#4b5a6c"), (1, "#a9b4b8")], 0.44)
    paint.clouds(c, 0.45, "#b9c0c4", "#3d4856", 0.62, 0.9, 0.9, 0.9)
    across = (c.distance(0.72, 0.66) - 0.50) / 0.045
    arc = paint.gradient(
        across,
        [
            (-1, "#000000"),
            (-0.8, "#5a2a8a"),
            (-0.4, "#2a5ac0"),
            (0, "#2aa050"),
            (0.35, "#d8c020"),
            (0.65, "#e07018"),
            (0.9, "#c02020"),
            (1.1, "#000000"),
        ],
    )
    c.light(arc, 0.75 * smooth(0.0, 0.3, c.y + 0.12) * np.ones_like(across))
    ridges(c, ["#7f9486", "#64845a", "#6f9440", "#4a7030", "#24401e"], "#a9b8a0", 0.46, sharp=False)
    paint.woods(c, paint.profile(c, 0.7, 0.06, 1.2, 31, sharp=False), 16, 0.09, "#1c3018", tree=paint.broadleaf)


def mesas(x, z, octaves):
    """Flat-topped towers with terraced walls."""
    shape = fbm(x * 0.20, z * 0.20, min(octaves, 6), 17)
    tower = smooth(0.5, 0.54, shape) * 0.9 + smooth(0.57, 0.6, shape) * 0.9
    return tower * smooth(1, 7, z) + 0.5 * shape + 0.05 * fbm(x * 2.5, z * 2.5, max(2, octaves - 4), 19)


def strata(ground, up, x, z):
    """A material: bands of red and cream rock."""
    bands = fbm(ground * 9, 0.12 * x, 3, 8)
    rock = mix(colour("#9c4526"), colour("#e0a070"), smooth(0.35, 0.7, bands)[..., None])
    return (
        mix(rock, colour("#c8824e"), smooth(0.8, 0.97, up)[..., None])
        * (0.8 + 0.4 * fbm(x * 12, z * 12, 4, 9))[..., None]
    )


@picture("red_mesas", LANDSCAPE)
def red_mesas(c):
    paint.sky(c, [(0, "#2f79c0"), (1, "#f0dcc0")], 0.42)
    paint.clouds(c, 0.42, "#fff6ea", "#b8a6b0", 0.36, 0.8, 0.1, 0.8)
    terrain.render(
        c,
        terrain.View(
            mesas,
            strata,
            0.42,
            1.35,
            0.95,
            far=40,
            sun=(-0.75, 0.45, -0.3),
            sunlight="#ffd9a0",
            shade="#6a5a86",
            haze="#e6c8b4",
            haze_distance=28,
        ),
    )


def dunes(seed=1, height=1.0):
    """Crescents of sand with a steep side, and ripples near the camera."""

    def ground(x, z, octaves):
        wind = x * 0.8 + z * 0.25 + 0.9 * fbm(x * 0.25, z * 0.3, 3, seed)
        phase = wind * 0.42 + 0.6 * fbm(x * 0.18, z * 0.2, 2, seed + 1)
        saw = phase - np.floor(phase)
        crest = np.where(saw < 0.72, smooth(0, 0.72, saw), 1 - smooth(0.72, 1.0, saw))
        broad = fbm(x * 0.12, z * 0.12, 3, seed + 2)
        ripple = 0.004 * np.sin((x * 0.9 + z * 1.6 + 0.5 * fbm(x * 2, z * 2, 3, seed)) * 42) * smooth(9, 2, z)
        return height * (crest * (0.35 + 0.8 * broad) + broad * 0.7) + ripple

    return ground


def sand(tint):
    """A material: one colour with fine grain."""
    return lambda ground, up, x, z: colour(tint) * (0.93 + 0.14 * fbm(x * 40, z * 40, 3))[..., None]


@picture("twin_suns", PORTRAIT)
def twin_suns(c):
    paint.sky(c, [(0, "#3b2a5c"), (0.4, "#a34a5e"), (0.75, "#f08a4b"), (1, "#ffd27a")], 0.78)
    paint.clouds(c, 0.76, "#ffd29a", "#8a3f5a", 0.40, 0.6, 0.45, 0.65)
    paint.sun(c, 0.40, 0.5, 0.062, "#fff3cf", "#ffb35c", 0.75)
    paint.disc(c, 0.62, 0.66, 0.046, "#fff0c8")
    terrain.render(
        c,
        terrain.View(
            dunes(4),
            sand("#e0a068"),
            0.74,
            1.75,
            0.9,
            far=50,
            sun=(-0.35, 0.16, 0.8),
            sunlight="#ffb070",
            shade="#6a4468",
            haze="#f0955a",
            haze_distance=22,
        ),
    )


@picture("white_dunes")
def white_dunes(c):
    paint.sky(c, [(0, "#1f62b0"), (1, "#bfe0f4")], 0.42)
    terrain.render(
        c,
        terrain.View(
            dunes(11, 1.3),
            sand("#d8d4cc"),
            0.4,
            2.1,
            0.9,
            far=50,
            sun=(-0.7, 0.4, 0.3),
            sunlight="#fff6e2",
            shade="#7f9ccc",
            haze="#cfe4f2",
            haze_distance=30,
        ),
    )


@picture("night_dunes", PORTRAIT)
def night_dunes(c):
    paint.sky(c, [(0, "#060a20"), (0.7, "#1a2450"), (1, "#4a4a7a")], 0.82)
    paint.stars(c, 2600, 0.8)
    paint.milky_way(c, 1.15, 0.02)
    terrain.render(
        c,
        terrain.View(
            dunes(8),
            sand("#8a86a8"),
            0.8,
            1.9,
            0.9,
            far=50,
            sun=(0.6, 0.3, 0.4),
            sunlight="#8f9ad8",
            shade="#232a58",
            haze="#3c4274",
            haze_distance=20,
        ),
    )


@picture("ringed_planet", PORTRAIT)
def ringed_planet(c):
    paint.sky(c, [(0, "#0d1a33"), (0.6, "#3f5a7a"), (1, "#e0a98a")], 0.9)
    paint.stars(c, 700, 0.6)
    paint.ring(c, 0.6, 0.42, 0.2, "#e8cfa8", front=False)
    paint.planet(c, 0.6, 0.42, 0.2, "#f2d3a0", "#a5653f")
    paint.ring(c, 0.6, 0.42, 0.2, "#f4dfbc", front=True)
    ridges(c, ["#a8808a", "#75586f", "#463a55", "#1c1a2e"], "#e6b296", 0.88)


# Water.


@picture("sea_sunset", LANDSCAPE)
def sea_sunset(c):
    paint.sky(c, [(0, "#2a3566"), (0.5, "#d0607a"), (1, "#ffcf80")], 0.42)
    paint.clouds(c, 0.42, "#ffb98a", "#5a3a66", 0.55, 0.8, 0.6, 0.9)
    paint.sun(c, 0.62, 0.395, 0.042, "#fff4d0", "#ffa860", 0.85)
    paint.water(c, 0.42, 0.6, "#1b2446", 0.3)
    paint.glitter(c, 0.42, 0.62, 0.05, "#ffd9a0")
    c.bloom()


@picture("turquoise_bay")
def turquoise_bay(c):
    paint.sky(c, [(0, "#2f86d0"), (1, "#d8f0f4")], 0.4)
    paint.clouds(c, 0.4, "#ffffff", "#9db8cc", 0.5, 1.2, 0.2, 0.95)
    paint.ridge(c, paint.profile(c, 0.41, 0.05, 2.4, 5, sharp=False), "#5f9a86", "#a8d0c8", 0.1)
    paint.water(c, 0.42, 0.45, "#10a0b0", 0.15, 0.8, deep=0.85)
    shore = 0.86 + 0.05 * fbm(c.x * 2, np.float32(3), 3, 4) - 0.10 * (c.x - 0.4)
    foam = np.exp(-(((c.y - shore) / 0.012) ** 2)) * (0.5 + fbm(c.x * 30, c.y * 60, 4, 3))
    c.over(colour("#7fe0d4"), smooth(-0.24, 0, c.y - shore) * 0.65)
    c.over(
        colour("#f0dcb4") * (0.92 + 0.16 * fbm(c.x * 160, c.y * 160, 3, 6))[..., None],
        smooth(-0.006, 0.006, c.y - shore),
    )
    c.over(colour("#ffffff"), np.clip(foam, 0, 1))


@picture("moon_sea", PORTRAIT)
def moon_sea(c):
    paint.sky(c, [(0, "#050a1e"), (0.7, "#16305e"), (1, "#48689a")], 0.72)
    paint.stars(c, 900, 0.66)
    paint.clouds(c, 0.72, "#9fb4d8", "#16244a", 0.42, 0.8, 0.5, 0.75)
    paint.moon(c, 0.52, 0.36, 0.075)
    paint.water(c, 0.72, 0.6, "#071028", 0.3)
    paint.glitter(c, 0.72, 0.52, 0.06, "#f2ecd4")


@picture("storm_sea", LANDSCAPE)
def storm_sea(c):
    paint.sky(c, [(0, "#2b3640"), (1, "#b8c2c0")], 0.38)
    paint.clouds(c, 0.38, "#a9b4b4", "#1e2830", 0.72, 1.1, 0.8, 1.0)
    for index, (base, tint) in enumerate(((0.40, "#5a7078"), (0.45, "#4a646c"), (0.53, "#38545c"), (0.64, "#26424a"))):
        line = paint.profile(c, base, 0.03 + 0.05 * index, 3.4 - 0.6 * index, c.seed + index, sharp=True, octaves=5)
        paint.ridge(c, line, tint, "#1a2e36", 0.16, 0.7, 0.3)
        crest = np.clip(1 - (c.y - line[None, :]) / (0.004 + 0.006 * index), 0, 1) * c.below(line)
        c.over(colour("#e6eeee"), crest * smooth(0.42, 0.7, fbm(c.x * 24, c.y * 60, 5, index)))
    paint.fog(c, 0.40, 0.03, "#c6cfcd", 0.4)


@picture("lake_mirror")
def lake_mirror(c):
    paint.sky(c, [(0, "#5a86b8"), (0.6, "#f2c4b0"), (1, "#ffe8c8")], 0.5)
    paint.clouds(c, 0.5, "#fff0e0", "#a98aa4", 0.42, 0.9, 0.3, 0.8)
    paint.ridge(c, paint.profile(c, 0.40, 0.26, 2.2, 6), "#6f86ac", "#d8c8cc", 0.3, 0.5, 0.5)
    paint.ridge(c, paint.profile(c, 0.46, 0.16, 2.6, 14), "#44607c", "#b8b4bc", 0.2, 0.4, 0.4)
    paint.woods(c, paint.profile(c, 0.52, 0.03, 2, 3, sharp=False), 90, 0.09, "#16302c", "#3d5a58", 0.1)
    paint.fog(c, 0.53, 0.02, "#fff0e4", 0.6)
    paint.water(c, 0.545, 0.12, "#1c3048", 0.2, deep=0.4)


@picture("autumn_lake", LANDSCAPE)
def autumn_lake(c):
    paint.sky(c, [(0, "#7fb0d4"), (1, "#eef2ea")], 0.4)
    paint.clouds(c, 0.4, "#ffffff", "#b0c0cc", 0.42, 1.0, 0.3, 0.7)
    paint.ridge(c, paint.profile(c, 0.33, 0.14, 1.8, 4, sharp=False), "#8aa0b4", "#d0d8d8", 0.2)
    for tint, count, height in (
        ("#7a5a2e", 26, 0.17),
        ("#c8842a", 18, 0.15),
        ("#b8482a", 14, 0.13),
        ("#e0b038", 12, 0.10),
        ("#5a6a30", 14, 0.07),
    ):
        paint.woods(
            c,
            paint.profile(c, 0.405, 0.01, 2, count, sharp=False),
            count,
            height,
            tint,
            "#4a3a22",
            0.25,
            paint.broadleaf,
        )
    paint.water(c, 0.42, 0.22, "#20384a", 0.2, deep=0.45)


@picture("islands", LANDSCAPE)
def islands(c):
    paint.sky(c, [(0, "#f2a88a"), (1, "#ffe9c8")], 0.36)
    paint.sun(c, 0.5, 0.24, 0.036, "#fffbe8", "#ffd8a0", 0.8)
    for seed, tint in ((33, "#e0a894"), (58, "#b88490"), (27, "#8a6480")):
        line = np.maximum(paint.profile(c, 0.43, 0.30, 3.0, seed), 0.2)
        paint.ridge(c, line, tint, "#f2c8a8", 0.12, 0.2, 0.2)
    paint.water(c, 0.38, 0.4, "#7a4a62", 0.12, deep=0.4)
    paint.glitter(c, 0.38, 0.5, 0.05, "#fff0c8")


@picture("skerries", PORTRAIT)
def skerries(c):
    paint.sky(c, [(0, "#8fb0c4"), (0.7, "#e2dcd4"), (1, "#f6e8d6")], 0.5)
    for depth, tint in ((0.52, "#a8b4bc"), (0.515, "#7c8e9a"), (0.52, "#566a78")):
        paint.ridge(
            c,
            paint.profile(c, depth + 0.012, 0.07, 4.5 - depth, int(tint[1:3], 16), sharp=False),
            tint,
            "#d4d8d8",
            0.08,
        )
    paint.water(c, 0.5, 0.2, "#9fb4c0", 0.05, 0.7, deep=0.5)
    for y, x, wide, tint in ((0.66, 0.2, 0.16, "#6a7880"), (0.8, 0.72, 0.24, "#4a565e"), (1.02, 0.3, 0.34, "#2a3238")):
        hump = y - wide * 0.22 * np.clip(1 - ((c.x[0] - x) / wide) ** 2, 0, 1) ** 0.7 * (
            0.6 + 0.8 * fbm(c.x[0] * 14, np.float32(y), 5)
        )
        stone = colour(tint) * (0.7 + 0.6 * fbm(c.x * 40, c.y * 70, 5))[..., None]
        c.over(stone, c.below(hump) * (c.y < y))
        c.over(
            colour(tint) * 0.8,
            smooth(wide * 0.22, 0, c.y - y) * (c.y >= y) * np.clip(1 - ((c.x - x) / wide) ** 2, 0, 1) * 0.6,
        )
    paint.fog(c, 0.5, 0.03, "#f4ece2", 0.5)


@picture("sailing_home")
def sailing_home(c):
    paint.sky(c, [(0, "#f0a03c"), (0.6, "#ffcb6a"), (1, "#fff0c0")], 0.6)
    paint.sun(c, 0.36, 0.46, 0.09, "#fffdf0", "#ffdf90", 0.8)
    paint.ridge(c, paint.profile(c, 0.605, 0.05, 2.2, 9), "#c88440", "#f2c070", 0.06)

    def boat(pen, unit):
        pen.polygon(
            [
                (0.6 * unit, 0.592 * unit),
                (0.77 * unit, 0.588 * unit),
                (0.745 * unit, 0.618 * unit),
                (0.63 * unit, 0.618 * unit),
            ],
            fill=255,
        )
        pen.line([(0.682 * unit, 0.6 * unit), (0.682 * unit, 0.33 * unit)], fill=255, width=int(0.004 * unit))
        pen.polygon([(0.686 * unit, 0.34 * unit), (0.686 * unit, 0.575 * unit), (0.775 * unit, 0.572 * unit)], fill=255)
        pen.polygon([(0.677 * unit, 0.37 * unit), (0.677 * unit, 0.578 * unit), (0.612 * unit, 0.58 * unit)], fill=225)

    c.over(colour("#4a2412"), c.mask(boat))
    paint.water(c, 0.615, 0.35, "#8a4a1c", 0.2, deep=0.5)
    paint.glitter(c, 0.615, 0.36, 0.09, "#fff2c0", 0.8)


@picture("lighthouse", PORTRAIT)
def lighthouse(c):
    paint.sky(c, [(0, "#0c1634"), (0.6, "#37476f"), (1, "#c4806a")], 0.9)
    paint.stars(c, 600, 0.6)
    paint.clouds(c, 0.9, "#a8788a", "#26305a", 0.42, 0.8, 0.2, 0.7)
    angle = np.arctan2(c.y - 0.372, c.x - 0.705)
    for direction in (2.98, -0.16):
        away = np.abs(np.angle(np.exp(1j * (angle - direction))))
        c.light(colour("#fff0b8"), np.exp(-((away / 0.07) ** 2)) * np.exp(-c.distance(0.705, 0.372) * 1.6) * 0.85)
    rock = 0.93 - 0.20 * smooth(0.35, 0.72, c.x[0]) - 0.05 * fbm(c.x[0] * 7, np.float32(2), 6, 4)

    def tower(pen, unit):
        pen.polygon(
            [
                (0.655 * unit, 0.8 * unit),
                (0.68 * unit, 0.4 * unit),
                (0.73 * unit, 0.4 * unit),
                (0.755 * unit, 0.8 * unit),
            ],
            fill=255,
        )

    stripes = np.where(np.floor((c.y - 0.4) / 0.066) % 2 == 0, 1.0, 0.0)[..., None]
    shade = 0.35 + 0.5 * smooth(0.76, 0.66, c.x)[..., None]
    c.over(mix(colour("#e8e0d8"), colour("#a83a32"), stripes) * shade, c.mask(tower))

    def lantern(pen, unit):
        pen.rectangle([0.668 * unit, 0.396 * unit, 0.742 * unit, 0.406 * unit], fill=255)
        pen.polygon(
            [(0.684 * unit, 0.352 * unit), (0.705 * unit, 0.325 * unit), (0.726 * unit, 0.352 * unit)], fill=255
        )
        for x in (0.687, 0.705, 0.723):
            pen.line([(x * unit, 0.35 * unit), (x * unit, 0.4 * unit)], fill=255, width=3)

    paint.glow(c, 0.705, 0.374, 0.09, "#fff2c0", 1.0)
    c.over(colour("#15182a"), c.mask(lantern))
    c.over(colour("#0e1122") * (0.8 + 0.6 * fbm(c.x * 20, c.y * 26, 5))[..., None], c.below(rock))
    paint.water(c, 0.93, 0.6, "#0a1430", 0.35)


# Woods.


@picture("misty_firs", PORTRAIT)
def misty_firs(c):
    paint.sky(c, [(0, "#c4ced0"), (1, "#e6e8e2")], 1.0)
    for index, tint in enumerate(("#b4c0c0", "#92a4a4", "#6a8080", "#405a5a", "#1c3434")):
        base = 0.42 + 0.2 * index
        paint.woods(
            c,
            paint.profile(c, base, 0.18, 1.6, index * 5 + 2, sharp=False),
            90 - 12 * index,
            0.12 + 0.055 * index,
            tint,
            "#d8dedb",
            0.3 + 0.05 * index,
        )
        paint.fog(c, base + 0.12, 0.07, "#e6eae6", 0.6)


@picture("autumn_firs", LANDSCAPE)
def autumn_firs(c):
    paint.sky(c, [(0, "#e8b88a"), (1, "#f8e6c4")], 0.6)
    paint.glow(c, 0.75, 0.14, 0.45, "#fff2c8", 0.8)
    for index, tint in enumerate(("#d8a878", "#c08048", "#9a5428", "#5a2f1c", "#2a1812")):
        tree = paint.broadleaf if index in (1, 3) else paint.conifer
        paint.woods(
            c,
            paint.profile(c, 0.27 + 0.125 * index, 0.1, 1.5, index * 4 + 1, sharp=False),
            60 - 8 * index,
            0.08 + 0.035 * index,
            tint,
            "#f0cfa0",
            0.24,
            tree,
        )


def stand_of_trunks(c, far, near, ground, bark=None, layers=4):
    """Stems behind stems, the far ones lost in the air."""
    for index in range(layers):
        t = (index + 1) / layers
        tint = hexed(mix(colour(far), colour(near), t))
        paint.trunks(
            c, int(34 - 22 * t), 0.010 + 0.045 * t**1.6, tint, c.bottom * (0.66 + 0.27 * t), bark if t > 0.6 else None
        )
        c.over(
            colour(ground),
            smooth(c.bottom * (0.60 + 0.2 * t), c.bottom * (0.76 + 0.24 * t), c.y)
            * (0.25 + 0.5 * fbm(c.x * 9, c.y * 26, 5, index)),
        )


@picture("birch_wood", PORTRAIT)
def birch_wood(c):
    paint.sky(c, [(0, "#b8cc7a"), (0.5, "#e0e0a0"), (1, "#8aa04c")], 1.2)
    c.over(colour("#f2d860"), smooth(0.5, 0.75, fbm(c.x * 7, c.y * 7, 6, 3)) * 0.7)
    stand_of_trunks(c, "#c8d0a0", "#f0ece2", "#6a7c34", "#3a3630")
    leaves = smooth(0.60, 0.68, fbm(c.x * 16, c.y * 16, 6, 9)) * smooth(0.62, 0.1, c.y)
    c.over(colour("#d8b030"), leaves * 0.9)


@picture("beech_fog")
def beech_fog(c):
    paint.sky(c, [(0, "#8a98a4"), (0.6, "#ccd4d6"), (1, "#a8a498")], 1.0)
    paint.glow(c, 0.5, 0.45, 0.6, "#ffffff", 0.5)
    stand_of_trunks(c, "#b8c2c8", "#22262a", "#8a5a38")


@picture("sunbeam_pines")
def sunbeam_pines(c):
    paint.sky(c, [(0, "#7a6a2c"), (0.4, "#e8c870"), (1, "#5a4a20")], 1.0)
    paint.glow(c, 0.2, 0.1, 0.6, "#fff6d0", 1.0)
    stand_of_trunks(c, "#d0b060", "#2c200c", "#4a4a18", layers=4)
    angle = np.arctan2(c.y + 0.3, c.x - 0.1)
    beams = smooth(0.42, 0.7, fbm(angle * 16, np.float32(1), 3, 5)) * np.exp(-c.distance(0.1, -0.3) * 0.9)
    c.light(colour("#ffe6a0"), beams * 0.9)


@picture("first_snow", LANDSCAPE)
def first_snow(c):
    paint.sky(c, [(0, "#8fa0b4"), (1, "#dfe4ea")], 0.5)
    for index, tint in enumerate(("#a8b4c2", "#78899a", "#44566a")):
        paint.woods(
            c,
            paint.profile(c, 0.42 + 0.07 * index, 0.05, 1.6, index + 2, sharp=False),
            70 - 16 * index,
            0.10 + 0.04 * index,
            tint,
            "#e2e8ee",
            0.16,
        )
    line = paint.profile(c, 0.6, 0.06, 1.1, 12, sharp=False)
    c.over(
        mix(
            colour("#eef3f8"),
            colour("#b4c4d8"),
            (fbm(c.x * 3, c.y * 9, 5, 8) * smooth(0.5, 0.75, c.y) * 1.2)[..., None],
        ),
        c.below(line),
    )
    paint.falling_snow(c, 700)


@picture("lone_tree")
def lone_tree(c):
    paint.sky(c, [(0, "#e86a4a"), (0.6, "#f8b060"), (1, "#ffe4a0")], 0.75)
    paint.sun(c, 0.56, 0.52, 0.19, "#fff0b8", "#ffd080", 0.6)
    line = 0.80 - 0.10 * np.exp(-(((c.x[0] - 0.55) / 0.4) ** 2)) + 0.008 * fbm(c.x[0] * 40, np.float32(1), 3)
    paint.ridge(c, paint.profile(c, 0.76, 0.07, 2, 8, sharp=False), "#d87a48", "#f8c080", 0.1)

    def tree(pen, unit):
        paint.broadleaf(pen, unit, c.rng, 0.55, 0.72, 0.36)

    c.over(colour("#2a1018"), c.mask(tree))
    paint.ridge(c, line.astype(np.float32), "#341420", "#1a0a12", 0.3)


# Fields.


@picture("lavender", LANDSCAPE)
def lavender(c):
    paint.sky(c, [(0, "#6a78b8"), (0.6, "#f0b4a8"), (1, "#ffe2b4")], 0.32)
    paint.clouds(c, 0.32, "#ffe0c8", "#8a78a8", 0.44, 0.9, 0.7, 0.8)
    paint.sun(c, 0.7, 0.25, 0.032, "#fffbe0", "#ffd090", 0.7)
    paint.ridge(c, paint.profile(c, 0.31, 0.07, 2, 5), "#7a7aa8", "#d8b4b8", 0.1)
    paint.rows_of_plants(c, 0.32, 0.45, 11, "#8a5ac8", "#5a3f9a", "#2a2440", 3, "#b49ac8")


@picture("tulips")
def tulips(c):
    paint.sky(c, [(0, "#4a94d8"), (1, "#e0f0f4")], 0.4)
    paint.clouds(c, 0.4, "#ffffff", "#a8bccc", 0.5, 1.2, 0.2, 0.95)
    paint.woods(
        c, paint.profile(c, 0.395, 0.008, 2, 3, sharp=False), 40, 0.05, "#4a6a4c", "#6a8a5c", 0.1, paint.broadleaf
    )
    paint.rows_of_plants(c, 0.4, 0.62, 9, "#e83a4a", "#3f8a3a", "#2c4a20", 7, "#e89a94")


@picture("wheat", PORTRAIT)
def wheat(c):
    paint.sky(c, [(0, "#3a6aa4"), (0.7, "#a8c4d4"), (1, "#f4e4b8")], 0.62)
    paint.clouds(c, 0.62, "#fff4dc", "#6a7c9a", 0.55, 1.3, 0.2, 0.95)
    paint.ridge(c, paint.profile(c, 0.61, 0.05, 1.6, 11, sharp=False), "#5a7a5c", "#b4bc90", 0.08)
    paint.rows_of_plants(c, 0.62, 0.3, 16, "#eac65a", "#c8983a", "#8a6424", 5, "#f0dc9a", 1.5)


@picture("poppies")
def poppies(c):
    paint.sky(c, [(0, "#9ac4dc"), (1, "#f6eccc")], 0.36)
    paint.glow(c, 0.2, 0.2, 0.5, "#fffbe0", 0.7)
    paint.ridge(c, paint.profile(c, 0.36, 0.1, 1.6, 12, sharp=False), "#8aac84", "#d0d8b0", 0.12)
    y = np.clip(c.y - 0.38, 1e-3, None)
    blades = fbm(c.x * 90, c.y * 12 / (0.1 + y), 4, 3)
    c.over(mix(colour("#4a7a30"), colour("#b0bc58"), (blades * np.exp(-y * 1.6))[..., None]), c.y > 0.38)

    places = []
    while len(places) < 1500:
        t = c.rng.random() ** 1.5
        x, y = c.rng.uniform(0, 1), 0.39 + 0.64 * t
        if fbm(np.float32(x * 4), np.float32(t * 5), 3, 8) > c.rng.uniform(0.40, 0.56):
            places.append((y, x, 0.0016 + 0.015 * t * c.rng.uniform(0.6, 1.0)))

    def petals(pen, unit):
        for y, x, r in sorted(places):
            for dx, dy, size, shade in (
                (0, -0.45, 0.85, 150),
                (-0.6, 0, 0.75, 190),
                (0.6, 0, 0.75, 205),
                (0, 0.3, 0.85, 255),
            ):
                cx, cy, half = x + dx * r, y + dy * r * 0.8, size * r
                frame = [(cx - half) * unit, (cy - half * 0.75) * unit, (cx + half) * unit, (cy + half * 0.75) * unit]
                pen.ellipse(frame, fill=shade)

    def hearts(pen, unit):
        for y, x, r in places:
            pen.ellipse(
                [(x - r * 0.22) * unit, (y - r * 0.2) * unit, (x + r * 0.22) * unit, (y + r * 0.12) * unit], fill=255
            )

    tones = c.mask(petals)
    c.over(mix(colour("#7a0c10"), colour("#f0382a"), tones[..., None]), smooth(0.1, 0.5, tones))
    c.over(colour("#240a14"), c.mask(hearts) * 0.85)
