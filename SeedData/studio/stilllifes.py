"""Things on tables, with the light of an afternoon or a candle."""

from dataclasses import replace

import numpy as np

from . import paint
from .canvas import LANDSCAPE, PORTRAIT, colour, hexed, linear, mix, smooth
from .catalogue import picture
from .noise import fbm, solid
from .tracer import Light, Material, Scene, Thing, ball, box, bumpy, lathe, ring, rod


# Backdrops and tables.


def wall(low, high, glow=None, at=(-0.25, 0.1), width=0.5):
    """A plain wall, lighter where a lamp shines on it."""
    low, high = linear(low), linear(high)
    glow = None if glow is None else linear(glow)

    def light(rays):
        t = smooth(-0.25, 0.35, rays[:, 1])[:, None]
        base = mix(low, high, t)
        if glow is not None:
            spot = np.exp(-(((rays[:, 0] - at[0]) / width) ** 2 + ((rays[:, 1] - at[1]) / width) ** 2) * 2)
            base = base + glow * spot[:, None]
        return base

    return light


def wood(tint, dark, shine=0.12, mirror=0.04):
    """Planks along x, with grain."""
    tint, dark = linear(tint), linear(dark)

    def paint_of(p):
        plank = np.floor(p[:, 2] / 0.9 + 40)
        along, across = p[:, 0] + plank * 3.7, p[:, 2]
        grain = fbm(along * 0.7, across * 14, 5, 2)
        lines = fbm(along * 2, across * 60 + grain * 6, 3, 4)
        inside = (p[:, 2] / 0.9) % 1
        seam = smooth(0.0, 0.02, np.minimum(inside, 1 - inside))
        t = np.clip(grain * 1.1 + (lines - 0.5) * 0.5 - 0.1 + (plank * 0.37 % 1 - 0.5) * 0.25, 0, 1)
        return mix(dark, tint, t[:, None]) * (0.35 + 0.65 * seam)[:, None]

    return Material(paint_of, shine, 30, mirror)


def cloth(tint):
    tint = linear(tint)
    return Material(lambda p: tint * (0.85 + 0.3 * fbm(p[:, 0] * 30, p[:, 2] * 30, 3))[:, None], 0.02, 8)


# Materials.


def skin(light, dark, speckle=0.3, scale=4.0, seed=0, shine=0.35):
    """Fruit: two colours that run into each other."""
    light, dark = linear(light), linear(dark)

    def paint_of(p):
        t = smooth(0.38, 0.66, solid(p, scale, 4, seed))
        fine = solid(p, 40, 2, seed + 4)
        return mix(light, dark, t[:, None]) * (1 - speckle * smooth(0.6, 0.8, fine))[:, None]

    return Material(paint_of, shine, 45, 0.03, soft=0.25)


def glaze(tint, shine=0.6, mirror=0.08):
    return Material(linear(tint), shine, 120, mirror)


# Shapes used more than once.


def apple(at, size, material, turn=0.0, tilt=0.0):
    flesh = lathe(
        [(0, 0.12), (0.22, 0.03), (0.62, 0.12), (0.98, 0.75), (0.9, 1.3), (0.5, 1.62), (0.18, 1.52), (0, 1.38)]
    )
    return _scaled(flesh, material, at, size, 1.25, (0, 0.85, 0), turn, tilt)


def _scaled(shape, material, at, size, reach, centre, turn=0.0, tilt=0.0):
    """A thing of a shape made at unit size."""
    size32 = np.float32(size)
    if callable(material.paint):
        whole = material.paint
        material = replace(material, paint=lambda p: whole(p / size32))
    return Thing(
        lambda p: shape(p / size32) * size32, material, at, reach * size, tuple(np.array(centre) * size), turn, tilt
    )


BOWL = [
    (0.35, 0.0),
    (0.5, 0.02),
    (0.62, 0.06),
    (1.05, 0.38),
    (1.3, 0.82),
    (1.27, 0.86),
    (1.22, 0.82),
    (0.95, 0.42),
    (0.5, 0.16),
    (0.0, 0.12),
]


