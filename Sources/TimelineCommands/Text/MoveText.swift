import ArgumentParser
import TimelineCore

/// Help texts for `timeline move`.
enum MoveHelp {
    static let abstract = "Copy the store to servers, to a folder, or back."
    static let discussion = """
        Copies everything: posts and all else that is shared, in the order in which it arrived; accounts with \
        their passwords, sessions and drafts; and the photos. The store itself stays as it was. At the end, \
        both are compared.

        Stop the servers first: while the tables are copied, nobody can write to the store, and what is written later \
        stays behind. If the command is stopped, run it again: it continues. The target must be new or empty.

        --store and --photos name the store as in all other commands, and --to and --to-photos the copy. Folders \
        contain their photos.
        """
    static let to = ArgumentHelp(
        "The place for the copy: a new or empty folder, or postgres://….",
        valueName: ValueName.folder
    )
    static let toPhotos = ArgumentHelp(
        "The place for the photos of a copy in PostgreSQL: s3://BUCKET/PREFIX, or a folder.",
        valueName: ValueName.address
    )
}

/// Messages of `timeline move`.
enum MoveText {
    static let copying = "Copying the store"
    static let photosToFolder =
        "--to-photos is for a copy in PostgreSQL; a folder contains its photos."
    static let toPhotosMissing =
        "--to-photos is missing: s3://BUCKET/PREFIX, or a folder that all servers share."
    static let samePlace = "The store is already there; choose another place with --to."
    static let samePhotos =
        "The photos of the store are already there; choose a separate place for those of the copy."
    static let targetNotEmpty =
        "The target contains something else; choose a new or empty folder or database with --to."
    static func copyDiffers(_ tables: [String]) -> String {
        "The copy differs from the store in \(listText(tables)), so it is not used. Check the store with `timeline doctor`, and try again."
    }
    static func photosMissing(_ count: Int) -> String {
        "The target lacks \(countText(count, "photo file")) stored there before, so the copy is not used; try again."
    }
    static func moved(
        to target: String,
        records: Int,
        rows: Int,
        newRows: Int,
        photos: Int,
        newPhotos: Int
    ) -> String {
        """
        Copied to \(target), and both are equal: \(countText(records, "record")), \(countText(rows, "row")) in all \
        tables (\(groupedDigits(of: newRows)) new), \(countText(photos, "photo file")) (\(groupedDigits(of: newPhotos)) \
        new).
        """
    }
}
