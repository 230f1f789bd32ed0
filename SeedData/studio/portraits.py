"""The people's avatars: one shape each, under a sky of its own."""

import numpy as np

from . import paint
from .canvas import Canvas, colour
from .noise import fbm

SIZE = (320, 320)
PORTRAITS = {}


def portrait(username, **finish):
    """Registers a function that paints on a canvas as the avatar of a user."""

    def register(painter):
        def draw():
            canvas = Canvas(f"avatar {username}", SIZE)
            painter(canvas)
            return canvas.finished(**{"vignette": 0.2, **finish})

        PORTRAITS[username] = draw
        return painter

    return register


def shape(c, points, tint):
    """A polygon of one colour."""
    c.over(colour(tint), c.mask(lambda pen, unit: pen.polygon([(x * unit, y * unit) for x, y in points], fill=255)))


def oval(c, x, y, wide, high, tint):
    """An ellipse of one colour."""
    box = (x - wide, y - high, x + wide, y + high)
    c.over(colour(tint), c.mask(lambda pen, unit: pen.ellipse([side * unit for side in box], fill=255)))


def dunes(c, base, near, far):
    paint.ridge(c, paint.profile(c, base, 0.1, 1.5, 3, sharp=False), far, near, 0.3)
    paint.ridge(c, paint.profile(c, base + 0.12, 0.08, 1.1, 9, sharp=False), near, near, 0.3)


@portrait("hansolo")
def ship(c):
    paint.sky(c, [(0, "#070b1e"), (0.7, "#23356a"), (1, "#5d6fae")], 1.0)
    paint.stars(c, 240, 1.0, 1.6)
    paint.planet(c, 0.24, 0.86, 0.42, "#f0b678", "#6b3a2e")
    paint.glow(c, 0.44, 0.5, 0.08, "#9fd8ff", 0.9, stretch=2.4)
    shape(c, [(0.46, 0.44), (0.9, 0.28), (0.7, 0.56), (0.46, 0.55)], "#e9ebf2")
    shape(c, [(0.46, 0.55), (0.7, 0.56), (0.9, 0.28), (0.62, 0.47)], "#9aa3b8")
    c.bloom(0.4, 0.02, 0.7)


@portrait("ob1kenob")
def hood(c):
    paint.sky(c, [(0, "#f6b36a"), (0.6, "#fbd9a0"), (1, "#fff0d0")], 0.9)
    paint.sun(c, 0.76, 0.26, 0.07, "#fff7e0", "#ffb050")
    dunes(c, 0.78, "#b97a48", "#d9a06a")
    shape(c, [(0.5, 0.2), (0.66, 0.34), (0.7, 0.52), (0.86, 1.02), (0.14, 1.02), (0.3, 0.52), (0.34, 0.34)], "#6e4a30")
    oval(c, 0.5, 0.46, 0.115, 0.15, "#2a1a12")
    shape(c, [(0.5, 0.6), (0.56, 0.74), (0.5, 0.86), (0.44, 0.74)], "#e8dccb")


@portrait("3po")
def golden(c):
    paint.sky(c, [(0, "#12303a"), (1, "#2f6670")], 1.0)
    oval(c, 0.5, 0.56, 0.27, 0.36, "#a87518")
    oval(c, 0.49, 0.54, 0.25, 0.34, "#e9b636")
    oval(c, 0.45, 0.44, 0.13, 0.18, "#f8d774")
    for x in (0.39, 0.61):
        oval(c, x, 0.52, 0.075, 0.075, "#7a4f0c")
        oval(c, x, 0.52, 0.05, 0.05, "#fff6cf")
        paint.glow(c, x, 0.52, 0.05, "#fff0b0", 0.6)
    shape(c, [(0.42, 0.74), (0.58, 0.74), (0.57, 0.78), (0.43, 0.78)], "#5a3a08")


@portrait("leia")
def buns(c):
    paint.sky(c, [(0, "#27406e"), (0.55, "#c98aa0"), (1, "#ffd0a0")], 1.0)
    paint.sun(c, 0.5, 0.62, 0.1, "#fff2d8", "#ffa070", 0.5)
    for x in (0.26, 0.74):
        oval(c, x, 0.46, 0.11, 0.13, "#2c1c18")
        oval(c, x + (0.02 if x < 0.5 else -0.02), 0.44, 0.06, 0.075, "#46302a")
    oval(c, 0.5, 0.42, 0.2, 0.22, "#38251f")
    oval(c, 0.5, 0.47, 0.155, 0.19, "#e8b796")
    shape(c, [(0.35, 0.42), (0.5, 0.24), (0.65, 0.42), (0.5, 0.33)], "#38251f")
    shape(c, [(0.43, 0.62), (0.57, 0.62), (0.82, 1.02), (0.18, 1.02)], "#f7f3ee")


@portrait("moss.and.fern")
def fir(c):
    paint.sky(c, [(0, "#b9cfc4"), (1, "#e7efe2")], 0.9)
    paint.woods(c, paint.profile(c, 0.9, 0.05, 1.5, 4, sharp=False), 26, 0.3, "#8aa79a")
    paint.fog(c, 0.78, 0.2, "#e7efe2", 0.6)
    c.over(colour("#1f4a35"), c.mask(lambda pen, unit: paint.conifer(pen, unit, c.rng, 0.5, 1.0, 0.82)))
    paint.ridge(c, paint.profile(c, 0.95, 0.04, 2, 7, sharp=False), "#2c5a3c", "#1f4a35", 0.2)