def key(tint="#ffe8c8", power=2.4, at=(-0.7, 0.8, -0.45), size=7.0):
    return Light(at, linear(tint) * power, size=size)


@picture("fruit_bowl")
def fruit_bowl(c):
    red = skin("#c2261f", "#e8a23a", 0.15, 1.1, 2)
    green = skin("#86a82a", "#c8c04a", 0.2, 1.3, 5)
    orange = skin("#f08a1c", "#e6760f", 0.1, 3, 7, 0.25)
    things = [
        Thing(lathe(BOWL), glaze("#2f5f86", 0.7, 0.1), (0, 0, 0), 1.45, (0, 0.43, 0)),
        apple((-0.45, 0.55, -0.35), 0.42, red, 0.3, 0.3),
        apple((0.45, 0.58, -0.25), 0.4, green, 1.2, -0.3),
        Thing(bumpy(ball(0.4), 26, 0.012, 3), orange, (0.02, 0.95, 0.15), 0.45),
        Thing(bumpy(ball(0.38), 26, 0.012, 5), orange, (0.05, 0.78, -0.55), 0.43),
        Thing(bumpy(ball(0.38), 26, 0.012, 5), orange, (-0.65, 0.8, 0.35), 0.43),
        apple((0.6, 0.6, 0.35), 0.42, red, 2.1, 0.2),
        apple((1.2, 0, -1.0), 0.4, red, 0.9, 0.0),
    ]
    Scene(
        things, wood("#a8703c", "#4a2a14"), wall("#2e2a2c", "#4a4648", "#8a6a4a"), [key()], look=(0.1, 0.62, 0)
    ).render(c)


PEAR = [
    (0, 0.06),
    (0.3, 0.0),
    (0.62, 0.2),
    (0.74, 0.6),
    (0.6, 1.05),
    (0.36, 1.45),
    (0.26, 1.75),
    (0.12, 1.88),
    (0, 1.86),
]


@picture("three_pears", LANDSCAPE)
def three_pears(c):
    things = []
    for x, z, size, tilt, tints in (
        (-1.15, 0.1, 0.78, 0.08, ("#b8b83a", "#d8a83a")),
        (0.0, -0.3, 0.88, -0.1, ("#8aa83a", "#c8c85a")),
        (1.1, 0.15, 0.74, 0.0, ("#c87a2e", "#b84a2a")),
    ):
        things.append(
            _scaled(lathe(PEAR), skin(*tints, 0.3, 1.6, int(10 + x * 4)), (x, 0, z), size, 1.15, (0, 0.95, 0), x, tilt)
        )
        things.append(
            _scaled(
                rod([(0, 1.8, 0), (0.03, 2.0, 0), (0.12, 2.18, 0)], 0.035),
                Material(linear("#4a3018")),
                (x, 0, z),
                size,
                0.35,
                (0.05, 2.0, 0),
                x,
                tilt,
            )
        )
    Scene(
        things,
        cloth("#d8d0c0"),
        wall("#5f7a78", "#8aa09a", "#c8c8a8", (-0.3, 0.15)),
        [key(power=2.2)],
        look=(0, 0.8, 0),
        zoom=1.6,
    ).render(c)


