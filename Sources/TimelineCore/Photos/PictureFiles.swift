/// Re-exported because photos and errors use types from PictureFiles.
///
/// Apps therefore need to import only TimelineCore.
@_exported public import PictureFiles
