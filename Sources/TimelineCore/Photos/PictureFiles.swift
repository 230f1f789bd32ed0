/// Re-exported, since photos and errors consist of its types: apps import TimelineCore alone.
@_exported public import PictureFiles