@picture("candles", PORTRAIT)
def candles(c):
    stands = ((-0.72, 0.25, 1.7, 0.27), (0.1, -0.3, 1.05, 0.33), (0.8, 0.3, 1.4, 0.24))
    things, lights = [], []
    for x, z, tall, wide in stands:
        flesh = lambda p, tall=tall: (
            linear("#e8d4b0") * 0.8 + linear("#ff9a40") * (smooth(tall * 0.35, tall, p[:, 1]) * 0.75)[:, None]
        )
        things.append(
            Thing(
                lathe(
                    [(0, 0), (wide, 0), (wide, tall), (wide * 0.8, tall - 0.03), (0, tall - 0.06)],
                    curved=False,
                    rounding=0.02,
                ),
                Material(flesh, 0.15, 20, emission=0.28, soft=0.6),
                (x, 0, z),
                tall * 0.62 + wide,
                (0, tall / 2, 0),
            )
        )
        things.append(
            Thing(
                rod([(0, tall - 0.08, 0), (0.01, tall + 0.07, 0)], 0.014),
                Material(linear("#181008")),
                (x, 0, z),
                0.2,
                (0, tall, 0),
                casts=False,
            )
        )
        things.append(
            Thing(
                lathe([(0, 0), (0.055, 0.06), (0.065, 0.13), (0.03, 0.3), (0, 0.4)]),
                Material(linear("#fff0b0"), 0, emission=9),
                (x, tall + 0.02, z),
                0.3,
                (0, 0.2, 0),
                casts=False,
            )
        )
        lights.append(Light((x, tall + 0.3, z), linear("#ffb060") * 0.85, near=True, size=5, fade=0.9))
    scene = Scene(
        things,
        wood("#6a4022", "#2a160a", 0.2, 0.06),
        wall("#0e0a0c", "#1a1214", "#4a2a18", (0, 0.05), 0.6),
        lights,
        look=(0.02, 0.95, 0),
        zoom=1.7,
        ambient=linear("#20202c") * 0.5,
        bounce=linear("#402818") * 0.3,
    )
    scene.render(c)
    for x, z, tall, _ in stands:
        px, py = scene.project(c, (x, tall + 0.22, z))
        paint.glow(c, px, py, 0.16, "#ffb050", 0.75)
    c.bloom(0.5, 0.02, 0.7)


def bottle(at, height, width, tint, shoulder=0.6):
    """A glass bottle with a neck."""
    profile = [
        (0, 0),
        (width, 0),
        (width, 0.08),
        (width, height * shoulder),
        (width * 0.75, height * (shoulder + 0.1)),
        (width * 0.34, height * (shoulder + 0.2)),
        (width * 0.3, height * 0.95),
        (width * 0.38, height * 0.96),
        (width * 0.38, height),
        (0, height),
    ]
    return Thing(
        lathe(profile),
        Material(linear(tint), 1.2, 160, 0.08, glass=0.85),
        at,
        height * 0.6 + width * 0.4,
        (0, height / 2, 0),
    )


@picture("glass_bottles")
def glass_bottles(c):
    things = [
        bottle((-1.05, 0, 0.3), 1.75, 0.36, "#4a9a5a"),
        bottle((-0.3, 0, -0.25), 1.15, 0.32, "#d8902a", 0.5),
        bottle((0.42, 0, 0.35), 2.0, 0.3, "#3a7ac0", 0.5),
        bottle((1.1, 0, -0.1), 1.35, 0.38, "#b84a5a", 0.55),
    ]
    Scene(
        things,
        wood("#c8a878", "#8a6440"),
        wall("#c8c0b0", "#f0e8d8", "#fff4e0", (0.2, 0.1)),
        [key(power=2.6, at=(0.8, 0.6, 0.55))],
        look=(0, 0.85, 0),
    ).render(c)


CUP = [
    (0, 0.0),
    (0.3, 0.0),
    (0.34, 0.05),
    (0.52, 0.3),
    (0.6, 0.7),
    (0.56, 0.71),
    (0.53, 0.66),
    (0.46, 0.32),
    (0.3, 0.12),
    (0, 0.1),
]
SAUCER = [(0, 0.0), (0.4, 0.0), (0.9, 0.12), (0.92, 0.15), (0.85, 0.15), (0.4, 0.06), (0, 0.06)]


def latte(p):
    """Coffee with a fern of milk drawn on it."""
    x, z = p[:, 0] / 0.5, p[:, 2] / 0.5
    leaf = np.hypot(x * 1.25, z) < 0.74
    ribs = np.sin((z + np.abs(x) * 1.1) * 17) > -0.1
    milk = (leaf & ribs).astype(np.float32)
    return mix(linear("#7a4820"), linear("#f0dcc0"), milk[:, None] * 0.95)


