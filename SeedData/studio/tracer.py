"""Lights solid objects on a table: signed distances, soft shadows and one reflection.

Each object is marched alone, and only by the rays that cross its bounding sphere.
"""

from dataclasses import dataclass, field

import numpy as np

from .canvas import linear, mix, smooth
from .noise import solid


def _unit(v):
    v = np.asarray(v, np.float32)
    return v / np.linalg.norm(v, axis=-1, keepdims=True)


def _dot(a, b):
    return (a * b).sum(-1)


# Shapes: functions from points (n, 3) to signed distances (n,).


def ball(radius, squash=(1, 1, 1)):
    """A sphere, or an ellipsoid with `squash`."""
    radii = np.float32(radius) * np.array(squash, np.float32)

    def distance(p):
        k0 = np.linalg.norm(p / radii, axis=-1)
        k1 = np.linalg.norm(p / (radii * radii), axis=-1)
        return k0 * (k0 - 1) / np.maximum(k1, 1e-5)

    return distance


def box(x, y, z, rounding=0.02):
    half = np.array([x, y, z], np.float32) / 2 - np.float32(rounding)

    def distance(p):
        q = np.abs(p) - half
        return np.linalg.norm(np.maximum(q, 0), axis=-1) + np.minimum(q.max(-1), 0) - np.float32(rounding)

    return distance


def ring(radius, thickness):
    """A torus standing upright in the x-y plane."""

    def distance(p):
        flat = np.hypot(p[:, 0], p[:, 1]) - np.float32(radius)
        return np.hypot(flat, p[:, 2]) - np.float32(thickness)

    return distance


def rod(points, start, end=None):
    """A bent rod through `points`, as thick as `start` at one end and `end` at the other."""
    points = np.array(points, np.float32)
    widths = np.linspace(start, start if end is None else end, len(points), dtype=np.float32)

    def distance(p):
        nearest = np.full(len(p), 1e9, np.float32)
        for a, b, wa, wb in zip(points, points[1:], widths, widths[1:]):
            pa, ba = p - a, b - a
            t = np.clip(_dot(pa, ba) / _dot(ba, ba), 0, 1)
            nearest = np.minimum(nearest, np.linalg.norm(pa - ba * t[:, None], axis=-1) - (wa + (wb - wa) * t))
        return nearest

    return distance


def _spline(points, per_span=8):
    """A Catmull-Rom curve through 2D points."""
    p = np.array([points[0], *points, points[-1]], float)
    t = np.linspace(0, 1, per_span, endpoint=False)[:, None]
    spans = [
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        for a, b, c, d in zip(p, p[1:], p[2:], p[3:])
    ]
    return np.vstack([*spans, p[-1:]])


def _outline_distances(outline, r, y):
    """Signed distances from grid points to a closed outline."""
    nearest, inside = np.full(r.shape, 1e9), np.zeros(r.shape, bool)
    for (ar, ay), (br, by) in zip(outline, np.roll(outline, -1, 0)):
        dr, dy = br - ar, by - ay
        t = np.clip(((r - ar) * dr + (y - ay) * dy) / max(dr * dr + dy * dy, 1e-12), 0, 1)
        nearest = np.minimum(nearest, np.hypot(r - ar - dr * t, y - ay - dy * t))
        if ay != by:
            inside ^= ((ay > y) != (by > y)) & (r < ar + dr * (y - ay) / (by - ay))
    return np.where(inside, -nearest, nearest)


