"""Flat layers: skies, clouds, stars, ridges, trees and water."""

import numpy as np
from PIL import Image, ImageFilter

from .canvas import colour, gradient, mix, smooth
from .noise import fbm, ridged, value


def sky(c, stops, horizon):
    """Fills the canvas with a gradient; stops run from 0 at the top to 1 at the horizon."""
    c.rgb[:] = gradient(c.y / horizon, stops)


def glow(c, cx, cy, radius, tint, strength=1.0, stretch=1.0):
    """Soft light around a point."""
    d = np.hypot((c.x - cx) / stretch, c.y - cy) / radius
    c.light(colour(tint), strength * np.exp(-d * 1.8))


def disc(c, cx, cy, radius, tint):
    c.over(colour(tint), np.clip((radius - c.distance(cx, cy)) / c.px + 0.5, 0, 1))


def sun(c, cx, cy, radius, tint, halo, strength=0.8):
    """A sun with a wide halo and a tight one."""
    glow(c, cx, cy, 0.55, halo, strength * 0.7, stretch=1.3)
    glow(c, cx, cy, radius * 3, tint, strength)
    disc(c, cx, cy, radius, tint)


def moon(c, cx, cy, radius, tint="#fdf6e3", phase=None):
    """A moon with maria; `phase` moves the dark part in from one side."""
    glow(c, cx, cy, radius * 5, tint, 0.4)
    maria = smooth(0.42, 0.62, fbm((c.x - cx) / radius * 1.6, (c.y - cy) / radius * 1.6, 5, c.seed))
    face = colour(tint) * (1 - 0.2 * maria[..., None])
    inside = np.clip((radius - c.distance(cx, cy)) / c.px + 0.5, 0, 1)
    if phase is not None:
        inside = inside * smooth(0.9, 1.1, c.distance(cx + phase * radius, cy - 0.3 * radius) / radius)
    c.over(face, inside)


def planet(c, cx, cy, radius, light, dark, lean=0.6):
    """A shaded gas planet with bands."""
    dx, dy = (c.x - cx) / radius, (c.y - cy) / radius
    along, across = dx * np.cos(lean) + dy * np.sin(lean), dy * np.cos(lean) - dx * np.sin(lean)
    bands = fbm(across * 5 + 0.3 * fbm(along * 2, across * 6, 3, c.seed), along * 0.2, 4, c.seed)
    depth = np.sqrt(np.clip(1 - dx * dx - dy * dy, 0, 1))
    lit = smooth(-0.15, 1.0, -0.75 * dx - 0.45 * dy + 0.45 * depth)
    face = mix(colour(dark), colour(light), (bands * lit * 1.5)[..., None])
    c.over(face * (0.15 + 0.85 * lit)[..., None], np.clip((1 - np.hypot(dx, dy)) * radius / c.px + 0.5, 0, 1))


def ring(c, cx, cy, radius, tint, front, lean=-0.35, flat=0.22):
    """A planet's rings: the half behind it, or the half in front."""
    dx, dy = (c.x - cx) / radius, (c.y - cy) / radius
    along, across = dx * np.cos(lean) + dy * np.sin(lean), dy * np.cos(lean) - dx * np.sin(lean)
    r = np.hypot(along, across / flat)
    lines = smooth(1.35, 1.42, r) * (1 - smooth(2.15, 2.2, r)) * (0.35 + 0.65 * value(r * 26, np.float32(c.seed)))
    side = across > 0 if front else across <= 0
    c.over(colour(tint), lines * side * 0.8)


