"""The list of all pictures, filled by `@picture`."""

from .canvas import SQUARE, Canvas

PICTURES = {}


def picture(name, size=SQUARE, **finish):
    """Registers a function that paints on a canvas as the picture `name`."""

    def register(painter):
        def draw():
            canvas = Canvas(name, size)
            painter(canvas)
            return canvas.finished(**finish)

        PICTURES[name] = draw
        return painter

    return register
