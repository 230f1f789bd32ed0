"""Smooth pseudo-random fields, the same on every run."""

import numpy as np

_SIZE = 256
_LATTICE = np.random.default_rng(1977).random(_SIZE * _SIZE, dtype=np.float32)


def _fade(t):
    return t * t * t * (t * (t * 6 - 15) + 10)


def value(x, y):
    """Value noise in 0...1, one lattice cell per unit."""
    x, y = np.broadcast_arrays(np.float32(x), np.float32(y))
    x0, y0 = np.floor(x), np.floor(y)
    fx, fy = _fade(x - x0), _fade(y - y0)
    x0, y0 = x0.astype(np.int32) & 255, y0.astype(np.int32) & 255
    x1, row0, row1 = (x0 + 1) & 255, y0 << 8, ((y0 + 1) & 255) << 8
    top = _LATTICE[row0 | x0] * (1 - fx) + _LATTICE[row0 | x1] * fx
    low = _LATTICE[row1 | x0] * (1 - fx) + _LATTICE[row1 | x1] * fx
    return top * (1 - fy) + low * fy


def _octaves(x, y, count, seed):
    """Coordinates of each octave: doubled and turned, so that the lattice doesn't show."""
    x, y = np.float32(x) + np.float32(seed * 17.31), np.float32(y) + np.float32(seed * 9.73)
    for _ in range(count):
        yield x, y
        x, y = x * 1.6 + y * 1.2 + 3.7, y * 1.6 - x * 1.2 + 8.1


def fbm(x, y, octaves=5, seed=0, gain=0.5):
    """Fractal noise in 0...1: octaves of `value`, each twice as fine."""
    total, weight, sum_of_weights = 0, 1.0, 0.0
    for ox, oy in _octaves(x, y, octaves, seed):
        total = total + value(ox, oy) * np.float32(weight)
        sum_of_weights += weight
        weight *= gain
    return total / np.float32(sum_of_weights)


def ridged(x, y, octaves=5, seed=0, gain=0.5):
    """Fractal noise with sharp crests, in about 0...1."""
    total, weight, sum_of_weights, crest = 0, 1.0, 0.0, 1
    for ox, oy in _octaves(x, y, octaves, seed):
        fold = (1 - np.abs(2 * value(ox, oy) - 1)) ** 2
        total = total + fold * crest * np.float32(weight)
        crest = np.clip(fold * 1.6, 0, 1)
        sum_of_weights += weight
        weight *= gain
    return total / np.float32(sum_of_weights)


def solid(points, scale, octaves=3, seed=0):
    """Fractal noise at 3D points, from three crossing planes."""
    x, y, z = (points * np.float32(scale)).T
    planes = (fbm(x, y, octaves, seed), fbm(y, z, octaves, seed + 1), fbm(z, x, octaves, seed + 2))
    return sum(planes) / np.float32(3)