def lathe(points, curved=True, lobes=0, lobe_depth=0.0, rounding=0.0):
    """A solid of revolution from (radius, y) points, bottom to top; `lobes` groove it."""
    outline = np.vstack([_spline(points) if curved else np.array(points, float)])
    outline[:, 0] = np.maximum(outline[:, 0], 0)
    if outline[0, 0] < 1e-6 and outline[-1, 0] < 1e-6:  # mirror, so that the axis isn't an edge
        outline = np.vstack([outline, outline[::-1] * (-1, 1)])
    else:
        outline = np.vstack([[0, outline[0, 1]], outline, [0, outline[-1, 1]]])
        outline = np.vstack([outline, outline[::-1] * (-1, 1)])
    margin, count = 0.25, 320
    r_max, y_min, y_max = outline[:, 0].max() + margin, outline[:, 1].min() - margin, outline[:, 1].max() + margin
    r, y = np.meshgrid(np.linspace(0, r_max, count), np.linspace(y_min, y_max, count))
    table = _outline_distances(outline, r, y).astype(np.float32).ravel()

    def distance(p):
        radius = np.hypot(p[:, 0], p[:, 2])
        if lobes:
            radius = radius * (1 + np.float32(lobe_depth) * np.abs(np.sin(np.arctan2(p[:, 2], p[:, 0]) * lobes / 2)))
        u = np.clip(radius / r_max, 0, 0.9999) * (count - 1)
        v = np.clip((p[:, 1] - y_min) / (y_max - y_min), 0, 0.9999) * (count - 1)
        i, j = u.astype(np.int32), v.astype(np.int32)
        fu, fv, k = u - i, v - j, j * count + i
        low = table[k] * (1 - fu) + table[k + 1] * fu
        high = table[k + count] * (1 - fu) + table[k + count + 1] * fu
        outside = np.hypot(
            np.maximum(radius - r_max, 0), np.maximum(np.abs(p[:, 1] - (y_min + y_max) / 2) - (y_max - y_min) / 2, 0)
        )
        return (low * (1 - fv) + high * fv - np.float32(rounding) + outside) * np.float32(0.9 if lobes else 1)

    return distance


def bumpy(shape, scale, depth, seed=0):
    """A shape with a rough surface."""

    def distance(p):
        near = shape(p)
        close = np.abs(near) < 4 * depth
        if close.any():
            near[close] -= depth * (solid(p[close], scale, 3, seed) - np.float32(0.5))
        return near * np.float32(0.85)

    return distance


@dataclass
class Material:
    """The look of a surface. `paint` is linear light, or a function of local points."""

    paint: object
    shine: float = 0.3
    gloss: float = 40.0
    mirror: float = 0.0
    glass: float = 0.0
    emission: float = 0.0
    soft: float = 0.0  # how much light creeps around: skin of fruit, wax, leaves

    def colours(self, p):
        return self.paint(p) if callable(self.paint) else np.broadcast_to(self.paint, p.shape)


@dataclass
class Thing:
    """A shape with a material, at a place."""

    shape: object
    material: Material
    at: tuple = (0, 0, 0)
    reach: float = 1.0  # radius of the bounding sphere
    centre: tuple = (0, 0, 0)  # of the bounding sphere, in local coordinates
    turn: float = 0.0  # around y
    tilt: float = 0.0  # around z, after turning
    casts: bool = True

    def __post_init__(self):
        ct, st, cl, sl = np.cos(self.turn), np.sin(self.turn), np.cos(self.tilt), np.sin(self.tilt)
        spin = np.array([[ct, 0, st], [0, 1, 0], [-st, 0, ct]])
        lean = np.array([[cl, -sl, 0], [sl, cl, 0], [0, 0, 1]])
        self.matrix = (spin @ lean).astype(np.float32)
        self.origin = np.array(self.at, np.float32)
        self.bound = self.origin + self.matrix @ np.array(self.centre, np.float32)

    def local(self, p):
        return (p - self.origin) @ self.matrix

    def distance(self, p):
        return self.shape(self.local(p))

    def span(self, origins, rays, extra=0.0):
        """Where rays enter and leave the bounding sphere, and which do."""
        offset = origins - self.bound
        b = _dot(offset, rays)
        root = b * b - _dot(offset, offset) + (self.reach + extra) ** 2
        half = np.sqrt(np.maximum(root, 0))
        return np.maximum(-b - half, 0), -b + half, (root > 0) & (-b + half > 0)

    def normal(self, p, e=0.002):
        """From four samples around a point."""
        corners = np.array([[1, -1, -1], [-1, -1, 1], [-1, 1, -1], [1, 1, 1]], np.float32)
        return _unit(sum(k * self.distance(p + k * np.float32(e))[:, None] for k in corners) + 1e-9)


