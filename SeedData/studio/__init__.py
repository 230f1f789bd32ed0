"""The drawing studio: noise, canvas, and the three ways of making a picture.

`paint` lays flat layers over one another, `terrain` looks across a height field, and
`tracer` lights solid objects. `portraits` paints the avatars. `landscapes`, `skies` and `stilllifes` use them; importing
them fills the catalogue.
"""

from . import landscapes, skies, stilllifes
from .catalogue import PICTURES
from .portraits import PORTRAITS

__all__ = ["PICTURES", "PORTRAITS", "landscapes", "skies", "stilllifes"]