@picture("coffee_from_above")
def coffee_from_above(c):
    glazed = glaze("#c8603a", 0.6, 0.05)
    white = glaze("#e8e4dc", 0.5, 0.04)
    things = [
        Thing(lathe(SAUCER), white, (0, 0, 0), 1.0, (0, 0.08, 0)),
        Thing(lathe(CUP), glazed, (0, 0.06, 0), 0.8, (0, 0.35, 0)),
        Thing(ring(0.2, 0.055), glazed, (0.66, 0.46, 0), 0.3),
        Thing(
            lathe([(0, 0), (0.52, 0), (0.52, 0.02), (0, 0.02)], curved=False),
            Material(latte, 0.2, 60),
            (0, 0.64, 0),
            0.56,
            (0, 0.01, 0),
            turn=0.5,
        ),
        Thing(
            rod([(-0.75, 0.2, -0.4), (-0.2, 0.17, -0.78), (0.2, 0.15, -0.95)], 0.035, 0.03),
            Material(linear("#6a6a72"), 1.0, 80, 0.4),
            (0, 0, 0),
            1.1,
            (-0.2, 0.17, -0.7),
        ),
    ]
    for x, z, turn in ((1.2, 0.75, 0.4), (1.36, 0.5, 1.3), (1.1, 0.95, 2.2), (-1.1, 0.75, 0.9)):
        things.append(
            Thing(
                lathe([(0, -0.14), (0.08, -0.08), (0.1, 0), (0.08, 0.08), (0, 0.14)]),
                Material(linear("#3a1e0c"), 0.5, 40),
                (x, 0.09, z),
                0.2,
                turn=turn,
                tilt=1.57,
            )
        )
    Scene(
        things,
        wood("#7a5030", "#38200f"),
        wall("#302420", "#40322c"),
        [key(power=2.3, at=(-0.7, 0.9, 0.3))],
        eye=(0.0, 4.6, -2.6),
        look=(0.1, 0.2, -0.1),
        zoom=2.15,
    ).render(c)


def book(at, size, tint, turn):
    """A closed book: one box, on which pages are painted between the covers."""
    wide, thick, deep = size
    solid_box, tint = box(wide, thick, deep, 0.02), linear(tint)

    def paint_of(p):
        edge = np.minimum(np.minimum(p[:, 1], thick - p[:, 1]), p[:, 0] + wide / 2)
        leaves = linear("#e8dcc0") * (0.72 + 0.35 * fbm(p[:, 1] * 70, 0.3 * (p[:, 0] + p[:, 2]), 2))[:, None]
        shadow = smooth(0.03, 0.075, edge)[:, None]
        return mix(tint, leaves * shadow, (edge > 0.04)[:, None])

    middle = np.array([0, thick / 2, 0], np.float32)
    return Thing(
        lambda p: solid_box(p - middle),
        Material(paint_of, 0.12, 20),
        at,
        float(np.hypot(np.hypot(wide, deep), thick)) / 2,
        (0, thick / 2, 0),
        turn,
    )


@picture("books_and_apple", PORTRAIT)
def books_and_apple(c):
    things, y = [], 0.0
    for wide, thick, deep, tint, turn in (
        (2.3, 0.32, 1.6, "#2a4a6a", 2.98),
        (2.1, 0.26, 1.5, "#a83a2e", 3.3),
        (2.2, 0.4, 1.5, "#3a6a4c", 3.05),
        (1.8, 0.22, 1.3, "#d8a03a", 3.4),
        (1.7, 0.3, 1.25, "#5a3a62", 2.9),
    ):
        things.append(book((0, y, 0), (wide, thick, deep), tint, turn))
        y += thick
    things.append(apple((0.1, y, -0.1), 0.4, skin("#b81f1c", "#d8862e", 0.15, 1.2, 6), 0.5))
    Scene(
        things,
        wood("#8a5a30", "#3e2412"),
        wall("#3a4a58", "#5a6c78", "#b89a70", (-0.2, 0.2)),
        [key(power=2.3)],
        look=(0, 1.15, 0),
        zoom=1.65,
    ).render(c)