@portrait("nightowl_ida")
def owl(c):
    paint.sky(c, [(0, "#0b1030"), (1, "#3a3f7a")], 1.0)
    paint.stars(c, 200, 1.0, 1.6)
    paint.moon(c, 0.5, 0.44, 0.34)
    oval(c, 0.5, 0.64, 0.2, 0.28, "#20170f")
    shape(c, [(0.31, 0.28), (0.46, 0.42), (0.36, 0.56)], "#20170f")
    shape(c, [(0.69, 0.28), (0.54, 0.42), (0.64, 0.56)], "#20170f")
    oval(c, 0.5, 0.48, 0.19, 0.15, "#20170f")
    for x in (0.42, 0.58):
        oval(c, x, 0.48, 0.06, 0.06, "#ffd35a")
        oval(c, x, 0.48, 0.03, 0.03, "#20170f")
    shape(c, [(0.47, 0.53), (0.53, 0.53), (0.5, 0.6)], "#e09030")
    shape(c, [(0, 0.9), (1, 0.84), (1, 0.92), (0, 0.97)], "#120c08")


@portrait("salt_kite")
def sails(c):
    paint.sky(c, [(0, "#3f86c8"), (1, "#d8ecf6")], 0.7)
    paint.clouds(c, 0.7, "#ffffff", "#b8d0e4", 0.35, 1.4, 0.4, 0.8)
    paint.water(c, 0.7, 0.5, "#0f4a6e")
    shape(c, [(0.48, 0.1), (0.48, 0.72), (0.16, 0.72)], "#fdfbf5")
    shape(c, [(0.53, 0.18), (0.82, 0.72), (0.53, 0.72)], "#e2543c")
    shape(c, [(0.14, 0.76), (0.88, 0.76), (0.76, 0.88), (0.26, 0.88)], "#5a3524")
    shape(c, [(0.49, 0.06), (0.52, 0.06), (0.52, 0.77), (0.49, 0.77)], "#3a2418")


@portrait("juniper.k")
def orange(c):
    paint.sky(c, [(0, "#0f5f63"), (1, "#1f8a86")], 1.0)
    oval(c, 0.5, 0.86, 0.34, 0.06, "#0b4548")
    oval(c, 0.5, 0.56, 0.31, 0.31, "#c85a10")
    oval(c, 0.48, 0.54, 0.28, 0.28, "#f08a24")
    paint.glow(c, 0.38, 0.42, 0.12, "#ffd9a0", 0.7)
    shape(c, [(0.5, 0.27), (0.62, 0.12), (0.8, 0.12), (0.68, 0.25)], "#4f9a3a")
    shape(c, [(0.48, 0.3), (0.5, 0.18), (0.53, 0.18), (0.53, 0.3)], "#3a5a22")


@portrait("pixelpete", grain=0.004)
def pixels(c):
    c.rgb[:] = colour("#22264a")
    rows = ["..####..", ".######.", "##.##.##", "########", "########", "#.####.#", ".#....#.", "..####.."]
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark == "#":
                left, top = 0.14 + x * 0.09, 0.14 + y * 0.09
                shape(c, [(left, top), (left + 0.08, top), (left + 0.08, top + 0.08), (left, top + 0.08)], "#7fe08a")


@portrait("yuki_snaps")
def tea(c):
    paint.sky(c, [(0, "#f3e7dc"), (1, "#dcc6b4")], 1.0)
    oval(c, 0.5, 0.86, 0.36, 0.07, "#b79c86")
    shape(c, [(0.2, 0.52), (0.8, 0.52), (0.7, 0.8), (0.6, 0.87), (0.4, 0.87), (0.3, 0.8)], "#32506e")
    oval(c, 0.5, 0.52, 0.3, 0.085, "#4a6c8c")
    oval(c, 0.5, 0.525, 0.26, 0.065, "#7f9c3a")
    steam = fbm(c.x * 7, c.y * 3.5, 4, 11)
    c.light(colour("#ffffff"), 0.7 * np.clip(steam - 0.42, 0, 1) * np.exp(-(((c.x - 0.5) / 0.16) ** 2)) * (c.y < 0.5) * 2)


@portrait("noor.of.light")
def arch(c):
    paint.sky(c, [(0, "#f29a5c"), (0.6, "#ffd28a"), (1, "#fff0cc")], 0.95)
    paint.sun(c, 0.5, 0.6, 0.11, "#fffbe8", "#ffb060", 0.6)
    dunes(c, 0.88, "#a8623c", "#c98250")

    def wall(pen, unit):
        pen.rectangle([0, 0, unit, unit], fill=255)
        pen.ellipse([0.24 * unit, 0.2 * unit, 0.76 * unit, 0.72 * unit], fill=0)
        pen.rectangle([0.24 * unit, 0.46 * unit, 0.76 * unit, unit], fill=0)

    c.over(colour("#3b2437"), c.mask(wall))


@portrait("brot_und_butter")
def loaf(c):
    paint.sky(c, [(0, "#33506a"), (1, "#5a7a92")], 1.0)
    oval(c, 0.5, 0.82, 0.4, 0.06, "#24384a")
    oval(c, 0.5, 0.6, 0.38, 0.25, "#8a4f22")
    oval(c, 0.5, 0.57, 0.36, 0.22, "#c98440")
    paint.glow(c, 0.42, 0.48, 0.16, "#ffd9a0", 0.5, stretch=1.6)
    for x in (0.3, 0.48, 0.66):
        shape(c, [(x - 0.02, 0.68), (x + 0.05, 0.42), (x + 0.09, 0.42), (x + 0.04, 0.7)], "#f3dcb4")