def cumulus(c, x, base, width, height, lit, shade, sun=(-0.6, -0.8), puffs=420):
    """A heaped cloud: many round puffs, back to front, each lit from the sun's side."""
    spots = []
    for _ in range(puffs):
        along = c.rng.uniform(-1, 1)
        room = (
            height * (1 - along * along) * (0.55 + 0.75 * fbm(np.float32(along * 2.5 + x * 9), np.float32(base * 7), 2))
        )
        up = np.sqrt(c.rng.random())
        spots.append((x + along * width, base - up * room, width * c.rng.uniform(0.07, 0.2) * (1.15 - 0.5 * up), up))
    for cx, cy, radius, up in sorted(spots, key=lambda spot: -spot[3]):
        rows = slice(
            max(0, int((cy - radius * 1.4) * c.w)), max(0, min(int((cy + radius * 1.4) * c.w), int(base * c.w)))
        )
        columns = slice(max(0, int((cx - radius * 1.4) * c.w)), max(0, int((cx + radius * 1.4) * c.w)))
        dx, dy = (c.x[:, columns] - cx) / radius, (c.y[rows] - cy) / radius
        if dx.size == 0 or dy.size == 0:
            continue
        rough = fbm(c.x[:, columns] * 26, c.y[rows] * 26, 4, c.seed) - 0.5
        alpha = smooth(1.05, 0.55, np.hypot(dx, dy) + rough * 1.3) * smooth(0, 0.03, base - c.y[rows])
        tone = np.clip(0.28 + 0.42 * up + 0.38 * (dx * sun[0] + dy * sun[1]) + rough * 0.35, 0, 1)
        patch = c.rgb[rows, columns]
        patch += (mix(colour(shade), colour(lit), tone[..., None]) - patch) * (alpha * 0.85)[..., None]


def stars(c, count, horizon, size=1.0, warm=0.2):
    """Sprinkles stars of all magnitudes over the sky."""
    field = np.zeros((c.h, c.w), np.float32)
    xs = c.rng.integers(4, c.w - 4, count)
    ys = c.rng.integers(4, max(5, int(horizon * c.w) - 4), count)
    magnitudes = np.clip(c.rng.pareto(2.2, count) * 0.35, 0.08, 4) * size
    for x, y, magnitude in zip(xs, ys, magnitudes):
        reach = 1 if magnitude < 0.8 else 4
        oy, ox = np.mgrid[-reach : reach + 1, -reach : reach + 1]
        dot = magnitude * np.exp(-(ox * ox + oy * oy) / (0.55 + 0.5 * magnitude))
        patch = field[y - reach : y + reach + 1, x - reach : x + reach + 1]
        patch += dot[: patch.shape[0], : patch.shape[1]].astype(np.float32)
    hue = mix(colour("#cfe0ff"), colour("#ffe2b8"), smooth(0.6 - warm, 1, fbm(c.x * 90, c.y * 90, 1))[..., None])
    c.light(hue, np.clip(field, 0, 1))


def milky_way(c, tilt, offset, tint="#b9a8e8", core="#ffd9b0"):
    """A band of starlight with dark lanes."""
    along = (c.x - 0.5) * np.cos(tilt) + (c.y - 0.5) * np.sin(tilt)
    across = (c.y - 0.5) * np.cos(tilt) - (c.x - 0.5) * np.sin(tilt) - offset
    across = across + 0.08 * (fbm(along * 4, across * 4, 4, c.seed) - 0.5)
    band = np.exp(-((across / 0.13) ** 2)) * (0.5 + 0.9 * fbm(c.x * 6, c.y * 6, 6, c.seed + 1))
    lanes = np.exp(-((across / 0.06) ** 2)) * smooth(0.45, 0.72, fbm(along * 5, across * 13, 6, c.seed + 2))
    c.light(colour(tint), band * 0.5)
    c.light(colour(core), np.exp(-((across / 0.06) ** 2) - (along / 0.35) ** 2) * 0.5)
    c.rgb *= (1 - 0.62 * lanes)[..., None]