@picture("tulip_vase", PORTRAIT)
def tulip_vase(c):
    vase = [
        (0, 0),
        (0.32, 0),
        (0.4, 0.04),
        (0.58, 0.5),
        (0.5, 0.95),
        (0.28, 1.25),
        (0.3, 1.42),
        (0.26, 1.42),
        (0.2, 1.2),
        (0, 1.1),
    ]
    bloom = lathe(
        [(0, 0), (0.16, 0.03), (0.24, 0.2), (0.21, 0.42), (0.11, 0.54), (0.05, 0.5), (0, 0.46)],
        lobes=3,
        lobe_depth=0.14,
    )
    things = [Thing(lathe(vase), glaze("#e4e0d4", 0.7, 0.06), (0, 0, 0), 0.95, (0, 0.7, 0))]
    stem = Material(linear("#4a7a38"), 0.15, 20, soft=0.3)
    for x, y, z, tint in (
        (-0.85, 2.15, 0.1, "#d83a4a"),
        (-0.38, 2.55, -0.1, "#f0b030"),
        (0.12, 2.75, 0.15, "#e0607a"),
        (0.55, 2.4, -0.2, "#d83a4a"),
        (0.95, 2.0, 0.1, "#f0b030"),
        (0.12, 2.15, -0.35, "#f4e4d8"),
    ):
        things.append(
            Thing(
                rod([(x * t**1.5, 1.2 + (y - 1.17) * t, z * t) for t in np.linspace(0, 1, 6)], 0.03),
                stem,
                reach=1.1,
                centre=(x / 2, (1.2 + y) / 2, z / 2),
            )
        )
        flesh = lambda p, tint=tint: (
            mix(linear(tint), linear("#f8e8a0"), (smooth(0.15, -0.02, p[:, 1]) * 0.6)[:, None])
            * (0.8 + 0.4 * fbm(np.arctan2(p[:, 0], p[:, 2]) * 9, p[:, 1], 3))[:, None]
        )
        things.append(Thing(bloom, Material(flesh, 0.15, 20, soft=0.4), (x, y, z), 0.42, (0, 0.27, 0), tilt=-x * 0.55))
    for x, y, lean in ((-0.6, 1.75, 0.75), (0.66, 1.75, -0.8), (0.25, 1.9, -0.25)):
        things.append(Thing(ball(0.5, (0.2, 1, 0.09)), stem, (x, y, -0.2), 0.55, tilt=lean))
    Scene(
        things,
        cloth("#7a8a94"),
        wall("#2e4450", "#4f6a74", "#a8a890", (-0.2, 0.25)),
        [key(power=2.3)],
        eye=(0, 2.0, -6.6),
        look=(0, 1.55, 0),
        zoom=1.95,
    ).render(c)


EGG = [(0, -0.5), (0.2, -0.46), (0.36, -0.24), (0.39, 0.0), (0.3, 0.32), (0.14, 0.52), (0, 0.56)]


@picture("eggs", LANDSCAPE)
def eggs(c):
    nest = Thing(
        bumpy(lathe(BOWL), 9, 0.03, 4), skin("#8a6a4a", "#6a4a30", 0.3, 3, 3, 0.15), (-0.35, 0, 0.1), 1.45, (0, 0.43, 0)
    )
    shells = (
        ("#f0e4d4", -0.8, 0.62, -0.15, 0.5),
        ("#c89a74", -0.1, 0.62, -0.3, 1.2),
        ("#a8c4c0", -0.45, 0.72, 0.25, -0.4),
        ("#e8d0b8", 0.25, 0.7, 0.3, 0.9),
        ("#c89a74", 1.5, 0.37, -0.5, 1.55),
    )
    things = [nest]
    for index, (tint, x, y, z, tilt) in enumerate(shells):
        dark = hexed(colour(tint) * 0.86)
        things.append(
            Thing(
                lathe(EGG),
                skin(tint, dark, 0.45 if index % 2 else 0.15, 5, index, 0.15),
                (x, y, z),
                0.62,
                turn=index * 1.3,
                tilt=tilt,
            )
        )
    Scene(
        things,
        cloth("#b4b8b0"),
        wall("#4a5048", "#7a8070", "#d0c8a0", (0.3, 0.1)),
        [key(power=2.1, at=(0.75, 0.8, -0.3))],
        look=(0.1, 0.6, 0),
        zoom=1.65,
    ).render(c)