@dataclass
class Light:
    """A lamp far away (`near` false: `at` is its direction) or close by."""

    at: tuple
    tint: np.ndarray
    near: bool = False
    size: float = 9.0  # larger is sharper
    fade: float = 1.0

    def toward(self, p):
        """Directions to the light, distances, and the light that arrives."""
        if not self.near:
            return (
                np.broadcast_to(_unit(self.at), p.shape),
                np.full(len(p), 12, np.float32),
                np.ones(len(p), np.float32),
            )
        path = np.array(self.at, np.float32) - p
        far = np.linalg.norm(path, axis=-1)
        return path / far[:, None], far, 1 / (0.15 + self.fade * far * far)


@dataclass
class Scene:
    """Things on a table in front of a backdrop."""

    things: list
    table: Material
    backdrop: object  # rays (n, 3) -> linear light
    lights: list
    eye: tuple = (0, 1.6, -5.2)
    look: tuple = (0, 0.75, 0)
    zoom: float = 1.75
    ambient: np.ndarray = field(default_factory=lambda: linear("#8c93a8") * 0.6)
    bounce: np.ndarray = field(default_factory=lambda: linear("#b08a66") * 0.25)
    fog: tuple = (5.0, 11.0)  # where the table melts into the backdrop

    def rays(self, c):
        """One ray per pixel of the canvas."""
        eye, look = np.array(self.eye, np.float32), np.array(self.look, np.float32)
        ahead = _unit(look - eye)
        right = _unit(np.cross([0, 1, 0], ahead))
        up = np.cross(ahead, right)
        x, y = (c.x - 0.5) * 2 + 0 * c.y, (c.bottom / 2 - c.y) * 2 + 0 * c.x
        rays = x[..., None] * right + y[..., None] * up + ahead * np.float32(self.zoom * 1.6)
        rays = _unit(rays.reshape(-1, 3)).astype(np.float32)
        return np.broadcast_to(eye, rays.shape), rays

    def project(self, c, point):
        """Where a point in the scene is on the canvas."""
        ahead = _unit(np.array(self.look, np.float32) - np.array(self.eye, np.float32))
        right = _unit(np.cross([0, 1, 0], ahead))
        path = np.array(point, np.float32) - np.array(self.eye, np.float32)
        scale = self.zoom * 1.6 / _dot(path, ahead)
        return 0.5 + _dot(path, right) * scale / 2, c.bottom / 2 - _dot(path, np.cross(ahead, right)) * scale / 2

    def _march(self, origins, rays):
        """The nearest hit of each ray: its distance and the index of the thing; -1 is the table, -2 nothing."""
        best = np.full(len(rays), np.inf, np.float32)
        which = np.full(len(rays), -2, np.int32)
        down = rays[:, 1] < -1e-4
        best[down] = -origins[down, 1] / rays[down, 1]
        which[down] = -1
        for index, thing in enumerate(self.things):
            start, end, crosses = thing.span(origins, rays)
            alive = np.flatnonzero(crosses & (start < best))
            t = start[alive] + np.float32(1e-3)
            for _ in range(90):
                if not len(alive):
                    break
                d = thing.distance(origins[alive] + rays[alive] * t[:, None])
                hit = d < 0.0012
                arrived = alive[hit]
                nearer = t[hit] < best[arrived]
                best[arrived[nearer]], which[arrived[nearer]] = t[hit][nearer], index
                t = t + d * np.float32(0.95)
                on = ~hit & (t < np.minimum(end[alive], best[alive]))
                alive, t = alive[on], t[on]
        return best, which

    def _shadow(self, p, light):
        """The share of a light that reaches each point, with a penumbra."""
        toward, far, _ = light.toward(p)
        clear = np.ones(len(p), np.float32)
        for thing in self.things:
            if not thing.casts:
                continue
            start, end, crosses = thing.span(p, toward, 0.35)
            alive = np.flatnonzero(crosses & (start < far))
            t = np.maximum(start[alive], np.float32(0.015))
            for _ in range(44):
                if not len(alive):
                    break
                d = thing.distance(p[alive] + toward[alive] * t[:, None])
                clear[alive] = np.minimum(clear[alive], np.clip(0.5 + 0.5 * light.size * d / t, 0, 1))
                t = t + np.clip(np.abs(d), 0.02, 0.3)
                on = (clear[alive] > 0.01) & (t < np.minimum(end[alive], far[alive]))
                alive, t = alive[on], t[on]
        return smooth(0, 1, clear)

    def _closeness(self, p, n):
        """Ambient occlusion: how little the surroundings crowd each point."""
        crowd = np.zeros(len(p), np.float32)
        for step, weight in ((0.04, 1.6), (0.12, 1.0), (0.28, 0.7), (0.5, 0.4)):
            q = p + n * np.float32(step)
            nearest = np.clip(q[:, 1], 0, step)
            for thing in self.things:
                close = np.flatnonzero(np.linalg.norm(q - thing.bound, axis=-1) < thing.reach + step)
                if len(close):
                    nearest[close] = np.minimum(nearest[close], thing.distance(q[close]))
            crowd += np.float32(weight) * np.clip(step - nearest, 0, step) / np.float32(step)
        return np.clip(1 - crowd * 0.3, 0.08, 1)

    def _surface(self, material, albedo, p, n, rays):
        """Direct and ambient light on one kind of surface."""
        closeness = self._closeness(p, n)[:, None]
        sky = 0.5 + 0.5 * n[:, 1:2]
        result = albedo * (self.ambient * sky + self.bounce * (1 - sky)) * closeness
        for light in self.lights:
            toward, _, arrives = light.toward(p)
            facing = _dot(n, toward)
            wrapped = np.clip((facing + material.soft) / (1 + material.soft), 0, 1)
            seen = (self._shadow(p + n * np.float32(0.008), light) * arrives)[:, None] * light.tint
            half = _unit(toward - rays)
            flash = material.shine * np.clip(_dot(n, half), 0, 1) ** material.gloss * (facing > 0)
            result = result + seen * (albedo * wrapped[:, None] + flash[:, None])
        return result + albedo * np.float32(material.emission)

    def _shade(self, origins, rays, bounces=1):
        """The light that comes back along each ray."""
        t, which = self._march(origins, rays)
        light = self.backdrop(rays).astype(np.float32)
        for index in np.unique(which[which > -2]):
            chosen = np.flatnonzero(which == index)
            p, v = origins[chosen] + rays[chosen] * t[chosen, None], rays[chosen]
            thing = self.things[index] if index >= 0 else None
            material = thing.material if thing else self.table
            n = thing.normal(p) if thing else np.broadcast_to(np.float32([0, 1, 0]), p.shape)
            albedo = material.colours(thing.local(p) if thing else p).astype(np.float32)
            seen = self._surface(material, albedo, p, n, v)
            fresnel = np.clip(1 + _dot(v, n), 0, 1)[:, None] ** 4
            if material.glass:
                seen = mix(seen, self._through(albedo, n, v, p), np.float32(material.glass) * (1 - 0.6 * fresnel))
            if material.mirror and bounces:
                bent = v - 2 * _dot(v, n)[:, None] * n
                back = self._shade(p + n * np.float32(0.01), bent, bounces - 1)
                seen = seen + back * (
                    material.mirror + (1 - material.mirror) * 0.6 * fresnel * min(1, material.mirror * 4)
                )
            if index == -1:
                melt = smooth(*self.fog, t[chosen])[:, None]
                seen = mix(seen, self.backdrop(v), melt)
            light[chosen] = seen
        return light

    def _through(self, albedo, n, v, p):
        """An approximation of the view through coloured glass."""
        bent = _unit(v - n * np.float32(0.35))
        floor = bent[:, 1] < -0.02
        reach = np.where(floor, -p[:, 1] / np.minimum(bent[:, 1], -0.02), 0)
        ground = p + bent * np.clip(reach, 0, 6)[:, None]
        beyond = np.where(floor[:, None], self.table.colours(ground) * 0.75, self.backdrop(bent))
        edge = np.clip(-_dot(n, v), 0, 1)[:, None]
        return beyond * albedo * (0.35 + 0.9 * edge) + albedo * 0.06

    def render(self, c):
        """Paints the scene on the canvas, in strips to save memory."""
        origins, rays = self.rays(c)
        light = np.empty_like(rays)
        for strip in np.array_split(np.arange(len(rays)), 4):
            light[strip] = self._shade(origins[strip], rays[strip])
        film = light * (2.51 * light + 0.03) / (light * (2.43 * light + 0.59) + 0.14)
        c.rgb = (np.clip(film, 0, 1) ** np.float32(1 / 2.2)).reshape(c.h, c.w, 3).astype(np.float32)