def clouds(c, horizon, lit, shade, cover=0.5, scale=1.0, sun_x=0.5, opacity=1.0, softness=0.22):
    """A cloud deck that recedes to the horizon, lit from `sun_x` low in the sky."""
    rise = np.clip(horizon - c.y, 0.004, None)
    depth = np.float32(0.22) / (rise + np.float32(0.06))
    u, v = (c.x - 0.5) * depth * 3.2 * scale, depth * 2.6 * scale
    warp = fbm(u * 1.3, v * 1.3, 3, c.seed + 5)
    density = fbm(u + warp, v + warp * 0.6, 6, c.seed)
    toward = np.tanh((sun_x - c.x) * 5) * np.float32(0.06)
    lighter = fbm(u + warp + toward, v + warp * 0.6 + 0.10, 4, c.seed)
    body = smooth(1 - cover - softness * 0.5, 1 - cover + softness, density + 0.06)
    lightness = np.clip(0.55 + (density - lighter) * 4.5 - (density - 0.5) * 0.9, 0, 1)
    tint = mix(colour(shade), colour(lit), lightness[..., None])
    fade = smooth(0.0, 0.12, horizon - c.y) * 0.85 + 0.15 * (c.y < horizon)
    c.over(tint, body * fade * opacity)


def gaussian(line, reach):
    """A line smoothed over `reach` columns."""
    span = np.arange(-3 * reach, 3 * reach + 1, 1)
    weights = np.exp(-((span / reach) ** 2) * 2)
    padded = np.pad(line, (len(span) // 2, len(span) - 1 - len(span) // 2), mode="reflect")
    return np.convolve(padded, weights / weights.sum(), "valid").astype(np.float32)


def profile(c, base, height, frequency, seed, sharp=True, octaves=8):
    """The outline of a ridge: for each column, the y of its crest."""
    x = c.x[0] * frequency
    shape = ridged(x, np.float32(seed), octaves, seed, 0.46) if sharp else fbm(x, np.float32(seed), octaves, seed)
    return np.float32(base) - np.float32(height) * (shape - np.float32(0.3))


def ridge(c, line, tint, haze, depth=0.3, texture=0.0, light=0.0):
    """A ridge that sinks into haze, which lies level however steep the crests are."""
    level = gaussian(line, 0.22 * c.w)
    fall = np.clip((c.y - mix(level, line, 0.25)[None, :] + 0.02) / depth, 0, 1)
    body = mix(colour(tint), colour(haze), (fall**1.2)[..., None])
    if texture:
        slope = np.gradient(gaussian(line, 0.012 * c.w)) / c.px
        facing = np.clip(-slope * light, -0.6, 0.6)[None, :]
        grainy = fbm(c.x * 22 + c.y * 9, c.y * 18, 6, c.seed + 3) - 0.5
        body = body * (1 + texture * (grainy + 0.4 * facing) * (1 - fall))[..., None]
    c.over(body, c.below(line))


def fog(c, y, thickness, tint, amount, scale=3.0):
    """A drifting bank of fog around one height."""
    wisps = fbm(c.x * scale, c.y * scale * 2.5, 5, c.seed + int(y * 100))
    c.over(colour(tint), np.exp(-(((c.y - y) / thickness) ** 2)) * amount * (0.45 + wisps))


def aurora(c, base, height, low, high, strength=0.8, waves=1.6, tilt=0.0):
    """A curtain of northern light: fine rays rising from a wandering hem."""
    x = c.x + 0.10 * (fbm(c.x * 2.2, c.y * 2.6, 3, c.seed + 31) - 0.5)
    hem = base + tilt * (x - 0.5) + 0.34 * (fbm(x * waves, np.float32(base * 9), 3, c.seed + 33) - 0.5)
    rise = hem - c.y
    rays = 0.35 + 0.9 * fbm(x * 46, np.float32(base * 5), 3, c.seed + 35) * fbm(x * 5, c.y * 0.8, 3, c.seed + 37) * 1.9
    tall = height * (0.5 + 0.9 * fbm(x * 4, np.float32(base * 7), 2, c.seed + 39))
    shine = smooth(-0.035, 0.012, rise) * np.exp(-np.clip(rise, 0, None) / tall) * rays
    tint = mix(colour(low), colour(high), smooth(0.05, 1.5, rise / height)[..., None])
    c.light(tint, shine * strength)


def star_trails(c, cx, cy, horizon, count=1600, turn=38):
    """Arcs that stars leave around the pole on a long exposure."""
    for shade in ("#8fa6d8", "#ffe6c4", "#dfe9ff"):

        def draw(pen, unit):
            for _ in range(count // 3):
                r, start = 1.25 * np.sqrt(c.rng.random()), c.rng.uniform(0, 360)
                frame = [(cx - r) * unit, (cy - r) * unit, (cx + r) * unit, (cy + r) * unit]
                pen.arc(
                    frame,
                    start,
                    start + turn * c.rng.uniform(0.9, 1.0),
                    fill=int(c.rng.uniform(70, 240)),
                    width=int(c.rng.integers(2, 5)),
                )

        c.light(colour(shade), c.mask(draw) * smooth(0, 0.2, horizon - c.y))


def trunks(c, count, width, tint, base, bark=None):
    """Bare stems from the ground to above the frame; `bark` marks them like birches."""
    places = np.sort(c.rng.uniform(-0.02, 1.02, count))
    stems = [
        (x, width * c.rng.uniform(0.55, 1.25), c.rng.normal(0, 0.018), base + c.rng.uniform(-0.01, 0.02))
        for x in places
    ]

    def stem(pen, unit, x, wide, lean, foot, left, fill):
        """A stem, or its part right of `left` (-1 to 1)."""
        pen.polygon(
            [
                ((x + left * wide * 0.6) * unit, foot * unit),
                ((x + left * wide * 0.36 + lean) * unit, -2),
                ((x + wide * 0.36 + lean) * unit, -2),
                ((x + wide * 0.6) * unit, foot * unit),
            ],
            fill=fill,
        )

    def stand(pen, unit):
        for x, wide, lean, foot in stems:
            stem(pen, unit, x, wide, lean, foot, -1, 255)
            for _ in range(2):
                y, side = c.rng.uniform(0, base * 0.4), c.rng.choice((-1, 1))
                reach = c.rng.uniform(0.04, 0.16)
                pen.line(
                    [(x * unit, y * unit), ((x + side * reach) * unit, (y - reach * 0.8) * unit)],
                    fill=255,
                    width=max(1, int(wide * unit * 0.09)),
                )

    def shaded(pen, unit):
        for placed in stems:
            stem(pen, unit, *placed, -1, 0)
            stem(pen, unit, *placed, 0.1, 150)
            stem(pen, unit, *placed, 0.55, 255)

    mask = c.mask(stand) * smooth(base + 0.01, base - 0.07, c.y)
    stripes = smooth(0.64, 0.70, fbm(c.x * 22, c.y * 74, 4, c.seed + 41)) if bark else np.zeros_like(mask)
    body = mix(colour(tint), colour(bark or tint), stripes[..., None])
    c.over(body * (1 - 0.35 * c.mask(shaded, 0.002))[..., None], mask)


def falling_snow(c, count, size=0.003):
    def draw(pen, unit):
        for _ in range(count):
            x, y, r = c.rng.uniform(0, 1), c.rng.uniform(0, c.bottom), size * c.rng.uniform(0.3, 1.2)
            pen.ellipse(
                [(x - r) * unit, (y - r) * unit, (x + r) * unit, (y + r) * unit], fill=int(c.rng.uniform(90, 230))
            )

    c.light(colour("#ffffff"), c.mask(draw, 0.0007))


def balloon(c, cx, cy, radius, tints):
    """A hot-air balloon with gores and a basket."""

    def basket(pen, unit):
        for side in (-1, 1):
            pen.line(
                [
                    ((cx + side * radius * 0.3) * unit, (cy + radius * 1.0) * unit),
                    ((cx + side * radius * 0.12) * unit, (cy + radius * 1.5) * unit),
                ],
                fill=255,
                width=2,
            )
        pen.rectangle(
            [
                (cx - radius * 0.13) * unit,
                (cy + radius * 1.48) * unit,
                (cx + radius * 0.13) * unit,
                (cy + radius * 1.7) * unit,
            ],
            fill=255,
        )

    c.over(colour("#2a1a12"), c.mask(basket))
    dx, dy = (c.x - cx) / radius, (c.y - cy) / radius
    wide = np.where(dy < 0, np.sqrt(np.clip(1 - dy * dy, 0, 1)), np.clip(np.cos(np.clip(dy, 0, 1.3) * 0.98), 0, 1))
    inside = np.clip((wide - np.abs(dx)) * radius / c.px + 0.5, 0, 1) * (dy < 1.22) * (dy > -1)
    around = np.arcsin(np.clip(dx / np.maximum(wide, 1e-3), -1, 1))
    gore = np.floor((around / np.pi + 0.5) * 11).astype(int) % len(tints)
    cloth = np.array([colour(t) for t in tints])[gore]
    lit = 0.55 + 0.55 * np.clip(0.4 - 0.6 * dx - 0.35 * dy, 0, 1)
    c.over(cloth * lit[..., None], inside)


def lightning(c, x, y, end, glow_tint="#b9a8ff"):
    """A forked bolt that lights the cloud it leaves."""

    def bolt(pen, unit, x, y, end, width):
        while y < end:
            nx, ny = x + c.rng.normal(0, 0.016), y + c.rng.uniform(0.008, 0.028)
            pen.line([(x * unit, y * unit), (nx * unit, ny * unit)], fill=255, width=max(2, int(width)))
            if width > 3 and c.rng.random() < 0.14:
                bolt(pen, unit, nx, ny, min(end, ny + c.rng.uniform(0.06, 0.2)), width * 0.45)
            x, y = nx, ny

    channel = c.mask(lambda pen, unit: bolt(pen, unit, x, y, end, 8))
    soft = Image.fromarray((channel * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(0.012 * c.w))
    glow(c, x, y, 0.3, glow_tint, 0.5, 1.5)
    c.light(colour(glow_tint), np.clip(np.asarray(soft, np.float32) / 255 * 4, 0, 1))
    c.light(colour("#ffffff"), channel)


def conifer(pen, unit, rng, x, base, height):
    """One fir: a stem and drooping, uneven boughs."""
    layers = int(9 + height * 40)
    half = height * rng.uniform(0.16, 0.22)
    pen.line(
        [(x * unit, base * unit), (x * unit, (base - height) * unit)],
        fill=255,
        width=max(1, int(height * unit * 0.018)),
    )
    for layer in range(layers):
        t = layer / layers
        y, reach = base - height * (1 - t * 0.93), half * (0.08 + t) * rng.uniform(0.75, 1.15)
        drop = height * 0.13
        pen.polygon(
            [
                (x * unit, (y - drop * 0.35) * unit),
                ((x - reach) * unit, (y + drop * 0.7) * unit),
                (x * unit, (y + drop * 0.45) * unit),
                ((x + reach * rng.uniform(0.8, 1.1)) * unit, (y + drop * 0.7) * unit),
            ],
            fill=255,
        )


def broadleaf(pen, unit, rng, x, base, height):
    """One round tree: a trunk under a cloud of leaves."""
    pen.line(
        [(x * unit, base * unit), (x * unit, (base - height * 0.6) * unit)],
        fill=255,
        width=max(2, int(height * unit * 0.05)),
    )
    for _ in range(150):
        angle, r = rng.uniform(0, 2 * np.pi), height * 0.3 * np.sqrt(rng.random())
        cx, cy, size = (
            x + np.cos(angle) * r * 1.05,
            base - height * 0.64 + np.sin(angle) * r,
            height * rng.uniform(0.018, 0.06),
        )
        pen.ellipse([(cx - size) * unit, (cy - size) * unit, (cx + size) * unit, (cy + size) * unit], fill=255)


def woods(c, line, count, height, tint, haze=None, depth=0.2, tree=conifer):
    """Trees standing on an outline, and the ground beneath them."""

    def draw(pen, unit):
        for x in np.sort(c.rng.uniform(-0.03, 1.03, count)):
            base = line[int(np.clip(x * c.w, 0, c.w - 1))] + 0.012
            tree(pen, unit, c.rng, x, base, height * c.rng.uniform(0.45, 1.0))

    mask = np.maximum(c.mask(draw), c.below(line))
    fall = np.clip((c.y - line[None, :] + height * 0.6) / depth, 0, 1)
    body = mix(colour(tint), colour(haze or tint), fall[..., None])
    if tree is broadleaf:
        leaves = 0.56 * fbm(c.x * 55, c.y * 55, 3, c.seed + 17) - 0.28
        body = body * (1 + leaves * (1 - c.below(line + 0.012)))[..., None]
    c.over(body, mask)


def water(c, horizon, ripple=0.5, tint="#0b2233", darken=0.35, scale=1.0, deep=0.55):
    """Turns everything under the horizon into water that mirrors what is above it."""
    first = int(horizon * c.w)
    y = c.y[first:] - horizon + c.px
    depth = np.float32(0.12) / (y + np.float32(0.012))
    u, v = (c.x - 0.5) * depth * 22 * scale, depth * 46 * scale
    swell = fbm(u * 0.5, v, 5, c.seed + 11) - 0.5
    chop = fbm(u * 1.7 + 9, v * 1.9, 4, c.seed + 12) - 0.5
    bend = ripple * (swell + 0.5 * chop) * (0.25 + y / (c.bottom - horizon))
    rows = np.clip((horizon - y * 0.92 - np.abs(bend) * 0.32 - bend * 0.18) * c.w, 0, first - 1).astype(np.int32)
    columns = np.clip((c.x + chop * ripple * 0.045 * (0.3 + y * 2)) * c.w, 0, c.w - 1).astype(np.int32)
    mirrored = c.rgb[rows, columns]
    look = np.clip(y / (c.bottom - horizon), 0, 1)
    mirrored = mix(mirrored * (1 - darken * 0.5), colour(tint), (deep * look**0.8 * (0.75 + swell * ripple))[..., None])
    c.rgb[first:] = mirrored * (1 + ripple * 0.9 * swell * smooth(0, 0.05, y))[..., None]


def glitter(c, horizon, cx, width, tint, strength=0.9, scale=1.0):
    """The path of light a sun or moon lays on water."""
    y = np.clip(c.y - horizon, 1e-3, None)
    depth = np.float32(0.12) / (y + np.float32(0.012))
    waves = fbm((c.x - 0.5) * depth * 30 * scale, depth * 60 * scale, 4, c.seed + 21)
    path = np.exp(-(((c.x - cx) / (width * (0.5 + 2.2 * y))) ** 2))
    sparkle = smooth(0.53, 0.68, waves + 0.13 * path)
    c.light(colour(tint), (c.y > horizon) * path * sparkle * strength)
    c.light(colour(tint), (c.y > horizon) * path * 0.16 * strength)


def rows_of_plants(c, horizon, vanish_x, count, bloom, leaf, shadow, seed=0, haze=None, fluff=1.0):
    """A field of rows running to one vanishing point."""
    y = np.clip(c.y - horizon, 1e-3, None)
    depth = np.float32(0.1) / y
    across = (c.x - vanish_x) * depth * count
    rough = fbm(across * 3.1, depth * 120, 4, seed) - 0.5
    wave = np.cos((across + rough * 0.35 * fluff) * 2 * np.pi) * 0.5 + 0.5
    tufts = fbm(across * 14, depth * 260, 3, seed + 3)
    plant = mix(colour(leaf), colour(bloom), smooth(0.35, 0.8, wave + (tufts - 0.5) * 0.9 * fluff)[..., None])
    field = mix(colour(shadow), plant, smooth(0.1, 0.5, wave + rough * 0.4)[..., None])
    field = field * (0.72 + 0.56 * tufts)[..., None]
    far = np.exp(-y * 9)[..., None]
    field = mix(field, colour(haze or bloom), far * 0.75)
    c.over(field, c.y > horizon)