@picture("pumpkins")
def pumpkins(c):
    body = lathe(
        [(0, 0.12), (0.4, 0.0), (0.9, 0.2), (1.05, 0.6), (0.85, 1.0), (0.4, 1.14), (0.1, 1.04), (0, 1.0)],
        lobes=18,
        lobe_depth=0.09,
    )
    things = []
    for x, z, size, tints, turn in (
        (-0.55, 0.3, 0.95, ("#e07a1c", "#c85a10"), 0.1),
        (0.85, -0.15, 0.66, ("#d8b46a", "#b89048"), 0.6),
        (0.05, -1.0, 0.42, ("#4a6a4a", "#8aa06a"), 1.1),
    ):
        things.append(_scaled(body, skin(*tints, 0.2, 2.0, 4, 0.3), (x, 0, z), size, 1.25, (0, 0.57, 0), turn))
        things.append(
            _scaled(
                rod([(0, 0.95, 0), (0.03, 1.2, 0), (0.18, 1.4, 0.05)], 0.13, 0.07),
                Material(linear("#6a6a3a"), 0.1, 12),
                (x, 0, z),
                size,
                0.45,
                (0.08, 1.18, 0),
                turn,
            )
        )
    Scene(
        things,
        wood("#6e5a48", "#30261e"),
        wall("#241c1a", "#3c302c", "#8a4a24", (-0.2, 0.1)),
        [key(power=2.3, at=(-0.75, 0.65, -0.4))],
        look=(0, 0.6, 0),
    ).render(c)


@picture("lemons", LANDSCAPE)
def lemons(c):
    peel = Material(
        lambda p: mix(linear("#f4cc1a"), linear("#d8b81c"), solid(p, 3, 3, 2)[:, None]), 0.3, 40, 0.02, soft=0.25
    )
    shape = bumpy(
        lathe(
            [
                (0, -0.66),
                (0.08, -0.62),
                (0.14, -0.52),
                (0.36, -0.32),
                (0.45, 0),
                (0.36, 0.32),
                (0.14, 0.52),
                (0.07, 0.58),
                (0, 0.6),
            ]
        ),
        22,
        0.014,
        4,
    )
    places = (
        (-1.0, 0.45, 0.2, 0.3, 1.45),
        (-0.15, 0.45, -0.3, 2.6, 1.6),
        (0.85, 0.45, 0.15, 1.1, 1.5),
        (-0.1, 0.45, 0.75, 0.2, 1.57),
        (-0.45, 1.08, 0.3, 0.7, 1.4),
    )
    things = [Thing(shape, peel, (x, y, z), 0.72, turn=turn, tilt=tilt) for x, y, z, turn, tilt in places]
    leaf = Material(linear("#3a6a2a"), 0.3, 30, 0.02, soft=0.2)
    things += [
        Thing(ball(0.34, (1, 0.06, 0.42)), leaf, (x, y, z), 0.36, turn=turn, tilt=tilt)
        for x, y, z, turn, tilt in (
            (1.3, 0.14, -0.45, 0.5, 0.3),
            (-0.62, 0.12, -0.75, 2.4, 0.2),
            (-1.42, 0.2, -0.1, 2.9, -0.3),
        )
    ]
    Scene(
        things,
        cloth("#3a6c94"),
        wall("#9ab8c8", "#d4e2e4", "#fff0d0", (-0.3, 0.1)),
        [key(power=2.4)],
        look=(0, 0.58, 0),
        zoom=1.75,
    ).render(c)


