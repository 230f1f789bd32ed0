"""Looks across a height field, with sunlight, shadows and haze."""

from dataclasses import dataclass

import numpy as np

from .canvas import colour, mix, smooth
from .noise import fbm


@dataclass
class View:
    """Where the camera stands and how the air and the light are."""

    height: object  # (x, z, octaves) -> height
    material: object  # (height, steepness, x, z) -> colours
    horizon: float = 0.4
    eye: float = 1.0
    focal: float = 0.9
    near: float = 0.6
    far: float = 40.0
    sun: tuple = (-0.6, 0.35, 0.3)
    sunlight: str = "#ffe2b8"
    shade: str = "#4a5a86"
    haze: str = "#c9d2e6"
    haze_distance: float = 18.0
    octaves: int = 9


def _hits(c, view):
    """For each pixel, the distance of the first ground seen there; infinite for the sky."""
    steps = np.geomspace(view.near, view.far, 900, dtype=np.float32)
    side = (c.x[0] - 0.5) / np.float32(view.focal)
    ground = view.height(steps[:, None] * side[None, :], steps[:, None] + 0 * side[None, :], view.octaves - 2)
    seen = (ground - view.eye) / steps[:, None]
    highest = np.maximum.accumulate(seen, axis=0)
    looks = (np.float32(view.horizon) - c.y[::-1, 0]) / np.float32(view.focal)
    z = np.full((c.h, c.w), np.inf, np.float32)
    for column in range(c.w):
        step = np.searchsorted(highest[:, column], looks)
        hit = step < len(steps)
        after = np.clip(step[hit], 1, None)
        low, high = seen[after - 1, column], seen[after, column]
        t = np.clip((looks[hit] - low) / np.maximum(high - low, 1e-6), 0, 1)
        z[hit, column] = steps[after - 1] + (steps[after] - steps[after - 1]) * t
    return z[::-1]


def _lit(view, x, z, sun):
    """The share of sunlight that reaches each point past the hills, marched on fewer octaves."""
    clear = np.ones_like(x)
    base = view.height(x, z, 5)
    reach = np.float32(0.05) * (1 + z * 0.15)
    for _ in range(16):
        above = base + sun[1] * reach + 0.02 * z * 0.1 - view.height(x + sun[0] * reach, z + sun[2] * reach, 5)
        clear = np.minimum(clear, np.clip(0.5 + above / (0.12 * reach), 0, 1))
        reach = reach * 1.35
    return clear


def _shadows(view, x, z, sun, stride=3):
    """`_lit` on every third pixel, spread over the others."""
    thin = _lit(view, x[::stride, ::stride], z[::stride, ::stride], sun)
    thick = thin.repeat(stride, 0).repeat(stride, 1)[: x.shape[0], : x.shape[1]]
    for axis in (0, 1):
        thick = (np.roll(thick, 1, axis) + thick + np.roll(thick, -1, axis)) / 3
    return thick


def render(c, view):
    """Paints the ground over the sky already on the canvas; returns the ground's mask."""
    z = _hits(c, view)
    mask = np.isfinite(z)
    z = np.where(mask, z, np.float32(view.far))
    x = (c.x - 0.5) / np.float32(view.focal) * z
    step = np.float32(1.3) * c.px / view.focal * z
    ground = view.height(x, z, view.octaves)
    slope_x = (view.height(x + step, z, view.octaves) - ground) / step
    slope_z = (view.height(x, z + step, view.octaves) - ground) / step
    length = np.sqrt(slope_x**2 + slope_z**2 + 1)
    sun = np.array(view.sun, np.float32) / np.float32(np.linalg.norm(view.sun))
    facing = np.clip((sun[1] - slope_x * sun[0] - slope_z * sun[2]) / length, 0, 1)
    facing = facing * _shadows(view, x, z, sun)
    up = 1 / length
    light = facing[..., None] * colour(view.sunlight) * 1.25 + (0.35 + 0.65 * up[..., None]) * colour(view.shade)
    body = np.clip(view.material(ground, up, x, z) * light, 0, 1)
    air = 1 - np.exp(-np.clip(z - view.near, 0, None) / view.haze_distance)
    body = mix(body, colour(view.haze), air[..., None])
    soft = np.clip(mask.astype(np.float32), 0, 1)
    c.over(body, soft)
    return mask


def snow(rock, line, seed=0, white="#f4f8ff"):
    """A material: rock below, snow above `line` where it isn't too steep."""

    def material(ground, up, x, z):
        patch = fbm(x * 3, z * 3, 5, seed) - 0.5
        cover = smooth(line - 0.15, line + 0.25, ground + patch * 0.7) * smooth(0.42, 0.66, up + patch * 0.3)
        stone = colour(rock) * (0.7 + 0.6 * fbm(x * 9, z * 9 + ground * 30, 4, seed + 1))[..., None]
        return mix(stone, colour(white), cover[..., None])

    return material