HANDLE = [(-0.95 - 0.4 * np.sin(t), 0.66 + 0.37 * np.cos(t), 0) for t in np.linspace(-0.5, 3.6, 18)]
SPOUT = [(0.7 + 0.78 * t, 0.45 + 0.72 * t + 0.09 * np.sin(6.3 * (t + 0.5)), 0) for t in np.linspace(0, 1, 8)]


@picture("teapot")
def teapot(c):
    green = glaze("#3f7a6a", 0.8, 0.08)
    body = lathe([(0, 0), (0.5, 0), (0.58, 0.05), (0.92, 0.45), (0.85, 0.9), (0.5, 1.16), (0.42, 1.2), (0, 1.2)])
    lid = lathe(
        [
            (0, 1.18),
            (0.46, 1.18),
            (0.46, 1.24),
            (0.3, 1.36),
            (0.08, 1.42),
            (0.06, 1.48),
            (0.14, 1.58),
            (0.08, 1.68),
            (0, 1.7),
        ]
    )
    white = glaze("#ece6da", 0.6, 0.05)
    things = [
        Thing(body, green, (-0.3, 0, 0.2), 1.25, (0, 0.6, 0)),
        Thing(lid, green, (-0.3, 0, 0.2), 0.6, (0, 1.42, 0)),
        Thing(rod(SPOUT, 0.2, 0.08), green, (-0.3, 0, 0.2), 0.8, (1.05, 0.8, 0)),
        Thing(rod(HANDLE, 0.075), green, (-0.3, 0, 0.2), 0.7, (-1.0, 0.7, 0)),
    ]
    for x, z in ((0.95, -0.75), (0.05, -1.15)):
        things.append(_scaled(lathe(CUP), white, (x, 0, z), 0.7, 0.8, (0, 0.35, 0)))
        things.append(
            Thing(
                lathe([(0, 0), (0.36, 0), (0.36, 0.02), (0, 0.02)], curved=False),
                Material(linear("#a8682a"), 0.5, 80, 0.1),
                (x, 0.42, z),
                0.4,
            )
        )
    Scene(
        things,
        wood("#b88a54", "#64421f", 0.15, 0.05),
        wall("#c8b8a0", "#e0d4c0", "#fff0d4", (-0.25, 0.15)),
        [key(power=2.2)],
        eye=(0, 2.2, -5.2),
        look=(0, 0.62, 0),
        zoom=1.7,
    ).render(c)


@picture("baubles")
def baubles(c):
    things = []
    for x, z, r, tint, mirror in (
        (-0.75, 0.2, 0.62, "#a81e24", 0.35),
        (0.55, 0.35, 0.72, "#c89a3a", 0.45),
        (-0.05, -0.75, 0.4, "#2a5a7a", 0.4),
        (0.95, -0.7, 0.34, "#b8b8c4", 0.6),
        (-1.2, -0.75, 0.3, "#3a7a4a", 0.35),
    ):
        things.append(Thing(ball(r), Material(linear(tint), 1.2, 160, mirror), (x, r, z), r + 0.02))
        things.append(
            Thing(
                lathe([(0, 0), (0.09, 0), (0.09, 0.12), (0, 0.13)], curved=False),
                Material(linear("#c8a860"), 1.0, 60, 0.3),
                (x, r * 2 - 0.02, z),
                0.2,
            )
        )
    lamps = wall("#1a1420", "#2c2230", "#7a4a2a", (0, 0.1), 0.6)

    def fairy_lights(rays):
        u, v = rays[:, 0] * 9, rays[:, 1] * 9 + np.sin(rays[:, 0] * 4)
        spot = np.exp(-(((u % 1 - 0.5) ** 2 + (v % 1 - 0.5) ** 2) * 26)) * (rays[:, 1] > -0.2)
        return lamps(rays) + linear("#ffc070") * (spot * 1.3)[:, None]

    Scene(things, cloth("#5a2a2c"), fairy_lights, [key(power=2.0)], look=(0, 0.6, 0)).render(c)
    c.bloom(0.4, 0.015, 0.75)
